package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

const ringOfEight = "network=torus-8x8 routing=dor dateline=false traffic=UT load=0.9 buffer=16"

// What can deadlock is refused, with the ring, or runs: then the watchdog finds the deadlock at one simulated time, however
// the run was advanced and observed, and tells it in frames, in words and on the course.
func TestWatchdog(t *testing.T) {
	s := scenarioOf(t, ringOfEight)
	if err := Check(s); err == nil || !strings.Contains(err.Error(), "ring of 8 buffers") || !strings.Contains(err.Error(), "deadlock=watch") {
		t.Errorf("without a watchdog: %v", err)
	}
	const end = 40 * Microsecond
	open := func() *Sim {
		m, err := Open(s.Must("deadlock", "watch"))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := open()
	m.Advance(end, NoLimit)
	ring, at := m.Deadlocked()
	if len(ring) != 8 || at <= 0 || at%(watchPackets*m.PacketPS()) != 0 || !slices.Equal(ring, m.Deadlock()) || strings.Count(m.DeadlockWords(), "→") != 8 {
		t.Fatalf("%d ps: %v, %v", at, ring, m.Deadlock())
	}
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	if f.DeadlockPS != at || len(f.Ring) != 16 || int(f.Ring[2]) != ring[1].Port {
		t.Errorf("the frame has %d, %v", f.DeadlockPS, f.Ring)
	}
	marks := m.Course().Marks()
	if i := slices.IndexFunc(marks, func(x observe.Mark) bool { return x.Kind == observe.Deadlocked }); i < 0 || marks[i].PS != at || marks[i].Ports != 8 {
		t.Errorf("marks: %+v", marks)
	}
	then := open()
	then.Advance(at, NoLimit)
	then.Frame(&f, observe.Options{Detail: -1})
	if i := slices.IndexFunc(marks, func(x observe.Mark) bool { return x.Kind == observe.Deadlocked }); len(f.Trees) == 0 || int(marks[i].Trees) != len(f.Trees) {
		t.Errorf("there are %d trees: %+v", len(f.Trees), marks[i])
	}
	for name, run := range map[string]func(*Sim) *Sim{
		"in slices":     func(m *Sim) *Sim { return slices1000(m, end) },
		"without trees": func(m *Sim) *Sim { m.TrackTrees(false); m.Advance(end, NoLimit); return m },
		"by event": func(m *Sim) *Sim {
			m.Advance(end-2*Microsecond, NoLimit)
			for m.StepEvent(end) {
			}
			return m
		},
		"as a copy": func(m *Sim) *Sim {
			m.Advance(end/2, NoLimit)
			c := m.Clone()
			m.Advance(2*end, NoLimit)
			c.Advance(end, NoLimit)
			return c
		},
	} {
		n := run(open())
		if r, x := n.Deadlocked(); x != at || !slices.Equal(r, ring) || n.Checksum() != m.Checksum() {
			t.Errorf("%s: found at %d ps, not %d; checksum %x, not %x", name, x, at, n.Checksum(), m.Checksum())
		}
	}
	m = open()
	m.Advance(at-1, NoLimit)
	if r, _ := m.Deadlocked(); r != nil {
		t.Error("it was found before it was looked for")
	}
	m = opened(t, "network=torus-8x8 routing=dor deadlock=watch traffic=UT load=0.9 buffer=16")
	m.Advance(4*end, NoLimit)
	if r, _ := m.Deadlocked(); r != nil {
		t.Errorf("with dateline VCs: %v", r)
	}
}

func slices1000(m *Sim, end int64) *Sim {
	for !m.Advance(end, 1000) {
	}
	return m
}
