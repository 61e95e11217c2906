package browser

// A run inside other people's pages: what it loads and when, whose turn it is, what it shows in small frames, and what it takes
// from the page around and what not. How that page drives it: messages_test.go.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// around serves pages of another origin; those of testdata/hosts name the site as SITE.
func around(t *testing.T, pages map[string]string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		text, ok := pages[name]
		if !ok {
			raw, err := os.ReadFile(filepath.Join("testdata/hosts", filepath.Clean("/"+name)))
			if err != nil {
				http.NotFound(w, r)
				return
			}
			text = string(raw)
		}
		switch filepath.Ext(name) {
		case ".js":
			w.Header().Set("Content-Type", "text/javascript")
		case ".css":
			w.Header().Set("Content-Type", "text/css")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			text = strings.ReplaceAll(text, "SITE", site)
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// loaded counts requests for the simulator's programs.
func loaded(b *Tab) (n int) {
	for _, r := range b.Requests() {
		if strings.Contains(r, ".wasm") {
			n++
		}
	}
	return n
}

const frameHead = `<!doctype html><html lang="en"><head><title>around</title><link rel="icon" href="data:,"></head><body>`

// framed opens a page of the site itself with frames in it, whose insides can be seen.
func framed(t *testing.T, o Options, queries ...string) *Tab {
	t.Helper()
	b := tab(t, o)
	check(t, b.Go(site+"docs/api.html"))
	for _, q := range queries {
		eval[bool](t, b, `(() => { const f = document.createElement('iframe'); f.width = 420; f.height = 300; f.title = 'run'; f.src = `+quote(site+"embed.html"+q)+`; document.querySelector('h1').after(f); return true })()`)
	}
	check(t, b.Until("Array.from({length: frames.length}, (_, i) => frames[i]).every(f => f.document && f.document.getElementById('poster-title') && f.congestreeEmbed)", time.Minute))
	return b
}

func TestEmbedStartsWhenAsked(t *testing.T) {
	t.Parallel()
	b := framed(t, Options{Width: 900, Height: 700, Features: "prefers-color-scheme=dark"}, "?preset=hot-spot&t=20us&title=%22%3E%3Cimg%20src%3Dx%20onerror%3Dtop.hurt()%3E")
	const inside = "frames[0].document"
	check(t, b.Until("!"+inside+".getElementById('start').hidden", time.Minute))
	if n := loaded(b); n != 0 {
		t.Errorf("%d programs are loaded before the click", n)
	}
	if got := eval[string](t, b, inside+".getElementById('poster-title').innerHTML"); got != `"&gt;&lt;img src=x onerror=top.hurt()&gt;` {
		t.Errorf("the title became %s", got)
	}
	if got := eval[string](t, b, inside+".getElementById('poster-open').href"); got != site+"?preset=hot-spot&t=20us" {
		t.Errorf("the whole page is at %s", got)
	}
	picture(t, b)
	alone := tab(t, Options{Width: 320, Height: 240, Features: "prefers-color-scheme=light"})
	check(t, alone.Go(site+"embed.html?preset=drb-drb-torus-8x8&title=A%20title"))
	check(t, alone.Until("document.getElementById('start') && !document.getElementById('start').hidden", time.Minute))
	for _, v := range axe(t, alone) {
		t.Error("the picture:", v)
	}
	eval[bool](t, alone, "(document.getElementById('start').click(), true)")
	check(t, alone.Running())
	check(t, alone.Until("document.getElementById('summary').textContent.trim()", time.Minute))
	for _, v := range axe(t, alone) {
		t.Error("the run:", v)
	}
	if eval[bool](t, alone, control("tour-offer")+".checkVisibility()") {
		t.Error("a frame offers what its author did not put there")
	}
	// So small a frame has room for the button that leads back once the picture was moved, and until then for none.
	const back = `document.querySelector('[data-testid="fit"]').checkVisibility()`
	if eval[bool](t, alone, back) {
		t.Error("a small frame has a button over its picture")
	}
	eval[any](t, alone, `(() => {
		const finger = (kind, x) => document.querySelector('#stage canvas').dispatchEvent(new PointerEvent(kind, {pointerType: 'touch', pointerId: 9, isPrimary: true, clientX: x, clientY: 100}));
		finger('pointerdown', 200); finger('pointermove', 160); finger('pointermove', 100); finger('pointerup', 100);
	})()`)
	check(t, alone.Until(back, time.Minute))
	eval[any](t, alone, `document.querySelector('[data-testid="fit"]').click()`)
	check(t, alone.Until("!"+back, time.Minute))
	// Without controls the play button comes to who comes to the frame.
	const seen = `(document.documentElement.classList.remove('with-controls'), getComputedStyle(document.querySelector('[data-testid="embed-play"]')).opacity)`
	check(t, alone.Until("(document.activeElement.blur(), "+seen+") === '0'", time.Minute))
	check(t, alone.Until("(document.querySelector('canvas').focus(), "+seen+") === '1'", time.Minute))
	for _, id := range []string{"becn", "reacting", "open-paths"} { // DRB opens paths there too
		check(t, alone.Until("parseInt("+control(id)+".textContent) > 0", time.Minute))
	}
	eval[bool](t, b, "("+inside+".getElementById('start').click(), true)")
	const run = "frames[0].congestree"
	check(t, b.Until(run+" && "+run+".measures().state === 'running' && "+run+".measures().simulated_ns > 20000", time.Minute))
	if n := loaded(b); n < 2 {
		t.Errorf("%d programs are loaded after the click", n)
	}
	for _, hidden := range []string{".panel", "#chart", "#poster", "#loading"} {
		if !eval[bool](t, b, inside+".querySelector('"+hidden+"').getClientRects().length === 0") {
			t.Error(hidden, "is shown")
		}
	}
	bar := inside + `.querySelector('[data-testid="embed-title"]')`
	if got := eval[string](t, b, bar+".innerHTML"); got != `"&gt;&lt;img src=x onerror=top.hurt()&gt;` {
		t.Errorf("the bar's title became %s", got)
	}

	// Keys: none are taken before the frame has the focus, and Escape gives them back. (Space would scroll the page around.)
	eval[bool](t, b, "(document.body.tabIndex = -1, document.body.focus(), window.keys = 0, addEventListener('keydown', e => { keys++; e.preventDefault(); }), true)")
	check(t, b.Press(kb.ArrowLeft))
	check(t, b.Until("keys === 1", time.Minute))
	if s := eval[string](t, b, run+".measures().state"); s != "running" {
		t.Error("a key of the page around made the run", s)
	}
	eval[bool](t, b, "("+inside+".querySelector('canvas').focus(), true)")
	check(t, b.Press(" "))
	check(t, b.Until(run+".measures().state === 'paused'", time.Minute))
	time.Sleep(time.Second) // a frame that was asked for may still come
	rests := eval[float64](t, b, run+".measures().simulated_ns")
	check(t, b.Press(kb.Escape))
	check(t, b.Until("document.hasFocus() && document.activeElement.tagName !== 'IFRAME'", time.Minute))
	check(t, b.Press(kb.ArrowRight))
	check(t, b.Until("keys === 2", time.Minute))
	if at := eval[float64](t, b, run+".measures().simulated_ns"); at != rests {
		t.Errorf("after Escape a key still moved the run, from %v to %v ns", rests, at)
	}

	// Out of sight it rests.
	eval[bool](t, b, "("+inside+`.querySelector('[data-testid="embed-play"]').click(), true)`)
	check(t, b.Until(run+".measures().state === 'running'", time.Minute))
	eval[bool](t, b, "(scrollTo(0, document.body.scrollHeight), true)")
	check(t, b.Until(run+".measures().state === 'paused'", time.Minute))
	eval[bool](t, b, "(scrollTo(0, 0), true)")
	check(t, b.Until(run+".measures().state === 'running'", time.Minute))
}

// Of several only one plays; one that plays by itself waits until it is seen; with less motion it waits for a click.
func TestEmbedsTakeTurns(t *testing.T) {
	t.Parallel()
	b := framed(t, Options{Width: 1000, Height: 900}, "?preset=fbicm-fat-tree&t=60us&autoplay=1", "?preset=iba-cc-hot-spot&t=60us")
	const first, second = "frames[0].congestree", "frames[1].congestree"
	check(t, b.Until(first+" && "+first+".measures().state === 'running' && "+first+".measures().simulated_ns > 0", time.Minute))
	if eval[bool](t, b, "!!"+second) {
		t.Error("the one that nobody started is loaded")
	}
	eval[bool](t, b, "(frames[1].document.getElementById('start').click(), true)")
	check(t, b.Until(second+" && "+second+".measures().state === 'running' && "+second+".measures().simulated_ns > 0", time.Minute))
	check(t, b.Until(first+".measures().state === 'paused'", time.Minute))
	eval[bool](t, b, "("+first+".play(), true)")
	check(t, b.Until(first+".measures().state === 'running' && "+second+".measures().state === 'paused'", time.Minute))

	// Links to cures bring all of it: the set-aside queues with their tree, and the sources that hold back.
	const within = `parseInt(frames[%d].document.querySelector('[data-testid="%s"]').textContent)`
	eval[any](t, b, first+".seek(100000).then(() => null)")
	check(t, b.Until("frames[0].document.getElementById('summary').textContent.includes('set aside, its branch') && "+fmt.Sprintf(within, 0, "set-aside")+" > 10", time.Minute))
	if svg := eval[string](t, b, first+".picture({type: 'svg', width: 420, height: 300, as: 'blob'}).then(b => b.text())"); !strings.Contains(svg, `data-layer="congestion trees"`) || !strings.Contains(svg, `data-layer="congestion roots"`) {
		t.Errorf("the tree that is set aside is not drawn: %.200s", svg)
	}
	if !eval[bool](t, b, first+".course().sets_aside && Math.max(..."+first+".course().looks.aside) > 10") {
		t.Error("the course does not tell of the queues")
	}
	eval[any](t, b, second+".seek(150000).then(() => null)")
	for _, id := range []string{"fecn", "becn", "reacting"} {
		check(t, b.Until(fmt.Sprintf(within, 1, id)+" > 0", time.Minute))
	}
	if n := colours(picture(t, b)); n < 100 {
		t.Errorf("both runs have %d colours", n)
	}

	calm := framed(t, Options{Width: 900, Height: 700, Features: "prefers-reduced-motion=reduce"}, "?preset=uniform&autoplay=1")
	check(t, calm.Until("!frames[0].document.getElementById('start').hidden", time.Minute))
	time.Sleep(time.Second)
	if loaded(calm) != 0 {
		t.Error("it plays by itself although less motion is asked for")
	}
}

// Where it cannot run, the picture stays and says why: never a blank box.
func TestEmbedSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, frame, says string }{
		"no WebAssembly": {"delete window.WebAssembly", "", "no WebAssembly"},
		"no unpacking":   {"delete window.DecompressionStream", "", "DecompressionStream"},
		"no WebGL":       {"HTMLCanvasElement.prototype.getContext = () => null", "", "WebGL 2"},
		"sandboxed":      {"", ` sandbox="allow-scripts"`, "sandboxed"},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := chromium.Tab(Options{Width: 800, Height: 600, Before: c.before})
			check(t, err)
			defer b.Close()
			at := around(t, map[string]string{"": ask + `<iframe title="run" width="500" height="320"` + c.frame + ` src="SITEembed.html?preset=uniform&autoplay=1"></iframe>`})
			check(t, b.Go(at))
			check(t, b.Until("events.some(e => e.event === 'failed')", time.Minute))
			if why := eval[string](t, b, "events.find(e => e.event === 'failed').detail.reason"); !strings.Contains(why, c.says) {
				t.Errorf("it says %q", why)
			}
			answer := eval[struct {
				Error struct{ Code, Message string }
			}](t, b, "ask('play')")
			if answer.Error.Code != "failed" || !strings.Contains(answer.Error.Message, c.says) {
				t.Errorf("a request is answered %+v", answer)
			}
			check(t, b.Eval(`new Promise(done => { const s = document.createElement('script'); s.src = '`+site+`congestree.js'; s.onload = () => done(true); document.head.append(s) })`, nil))
			if code := eval[string](t, b, "Congestree(document.querySelector('iframe')).hello().then(() => 'kept', e => e.code)"); code != "failed" {
				t.Errorf("congestree.js is answered %q", code)
			}
			if n := colours(picture(t, b)); n < 40 {
				t.Errorf("the frame has %d colours: no picture", n)
			}
			if loaded(b) != 0 {
				t.Error("the simulator is loaded all the same")
			}
		})
	}
}

