package engine

// The watchdog: looks for a deadlock at fixed simulated times. It reads only, and a run that nothing watches
// never stops for it.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

func init() {
	scenario.AddField(scenario.Field{Name: "deadlock", Label: "If it can deadlock", Group: "Routing", Kind: scenario.Choice, Default: "refuse", When: "network=torus-* and queuing!=voqnet", Rank: 27,
		Doc: "What to do with a network whose buffers can wait for each other in a ring, such as a torus without dateline VCs.",
		Options: []scenario.Option{
			{Name: "refuse", Label: "Refuse it", Rank: 1, Doc: "Name the ring that can deadlock, and do not run."},
			{Name: "watch", Label: "Run with a watchdog", Rank: 2, Doc: "Run until a ring of buffers waits for itself; then stop, name the ring and draw it."},
		}})
}

// watchPackets is the time between two looks of the watchdog, in packet times; stillLooks is how many looks at trees in
// a row nothing must have moved before it looks at a run that cannot deadlock; sureLooks is at how many of its looks in a row it must see a
// circle that a Stop closes.
const (
	watchPackets = 32
	stillLooks   = 16
	sureLooks    = 8
)

// watchdog is what it knows. The zero value watches nothing.
type watchdog struct {
	next  int64 // of its looks, ps; 0 = there are none
	still int   // looks at trees at which nothing had moved
	hops  uint64

	suspects []suspect // that the last look has found: see Sim.suspects

	at    int64 // when the deadlock was found, ps
	ring  []routing.Channel
	stops bool // a run ends there
}

func (w *watchdog) begin(s scenario.Scenario, packet int64) {
	if s.Get("deadlock") == "watch" && scenario.Lookup("deadlock").Active(s) {
		w.next = watchPackets * packet
	}
}

// Deadlocked returns the ring of channels that the watchdog has found to wait for each other for ever, as Deadlock names
// them, and when it found them (ps); nil while it has found none. Scenarios with deadlock=watch are looked at every 32
// packet times; others, which cannot deadlock, when nothing has moved for long, as far as trees are observed.
func (m *Sim) Deadlocked() (ring []routing.Channel, at int64) { return m.watch.ring, m.watch.at }

// StopAtDeadlock lets Advance and Play take the time at which a deadlock is found for the one they were to go to. Call it
// right after Open.
func (m *Sim) StopAtDeadlock() { m.watch.stops = true }

// over says whether a deadlock has ended the run.
func (m *Sim) over() bool { return m.watch.stops && m.watch.ring != nil }

// DeadlockWords names the ring of a deadlock, or is "" if there is none.
func (m *Sim) DeadlockWords() string { return routing.Words(m.fabric.Net, m.watch.ring) }

// halt returns where to stop on the way to a time, for looks at trees, for the watchdog and for the links.
func (m *Sim) halt(to int64) int64 {
	to = min(to, m.observer.NextLook())
	if m.turns != nil {
		to = min(to, m.nextTurn())
	}
	if m.tracker != nil {
		to = min(to, m.tracker.Next())
	}
	if w := &m.watch; w.next > 0 && w.ring == nil {
		to = min(to, w.next)
	}
	return to
}

// look does what is due at a time at which halt has stopped.
func (m *Sim) look(at int64) {
	w := &m.watch
	due := false
	if m.tracker != nil && at == m.tracker.Next() {
		m.tracker.Look()
		m.course.Look()
		m.observer.LookAtHoL()
		if st := &m.fabric.Stats; st.Hops != w.hops || st.Injected == st.Delivered {
			w.hops, w.still = st.Hops, 0
		} else if w.still++; w.still%stillLooks == 0 && w.next == 0 { // its own looks come sooner, and are the same without trees
			due = true
		}
	}
	if w.next > 0 && at == w.next {
		w.next += watchPackets * m.PacketPS()
		due = true
	}
	if !due || w.ring != nil {
		return
	}
	if w.ring = m.Deadlock(); w.ring == nil {
		w.ring = w.sure(m.suspects())
	}
	if w.ring != nil {
		w.at = at
		if m.course != nil {
			m.course.Deadlock(w.ring[0].Port, len(w.ring))
		}
	}
}

// A suspect is a circle that so many looks in a row have found.
type suspect struct {
	ring []routing.Channel
	seen int
}

// sure returns one of the circles that a look has found, once sureLooks in a row have found it; of several that of the lowest port.
func (w *watchdog) sure(rings [][]routing.Channel) (sure []routing.Channel) {
	var now []suspect
	for _, ring := range rings {
		x := suspect{ring, 1}
		for _, last := range w.suspects {
			if slices.Equal(last.ring, ring) {
				x.seen = last.seen + 1
				break
			}
		}
		if now = append(now, x); x.seen >= sureLooks && (sure == nil || ring[0].Port < sure[0].Port) {
			sure = ring
		}
	}
	w.suspects = now
	return sure
}

// tell puts a deadlock into a header.
func (m *Sim) tell(h *observe.Header) {
	if m.watch.ring != nil {
		h.DeadlockPS = m.watch.at
	}
}

// draw puts the ring into a frame.
func (m *Sim) draw(f *observe.Frame) {
	f.Ring = f.Ring[:0]
	for _, c := range m.watch.ring {
		f.Ring = append(f.Ring, uint32(c.Port), uint32(c.VC))
	}
}
