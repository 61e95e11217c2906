package render

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// An internal notification of FBICM is a pulse from the output that tells to the input that is told, for a packet time.
func TestInternalNotificationsAreDrawn(t *testing.T) {
	sim := simulate(t, "preset=fbicm-fat-tree")
	n := sim.Network()
	var f observe.Frame
	var told observe.LineState
	for ns := int64(60_000); ns < 90_000 && told.Fresh == 0; ns += 50 {
		sim.Advance(ns*engine.Nanosecond, engine.NoLimit)
		sim.Frame(&f, observe.Options{Detail: -1})
		for _, l := range f.Lines {
			if l.Fresh > 0 && (l.Next == observe.NoLine || l.Flags&observe.LineCopy != 0) {
				t.Fatalf("nothing has told %+v", l)
			}
			if l.Fresh > 100 && l.Fresh < 150 && int(l.Port) < n.SwitchPorts() {
				told = l
			}
		}
	}
	if told.Fresh == 0 {
		t.Fatal("no internal notification in 30 µs of a congestion tree that grows")
	}
	s := NewScene(n)
	s.Resize(1440, 900, 1, panel)
	cx, cy := s.freeCentre()
	s.PanBy(cx-float64(s.x(s.lay.px[told.Port])), cy-float64(s.y(s.lay.py[told.Port])))
	s.ZoomAt(cx, cy, 15)
	sim.Frame(&f, observe.Options{Detail: -1, Switches: s.WantSwitches(), At: observe.NoPort})
	count := func() int {
		s.SetFrame(&f)
		s.picture()
		return s.lit
	}
	with := count()
	for i := range f.Lines {
		f.Lines[i].Fresh = 0
	}
	if without := count(); with <= without {
		t.Errorf("%d marks with the notification, %d without", with, without)
	}
	// A packet time later it is over.
	sim.Advance(sim.Now()+f.PacketPS, engine.NoLimit)
	sim.Frame(&f, observe.Options{Detail: -1})
	for _, l := range f.Lines {
		if l.Port == told.Port && l.VC == told.VC && l.Line == told.Line && l.Fresh > 0 && l.Fresh <= told.Fresh {
			t.Errorf("still shown: %+v", l)
		}
	}
}
