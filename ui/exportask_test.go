package ui

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui/lang"
)

// What programs are told is English whatever the reader's language; people are told it in theirs.
func TestExportAsk(t *testing.T) {
	defer lang.Set("en")
	lang.Set("es")
	film := func(from, to, speed, fps string) ExportAsk {
		return ExportAsk{Kind: WebM, Scale: "1", From: from, To: to, Speed: speed, FPS: fps}
	}
	for _, c := range []struct {
		ask          ExportAsk
		field, words string // of the refusal; "" = none
	}{
		{ExportAsk{Kind: PNG, Scale: "8"}, "", ""},
		{ExportAsk{Kind: PNG, Scale: "9"}, "scale", "from 0.25 to 8"},
		{ExportAsk{Kind: PNG, Width: "3840", Height: "2160"}, "", ""},
		{ExportAsk{Kind: PNG, Width: "3840"}, "height", "from 64 to 16384"},
		{ExportAsk{Kind: PNG, Width: "-1", Height: "100"}, "width", "from 64"},
		{ExportAsk{Kind: PNG, Width: "NaN", Height: "100"}, "width", "from 64"},
		{ExportAsk{Kind: PNG, Width: "16384", Height: "16384"}, "height", "100 million"},
		{ExportAsk{Kind: WebM, Width: "8000", Height: "100", From: "0", To: "1", Speed: "1", FPS: "30"}, "width", "4096"},
		{ExportAsk{Kind: "gif", Scale: "1"}, "kind", "webm"},
		{ExportAsk{Kind: SVG, Scale: "1", Theme: "pink"}, "theme", "print"},
		{ExportAsk{Kind: CSV}, "", ""},
		{film("0", "100", "10", "30"), "", ""},
		{film("10,5", "100", "10", "30"), "", ""},
		{film("100", "100", "10", "30"), "to", "after 100 µs"},
		{film("0", "100", "0", "30"), "speed", "0.001"},
		{film("0", "100", "10", "61"), "fps", "from 1 to 60"},
		{film("0", "100", "0.1", "60"), "speed", "60001 frames"},
		{film("0", "1e9", "0.001", "60"), "speed", "frames"},
	} {
		_, wrong := c.ask.Shot()
		switch {
		case (wrong == nil) != (c.field == ""):
			t.Errorf("%+v: %v", c.ask, wrong)
		case wrong != nil && (wrong.Field != c.field || !strings.Contains(wrong.Reason, c.words)):
			t.Errorf("%+v: %s: %s, want %s: …%s…", c.ask, wrong.Field, wrong.Reason, c.field, c.words)
		case wrong != nil && lang.Refusal(wrong.Reason) == wrong.Reason:
			t.Errorf("%s is not translated", wrong.Reason)
		}
	}
}

func TestShot(t *testing.T) {
	ask := ExportAsk{Kind: WebM, Scale: "1", From: "20", To: "22", Speed: "2", FPS: "10"}
	s, wrong := ask.Shot()
	if wrong != nil {
		t.Fatal(wrong)
	}
	if n := s.Count(); n != 11 || s.At(0) != 20e6 || s.At(1) != 20.2e6 || s.At(n-1) != 22e6 {
		t.Errorf("%d frames, from %d to %d", n, s.At(0), s.At(n-1))
	}
	if w, h, pw, ph := s.Pixels(1101, 670); w != 1102 || h != 670 || pw != 1102 || ph != 670 {
		t.Errorf("a video of %d × %d for a plate of %v × %v", w, h, pw, ph)
	}
	s = Shot{Kind: PNG, Width: 3840, Height: 2160}
	if w, h, pw, ph := s.Pixels(1200, 700); w != 3840 || h != 2160 || pw < 1244 || pw > 1245 || ph < 700-1e-9 || ph > 701 {
		t.Errorf("%d × %d for %v × %v", w, h, pw, ph)
	}
	s = Shot{Kind: PNG, Scale: 8}
	if w, h, pw, ph := s.Pixels(1200, 700); w != 9600 || h != 5600 || pw != 1200 || ph != 700 || s.Fits(w, h) != nil {
		t.Errorf("%d × %d for %v × %v", w, h, pw, ph)
	}
	if s.RenderTheme(render.Light) != render.Light || (&Shot{Theme: "print"}).RenderTheme(render.Light) != render.Print {
		t.Error("theme")
	}
}
