package words

// What is known of a single packet: whose it is, where it is, and what it waits for.

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// Queued describes a packet in an input buffer.
func Queued(n *topology.Network, f *observe.Frame, q *observe.SlotState) []string {
	if int(q.Port) >= n.SwitchPorts() || int(q.Out) >= n.Radix {
		return nil
	}
	sw, _ := n.SwitchOf(int(q.Port))
	lines := head(n, f, q.Src, q.Dst, q.Age, q.Class, q.Flags)
	lines = append(lines, lang.T("in VC {0} of the input buffer of {1}, {2} of it, to leave by port {3}", strconv.Itoa(int(q.VC)), PortName(n, int(q.Port)), ordinal(int(q.Place)+1), strconv.Itoa(int(q.Out))))
	lines = append(lines, waits(n, f, q, sw*n.Radix+int(q.Out)))
	if i := f.Ahead(q); i >= 0 {
		first := &f.Slots[i]
		lines = append(lines, lang.T("first of them: {0} → {1}, which {2}", hostName(first.Src), hostName(first.Dst), waits(n, f, first, sw*n.Radix+int(first.Out))))
	}
	return lines
}

// waits says what keeps a packet from leaving.
func waits(n *topology.Network, f *observe.Frame, q *observe.SlotState, out int) string {
	next := peer(n, out)
	switch {
	case q.Wait == observe.WaitStop:
		return stopped(n, f, q.Held)
	case q.Wait == observe.WaitCredit && next >= 0 && n.IsHost(next):
		return lang.T("waits for credits of {0}", PortName(n, next))
	case q.Wait == observe.WaitCredit && next >= 0:
		if t := holder(n, f, q.Held); t != "" {
			return lang.T("waits for VC {0} at {1}, held by {2}", strconv.Itoa(int(q.Next)), PortName(n, next), t)
		}
		return lang.T("waits for VC {0} at {1}", strconv.Itoa(int(q.Next)), PortName(n, next))
	case q.Flags&observe.Idle != 0:
		return lang.T("HoL-blocked: its output is free and has credits, but it stands behind a packet that cannot move")
	case q.Wait == observe.WaitBehind:
		return lang.T("waits behind the packets before it")
	}
	return lang.T("is next in turn for its output, which has credits")
}

// Flying describes a packet on a link.
func Flying(n *topology.Network, f *observe.Frame, d *observe.Dot) []string {
	if int(d.Link) >= n.Ports() || peer(n, int(d.Link)) < 0 {
		return nil
	}
	if d.Class&observe.ClassMask == observe.Notice {
		return []string{lang.T("notification of congestion for {0}", hostName(d.Dst)), lang.T("from {0}, at {1} → {2}", hostName(d.Src), PortName(n, int(d.Link)), PortName(n, peer(n, int(d.Link))))}
	}
	lines := head(n, f, d.Src, d.Dst, d.Age, d.Class, d.Flags)
	return append(lines, lang.T("on its way from {0} to {1}, in VC {2}", PortName(n, int(d.Link)), PortName(n, peer(n, int(d.Link))), strconv.Itoa(int(d.VC))))
}

// Gone is about a packet that has left where it was.
func Gone(src, dst uint32) []string {
	return []string{lang.T("packet {0} → {1}", hostName(src), hostName(dst)), lang.T("has gone on")}
}

func hostName(h uint32) string { return lang.T("host {0}", strconv.Itoa(int(h))) }

// ordinal is a place in a queue.
func ordinal(n int) string {
	s := strconv.Itoa(n)
	switch teen := n%100 >= 11 && n%100 <= 13; {
	case n%10 == 1 && !teen:
		return lang.T("{0}st", s)
	case n%10 == 2 && !teen:
		return lang.T("{0}nd", s)
	case n%10 == 3 && !teen:
		return lang.T("{0}rd", s)
	}
	return lang.T("{0}th", s)
}

