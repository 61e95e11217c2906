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

// Congestion trees, HoL blocking, marks, what each packet in a buffer is told to wait for and to be, packets on links, ports and hosts: at the
// tracker's looks, and at an instant between each two.
func TestLooks(t *testing.T) {
	for _, text := range []string{
		"network=rlft-8x2 traffic=HS25-1 buffer=48", "network=torus-4x4 traffic=UT buffer=48 routing=dor",
		"network=rlft-4x3 traffic=HS40-2 buffer=48 generation=constant", "network=rlft-4x3 traffic=HS40-2 buffer=48 generation=constant voq=true",
		"network=rlft-8x2 traffic=HS40-4 buffer=72 queuing=dbbm hotspot-until=30", "network=bmin-4x3 traffic=HS25-1 buffer=48 routing=self",
		"network=rlft-4x3 traffic=HS25-1 buffer=48 routing=afi queuing=vftree", "network=rlft-8x2 traffic=UT buffer=24 routing=adaptive voq=true",
		"network=rlft-4x3 traffic=HS25-1 buffer=96 delay=1000 queuing=flow2sl", "network=rlft-8x3 traffic=HS25-1 buffer=48 hotspot-until=15",
		"network=rlft-8x2 traffic=HS25-1 buffer=48 routing=afi voq=true", "network=torus-4x4 traffic=UT buffer=48 routing=dor voq=true",
		// Hosts with a CCTI of ccti-min are not throttled; packets on further paths are off the deterministic way; in BMINs there are such, too.
		"network=rlft-4x3 traffic=HS25-1 buffer=48 congestion-control=iba-cc ccti-min=2 ccti-timer=3", "network=torus-4x4 traffic=UT buffer=48 routing=dor congestion-control=drb",
		"network=bmin-4x3 traffic=HS25-1 buffer=48 routing=oblivious",
		// A way round a torus that comes to the root's port twice, in both lanes of the dateline.
		"network=torus-7x1 traffic=HS25-1 hotspot-others=anywhere hotspot-until=6 load=0.9 source-queue=2 seed=262 crossbar=multiplexed bandwidth=40 delay=0 packet=2048 buffer=12.0049 routing=dor",
	} {
		looksAgree(t, text, 200)
	}
}

func TestRandomLooks(t *testing.T) {
	r := rand.New(rand.NewPCG(2019, 8))
	for i := range few(32) {
		text := []func(*rand.Rand) string{draw, drawControlled, drawChanged}[i%3](r)
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
	looks, e, m, err := fromLooks(s, until)
	if err != nil {
		return err.Error()
	}
	e.CountHoL()
	e.CountLinks()
	trees, grown := NewTrees(m), map[int]*growth{}
	marks, hol := newMarks(trees), newScan(trees)
	dogs := newWatch(marks, s)
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
		times := []int64{look.PS, look.PS + r.Int64N(max(1, next-look.PS))}
		for at := dogs.next; at > 0 && at < next; at += watchPackets * m.packetPS {
			times = append(times, at)
		}
		slices.Sort(times)
		for _, at := range times {
			e.Advance(at, engine.NoLimit)
			m.AdvanceTo(at)
			fail := func(d string) string { return fmt.Sprintf("look %d, %d ps: %s", i+1, at, d) }
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
				marks.look()
				hol.look()
				if low, high := hol.shares(); look.Low != low || look.High != high {
					return fail(fmt.Sprintf("HoL blocking %.5f and %.5f, in the model %.5f and %.5f", look.Low, look.High, low, high))
				}
				if d := trees.pointDiffers(look); d != "" {
					return fail(d)
				}
			}
			dogs.look()
			if d := firstDifference(marksInWords(m, e.Course().Marks()), marksInWords(m, marks.list)); d != "" {
				return fail(d)
			}
			e.Frame(&f, observe.Options{Detail: -1, Switches: all, Dots: 1 << 20, HoL: true})
			if d := dogs.differs(e, &f); d != "" {
				return fail(d)
			}
			if most, there := m.most(int(f.MostPort)); f.Most != 0 && (int(f.Most) != most || there != most) {
				return fail(fmt.Sprintf("%d packets are for %s, in the model %d, and %d for one output", f.Most, m.net.PortName(int(f.MostPort)), there, most))
			}
			for k, x := range f.Growth {
				g := grown[int(x.ID)]
				got, want := fmt.Sprint(x.FromPS, x.Ports[:x.N], x.Hosts[:x.N]), fmt.Sprint(g.from, g.ports, g.hosts)
				if got != want || x.ID != f.Trees[k].ID {
					return fail(fmt.Sprintf("tree %d has grown %s, in the model %s", x.ID, got, want))
				}
			}
			if d := firstDifference(append(told(e, m, &f), face(m, &f)...), append(trees.tell(), trees.face(marks, hol)...)); d != "" {
				return fail(d)
			}
		}
	}
	return dogs.later()
}

