package render

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

var shapesToTest = []string{"rlft-4x3", "rlft-8x3", "rlft-12x3", "rlft-36x3", "rlft-8x1", "rlft-64x1", "rlft-6x2", "rlft-4x4", "rlft-8x4", "rlft-4x8",
	"knary-2x3", "knary-4x2", "pgft-4.4-1.2-1.2", "pgft-4.4.4-1.2.2-1.2.1", "pgft-17.2-1.5-1.1", "pgft-2.3.5.7-1.2.2.3-1.1.2.1", "rlft-2x2",
	"mesh-4x4", "mesh-8x4", "mesh-1x5", "mesh-40x30", "torus-3x3", "torus-8x8", "torus-9x1", "torus-3x16", "bmin-8x3", "bmin-8x4", "bmin-4x2", "bmin-8x3-butterfly", "bmin-16x2"}

// Nothing stands on anything else, everything is inside, and a stage lies above the one below.
func TestLayoutsHaveRoomForAll(t *testing.T) {
	for _, name := range shapesToTest {
		n := build(t, name)
		for class := 0; class <= len(aspects); class++ { // the last one is radial
			radial := class == len(aspects)
			if radial && (n.Tree == nil || n.Stages < 2) {
				continue
			}
			a := aspects[class%len(aspects)]
			l := newLayout(n, a.ratio, a.px, radial)
			type box struct{ x0, y0, x1, y1 float32 }
			var boxes []box
			for h := range l.hx {
				boxes = append(boxes, box{l.hx[h] - hostSize/2, l.hy[h] - hostSize/2, l.hx[h] + hostSize/2, l.hy[h] + hostSize/2})
			}
			for s := range l.sx {
				w, h := l.cardW[n.Stage[s]-1]/2, l.cardH[n.Stage[s]-1]/2
				boxes = append(boxes, box{l.sx[s] - w, l.sy[s] - h, l.sx[s] + w, l.sy[s] + h})
			}
			cells := map[[2]int][]int{}
			for i, b := range boxes {
				if b.x0 < -.01 || b.y0 < -.01 || b.x1 > l.w+.01 || b.y1 > l.h+.01 || math.IsNaN(float64(b.x0+b.y0)) {
					t.Fatalf("%s, aspect %d: box %d %v lies outside %v × %v", name, class, i, b, l.w, l.h)
				}
				for x := int(b.x0); x <= int(b.x1); x++ {
					for y := int(b.y0); y <= int(b.y1); y++ {
						for _, j := range cells[[2]int{x, y}] {
							if o := boxes[j]; b.x0 < o.x1-.01 && b.x1 > o.x0+.01 && b.y0 < o.y1-.01 && b.y1 > o.y0+.01 {
								t.Fatalf("%s, aspect %d: boxes %d %v and %d %v overlap", name, class, i, b, j, o)
							}
						}
						cells[[2]int{x, y}] = append(cells[[2]int{x, y}], i)
					}
				}
			}
			for p, q := range n.Peer {
				if q < 0 {
					continue
				}
				if radial {
					if from := hypot(l.px[p]-l.w/2, l.py[p]-l.h/2); !n.IsHost(p) && n.IsUp(p) && from <= hypot(l.px[q]-l.w/2, l.py[q]-l.h/2) {
						t.Fatalf("%s: the link of %s does not lead inwards", name, n.PortName(p))
					}
					continue
				}
				if !n.IsHost(p) && n.IsUp(p) && l.py[p] <= l.py[q] {
					t.Fatalf("%s, aspect %d: the link of %s does not lead up", name, class, n.PortName(p))
				}
				if n.IsHost(p) && l.py[p] <= l.py[q] {
					t.Fatalf("%s, aspect %d: %s stands above its switch", name, class, n.PortName(p))
				}
			}
			seen := map[[2]float32]int{}
			for p, q := range n.Peer {
				at := [2]float32{l.px[p], l.py[p]}
				if o, ok := seen[at]; ok && q >= 0 {
					t.Fatalf("%s, aspect %d: %s and %s stand at the same place", name, class, n.PortName(p), n.PortName(o))
				}
				if q >= 0 {
					seen[at] = p
				}
			}
		}
	}
}

