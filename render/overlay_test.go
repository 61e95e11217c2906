package render

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// What congestion control does is drawn: notifications, throttled hosts, open paths, queues set aside.
func TestCongestionControlIsDrawn(t *testing.T) {
	for _, c := range []struct {
		preset string
		zoom   float64
		want   func(f *observe.Frame) int // of what must be there
	}{
		{"iba-cc-hot-spot", 1, func(f *observe.Frame) int { return int(f.Reacting) }},
		{"drb-drb-torus-8x8", 1, func(f *observe.Frame) int { return int(f.OpenPaths) }},
		{"fbicm-fat-tree", 15, func(f *observe.Frame) int { return len(f.Lines) }},
		{"fbicm-fat-tree", 1, func(f *observe.Frame) int { return len(f.Signals) }},
	} {
		sim := simulate(t, "preset="+c.preset)
		s := NewScene(sim.Network())
		s.Resize(1440, 900, 1, panel)
		var f observe.Frame
		host := -1
		for us := int64(60); us <= 200; us++ { // notifications are on their way for some ns only
			for ns := int64(0); ns < 100 && (c.want(&f) == 0 || us < 90); ns += 7 {
				sim.Advance(us*engine.Microsecond+ns*engine.Nanosecond, engine.NoLimit)
				sim.Frame(&f, observe.Options{Detail: -1})
			}
			if c.want(&f) > 0 && us >= 90 {
				break
			}
		}
		if c.want(&f) == 0 {
			t.Errorf("%s: nothing to show", c.preset)
			continue
		}
		for h := range f.Hosts {
			if f.Hosts[h].Flags&observe.Reacting != 0 {
				host = h
			}
		}
		if c.zoom > 1 {
			cx, cy := s.freeCentre()
			at := int(f.Lines[len(f.Lines)/2].Port)
			s.PanBy(cx-float64(s.x(s.lay.px[at])), cy-float64(s.y(s.lay.py[at])))
			s.ZoomAt(cx, cy, c.zoom)
		}
		o := observe.Options{Dots: s.WantDots(), Detail: -1, Switches: s.WantSwitches(), At: observe.NoPort}
		if host >= 0 {
			o.Src, o.Dst = uint32(host), observe.NoPort
		}
		sim.Frame(&f, o)
		with := f
		bare := f
		bare.Lines, bare.Signals, bare.Paths = nil, nil, nil
		bare.Hosts = append([]observe.HostState(nil), f.Hosts...)
		for h := range bare.Hosts {
			bare.Hosts[h].Flags &^= observe.Reacting
		}
		s.SetFrame(&bare)
		plain := s.picture()
		s.SetFrame(&with)
		full := s.picture()
		full.show(t, "control-"+c.preset+map[bool]string{true: "-near"}[c.zoom > 1])
		differ := 0
		for i := range plain.pix {
			if d := plain.pix[i] - full.pix[i]; d > .05 || d < -.05 {
				differ++
			}
		}
		if differ < 60 {
			t.Errorf("%s ×%v: only %d of the picture's numbers tell of it", c.preset, c.zoom, differ)
		}
	}
}