// head says whose a packet is, how old, and what it has to do with the trees.
func head(n *topology.Network, f *observe.Frame, src, dst uint32, age uint16, class, flags uint8) []string {
	lines := []string{lang.T("packet {0} → {1}, {2} old", hostName(src), hostName(dst), lang.Time(int64(age)*f.PacketPS))}
	switch t := holder(n, f, class&observe.SlotMask); class & observe.ClassMask {
	case observe.Contributor:
		lines = append(lines, lang.T("culprit: it will cross the root of {0}", t))
	case observe.Victim:
		lines = append(lines, lang.T("victim of {0}, whose root it will not cross", t))
	case observe.Notice:
		return []string{lang.T("notification of congestion for {0}", hostName(dst))}
	}
	if flags&observe.Adapted != 0 {
		lines = append(lines, lang.T("adapted: off the deterministic way"))
	}
	if flags&observe.Marked != 0 {
		lines = append(lines, lang.T("marked: it has met congestion (FECN)"))
	}
	return lines
}

// holder names the tree of a slot by the host its root leads to, or by the root.
func holder(n *topology.Network, f *observe.Frame, slot uint8) string {
	if slot == 0 {
		return ""
	}
	for i := range f.Trees {
		t := &f.Trees[i]
		if t.Slot != uint32(slot) {
			continue
		}
		if q := peer(n, int(t.Root)); q >= 0 && n.IsHost(q) {
			return lang.T("the tree of host {0}", strconv.Itoa(n.Host(q)))
		}
		return lang.T("the tree of {0}", PortName(n, int(t.Root)))
	}
	return lang.T("a tree that has gone")
}

// destinations is a CAM line's list of destinations: the first of them, and how many more there are.
func destinations(l *observe.LineState) string {
	if l.Dests <= 1 {
		return hostName(l.Dst)
	}
	list := strconv.Itoa(int(l.Dst))
	for _, d := range l.More[:min(l.Dests-1, observe.MoreDests)] {
		list += ", " + strconv.Itoa(int(d))
	}
	if more := int(l.Dests) - 1 - observe.MoreDests; more > 0 {
		return lang.T("hosts {0} and {1} more", list, strconv.Itoa(more))
	}
	return lang.T("hosts {0}", list)
}

// CAM describes the queues that a port, or host, has set aside, and the lines of its CAM.
func CAM(n *topology.Network, f *observe.Frame, port int) (lines []string) {
	const most = 5 // which is what has room beside a picture
	left := 0
	for i := range f.Lines {
		l := &f.Lines[i]
		if int(l.Port) != port || int(l.Root) >= n.Ports() {
			continue
		}
		if len(lines) == most {
			left++
			continue
		}
		line, to := strconv.Itoa(int(l.Line)), PortName(n, int(l.Root))
		s := lang.T("CAM line {0}: to {1}", line, to)
		if f.VCs > 1 {
			s = lang.T("CAM line {0} of VC {1}: to {2}", line, strconv.Itoa(int(l.VC)), to)
		}
		s += lang.N(int(l.Hops), " for {1}, {0} hop away", " for {1}, {0} hops away", destinations(l))
		if l.Flags&observe.LineCopy == 0 && l.Out != observe.NoPort && !n.IsHost(port) {
			_, out := n.SwitchOf(int(l.Out))
			s += lang.T(" by output {0}", strconv.Itoa(out))
		}
		if l.Flags&observe.LineCopy == 0 {
			s += lang.N(int(l.Packets), "; {0} packet set aside", "; {0} packets set aside")
		} else {
			s += lang.T("; a copy of the one downstream")
		}
		if l.Flags&observe.LineStopped != 0 {
			s += lang.T(", stopped")
		}
		switch {
		case l.Flags&observe.LineTold == 0:
		case l.Flags&observe.LineHalting != 0:
			s += lang.T(", told upstream to stop")
		default:
			s += lang.T(", told upstream")
		}
		if l.Next != observe.NoLine && l.Flags&observe.LineCopy == 0 {
			s += lang.T("; receiving control: it follows line {0} of that output (NextCFQ)", strconv.Itoa(int(l.Next)))
		}
		lines = append(lines, s)
	}
	if left > 0 {
		lines = append(lines, lang.N(left, "and {0} more line", "and {0} more lines"))
	}
	return
}