// The usual networks fill the canvas of a laptop beside the panel, and their leaf switches can be seen.
func TestLayoutsFillTheCanvas(t *testing.T) {
	for _, c := range []struct {
		name     string
		w, h     float64
		in       Insets
		fill, px float64 // least share of the free area's larger side, least width of a leaf switch
	}{
		{"rlft-8x3", 1440, 900, panel, .95, 18},
		{"rlft-12x3", 1440, 900, panel, .95, 8},
		{"rlft-36x3", 1440, 900, panel, .95, 8},
		{"rlft-64x3", 1440, 900, panel, .95, 5},
		{"rlft-36x3", 390, 844, Insets{Bottom: 320}, .9, 3},
		{"rlft-8x3", 390, 844, Insets{Bottom: 320}, .9, 4},
		{"rlft-36x3", 2560, 1300, panel, .9, 12},
		{"torus-8x8", 1440, 900, panel, .95, 30},
		{"torus-8x8", 390, 844, Insets{Bottom: 320}, .9, 12},
		{"mesh-8x4", 1440, 900, panel, .95, 35},
		{"bmin-8x3", 1440, 900, panel, .95, 40},
		{"bmin-8x4", 1440, 900, panel, .95, 10},
		{"bmin-8x3", 390, 844, Insets{Bottom: 320}, .9, 15},
	} {
		s := scene(t, c.name, c.w, c.h, 1, c.in)
		x0, y0, x1, y1 := s.free()
		left, other := s.margins()
		fill := max(s.cam.now.z*float64(s.lay.w)/(x1-x0-left-other), s.cam.now.z*float64(s.lay.h)/(y1-y0-2*other))
		both := s.cam.now.z * s.cam.now.z * float64(s.lay.w*s.lay.h) / (x1 - x0 - left - other) / (y1 - y0 - 2*other)
		if leaf := float64(s.lay.cardW[0]) * s.cam.now.z; fill < c.fill || both < .6 || leaf < c.px {
			t.Errorf("%s on %v×%v: fills %.2f of the side, %.2f of the area, leaf switches of %.1f px", c.name, c.w, c.h, fill, both, leaf)
		}
	}
}

func TestParentsOfASwitchAreNeighbours(t *testing.T) {
	n := build(t, "rlft-8x4")
	seen := map[int]bool{}
	for low := 0; low < n.Tree.Parallel(4); low++ {
		o := order(n.Tree, 4, low)
		if seen[o] || o < 0 || o >= n.Tree.Parallel(4) {
			t.Fatalf("order(%d) = %d is not a permutation", low, o)
		}
		seen[o] = true
	}
	first := n.First[2] // any switch of stage 3: the places of its parents
	lo, hi := 1<<30, 0
	for k := 0; k < n.Tree.UpPorts(3); k++ {
		q := int(n.Peer[first*n.Radix+n.Tree.DownPorts(3)+k])
		o := order(n.Tree, 4, q/n.Radix-n.First[3])
		lo, hi = min(lo, o), max(hi, o)
	}
	if hi-lo != n.Tree.UpPorts(3)-1 {
		t.Errorf("the parents stand from %d to %d", lo, hi)
	}
}

