package ui

// The style sheet: its colours must be readable, and those of the trees must be the canvas's.

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/render"
)

// sheet is the style sheet.
func sheet(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../public/style.css")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// themes reads the colour variables of both themes; light changes what it names.
func themes(t *testing.T) map[render.Theme]map[string]color.RGBA {
	t.Helper()
	dark, light, ok := strings.Cut(sheet(t), "@media (prefers-color-scheme: light)")
	light, _, ok2 := strings.Cut(light, "\n}")
	if !ok || !ok2 {
		t.Fatal("the style sheet has no light theme")
	}
	out := map[render.Theme]map[string]color.RGBA{}
	rule := regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]{6});`)
	for theme, text := range map[render.Theme]string{render.Dark: dark, render.Light: dark + light} {
		out[theme] = map[string]color.RGBA{}
		for _, m := range rule.FindAllStringSubmatch(text, -1) {
			v, _ := strconv.ParseUint(m[2], 16, 32)
			out[theme][m[1]] = color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
		}
	}
	return out
}

// contrast is the ratio of WCAG 2.2.
func contrast(a, b color.RGBA) float64 {
	lum := func(c color.RGBA) float64 {
		f := func(v uint8) float64 {
			x := float64(v) / 255
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*f(c.R) + 0.7152*f(c.G) + 0.0722*f(c.B)
	}
	x, y := lum(a), lum(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func TestColoursHaveContrast(t *testing.T) {
	const words, marks = 4.5, 3.0
	for theme, v := range themes(t) {
		need := func(ink, ground string, least float64) {
			a, ok := v[ink]
			b, ok2 := v[ground]
			if !ok || !ok2 {
				t.Errorf("no colour %s or %s", ink, ground)
			} else if c := contrast(a, b); c < least {
				t.Errorf("theme %d: %s on %s has contrast %.2f, less than %.1f", theme, ink, ground, c, least)
			}
		}
		for _, ground := range []string{"panel", "raised", "well", "bg"} {
			need("text", ground, words)
			need("muted", ground, words)
			need("accent", ground, marks)
		}
		need("bad", "bad-bg", words)
		need("text", "bad-bg", words)
		need("bad", "panel", words)
		need("accent-ink", "accent", words)
		need("panel", "text", words) // the note
		for _, ink := range []string{"edge", "good", "accepted", "offered", "trapped", "low", "high", "packet"} {
			need(ink, "panel", marks)
		}
		for _, ground := range []string{"trapped", "bad", "good"} {
			need("panel", ground, words) // numbers on the timeline's flags
		}
		for i := 1; i <= Colours; i++ {
			need(fmt.Sprint("tree-", i), "panel", marks)
			need(fmt.Sprint("tree-", i), "raised", marks)
		}
	}
}

func TestTreeColoursAreTheCanvass(t *testing.T) {
	for theme, v := range themes(t) {
		for slot := uint32(1); slot <= 63; slot++ {
			if got, want := v[treeClass(slot)], render.TreeColor(slot, theme); got != want {
				t.Errorf("theme %d, slot %d: the panel has %v, the canvas %v", theme, slot, got, want)
			}
		}
		if got, want := v["link"], render.LinkColor(theme); got != want {
			t.Errorf("theme %d: a link is %v in the panel, %v on the canvas", theme, got, want)
		}
		for i := 1; i <= 5; i++ {
			if got, want := v["ramp-"+strconv.Itoa(i)], render.RampColor(i, theme); got != want {
				t.Errorf("theme %d, shade %d: the panel has %v, the canvas %v", theme, i, got, want)
			}
		}
	}
}

// The legend draws a blocked host as the canvas does, a box with a rim, so that nobody takes it for a hot spot.
func TestLegendTellsBlockedHostsFromHotSpots(t *testing.T) {
	if host, spot := paths["blocked-host"], paths["hotspot"]; !strings.HasPrefix(host, "<rect ") || !strings.HasPrefix(spot, "<circle ") || strings.Contains(host, "<circle") {
		t.Errorf("a blocked host is %s, a hot spot %s", host, spot)
	}
}

// Who asks for less motion gets it of what stands in elements without being one, too, as the knobs of switches.
func TestLessMotionIsOfAll(t *testing.T) {
	_, rule, ok := strings.Cut(sheet(t), "@media (prefers-reduced-motion: reduce) {")
	rule, _, _ = strings.Cut(rule, "\n}")
	for _, of := range []string{"*,", "*::before", "*::after"} {
		if !ok || !strings.Contains(rule, of) || !strings.Contains(rule, "transition: none !important") {
			t.Errorf("%s moves all the same: %s", of, rule)
		}
	}
}

// Curves of the papers' figures are told apart without their colours: one is whole, the others are broken, each in its own way.
func TestPapersCurvesAreToldApartByDashes(t *testing.T) {
	seen := map[string]string{"": "curve-1"}
	for i := 2; i <= 4; i++ {
		name := "curve-" + strconv.Itoa(i)
		dash := regexp.MustCompile(`\.papers-curves \.` + name + ` \{[^}]*stroke-dasharray: ([^;}]+);`).FindStringSubmatch(sheet(t))
		if dash == nil {
			dash = []string{"", ""}
		}
		if other, ok := seen[dash[1]]; ok {
			t.Errorf("%s is drawn as %s is, but for its colour", name, other)
		}
		seen[dash[1]] = name
	}
	if !regexp.MustCompile(`\.papers-curves g \{[^}]*stroke-linecap: butt;`).MatchString(sheet(t)) {
		t.Error("the round ends of dashes close the gaps between them")
	}
}
