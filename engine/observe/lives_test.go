package observe_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Every tree that a frame shows has a life, from its birth to its death and no further; its branches are the buffers of that tree when it
// was largest. The run is the same, and so are the lives in a copy of it.
func TestLives(t *testing.T) {
	const end = 300 * engine.Microsecond
	for _, c := range []struct {
		set    []string
		shared bool // several trees may be in a buffer
	}{
		{[]string{"network", "rlft-8x3", "traffic", "HS25-1", "hotspot-from", "20", "hotspot-until", "120"}, false},
		{[]string{"network", "rlft-8x3", "traffic", "HS25-1", "hotspot-until", "100", "queuing", "vftree", "voq", "true"}, true},
		{[]string{"network", "rlft-8x3", "traffic", "HS25-4", "queuing", "fbicm"}, true},
		{[]string{"network", "rlft-4x3", "traffic", "HS25-1", "queuing", "voqnet"}, true},
	} {
		m, plain := open(t, c.set...), open(t, c.set...)
		m.Course().FollowLives()
		var copied *engine.Sim
		var f observe.Frame
		seen := map[uint32]int64{} // by ID: when last
		for at := int64(0); at < end; {
			at = min(at+m.LookPS()/2, end)
			m.Advance(at, engine.NoLimit)
			m.Frame(&f, observe.Options{Detail: -1})
			lives := m.Course().Lives()
			if int(m.Born()) != len(lives) {
				t.Fatalf("%v: %d trees were born, %d have lives", c.set, m.Born(), len(lives))
			}
			for _, x := range f.Trees {
				seen[x.ID] = f.TimePS
				if l := lives[x.ID-1]; l.ID != x.ID || l.BirthPS != x.BirthPS || l.Root != x.Root || l.DeathPS >= 0 {
					t.Errorf("%v at %d: tree %+v has the life %+v", c.set, f.TimePS, x, l)
				}
			}
			if copied == nil && at > end/3 {
				copied = m.Clone()
			}
		}
		copied.Advance(end, engine.NoLimit)
		lives := m.Course().Lives()
		if !reflect.DeepEqual(lives, copied.Course().Lives()) {
			t.Errorf("%v: a copy has other lives", c.set)
		}
		if plain.Advance(end, engine.NoLimit); plain.Checksum() != m.Checksum() || plain.Course().Lives() != nil {
			t.Errorf("%v: the run is another one, or keeps lives that nobody asked for", c.set)
		}
		dead, largest, small := 0, 0, 0
		for i, l := range lives {
			if l.DeathPS >= 0 {
				dead++
				if l.DeathPS <= l.BirthPS || seen[l.ID] >= l.DeathPS || l.DeathPS-max(seen[l.ID], l.BirthPS) > 16*m.LookPS() {
					t.Errorf("%v: last seen at %d: %+v", c.set, seen[l.ID], l)
				}
			}
			if l.LargestPS < l.BirthPS || l.DeathPS >= 0 && l.LargestPS >= l.DeathPS || l.Depth < 1 || len(portsOf(l)) != int(l.Ports) || len(slices.Compact(slices.Clone(l.Branches))) != len(l.Branches) {
				t.Errorf("%v: %+v", c.set, l)
			}
			if l.LargestPS == l.BirthPS { // which are looks
				small++
			}
			if l.Ports > lives[largest].Ports {
				largest = i
			}
		}
		if len(lives) < 2 || dead == 0 || small == 0 {
			t.Errorf("%v: %d lives, %d ended, %d never larger than at birth", c.set, len(lives), dead, small)
			continue
		}
		l, again := lives[largest], open(t, c.set...)
		again.Advance(l.LargestPS, engine.NoLimit)
		again.Frame(&f, observe.Options{Detail: -1})
		for _, x := range f.Trees {
			if x.ID != l.ID {
				continue
			}
			if x.Ports != l.Ports || x.Depth > l.Depth || x.Hosts > l.Hosts {
				t.Errorf("%v: the largest is %+v in the frame, %+v", c.set, x, l)
			}
			var drawn []uint32
			for p, s := range f.Ports {
				if uint32(s.Tree) == x.Slot {
					drawn = append(drawn, uint32(p))
				}
			}
			if !c.shared && !slices.Equal(drawn, portsOf(l)) {
				t.Errorf("%v: branches at %v are drawn, %v kept", c.set, drawn, portsOf(l))
			}
		}
	}
}

// portsOf are the input buffers of a tree when it was largest.
func portsOf(l observe.Life) (ports []uint32) {
	for _, b := range l.Branches {
		ports = append(ports, b.Port)
	}
	return slices.Compact(ports)
}
