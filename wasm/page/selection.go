package main

// What is pinned, as a text that people read and write in links: "port:S2.14:20", "switch:S2.14", "host:600",
// "flow:3-600", and "packet:3-600-81.92us" with the time at which it was generated.

import (
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// formatPin writes a pin; "" for nothing.
func formatPin(n *topology.Network, pin observe.Pin) string {
	number := func(v uint32) string { return strconv.FormatUint(uint64(v), 10) }
	switch pin.Kind {
	case observe.PinPort:
		sw, local := n.SwitchOf(int(pin.A))
		return "port:" + n.SwitchName(sw) + ":" + strconv.Itoa(local)
	case observe.PinSwitch:
		return "switch:" + n.SwitchName(int(pin.A))
	case observe.PinHost:
		return "host:" + number(pin.A)
	case observe.PinFlow:
		return "flow:" + number(pin.A) + "-" + number(pin.B)
	case observe.PinPacket:
		return "packet:" + number(pin.A) + "-" + number(pin.B) + "-" + formatMoment(pin.Birth)
	}
	return ""
}

// formatRoot writes the port at the root of a tree: "S2.14:20".
func formatRoot(n *topology.Network, port int) string {
	return strings.TrimPrefix(formatPin(n, observe.Pin{Kind: observe.PinPort, A: uint32(port)}), "port:")
}

// parseRoot reads it, also with its kind, and as older links have it: the port's number through all switches.
func parseRoot(n *topology.Network, text string) (int, error) {
	if port, err := strconv.Atoi(text); err == nil {
		if port < 0 || port >= n.SwitchPorts() {
			return 0, lang.Error("“{0}” is no number from {1} to {2}", clip(text), "0", strconv.Itoa(n.SwitchPorts()-1))
		}
		return port, nil
	}
	pin, err := parsePin(n, text)
	if err == nil && pin.Kind != observe.PinPort {
		err = lang.Error("write a port as switch:number, such as {0}", n.SwitchName(0)+":0")
	}
	return int(pin.A), err
}

// portWords are ports as the page names them: "S2.14 port 20".
var portWords = strings.NewReplacer(" port ", ":", " puerto ", ":")

// parsePin reads a pin, also without its kind: "S2.14:20", "S2.14 port 20", "S2.14", "600", "3-600". With an error it is
// nothing: after a change of the network, what does not exist any more is not pinned, least of all something else.
func parsePin(n *topology.Network, text string) (pin observe.Pin, err error) {
	defer func() {
		if err != nil {
			pin = observe.Pin{}
		}
	}()
	text = portWords.Replace(text)
	kind, rest, ok := strings.Cut(strings.TrimSpace(text), ":")
	if !ok || strings.HasPrefix(kind, "S") {
		rest = strings.TrimSpace(text)
		switch name, is := strings.CutPrefix(rest, "host "); {
		case is:
			kind, rest = "host", name
		case strings.HasPrefix(rest, "S") && strings.Contains(rest, ":"):
			kind = "port"
		case strings.HasPrefix(rest, "S"):
			kind = "switch"
		case strings.Contains(rest, "-"):
			kind = "flow"
		default:
			kind = "host"
		}
	}
	switch kind {
	case "port":
		i := strings.LastIndexByte(rest, ':')
		if i < 0 {
			return pin, lang.Error("write a port as switch:number, such as {0}", n.SwitchName(0)+":0")
		}
		sw, err := parseSwitch(n, rest[:i])
		if err != nil {
			return pin, err
		}
		local, err := parseNumber(rest[i+1:], n.Radix)
		if err != nil || n.Peer[sw*n.Radix+local] == topology.NoPeer {
			return pin, lang.Error("{0} has no port “{1}” with a link; allowed: {2}", n.SwitchName(sw), clip(rest[i+1:]), linkedPorts(n, sw))
		}
		return observe.Pin{Kind: observe.PinPort, A: uint32(sw*n.Radix + local)}, nil
	case "switch":
		sw, err := parseSwitch(n, rest)
		return observe.Pin{Kind: observe.PinSwitch, A: uint32(sw)}, err
	case "host":
		h, err := parseHost(n, rest)
		return observe.Pin{Kind: observe.PinHost, A: h}, err
	case "flow", "packet":
		parts := strings.SplitN(rest, "-", 3)
		if kind == "flow" && len(parts) != 2 || kind == "packet" && len(parts) != 3 {
			return pin, lang.Error("write a flow as source-destination, such as {0}, and a packet with the time at which it was generated, such as {1}", "0-1", "packet:0-1-12.5us")
		}
		return parsePair(n, kind, parts)
	}
	return pin, lang.Error("“{0}” is nothing to select; allowed: {1}", clip(text), "port:"+n.SwitchName(0)+":0, switch:"+n.SwitchName(0)+", host:0, flow:0-1")
}

func parsePair(n *topology.Network, kind string, parts []string) (pin observe.Pin, err error) {
	if pin.A, err = parseHost(n, parts[0]); err != nil {
		return
	}
	if pin.B, err = parseHost(n, parts[1]); err != nil {
		return
	}
	if pin.A == pin.B {
		return pin, lang.Error("a flow leads from one host to another one; both are {0}", parts[0])
	}
	pin.Kind = observe.PinFlow
	if kind == "packet" {
		pin.Kind = observe.PinPacket
		pin.Birth, err = parseMoment(parts[2])
	}
	return
}

func parseNumber(text string, below int) (int, error) {
	v, err := strconv.ParseUint(strings.TrimSpace(text), 10, 32)
	if err != nil || int(v) >= below {
		return 0, lang.Error("“{0}” is no number from {1} to {2}", clip(text), "0", strconv.Itoa(below-1))
	}
	return int(v), nil
}

func parseHost(n *topology.Network, text string) (uint32, error) {
	h, err := parseNumber(text, n.Hosts)
	if err != nil {
		return 0, lang.Error("“{0}” is no host; allowed: {1}", clip(text), "0–"+strconv.Itoa(n.Hosts-1))
	}
	return uint32(h), nil
}

// parseSwitch reads the name of a switch: see topology.Network.SwitchName.
func parseSwitch(n *topology.Network, text string) (sw int, err error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "S")
	refuse := lang.Error("“{0}” is no switch; allowed: {1}", clip(text), n.SwitchName(0)+" – "+n.SwitchName(n.Switches-1))
	if g := n.Grid; ok && g != nil {
		x, y, comma := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(rest, "("), ")"), ",")
		cx, err1 := parseNumber(x, g.X)
		cy, err2 := parseNumber(y, g.Y)
		if !comma || err1 != nil || err2 != nil {
			return 0, refuse
		}
		return g.At(cx, cy), nil
	}
	a, b, dot := strings.Cut(rest, ".")
	stage, err1 := parseNumber(a, n.Stages+1)
	if !ok || !dot || err1 != nil || stage < 1 {
		return 0, refuse
	}
	i, err := parseNumber(b, n.First[stage]-n.First[stage-1])
	if err != nil {
		return 0, lang.Error("“{0}” is no switch of stage {1}; allowed: {2}", clip(text), strconv.Itoa(stage), n.SwitchName(n.First[stage-1])+" – "+n.SwitchName(n.First[stage]-1))
	}
	return n.First[stage-1] + i, nil
}

// linkedPorts lists the ports of a switch that have links, as ranges.
func linkedPorts(n *topology.Network, sw int) string {
	var list []string
	linked := func(p int) bool { return p < n.Radix && n.Peer[sw*n.Radix+p] != topology.NoPeer }
	for p := 0; p < n.Radix; p++ {
		from := p
		for linked(p) && linked(p+1) {
			p++
		}
		switch {
		case !linked(p):
		case p > from:
			list = append(list, strconv.Itoa(from)+"–"+strconv.Itoa(p))
		default:
			list = append(list, strconv.Itoa(p))
		}
	}
	return strings.Join(list, ", ")
}

func clip(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}
