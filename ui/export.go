package ui

// The export dialog: pictures, drawings and videos of what is shown, and the numbers of the charts.

import (
	"math"
	"strconv"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"github.com/congestree/congestree/ui/lang"
)

// ExportState is what the page knows of the dialog and of what it makes.
type ExportState struct {
	Open           bool
	Encodes        bool       // the browser has a video encoder
	Wrong          FieldError // of the last attempt; its Field may be ""
	Saved          string     // name of the last file
	Busy           string     // what is being done for a video, "" if none is made
	Done           float64    // share of it, 0–1
	PlateW, PlateH float64    // of the picture on the screen, CSS pixels
	KnownPS        int64
}

// Exporter is the dialog. Its template is exporter.vugu.
type Exporter struct {
	dialog
	m   *Model
	a   Actions
	ask ExportAsk
	own [3]string // what window has written into the fields of a video

	heard *still // what is said of the progress
}

func newExporter(m *Model, a Actions) *Exporter {
	c := &Exporter{m: m, a: a, ask: ExportAsk{Kind: PNG, Scale: "2", Width: "1920", Height: "1080", Title: true, Legend: true, Trees: true, FPS: "30"}}
	c.heard = &still{b: &Spoken{name: "export-heard", text: c.Told}}
	return c
}

func (c *Exporter) children() []*still { return []*still{c.heard} }

// Told is the progress of a video for those who listen, by quarters: what is seen of it changes with every frame.
func (c *Exporter) Told() string {
	if !c.Busy() {
		return ""
	}
	return T("{0} % of the video is done", strconv.Itoa(int(4*c.m.Export.Done)*25))
}

// exportChoice is an entry of a menu.
type exportChoice struct{ Value, Label string }

// Kinds are the files one can have.
func (c *Exporter) Kinds() []exportChoice {
	return []exportChoice{{PNG, lang.T("Picture (PNG)")}, {SVG, lang.T("Drawing for papers (SVG)")}, {WebM, lang.T("Video (WebM)")},
		{Frames, lang.T("Video as frames (PNG in a zip file)")}, {CSV, lang.T("All charts as CSV")}, {JSON, lang.T("All charts and events as JSON")}}
}

// Doc is a sentence on the kind chosen.
func (c *Exporter) Doc() string {
	switch c.ask.Kind {
	case PNG:
		return lang.T("What is on the screen now, in any size. The file names the link that shows it again.")
	case SVG:
		return lang.T("Lines and words that stay sharp at any size and can be edited. The file names the link that shows it again.")
	case WebM:
		if !c.m.Export.Encodes {
			return lang.T("This browser has no video encoder (WebCodecs). Choose the frames in a zip file instead: any video program makes a video of them.")
		}
		return lang.T("Simulated and drawn frame by frame, so it is smooth whatever this machine's speed. The page can be used meanwhile.")
	case Frames:
		return lang.T("The same as a PNG per frame, for any video program. The page can be used meanwhile.")
	}
	return lang.T("Every curve of the run as far as it is known, over simulated time.")
}

// Scales are the sizes of a picture; "" is one's own.
func (c *Exporter) Scales() (list []exportChoice) {
	for _, s := range []string{"1", "2", "3", "4", "6", "8"} {
		list = append(list, exportChoice{s, s + " ×"})
	}
	return append(list, exportChoice{"", lang.T("Own size")})
}

// Themes are the colours to choose among.
func (c *Exporter) Themes() []exportChoice {
	return []exportChoice{{"", lang.T("As on the screen")}, {"dark", lang.T("Dark")}, {"light", lang.T("Light")}, {"print", lang.T("Print")}}
}

func (c *Exporter) Drawn() bool  { return c.ask.Kind != CSV && c.ask.Kind != JSON }
func (c *Exporter) Filmed() bool { return c.ask.Kind == WebM || c.ask.Kind == Frames }
func (c *Exporter) Clear() bool  { return c.Drawn() && !c.Filmed() }
func (c *Exporter) Own() bool    { return c.Drawn() && c.ask.Scale == "" }
func (c *Exporter) Busy() bool   { return c.m.Export.Busy != "" }
func (c *Exporter) Off() bool {
	return c.Busy() && c.Filmed() || c.ask.Kind == WebM && !c.m.Export.Encodes
}

// Size says what the choices come to: pixels, and frames of a video.
func (c *Exporter) Size() string {
	if !c.Drawn() {
		return ""
	}
	s, wrong := c.ask.Shot()
	if wrong != nil {
		return ""
	}
	text := ""
	if s.Scale > 0 && c.m.Export.PlateW > 0 { // title and legend come on top
		text = lang.T("The network itself: {0} × {1} pixels.", lang.Number(int(math.Round(c.m.Export.PlateW*s.Scale))), lang.Number(int(math.Round(c.m.Export.PlateH*s.Scale))))
	}
	if c.Filmed() {
		n := s.Count()
		text = lang.N(n, "{0} frame, {1} s.", "{0} frames, {1} s.", fixed(float64(n)/float64(s.FPS), 1)) + " " + text
	}
	return text
}

