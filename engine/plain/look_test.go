package plain

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// Congestion trees, HoL blocking, and what each packet in a buffer is told to wait for and to be: at the tracker's looks, and at an instant
// between each two.
func TestLooks(t *testing.T) {
	for i, text := range []string{
		"network=rlft-8x2 traffic=HS25-1 buffer=48", "network=torus-4x4 traffic=UT buffer=48 routing=dor",
		"network=rlft-4x3 traffic=HS40-2 buffer=48 generation=constant", "network=rlft-4x3 traffic=HS40-2 buffer=48 generation=constant voq=true",
		"network=rlft-8x2 traffic=HS40-4 buffer=72 queuing=dbbm hotspot-until=30", "network=bmin-4x3 traffic=HS25-1 buffer=48 routing=self",
		"network=rlft-4x3 traffic=HS25-1 buffer=48 routing=afi queuing=vftree", "network=rlft-8x2 traffic=UT buffer=24 routing=adaptive voq=true",
		"network=rlft-4x3 traffic=HS25-1 buffer=96 delay=1000 queuing=flow2sl", "network=rlft-8x3 traffic=HS25-1 buffer=48 hotspot-until=15",
		"network=rlft-8x2 traffic=HS25-1 buffer=48 routing=afi voq=true", "network=torus-4x4 traffic=UT buffer=48 routing=dor voq=true",
	} {
		if testing.Short() && i > 2 {
			break
		}
		looksAgree(t, text, 300)
	}
}

func TestRandomLooks(t *testing.T) {
	r := rand.New(rand.NewPCG(2019, 8))
	n := 60
	if testing.Short() {
		n = 8
	}
	for range n {
		text := draw(r)
		if _, err := build(text); err == nil {
			looksAgree(t, text, 150)
		}
	}
}

func looksAgree(t *testing.T, text string, times int64) {
	t.Helper()
	s, err := build(text)
	if err != nil {
		t.Fatal(err)
	}
	if d := looksAlike(s, times*engine.PacketTime(s)); d != "" {
		t.Errorf("%s: %s", text, d)
	}
}

// looksAlike runs a scenario and compares what the engine's observer tells with what the model does; it returns the first difference.
func looksAlike(s scenario.Scenario, until int64) string {
	e, err := engine.Open(s)
	if err != nil {
		return err.Error()
	}
	e.Advance(until, engine.NoLimit)
	looks := e.Course().Points() // their times are the tracker's own
	if e, err = engine.Open(s); err != nil {
		return err.Error()
	}
	m, err := New(s)
	if err != nil {
		return err.Error()
	}
	trees, grown := NewTrees(m), map[int]*growth{}
	r := rand.New(rand.NewPCG(1, 2))
	var all []uint32
	for sw := range m.net.Switches {
		all = append(all, uint32(sw))
	}
	var f observe.Frame
	for i, look := range looks {
		next := until
		if i+1 < len(looks) {
			next = looks[i+1].PS
		}
		for _, at := range []int64{look.PS, look.PS + r.Int64N(max(1, next-look.PS))} {
			e.Advance(at, engine.NoLimit)
			m.Advance(at)
			m.now = at
			if at == look.PS && trees.looks == i {
				trees.Look()
				trees.count(false)
				for _, k := range trees.known {
					if !k.alive {
						continue
					}
					if grown[k.ID] == nil {
						grown[k.ID] = &growth{step: e.LookPS()}
					}
					grown[k.ID].grow(k, at)
				}
				if d := trees.pointDiffers(look); d != "" {
					return fmt.Sprintf("look %d, %d ps: %s", i+1, at, d)
				}
			}
			e.Frame(&f, observe.Options{Detail: -1, Switches: all})
			if most, there := m.most(int(f.MostPort)); f.Most != 0 && (int(f.Most) != most || there != most) {
				return fmt.Sprintf("look %d, %d ps: %d packets are for %s, in the model %d, and %d for one output", i+1, at, f.Most, m.net.PortName(int(f.MostPort)), there, most)
			}
			for k, x := range f.Growth {
				g := grown[int(x.ID)]
				got, want := fmt.Sprint(x.FromPS, x.Ports[:x.N], x.Hosts[:x.N]), fmt.Sprint(g.from, g.ports, g.hosts)
				if got != want || x.ID != f.Trees[k].ID {
					return fmt.Sprintf("look %d, %d ps: tree %d has grown %s, in the model %s", i+1, at, x.ID, got, want)
				}
			}
			got, want := told(e, m, &f), trees.tell()
			for k := range max(len(got), len(want)) {
				if k >= len(got) || k >= len(want) || got[k] != want[k] {
					return fmt.Sprintf("look %d, %d ps:\n  %s\nin the model\n  %s", i+1, at, strings.Join(got[min(k, len(got)):min(k+1, len(got))], ""), strings.Join(want[min(k, len(want)):min(k+1, len(want))], ""))
				}
			}
		}
	}
	return ""
}