func TestCamera(t *testing.T) {
	s := scene(t, "rlft-8x3", 1440, 900, 1, panel)
	s.Meshes()
	if s.Dirty() {
		t.Error("dirty right after a picture")
	}
	before := s.cam.now
	wx, wy := (500-before.x)/before.z, (300-before.y)/before.z
	s.ZoomAt(500, 300, 3)
	if v := s.cam.now; math.Abs(wx*v.z+v.x-500) > .01 || math.Abs(wy*v.z+v.y-300) > .01 || math.Abs(v.z/before.z-3) > 1e-9 {
		t.Errorf("zooming moved the point under the pointer: %v", v)
	}
	if !s.Dirty() {
		t.Error("not dirty after zooming")
	}
	for i := 0; i < 100; i++ {
		s.ZoomAt(500, 300, 2)
		s.PanBy(900, -700)
	}
	x0, y0, x1, y1 := s.free()
	if v := s.cam.now; v.x > x1 || v.y > y1 || v.x+float64(s.lay.w)*v.z < x0 || v.y+float64(s.lay.h)*v.z < y0 || v.z > s.cam.maxZ {
		t.Errorf("the network got lost: %v", v)
	}
	for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		z := s.cam.now
		if s.ZoomAt(1, 1, bad); s.cam.now != z {
			t.Errorf("zoom by %v moved the camera", bad)
		}
	}
	s.Fit()
	for i := 0; i < 200 && s.Tick(1./60); i++ {
	}
	if v := s.cam.now; v != before || s.Tick(1./60) {
		t.Errorf("Fit glided to %v, want %v", v, before)
	}
	s.ZoomAt(500, 300, 3)
	s.SetReducedMotion(true)
	if s.Fit(); s.cam.now != before {
		t.Error("with reduced motion, Fit does not jump")
	}
	// who asks for reduced motion during a motion has its end at once
	s.SetReducedMotion(false)
	s.ZoomAt(500, 300, 3)
	s.Fit()
	s.SetReducedMotion(true)
	if !s.Tick(.001) || s.cam.now != before || s.Tick(.001) {
		t.Error("with reduced motion, Fit glides on")
	}
	// resizing keeps what is in the middle, once a person has moved the picture
	s.ZoomAt(400, 300, 4)
	cx, cy := s.freeCentre()
	mx, my := (cx-s.cam.now.x)/s.cam.now.z, (cy-s.cam.now.y)/s.cam.now.z
	s.Resize(1400, 880, 1, panel)
	cx, cy = s.freeCentre()
	if v := s.cam.now; math.Abs(mx*v.z+v.x-cx) > .5 || math.Abs(my*v.z+v.y-cy) > .5 {
		t.Error("resizing lost the middle")
	}
	// also where the network is laid out anew for what is left beside an inspector: the switch in the middle stays, as large
	s.Fit()
	s.Resize(1440, 900, 1, panel)
	class := s.class
	x, y := float64(s.lay.sx[20])*s.cam.now.z+s.cam.now.x, float64(s.lay.sy[20])*s.cam.now.z+s.cam.now.y
	s.ZoomAt(x, y, 5)
	cx, cy = s.freeCentre()
	s.PanBy(cx+30-x, cy-10-y)
	size := func() float64 { return float64(s.lay.cardW[s.net.Stage[20]-1]) * s.cam.now.z }
	large := size()
	s.Resize(1440, 900, 1, Insets{Right: panel.Right + 500, Bottom: panel.Bottom, Top: panel.Top})
	cx, cy = s.freeCentre()
	if x, y := float64(s.lay.sx[20])*s.cam.now.z+s.cam.now.x, float64(s.lay.sy[20])*s.cam.now.z+s.cam.now.y; s.class == class || math.Abs(x-cx-30) > .5 || math.Abs(y-cy+10) > .5 || math.Abs(size()/large-1) > 1e-3 {
		t.Errorf("laid out anew (%v), the switch is at %v, %v from the middle instead of 30, -10, and %v times as large", s.class != class, x-cx, y-cy, size()/large)
	}
	s.Resize(0, 0, 0, Insets{}) // a hidden iframe
	s.Meshes()
}