// Wrong says what is wrong, and Invalid whether that is in a field.
func (c *Exporter) Wrong() string { return c.m.Export.Wrong.Reason }

func (c *Exporter) Invalid(field string) string {
	return strconv.FormatBool(c.m.Export.Wrong.Reason != "" && c.m.Export.Wrong.Field == field)
}

// Said is what is said meanwhile, else which file has been saved.
func (c *Exporter) Said() string {
	said := c.said(c.m, c.m.Export.Open)
	if said == "" && c.m.Export.Saved != "" {
		return lang.T("Saved {0}", c.m.Export.Saved)
	}
	return said
}

// Percent is how far a video is.
func (c *Exporter) Percent() string { return strconv.Itoa(int(100 * c.m.Export.Done)) }

func (c *Exporter) sync(el js.Value) {
	guard(c.m, func() {
		if c.follow(el, c.m.Export.Open) && c.Filmed() { // what is known is more by now, or of another run
			c.window()
		}
	})
}

// window gives the fields of a video values as long as nobody has typed others: the window that is played over and over or all that is
// known, in ten seconds.
func (c *Exporter) window() {
	if c.own != [3]string{c.ask.From, c.ask.To, c.ask.Speed} {
		return
	}
	from, to := int64(0), max(c.m.Export.KnownPS, 10e6)
	if c.m.LoopTo > c.m.LoopFrom {
		from, to = c.m.LoopFrom, c.m.LoopTo
	}
	to = max(to/1e4*1e4, from+1e4)
	c.ask.From, c.ask.To = micros(from), micros(to)
	speed := float64(to-from) / 1e6 / 10
	digits := math.Pow(10, math.Floor(math.Log10(speed))-1)
	c.ask.Speed = strconv.FormatFloat(math.Round(speed/digits)/math.Round(1/digits), 'f', -1, 64)
	if digits >= 1 {
		c.ask.Speed = strconv.FormatFloat(math.Round(speed/digits)*digits, 'f', -1, 64)
	}
	c.own = [3]string{c.ask.From, c.ask.To, c.ask.Speed}
}

// OnField takes over what is typed or chosen; the names are those of FieldError.
func (c *Exporter) OnField(name string, e vugu.DOMEvent) {
	guard(c.m, func() {
		c.renew()
		v, a := value(e), &c.ask
		switch name {
		case "kind":
			a.Kind = v
			c.window()
		case "scale":
			a.Scale = v
		case "width":
			a.Width = v
		case "height":
			a.Height = v
		case "theme":
			a.Theme = v
		case "from":
			a.From = v
		case "to":
			a.To = v
		case "speed":
			a.Speed = v
		case "fps":
			a.FPS = v
		}
	})
}

// renew takes away what was wrong with what was asked for before.
func (c *Exporter) renew() {
	if c.m.Export.Wrong.Reason != "" {
		c.a.ShowExport(true)
	}
}

// OnSwitch takes over a box that is ticked or not.
func (c *Exporter) OnSwitch(name string, e vugu.DOMEvent) {
	guard(c.m, func() {
		c.renew()
		on := e.PropBool("target", "checked")
		switch name {
		case "title":
			c.ask.Title = on
		case "legend":
			c.ask.Legend = on
		case "trees":
			c.ask.Trees = on
		case "transparent":
			c.ask.Transparent = on
		}
	})
}

// OnKey saves by Enter in a field.
func (c *Exporter) OnKey(e vugu.DOMEvent) {
	guard(c.m, func() {
		if e.PropString("key") == "Enter" && !c.Off() {
			c.a.Export(c.ask)
		}
	})
}

func (c *Exporter) OnSave(vugu.DOMEvent) { guard(c.m, func() { c.a.Export(c.ask) }) }
func (c *Exporter) OnStop(vugu.DOMEvent) { guard(c.m, c.a.CancelExport) }

// OnClose is the cross; a video goes on.
func (c *Exporter) OnClose(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowExport(false) }) }

// OnCancel is Escape, or the browser's own way to close.
func (c *Exporter) OnCancel(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.a.ShowExport(false)
	})
}

// ExportOpener is the button that opens the dialog. Its template is export-opener.vugu.
type ExportOpener struct {
	m *Model
	a Actions
}

// Text tells how far a video is while the dialog is closed.
func (c *ExportOpener) Text() string {
	if c.m.Export.Busy != "" {
		return lang.T("Video: {0} % done", strconv.Itoa(int(100*c.m.Export.Done)))
	}
	return lang.T("Export…")
}

func (c *ExportOpener) OnOpen(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowExport(true) }) }