const (
	treeWords = "tree %d, slot %d: root %s, depth %d, %d ports, %d packets, %d victims, %d hosts, born %d"
	hostWords = "host %d: tree %d"
	portWords = "%s: low-order %d, high-order %d, full %v"
	slotWords = "%s VC %d place %d: %d→%d for %d.%d, waits %d, flags %b, class %d tree %d, held %d, age %d, behind %s"
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
		list = append(list, fmt.Sprintf(slotWords, m.net.PortName(int(x.Port)), x.VC, x.Place, x.Src, x.Dst, x.Out, x.Next, x.Wait, x.Flags, x.Class&observe.ClassMask>>6, x.Class&observe.SlotMask, x.Held, x.Age, ahead(f, &x)))
	}
	return list
}

// ahead names the packet that one is told to stand behind.
func ahead(f *observe.Frame, x *observe.SlotState) string {
	if i := f.Ahead(x); i >= 0 {
		return fmt.Sprintf("%d→%d", f.Slots[i].Src, f.Slots[i].Dst)
	}
	return "none"
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
		full := false
		place := 0
		lows, highs := m.blockedAt(p, waits)
		for vc := range m.allVCs() {
			c := channel{p, vc}
			full = full || vc < m.vcs && m.full(c)
			if m.queuing != "voqnet" {
				place = 0
			}
			for _, x := range m.held(c) {
				slots = append(slots, t.slotInWords(c, place, x, waits))
				place++
			}
		}
		list = append(list, fmt.Sprintf(portWords, m.net.PortName(p), lows, highs, full))
	}
	return append(list, slots...)
}

// slotInWords tells of the packet at a place of a channel.
func (t *Trees) slotInWords(c channel, place int, x *packet, waits ends) string {
	m := t.m
	out, next := m.outputOf(c, x), m.nextVC(x)
	class, held := observe.Notice, t.heldUp(c, x, waits)
	if !x.note {
		class = t.classOf(out, x, t.treeAt(c, m.queueIn(c, x), waits))
	}
	behind := "none"
	if head := m.headOf(c, x); head != x {
		behind = fmt.Sprintf("%d→%d", head.src, head.dst)
	}
	flags := m.flagsOf(out, next, x)
	if is, _ := m.blocked(c, x, waits); is {
		flags |= observe.Idle
	}
	return fmt.Sprintf(slotWords, m.net.PortName(c.port), m.toldVC(c.vc), place, x.src, x.dst, x.out, m.toldVC(next), m.waitOf(c, x), flags, class&observe.ClassMask>>6, class&observe.SlotMask, held, m.ageOf(x), behind)
}

// pointDiffers compares what a look has found (observe.Point) with the trees of now.
func (t *Trees) pointDiffers(p observe.Point) string {
	ports, hosts, packets := 0, 0, 0
	alive := t.Alive()
	for _, k := range alive {
		ports, hosts = ports+k.Ports, hosts+k.Hosts
	}
	for _, k := range t.known {
		if k.alive { // and what is set aside for those of which no queue stands for a full buffer now
			packets += k.Packets + k.Victims
		}
	}
	share := float32(0)
	if n := t.m.inNetwork(); n > 0 {
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
		n := 0
		for in := p - p%m.net.Radix; in < p-p%m.net.Radix+m.net.Radix; in++ {
			for vc := range m.allVCs() {
				for _, x := range m.held(channel{in, vc}) {
					if m.outputOf(channel{in, vc}, x) == p {
						n++
					}
				}
			}
		}
		most = max(most, n)
		if p == one {
			there = n
		}
	}
	return most, there
}