// What is picked at the place of a thing is that thing, near and far.
func TestPick(t *testing.T) {
	for _, name := range []string{"rlft-8x3", "rlft-36x3", "pgft-4.4-1.2-1.2"} {
		s := scene(t, name, 1440, 900, 1, panel)
		n := s.net
		hot := n.Hosts / 3
		s.SetFrame(congested(n, 4, hot))
		look := func(x, y float32, zoom float64) (float64, float64) {
			s.cam.goal = s.fitView()
			s.cam.jump()
			s.ZoomAt(0, 0, zoom)
			cx, cy := s.freeCentre()
			s.cam.now.x, s.cam.now.y = cx-float64(x)*s.cam.now.z, cy-float64(y)*s.cam.now.z
			s.moved()
			return cx, cy
		}
		for _, zoom := range []float64{1, 6, 60} {
			h := n.Hosts / 2
			if p := s.Pick(look(s.lay.hx[h], s.lay.hy[h], zoom)); p.Kind != Host || p.Port != n.HostPort(h) {
				t.Errorf("%s ×%v: %+v at host %d (port %d)", name, zoom, p, h, n.HostPort(h))
			}
			sw := n.Switches - 1
			if p := s.Pick(look(s.lay.sx[sw], s.lay.sy[sw], zoom)); p.Kind != Switch || p.Switch != sw {
				t.Errorf("%s ×%v: %+v at switch %d", name, zoom, p, sw)
			}
			root := int(s.frame.Trees[0].Root)
			look(s.lay.px[root], s.lay.py[root], zoom)
			markX, markY := s.rootAt(root, s.px(rootSize[s.level]))
			if p := s.Pick(float64(markX), float64(markY)); p.Kind != Port || p.Port != root || p.Tree != 1 {
				t.Errorf("%s ×%v: %+v at the root %d", name, zoom, p, root)
			}
			up := n.Tree.DownPorts(1) // first up port of switch 0
			w := s.lay.world(up, int(n.Peer[up]))
			x, y := look((w.x[w.n-2]+w.x[w.n-1])/2, (w.y[w.n-2]+w.y[w.n-1])/2, max(zoom, 6))
			if p := s.Pick(x, y); s.level != far && p.Kind != Link {
				t.Errorf("%s ×%v: %+v in the middle of a link", name, zoom, p)
			}
		}
		if look(s.lay.px[0], s.lay.py[0], 1); s.level == far { // single links are not drawn
			s.SetFrame(congested(n, 0))
			for k := range n.Tree.UpPorts(2) {
				x, y := look(w0(s, n.First[1]*n.Radix+n.Tree.DownPorts(2)+k))
				if p := s.Pick(x, y); p.Kind == Link {
					t.Errorf("%s: %+v from afar, where there is no tree", name, p)
				}
			}
		}
		if p := s.Pick(-1e6, 1e6); p.Kind != None || p.Port != -1 {
			t.Errorf("%s: %+v far outside", name, p)
		}
	}
	s := scene(t, "rlft-36x3", 1440, 900, 1, panel)
	pod := s.lay.pods[7]
	y := (s.lay.sy[0] + s.lay.sy[s.net.First[1]]) / 2
	if p := s.Pick(float64(s.x((pod.x0+pod.x1)/2)), float64(s.y(y))); p.Kind != Group || p.Group != 7 {
		t.Errorf("%+v in the middle of pod 7", p)
	}
}

// w0 is the middle of the link of a port, to be looked at from afar.
func w0(s *Scene, p int) (x, y float32, zoom float64) {
	w := s.lay.world(p, int(s.net.Peer[p]))
	return (w.x[w.n-2] + w.x[w.n-1]) / 2, (w.y[w.n-2] + w.y[w.n-1]) / 2, 1
}

// What does not exist is not marked, and does no harm.
func TestPinsThatAreNone(t *testing.T) {
	s := scene(t, "rlft-4x3", 800, 600, 1, Insets{})
	for _, p := range []Pinned{{Port: s.net.Ports(), Switch: -1}, {Port: -1, Switch: s.net.Switches}} {
		s.SetPinned(Pinned{Port: 1, Switch: -1})
		if s.SetPinned(p); s.pin != (Pinned{Port: -1, Switch: -1}) {
			t.Errorf("%+v is pinned", s.pin)
		}
		s.Meshes()
	}
	for name, want := range map[string]bool{"rlft-4x3": true, "rlft-8x1": false, "torus-3x3": false, "bmin-4x2": false} {
		if got := NewScene(build(t, name)).CanBeRadial(); got != want {
			t.Errorf("%s can be radial: %v", name, got)
		}
	}
}

func TestLevelsOfDetail(t *testing.T) {
	for _, c := range []struct {
		name string
		zoom float64
		want detail
	}{{"rlft-8x3", 4, near}, {"rlft-12x3", 1, middle}, {"rlft-12x3", 8, near}, {"rlft-36x3", 1, far}, {"rlft-36x3", 6, middle}, {"rlft-36x3", 40, near}, {"rlft-64x3", 1, far}} {
		s := scene(t, c.name, 1440, 900, 1, panel)
		s.ZoomAt(500, 600, c.zoom)
		if s.level != c.want {
			t.Errorf("%s ×%v: level %d, want %d", c.name, c.zoom, s.level, c.want)
		}
		if got := s.WantDots(); (got == 0) != (c.want == far) || got > maxDots {
			t.Errorf("%s ×%v: wants %d packets", c.name, c.zoom, got)
		}
		dots := s.WantDots()
		s.SetReducedMotion(true)
		if s.WantDots() != dots {
			t.Error("wants no packets that stand still")
		}
		s.SetPlaying(true)
		if s.WantDots() != 0 {
			t.Error("wants moving packets with reduced motion")
		}
	}
}

