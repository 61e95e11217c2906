package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// FuzzDecode reads damaged frames and courses: each is refused, or is one that is written as it was read but for what fills records up.
func FuzzDecode(f *testing.F) {
	m := open(f, "network", "rlft-4x2", "traffic", "HS25-1")
	m.Advance(30*engine.Microsecond, engine.NoLimit)
	var frame observe.Frame
	m.Frame(&frame, observe.Options{Dots: 5, Detail: 1, Checksum: true, Pin: observe.Pin{Kind: observe.PinHost, A: 1}})
	f.Add(frame.Append(nil))
	f.Add(m.Course().Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var g, again observe.Frame
		if g.Decode(data) == nil {
			if text := g.Append(nil); len(text) != len(data) || again.Decode(text) != nil {
				t.Errorf("a frame of %d bytes is written as one of %d", len(data), len(text))
			}
		}
		if points, marks, err := observe.DecodeCourse(data, nil, nil); err == nil && len(points)+len(marks) > len(data) {
			t.Errorf("%d points and %d marks in %d bytes", len(points), len(marks), len(data))
		}
	})
}
