//go:build js

package main

// What a person can do in the panel (ui.Actions). Handlers hold the event environment's lock, so
// everything happens a moment later.

import (
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/play"
)

func (p *page) SetField(name, value string) {
	p.do(func() {
		s, err := p.sc.With(name, value)
		if err == nil && s.Equal(p.sc) { // typed back to what runs
			delete(p.errors, name)
			delete(p.texts, name)
			return
		}
		note := ""
		if err == nil {
			s, note = fit(s, name)
			a := p.changed(s)
			if name == "network" {
				fitOthers(a.all, p.arrangement().all, a.at)
			}
			err = p.rearrange(a)
		}
		if err == nil {
			if note != "" {
				p.say(note)
				p.noteEnd += 6000
			}
			return
		}
		reason := err.Error()
		if e, ok := err.(*scenario.Error); ok {
			reason = e.Reason
		}
		p.errors[name], p.texts[name] = reason, value
	})
}

func (p *page) LoadPreset(name string) {
	p.do(func() {
		preset, ok := scenario.PresetByName(name)
		if !ok {
			return
		}
		before := p.run.Speed
		p.run.Speed = p.usual // a preset comes with its own
		if err := p.runWhole(preset.Scenario(), ""); err != nil {
			p.run.Speed = before
			p.decline(func() string { return refusal(err) })
		}
	})
}

// runWhole runs a whole scenario in place of the selected one, and says so. Where it does not fit beside the others that are compared
// it runs without them: who chooses it wants it.
func (p *page) runWhole(s scenario.Scenario, said string) error {
	err := p.change(s)
	if err == nil {
		if said != "" {
			p.say(said)
		}
		return nil
	}
	if len(p.lanes) == 1 || p.rearrange(arrangement{all: []scenario.Scenario{s}}) != nil {
		return err
	}
	p.say(lang.T("This does not fit beside the schemes that were compared. Undo brings them back"))
	p.noteEnd += 6000
	return nil
}

func (p *page) Play()  { p.do(p.play) }
func (p *page) Pause() { p.do(p.pause) }

func (p *page) play() {
	p.giveUpTimes("the run goes on")
	p.interrupt()
	p.run.Play()
	p.run.Release()
}

func (p *page) pause() {
	p.giveUpTimes("the run was paused")
	p.interrupt()
	p.run.Pause()
}

func (p *page) Step() { p.do(func() { p.step(1, false) }) }

func (p *page) Restart() { p.do(p.restart) }

func (p *page) restart() {
	p.halt()
	p.giveUpTimes("the run was restarted")
	p.want.loop = [2]int64{}
	p.begins = true
	switch {
	case p.failed != "":
		p.banner, p.rescue.lost = banner{}, false
		p.spawn()
	case p.ready():
		if p.run.Aiming() {
			p.run.Play()
		}
		p.run.Loop(0, 0) // which would have it back at its own beginning
		p.run.Wind(0)
	default:
		if p.closed != "" { // what was refused is tried again
			p.banner = banner{}
			clear(p.errors)
			clear(p.texts)
		}
		p.open()
	}
}

func (p *page) SetSpeed(nsPerSecond float64) {
	p.do(func() { p.run.Speed = min(max(nsPerSecond, play.MinSpeed), play.MaxSpeed) })
}

func (p *page) CopyLink() { p.do(p.copyLink) }

// link is the address of the scenario.
func (p *page) link() string { return base() + p.query() }

func (p *page) copyLink() {
	p.copyText(base()+p.cited(), lang.T("Link copied"), func() {
		p.address()
		p.say(lang.T("This browser does not let the page copy; the link is in the address bar"))
	})
}

// copyText puts a text on the clipboard, the old way where there is no other, and says so, or does what is to be done where a
// browser refuses.
func (p *page) copyText(text, said string, refused func()) {
	old := func() {
		if copyOld(text) {
			p.say(said)
		} else {
			refused()
		}
	}
	clipboard := window.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		old()
		return
	}
	settled(clipboard.Call("writeText", text), func(js.Value) { p.enter(func() { p.say(said) }) }, func(js.Value) { p.enter(old) })
}

// copyOld is for pages without a clipboard, such as those on plain http, and says whether it could. Outside of a dialog
// that is open nothing can be selected.
func copyOld(text string) (ok bool) {
	area, room := document.Call("createElement", "textarea"), document.Get("body")
	if d := document.Call("querySelector", "dialog:modal"); d.Truthy() {
		room = d
	}
	area.Set("value", text)
	area.Set("readOnly", true)
	area.Set("className", "sr-only")
	room.Call("appendChild", area)
	back := document.Get("activeElement")
	area.Call("select")
	try(func() { ok = document.Call("execCommand", "copy").Bool() })
	area.Call("remove")
	if back.Truthy() {
		back.Call("focus")
	}
	return ok
}

func (p *page) Isolate(tree uint32) { p.do(func() { p.showTree(tree) }) }

