package engine

// Congestion control port by port: InfiniBand sets threshold and victim mask for each of a switch's (SwitchPortCongestionSetting
// and the masks of SwitchCongestionSetting, InfiniBand Architecture 1.2.1 §A10.4.3). Here they are exceptions to the
// values of all ports, and cost nothing where there are none.

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

const (
	noExceptions  = "none"
	maxExceptions = 64
	betweenPorts  = "_"
	portsForm     = "S<stage>, S<stage>.<switch>, S<stage>.<switch>:<port> or S<stage>.<switch>:<port>:<VL>, in a mesh or torus column and row for stage and switch"
)

// portsOf names outputs: −1 stands for all.
type portsOf struct{ stage, sw, port, vl int }

// exception is a threshold for some outputs, or no value.
type exception struct {
	portsOf
	value int
}

func init() {
	const group = "Congestion control"
	both := "congestion-control=iba-cc|drb"
	for _, f := range []scenario.Field{
		{Name: "cc-thresholds", Label: "Other thresholds", Group: group, Kind: scenario.Text, Default: noExceptions, Rank: 71, MidRun: true, When: both,
			Doc: "Output ports and VLs that have a threshold of their own (SwitchPortCongestionSetting)."},
		{Name: "cc-victim-ports", Label: "Mark victims at", Group: group, Kind: scenario.Text, Default: noExceptions, Rank: 74, MidRun: true, When: both + " and cc-victims=false",
			Doc: "The victim mask, port by port: outputs that mark when they lack credits too, not only as roots."},
	} {
		scenario.AddField(f)
		scenario.AddFamily(f.Name, scenario.Family{Prefix: noExceptions, Pattern: noExceptions, Rank: 1, Doc: "All ports alike.",
			Parse: func(text string) (string, error) {
				if text != noExceptions {
					return "", errors.New("write " + noExceptions + ", or ports as " + portsForm)
				}
				return text, nil
			},
			Suggestions: []scenario.Option{{Name: noExceptions, Label: "None"}}})
	}
	scenario.AddFamily("cc-thresholds", scenario.Family{Prefix: "S", Pattern: "S<stage>.<switch>:<port>:<VL>-<threshold>", Rank: 2, Source: "InfiniBand Architecture 1.2.1, §A10.4.3.5",
		Doc: "A threshold of 0–15 for an output and VL, for an output, a switch or a whole stage, with _ between several; the last one that fits counts. In a mesh or torus column and row stand for stage and switch.",
		Parse: func(text string) (string, error) {
			list, err := exceptionsOf(text, true)
			return joinExceptions(list, true), err
		},
		Suggestions: []scenario.Option{{Name: "S1-8", Label: "8 in stage (column) 1"}}})
	scenario.AddFamily("cc-victim-ports", scenario.Family{Prefix: "S", Pattern: "S<stage>.<switch>:<port>:<VL>", Rank: 2, Source: "InfiniBand Architecture 1.2.1, §A10.4.3.4",
		Doc: "An output and VL, an output, a switch or a whole stage, with _ between several. In a mesh or torus column and row stand for stage and switch.",
		Parse: func(text string) (string, error) {
			list, err := exceptionsOf(text, false)
			return joinExceptions(list, false), err
		},
		Suggestions: []scenario.Option{{Name: "S1", Label: "At stage (column) 1"}}})
}

// exceptionsOf reads a field's text, which the network may not fit yet.
func exceptionsOf(text string, valued bool) (list []exception, err error) {
	if text == noExceptions {
		return nil, nil
	}
	wrong := func(part string) error {
		form, example := portsForm, "S2.14:20_S1"
		if valued {
			form, example = portsForm+", each with -<threshold> of 0–15", "S2.14:20-8_S1-0"
		}
		return errors.New(strconv.Quote(scenario.Clip(part)) + " names no ports; write " + form + ", with _ between several, e.g. " + example)
	}
	number := func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && n >= 0 && n < 1<<20 && text[0] != '+' && text[0] != '-'
	}
	for part := range strings.SplitSeq(text, betweenPorts) {
		if len(list) == maxExceptions {
			return nil, errors.New("more than " + strconv.Itoa(maxExceptions) + " exceptions; allowed: up to " + strconv.Itoa(maxExceptions))
		}
		x := exception{portsOf{-1, -1, -1, -1}, 0}
		name, ok := part, true
		if valued {
			var value string
			name, value, ok = strings.Cut(part, "-")
			var good bool
			if x.value, good = number(value); !ok || !good || x.value > 15 {
				return nil, wrong(part)
			}
		}
		if len(name) < 2 || name[0] != 'S' && name[0] != 's' {
			return nil, wrong(part)
		}
		name = name[1:]
		if inside, ok := strings.CutPrefix(name, "("); ok { // S(3,4), as a mesh's switches are called
			xy, rest, closed := strings.Cut(inside, ")")
			column, row, both := strings.Cut(xy, ",")
			if !closed || !both {
				return nil, wrong(part)
			}
			name = column + "." + row + rest
		}
		words := strings.Split(name, ":")
		stage, sw, switched := strings.Cut(words[0], ".")
		if len(words) > 3 || len(words) > 1 && !switched {
			return nil, wrong(part)
		}
		into := []*int{&x.stage}
		texts := []string{stage}
		if switched {
			into, texts = append(into, &x.sw), append(texts, sw)
		}
		for i, word := range words[1:] {
			into, texts = append(into, []*int{&x.port, &x.vl}[i]), append(texts, word)
		}
		for i := range into {
			if *into[i], ok = number(texts[i]); !ok {
				return nil, wrong(part)
			}
		}
		list = append(list, x)
	}
	return list, nil
}