// The bar leads to what runs, whichever schemes are compared.
func TestEmbedLeadsToTheComparison(t *testing.T) {
	t.Parallel()
	b := framed(t, Options{Width: 900, Height: 700}, "?preset=hot-spot&compare=routing:adaptive~queuing:dbbm")
	eval[bool](t, b, "(frames[0].document.getElementById('start').click(), true)")
	const run = "frames[0].congestree"
	check(t, b.Until(run+" && "+run+".lanes().length === 3 && "+run+".measures().delivered > 0", time.Minute))
	whole := "frames[0]." + control("embed-open") + ".href"
	until(t, b, whole+".includes('compare=routing:adaptive~queuing:dbbm')")
	eval[any](t, b, run+".uncompare(2)")
	until(t, b, whole+".includes('compare=routing:adaptive') && !"+whole+".includes('dbbm')")
}

// A sweep, or a place in the papers, in the address of a frame that readers cannot change waits for the whole page; in one that they can it is open.
func TestEmbedsSweepOnlyWhereItIsEditable(t *testing.T) {
	t.Parallel()
	b := framed(t, Options{Width: 900, Height: 700}, "?preset=hot-spot&sweep=load=0.1..0.5:0.2;until=30us", "?preset=hot-spot&panel=1&editable=1&sweep=load=0.1..0.5:0.2;until=30us")
	for i, open := range []bool{false, true} {
		frame := "frames[" + strconv.Itoa(i) + "]"
		eval[bool](t, b, "("+frame+".document.getElementById('start').click(), true)")
		check(t, b.Until(frame+".congestree && "+frame+".congestree.measures().delivered > 0", time.Minute))
		if got := eval[bool](t, b, frame+"."+control("sweep")+".open"); got != open {
			t.Errorf("frame %d: open is %v, want %v", i, got, open)
		}
		until(t, b, frame+"."+control("embed-open")+".href.includes('sweep=load')")
		left := eval[string](t, b, frame+".congestree.load('?preset=hot-spot&sweep=load=0.1..0.5:0.2').then(m => String(m.left_out))")
		if refused := strings.Contains(left, "sweep=load"); refused == open {
			t.Errorf("frame %d shows the sweep: %v; left out: %s", i, open, left)
		}
	}
	eval[any](t, b, "frames[0].congestree.load('?preset=uniform').then(() => null)") // and is not that of another link
	until(t, b, "(a => a.includes('uniform') && !a.includes('sweep'))(frames[0]."+control("embed-open")+".href)")
	for i, open := range []bool{false, true} { // nor do readers who change nothing get the papers' tables
		frame := "frames[" + strconv.Itoa(i) + "]"
		left := eval[string](t, b, frame+".congestree.load('?preset=karol-8&papers=rar-table-2').then(m => String(m.left_out))")
		if refused := strings.Contains(left, "papers=rar-table-2"); refused == open || eval[bool](t, b, frame+"."+control("papers")+".open") != open {
			t.Errorf("frame %d shows the tables: %v; left out: %s", i, !open, left)
		}
		if b.Until(frame+"."+control("embed-open")+".href.includes('papers=rar-table-2')", 10*time.Second) != nil { // which the whole page shows
			t.Errorf("frame %d: the way to the whole page is %s", i, eval[string](t, b, frame+"."+control("embed-open")+".href"))
		}
	}
	for i, change := range []bool{false, true} { // nor do they take out schemes, or take back what the page around has opened
		frame := "frames[" + strconv.Itoa(i) + "]"
		eval[any](t, b, "["+frame+"."+control("papers-close")+", "+frame+"."+control("sweep-close")+"].forEach(e => e.click())")
		until(t, b, "!"+frame+"."+control("papers")+".open && !"+frame+"."+control("sweep")+".open")
		eval[any](t, b, frame+".congestree.load('?preset=karol-8&compare=queuing:dbbm').then(() => null)")
		until(t, b, frame+".document.querySelectorAll('[data-testid=\"lane-remove\"]').length === 2")
		if can := eval[bool](t, b, frame+"."+control("lane-remove")+".checkVisibility()"); can != change {
			t.Errorf("frame %d: a scheme can be taken out: %v", i, can)
		}
		eval[any](t, b, "("+frame+".document.body.dispatchEvent(new "+frame+".KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true})), null)")
		if undone := eval[int](t, b, frame+".congestree.lanes().length") == 1; undone != change {
			t.Errorf("frame %d: Ctrl+Z takes the comparison back: %v", i, undone)
		}
	}
}

