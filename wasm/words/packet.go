package words

// What is known of a single packet: whose it is, where it is, and what it waits for.

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// Queued describes a packet in an input buffer.
func Queued(n *topology.Network, f *observe.Frame, q *observe.SlotState) []string {
	if int(q.Port) >= n.SwitchPorts() || int(q.Out) >= n.Radix {
		return nil
	}
	sw, _ := n.SwitchOf(int(q.Port))
	lines := head(n, f, q.Src, q.Dst, q.Age, q.Class, q.Flags)
	place := strconv.Itoa(int(q.Place)+1) + ordinal(int(q.Place)+1)
	lines = append(lines, "in VC "+strconv.Itoa(int(q.VC))+" of the input buffer of "+n.PortName(int(q.Port))+", "+place+" of it, to leave by port "+strconv.Itoa(int(q.Out)))
	lines = append(lines, waits(n, f, q, sw*n.Radix+int(q.Out)))
	if first := ahead(f, q); first != nil {
		lines = append(lines, "first of them: "+hostName(first.Src)+" → "+hostName(first.Dst)+", which "+waits(n, f, first, sw*n.Radix+int(first.Out)))
	}
	return lines
}

// ahead returns the packet that those before a waiting one wait behind: that of its output, or else the first of its VC.
func ahead(f *observe.Frame, q *observe.SlotState) (first *observe.SlotState) {
	if q.Wait != observe.WaitBehind {
		return nil
	}
	for i := range f.Slots {
		x := &f.Slots[i]
		if x.Port != q.Port || x.VC != q.VC || x.Place >= q.Place || x.Wait == observe.WaitBehind {
			continue
		}
		if x.Out == q.Out {
			return x
		}
		if x.Place == 0 {
			first = x
		}
	}
	return
}

// waits says what keeps a packet from leaving.
func waits(n *topology.Network, f *observe.Frame, q *observe.SlotState, out int) string {
	next := peer(n, out)
	switch {
	case q.Wait == observe.WaitStop:
		return stopped(n, f, q)
	case q.Wait == observe.WaitCredit && next >= 0 && n.IsHost(next):
		return "waits for credits of " + n.PortName(next)
	case q.Wait == observe.WaitCredit && next >= 0:
		s := "waits for VC " + strconv.Itoa(int(q.Next)) + " at switch " + n.PortName(next)
		if t := holder(n, f, q.Held); t != "" {
			s += ", held by " + t
		}
		return s
	case q.Flags&observe.Idle != 0:
		return "HoL-blocked: its output is free and has credits, but it stands behind a packet that cannot move"
	case q.Wait == observe.WaitBehind:
		return "waits behind the packets before it"
	}
	return "is next in turn for its output, which has credits"
}

// Flying describes a packet on a link.
func Flying(n *topology.Network, f *observe.Frame, d *observe.Dot) []string {
	if int(d.Link) >= n.Ports() || peer(n, int(d.Link)) < 0 {
		return nil
	}
	if d.Class&observe.ClassMask == observe.Notice {
		return []string{"notification of congestion for " + hostName(d.Dst), "from " + hostName(d.Src) + ", at " + n.PortName(int(d.Link)) + " → " + n.PortName(peer(n, int(d.Link)))}
	}
	lines := head(n, f, d.Src, d.Dst, d.Age, d.Class, d.Flags)
	return append(lines, "on its way from "+n.PortName(int(d.Link))+" to "+n.PortName(peer(n, int(d.Link)))+", in VC "+strconv.Itoa(int(d.VC)))
}

// Gone is about a packet that has left where it was.
func Gone(src, dst uint32) []string {
	return []string{"packet " + hostName(src) + " → " + hostName(dst), "has gone on"}
}

func hostName(h uint32) string { return "host " + strconv.Itoa(int(h)) }

func ordinal(n int) string {
	if n%100 >= 11 && n%100 <= 13 {
		return "th"
	}
	switch n % 10 {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
}

// head says whose a packet is, how old, and what it has to do with the trees.
func head(n *topology.Network, f *observe.Frame, src, dst uint32, age uint16, class, flags uint8) []string {
	lines := []string{"packet " + hostName(src) + " → " + hostName(dst) + ", " + Time(int64(age)*f.PacketPS) + " old"}
	switch t := holder(n, f, class&observe.SlotMask); class & observe.ClassMask {
	case observe.Contributor:
		lines = append(lines, "culprit: it will cross the root of "+t)
	case observe.Victim:
		lines = append(lines, "victim of "+t+", whose root it will not cross")
	case observe.Notice:
		return []string{"notification of congestion for " + hostName(dst)}
	}
	if flags&observe.Adapted != 0 {
		lines = append(lines, "adapted: off the deterministic way")
	}
	if flags&observe.Marked != 0 {
		lines = append(lines, "marked: it has met congestion (FECN)")
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
			return "the tree of " + hostName(uint32(n.Host(q)))
		}
		return "the tree of " + n.PortName(int(t.Root))
	}
	return "a tree that has gone"
}

// CAM describes the queues that a port, or host, has set aside, and the lines of its CAM.
func CAM(n *topology.Network, f *observe.Frame, port int) (lines []string) {
	const most = 8
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
		s := "CAM line " + strconv.Itoa(int(l.Line))
		if f.VCs > 1 {
			s += " of VC " + strconv.Itoa(int(l.VC))
		}
		s += ": to " + n.PortName(int(l.Root))
		if l.Dests == 1 {
			s += " for " + hostName(l.Dst)
		} else {
			s += " for " + count(int(l.Dests), "host", "hosts")
		}
		s += ", " + count(int(l.Hops), "hop", "hops") + " away"
		if l.Flags&observe.LineCopy == 0 {
			s += "; " + count(int(l.Packets), "packet", "packets") + " set aside"
		} else {
			s += "; a copy of the one downstream"
		}
		if l.Flags&observe.LineStopped != 0 {
			s += ", stopped"
		}
		if l.Flags&observe.LineTold != 0 {
			s += ", told upstream"
			if l.Flags&observe.LineHalting != 0 {
				s += " to stop"
			}
		}
		lines = append(lines, s)
	}
	if left > 0 {
		lines = append(lines, "and "+count(left, "more line", "more lines"))
	}
	return
}
