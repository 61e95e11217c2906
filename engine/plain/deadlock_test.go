package plain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// Deadlocks: when they are found, of which ring, and all that is told of trees and marks before and after.
func TestDeadlocks(t *testing.T) {
	texts := []string{
		// Defects that there were: where buffers wait for each other in a ring, some of them had no root, by the ports' numbers, and what led to it
		// was deeper than all of it.
		"packet=64 network=torus-6x1 queuing=vftree voq=true vcs=3 half-ring=first load=0.9 generation=constant bandwidth=8 delay=6 seed=54926 buffer=0.5625",
	}
	texts = append(texts, drawn(rand.New(rand.NewPCG(1987, 5)), few(14), drawRings)...)
	found := 0
	for _, text := range texts {
		s, err := build(ringWords + text)
		if err != nil {
			continue
		}
		if d := looksAlike(s, 200*engine.PacketTime(s)); d != "" {
			t.Errorf("%s: %s", text, d)
		}
		e, _ := engine.Open(s)
		e.StopAtDeadlock()
		e.Advance(200*e.PacketPS(), engine.NoLimit)
		if ring, at := e.Deadlocked(); ring != nil {
			if found++; e.Now() != at {
				t.Errorf("%s: a deadlock was found at %d ps, and the run has ended at %d", text, at, e.Now())
			}
		}
	}
	t.Log(found, "deadlocks")
	if found < (len(texts)-1)/5 {
		t.Errorf("only %d deadlocks", found)
	}
}

