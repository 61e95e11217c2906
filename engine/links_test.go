package engine_test

import (
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// uses returns the utilisation of all links in a frame, and how much of the time they lacked credits.
func uses(m *engine.Sim) (out []uint8) {
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	for _, p := range f.Ports {
		out = append(out, p.Use, p.Starved)
	}
	for _, h := range f.Hosts {
		out = append(out, h.Use)
	}
	return
}

// Whoever reaches a time sees the same utilisation and lack of credits, by whatever frames, slices, copies and restorations.
func TestUtilisationIsThatOfTheTime(t *testing.T) {
	for _, query := range []string{
		"preset=hot-spot",
		"network=rlft-4x3&traffic=HS25-1&load=0.5&delay=0",
		"network=torus-4x4&routing=dor&traffic=UT&load=0.8&congestion-control=iba-cc&vcs=2",
		"network=rlft-8x2&queuing=fbicm&traffic=HS25-1&load=1",
		"network=rlft-8x2&queuing=voqnet&traffic=HS25-1&load=1",
		"network=rlft-4x3&traffic=PTRANS-2x8-1024-32",
		"network=rlft-4x3&load=0.5&at=15.72864_load_0.9",
	} {
		t.Run(query, func(t *testing.T) {
			straight := begin(t, query)
			packet := straight.PacketPS()
			window := 16 * packet
			ways := map[string]func(to int64) *engine.Sim{}
			sliced, stepped, copied, bare := begin(t, query), begin(t, query), begin(t, query), begin(t, query)
			bare.TrackTrees(false)
			for _, m := range []*engine.Sim{straight, sliced, stepped, copied, bare} {
				m.CountLinks()
			}
			ways["without trees"] = func(to int64) *engine.Sim {
				bare.Advance(to, engine.NoLimit)
				return bare
			}
			ways["a few events at a time, a frame after each"] = func(to int64) *engine.Sim {
				for !sliced.Advance(to, 40) {
					uses(sliced)
				}
				return sliced
			}
			ways["event by event"] = func(to int64) *engine.Sim {
				for stepped.StepEvent(to) {
				}
				return stepped
			}
			ways["in copies of what was put away in mid-window"] = func(to int64) *engine.Sim {
				copied.Advance((copied.Now()+to)/2, engine.NoLimit)
				copied = copied.Store().Restore(nil).Clone()
				copied.Advance(to, engine.NoLimit)
				return copied
			}
			var late *engine.Sim
			most := uint8(0)
			for _, at := range []int64{0, 1, packet, 7 * packet, window - 1, window, window + 1, 3 * window, 3*window + packet/3, 4*window - 1, 9*window + 1} {
				straight.Advance(at, engine.NoLimit)
				want := uses(straight)
				most = max(most, slices.Max(want))
				for name, way := range ways {
					if m := way(at); m.Now() != at || !slices.Equal(uses(m), want) {
						t.Errorf("%s: at %d ps another utilisation than in one go", name, m.Now())
					}
				}
				switch at {
				case window + 1: // who looks for the first time knows nothing
					late = begin(t, query)
					late.Advance(at, engine.NoLimit)
					if got := uses(late); slices.Max(got) != 0 {
						t.Errorf("at the first look a utilisation of %d of 255", slices.Max(got))
					}
				case 3 * window: // until a whole window has passed
					if late.Advance(at-1, engine.NoLimit); slices.Max(uses(late)) != 0 {
						t.Error("utilisation of a part of a window")
					}
					if late.Advance(at, engine.NoLimit); !slices.Equal(uses(late), want) {
						t.Error("who has looked for a whole window sees another utilisation")
					}
				}
			}
			if most < 32 {
				t.Errorf("no link is used at more than %d of 255", most)
			}
			if straight.Checksum() != stepped.Checksum() || straight.Checksum() != sliced.Checksum() {
				t.Error("counting changes the run")
			}
		})
	}
}

// Utilisation is the packets that a link has begun to carry in the last whole window, of the sixteen that it can.
func TestUtilisationIsCounted(t *testing.T) {
	m := begin(t, "preset=hot-spot")
	m.CountLinks()
	window := 16 * m.PacketPS()
	m.Advance(9*window, engine.NoLimit)
	before := make([]uint32, m.Network().Ports())
	for p := range before {
		if m.Network().Peer[p] >= 0 {
			before[p] = m.Sent(p)
		}
	}
	m.Advance(10*window, engine.NoLimit)
	want := make([]uint32, len(before))
	for p := range before {
		if m.Network().Peer[p] >= 0 {
			want[p] = (m.Sent(p) - before[p]) * 255 / 16
		}
	}
	if slices.Max(want) < 240 {
		t.Error("no link is busy")
	}
	for _, ps := range []int64{0, 1, window - 1} {
		m.Advance(10*window+ps, engine.NoLimit)
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		for p := range want {
			var use uint8
			if h := p - len(f.Ports); h < 0 {
				use = f.Ports[p].Use
			} else {
				use = f.Hosts[h].Use
			}
			if uint32(use) != want[p] {
				t.Errorf("%d ps after the window's end: %s used at %d of 255, not %d", ps, m.Network().PortName(p), use, want[p])
			}
		}
	}
}

// The time without credits is at how many of fifteen looks in the last whole window packets waited for credits that there were not: at
// those that whoever stops at each of them sees as blocked.
func TestTimeWithoutCreditsIsCounted(t *testing.T) {
	for _, query := range []string{"preset=hot-spot", "network=rlft-4x3&traffic=HS25-1&queuing=dbbm&voq=true&vcs=4", "network=torus-4x4&routing=dor&traffic=UT&load=0.9&buffer=8"} {
		m, other := begin(t, query), begin(t, query)
		m.CountLinks()
		window := 16 * m.PacketPS()
		m.Advance(30*window+window/3, engine.NoLimit)
		var f observe.Frame
		looks := make([]int, m.Network().SwitchPorts())
		for k := int64(1); k <= 15; k++ {
			other.Advance(29*window+window*k/15, engine.NoLimit)
			other.Frame(&f, observe.Options{Detail: -1})
			for p, x := range f.Ports {
				if x.Flags&observe.Blocked != 0 {
					looks[p]++
				}
			}
		}
		m.Frame(&f, observe.Options{Detail: -1})
		some := 0
		for p, n := range looks {
			if int(f.Ports[p].Starved) != n*17 {
				t.Fatalf("%s: %s lacks credits for %d of 255, at %d of 15 looks", query, m.Network().PortName(p), f.Ports[p].Starved, n)
			}
			if n > 0 && n < 15 {
				some++
			}
		}
		if some == 0 {
			t.Errorf("%s: no output lacks credits at some of the looks", query)
		}
	}
}

// Whoever reaches a time sees the same HoL blocking by port, by whatever frames, slices, copies and restorations, and who begins to count
// it late does from the first whole window on. It is the mean of what there is at the looks at trees.
func TestHoLBlockingIsThatOfTheTime(t *testing.T) {
	for _, query := range []string{
		"preset=hot-spot",
		"network=rlft-4x3&traffic=HS25-1&load=0.5&delay=0",
		"network=torus-4x4&routing=dor&traffic=UT&load=0.8&congestion-control=iba-cc&vcs=2",
		"network=rlft-24x3&traffic=HS25-1", // a look reads a part of the ports
		"network=rlft-4x3&load=0.5&at=15.72864_load_0.9",
	} {
		t.Run(query, func(t *testing.T) {
			blocking := func(m *engine.Sim) []observe.HoLState {
				var f observe.Frame
				m.Frame(&f, observe.Options{Detail: -1, HoL: true})
				return f.Blocking
			}
			straight, sliced, stepped, copied, seen := begin(t, query), begin(t, query), begin(t, query), begin(t, query), begin(t, query)
			large := straight.Network().Hosts > 2000
			window, period := 16*straight.PacketPS(), straight.LookPS()
			for _, m := range []*engine.Sim{straight, sliced, stepped, copied} {
				m.CountHoL()
			}
			ways := map[string]func(to int64) *engine.Sim{
				"a few events at a time, a frame after each": func(to int64) *engine.Sim {
					for n := 0; !sliced.Advance(to, 40+n); n++ {
						blocking(sliced)
					}
					return sliced
				},
				"event by event": func(to int64) *engine.Sim {
					for stepped.StepEvent(to) {
					}
					return stepped
				},
				"in copies of what was put away in mid-window": func(to int64) *engine.Sim {
					copied.Advance((copied.Now()+to)/2, engine.NoLimit)
					copied = copied.Store().Restore(nil).Clone()
					copied.Advance(to, engine.NoLimit)
					return copied
				},
			}
			if large {
				delete(ways, "event by event")
				delete(ways, "a few events at a time, a frame after each")
			}
			late, any := (*engine.Sim)(nil), 0
			times := []int64{window - 1, window, window + 1, 3 * window, 3*window + period, 4*window - 1, 5*window + 1}
			for _, at := range times {
				straight.Advance(at, engine.NoLimit)
				want := slices.Clone(blocking(straight))
				for name, way := range ways {
					if m := way(at); m.Now() != at || !slices.Equal(blocking(m), want) {
						t.Errorf("%s: at %d ps another HoL blocking than in one go", name, m.Now())
					}
				}
				for _, x := range want {
					if x.Low > 0 || x.High > 0 {
						any++
					}
				}
				switch at {
				case window + 1:
					late = begin(t, query)
					late.Advance(at, engine.NoLimit)
					if !slices.Equal(blocking(late), blocking(late.Clone())) {
						t.Error("a copy sees something else before there is a window")
					}
				case 3 * window:
					late.Advance(at, engine.NoLimit)
					if !slices.Equal(blocking(late), want) {
						t.Error("who has counted for a whole window sees another HoL blocking")
					}
				}
			}
			if any == 0 {
				t.Error("there is none")
			}
			if straight.Checksum() != copied.Checksum() {
				t.Error("counting changes the run")
			}
			if large {
				return
			}
			// Before it counts, a simulation tells the present instant.
			var low, high []int
			looks := 0
			seen.Advance(4*window, engine.NoLimit)
			for at := seen.NextLook(); at <= 5*window; at = seen.NextLook() {
				seen.Advance(at, engine.NoLimit)
				if at == 5*window {
					continue // in step with packets
				}
				now := blocking(seen.Clone())
				if low == nil {
					low, high = make([]int, len(now)), make([]int, len(now))
				}
				for p, x := range now {
					low[p], high[p] = low[p]+int(x.Low), high[p]+int(x.High)
				}
				looks++
			}
			for p, x := range blocking(straight) {
				if int(x.Low) != low[p]/looks || int(x.High) != high[p]/looks {
					t.Fatalf("%s: %+v, the %d looks add up to %d and %d", straight.Network().PortName(p), x, looks, low[p], high[p])
				}
			}
		})
	}
}
