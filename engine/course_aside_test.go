package engine_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// The course tells how many queues are set aside, and how they are spread over the ports, as the lines of the CAMs
// in the frame have it; where no queue can be set aside it says so.
func TestCourseCountsSetAsideQueues(t *testing.T) {
	for _, c := range []struct {
		query string
		least int32 // queues there are at the end
	}{
		{"preset=fbicm-fat-tree", 10},
		{"preset=fbicm-fat-tree&queuing=recn-iq", 10},
		{"preset=hot-spot", observe.NotMeasured},
		{"preset=fbicm-64-voqnet", observe.NotMeasured},
	} {
		s, err := scenario.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.Advance(2*engine.Microsecond, engine.NoLimit)
		checked := 0
		for at := m.NextLook(); at <= 80*engine.Microsecond; at = m.NextLook() {
			m.Advance(at, engine.NoLimit)
			points := m.Course().Points()
			p := points[len(points)-1]
			if c.least == observe.NotMeasured {
				if p.Aside != observe.NotMeasured || p.AsidePorts != 0 || p.AsideMost != 0 {
					t.Fatalf("%s: %+v", c.query, p)
				}
				checked++
				continue
			}
			if p.PS != at {
				continue // not kept
			}
			checked++
			all, ports, most := lines(m)
			if int(p.Aside) != all || int(p.AsidePorts) != ports || int(p.AsideMost) != most {
				t.Fatalf("%s at %d ps: %+v; the frame has %d queues at %d ports, %d at most", c.query, at, p, all, ports, most)
			}
		}
		points := m.Course().Points()
		if last := points[len(points)-1]; checked < 5 || last.Aside < c.least || last.Aside > int32(last.AsidePorts*last.AsideMost) && c.least > 0 {
			t.Errorf("%s: %d looks compared, the last %+v", c.query, checked, last)
		}
	}
}

// The destinations of a CAM line come into the frame as the switch has them: in order, the first few and their number.
func TestFrameListsDestinations(t *testing.T) {
	s, err := scenario.ParseQuery("preset=fbicm-64-cfqs")
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	m.Advance(100*engine.Microsecond, engine.NoLimit)
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	several, following := 0, 0
	for _, l := range f.Lines {
		all := append([]uint32{l.Dst}, l.More[:]...)
		for i, d := range all[1:] {
			if told := i+1 < int(l.Dests); told && d <= all[i] || !told && d != 0 {
				t.Fatalf("%+v", l)
			}
		}
		if l.Dests > 1 {
			several++
		}
		if l.Next != observe.NoLine {
			following++
			if l.Flags&observe.LineCopy != 0 || l.Hops < 2 {
				t.Fatalf("follows another line: %+v", l)
			}
		}
	}
	if several == 0 || following == 0 {
		t.Errorf("of %d lines %d have several destinations, %d follow another", len(f.Lines), several, following)
	}
}

// lines counts the set-aside queues of switches in a frame.
func lines(m *engine.Sim) (all, ports, most int) {
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	at := map[uint32]int{}
	for _, l := range f.Lines {
		if l.Flags&observe.LineCopy == 0 && int(l.Port) < m.Network().SwitchPorts() {
			at[l.Port]++
			all++
			most = max(most, at[l.Port])
		}
	}
	return all, len(at), most
}
