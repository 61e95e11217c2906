//go:build js

package main

// Videos: an engine of its own goes from frame to frame, so that every frame is of exactly its time, however long it takes,
// and the page goes on beside it.

import (
	"errors"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/play"
	"github.com/congestree/congestree/wasm/words"
)

// Wall times of a film's requests: on the way to its window, where progress shall be seen, ms; and the longest
// silence of its engine.
const (
	filmSlice   = 500
	filmBudget  = 30_000
	filmSilence = 90 * time.Second
)

// film is a video being made.
type film struct {
	doing string
	done  float64 // 0–1
	stop  chan struct{}

	takes []*take
	easel *render.Easel
	about render.About
	files []js.Value // of traces
	sink  js.Value
}

// take is one run in a film: one, or several of a comparison.
type take struct {
	lane   *lane // net and frame of its own
	query  string
	engine *engine
	reply  chan reply
}

// reply is what the engine of a film says.
type reply struct {
	opened bool
	wrong  string
}

var errCancelled = errors.New("cancelled")

// shoot begins a video of the present scenario. When it is there, it goes to resolve, or is saved if that is nil.
func (p *page) shoot(s *ui.Shot, resolve func(any), reject func(string)) error {
	switch {
	case p.exports.film != nil:
		return errors.New("another video is being made; wait for it, or cancel it")
	case !p.shown():
		return errors.New("nothing is shown yet")
	case !window.Get("congestreeExport").Truthy():
		return errors.New("export.js could not be loaded")
	}
	f := p.film()
	width, height, err := p.setUp(f, s)
	if err != nil {
		return err
	}
	from, to := micro(s.FromPS), micro(s.ToPS)
	name := p.fileName() + "-" + strings.ReplaceAll(from+"-"+to, ".", "_") + "us"
	f.about.Checksum, f.about.TimeNS = "", float64(s.FromPS)/1000
	f.about.Text = lang.T("From {0} to {1} µs, {2} µs per second, {3} frames per second.", from, to, micro(int64(s.PSPerSecond)), strconv.Itoa(s.FPS))
	f.doing = lang.T("Starting…")
	p.exports.film = f
	go func() {
		blob, err := js.Undefined(), error(nil)
		if e := try(func() { blob, err = f.make(p, *s, width, height, name) }); e != nil {
			err = e
		}
		p.enter(func() {
			p.exports.film = nil
			switch {
			case err == nil && resolve != nil:
				resolve(blob)
			case err == nil:
				p.saveFilm(blob, name+map[string]string{ui.WebM: ".webm", ui.Frames: ".zip"}[s.Kind])
			case reject != nil:
				reject(err.Error())
			case err != errCancelled:
				p.filmFailed(err)
			}
		})
	}()
	return nil
}

// film is one of the runs that are shown, with the traces that they play.
func (p *page) film() *film {
	f := &film{stop: make(chan struct{}), about: p.about()}
	for _, l := range p.lanes {
		t := &take{lane: newLane(), query: l.sc.Query(), reply: make(chan reply, 4)}
		t.lane.net = l.net
		f.takes = append(f.takes, t)
	}
	for _, k := range p.traces.kept {
		f.files = append(f.files, k.value)
	}
	return f
}

// setUp makes the easel on which a film's frames are drawn, and returns their size in pixels, or why there cannot be such ones.
func (p *page) setUp(f *film, s *ui.Shot) (width, height int, err error) {
	plate := p.plate(s, &f.about)
	if s.Title {
		plate.Lines = 2
	}
	if s.Trees && len(f.takes) == 1 {
		plate.Rows = listed
	}
	w, h, inRow := p.pictureSize()
	w, h = plate.Side(w, h)
	width, height, w, h = s.Pixels(w, h)
	if wrong := s.Fits(width, height); wrong != nil {
		return 0, 0, wrong
	}
	f.easel = render.NewEasel(p.parts(), inRow, plate, w, h)
	for i := range f.easel.Parts {
		f.easel.Parts[i].Scene.SetPlaying(false) // its packets move, whoever makes it
	}
	return width, height, nil
}

// saveFilm offers the video as a file, and says so where the dialog does not.
func (p *page) saveFilm(blob js.Value, name string) {
	afterwards(window.Get("congestreeExport"), "save", blob, name)
	p.exports.saved = name
	if !p.exports.open {
		p.say(lang.T("Saved {0}", name))
	}
}

// filmFailed says why there is no video, in the dialog or, where that is closed, in the banner.
func (p *page) filmFailed(err error) {
	p.exports.wrong = ui.FieldError{Reason: err.Error()}
	if !p.exports.open {
		p.announce(func() string { return lang.T("The video could not be made: {0}", refusal(err)) })
	}
}

func micro(ps int64) string { return strconv.FormatFloat(float64(ps)/1e6, 'f', -1, 64) }

