//go:build js

package main

// What a person takes along: pictures of the present instant. render composes them, public/export.js draws and packs
// them. See export_film.go for videos.

import (
	"errors"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/words"
)

// exports is the state of the export dialog, and of the video that is being made.
type exports struct {
	open  bool
	wrong ui.FieldError
	saved string // name of the last file
	film  *film  // nil while none is being made
}

// shownLink is the longest link that a picture shows in its last line; longer ones are in its metadata only.
const shownLink = 120

// listed is how many trees a picture lists.
const listed = 8

// pictureLink is the link to what is shown now: the scenario with instant and camera.
func (p *page) pictureLink() string {
	return base() + withParams(p.query(), p.view(false))
}

// title names the scenario, or the comparison, in words.
func (p *page) title() string {
	if len(p.lanes) > 1 {
		return lang.T("Comparison: {0}", strings.Join(p.titles(), " – "))
	}
	for _, preset := range scenario.Presets() {
		if preset.Scenario().Equal(p.sc) {
			return lang.D(preset.Label)
		}
	}
	return p.sc.Get("network") + ", " + p.sc.Get("routing") + ", " + p.sc.Get("queuing") + ", " + p.sc.Get("traffic")
}

// about is what a file says of the present instant.
func (p *page) about() render.About {
	f := p.frame()
	return render.About{Title: p.title(), Text: p.saySeen(), Link: p.pictureLink(), TimeNS: float64(f.TimePS) / 1000,
		Version: boot.Get("version").String(), Language: lang.Tag(), Checksum: p.checksums()}
}

// checksums are those of all schemes at the present instant; none if one of them is not known.
func (p *page) checksums() string {
	var all []string
	for _, l := range p.lanes {
		if l.sumPS != p.frame().TimePS {
			return ""
		}
		all = append(all, hex16(l.checksum))
	}
	return strings.Join(all, ", ")
}

func hex16(v uint64) string {
	s := strconv.FormatUint(v, 16)
	return strings.Repeat("0", 16-len(s)) + s
}

// plate is what stands around the picture of the present instant.
func (p *page) plate(s *ui.Shot, a *render.About) render.Plate {
	screen := p.theme
	if p.look.print {
		screen = render.Print
	}
	plate := render.Plate{Transparent: s.Transparent, Theme: s.RenderTheme(screen), Say: lang.D}
	if s.Title {
		plate.Title, plate.Text, plate.Foot = a.Title, a.Text, foot(a)
		if len(p.lanes) > 1 {
			plate.Text = lang.T("At {0}", lang.Time(p.frame().TimePS))
		}
	}
	if s.Legend {
		plate.Legend = render.Legends(p.scenes())
	}
	if s.Trees && len(p.lanes) == 1 { // else the parts say how many there are
		p.listTrees(&plate, p.lane)
	}
	return plate
}

// parts are the pictures of all lanes.
func (p *page) parts() (parts []render.Part) {
	titles := p.titles()
	for i, l := range p.lanes {
		parts = append(parts, render.Part{Scene: l.scene, Title: titles[i], Text: partText(l.frame())})
	}
	return parts
}

// scenes are those of all lanes.
func (p *page) scenes() (all []*render.Scene) {
	for _, l := range p.lanes {
		all = append(all, l.scene)
	}
	return all
}

// partText is the line below a part's title.
func partText(f *observe.Frame) string {
	trees := lang.N(len(f.Trees), "{0} congestion tree", "{0} congestion trees")
	if len(f.Trees) == 0 {
		trees = lang.T("No congestion tree")
	}
	return lang.T("Accepted load {0} %", strconv.FormatFloat(100*f.AcceptedNow, 'f', 0, 64)) + " · " + trees
}

