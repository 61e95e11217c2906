package render

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// Between two frames packets move by the time shown: none jumps, those of the old frame arrive, those of
// the new one leave at their time, and at the end the picture is that of the new frame.
func TestPacketsMoveBetweenFrames(t *testing.T) {
	sim, err := engine.Open(scenario.Default().Must("network", "rlft-8x3"))
	if err != nil {
		t.Fatal(err)
	}
	s := NewScene(sim.Network())
	s.Resize(1440, 900, 1, panel)
	var frames [2]observe.Frame
	const every = .1 // s
	step := sim.PacketPS() * 3 / 4
	at := 30 * engine.Microsecond
	type flight struct{ link, src, dst uint32 }
	places := func() map[flight]float32 {
		all := map[flight]float32{}
		f := s.frame
		note := func(d *observe.Dot, share float32) {
			if share >= 0 && share <= 1 {
				if old, twice := all[flight{d.Link, d.Src, d.Dst}]; twice && old > share {
					return
				}
				all[flight{d.Link, d.Src, d.Dst}] = share
			}
		}
		for i := range f.Dots {
			note(&f.Dots[i], s.motion.place(&f.Dots[i], f))
		}
		for i := range s.motion.past {
			note(&s.motion.past[i], s.motion.before(&s.motion.past[i], f))
		}
		return all
	}
	var before map[flight]float32
	seen, gone, born := 0, 0, 0
	for k := 0; k < 30; k++ {
		at += step
		sim.Advance(at, engine.NoLimit)
		f := &frames[k%2]
		sim.Frame(f, observe.Options{Dots: 100000, Detail: -1})
		s.SetFrame(f)
		for i := 0; i < 10; i++ {
			clock := s.motion.clock
			moved := s.Tick(every / 10)
			if moved != (s.motion.clock != clock) {
				t.Fatal("Tick does not tell whether something moved")
			}
			if k < 25 {
				continue // the mean time between frames is not known yet
			}
			now := places()
			share := float64(s.motion.clock-clock) / float64(f.FlightPS)
			for id, p := range now {
				if b, ok := before[id]; ok && b < p+.5 { // else the next one between the two hosts
					seen++
					if d := float64(p - b); math.Abs(d-share) > .02 {
						t.Fatalf("frame %d, tick %d: %v went from %.3f to %.3f in %.3f of a flight", k, i, id, b, p, share)
					}
				} else if born++; float64(p) > share+.02 && i > 0 {
					t.Fatalf("frame %d, tick %d: %v appears at %.3f", k, i, id, p)
				}
			}
			for id, p := range before {
				if n, ok := now[id]; !ok || n < p {
					if gone++; float64(p)+share < .98 {
						t.Fatalf("frame %d, tick %d: %v vanishes at %.3f", k, i, id, p)
					}
				}
			}
			before = now
		}
	}
	if seen < 1000 || gone < 50 || born < 50 {
		t.Errorf("%d movements, %d arrivals, %d departures", seen, gone, born)
	}
	for i := 0; i < 20; i++ {
		s.Tick(every / 10)
	}
	s.Meshes()
	if s.motion.clock != s.frame.TimePS || s.Tick(every) || s.Dirty() {
		t.Error("the picture does not come to rest")
	}
	// from far away no packet is seen, and nothing is drawn between frames
	s.level = far
	s.motion.clock, s.motion.rate = s.frame.TimePS-1000, 100
	if s.Tick(.01) || s.Dirty() {
		t.Error("what nobody sees is drawn")
	}
	s.level = middle
	// a step of many flights is shown at once
	sim.Advance(at+50*step, engine.NoLimit)
	sim.Frame(&frames[0], observe.Options{Dots: 100, Detail: -1})
	s.SetFrame(&frames[0])
	if s.motion.clock != frames[0].TimePS || len(s.motion.past) != 0 {
		t.Error("a jump in time is drawn as a motion")
	}
}

