package ui

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// The first values of a video's fields are the loop, or all that is known, in about ten seconds; what a person has typed stays.
func TestExporterWindow(t *testing.T) {
	for _, c := range []struct {
		known, from, to int64 // ps
		want            [3]string
	}{
		{120e6, 0, 0, [3]string{"0", "120", "12"}},
		{0, 0, 0, [3]string{"0", "10", "1"}},
		{987_654_321, 0, 0, [3]string{"0", "987.65", "99"}},
		{120e6, 80e6, 80_500_000, [3]string{"80", "80.5", "0.05"}},
	} {
		p := newPage(t)
		p.Model.Export = ExportState{Open: true, KnownPS: c.known, Encodes: true}
		p.LoopFrom, p.LoopTo = c.from, c.to
		x := p.root.exporter.b.(*Exporter)
		x.OnField("kind", p.on("value", WebM))
		if got := [3]string{x.ask.From, x.ask.To, x.ask.Speed}; got != c.want {
			t.Errorf("known until %d, loop %d to %d: %q, want %q", c.known, c.from, c.to, got, c.want)
		}
		if _, wrong := x.ask.Shot(); wrong != nil {
			t.Errorf("the first values are refused: %v", wrong)
		}
		p.Model.Export.KnownPS, p.LoopFrom, p.LoopTo = 300e6, 0, 0 // of another run, or further: nobody has typed anything
		x.OnField("kind", p.on("value", PNG))
		x.OnField("kind", p.on("value", WebM))
		if got := [3]string{x.ask.From, x.ask.To, x.ask.Speed}; got != [3]string{"0", "300", "30"} {
			t.Errorf("known until %d, then until 300 µs: %q", c.known, got)
		}
		x.OnField("to", p.on("value", "55"))
		x.OnField("kind", p.on("value", PNG))
		x.OnField("kind", p.on("value", Frames))
		if x.ask.To != "55" {
			t.Errorf("what was typed has become %q", x.ask.To)
		}
	}
}

func TestExporterTellsOfOneFrame(t *testing.T) {
	p := newPage(t)
	x := p.root.exporter.b.(*Exporter)
	x.ask.Kind, x.ask.From, x.ask.To, x.ask.Speed, x.ask.FPS = Frames, "0", "1", "100", "10"
	if got := x.Size(); got != "1 frame, 0.1 s. " {
		t.Errorf("%q", got)
	}
	if x.ask.To = "10"; x.Size() != "2 frames, 0.2 s. " {
		t.Errorf("%q", x.Size())
	}
}

func TestExporterDoes(t *testing.T) {
	p := newPage(t)
	e := p.on()
	x := p.root.exporter.b.(*Exporter)
	p.root.exportOpener.b.(*ExportOpener).OnOpen(e)
	x.OnKey(p.on("key", "Enter"))
	x.OnField("kind", p.on("value", WebM))
	x.OnKey(p.on("key", "Enter")) // there is no encoder
	x.OnField("kind", p.on("value", CSV))
	x.OnSave(e)
	x.OnStop(e)
	p.Model.Export.Wrong = FieldError{Field: "width", Reason: "too much"} // goes with the next change
	x.OnField("kind", p.on("value", SVG))
	x.OnSwitch("title", p.on("checked", false))
	x.OnCancel(e)
	if want := []string{"export", "save png", "save csv", "stop", "export", "export", "export"}; !reflect.DeepEqual(p.calls, want) {
		t.Errorf("%q, want %q", p.calls, want)
	}
	if p.Model.Export.Open {
		t.Error("it is still open")
	}
}

// Who listens to the making of a video hears of its quarters, however many frames it has.
func TestExporterIsHeardByQuarters(t *testing.T) {
	p := newPage(t)
	x := newExporter(&p.Model, p)
	said := []string{x.Told()}
	for i := 0; i <= 100; i++ {
		p.Model.Export.Busy, p.Model.Export.Done = "Frame "+strconv.Itoa(i), float64(i)/100
		if s := x.Told(); s != said[len(said)-1] {
			said = append(said, s)
		}
	}
	if got := strings.Join(said, "; "); got != "; 0 % of the video is done; 25 % of the video is done; 50 % of the video is done; 75 % of the video is done; 100 % of the video is done" {
		t.Error(got)
	}
}