// In a small frame with the panel the readouts stand beside their names, not over each other, and in one of a phone's width nothing is cut off.
func TestSmallFrameWithPanel(t *testing.T) {
	t.Parallel()
	b := framed(t, Options{Width: 900, Height: 700, Before: hasty}, "?preset=hot-spot&t=90us&panel=1&charts=1")
	eval[bool](t, b, "(frames[0].document.getElementById('start').click(), true)")
	check(t, b.Until("frames[0].congestree && frames[0].congestree.measures().simulated_ns >= 90000", time.Minute))
	until(t, b, "frames[0].document.querySelectorAll('.readouts dl > div').length > 5")
	for _, width := range []string{"640", "500", "390", "320"} {
		eval[bool](t, b, "(document.querySelector('iframe').width = "+width+", true)")
		check(t, b.Until("frames[0].innerWidth === "+width, time.Minute))
		if over := eval[[]string](t, b, `[...frames[0].document.querySelectorAll('.readouts dl > div')].filter(d => d.scrollWidth > d.clientWidth + 1).map(d => d.textContent.trim())`); len(over) > 0 {
			t.Errorf("%s: too wide for their places: %q", width, over)
		}
		if free := eval[bool](t, b, `(() => {
			const d = frames[0].document, place = s => d.querySelector(s).getBoundingClientRect(), bar = d.documentElement.classList;
			bar.remove('with-controls');
			const link = place('.embed-bar a'), legend = place('.legend'), chart = place('#chart');
			bar.add('with-controls');
			return link.top >= chart.bottom && (legend.right > link.right || link.top >= legend.bottom);
		})()`); width == "640" && !free {
			t.Errorf("%s: without controls the link stands on the legend, the chart or the picture", width)
		}
		if out := eval[[]string](t, b, `[...frames[0].document.querySelectorAll('.panel :is(button, select, dl > div, .clock)')].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > `+width+`).map(e => e.textContent.trim() || e.title)`); len(out) > 0 {
			t.Errorf("%s: cut off: %q", width, out)
		}
	}
	// What is pinned and a tour's caption have a place in it with the panel and without: their buttons are under nothing, in view at once.
	reach := func(of string, without ...string) {
		t.Helper()
		for _, size := range [][2]string{{"640", "480"}, {"360", "640"}, {"640", "400"}, {"400", "300"}} {
			eval[bool](t, b, "(f => (f.width = "+size[0]+", f.height = "+size[1]+", true))(document.querySelector('iframe'))")
			check(t, b.Until("frames[0].innerWidth === "+size[0]+" && frames[0].innerHeight === "+size[1], time.Minute))
			for _, classes := range without {
				if covered := eval[[]string](t, b, `(async () => {
					const d = frames[0].document, bar = d.documentElement.classList, without = `+quote(classes)+`.split(' ');
					bar.remove(...without);
					await new Promise(done => setTimeout(done, 300));
					const out = [...d.querySelectorAll(`+quote(of)+`)].filter(e => e.checkVisibility({visibilityProperty: true}) && (r => ![[r.left, r.top], [r.right, r.top], [r.left, r.bottom], [r.right, r.bottom]].every(([x, y], i) => e.contains(d.elementFromPoint(x + (i % 2 ? -4 : 4), y + (i > 1 ? -4 : 4)))))(e.getBoundingClientRect()));
					bar.add(...without);
					return out.map(e => e.ariaLabel || e.textContent);
				})()`); len(covered) > 0 {
					t.Errorf("%s×%s, without %s: covered: %q", size[0], size[1], classes, covered)
				}
			}
		}
	}
	const inside = "frames[0].congestree"
	eval[any](t, b, inside+".load('?preset=hot-spot&t=90us&select=host:6').then(() => null)")
	until(t, b, "frames[0]."+control("inspector")+".checkVisibility()")
	reach(".inspector .head button", "with-editable", "with-panel with-charts")
	eval[any](t, b, inside+".load('?tour=hol&step=2').then(() => null)")
	check(t, b.Until("frames[0].document.documentElement.dataset.tourThere === 'true'", time.Minute))
	reach(".tour button", "with-editable", "with-controls", "with-panel", "with-panel with-charts", "with-panel with-charts with-controls")
	eval[bool](t, b, "(f => (f.width = 320, f.height = 300, true))(document.querySelector('iframe'))")
	check(t, b.Until("frames[0].innerWidth === 320", time.Minute))
	eval[bool](t, b, "(frames[0]."+control("tour-exit")+".click(), true)")
	until(t, b, "!frames[0].document.documentElement.dataset.tour")
	// The charts, opened, stay within the frame.
	check(t, b.Eval("frames[0].document.querySelector('.chart-open').click()", nil))
	until(t, b, "frames[0].document.getElementById('chart').clientHeight > 200 && frames[0].document.getElementById('chart').getBoundingClientRect().top >= 0")
}

