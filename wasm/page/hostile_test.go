package main

// What an address says of the view is a stranger's text.

import (
	"slices"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// Parameters are found again in what they are written to; instants, windows and pins are refused in words, or are
// written so that they are read as the same.
func FuzzViewParameters(f *testing.F) {
	for _, text := range []string{
		"?preset=hot-spot&t=33.5us&loop=80us-120us&speed=1e4&camera=0.5,0.5,3", "#1.AAAA&t=5&v=1&tree=7&select=H3", "?ui.t=1&title=%3Cb%3E&title=2",
		"t=0x1p4&loop=-&camera=NaN,1,1", "?t=1e400s&&=&%zz=1", "?select=S2.3.4:P5", "t=%00", "?lang=es&theme=dark&autoplay=1&t=999s", "?select=H1-H2&t=1_0us", "?t=-1", "?t=.5ms&loop=1us-1us",
	} {
		f.Add(text)
	}
	net, err := topology.Build("rlft-4x3")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, address string) {
		list := slices.DeleteFunc(scenario.PageSettings(address), func(set scenario.Setting) bool { return !slices.Contains(scenario.PageKeys, set.Field) })
		for _, set := range list {
			if ps, err := parseMoment(set.Value); err == nil {
				if again, err := parseMoment(formatMoment(ps)); err != nil || again != ps || ps < 0 || ps > 1e15 {
					t.Fatalf("%q is %d ps, written %q and read as %d, %v", set.Value, ps, formatMoment(ps), again, err)
				}
			} else if err.Error() == "" {
				t.Fatalf("%q is refused without a word", set.Value)
			}
			if from, to, err := parseWindow(set.Value); err == nil && !(0 <= from && from < to && to <= 1e15) {
				t.Fatalf("%q is a window from %d to %d", set.Value, from, to)
			}
			if v, ok := parseNumbers(set.Value, [2]float64{-1, 2}, [2]float64{-1, 2}, [2]float64{1e-3, 1e4}); ok && !(v[0] >= -1 && v[1] <= 2 && v[2] > 0 && v[2] <= 1e4) {
				t.Fatalf("%q is the camera %v", set.Value, v)
			}
			if pin, err := parsePin(net, set.Value); err == nil && pin != (observe.Pin{}) {
				if again, err := parsePin(net, formatPin(net, pin)); err != nil || again != pin {
					t.Fatalf("%q is %+v, written %q and read as %+v, %v", set.Value, pin, formatPin(net, pin), again, err)
				}
			} else if err != nil && len(err.Error()) > 1000 {
				t.Fatalf("a refusal of %d bytes", len(err.Error()))
			}
		}
		again := scenario.PageSettings(withParams("?preset=hot-spot", list))
		for i := range list {
			if i >= len(again) || again[i] != list[i] {
				t.Fatalf("%+v came back as %+v", list, again)
			}
		}
	})
}