// The minimap appears when a part of a large network is shown, and leads anywhere.
func TestMinimap(t *testing.T) {
	s := scene(t, "rlft-36x3", 1440, 900, 1, panel)
	s.SetFrame(congested(s.net, 4, 600, 9500))
	if _, _, ok := s.minimap(); ok || s.MinimapAt(1000, 850) {
		t.Error("a minimap of all that is shown anyway")
	}
	s.ZoomAt(500, 600, 12)
	s.picture().show(t, "minimap-11664")
	r, scale, ok := s.minimap()
	if !ok || float64(r.x1) > 1440-panel.Right || r.y1 > 900 {
		t.Fatalf("minimap at %v, %v", r, ok)
	}
	for i := range 20 { // what it covers cannot be pointed at
		if k := s.Pick(float64(r.x0+(r.x1-r.x0)*float32(i)/20), float64(r.y0+(r.y1-r.y0)*float32(i)/20)); k.Kind != None {
			t.Errorf("on the minimap: %+v", k)
			break
		}
	}
	if p := s.lay.pods[30]; !s.MinimapAt(float64(r.x0+(p.x0+p.x1)/2*scale), float64(r.y0+(p.y0+p.y1)/2*scale)) {
		t.Fatal("a point of the minimap is none")
	}
	cx, cy := s.freeCentre()
	x0, y0 := float32((cx-s.cam.now.x)/s.cam.now.z), float32((cy-s.cam.now.y)/s.cam.now.z)
	if p := s.lay.pods[30]; !p.has(x0, y0) {
		t.Errorf("the minimap led to %v, %v, not into %v", x0, y0, p)
	}
	if s.MinimapAt(20, 20) {
		t.Error("the minimap is everywhere")
	}
	small := scene(t, "rlft-8x3", 1440, 900, 1, panel)
	small.ZoomAt(500, 600, 12)
	if _, _, ok := small.minimap(); ok {
		t.Error("a minimap of 128 hosts")
	}
	grid := scene(t, "torus-64x64", 1440, 900, 1, panel)
	grid.ZoomAt(500, 600, 12)
	grid.SetFrame(congested(grid.net, 6, 2000))
	grid.picture().show(t, "minimap-torus")
}

// A packet in a buffer is picked where it is drawn, and what is said of it is what the engine says.
func TestPacketsArePicked(t *testing.T) {
	for _, c := range []struct{ set string }{{"network=rlft-8x3&traffic=HS25-1&queuing=dbbm&vcs=3"}, {"network=torus-4x4&routing=dor&traffic=HS25-1"},
		{"network=rlft-8x3&traffic=HS25-1&voq=true&vcs=3&queuing=dbbm"}, {"network=rlft-8x3&traffic=UT&load=1.2&queuing=voqsw"}} {
		sim := simulate(t, c.set)
		sim.Advance(60*engine.Microsecond, engine.NoLimit)
		s := NewScene(sim.Network())
		s.Resize(1440, 900, 1, panel)
		cx, cy := s.freeCentre()
		s.PanBy(cx-float64(s.x(s.lay.sx[1])), cy-float64(s.y(s.lay.sy[1])))
		s.ZoomAt(cx, cy, 14)
		var f observe.Frame
		sim.Frame(&f, observe.Options{Dots: s.WantDots(), Detail: -1, Switches: s.WantSwitches()})
		s.SetFrame(&f)
		picked := 0
		for i := range f.Slots {
			q := &f.Slots[i]
			p := int(q.Port)
			half, deep := s.buffer(int(s.net.Stage[p/s.net.Radix]))
			g, ok := s.arrange(2*half, deep)
			if !ok {
				t.Fatalf("%s: cells are too small", c.set)
			}
			seats, _ := s.sit(s.slots[q.Port], &g, deep)
			a0, a1, d0, d1 := g.at(int(q.VC), seats[i-s.slots[q.Port][0]], half, deep)
			if a0 < -half-.01 || a1 > half+.01 || d0 < -.01 || d1 > deep+.01 {
				t.Fatalf("%s: packet %d of VC %d lies outside its buffer: %v–%v, %v–%v of %v × %v", c.set, q.Place, q.VC, a0, a1, d0, d1, half, deep)
			}
			r := turn(s.x(s.lay.px[p]), s.y(s.lay.py[p]), s.lay.side[p], a0, a1, d0, d1)
			x, y := float64(r.x0+r.x1)/2, float64(r.y0+r.y1)/2
			if x < 0 || y < 0 || x > 1100 || y > 900 {
				continue
			}
			k := s.Pick(x, y)
			if k.Kind == Port && f.Ports[k.Port].Flags&observe.Root != 0 {
				continue // under the mark of a root
			}
			queued, _ := s.Look(k.Packet)
			if k.Kind != InBuffer || queued == nil || queued.Src != q.Src || queued.Dst != q.Dst || queued.Port != q.Port || queued.VC != q.VC {
				t.Fatalf("%s: %+v at the packet %+v", c.set, k, q)
			}
			picked++
		}
		for i := range f.Dots {
			x, y, _, _, ok := s.dotAt(&f.Dots[i], s.motion.place(&f.Dots[i], &f), &rect{-1e9, -1e9, 1e9, 1e9})
			if k := s.Pick(float64(x), float64(y)); ok && k.Kind == OnLink {
				if _, d := s.Look(k.Packet); d == nil || d.Link != k.Packet.Port {
					t.Fatalf("%s: %+v", c.set, k)
				}
				picked++
			}
		}
		if picked < 20 {
			t.Errorf("%s: %d packets picked", c.set, picked)
		}
	}
}