// A picture says what the frame says: more light under congestion, in the tree's colour; an
// isolated tree leaves the others in the dark; a frame of another network is not drawn.
func TestPictureFollowsTheFrame(t *testing.T) {
	s := scene(t, "rlft-8x3", 1000, 700, 1, Insets{})
	near := func(c *canvas, slot uint32) (hits int) {
		want := TreeColor(slot, s.theme)
		for y := 0; y < c.h; y += 2 {
			for x := 0; x < c.w; x += 2 {
				if distance(c.at(x, y), want) < 30 {
					hits++
				}
			}
		}
		return
	}
	s.SetFrame(congested(s.net, 0))
	calm := s.picture()
	if near(calm, 1) > 3 {
		t.Error("a calm network shows the colour of a tree")
	}
	s.SetFrame(congested(s.net, 4, 77, 5))
	both := s.picture()
	a, b := near(both, 1), near(both, 2)
	if a < 500 || b < 500 {
		t.Errorf("two trees light %d and %d samples", a, b)
	}
	if s.lit < 100 {
		t.Errorf("lit %d", s.lit)
	}
	s.SetIsolated(2)
	if c := s.picture(); near(c, 1) > a/20 || near(c, 2) < b*3/4 {
		t.Errorf("isolated: %d and %d samples", near(c, 1), near(c, 2))
	}
	s.SetIsolated(99) // has died: everything is shown again
	if c := s.picture(); near(c, 1) < a*9/10 {
		t.Error("isolating a dead tree hides the others")
	}
	s.SetFrame(congested(build(t, "rlft-4x3"), 2, 3))
	if s.picture(); s.frame != nil || s.lit != 0 {
		t.Error("a frame of another network was drawn")
	}
	s.SetHover(3)
	if !s.Dirty() {
		t.Error("hovering is not drawn")
	}
	s.SetFrame(&observe.Frame{Ports: make([]observe.PortState, s.net.SwitchPorts()), Hosts: make([]observe.HostState, s.net.Hosts),
		Dots: []observe.Dot{{Link: 1 << 31}}, Trees: []observe.Tree{{Slot: 200, Root: 1 << 31}, {Slot: 3, Root: observe.NoPort}}})
	s.picture() // damaged numbers must not panic
}

