package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// A run of the engine under a hot spot shows its root, its branches and packets.
func TestEngineFramesAreDrawn(t *testing.T) {
	for _, c := range []struct {
		network, routing, traffic string
		us                        int64
		zoom                      float64
	}{{"rlft-8x3", "dmodk", "HS25-1", 200, 1}, {"rlft-12x3", "dmodk", "HS25-4", 100, 1}, {"rlft-12x3", "dmodk", "HS10-1", 100, 6},
		{"mesh-8x8", "dor", "HS25-1", 150, 1}, {"torus-8x8", "dor", "HS25-2", 150, 1}, {"bmin-8x3", "self", "HS25-1", 150, 1}, {"bmin-8x4", "self", "HS10-4", 150, 1}} {
		sim, err := engine.Open(scenario.Default().Must("network", c.network).Must("routing", c.routing).Must("traffic", c.traffic))
		if err != nil {
			t.Fatal(err)
		}
		sim.Advance(c.us*engine.Microsecond, engine.NoLimit)
		s := NewScene(sim.Network())
		s.Resize(1440, 900, 1, panel)
		s.ZoomAt(550, 800, c.zoom)
		var f observe.Frame
		sim.Frame(&f, observe.Options{Dots: s.WantDots(), Detail: -1})
		s.SetFrame(&f)
		p := s.picture()
		p.show(t, "engine-"+c.network+"-"+c.traffic)
		if len(f.Trees) == 0 || s.frame == nil || s.lit < 10 {
			t.Errorf("%s %s: %d trees, lit %d", c.network, c.traffic, len(f.Trees), s.lit)
			continue
		}
		x, y := s.rootAt(int(f.Trees[0].Root), s.px(rootSize[s.level]))
		if x < 0 || x > 1100 || y < 0 || y > 900 {
			continue // zoomed in elsewhere
		}
		if got, want := p.at(int(x), int(y)), TreeColor(f.Trees[0].Slot, Dark); distance(got, want) > 60 {
			t.Errorf("%s %s: the root is %v, want %v", c.network, c.traffic, got, want)
		}
	}
}