// pictureSize is the part of the canvas that nothing covers, in CSS pixels, and how many lanes stand in a row of it.
func (p *page) pictureSize() (w, h float64, inRow int) {
	w, h = p.scene.FreeSize()
	if n := len(p.lanes); n > 1 {
		s := &p.size
		w, h = (s.w-s.insets.Left-s.insets.Right)/s.ratio, (s.h-s.insets.Top-s.insets.Bottom)/s.ratio
		inRow, _ = cells(n, w, h)
	}
	if w < 1 || h < 1 { // in a frame that is not laid out
		w, h = 960, 600
	}
	return max(w, 1), max(h, 1), max(inRow, 1)
}

// shown says whether every lane has a frame of this instant.
func (p *page) shown() bool {
	for _, l := range p.lanes {
		if !l.has {
			return false
		}
	}
	return true
}

// foot is the last line: what it takes to have the same picture again.
func foot(a *render.About) string {
	parts := []string{"Congestree " + a.Version, strconv.FormatFloat(a.TimeNS, 'f', -1, 64) + " ns"}
	if a.Checksum != "" {
		parts = append(parts, lang.T("state checksum {0}", a.Checksum))
	}
	if len(a.Link) <= shownLink {
		parts = append(parts, a.Link)
	}
	return strings.Join(parts, " · ")
}

// listTrees writes the largest trees of a lane's frame.
func (p *page) listTrees(plate *render.Plate, l *lane) {
	trees := l.frame().Trees
	plate.TreesTitle, plate.Trees = lang.N(len(trees), "{0} congestion tree", "{0} congestion trees"), plate.Trees[:0]
	if len(trees) == 0 {
		plate.TreesTitle = lang.T("No congestion tree")
	}
	for i := range trees[:min(len(trees), listed)] {
		t := &trees[i]
		number := ""
		if len(trees) > 1 { // as at the roots
			number = strconv.Itoa(int(t.ID)) + " · "
		}
		plate.Trees = append(plate.Trees, render.PlateTree{Slot: t.Slot, Text: number + words.PortName(l.net, int(t.Root)) + ": " +
			lang.N(int(t.Ports), "{0} port", "{0} ports") + ", " + lang.N(int(t.Hosts), "{0} host", "{0} hosts") + ", " +
			lang.N(int(t.Victims), "{0} victim", "{0} victims") + ", " + lang.Time(max(0, l.frame().TimePS-t.BirthPS))})
	}
}

// picture makes a PNG or SVG file of the present instant; the promise is one of a Blob.
func (p *page) picture(s *ui.Shot) (promise js.Value, err error) {
	x := window.Get("congestreeExport")
	switch {
	case !x.Truthy():
		return x, errors.New("export.js could not be loaded")
	case !p.shown():
		return x, errors.New("nothing is shown yet")
	}
	a := p.about()
	plate := p.plate(s, &a)
	w, h, inRow := p.pictureSize()
	w, h = plate.Side(w, h)
	width, height, w, h := s.Pixels(w, h)
	if wrong := s.Fits(width, height); wrong != nil {
		return x, wrong
	}
	k := render.NewEasel(p.parts(), inRow, plate, w, h).Sketch()
	if s.Kind == ui.SVG {
		blob := window.Get("Blob").New([]any{bytesOf(k.SVG(float64(width), float64(height), a))}, map[string]any{"type": "image/svg+xml"})
		return window.Get("Promise").Call("resolve", blob), nil
	}
	return x.Call("png", plateOf(k), width, height, bytesOf(render.PNGTexts(a.Pairs())), render.PNGHead), nil
}

// plateOf is a sketch as public/export.js takes it.
func plateOf(k *render.Sketch) map[string]any {
	curves := []any{}
	for _, c := range k.Curves() {
		curves = append(curves, array("Float32Array", c))
	}
	return map[string]any{"width": k.Width, "curves": curves, "height": k.Height, "numbers": array("Float32Array", k.Numbers()), "colours": list(k.Colours()),
		"words": list(k.Words()), "cuts": array("Float64Array", k.Cuts())}
}