// Every vertex of every picture has finite numbers, and no triangle samples outside the atlas.
func TestMeshesAreSound(t *testing.T) {
	for _, name := range shapesToTest {
		s := scene(t, name, 1200, 800, 1.5, Insets{})
		s.SetFrame(congested(s.net, 3, s.net.Hosts/2))
		for _, zoom := range []float64{1, 5, 30} {
			s.ZoomAt(700, 700, zoom)
			static, dynamic, redraw := s.Meshes()
			if !redraw {
				t.Error("the camera moved, but the static picture stays")
			}
			for _, m := range []*Mesh{static, dynamic} {
				if len(m.I)%3 != 0 {
					t.Fatal("half a triangle")
				}
				for _, i := range m.I {
					v := &m.V[i]
					if x := v.DstX + v.DstY + v.R + v.G + v.B; x != x || v.A < 0 || v.A > 1.001 || v.SrcX < 0 || v.SrcY < 0 || v.SrcX > atlasWidth || v.SrcY > atlasHeight {
						t.Fatalf("%s: vertex %+v", name, *v)
					}
				}
			}
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, name := range []string{"rlft-8x3", "rlft-12x3", "rlft-36x3"} {
		s := scene(t, name, 1440, 900, 1, panel)
		f := congested(s.net, 4, s.net.Hosts/2, s.net.Hosts/3)
		draw := func() {
			s.SetFrame(f)
			s.staticDirty = true
			s.Meshes()
		}
		draw()
		if n := testing.AllocsPerRun(5, draw); n != 0 {
			t.Errorf("%s: %v allocations per picture", name, n)
		}
	}
}

func TestAtlas(t *testing.T) {
	a := theAtlas
	if got := sample(float64(a.white[0]), float64(a.white[1])); got != 1 {
		t.Errorf("white is %v", got)
	}
	for s := shape(0); s < shapes; s++ {
		for i, p := range a.shapes[s] {
			sum, outside := 0, 0
			for y := -1; y <= 2*shapeSizes[i]; y++ {
				for x := -1; x <= 2*shapeSizes[i]; x++ {
					v := int(a.Alpha[(int(p.y)+y)*a.Width+int(p.x)+x])
					if x >= 0 && y >= 0 && x < shapeSizes[i] && y < shapeSizes[i] {
						sum += v
					} else {
						outside += v
					}
				}
			}
			if share := float64(sum) / 255 / float64(shapeSizes[i]*shapeSizes[i]); share < .15 || outside != 0 {
				t.Errorf("shape %d of size %d covers %.2f of its place and %d beside it", s, shapeSizes[i], share, outside)
			}
		}
	}
	for i := range fonts {
		f := &fonts[i]
		if f.width([]byte("m")) <= f.width([]byte("i")) {
			t.Errorf("size %d: m is not wider than i", f.size)
		}
	}
}

// From far away the largest network costs few triangles, however many hosts are culprits and however far trees reach:
// what is smaller than its mark is marked by the block, in proportion.
func TestFarViewStaysCheap(t *testing.T) {
	s := scene(t, "rlft-64x3", 1440, 900, 1, panel)
	f := congested(s.net, 4, 100, 20_000, 33_400, 50_000)
	for sw := s.net.First[1]; sw < s.net.First[2]; sw++ { // all of the second stage's buffers are a tree's
		for p := sw * s.net.Radix; p < (sw+1)*s.net.Radix; p++ {
			f.Ports[p].Tree, f.Ports[p].Held, f.Ports[p].Fill = uint8(p%4+1), 200, 255
		}
	}
	s.SetFrame(f)
	_, m, _ := s.Meshes()
	if n := len(m.I) / 3; n > 50_000 {
		t.Errorf("%d triangles", n)
	}
	lines := s.lit
	if lines < maxTreeLinks/2 || lines > 2*maxTreeLinks {
		t.Errorf("%d links of trees are drawn, of %d", lines, len(s.survey.branches))
	}
	s.SetFrame(f)
	if s.Meshes(); s.lit != lines {
		t.Errorf("others are drawn in the next picture: %d, not %d", s.lit, lines)
	}
	for i := 0; i < len(s.sums); i += 37 { // bundles tell of both directions
		want, sw := uint32(0), s.net.First[1]+i
		for p := sw*s.net.Radix + 32; p < (sw+1)*s.net.Radix; p++ {
			want += uint32(f.Ports[p].Use) + uint32(f.Ports[s.net.Peer[p]].Use)
		}
		if want == 0 || s.sums[i] != want {
			t.Fatalf("the bundle of %s carries %d, not %d", s.net.SwitchName(sw), want, s.sums[i])
		}
	}
	blocks, sum := 0, float32(0)
	for _, b := range s.survey.blocked {
		if b.culprits > 0 {
			blocks++
		}
		sum += b.culprits
	}
	per := float32(s.net.Hosts / len(s.survey.blocked))
	if got, want := sum*per, float32(len(s.survey.culprits)); blocks < len(s.survey.blocked)/2 || math.Abs(float64(got-want)) > 1 {
		t.Errorf("blocks tell of %v culprits, there are %v", got, want)
	}
	count := func(f *observe.Frame) int {
		s.SetFrame(f)
		s.Meshes()
		return len(s.dynamic.I) / 3
	}
	all := count(f)
	for h := range f.Hosts {
		f.Hosts[h].Flags &^= observe.Culprit
	}
	if none := count(f); all-none != 2*blocks {
		t.Errorf("marks of culprits take %d triangles, there are %d blocks with some", all-none, blocks)
	}
}

// Of more busy links than are drawn those that are stand everywhere, not at the first switches alone.
func TestBusyLinksOfAllPartsAreDrawn(t *testing.T) {
	s := scene(t, "mesh-160x160", 1100, 640, 1, Insets{})
	n := s.net
	f := congested(n, 4)
	f.Blocking = make([]observe.HoLState, n.SwitchPorts())
	for p := range f.Ports {
		f.Ports[p] = observe.PortState{Use: 200, Starved: 200, Fill: 200}
		f.Blocking[p].Low = 200
	}
	f.Trees = nil
	s.SetFrame(f)
	for _, asks := range []LinkQuestion{ByUse, ByStarved, ByHoL} {
		s.SetQuestions(ByClass, asks)
		var m Mesh
		if seen := s.viewRect(); asks == ByHoL {
			s.holLinks(&m, seen)
		} else {
			s.busyLinks(&m, f, seen)
		}
		lines, lower := len(m.V)/4, 0
		for i := 0; i < len(m.V); i += 4 {
			if float64(m.V[i].DstY) > s.height/2 {
				lower++
			}
		}
		if lines < maxLines*9/10 || lines > maxLines*11/10 || lower < lines*2/5 || lower > lines*3/5 {
			t.Errorf("%v: %d lines, %d in the lower half", asks, lines, lower)
		}
	}
}

func benchmark(b *testing.B, network string, static bool) {
	s := scene(b, network, 1440, 900, 1, panel)
	f := congested(s.net, 4, s.net.Hosts/2, s.net.Hosts/3, s.net.Hosts/5, s.net.Hosts/7)
	s.SetFrame(f)
	s.Meshes()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		s.SetFrame(f)
		s.staticDirty = static
		s.Meshes()
	}
	b.ReportMetric(float64(len(s.dynamic.I)/3), "triangles")
	b.ReportMetric(float64(s.lit), "lit")
}

func BenchmarkFrame128(b *testing.B)    { benchmark(b, "rlft-8x3", false) }
func BenchmarkFrame432(b *testing.B)    { benchmark(b, "rlft-12x3", false) }
func BenchmarkFrame11664(b *testing.B)  { benchmark(b, "rlft-36x3", false) }
func BenchmarkFrame65536(b *testing.B)  { benchmark(b, "rlft-64x3", false) }
func BenchmarkStatic432(b *testing.B)   { benchmark(b, "rlft-12x3", true) }
func BenchmarkStatic11664(b *testing.B) { benchmark(b, "rlft-36x3", true) }

// Near by, packets in buffers included; and the radial layout.
func BenchmarkFrameNear(b *testing.B) {
	sim, err := engine.Open(scenario.Default().Must("network", "rlft-12x3").Must("traffic", "HS25-4"))
	if err != nil {
		b.Fatal(err)
	}
	sim.Advance(60*engine.Microsecond, engine.NoLimit)
	s := NewScene(sim.Network())
	s.Resize(1440, 900, 1, panel)
	s.ZoomAt(500, 840, 14)
	var f observe.Frame
	sim.Frame(&f, observe.Options{Dots: s.WantDots(), Detail: -1, Switches: s.WantSwitches()})
	b.ReportAllocs()
	for b.Loop() {
		s.SetFrame(&f)
		s.Meshes()
	}
	b.ReportMetric(float64(len(f.Slots)), "packets")
}

func BenchmarkFrameRadial432(b *testing.B) {
	s := scene(b, "rlft-12x3", 1440, 900, 1, panel)
	s.SetRadial(true)
	f := congested(s.net, 4, 200, 300)
	s.SetFrame(f)
	s.Meshes()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		s.SetFrame(f)
		s.Meshes()
	}
}