// Those where queues are set aside, most of which Stops close.
func TestDeadlocksAside(t *testing.T) {
	texts := []string{
		// A defect that there was: that one ring came and went hid that another had stood.
		"packet=64 network=torus-3x6 queuing=recn-iq generation=constant half-ring=first load=0.7 source-queue=2 crossbar=multiplexed cfqs=1 cfq-detect=2 cfq-stop=3 cfq-go=2 bandwidth=8 delay=256 seed=69048 buffer=0.3125",
		// None: a full ring in which a packet may still come to the head of a queue.
		"packet=64 network=torus-8x1 queuing=recn-iq generation=constant half-ring=first load=1 source-queue=1 crossbar=multiplexed cfqs=8 cfq-detect=4 cfq-stop=3 cfq-go=2 bandwidth=8 delay=1000 seed=45424 buffer=0.3125",
		// And one without credits, on the links of which there are packets.
		"packet=64 network=torus-6x1 queuing=fbicm admittance=by-destination half-ring=first load=1.2 source-queue=1 crossbar=multiplexed cfqs=1 cfq-detect=1 cfq-stop=2 cfq-go=1 bandwidth=8 delay=64 seed=83272 buffer=0.1250",
	}
	texts = append(texts, drawn(rand.New(rand.NewPCG(1987, 15)), few(40), func(r *rand.Rand) string {
		one := func(of ...string) string { return of[r.IntN(len(of))] }
		text, _, _ := strings.Cut(drawRings(r), "congestion-control")
		return strings.Join([]string{text, "network=" + one("torus-6x1", "torus-7x1", "torus-8x1", "torus-9x1"),
			"queuing=" + one("fbicm", "recn-iq"), "traffic=UT half-ring=first load=" + one("1", "1.2", "0.7"),
			"cfqs=" + one("1", "1", "2", "3", "8"), "cfq-detect=" + one("1", "2", "3", "4", "4", "20"),
			one("cfq-stop=1 cfq-go=0", "cfq-stop=2 cfq-go=0", "cfq-stop=2 cfq-go=1", "cfq-stop=3 cfq-go=2"),
			fmt.Sprintf("buffer=%.4f", float64(2+r.IntN(4))*64/1024)}, " ")
	})...)
	found := 0
	for i, text := range texts {
		s, err := build(ringWords + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if i%8 == 0 {
			if d := looksAlike(s, 300*engine.PacketTime(s)); d != "" {
				t.Errorf("%s: %s", text, d)
			}
		}
		ring, d := watchAlike(s, 1000)
		if ring {
			found++
		}
		if d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
	t.Log(found, "deadlocks")
	if found < len(texts)/5 {
		t.Errorf("only %d deadlocks", found)
	}
}

const ringWords = "deadlock=watch dateline=false routing=dor traffic=UT "

// drawRings makes a random scenario of a network that can deadlock, in words.
func drawRings(r *rand.Rand) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	queuing, vcs := one("1q", "1q", "dbbm", "vftree", "voqsw"), 2+r.IntN(2)
	text := strings.Join([]string{
		"network=" + one("torus-4x4", "torus-3x5", "torus-4x3", "torus-5x5", "torus-7x1", "torus-6x1"),
		"queuing=" + queuing, "voq=" + one("false", "true"), fmt.Sprint("vcs=", vcs),
		"traffic=" + one("UT", "UT", "UT", "HS25-1", "HS40-4", "HS50-2"),
		"generation=" + one("constant", "poisson"), "half-ring=" + one("balanced", "first", "first"),
		"load=" + one("1", "1", "0.9", "0.5"), "source-queue=" + one("1", "2", "16", "64"),
		"arbiter=" + one("islip", "islip", "oldest-first", "oldest-injected"), "crossbar=" + one("demultiplexed", "multiplexed"),
		"admittance=" + one("fifo", "fifo", "by-destination"),
		"packet=64", "bandwidth=" + one("8", "8", "7.3"), "delay=" + one("6", "6", "0", "1", "64", "256"),
		fmt.Sprint("seed=", r.IntN(100000)),
	}, " ")
	if queuing == "1q" || queuing == "voqsw" {
		vcs = 1
	}
	text += fmt.Sprintf(" buffer=%.4f", float64((1+r.IntN(4))*64*vcs)/1024)
	if r.IntN(4) == 0 { // notifications can wait for each other, too
		text += " congestion-control=iba-cc admittance=fifo cc-victims=true cn-vl=" + one("own", "data") + " cn-packet=" + one("64", "16", "1024")
	}
	return text
}

// watchAlike compares deadlocks alone, and says whether there is one.
func watchAlike(s scenario.Scenario, times int64) (found bool, difference string) {
	e, m, err := both(s)
	if err != nil {
		return false, err.Error()
	}
	e.TrackTrees(false)
	dogs := newWatch(newMarks(NewTrees(m)), s)
	var f observe.Frame
	for dogs.next <= times*m.packetPS && dogs.ring == nil {
		e.Advance(dogs.next, engine.NoLimit)
		m.AdvanceTo(dogs.next)
		dogs.look()
		e.Frame(&f, observe.Options{Detail: -1})
		if d := dogs.differs(e, &f); d != "" {
			return false, fmt.Sprintf("%d ps: %s", m.now, d)
		}
	}
	return dogs.ring != nil, dogs.later()
}

// differs compares what is told of a deadlock.
func (w *Watch) differs(e *engine.Sim, f *observe.Frame) string {
	ring, at := e.Deadlocked()
	told := w.m.ringInWords(f.Ring)
	var list []uint32
	for _, c := range ring {
		list = append(list, uint32(c.Port), uint32(c.VC))
	}
	if len(ring) > 0 && at != f.DeadlockPS || !slices.Equal(list, f.Ring) {
		return fmt.Sprintf("a frame has the ring %s at %d ps, the watchdog %s at %d ps", told, f.DeadlockPS, w.m.ringInWords(list), at)
	}
	list = nil
	for _, c := range w.ring {
		list = append(list, uint32(w.m.ports[c.port].peer), uint32(c.vc))
	}
	if want := w.m.ringInWords(list); told != want || f.DeadlockPS != w.at {
		return fmt.Sprintf("deadlock at %d ps: %s\nin the model at %d ps: %s", f.DeadlockPS, told, w.at, want)
	}
	return ""
}

func (m *Model) ringInWords(ring []uint32) (s string) {
	for i := 0; i+1 < len(ring); i += 2 {
		s += fmt.Sprintf("%s VC %d, ", m.net.PortName(int(ring[i])), ring[i+1])
	}
	return s
}

// later looks, much later, whether what was found to wait in a ring does so still.
func (w *Watch) later() string {
	w.m.AdvanceTo(w.m.now + 100*w.m.packetPS)
	for _, p := range w.first {
		if !slices.ContainsFunc(w.ring, func(c channel) bool { return slices.Contains(w.m.held(c), p) }) {
			return fmt.Sprintf("a packet %d→%d waited in the ring that was found at %d ps, and has left it", p.src, p.dst, w.at)
		}
	}
	return ""
}
