package render

import (
	"math/rand"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func build(t testing.TB, name string) *topology.Network {
	n, err := topology.Build(name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// congested makes a frame such as the engine's under hot spots: every share-th host sends to one
// of the hot spots along deterministic paths, the buffers on the way fill up; the others send to
// random hosts.
func congested(n *topology.Network, share int, hot ...int) *observe.Frame {
	routes, err := routing.NewTable(n)
	if err != nil {
		panic(err)
	}
	f := &observe.Frame{Ports: make([]observe.PortState, n.SwitchPorts()), Hosts: make([]observe.HostState, n.Hosts)}
	r := rand.New(rand.NewSource(1))
	for i := range hot {
		f.Hosts[hot[i]].Flags |= observe.HotSpot
		f.Trees = append(f.Trees, observe.Tree{ID: uint32(i + 1), Slot: uint32(i + 1), Root: uint32(n.Peer[n.HostPort(hot[i])])})
	}
	for h := range f.Hosts {
		dst, slot := r.Intn(n.Hosts), 0
		if share > 0 && r.Intn(share) == 0 && len(hot) > 0 {
			slot = h%len(hot) + 1
			dst = hot[slot-1]
			f.Hosts[h].Flags |= observe.Culprit
		}
		if dst == h {
			continue
		}
		f.Hosts[h].Use, f.Hosts[h].Queue = uint8(80+r.Intn(100)), uint8(r.Intn(60))
		if slot != 0 {
			f.Hosts[h].Tree, f.Hosts[h].Queue = uint8(slot), 255
		}
		out := n.HostPort(h)
		for hop := 0; ; hop++ {
			in := int(n.Peer[out])
			class := observe.Innocent
			if slot != 0 {
				class = observe.Contributor | slot
			} else if !n.IsHost(in) && f.Ports[in].Tree != 0 {
				class = observe.Victim | int(f.Ports[in].Tree)
			}
			f.Dots = append(f.Dots, observe.Dot{Link: uint32(out), Src: uint32(h), Dst: uint32(dst), Pos: uint16(r.Intn(65536)), Class: uint8(class)})
			if n.IsHost(in) {
				break
			}
			st := &f.Ports[in]
			if slot != 0 {
				switch {
				case st.Tree == 0 || st.Tree == uint8(slot):
					st.Tree, st.Held = uint8(slot), uint8(min(250, int(st.Held)+70))
				default:
					st.Tree2, st.Held2 = uint8(slot), uint8(min(int(st.Held), int(st.Held2)+50))
				}
				st.Fill = uint8(min(255, int(st.Fill)+90))
				st.Starved = uint8(min(255, int(st.Starved)+30))
				if st.Fill == 255 {
					st.Flags |= observe.Full
				}
			} else {
				st.Fill = uint8(min(255, int(st.Fill)+12))
			}
			det, _ := routes.Step(in/n.Radix, uint32(dst))
			out = in/n.Radix*n.Radix + int(det)
			f.Ports[out].Use = uint8(min(255, int(f.Ports[out].Use)+90))
			f.Ports[out].Flags |= observe.Busy
		}
	}
	for i := range f.Trees {
		f.Ports[f.Trees[i].Root].Flags |= observe.Root
		for p := range f.Ports {
			if f.Ports[p].Tree == uint8(f.Trees[i].Slot) {
				f.Trees[i].Ports++
			}
		}
	}
	return f
}

// simulate begins the run of a link's scenario.
func simulate(t *testing.T, query string) *engine.Sim {
	t.Helper()
	sc, err := scenario.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := engine.Open(sc)
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

func scene(t testing.TB, network string, w, h, scale float64, in Insets) *Scene {
	s := NewScene(build(t, network))
	s.Resize(w*scale, h*scale, scale, Insets{in.Top * scale, in.Right * scale, in.Bottom * scale, in.Left * scale})
	return s
}

var panel = Insets{Right: 340}

// TestPictures draws the situations a person will see first; look at them with
//
//	RENDER_PNG=/some/folder go test ./render -run Pictures
func TestPictures(t *testing.T) {
	phone := Insets{Bottom: 320}
	for _, c := range []struct {
		name, network string
		w, h, scale   float64
		in            Insets
		theme         Theme
		share         int
		hot           []int
		zoom          float64 // around the first hot spot
		isolate       uint32
		still         bool
		radial        bool
	}{
		{"128-dark", "rlft-8x3", 1440, 900, 1, panel, Dark, 4, []int{77}, 1, 0, false, false},
		{"128-light-4", "rlft-8x3", 1440, 900, 1, panel, Light, 4, []int{5, 77, 90, 120}, 1, 0, false, false},
		{"128-calm", "rlft-8x3", 1440, 900, 1, panel, Dark, 0, nil, 1, 0, false, false},
		{"128-near", "rlft-8x3", 1440, 900, 1, panel, Dark, 4, []int{77}, 5, 0, false, false},
		{"128-nearer", "rlft-8x3", 1440, 900, 1, panel, Light, 4, []int{77}, 12, 0, false, false},
		{"128-phone", "rlft-8x3", 390, 844, 2, phone, Dark, 4, []int{77}, 1, 0, false, false},
		{"432-dark", "rlft-12x3", 1440, 900, 1, panel, Dark, 4, []int{50, 200, 300, 400}, 1, 0, false, false},
		{"432-isolated", "rlft-12x3", 1440, 900, 1, panel, Dark, 4, []int{50, 200, 300, 400}, 1, 2, false, false},
		{"11664-dark", "rlft-36x3", 1440, 900, 1, panel, Dark, 4, []int{600, 3400, 5200, 9500}, 1, 0, false, false},
		{"11664-light", "rlft-36x3", 1440, 900, 1, panel, Light, 10, []int{600}, 1, 0, false, false},
		{"11664-calm", "rlft-36x3", 1440, 900, 1, panel, Dark, 0, nil, 1, 0, false, false},
		{"11664-mid", "rlft-36x3", 1440, 900, 1, panel, Dark, 4, []int{600, 3400, 5200, 9500}, 8, 0, false, false},
		{"11664-near", "rlft-36x3", 1440, 900, 1, panel, Dark, 4, []int{600, 3400, 5200, 9500}, 40, 0, true, false},
		{"11664-phone", "rlft-36x3", 390, 844, 2, phone, Dark, 4, []int{600, 3400, 5200, 9500}, 1, 0, false, false},
		{"65536-dark", "rlft-64x3", 1440, 900, 1, panel, Dark, 10, []int{600, 33400}, 1, 0, false, false},
		{"single", "rlft-8x1", 1440, 900, 1, panel, Dark, 3, []int{2}, 1, 0, false, false},
		{"tapered", "pgft-4.4.4-1.2.2-1.2.1", 1440, 900, 1, panel, Dark, 4, []int{20}, 1, 0, false, false},
		{"torus-8x8", "torus-8x8", 1440, 900, 1, panel, Dark, 3, []int{27}, 1, 0, false, false},
		{"torus-8x8-light", "torus-8x8", 1440, 900, 1, panel, Light, 3, []int{7, 44}, 1, 0, false, false},
		{"torus-4x4", "torus-4x4", 1440, 900, 1, panel, Dark, 3, []int{5}, 1, 0, false, false},
		{"torus-near", "torus-8x8", 1440, 900, 1, panel, Dark, 3, []int{27}, 5, 0, false, false},
		{"mesh-8x4", "mesh-8x4", 1440, 900, 1, panel, Light, 3, []int{12}, 1, 0, false, false},
		{"torus-phone", "torus-8x8", 390, 844, 2, phone, Dark, 3, []int{27}, 1, 0, false, false},
		{"mesh-32x32", "mesh-32x32", 1440, 900, 1, panel, Dark, 6, []int{500}, 1, 0, false, false},
		{"torus-64x64", "torus-64x64", 1440, 900, 1, panel, Dark, 6, []int{2000}, 1, 0, false, false},
		{"bmin-64", "bmin-8x3", 1440, 900, 1, panel, Dark, 4, []int{32}, 1, 0, false, false},
		{"bmin-64-calm", "bmin-8x3", 1440, 900, 1, panel, Light, 0, nil, 1, 0, false, false},
		{"bmin-64-butterfly", "bmin-8x3-butterfly", 1440, 900, 1, panel, Light, 4, []int{32}, 1, 0, false, false},
		{"bmin-256", "bmin-8x4", 1440, 900, 1, panel, Dark, 4, []int{123}, 1, 0, false, false},
		{"bmin-256-near", "bmin-8x4", 1440, 900, 1, panel, Light, 4, []int{123}, 12, 0, false, false},
		{"bmin-phone", "bmin-8x3", 390, 844, 2, phone, Dark, 4, []int{32}, 1, 0, false, false},
		{"radial-128", "rlft-8x3", 1440, 900, 1, panel, Dark, 4, []int{77}, 1, 0, false, true},
		{"radial-128-near", "rlft-8x3", 1440, 900, 1, panel, Light, 4, []int{77}, 7, 0, false, true},
		{"radial-432", "rlft-12x3", 1440, 900, 1, panel, Light, 4, []int{50, 300}, 1, 0, false, true},
		{"radial-432-phone", "rlft-12x3", 390, 844, 2, phone, Dark, 4, []int{50, 300}, 1, 0, false, true},
		{"radial-11664", "rlft-36x3", 1920, 1080, 1, panel, Dark, 4, []int{600, 3400, 5200, 9500}, 1, 0, false, true},
		{"432-print", "rlft-12x3", 1920, 1080, 1, panel, Print, 4, []int{50, 200, 300, 400}, 1, 0, false, false},
		{"4stages", "rlft-8x4", 1440, 900, 1, panel, Dark, 4, []int{20, 300}, 1, 0, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.scale > 1 {
				t.Skip()
			}
			s := scene(t, c.network, c.w, c.h, c.scale, c.in)
			s.SetTheme(c.theme)
			s.SetReducedMotion(c.still)
			s.SetPlaying(c.still)
			s.SetRadial(c.radial)
			s.SetFrame(congested(s.net, c.share, c.hot...))
			s.SetIsolated(c.isolate)
			if c.zoom > 1 {
				x, y := s.x(s.lay.hx[c.hot[0]]), s.y(s.lay.hy[c.hot[0]]-1)
				cx, cy := s.freeCentre()
				s.PanBy(cx-float64(x), cy-float64(y))
				s.ZoomAt(cx, cy, c.zoom)
			}
			p := s.picture()
			p.show(t, c.name)
			for i := range c.hot { // every root in view is marked in its tree's colour
				root := int(s.frame.Trees[i].Root)
				x, y := s.rootAt(root, s.px(rootSize[s.level]))
				if x < 0 || y < 0 || float64(x) > s.width-s.insets.Right || float64(y) >= s.height || c.isolate != 0 && c.isolate != uint32(i+1) {
					continue
				}
				if got, want := p.at(int(x), int(y)), TreeColor(uint32(i+1), c.theme); distance(got, want) > 60 {
					// a larger tree's mark or label may lie on top
					if len(c.hot) == 1 {
						t.Errorf("root %d at %.0f,%.0f is %v, want %v", i, x, y, got, want)
					}
				}
			}
		})
	}
}
