package render

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine/topology"
)

// TestViewports puts two scenes beside each other: each keeps to its part, and one's camera is the other's.
func TestViewports(t *testing.T) {
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	left, right := NewScene(n), NewScene(n)
	in := Insets{Top: 40, Right: 340, Bottom: 180}
	place := func() {
		left.Place(1440, 900, 1, in, Viewport{0, 0, 550, 900})
		right.Place(1440, 900, 1, in, Viewport{550, 0, 1440, 900})
	}
	place()
	for i, s := range []*Scene{left, right} {
		x0, y0, x1, y1 := s.free()
		if want := float64(550 * i); x0 != want || x1 != want+550 || y0 != 40 || y1 != 720 {
			t.Errorf("scene %d is free from %v,%v to %v,%v", i, x0, y0, x1, y1)
		}
		wx0, _, wx1, _ := s.worldView()
		if x := s.x(wx0); math.Abs(float64(x)-x0) > .01 {
			t.Errorf("scene %d shows its world from %v px", i, x)
		}
		if i == 0 && math.Abs(float64(s.x(wx1))-550) > .01 {
			t.Errorf("scene %d shows its world to %v px", i, s.x(wx1))
		}
	}
	if a, b := left.Camera(), right.Camera(); math.Abs(a.X-b.X)+math.Abs(a.Y-b.Y)+math.Abs(a.Z-b.Z) > 1e-9 || a.Whole != b.Whole {
		t.Errorf("scenes of one size are fitted differently: %+v, %+v", a, b)
	}
	x, y := left.x(left.lay.sx[9]), left.y(left.lay.sy[9])
	if a, b := left.Pick(float64(x), float64(y)), right.Pick(float64(x)+550, float64(y)); a != b || a.Switch != 9 {
		t.Errorf("the same point of both shows %+v and %+v", a, b)
	}
	for _, c := range []struct {
		x, y        float64
		left, right bool
	}{{0, 0, true, false}, {549.5, 899.5, true, false}, {550, 0, false, true}, {1439.5, 450, false, true}, {1440, 450, false, false}, {200, -1, false, false}, {200, 900, false, false}} {
		if a, b := left.Covers(c.x, c.y), right.Covers(c.x, c.y); a != c.left || b != c.right {
			t.Errorf("%v, %v belongs to the left: %v, to the right: %v", c.x, c.y, a, b)
		}
	}
	left.ZoomAt(200, 300, 3)
	left.PanBy(30, -20)
	right.SetCamera(left.Camera())
	got, want := right.Camera(), left.Camera()
	if math.Abs(got.X-want.X)+math.Abs(got.Y-want.Y) > 1e-9 || got.Z != want.Z || got.Whole {
		t.Errorf("a camera that follows looks at %+v, not %+v", got, want)
	}
	right.SetCamera(Camera{Z: math.NaN()})
	if right.Camera() != got {
		t.Error("a camera without a zoom moved the picture")
	}
	left.Fit()
	for range 200 {
		left.Tick(.05)
	}
	right.SetCamera(left.Camera())
	in.Top = 60 // a fitted picture is fitted again, both of them
	place()
	if a, b := left.Camera(), right.Camera(); math.Abs(a.X-b.X)+math.Abs(a.Y-b.Y)+math.Abs(a.Z-b.Z) > 1e-9 || !b.Whole {
		t.Errorf("after a change of size: %+v, %+v", left.Camera(), right.Camera())
	}
}

// The names of pods stand below the network; a small picture has room for them, too.
func TestPodsAreNamedInView(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		for _, name := range []string{"rlft-8x3", "rlft-12x3"} {
			s := scene(t, name, 390, 300, scale, Insets{Top: 40})
			_, _, _, y1 := s.free()
			height := float64(fontFor(11 * s.scale).height)
			if bottom := float64(s.y(s.lay.pods[0].y1)) + 1.1*height; bottom > y1 {
				t.Errorf("%s at %v: the names reach %v px, of %v in view", name, scale, bottom, y1)
			}
		}
	}
}

// A low part at the canvas's lower edge, most of which is covered, still has its network in what is free.
func TestLowPartIsUsed(t *testing.T) {
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []float64{1, 2} {
		s := NewScene(n)
		s.Place(390*scale, 844*scale, scale, Insets{Top: 350 * scale, Bottom: (844 - 430) * scale}, Viewport{0, int(330 * scale), int(390 * scale), int(844 * scale)})
		if _, y := s.freeCentre(); y != 390*scale {
			t.Errorf("at %v the middle is at %v", scale, y)
		}
		// what is lower than 40 CSS pixels is no room: the picture is drawn below what covers it
		s.Place(390*scale, 844*scale, scale, Insets{Top: 350 * scale, Bottom: (844 - 389) * scale}, Viewport{0, int(330 * scale), int(390 * scale), int(844 * scale)})
		if _, y := s.freeCentre(); y != (330+844)/2*scale {
			t.Errorf("at %v, without room, the middle is at %v", scale, y)
		}
	}
}

// Scenes of other shapes, as the last of three schemes has, show the same part of the network when one is moved, and all of it when one does;
// what a link wanted to be looked at is given up in all when somebody moves one.
func TestScenesOfOtherShapesFollow(t *testing.T) {
	for _, name := range []string{"rlft-8x3", "rlft-36x3", "torus-8x8", "bmin-8x3"} {
		n, err := topology.Build(name)
		if err != nil {
			t.Fatal(err)
		}
		a, b := NewScene(n), NewScene(n)
		place := func(head float64) {
			a.Place(940, 900, 1, Insets{Top: head, Right: 470, Bottom: 465}, Viewport{0, 0, 470, 435})
			b.Place(940, 900, 1, Insets{Top: 435 + head, Bottom: 80}, Viewport{0, 435, 940, 900})
			b.SetCamera(a.Camera())
		}
		place(40)
		if got, want := b.cam.now, b.fitView(); got != want {
			t.Errorf("%s: all of it is shown at %+v, fitted %+v", name, got, want)
		}
		for _, s := range []*Scene{a, b} {
			s.SetViewpoint(Viewpoint{.3, .6, 4})
		}
		sw := n.Switches / 2
		b.ZoomAt(float64(b.x(b.lay.sx[sw])), float64(b.y(b.lay.sy[sw])), 3)
		x, y := b.freeCentre()
		b.PanBy(x-float64(b.x(b.lay.sx[sw])), y-float64(b.y(b.lay.sy[sw])))
		a.SetCamera(b.Camera())
		place(40)
		place(50)
		for i, s := range []*Scene{a, b} {
			x, y := s.freeCentre()
			if dx, dy := float64(s.x(s.lay.sx[sw]))-x, float64(s.y(s.lay.sy[sw]))-y; math.Hypot(dx, dy) > 1 {
				t.Errorf("%s: in picture %d %s is %.0f, %.0f pixels off the middle", name, i, n.SwitchName(sw), dx, dy)
			}
		}
		if v, _ := a.Viewpoint(); v == (Viewpoint{.3, .6, 4}) {
			t.Errorf("%s: the first one is still said to look at %+v", name, v)
		}
	}
}
