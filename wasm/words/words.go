// Package words says in plain text what a frame shows: the summary beside the canvas and the
// lines about what the pointer is on. Whoever cannot see the canvas reads these.
package words

import (
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

func percent(share float64) string {
	digits := 0
	if share > 0 && share < .0995 { // 2 % is nearly anything from one to two fortieths
		digits = 1
	}
	return strconv.FormatFloat(100*share, 'f', digits, 64) + " %"
}

// offered writes an offered load. A trace's message counts whole when it is sent, which in a short window may be any number of times
// what links can carry.
func offered(load float64) string {
	const most = 2
	if load > most {
		return lang.T("more than {0}", percent(most))
	}
	return percent(load)
}

// loads ends a sentence with a mark's loads, if they are known.
func loads(m *observe.Mark) string {
	if m.Offered <= 0 {
		return ""
	}
	return lang.T("; {0} of the hosts' link bandwidth is accepted, {1} offered", percent(float64(m.Accepted)), offered(float64(m.Offered)))
}

// What is counted more than once.
func packets(n int) string { return lang.N(n, "{0} packet", "{0} packets") }
func hosts(n int) string   { return lang.N(n, "{0} host", "{0} hosts") }
func buffers(n int) string { return lang.N(n, "{0} input buffer", "{0} input buffers") }

// PortName names a port, or host, in the reader's language.
func PortName(n *topology.Network, port int) string {
	if n.IsHost(port) {
		return hostName(uint32(n.Host(port)))
	}
	sw, local := n.SwitchOf(port)
	return lang.T("{0} port {1}", n.SwitchName(sw), strconv.Itoa(local))
}

// Summary is the whole picture in a few sentences.
func Summary(n *topology.Network, f *observe.Frame) string {
	s := lang.T("At {0}, {1} hosts receive {2} of what their links could carry.", lang.Time(f.TimePS), lang.Number(n.Hosts), percent(f.AcceptedNow)) + " "
	if text := Deadlock(n, f); text != "" {
		return s + text
	}
	if len(f.Trees) == 0 {
		if f.Calm(n.Hosts) {
			return s + lang.T("Nothing is congested.")
		}
		return strings.TrimSuffix(s+lang.T("There is no congestion tree now.")+" "+Strain(n, f), " ")
	}
	t := &f.Trees[0]
	s += lang.N(len(f.Trees), "One congestion tree grows from {1}: ", "{0} congestion trees; the largest grows from {1}: ", Root(n, t))
	switch {
	case f.SetAsidePeak > 0:
		return s + asideSummary(t)
	case f.Sorted == observe.ByHost:
		return s + netSummary(t)
	}
	if t.Victims == 0 {
		return s + lang.T("it fills {0}, blocks {1} and holds up no victim packets.", buffers(int(t.Ports)), hosts(int(t.Hosts)))
	}
	return s + lang.T("it fills {0}, blocks {1} and holds up {2} that will not cross its root.", buffers(int(t.Ports)), hosts(int(t.Hosts)),
		lang.N(int(t.Victims), "{0} victim packet", "{0} victim packets"))
}

// SummaryOf is what is seen of schemes side by side, of which one is selected: its summary under its name, and how the others do.
// A frame is nil as long as it is not there; that of a scheme alone is.
func SummaryOf(n *topology.Network, titles []string, frames []*observe.Frame, selected int) string {
	if len(frames) == 1 {
		return Summary(n, frames[0])
	}
	s := beside(titles[selected], nil)
	if f := frames[selected]; f != nil {
		s = titles[selected] + ": " + Summary(n, f)
	}
	for i, f := range frames {
		if i != selected {
			s += " " + beside(titles[i], f)
		}
	}
	return s
}

// beside says of a scheme beside the one that a summary is of how it does; f is nil as long as it is not there.
func beside(title string, f *observe.Frame) string {
	switch {
	case f == nil:
		return lang.T("{0} is still catching up.", title)
	case f.DeadlockPS >= 0:
		return lang.T("{0} stands still in a deadlock.", title)
	case len(f.Trees) == 0:
		return lang.T("{0} accepts {1}, without a congestion tree.", title, percent(f.AcceptedNow))
	}
	return lang.N(len(f.Trees), "{1} accepts {2}, with one congestion tree.", "{1} accepts {2}, with {0} congestion trees.", title, percent(f.AcceptedNow))
}

// Root names the root of a tree, and the host behind it if there is one.
func Root(n *topology.Network, t *observe.Tree) string {
	name := PortName(n, int(t.Root))
	if q := peer(n, int(t.Root)); q >= 0 && n.IsHost(q) {
		return lang.T("{0} (to {1})", name, PortName(n, q))
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
			return lang.T("the tree of {0}", Root(n, &f.Trees[i]))
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
	head := lang.T("{0}, without a link", PortName(n, port))
	if q := peer(n, port); q >= 0 {
		head = PortName(n, port) + " → " + PortName(n, q)
	}
	lines := []string{head}
	if port < len(f.Ports) {
		p := &f.Ports[port]
		out := lang.T("output {0} busy", percent(float64(p.Use)/255))
		if p.Flags&observe.Root != 0 {
			out += lang.T(", root of a congestion tree")
		} else if p.Flags&observe.Blocked != 0 {
			out += lang.T(", packets wait for credits")
		}
		in := lang.T("input buffer {0} full", percent(float64(p.Fill)/255))
		if t := tree(n, f, uint32(p.Tree)); t != "" {
			in += lang.T(", in {0}", t)
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
	s := lang.T("VC {0}: {1} of {2}", strconv.Itoa(vc), strconv.Itoa(int(q.Packets)), packets(int(q.Capacity)))
	if q.Packets > 0 && int(q.HeadOut) < n.SwitchPorts() {
		_, local := n.SwitchOf(int(q.HeadOut))
		s += lang.T(", next: host {0} → host {1} by port {2}", strconv.Itoa(int(q.HeadSrc)), strconv.Itoa(int(q.HeadDst)), strconv.Itoa(local))
	}
	s += lang.N(int(q.Waiting), "; output: {0} packet waits", "; output: {0} packets wait")
	if q.Credits == 0 {
		return s + lang.T(" (no credits)")
	}
	return s + lang.N(int(q.Credits), ", {0} credit", ", {0} credits")
}

func host(n *topology.Network, f *observe.Frame, h int) []string {
	lines := []string{hostName(uint32(h)) + " → " + PortName(n, peer(n, n.HostPort(h)))}
	if h >= len(f.Hosts) {
		return lines
	}
	s := &f.Hosts[h]
	if s.Flags&observe.HotSpot != 0 {
		lines = append(lines, lang.T("hot spot: many hosts send to it"))
	}
	if s.Flags&observe.Culprit != 0 {
		lines = append(lines, lang.T("culprit: sends to a hot spot"))
	}
	lines = append(lines, lang.T("sends {0} of the time", percent(float64(s.Use)/255)), lang.T("source queue {0} full", percent(float64(s.Queue)/255)))
	switch t := tree(n, f, uint32(s.Tree)); {
	case t == "":
	case f.HoldsBack():
		lines = append(lines, lang.T("holds back what would cross the root of {0}", t))
	default:
		lines = append(lines, lang.T("blocked by {0}", t))
	}
	return lines
}

// Switch describes a switch as a whole.
func Switch(n *topology.Network, f *observe.Frame, sw int) []string {
	if sw < 0 || sw >= n.Switches {
		return nil
	}
	full, linked := 0, 0
	lines := []string{lang.T("Switch {0}", n.SwitchName(sw))}
	if n.Staged() {
		lines[0] = lang.T("{0}, stage {1} of {2}", n.SwitchName(sw), strconv.Itoa(int(n.Stage[sw])), strconv.Itoa(n.Stages))
	}
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
			lines = append(lines, lang.T("port {0} is the root of a congestion tree", strconv.Itoa(i)))
		}
		if p.Tree != 0 && !seen[p.Tree] {
			seen[p.Tree] = true
			if t := tree(n, f, uint32(p.Tree)); t != "" {
				lines = append(lines, lang.T("in {0}", t))
			}
		}
	}
	if f.Sorted == observe.ByHost {
		return append(lines, lang.T("{0} of {1} without room in a queue", strconv.Itoa(full), buffers(linked)))
	}
	return append(lines, lang.T("{0} of {1} without room in a VC", strconv.Itoa(full), buffers(linked)))
}