// Pictures of what the colours can tell, from runs of the engine: look at them with RENDER_PNG.
func TestQuestionsAreAnswered(t *testing.T) {
	for _, c := range []struct {
		name, set string
		us        int64
		zoom      float64 // around the root of the first tree
		theme     Theme
		packets   PacketQuestion
		links     LinkQuestion
	}{
		{"class", "network=rlft-8x3&traffic=HS25-4&queuing=dbbm&vcs=3", 60, 1, Dark, ByClass, ByUse},
		{"class-print", "network=rlft-8x3&traffic=HS25-4&queuing=dbbm&vcs=3", 60, 1, Print, ByClass, ByUse},
		{"vc", "network=rlft-8x3&traffic=HS25-1&queuing=dbbm&vcs=3", 60, 1, Dark, ByVC, ByUse},
		{"vc-near", "network=rlft-8x3&traffic=HS25-1&queuing=dbbm&vcs=3", 60, 14, Light, ByVC, ByUse},
		{"voq-near", "network=rlft-8x3&traffic=HS25-1&queuing=dbbm&vcs=3&voq=true", 90, 40, Light, ByClass, ByUse},
		{"voqsw-near", "network=rlft-8x3&traffic=HS25-1&queuing=voqsw&load=1", 60, 30, Dark, ByClass, ByUse},
		{"voqsw-36", "network=rlft-36x2&traffic=HS25-1&queuing=voqsw", 60, 40, Dark, ByClass, ByUse},
		{"voqsw-torus", "network=torus-8x8&routing=dor&traffic=HS25-1&queuing=voqsw", 60, 6, Light, ByClass, ByUse},
		{"class-near", "network=rlft-8x3&traffic=HS25-1&queuing=dbbm&vcs=3", 60, 18, Dark, ByClass, ByUse},
		{"1q-near", "network=rlft-8x3&traffic=HS25-1", 60, 10, Dark, ByClass, ByUse},
		{"group-near", "network=rlft-12x3&traffic=HS25-1", 60, 24, Dark, ByGroup, ByUse},
		{"age", "network=rlft-12x3&traffic=HS25-1", 80, 3, Light, ByAge, ByUse},
		{"adapted", "network=rlft-8x3&traffic=HS25-1&routing=adaptive", 60, 2, Dark, ByAdapted, ByUse},
		{"starved", "network=rlft-12x3&traffic=HS25-2", 80, 1, Dark, ByClass, ByStarved},
		{"starved-light", "network=rlft-12x3&traffic=HS25-2", 80, 1, Light, ByClass, ByStarved},
		{"hol", "network=rlft-8x3&traffic=HS25-1", 60, 1, Dark, ByClass, ByHoL},
		{"hol-light", "network=rlft-12x3&traffic=HS25-1&queuing=dbbm", 70, 1, Light, ByClass, ByHoL},
		{"hol-print", "network=rlft-8x3&traffic=HS25-1&queuing=dbbm", 60, 1, Print, ByClass, ByHoL},
		{"hol-near", "network=rlft-8x3&traffic=HS25-1&queuing=dbbm", 60, 10, Dark, ByClass, ByHoL},
		{"hol-torus", "network=torus-8x8&routing=dor&traffic=HS25-1", 60, 1, Light, ByClass, ByHoL},
		{"fbicm-near", "network=bmin-8x3&routing=self&traffic=HS25-1&queuing=fbicm", 60, 14, Dark, ByClass, ByUse},
		{"fbicm-light", "network=rlft-8x3&traffic=HS25-1&queuing=fbicm", 60, 14, Light, ByClass, ByUse},
		{"drb", "network=torus-8x8&routing=dor&traffic=HS25-1&congestion-control=drb", 60, 3, Dark, ByClass, ByUse},
		{"torus-near", "network=torus-8x8&routing=dor&traffic=HS25-1", 100, 6, Light, ByAge, ByUse},
	} {
		t.Run(c.name, func(t *testing.T) {
			sim := simulate(t, c.set)
			var f observe.Frame
			for at := int64(1); at <= c.us; at++ { // averages need frames
				sim.Advance(at*engine.Microsecond, engine.NoLimit)
				sim.Frame(&f, observe.Options{Detail: -1, HoL: c.links == ByHoL})
			}
			s := NewScene(sim.Network())
			s.SetTheme(c.theme)
			s.SetQuestions(c.packets, c.links)
			s.Resize(1440, 900, 1, panel)
			root := 0
			for h := range f.Hosts {
				if f.Hosts[h].Flags&observe.HotSpot != 0 {
					root = int(s.net.Peer[s.net.HostPort(h)])
				}
			}
			if len(f.Trees) > 0 {
				root = int(f.Trees[0].Root)
			} else if len(f.Lines) == 0 {
				t.Fatal("neither a tree nor queues set aside")
			}
			if c.zoom > 1 {
				cx, cy := s.freeCentre()
				sw := root / s.net.Radix
				s.PanBy(cx-float64(s.x(s.lay.sx[sw])), cy-float64(s.y(s.lay.sy[sw])))
				s.ZoomAt(cx, cy, c.zoom)
			}
			sim.Frame(&f, observe.Options{Dots: s.WantDots(), Detail: -1, Switches: s.WantSwitches(), HoL: s.WantHoL()})
			s.SetFrame(&f)
			p := s.picture()
			p.show(t, "question-"+c.name)
			if c.zoom >= 10 && len(f.Slots) == 0 {
				t.Error("no packets in buffers were asked for")
			}
			if s.lit < 10 {
				t.Errorf("lit %d", s.lit)
			}
			// each shade the legend tells of stands for something
			for _, e := range s.Legend() {
				if e.Color.A != 255 || e.Name == "" {
					t.Errorf("legend: %+v", e)
				}
			}
		})
	}
}

// However many marks stand in a small picture, the largest tree is named in it.
func TestLargestTreeIsNamed(t *testing.T) {
	for _, size := range [][2]float64{{390, 210}, {700, 400}} {
		sim, err := engine.Open(scenario.Default())
		if err != nil {
			t.Fatal(err)
		}
		s := NewScene(sim.Network())
		s.Resize(size[0], size[1], 1, Insets{Top: 30})
		var f observe.Frame
		for us := int64(60); us <= 120; us += 2 {
			sim.Advance(us*engine.Microsecond, engine.NoLimit)
			sim.Frame(&f, observe.Options{Detail: -1})
			s.SetFrame(&f)
			k := newSketch(size[0], size[1])
			s.setOffsets()
			s.dynamic = Mesh{sketch: k}
			s.buildDynamic()
			if len(f.Trees) == 0 {
				t.Fatalf("no tree at %d µs", us)
			}
			name := string(s.appendRoot(nil, &f.Trees[0], false))
			if !slices.ContainsFunc(k.words, func(word string) bool { return strings.HasPrefix(word, name) }) {
				t.Errorf("%v at %d µs: no %q in %q", size, us, name, k.words)
			}
		}
	}
}
