package plain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/observe"
)

// firstDifference returns the first lines in which two tellings differ, or "".
func firstDifference(got, want []string) string {
	for k := range max(len(got), len(want)) {
		if k >= len(got) || k >= len(want) || got[k] != want[k] {
			return fmt.Sprintf("\n  %s\nin the model\n  %s", strings.Join(got[min(k, len(got)):min(k+1, len(got))], ""), strings.Join(want[min(k, len(want)):min(k+1, len(want))], ""))
		}
	}
	return ""
}

const (
	dotWords    = "packet %d→%d on the link of %s, VC %d, place %d: class %d tree %d, flags %b, age %d"
	faceWords   = "%s: %d full, tree %d, holds %d, and %d, %d; flags %b; HoL blocking %d and %d"
	strainWords = "behind %d, %.4f accepted of %.4f, HoL blocking %.5f"
	sendWords   = "host %d: queue %d, use %d, flags %b"
)

// face is what a frame tells of ports, hosts and links.
func face(m *Model, f *observe.Frame) (list []string) {
	for p, x := range f.Ports {
		if m.ports[p].peer >= 0 {
			blocking := observe.HoLState{}
			if len(f.Blocking) > 0 || !m.aside { // with set-aside queues it is not told
				blocking = f.Blocking[p]
			}
			list = append(list, fmt.Sprintf(faceWords, m.net.PortName(p), x.Fill, x.Tree, x.Held, x.Tree2, x.Held2, x.Flags, blocking.Low, blocking.High))
		}
	}
	for h, x := range f.Hosts {
		list = append(list, fmt.Sprintf(sendWords, h, x.Queue, 0, x.Flags))
	}
	var dots []string
	for _, x := range f.Dots {
		dots = append(dots, fmt.Sprintf(dotWords, x.Src, x.Dst, m.net.PortName(int(x.Link)), x.VC, x.Pos, x.Class&observe.ClassMask>>6, x.Class&observe.SlotMask, x.Flags, x.Age))
	}
	slices.Sort(dots)
	list = append(list, fmt.Sprintf(strainWords, f.Behind, f.Took, f.Asked, f.HoL))
	return append(list, dots...)
}

// face is what the model tells of the same.
func (t *Trees) face(marks *Marks, hol *scan) (list []string) {
	m := t.m
	waits, alive := t.roots(false), t.Alive()
	for p := range m.net.SwitchPorts() {
		x := &m.ports[p]
		if x.peer < 0 {
			continue
		}
		flags, all := 0, m.capacity*m.vcs
		if x.busy {
			flags |= observe.Busy
		}
		if m.lacks(p) {
			flags |= observe.Blocked
		}
		for _, k := range alive {
			if k.Root == p {
				flags |= observe.Root
			}
		}
		for vc := range m.vcs {
			if m.full(channel{p, vc}) {
				flags |= observe.Full
			}
		}
		low, high := hol.ofPort(p, waits)
		first, second := t.holds(p, waits)
		list = append(list, fmt.Sprintf(faceWords, m.net.PortName(p), share255(m.inBuffer(p), all), first.slot, share255(first.packets, all), second.slot, share255(second.packets, all), flags, low, high))
	}
	for h := range m.hosts {
		list = append(list, fmt.Sprintf(sendWords, h, m.hostQueue(h), 0, m.hostFlags(h)))
	}
	var dots []string
	for _, f := range slices.Concat(m.flights, m.noteFlights) {
		x := &f
		class := t.classOfFlight(x, waits)
		dots = append(dots, fmt.Sprintf(dotWords, x.p.src, x.p.dst, m.net.PortName(x.port), m.toldVC(x.vc), m.place(x), class&observe.ClassMask>>6, class&observe.SlotMask, m.flagsOf(x.port, x.vc, x.p), m.ageOf(x.p)))
	}
	slices.Sort(dots)
	behind := 0
	if marks.saturated {
		behind = 1
	}
	low, high := hol.shares()
	list = append(list, fmt.Sprintf(strainWords, behind, marks.accepted, marks.offers, max(0, float64(low)+float64(high))))
	return append(list, dots...)
}

const markWords = "mark %d at %d ps since %d: tree %d, root %s, ports %d, depth %d, hosts %d, inputs %d, trees %d, far %d, aside %d, accepted %.4f of %.4f"

func marksInWords(m *Model, marks []observe.Mark) (list []string) {
	for _, x := range marks {
		list = append(list, fmt.Sprintf(markWords, x.Kind, x.PS, x.Since, x.Tree, m.net.PortName(int(x.Root)), x.Ports, x.Depth, x.Hosts, x.Inputs, x.Trees, x.Far, x.Aside, x.Accepted, x.Offered))
	}
	return list
}
