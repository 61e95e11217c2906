// Package words says in plain text what a frame shows: the summary beside the canvas and the
// lines about what the pointer is on. Whoever cannot see the canvas reads these.
package words

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// Time writes a simulated time (ps) as people do, e.g. "81.3 µs".
func Time(ps int64) string {
	v, unit := float64(ps)/1e3, " ns"
	switch {
	case ps >= 1e9:
		v, unit = float64(ps)/1e9, " ms"
	case ps >= 1e6:
		v, unit = float64(ps)/1e6, " µs"
	}
	return strconv.FormatFloat(v, 'f', 1, 64) + unit
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 0, 64) + " %" }

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Summary is the whole picture in a few sentences.
func Summary(n *topology.Network, f *observe.Frame) string {
	s := "At " + Time(f.TimePS) + ", " + count(n.Hosts, "host receives ", "hosts receive ") + percent(f.AcceptedNow) + " of what their links could carry. "
	if text := Deadlock(n, f); text != "" {
		return s + text
	}
	if len(f.Trees) == 0 {
		return s + "Nothing is congested."
	}
	t := &f.Trees[0]
	if f.SetAsidePeak > 0 {
		return s + asideSummary(n, f)
	}
	if len(f.Trees) == 1 {
		s += "One congestion tree grows from "
	} else {
		s += count(len(f.Trees), "", "congestion trees; the largest grows from ")
	}
	s += Root(n, t) + ": it fills " + count(int(t.Ports), "input buffer", "input buffers") + ", blocks " +
		count(int(t.Hosts), "host", "hosts") + " and holds up " + count(int(t.Victims), "victim packet", "victim packets") + " that will not cross its root."
	return s
}

// Root names the root of a tree, and the host behind it if there is one.
func Root(n *topology.Network, t *observe.Tree) string {
	name := n.PortName(int(t.Root))
	if q := peer(n, int(t.Root)); q >= 0 && n.IsHost(q) {
		name += " (to " + n.PortName(q) + ")"
	}
	return name
}

func peer(n *topology.Network, port int) int {
	if port < 0 || port >= len(n.Peer) {
		return topology.NoPeer
	}
	return int(n.Peer[port])
}

// tree names the tree of a slot, or returns "" for slot 0 and trees that are not in the frame.
func tree(n *topology.Network, f *observe.Frame, slot uint32) string {
	if slot == 0 {
		return ""
	}
	for i := range f.Trees {
		if f.Trees[i].Slot == slot {
			return "the tree of " + Root(n, &f.Trees[i])
		}
	}
	return ""
}

// Port describes one port. f.Detail is used if it is of that port, which the caller knows.
func Port(n *topology.Network, f *observe.Frame, port int, detailed bool) []string {
	if port < 0 || port >= n.Ports() {
		return nil
	}
	if n.IsHost(port) {
		return host(n, f, n.Host(port))
	}
	head := n.PortName(port)
	if q := peer(n, port); q >= 0 {
		head += " → " + n.PortName(q)
	} else {
		head += ", without a link"
	}
	lines := []string{head}
	if port < len(f.Ports) {
		p := &f.Ports[port]
		out := "output " + percent(float64(p.Use)/255) + " busy"
		if p.Flags&observe.Root != 0 {
			out += ", root of a congestion tree"
		} else if p.Flags&observe.Blocked != 0 {
			out += ", packets wait for credits"
		}
		in := "input buffer " + percent(float64(p.Fill)/255) + " full"
		if t := tree(n, f, uint32(p.Tree)); t != "" {
			in += ", in " + t
		}
		lines = append(lines, out, in)
	}
	if detailed {
		for vc := range f.Detail {
			lines = append(lines, queue(n, f, vc))
		}
	}
	return lines
}

func queue(n *topology.Network, f *observe.Frame, vc int) string {
	q := &f.Detail[vc]
	s := "VC " + strconv.Itoa(vc) + ": " + strconv.Itoa(int(q.Packets)) + " of " + count(int(q.Capacity), "packet", "packets")
	if q.Packets > 0 && int(q.HeadOut) < n.SwitchPorts() {
		_, local := n.SwitchOf(int(q.HeadOut))
		s += ", next: host " + strconv.Itoa(int(q.HeadSrc)) + " → host " + strconv.Itoa(int(q.HeadDst)) + " by port " + strconv.Itoa(local)
	}
	s += "; output: " + count(int(q.Waiting), "packet waits", "packets wait")
	if q.Credits == 0 {
		return s + " (no credits)"
	}
	return s + ", " + count(int(q.Credits), "credit", "credits")
}

func host(n *topology.Network, f *observe.Frame, h int) []string {
	lines := []string{"host " + strconv.Itoa(h) + " → " + n.PortName(peer(n, n.HostPort(h)))}
	if h >= len(f.Hosts) {
		return lines
	}
	s := &f.Hosts[h]
	if s.Flags&observe.HotSpot != 0 {
		lines = append(lines, "hot spot: many hosts send to it")
	}
	if s.Flags&observe.Culprit != 0 {
		lines = append(lines, "culprit: sends to a hot spot")
	}
	lines = append(lines, "sends "+percent(float64(s.Use)/255)+" of the time", "source queue "+percent(float64(s.Queue)/255)+" full")
	if t := tree(n, f, uint32(s.Tree)); t != "" {
		lines = append(lines, "blocked by "+t)
	}
	return lines
}

// Switch describes a switch as a whole.
func Switch(n *topology.Network, f *observe.Frame, sw int) []string {
	if sw < 0 || sw >= n.Switches {
		return nil
	}
	full, linked := 0, 0
	lines := []string{n.SwitchName(sw) + ", stage " + strconv.Itoa(int(n.Stage[sw])) + " of " + strconv.Itoa(n.Stages)}
	seen := map[uint8]bool{}
	for i := range n.Radix {
		port := sw*n.Radix + i
		if peer(n, port) < 0 || port >= len(f.Ports) {
			continue
		}
		linked++
		p := &f.Ports[port]
		if p.Flags&observe.Full != 0 {
			full++
		}
		if p.Flags&observe.Root != 0 {
			lines = append(lines, "port "+strconv.Itoa(i)+" is the root of a congestion tree")
		}
		if p.Tree != 0 && !seen[p.Tree] {
			seen[p.Tree] = true
			if t := tree(n, f, uint32(p.Tree)); t != "" {
				lines = append(lines, "in "+t)
			}
		}
	}
	return append(lines, strconv.Itoa(full)+" of "+count(linked, "input buffer", "input buffers")+" full")
}