func (p *page) FitView() { p.do(func() { p.scene.Fit() }) }

func (p *page) FillScreen() {
	p.do(func() {
		of, how := document.Get("documentElement"), "requestFullscreen"
		if fills() {
			of, how = document, "exitFullscreen"
		}
		try(func() { // browsers refuse what nobody has pressed a button for
			settled(of.Call(how), func(js.Value) {}, func(js.Value) {
				p.enter(func() { p.say(lang.T("This browser does not let the page fill the screen")) })
			})
		})
	})
}

// fills says whether the page has the whole screen.
func fills() bool { return document.Get("fullscreenElement").Truthy() }

func (p *page) ZoomView(factor float64) { p.do(func() { p.zoom(factor) }) }

// zoom is about the middle of the free part of the canvas.
func (p *page) zoom(factor float64) {
	x, y := p.scene.Middle()
	p.scene.ZoomAt(x, y, factor)
}

func (p *page) DoBannerAction() {
	p.do(func() {
		p.banner = banner{}
		if p.failed != "" {
			p.revive()
		}
	})
}

func (p *page) DismissBanner() { p.do(p.dismiss) }

// dismiss takes the banner away; a trace that it asks for is no longer waited for.
func (p *page) dismiss() {
	p.banner = banner{}
	if p.traces.wanted != "" {
		p.traces.wanted = ""
		p.setAddress(p.shownAs)
	}
}

// LoadCell opens a cell of a paper.
func (p *page) LoadCell(id string) {
	p.do(func() {
		cell, err := paper.Parse(id)
		var s scenario.Scenario
		if err == nil {
			s, err = cell.Scenario()
		}
		if err == nil {
			err = p.leads(func() error { return p.runWhole(s, lang.T("Running {0}", id)) })
		}
		if err != nil {
			p.decline(func() string { return refusal(err) })
			return
		}
	})
}

func (p *page) ShowHelp(on bool) { p.do(func() { p.help = on }) }

// keysKey is where the browser remembers that letters and signs shall do nothing.
const keysKey = "congestree.keys"

func (p *page) SetKeys(alone bool) {
	p.do(func() {
		p.keysOff = !alone
		try(func() { // there may be no storage, or no room in it
			if alone {
				storage().Call("removeItem", keysKey)
			} else {
				storage().Call("setItem", keysKey, "off")
			}
		})
	})
}

// openRun runs what a link says in the view that is on screen, or leaves everything as it is and returns why not. Of a comparison
// that does not fit as a whole it runs what does, and says so.
func (p *page) openRun(text string) error {
	all, said, err := p.parse(text)
	if err == nil {
		err = p.begin(all)
	}
	if err != nil {
		p.decline(func() string { return lang.T("This link cannot be opened: {0}.", refusal(err)) })
		return err
	}
	if p.failed == "" {
		p.banner = banner{}
		if said != nil {
			p.decline(said)
		}
	}
	return nil
}

// begin runs the scenarios of a link or a file.
func (p *page) begin(all []scenario.Scenario) error {
	if err := p.rearrange(arrangement{all: all}); err != nil {
		return err
	}
	p.traces.wanted = ""
	p.want = nowhere
	p.run.Loop(0, 0)
	if p.run.Seeking() || p.run.Aiming() { // it begins at time 0, also where a run is kept
		p.run.Play()
		p.run.Wind(0)
	}
	return nil
}

// openLink is openRun with the view that the link says, and nothing of the one that was on screen before.
func (p *page) openLink(text string) error {
	p.views.opening = p.views.opening && text == p.traces.wanted // what opened the frame has waited for its trace
	return p.openView(text[max(strings.IndexAny(text, "?#"), 0):], func() error { return p.openRun(text) })
}

// openView has run open what an address says, and then shows it as the address says, with nothing of the view before.
func (p *page) openView(address string, run func() error) error {
	speed := p.run.Speed
	p.run.Speed = p.usual                  // that of the run before was chosen for that
	p.declined, p.views.misfits = nil, nil // what was said before; what this says stays
	if err := run(); err != nil {
		p.run.Speed = speed
		return err
	}
	p.plain()
	p.views.address = address
	problem := p.readView(address, false)
	if p.failed == "" {
		if p.declined == nil {
			p.banner = banner{}
		}
		if problem != nil {
			p.banner = p.banner.over(problem, dismissed)
		}
	}
	p.notShown(problem)
	p.address()
	return nil
}

// notShown keeps what of a link that has been opened is not shown: what was declined, and its view's problem.
func (p *page) notShown(problem func() string) {
	p.views.leftOut = nil
	p.leaveOut(p.declined)
	p.leaveOut(problem)
}

// leaveOut adds to that, unless it is nothing.
func (p *page) leaveOut(problem func() string) {
	if problem != nil {
		p.views.leftOut = append(p.views.leftOut, problem)
	}
}
