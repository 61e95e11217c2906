package render

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine/topology"
)

// A viewpoint shows the same part of the network on every size, also one known only later, until somebody moves.
func TestViewpointOutlivesSizes(t *testing.T) {
	net, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	s := NewScene(net)
	if _, whole := s.Viewpoint(); !whole {
		t.Error("a new scene does not show the whole network")
	}
	want := Viewpoint{.25, .7, 3}
	s.SetViewpoint(want)
	for _, w := range []float64{1440, 900, 640, 1440} {
		s.Resize(w, w*.6, 1, Insets{Right: 100})
		sees(t, s, want)
		fit := s.fitView()
		x, y := s.freeCentre()
		if gx, gy := (x-s.cam.now.x)/s.cam.now.z/float64(s.lay.w), (y-s.cam.now.y)/s.cam.now.z/float64(s.lay.h); math.Abs(gx-.25) > 1e-9 || math.Abs(gy-.7) > 1e-9 || math.Abs(s.cam.now.z/fit.z-3) > 1e-9 {
			t.Errorf("at width %v the camera is at %v, %v, zoom %v", w, gx, gy, s.cam.now.z/fit.z)
		}
	}
	s.ZoomAt(720, 400, 2)
	moved, whole := s.Viewpoint()
	if whole || math.Abs(moved.Zoom-6) > 1e-9 {
		t.Errorf("after zooming it is %+v, %v", moved, whole)
	}
	other := NewScene(net)
	other.Resize(1440, 864, 1, Insets{Right: 100})
	other.SetViewpoint(moved)
	sees(t, other, moved)
	for _, bad := range []Viewpoint{{math.NaN(), .5, 1}, {.5, 9, 1}, {.5, .5, 0}, {.5, .5, -1}, {.5, .5, math.Inf(1)}} {
		other.SetViewpoint(bad)
		sees(t, other, moved)
	}
	other.Fit()
	if _, whole := other.Viewpoint(); !whole {
		t.Error("Fit leaves a viewpoint")
	}
}

func sees(t *testing.T, s *Scene, want Viewpoint) {
	t.Helper()
	if v, whole := s.Viewpoint(); whole || math.Abs(v.X-want.X) > 1e-9 || math.Abs(v.Y-want.Y) > 1e-9 || math.Abs(v.Zoom-want.Zoom) > 1e-9 {
		t.Errorf("viewpoint %+v (whole: %v), want %+v", v, whole, want)
	}
}
