package observe_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// incasts is a program of which fifteen tasks send to one, again and again, with pauses.
func incasts(t *testing.T) string {
	var b strings.Builder
	b.WriteString("VEF3 16 75 0 0 0 TRUE\n")
	for i, us := range []int{0, 300, 1000, 1201, 2500} {
		for task := 1; task < 16; task++ {
			fmt.Fprintf(&b, "%d %d 0 150000 0 %d -1\n", 15*i+task-1, task, 1000*us+task)
		}
	}
	trace, err := vef.Read(strings.NewReader(b.String()), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return vef.Keep(trace)
}

// Looks at a network in which nothing has moved since the last one are short, and find what long ones do: trees end in
// their time, points and marks are the same, and frames between looks do not disturb them.
func TestLooksAtRest(t *testing.T) {
	defer observe.NeverRest(false)
	for _, set := range [][]string{{}, {"routing", "adaptive", "voq", "true", "queuing", "dbbm"}, {"queuing", "voqnet"}, {"queuing", "fbicm"}, {"routing", "afi", "queuing", "vftree"}} {
		type found struct {
			points []observe.Point
			marks  []observe.Mark
			born   uint32
			sum    uint64
			header observe.Header
		}
		run := func(never, frames bool) (got found) {
			observe.NeverRest(never)
			m := open(t, append([]string{"network", "rlft-4x3", "traffic", incasts(t), "buffer", "64"}, set...)...)
			var f observe.Frame
			for step := int64(1); !m.Play(step*7_000*engine.Nanosecond, engine.NoLimit) || m.Now() == step*7_000*engine.Nanosecond; step++ {
				if frames && step%3 == 0 {
					m.Frame(&f, observe.Options{Detail: -1})
				}
				if step%40 == 0 {
					m = m.Clone()
				}
			}
			m.Frame(&f, observe.Options{Detail: -1})
			if done, ok := m.Execution(); !ok || done.FinishPS < 0 {
				t.Fatalf("%q: has not ended: %+v", set, done)
			}
			return found{m.Course().Points(), m.Course().Marks(), m.Born(), m.Checksum(), f.Header}
		}
		want := run(true, false)
		if len(set) == 0 && want.born == 0 {
			t.Fatal("there are no trees to look at")
		}
		for _, frames := range []bool{false, true} {
			if got := run(false, frames); !reflect.DeepEqual(got, want) {
				t.Errorf("%q, with frames: %v: %d points, %d marks, %d trees; want %d, %d, %d", set, frames, len(got.points), len(got.marks), got.born, len(want.points), len(want.marks), want.born)
			}
		}
	}
}

// So they do where hosts seldom send, all the time: what they generate between looks counts as it does in long ones.
func TestLooksAtRestBetweenPackets(t *testing.T) {
	defer observe.NeverRest(false)
	for _, set := range [][]string{{"load", "0.01"}, {"load", "0.002", "generation", "constant", "queuing", "vftree"}, {"load", "0.05", "traffic", "HS25-1", "hotspot-from", "40", "hotspot-until", "60"}, {"load", "0.01", "admittance", "by-destination"}} {
		run := func(never bool) (points []observe.Point, marks []observe.Mark, h observe.Header) {
			observe.NeverRest(never)
			m := open(t, append([]string{"network", "rlft-4x3", "traffic", "UT", "warmup", "20"}, set...)...)
			var f observe.Frame
			for step := int64(1); step <= 40; step++ {
				m.Advance(step*5_000*engine.Nanosecond, engine.NoLimit)
				if step%7 == 0 {
					m = m.Clone()
				}
			}
			m.Frame(&f, observe.Options{Detail: -1})
			return m.Course().Points(), m.Course().Marks(), f.Header
		}
		points, marks, h := run(true)
		if p, m, g := run(false); !reflect.DeepEqual(p, points) || !reflect.DeepEqual(m, marks) || g != h || h.Delivered == 0 {
			t.Errorf("%q: %d points, %d marks, %+v; want %d, %d, %+v", set, len(p), len(m), g, len(points), len(marks), h)
		}
	}
}