// make is the goroutine of a film.
func (f *film) make(p *page, s ui.Shot, width, height int, name string) (blob js.Value, err error) {
	pairs := f.about.Pairs()
	comment := ""
	for _, pair := range pairs {
		comment += pair[0] + ": " + pair[1] + "\n"
	}
	kind, options := "video", map[string]any{"width": width, "height": height, "fps": s.FPS, "title": f.about.Title, "comment": comment}
	if s.Kind == ui.Frames {
		kind, options = "frames", map[string]any{"width": width, "height": height, "name": name, "about": comment, "chunks": bytesOf(render.PNGTexts(pairs)), "head": render.PNGHead}
	}
	making := window.Get("congestreeExport").Call(kind, options)
	if f.sink, err = f.await(making); err != nil { // an encoder that comes later is given up, too
		whenSettled(making, func(sink js.Value) { try(func() { sink.Call("cancel") }) }, func(string) {})
		return
	}
	for _, t := range f.takes {
		f.start(t)
		defer t.engine.kill()
	}
	defer func() {
		if err != nil {
			try(func() { f.sink.Call("cancel") })
		}
	}()
	for _, t := range f.takes {
		if err = f.wait(t, func(r reply) bool { return r.opened }); err != nil {
			return
		}
	}
	n := s.Count()
	// One frame before the first, so that what is averaged over a frame is the same in all of them.
	lead := max(0, 2*s.At(0)-s.At(1))
	if n == 1 {
		lead = s.At(0)
	}
	if lead > 0 {
		up := lang.T("Simulating up to {0} µs", micro(s.FromPS))
		f.tell(up, 0)
		if err = f.goTo(lead, filmSlice, func(now int64) { f.tell(up, float64(now)/float64(lead)) }); err != nil {
			return
		}
	}
	for i := range n {
		if err = f.goTo(s.At(i), filmBudget, nil); err != nil {
			return
		}
		var k *render.Sketch
		p.mu.Lock() // fonts, words and language are shared
		e := try(func() { k = f.draw(p, &s) })
		p.mu.Unlock()
		if e != nil {
			return blob, e
		}
		if _, err = f.await(f.sink.Call("add", plateOf(k))); err != nil {
			return
		}
		f.tell(lang.T("Frame {0} of {1}", strconv.Itoa(i+1), strconv.Itoa(n)), float64(i+1)/float64(n))
		apart()
	}
	f.tell(lang.T("Writing the file…"), 1)
	return f.await(f.sink.Call("finish"))
}

func (f *film) tell(doing string, done float64) { f.doing, f.done = doing, done }

// draw composes the plate of the engine's frame.
func (f *film) draw(p *page, s *ui.Shot) *render.Sketch {
	for i, t := range f.takes {
		f.easel.SetFrame(i, t.lane.frame())
		f.easel.Parts[i].Text = partText(t.lane.frame())
	}
	first := f.takes[0].lane
	frame := first.frame()
	if s.Title {
		f.easel.Text = words.Summary(first.net, frame)
		if len(f.takes) > 1 {
			f.easel.Text = lang.T("At {0}", lang.Time(frame.TimePS))
		}
		a := f.about
		a.TimeNS = float64(frame.TimePS) / 1000
		f.easel.Foot = foot(&a)
	}
	if s.Trees && len(f.takes) == 1 {
		p.listTrees(&f.easel.Plate, first)
	}
	return f.easel.Sketch()
}

// start starts a take's engine.
func (f *film) start(t *take) {
	say := func(r reply) {
		select {
		case t.reply <- r:
		default: // nobody listens any more
		}
	}
	e := &engine{lean: true,
		onOpened:  func(int, int64) { say(reply{opened: true}) },
		onRefused: func(_ int, _, reason string) { say(reply{wrong: reason}) },
		onFrame: func(_ int, raw, _ []byte, _ bool) {
			if err := t.lane.frames[0].Decode(raw); err != nil {
				say(reply{wrong: err.Error()})
				return
			}
			say(reply{})
		},
		onCrash:  func(reason string) { say(reply{wrong: "the engine has stopped: " + reason}) },
		onTraced: func(int, vef.Kept, string) {},
	}
	e.spawn()
	for _, file := range f.files {
		e.trace(0, file)
	}
	e.open(1, t.query)
	t.engine = e
}

// goTo goes forwards to a time with all takes, in requests of so many ms; on its way it says where it is.
func (f *film) goTo(ps int64, budget float64, on func(now int64)) error {
	for {
		least := ps
		var asked []*take
		for i, t := range f.takes {
			if now := t.lane.frames[0].TimePS; now < ps || len(t.lane.frames[0].Ports) == 0 {
				o := observe.Options{Dots: f.easel.Parts[i].Scene.WantDots(), Detail: -1, Switches: f.easel.Parts[i].Scene.WantSwitches(), HoL: f.easel.Parts[i].Scene.WantHoL(), At: observe.NoPort}
				t.engine.request(1, play.Request{Until: ps, Budget: budget}, o, false)
				asked = append(asked, t)
			}
		}
		for _, t := range asked {
			if err := f.wait(t, func(reply) bool { return true }); err != nil {
				return err
			}
			least = min(least, t.lane.frames[0].TimePS)
		}
		if least >= ps {
			return nil
		}
		if on != nil {
			on(least)
		}
	}
}

// wait waits for a reply of a take's engine.
func (f *film) wait(t *take, enough func(reply) bool) error {
	late := time.NewTimer(filmSilence)
	defer late.Stop()
	for {
		select {
		case <-f.stop:
			return errCancelled
		case <-late.C:
			return errors.New("the engine has not answered for " + strconv.Itoa(int(filmSilence/time.Second)) + " seconds")
		case r := <-t.reply:
			if r.wrong != "" {
				return errors.New(r.wrong)
			}
			if enough(r) {
				return nil
			}
		}
	}
}

// await waits for a promise.
func (f *film) await(promise js.Value) (js.Value, error) {
	type outcome struct {
		v      js.Value
		reason string
		failed bool
	}
	done := make(chan outcome, 1)
	whenSettled(promise, func(v js.Value) { done <- outcome{v: v} }, func(reason string) { done <- outcome{reason: reason, failed: true} })
	select {
	case <-f.stop:
		return js.Undefined(), errCancelled
	case o := <-done:
		if o.failed {
			return o.v, errors.New(o.reason)
		}
		return o.v, nil
	}
}

// CancelExport gives up the video that is being made.
func (p *page) CancelExport() {
	p.do(func() {
		if f := p.exports.film; f != nil {
			select {
			case <-f.stop:
			default:
				close(f.stop)
			}
		}
	})
}
