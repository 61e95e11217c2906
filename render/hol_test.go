package render

import (
	"os"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

// HoL blocking is told by the links into the buffers that have it, in the colour of its order, side by side where there are
// both; frames without it, and other questions, colour nothing so.
func TestHoLBlockingColoursLinks(t *testing.T) {
	s := scene(t, "rlft-8x3", 1440, 900, 1, panel)
	port := 0 // an input buffer of a leaf behind another switch
	for s.net.Peer[port] < 0 || s.net.IsHost(int(s.net.Peer[port])) {
		port++
	}
	for _, c := range []struct {
		name      string
		asks      LinkQuestion
		state     observe.HoLState
		told      bool
		low, high bool
	}{
		{"low", ByHoL, observe.HoLState{Low: 128}, true, true, false},
		{"high", ByHoL, observe.HoLState{High: 128}, true, false, true},
		{"both", ByHoL, observe.HoLState{Low: 90, High: 100}, true, true, true},
		{"hardly any", ByHoL, observe.HoLState{Low: 5}, true, false, false},
		{"not told", ByHoL, observe.HoLState{Low: 128}, false, false, false},
		{"not asked", ByUse, observe.HoLState{Low: 128}, true, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &observe.Frame{Ports: make([]observe.PortState, s.net.SwitchPorts()), Hosts: make([]observe.HostState, s.net.Hosts)}
			f.Ports[port].Fill = 255
			if c.told {
				f.Blocking = make([]observe.HoLState, len(f.Ports))
				f.Blocking[port] = c.state
			}
			s.SetQuestions(ByClass, c.asks)
			if s.WantHoL() != (c.asks == ByHoL) {
				t.Error("frames are asked for the wrong thing")
			}
			for _, zoom := range []float64{1, 14} { // middle and near
				s.Fit()
				s.ZoomAt(float64(s.x(s.lay.px[port])), float64(s.y(s.lay.py[port])), zoom)
				s.SetFrame(f)
				k := newSketch(1440, 900)
				s.dynamic = Mesh{sketch: k}
				s.buildDynamic()
				s.dynamic = Mesh{}
				low, high := false, false
				for i := range k.ops {
					if o := &k.ops[i]; o.kind == opLine {
						v := k.inks[o.colour] >> 8
						r, b := int(v>>16), int(v&255)
						low = low || b > r+50 && b > 100
						high = high || r > b+50 && r > 100
					}
				}
				if low != c.low || high != c.high {
					t.Errorf("zoom %v: low-order %v, high-order %v", zoom, low, high)
				}
			}
		})
	}
}

// From afar pods and bundles tell it, by all the packets in their buffers.
func TestHoLBlockingFromAfar(t *testing.T) {
	s := scene(t, "rlft-36x3", 1440, 900, 1, panel)
	f := &observe.Frame{Ports: make([]observe.PortState, s.net.SwitchPorts()), Hosts: make([]observe.HostState, s.net.Hosts), Blocking: make([]observe.HoLState, s.net.SwitchPorts())}
	leaf := s.net.First[0] * s.net.Radix // the first one's first buffer: three quarters, and one without packets
	f.Ports[leaf].Fill, f.Blocking[leaf] = 255, observe.HoLState{High: 191}
	f.Ports[leaf+1].Fill = 255
	up := s.net.First[1]*s.net.Radix + s.net.Tree.DownPorts(2) // of the first switch with a bundle
	f.Ports[up].Fill, f.Blocking[up] = 200, observe.HoLState{Low: 120}
	s.SetQuestions(ByClass, ByHoL)
	s.SetFrame(f)
	if s.level != far {
		t.Fatal("not seen from afar")
	}
	if h := s.holShares()[s.net.First[0]]; h.high < .37 || h.high > .38 || h.low != 0 {
		t.Errorf("the switch has %+v", h)
	}
	s.Meshes()
	if s.lit == 0 {
		t.Error("no bundle is lit")
	}
	p := s.lay.pods[0]
	pod := func(links LinkQuestion) (sum [3]int) { // of its pixels
		s.SetQuestions(ByClass, links)
		c := s.picture()
		for y := int(s.y(p.y0)) + 2; y < int(s.y(p.y1))-2; y++ {
			for x := int(s.x(p.x0)) + 2; x < int(s.x(p.x1))-2; x++ {
				v := c.at(x, y)
				sum[0], sum[1], sum[2] = sum[0]+int(v.R), sum[1]+int(v.G), sum[2]+int(v.B)
			}
		}
		return
	}
	with, without := pod(ByHoL), pod(ByUse)
	if yellow := with[0] - without[0] - (with[2] - without[2]); yellow < 1000 { // high-order
		t.Errorf("the pod is %v, and was %v without", with, without)
	}
}

// The two orders are told apart by people of any colour vision and on grey paper, they have the colours of the charts, and
// the legend names what is not measured.
func TestHoLColours(t *testing.T) {
	for th := range palettes {
		p := &palettes[th]
		for name, m := range eyes {
			if d := deltaE(seen(p.low, m), seen(p.high, m)); d < 20 {
				t.Errorf("theme %d, %s: the orders differ by ΔE %.1f", th, name, d)
			}
		}
		for _, c := range []struct {
			name string
			k    ink
		}{{"low", inkOf(p.low, 1)}, {"high", inkOf(p.high, 1)}} {
			if r := contrast(c.k, inkOf(p.ground, 1)); r < 3 {
				t.Errorf("theme %d: %s has a contrast of %.1f", th, c.name, r)
			}
		}
	}
	css, err := os.ReadFile("../public/style.css")
	if err != nil {
		t.Fatal(err)
	}
	dark, light, _ := strings.Cut(string(css), "prefers-color-scheme: light")
	for th, text := range map[Theme]string{Dark: dark, Light: light} {
		for name, c := range map[string]ink{"--low": inkOf(palettes[th].low, 1), "--high": inkOf(palettes[th].high, 1)} {
			want := name + ": " + string(appendHex(nil, straight(c)>>8, 6))
			if !strings.Contains(text, want) {
				t.Errorf("theme %d: the style sheet has no %s", th, want)
			}
		}
	}
	s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
	s.SetQuestions(ByClass, ByHoL)
	for sorted, want := range map[int64]string{observe.InOrder: "low-order", observe.ByOutput: "no packet stands behind", observe.ByRoot: "not measured"} {
		f := &observe.Frame{Ports: make([]observe.PortState, s.net.SwitchPorts()), Hosts: make([]observe.HostState, s.net.Hosts)}
		f.Sorted = sorted
		s.SetFrame(f)
		text, classes := "", ""
		for _, k := range s.Key() {
			text, classes = text+k.Name, classes+k.Class+" "
		}
		if !strings.Contains(text, want) || sorted == observe.InOrder && !strings.Contains(classes, "hol-low hol-high") {
			t.Errorf("sorted %d: the key says %q (%s)", sorted, text, classes)
		}
	}
}