const (
	treeWords = "tree %d, slot %d: root %s, depth %d, %d ports, %d packets, %d victims, %d hosts, born %d"
	hostWords = "host %d: tree %d"
	portWords = "%s: low-order %d, high-order %d, full %v"
	slotWords = "%s VC %d place %d: %d→%d for %d.%d, waits %d, idle %v, class %d tree %d"
)

// told is what a frame tells, line by line.
func told(e *engine.Sim, m *Model, f *observe.Frame) (list []string) {
	for _, x := range f.Trees {
		list = append(list, fmt.Sprintf(treeWords, x.ID, x.Slot, m.net.PortName(int(x.Root)), x.Depth, x.Ports, x.Packets, x.Victims, x.Hosts, x.BirthPS))
	}
	for h, x := range f.Hosts {
		list = append(list, fmt.Sprintf(hostWords, h, x.Tree))
	}
	for p := range m.net.SwitchPorts() {
		if m.ports[p].peer >= 0 {
			low, high := e.Course().HoL(p)
			list = append(list, fmt.Sprintf(portWords, m.net.PortName(p), low, high, f.Ports[p].Flags&observe.Full != 0))
		}
	}
	for _, x := range f.Slots {
		list = append(list, fmt.Sprintf(slotWords, m.net.PortName(int(x.Port)), x.VC, x.Place, x.Src, x.Dst, x.Out, x.Next, x.Wait, x.Flags&observe.Idle != 0, x.Class&observe.ClassMask>>6, x.Class&observe.SlotMask))
	}
	return list
}

// tell is what the model tells of the same.
func (t *Trees) tell() (list []string) {
	m := t.m
	for _, x := range t.Alive() {
		list = append(list, fmt.Sprintf(treeWords, x.ID, x.Slot, m.net.PortName(x.Root), x.Depth, x.Ports, x.Packets, x.Victims, x.Hosts, x.Birth))
	}
	waits := t.roots(false)
	for h := range m.hosts {
		slot := 0
		if k := t.blocks(h, waits); k != nil {
			slot = k.Slot
		}
		list = append(list, fmt.Sprintf(hostWords, h, slot))
	}
	var slots []string
	for p := range m.net.SwitchPorts() {
		if m.ports[p].peer < 0 {
			continue
		}
		lows, highs, full := 0, 0, false
		for vc := range m.vcs {
			c := channel{p, vc}
			full = full || m.full(c)
			sw, _ := m.net.SwitchOf(p)
			for i, x := range m.held(c) {
				is, low := m.blocked(c, x, waits)
				if is && low {
					lows++
				} else if is {
					highs++
				}
				class := t.classOf(sw*m.net.Radix+x.out, x, t.treeOf(c, waits))
				slots = append(slots, fmt.Sprintf(slotWords, m.net.PortName(p), vc, i, x.src, x.dst, x.out, x.outVC, m.waitOf(c, x), is, class&observe.ClassMask>>6, class&observe.SlotMask))
			}
		}
		list = append(list, fmt.Sprintf(portWords, m.net.PortName(p), lows, highs, full))
	}
	return append(list, slots...)
}

// pointDiffers compares what a look has found (observe.Point) with the trees of now.
func (t *Trees) pointDiffers(p observe.Point) string {
	ports, hosts, packets := 0, 0, 0
	alive := t.Alive()
	for _, k := range alive {
		ports, hosts, packets = ports+k.Ports, hosts+k.Hosts, packets+k.Packets+k.Victims
	}
	share := float32(0)
	if n := int(t.m.totals.Injected - t.m.totals.Delivered); n > 0 {
		share = float32(float64(packets) / float64(n))
	}
	got := fmt.Sprintf("%d trees, %d ports, %d hosts, %.5f of all packets", p.Trees, p.Ports, p.Hosts, p.Trapped)
	if want := fmt.Sprintf("%d trees, %d ports, %d hosts, %.5f of all packets", len(alive), ports, hosts, share); got != want {
		return got + ", in the model " + want
	}
	return ""
}

// most returns the packets that wait for the output for which most do, and those that wait for one (observe.Strain).
func (m *Model) most(one int) (most, there int) {
	for p := range m.net.SwitchPorts() {
		sw, out := m.net.SwitchOf(p)
		n := 0
		for vc := range m.vcs {
			n += m.crowd(sw, out, vc)
		}
		most = max(most, n)
		if p == one {
			there = n
		}
	}
	return most, there
}
