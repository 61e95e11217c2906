package engine_test

import (
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// uses returns the utilisation of all links in a frame.
func uses(m *engine.Sim) (out []uint8) {
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	for _, p := range f.Ports {
		out = append(out, p.Use)
	}
	for _, h := range f.Hosts {
		out = append(out, h.Use)
	}
	return
}

// Whoever reaches a time sees the same utilisation, by whatever frames, slices, copies and restorations.
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
		for p, use := range uses(m) {
			if uint32(use) != want[p] {
				t.Errorf("%d ps after the window's end: %s used at %d of 255, not %d", ps, m.Network().PortName(p), use, want[p])
			}
		}
	}
}