func joinExceptions(list []exception, valued bool) string {
	var parts []string
	for _, x := range list {
		text := x.String()
		if valued {
			text += "-" + strconv.Itoa(x.value)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, betweenPorts)
}

func (p portsOf) String() string {
	text := "S" + strconv.Itoa(p.stage)
	if p.sw >= 0 {
		text += "." + strconv.Itoa(p.sw)
	}
	for _, n := range []int{p.port, p.vl} {
		if n >= 0 {
			text += ":" + strconv.Itoa(n)
		}
	}
	return text
}

// each calls visit for the channels of outputs, port·vcs + VC, that are meant; ok says whether the network has them.
func (p portsOf) each(n *topology.Network, vcs int, visit func(channel int)) (ok bool) {
	for sw := range n.Switches {
		stage, index := int(n.Stage[sw]), 0
		if n.Grid != nil {
			stage, index = n.Grid.XY(sw)
		} else {
			index = sw - n.First[stage-1]
		}
		if p.stage != stage || p.sw >= 0 && p.sw != index {
			continue
		}
		for port := range n.Radix {
			if p.port >= 0 && p.port != port || n.Peer[sw*n.Radix+port] == topology.NoPeer {
				continue
			}
			for vc := range vcs {
				if p.vl < 0 || p.vl == vc {
					ok = true
					visit((sw*n.Radix+port)*vcs + vc)
				}
			}
		}
	}
	return ok
}

// limitOf is how many packets that wait for an output and VC make it congested, with a threshold.
func limitOf(threshold, capacity int) int {
	if threshold == 0 {
		return math.MaxInt
	}
	return max(1, capacity*(16-threshold)/16)
}

// setPorts puts what some ports have of their own into a configuration whose VCs are final; capacity is that of a VC.
func setPorts(s scenario.Scenario, c *fabric.Config, capacity int) error {
	k := c.Control
	thresholds, err := exceptionsOf(s.Get("cc-thresholds"), true)
	if err != nil {
		return err
	}
	if len(thresholds) > 0 {
		k.Limits = make([]int, c.Net.SwitchPorts()*c.VCs)
		for i := range k.Limits {
			k.Limits[i] = k.Limit
		}
		for _, x := range thresholds {
			limit := limitOf(x.value, capacity)
			x.each(c.Net, c.VCs, func(channel int) { k.Limits[channel] = limit })
		}
	}
	victims, err := exceptionsOf(s.Get("cc-victim-ports"), false)
	if err != nil || len(victims) == 0 || k.Victims {
		return err
	}
	k.VictimMask = make([]bool, c.Net.SwitchPorts()*c.VCs)
	for _, x := range victims {
		x.each(c.Net, c.VCs, func(channel int) { k.VictimMask[channel] = true })
	}
	return nil
}

// portsFit refuses exceptions for ports that the network does not have; vcs are those of data.
func portsFit(s scenario.Scenario, n *topology.Network, vcs int) *scenario.Error {
	for _, field := range []string{"cc-thresholds", "cc-victim-ports"} {
		if !scenario.Lookup(field).Active(s) {
			continue
		}
		list, _ := exceptionsOf(s.Get(field), field == "cc-thresholds")
		for _, x := range list {
			if x.each(n, vcs, func(int) {}) {
				continue
			}
			last := n.SwitchName(n.Switches - 1)
			return &scenario.Error{Field: field, Value: s.Get(field), Reason: x.String() + " is nowhere in " + n.Name + "; allowed: switches " + n.SwitchName(0) + "–" + last +
				" with ports of 0–" + strconv.Itoa(n.Radix-1) + " that have a link, and VLs of 0–" + strconv.Itoa(vcs-1)}
		}
	}
	return nil
}