// Without any storage the page and a tour in a frame open, and keep nothing; a sweep runs.
func TestWithoutStorage(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600, Before: hasty + `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); }})`})
	check(t, b.Go(site+"?network=rlft-4x3&sweep=load=0.5;until=5us"))
	check(t, b.Until(control("sweep")+"?.open && !"+control("sweep-go")+".disabled", time.Minute))
	check(t, b.Eval(control("sweep-go")+".click()", nil))
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('1 of 1 runs done')", time.Minute))
	check(t, b.Eval("dispatchEvent(new Event('pagehide'))", nil))
	check(t, b.Go(around(t, map[string]string{"": ask + `<iframe title="run" width="640" height="400" src="SITEembed.html?tour=hol&step=2"></iframe>`})))
	check(t, b.Until("events.length > 0", time.Minute))
	for _, link := range []string{"", "?tour=hol&step=3"} {
		method := "ask('play')"
		if link != "" {
			method = "ask('load', {link: '" + link + "'})"
		}
		if r := eval[reply](t, b, method); r.Error != nil {
			t.Errorf("%s: %+v", method, r.Error)
		}
	}
	if r := eval[reply](t, b, "ask('hello')"); r.Error != nil || !strings.Contains(string(r.Result), `"paused"`) {
		t.Errorf("after the tour: %+v %s", r.Error, r.Result)
	}
}

