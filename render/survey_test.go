package render

import (
	"strconv"
	"testing"
)

// Pods are as warm as that of their stages in which trees fill most; what fills at the top stage is nobody's.
func TestPodsAreWarm(t *testing.T) {
	s := scene(t, "rlft-4x3", 800, 600, 1, Insets{})
	n := s.net
	f := congested(n, 0)
	fill := func(sw int, tree uint8) {
		for p := sw * n.Radix; p < (sw+1)*n.Radix; p++ {
			f.Ports[p].Fill, f.Ports[p].Tree = 255, tree
		}
	}
	per := (n.First[2] - n.First[1]) / len(s.lay.pods)
	fill(n.First[2], 3)     // the top stage
	fill(n.First[1]+per, 2) // one of pod 1's of the second stage
	fill(n.First[1]+3*per, 1)
	fill(3*per, 4)
	fill(3*per+1, 4) // all leaves of pod 3
	s.SetFrame(f)
	for i, got := range s.surveyed().pods {
		want := map[int]load{1: {heat: 1 / float32(per), slot: 2}, 3: {heat: 1, slot: 4}}[i]
		if got.slot != want.slot || got.heat < want.heat-.01 || got.heat > want.heat+.01 {
			t.Errorf("pod %d: %+v, want %+v", i, got, want)
		}
	}
}

// Shares of several buffers are those of their packets, low-order and high-order apart.
func TestSharesOfHoLBlocking(t *testing.T) {
	var sum hol
	if sum.mean(4) != (hol{}) {
		t.Error("empty buffers have shares")
	}
	sum.add(hol{low: .5, high: .25, fill: 1})
	sum.add(hol{low: 0, high: .5, fill: .5})
	sum.add(hol{low: 1, high: 1, fill: 0})
	close := func(a, b float32) bool { return a-b < 1e-6 && b-a < 1e-6 }
	if m := sum.mean(4); !close(m.low, .5/1.5) || !close(m.high, .5/1.5) || !close(m.fill, 1.5/4) {
		t.Errorf("%+v", m)
	}
}

// Every stage is named at its switches.
func TestStagesAreNamed(t *testing.T) {
	for _, name := range shapesToTest {
		s := scene(t, name, 1440, 900, 1, panel)
		if s.net.Grid != nil {
			continue
		}
		k := newSketch(s.width, s.height)
		s.names(&Mesh{sketch: k})
		at := map[string]float32{}
		for _, o := range k.ops {
			if o.kind == opText {
				at[k.words[int(o.n[5])]] = o.n[1]
			}
		}
		for stage := 1; stage <= s.net.Stages; stage++ {
			y, ok := at["Stage "+strconv.Itoa(stage)]
			if _, both := at["Stage 1 and hosts"]; stage == 1 && both {
				continue
			}
			top, bottom := float32(1e9), float32(0)
			for sw := s.net.First[stage-1]; sw < s.net.First[stage]; sw++ {
				half := s.units(s.lay.cardH[stage-1]) / 2
				top, bottom = min(top, s.y(s.lay.sy[sw])-half), max(bottom, s.y(s.lay.sy[sw])+half)
			}
			if !ok || y < top-12 || y > bottom+24 {
				t.Errorf("%s: stage %d is named at %v (%v), its switches are from %v to %v", name, stage, y, ok, top, bottom)
			}
		}
	}
}

// The minimap shows every pod, in the colour of its tree, and lies within its frame.
func TestMinimapShowsThePods(t *testing.T) {
	s := scene(t, "rlft-36x3", 1440, 900, 1, panel)
	s.SetFrame(congested(s.net, 4, 600))
	s.ZoomAt(500, 600, 12)
	r, _, _ := s.minimap()
	v := s.surveyed()
	v.pods[3] = load{}
	k := newSketch(s.width, s.height)
	s.drawMinimap(&Mesh{sketch: k})
	plain, coloured, want := 0, 0, 0
	link := straight(s.inks.link.times(.8))
	for i, o := range k.ops {
		if o.kind != opBox || i < 2 { // the frame and its ground
			continue
		}
		if n := o.n; n[0] < r.x0-7 || n[1] < r.y0-7 || n[2] > r.x1+7.6 || n[3] > r.y1+7.6 {
			t.Errorf("%v is outside of %v", n, r)
		}
		if i < 2+len(v.pods) {
			if k.inks[o.colour] == link {
				plain++
			} else {
				coloured++
			}
		}
	}
	for _, p := range v.pods {
		if p.slot != 0 {
			want++
		}
	}
	if want == 0 || coloured != want || plain != len(v.pods)-want {
		t.Errorf("%d pods in colours, %d plain, of %d in trees", coloured, plain, want)
	}
	frame, ground := k.ops[0].n, k.ops[1].n
	for i, d := range [...]float32{-7, -7, 7, 7} {
		if at := [...]float32{r.x0, r.y0, r.x1, r.y1}[i]; frame[i] != at+d || ground[i] != at+d*6/7 {
			t.Errorf("the frame is %v and %v around %v", frame, ground, r)
		}
	}
}

// Before the first frame hosts and switches stand where they will.
func TestPictureBeforeTheFirstFrame(t *testing.T) {
	s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
	k := newSketch(s.width, s.height)
	s.dynamic = Mesh{sketch: k}
	s.buildDynamic()
	there := func(x, y, w, h float32) bool {
		for _, o := range k.ops {
			if n := o.n; o.kind == opBox && hypot((n[0]+n[2])/2-x, (n[1]+n[3])/2-y) < .01 && n[2]-n[0] > .9*w && n[3]-n[1] > .9*h {
				return true
			}
		}
		return false
	}
	for h := range s.lay.hx {
		if size := s.units(hostSize); !there(s.x(s.lay.hx[h]), s.y(s.lay.hy[h]), size, size) {
			t.Errorf("host %d is not drawn", h)
		}
	}
	for sw := range s.lay.sx {
		if stage := s.net.Stage[sw] - 1; !there(s.x(s.lay.sx[sw]), s.y(s.lay.sy[sw]), s.units(s.lay.cardW[stage]), s.units(s.lay.cardH[stage])) {
			t.Errorf("switch %d is not drawn", sw)
		}
	}
}
