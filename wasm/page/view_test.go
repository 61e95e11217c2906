package main

// What links say of the view is bounded and validated before it reaches the page.

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

func TestMoments(t *testing.T) {
	for text, want := range map[string]int64{"120us": 120e6, "33.3µs": 33_300_000, "33.3\u03bcs": 33_300_000, "12345": 12_345_000, "1.5ms": 1.5e9, "0": 0, "7ps": 7, "2s": 2e12, "1000s": 1e15, "40.000001us": 40_000_001, "80ns": 80_000} {
		if ps, err := parseMoment(text); err != nil || ps != want {
			t.Errorf("%q is %d ps, %v; want %d", text, ps, err, want)
		}
	}
	for _, text := range []string{"", "us", "-1us", "NaN", "Inf", "1e300", "1001s", "0x10us", "1_000", "12 34", "1us2", "<b>1us", "1hour"} {
		if ps, err := parseMoment(text); err == nil {
			t.Errorf("%q is taken for %d ps", text, ps)
		}
	}
	for _, ps := range []int64{0, 1, 999_999, 1e6, 40_000_001, 33_333_250, 1e15} {
		if got, err := parseMoment(formatMoment(ps)); err != nil || got != ps {
			t.Errorf("%d ps becomes %q, which is %d, %v", ps, formatMoment(ps), got, err)
		}
	}
	for range 2000 {
		ps := rand.Int64N(1e15) // mostly beyond 2^49, where a float has room for single ps still
		if got, _ := parseMoment(formatMoment(ps)); got != ps {
			t.Fatalf("%d ps becomes %q, which is %d", ps, formatMoment(ps), got)
		}
	}
}

// Of several parameters that are wrong all are said, each once, in the order of the address, and why of the first.
func TestOmitted(t *testing.T) {
	why := map[string]error{"camera": errors.New("no camera"), "t": errors.New("no time"), "select": errors.New("no port")}
	for _, c := range []struct{ address, want string }{
		{"?preset=hot-spot&t=x", "The link’s “t=x” was left out: no time."},
		{"?t=x&preset=hot-spot&chart=all&select=port:S9.9:9&camera=" + strings.Repeat("9", 90) + "&t=y",
			"The link’s “t=x” was left out: no time. Also left out: select=port:S9.9:9, camera=" + strings.Repeat("9", 53) + "…."},
		{"?preset=hot-spot&chart=all", ""},
	} {
		if got := omitted(scenario.PageSettings(c.address), why); got != c.want {
			t.Errorf("%s: %q, want %q", c.address, got, c.want)
		}
	}
}

func TestAsked(t *testing.T) {
	for _, c := range [][3]string{
		{"?preset=vftree", "", "?preset=vftree"},
		{"?preset=vftree", "#", "?preset=vftree"},
		{"", "#preset=vftree", "#preset=vftree"},
		{"?preset=vftree", "#top", "?preset=vftree&top"},
		{"?preset=vftree", "#t=40us", "?preset=vftree&t=40us"},
		{"?preset=vftree&t=20us&theme=dark", "#ui.t=40us", "?preset=vftree&theme=dark&ui.t=40us"},
		{"?preset=vftree&queuing=dbbm", "#seed=7", "?preset=vftree&queuing=dbbm&seed=7"},
		{"?preset=vftree&seed=6", "#seed=7", "?preset=vftree&seed=7"},
		{"?preset=vftree&t=20us", "#preset=uniform&seed=8", "#preset=uniform&seed=8"},
		{"?preset=vftree&t=20us", "#1.abc-_&t=5us", "#1.abc-_&t=5us"},
		{"?theme=dark&t=20us", "#1.abc-_&t=5us", "?theme=dark#1.abc-_&t=5us"},
		{"?utm_source=x&lang=es", "#preset=uniform", "?utm_source=x&lang=es&preset=uniform"},
	} {
		if got := asked(c[0], c[1]); got != c[2] {
			t.Errorf("%s and %s ask for %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestWindows(t *testing.T) {
	if from, to, err := parseWindow("80us-120.5us"); err != nil || from != 80e6 || to != 120_500_000 {
		t.Error(from, to, err)
	}
	for _, text := range []string{"", "80us", "120us-80us", "80us-80us", "-80us", "80us-", "a-b", "1-2-3"} {
		if from, to, err := parseWindow(text); err == nil {
			t.Errorf("%q is taken for %d–%d", text, from, to)
		}
	}
}

func TestNumbers(t *testing.T) {
	if v, ok := parseNumbers("0.5,-1,3", [2]float64{-1, 2}, [2]float64{-1, 2}, [2]float64{0.1, 10}); !ok || v[1] != -1 || v[2] != 3 {
		t.Error(v, ok)
	}
	for _, text := range []string{"", "1,2", "1,2,3,4", "NaN,0,1", "0,0,99", "a,b,c", "0,0,1,"} {
		if v, ok := parseNumbers(text, [2]float64{-1, 2}, [2]float64{-1, 2}, [2]float64{0.1, 10}); ok {
			t.Errorf("%q is taken for %v", text, v)
		}
	}
	for v, want := range map[float64]string{0.5: "0.5", 3: "3", 0.12345: "0.1235", -0.00001: "0", 10: "10", 100: "100"} {
		if got := formatNumber(v, 4); got != want {
			t.Errorf("%v becomes %q", v, got)
		}
	}
}

// Links of the page: what is added to a scenario's link is read back.
func TestWithParams(t *testing.T) {
	list := []scenario.Setting{{Field: "t", Value: "40us"}, {Field: "title", Value: "a & b #1 <i>"}}
	for _, link := range []string{"", "?preset=hot-spot", "#1.abc_-"} {
		text := withParams(link, list)
		got := scenario.PageSettings(text)
		if len(got) != 2 || got[0] != list[0] || got[1] != list[1] {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestWithoutParam(t *testing.T) {
	for _, c := range [][2]string{
		{"?preset=hot-spot&t=40us", "?preset=hot-spot"},
		{"?t=40us&preset=hot-spot&title=a%20%26%20t", "?preset=hot-spot&title=a%20%26%20t"},
		{"?preset=hot-spot&ui.t=40us&camera=0.5,0.5,3", "?preset=hot-spot&camera=0.5,0.5,3"},
		{"?preset=hot-spot&%74=40us", "?preset=hot-spot"},
		{"?t=40us", ""},
		{"#1.abc_-&t=40us", "#1.abc_-"},
		{"?theme=dark#preset=hot-spot&t=40us", "?theme=dark#preset=hot-spot"},
		{"?preset=hot-spot#t=40us", "?preset=hot-spot"},
		{"?preset=hot-spot&tree=S1.3:7", "?preset=hot-spot&tree=S1.3:7"},
	} {
		if got := withoutParam(c[0], "t"); got != c[1] {
			t.Errorf("%s becomes %s, want %s", c[0], got, c[1])
		}
	}
}