// Of frames that begin together one plays.
func TestEmbedsBeginTogether(t *testing.T) {
	t.Parallel()
	b := framed(t, Options{Width: 1000, Height: 1100}, "?preset=karol-8", "?preset=karol-8", "?preset=karol-8")
	all := "Array.from({length: 3}, (_, i) => frames[i])"
	eval[bool](t, b, "("+all+".forEach(f => f.document.getElementById('start').click()), true)")
	check(t, b.Until(all+".every(f => f.congestree && f.document.documentElement.dataset.state !== 'loading')", 2*time.Minute))
	for range 3 {
		eval[bool](t, b, "("+all+".forEach(f => f.congestree.play()), true)")
		time.Sleep(2 * time.Second)
		if n := eval[int](t, b, all+".filter(f => f.congestree.measures().state === 'running').length"); n != 1 {
			t.Errorf("%d play", n)
		}
		eval[bool](t, b, "("+all+".forEach(f => f.congestree.pause()), true)")
		check(t, b.Until(all+".every(f => f.congestree.measures().state === 'paused')", time.Minute))
	}
}

// After a script was missing, a click tries again.
func TestEmbedTriesAgain(t *testing.T) {
	t.Parallel()
	missing := true
	files := http.FileServer(http.Dir(public))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/vugu.js") && missing {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer s.Close()
	b, err := chromium.Tab(Options{Width: 640, Height: 400, Before: "{ const Native = Worker; window.Worker = class extends Native { constructor(...a) { super(...a); window.lastWorker = this; } }; }"})
	check(t, err)
	defer b.Close()
	check(t, b.Go(s.URL+"/embed.html?preset=karol-8"))
	check(t, b.Until("!document.getElementById('start').hidden", time.Minute))
	eval[bool](t, b, "(document.getElementById('start').click(), true)")
	check(t, b.Until("document.getElementById('poster-why').textContent.includes('vugu.js') && !document.getElementById('start').hidden", time.Minute))
	if !eval[bool](t, b, "(() => { const r = document.getElementById('poster-why').getBoundingClientRect(); return document.elementFromPoint(r.left + 30, r.top + r.height / 2)?.id === 'poster-why' })()") {
		t.Error("something stands over the reason")
	}
	check(t, b.Features("media=print"))
	if eval[bool](t, b, "document.getElementById('start').checkVisibility()") {
		t.Error("the button is printed")
	}
	for scheme, filter := range map[string]string{"light": "none", "dark": "invert(1) hue-rotate(180deg)"} { // paper is white
		check(t, b.Features("media=print,prefers-color-scheme="+scheme))
		until(t, b, "document.getElementById('poster-picture').currentSrc.includes('light') === "+strconv.FormatBool(scheme == "light"))
		if got := eval[string](t, b, "(dispatchEvent(new Event('beforeprint')), getComputedStyle(document.getElementById('poster-picture')).filter)"); got != filter {
			t.Errorf("in the %s scheme the picture is printed with the filter %s, not %s", scheme, got, filter)
		}
		eval[any](t, b, "dispatchEvent(new Event('afterprint'))")
	}
	check(t, b.Features("media=screen"))
	missing = false
	eval[bool](t, b, "(document.getElementById('start').click(), true)")
	check(t, b.Running())
	if n := eval[int](t, b, "document.querySelectorAll('#loading').length"); n != 1 {
		t.Errorf("%d loading bars", n)
	}
	// An engine that stops for good is said, with a button that can be reached, and who has dismissed that still can begin anew.
	const kill = "lastWorker.dispatchEvent(new MessageEvent('message', {data: {kind: 'crash', reason: 'no reason'}}))"
	eval[any](t, b, "window.dead = lastWorker; "+kill)
	check(t, b.Until("lastWorker !== dead && document.documentElement.dataset.state === 'running' && congestree.measures().delivered > 0", time.Minute))
	eval[any](t, b, kill)
	until(t, b, "document.documentElement.dataset.state === 'failed' && !"+control("banner-action")+".closest('[hidden]')")
	if !eval[bool](t, b, "(e => { const r = e.getBoundingClientRect(); return e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)) })("+control("banner-action")+")") {
		t.Error("something stands over the button that restarts the engine")
	}
	eval[any](t, b, control("banner-dismiss")+".click()")
	until(t, b, control("banner-dismiss")+".closest('[hidden]')")
	eval[any](t, b, control("embed-restart")+".click()")
	check(t, b.Until("document.documentElement.dataset.state === 'running' && congestree.measures().delivered > 0", time.Minute))
}
