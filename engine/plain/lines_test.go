package plain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// Queues that are set aside, as they are told: the lines of the CAMs, the notifications between them, what packets wait for, and how many there
// are, have been, and are in the mean.
func TestLines(t *testing.T) {
	r := rand.New(rand.NewPCG(2008, 9))
	for range few(42) {
		text := drawQueues(r)
		if s, err := build(text); err == nil && NewOf(s).aside {
			if d := linesAlike(r, text, 150); d != "" {
				t.Errorf("%s: %s", text, d)
			}
		}
	}
}

// An internal Stop tells of all destinations of its line ([FBICM] §3.5): one that makes a line, one that stops it again, one of which a line
// hears that had lost the one it followed. And a stopped line's queue stands still, whoever is first (§3.3, "Stop bit").
func TestInternalStops(t *testing.T) {
	for _, text := range []string{
		"network=bmin-4x3 routing=self cfqs=8 cfq-detect=2 cfq-stop=2 cfq-go=1 buffer=0.5 seed=357",
		"network=bmin-4x4 routing=self cfqs=8 cfq-detect=2 cfq-stop=3 cfq-go=2 buffer=2 crossbar=multiplexed",
		"network=knary-2x4 load=0.8 cfqs=8 cfq-detect=2 cfq-stop=2 cfq-go=1 buffer=1 delay=64 seed=262",
		"network=rlft-4x3 traffic=HS25-1 cfqs=2 cfq-detect=1 cfq-stop=2 cfq-go=1 buffer=1 seed=251",
	} {
		if d := linesAlike(rand.New(rand.NewPCG(2008, 9)), "queuing=fbicm traffic=UT packet=64 bandwidth=8 "+text, 120); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

func linesAlike(r *rand.Rand, text string, times int64) string {
	s, err := build(text)
	if err != nil {
		return err.Error()
	}
	e, m, err := both(s)
	if err != nil {
		return err.Error()
	}
	var all []uint32
	for sw := range m.net.Switches {
		all = append(all, uint32(sw))
	}
	var f observe.Frame
	for at := int64(0); at < times*m.packetPS; at += 1 + r.Int64N(10*m.packetPS) {
		e.Advance(at, engine.NoLimit)
		m.AdvanceTo(at)
		e.Frame(&f, observe.Options{Detail: -1, Switches: all})
		if d := firstDifference(lines(m, &f), m.tellLines()); d != "" {
			return fmt.Sprintf("%d ps:%s", at, d)
		}
	}
	return asideAlike(e, NewOf(s), &f)
}

// asideAlike compares how many queues were set aside, at each look and in the mean of each bin, with a model that begins anew.
func asideAlike(e *engine.Sim, m *Model, f *observe.Frame) string {
	points, bin, area := e.Course().Points(), 0, int64(0)
	for len(points) > 0 || bin < len(f.Series) {
		edge := min(int64(bin+1)*f.BinPS, e.Now())
		if len(points) > 0 && (bin == len(f.Series) || points[0].PS < edge) {
			x := points[0]
			points = points[1:]
			m.AdvanceTo(x.PS)
			ports, most := 0, 0
			for p := range m.net.SwitchPorts() {
				n := 0
				for vc := range m.vcs {
					for _, l := range m.ports[p].in.lines[vc] {
						if l != nil {
							n++
						}
					}
				}
				ports, most = ports+min(n, 1), max(most, n)
			}
			if int(x.Aside) != m.use.now || int(x.AsidePorts) != ports || int(x.AsideMost) != most || x.Low != observe.NotMeasured || x.High != observe.NotMeasured {
				return fmt.Sprintf("%d ps: %+v, in the model %d at %d ports, at most %d", x.PS, x, m.use.now, ports, most)
			}
			continue
		}
		m.AdvanceTo(edge)
		now := m.use.area + int64(m.use.now)*(edge-m.use.since)
		want := float32(float64(now-area) / float64(edge-int64(bin)*f.BinPS))
		if got := f.Series[bin].SetAside; fmt.Sprintf("%.4f", got) != fmt.Sprintf("%.4f", want) {
			return fmt.Sprintf("bin %d: %.4f set aside, in the model %.4f", bin, got, want)
		}
		bin, area = bin+1, now
	}
	return ""
}

const (
	lineWords   = "%s VC %d line %d: root %s, %d hops, by %d, %d packets, %d destinations %v, next %d, flags %b, fresh %d"
	signalWords = "%d about line %d of VC %d from %s to %s, place %d"
	waitWords   = "%s VC %d place %d: %d→%d for %d.%d, waits %d, idle %v"
	useWords    = "%d set aside, the most %d, in all %d"
)

func lines(m *Model, f *observe.Frame) (list []string) {
	for _, x := range f.Lines {
		dests := []int{int(x.Dst)}
		for _, d := range x.More[:min(observe.MoreDests, max(0, int(x.Dests)-1))] {
			dests = append(dests, int(d))
		}
		list = append(list, fmt.Sprintf(lineWords, m.net.PortName(int(x.Port)), x.VC, x.Line, m.net.PortName(int(x.Root)), x.Hops, int32(x.Out), x.Packets, x.Dests, dests, x.Next, x.Flags, x.Fresh))
	}
	for _, x := range f.Signals {
		list = append(list, fmt.Sprintf(signalWords, x.Kind, x.Line, x.VC, m.net.PortName(int(x.From)), m.net.PortName(int(x.To)), x.Pos))
	}
	slices.Sort(list)
	for _, x := range f.Slots {
		list = append(list, fmt.Sprintf(waitWords, m.net.PortName(int(x.Port)), x.VC, x.Place, x.Src, x.Dst, x.Out, x.Next, x.Wait, x.Flags&observe.Idle != 0))
	}
	return append(list, fmt.Sprintf(useWords, f.SetAside, f.SetAsidePeak, f.SetAsideTotal))
}

func (m *Model) tellLines() (list []string) {
	for p := range m.ports {
		for vc := range m.vcs {
			for k, l := range m.ports[p].in.lines[vc] {
				if l == nil {
					continue
				}
				flags, fresh, next := 0, 0, observe.NoLine
				if l.stopped {
					flags |= observe.LineStopped
				}
				if l.told {
					flags |= observe.LineTold
				}
				if l.halting {
					flags |= observe.LineHalting
				}
				if age := m.now - l.heard; l.heard >= 0 && l.next >= 0 && !m.net.IsHost(p) && age < m.packetPS {
					fresh = int(255 - 254*age/m.packetPS)
				}
				if l.next >= 0 {
					next = l.next
				}
				list = append(list, m.lineInWords(p, vc, k, l, l.out, len(m.ports[p].in.queue[vc][k+1]), next, flags, fresh))
			}
			for k, l := range m.ports[p].cam[vc] {
				if l == nil {
					continue
				}
				flags := observe.LineCopy
				if l.stopped {
					flags |= observe.LineStopped
				}
				list = append(list, m.lineInWords(p, vc, k, l, -1, 0, observe.NoLine, flags, 0))
			}
		}
	}
	for _, x := range m.events {
		if x.kind == signalled {
			place := (m.now - x.at + m.delay) * 65535 / m.delay
			list = append(list, fmt.Sprintf(signalWords, x.s.kind, x.s.line, x.vc, m.net.PortName(m.ports[x.port].peer), m.net.PortName(x.port), place))
		}
	}
	slices.Sort(list)
	for p := range m.net.SwitchPorts() {
		for vc := range m.vcs {
			c := channel{p, vc}
			for i, x := range m.held(c) {
				idle, _ := m.blocked(c, x, ends{})
				list = append(list, fmt.Sprintf(waitWords, m.net.PortName(p), vc, i, x.src, x.dst, x.out, x.outVC, m.waitOf(c, x), idle))
			}
		}
	}
	return append(list, fmt.Sprintf(useWords, m.use.now, m.use.peak, m.use.total))
}

func (m *Model) lineInWords(p, vc, k int, l *line, out, packets, next, flags, fresh int) string {
	dests := slices.Sorted(slices.Values(l.dests))
	dests = dests[:min(len(dests), 1+observe.MoreDests)]
	return fmt.Sprintf(lineWords, m.net.PortName(p), vc, k, m.net.PortName(l.root), l.hops, out, packets, len(l.dests), dests, next, flags, fresh)
}

// NewOf is New of what has been checked.
func NewOf(s scenario.Scenario) *Model {
	m, err := New(s)
	if err != nil {
		panic(err)
	}
	return m
}