func bytesOf(b []byte) js.Value {
	a := window.Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

// exportName is what a file of the present instant is called.
func (p *page) exportName(ending string) string {
	return p.fileName() + "-" + strings.ReplaceAll(strconv.FormatFloat(float64(p.frame().TimePS)/1e6, 'f', -1, 64), ".", "_") + "us." + ending
}

// whenSettled is settled with the reason in words.
func whenSettled(promise js.Value, yes func(js.Value), no func(reason string)) {
	settled(promise, yes, func(e js.Value) { no(reasonOf(e)) })
}

// reasonOf is the message of a JavaScript error, in English if it is one of export.js: see lang.Refusal.
func reasonOf(e js.Value) string {
	if e.Type() == js.TypeObject {
		if code := e.Get("congestree"); code.Type() == js.TypeString {
			args := e.Get("args")
			arg := func(i int) string { return args.Index(i).String() }
			switch code.String() {
			case "canvas":
				return "this browser cannot make a picture of " + arg(0) + " × " + arg(1) + " pixels; a smaller one may do"
			case "encoder":
				return "this browser has no video encoder (WebCodecs); choose “Video as frames” instead, which every browser can save"
			case "codec":
				return "this browser cannot encode a video of " + arg(0) + " × " + arg(1) + " pixels as VP9 or VP8; choose a smaller one, or “Video as frames”"
			case "writer":
				return "the program that writes such files could not be loaded (" + arg(0) + "). Is the network there?"
			case "single":
				return "this copy of the page is a single file, which cannot write videos; the page itself can"
			}
		}
		if m := e.Get("message"); m.Type() == js.TypeString {
			return m.String()
		}
	}
	return window.Call("String", e).String()
}

func (p *page) ShowExport(on bool) {
	p.do(func() { p.exports.open, p.exports.wrong, p.exports.saved = on, ui.FieldError{}, "" })
}

// Export makes the file that the dialog asks for, and has the browser save it.
func (p *page) Export(ask ui.ExportAsk) {
	p.do(func() {
		x := &p.exports
		x.wrong, x.saved = ui.FieldError{}, ""
		s, wrong := ask.Shot()
		if wrong != nil {
			x.wrong = *wrong
			return
		}
		switch s.Kind {
		case ui.CSV, ui.JSON:
			if !p.shown() {
				x.refuse(errors.New("nothing is shown yet"))
				return
			}
			p.chart() // which may still be of the run before
			afterwards(window.Get("congestreeTable"), "save", s.Kind, "all")
			x.saved = p.fileName() + "-all." + s.Kind
			return
		case ui.WebM, ui.Frames:
			if err := p.shoot(&s, nil, nil); err != nil {
				x.refuse(err)
			}
			return
		}
		name := p.exportName(s.Kind)
		blob, err := p.picture(&s)
		if err != nil {
			x.refuse(err)
			return
		}
		whenSettled(blob, func(b js.Value) {
			afterwards(window.Get("congestreeExport"), "save", b, name)
			p.enter(func() { x.saved = name })
		}, func(reason string) { p.enter(func() { x.wrong = ui.FieldError{Reason: reason} }) })
	})
}

// afterwards calls a method in a task of its own: one that calls back would wait for ever for the page to be free.
func afterwards(of js.Value, method string, args ...any) {
	window.Call("setTimeout", of.Get(method).Call("bind", append([]any{of}, args...)...), 0)
}

// refuse keeps what is wrong, and where.
func (x *exports) refuse(err error) {
	x.wrong = ui.FieldError{Reason: err.Error()}
	var f *ui.FieldError
	if errors.As(err, &f) {
		x.wrong = *f
	}
}

// exportModel is what the dialog shows.
func (p *page) exportModel() ui.ExportState {
	x := &p.exports
	m := ui.ExportState{Open: x.open, Wrong: ui.FieldError{Field: x.wrong.Field, Reason: lang.Refusal(x.wrong.Reason)}, Saved: x.saved, Encodes: window.Get("VideoEncoder").Type() == js.TypeFunction}
	if x.film != nil {
		m.Busy, m.Done = x.film.doing, x.film.done
	}
	if !x.open || !p.has {
		return m
	}
	m.PlateW, m.PlateH, _ = p.pictureSize()
	m.KnownPS = p.known.ps
	return m
}
