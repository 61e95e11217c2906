//go:build js

// The page: Ebitengine draws, Vugu shows the panel, a worker simulates.
//
// All goroutines of Go on WebAssembly share one thread; ebiten.RunGame and Vugu's loop are two
// of them. See page for who may touch what.
package main

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

func main() {
	startLanguage()
	canvas := document.Call("querySelector", "canvas") // made by Ebitengine's init
	adopt(canvas)
	r, err := domrender.New("#vugu_mount_point")
	if err != nil {
		boot.Call("fail", lang.T("The panel cannot be shown: {0}", err.Error()))
		return
	}
	p := newPage(r.EventEnv())
	p.start()
	p.listenAll(canvas)
	p.listenFiles()
	p.listenRescue()
	p.listenPrint()
	p.export()
	p.startEmbedded(canvas)
	p.listenMessages()
	go p.panel(r, ui.NewRoot(p.model, p))
	go p.tick()
	ebiten.SetTPS(ebiten.SyncWithFPS)
	ebiten.SetScreenClearedEveryFrame(false) // the scene draws all of it, or nothing
	if err := ebiten.RunGameWithOptions(&game{p: p}, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		boot.Call("fail", lang.T("The picture cannot be drawn: {0}", err.Error()))
	}
}

// start reads the address and opens what it says, or the default beside a message.
func (p *page) start() {
	p.enter(func() {
		address := asked(opening())
		all, said, err := p.parse(address)
		if err != nil {
			all, _ = link.ParseAll("")
		}
		if err := p.set(arrangement{all: all}); err != nil { // what link.Parse accepts can be built
			panic(err)
		}
		if err != nil {
			p.decline(func() string {
				return lang.T("This link cannot be opened, and the default runs instead: {0}.", refusal(err))
			})
		} else if said != nil {
			p.decline(said)
		}
		p.views.opening = embedPlays()
		if embedded() && !p.views.opening {
			p.run.Pause()
		}
		p.views.address = address
		problem := p.readView(address, err != nil)
		if problem != nil && err == nil { // else it is of the default, or comes once the trace is here
			p.banner = p.banner.over(problem, dismissed)
		}
		p.notShown(problem)
		switch l := window.Get("location"); {
		case err == nil && said == nil:
			p.shownAs = l.Get("search").String() + l.Get("hash").String()
			try(func() {
				if h := window.Get("history"); h.Get("state").IsNull() {
					h.Call("replaceState", p.entry(), "")
				}
			})
		case p.traces.wanted != "":
			p.shownAs = p.here()
		default:
			p.address()
		}
		media("(prefers-color-scheme: light)", func(light bool) {
			p.views.system = render.Dark
			if light {
				p.views.system = render.Light
			}
			p.setTheme(p.views.theme)
		})
		media("(prefers-reduced-motion: reduce)", func(still bool) {
			p.still = still
			for _, l := range p.lanes {
				l.scene.SetReducedMotion(still)
			}
		})
		media("(prefers-contrast: more), (forced-colors: active)", func(more bool) {
			p.bold = more
			for _, l := range p.lanes {
				l.scene.SetContrast(more)
			}
		})
		try(p.mountChart)
		p.offerTours()
		try(func() { p.keysOff = !storage().Call("getItem", keysKey).IsNull() })
	})
	p.mu.Lock()
	p.spawn()
	p.mu.Unlock()
}

// undrawn is after how many ms a frame that nobody has drawn counts as shown all the same: a window that is covered, or a graphics
// process that has to begin anew, must not keep a program waiting.
const undrawn = 3000

// tick brings the panel and the chart up to date a few times a second, by turns, and watches the worker.
func (p *page) tick() {
	const every = 125 * time.Millisecond
	last, n := now(), 0
	for range time.Tick(every) {
		t := now()
		n++
		if n%2 == 0 {
			p.mu.Lock()
			err := try(p.chart)
			for _, l := range p.lanes {
				l.wantCourse = true
			}
			p.mu.Unlock()
			if err != nil {
				warn("chart: " + err.Error())
			}
			apart()
		}
		if err := try(func() {
			for _, l := range p.lanes {
				l.engine.watch(t, t-last) // enters by itself if the engine is dead
			}
			p.ticked(n, func() {
				if p.note != "" && t > p.noteEnd {
					p.note = ""
				}
				if p.framing.unseen && p.has { // the browser may not have it drawn
					p.probe.first()
					p.settle()
				} else if p.has && t-p.came > undrawn {
					p.settle()
				}
				p.tourTick()
				p.hoverChanged()
				if n%40 == 0 {
					if p.unsaid {
						p.setAddress(p.shownAs)
					}
					p.keep()
				}
				p.leave()
				p.showSweep()
				p.storeSweepInTime()
				if n < 20 || n%4 == 0 { // it makes the browser lay the page out
					p.measureInsets()
				}
				p.stirs()
			})
		}); err != nil {
			warn(err.Error())
		}
		last = t
	}
}

// panel is Vugu's loop.
func (p *page) panel(r *domrender.JSRenderer, root vugu.Builder) {
	ee := r.EventEnv()
	env, err := vugu.NewBuildEnv(ee)
	if err != nil {
		warn(err.Error())
		return
	}
	for ok := true; ok; ok = r.EventWait() {
		apart()
		p.probe.panels++
		if err := try(func() {
			if err := r.Render(build(ee, env, root)); err != nil {
				warn("panel: " + err.Error())
			}
		}); err != nil {
			warn("panel: " + err.Error())
		}
	}
}

// apart lets the browser have its turn: what follows is a task of its own, so that the main
// thread is not busy for the sum of what happens to come together.
func apart() { time.Sleep(time.Millisecond) }

// build runs the components; they read the model.
func build(ee vugu.EventEnv, env *vugu.BuildEnv, root vugu.Builder) *vugu.BuildResults {
	ee.RLock() // RunBuild takes no lock of its own; Render does
	defer ee.RUnlock()
	return env.RunBuild(root)
}
