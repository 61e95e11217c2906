package render

import (
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
		if len(f.Trees) == 0 || s.frame == nil || s.Lit() < 10 {
			t.Errorf("%s %s: %d trees, lit %d", c.network, c.traffic, len(f.Trees), s.Lit())
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