// The far view of a large BMIN leaves so many of its links out that the others can be told from each other, where it was one block of
// colour. Nothing is left out of grids, whose links are short.
func TestFarViewOfManyLongLinks(t *testing.T) {
	for _, c := range []struct {
		network string
		w, h    float64
		in      Insets
	}{{"bmin-8x5", 1440, 900, panel}, {"bmin-8x5", 1920, 1080, panel}, {"bmin-8x5", 390, 844, Insets{Bottom: 320}}, {"torus-64x64", 1440, 900, panel}} {
		s := scene(t, c.network, c.w, c.h, 1, c.in)
		s.SetTheme(Light)
		f := congested(s.net, 4, 100)
		for p := range f.Ports {
			f.Ports[p].Use = 200
		}
		s.SetFrame(f)
		p := s.picture()
		if s.level != far {
			t.Fatalf("%s: not far", c.network)
		}
		if s.net.Grid != nil {
			if got := s.most(1); got != maxLines {
				t.Errorf("%s: at most %d lines", c.network, got)
			}
			continue
		}
		ground, bare, all := palettes[Light].ground, 0, 0
		x0, y0, x1, y1 := s.free()
		for y := int(y0); y < int(y1); y++ {
			for x := int(x0); x < int(x1); x++ {
				if all++; distance(p.at(x, y), ground) < 12 {
					bare++
				}
			}
		}
		if bare < all*3/10 {
			t.Errorf("%s at %v×%v: %d of %d pixels are covered", c.network, c.w, c.h, all-bare, all)
		}
	}
}
