package browser

// Everybody's page: accessibility, small windows, both themes, less motion, failures of the start.

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe runs axe-core's rules and returns what they find, one line each.
func axe(t *testing.T, b *Tab) []string {
	t.Helper()
	shown(t, b) // what texts over the picture have behind them
	script, err := os.ReadFile("testdata/axe.min.js")
	check(t, err)
	check(t, b.Eval(string(script)+"; true", nil))
	return eval[[]string](t, b, `axe.run(document).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.target + ': ' + n.failureSummary)))`)
}

// treeColumns is the least room between columns of the list of trees, with the longest numbers, in pixels.
const treeColumns = `(() => {
	const list = document.querySelector('.trees ul'), row = list.querySelector('li').cloneNode(true);
	list.append(row);
	const cells = [...row.querySelectorAll('.where .full, span:not([class]) > b')];
	['S1.600 port 35', '▲9999', '9999', '999 k'].forEach((text, i) => { cells[i].textContent = text; });
	const at = cells.map(b => { const r = document.createRange(); r.selectNodeContents(b); return r.getBoundingClientRect(); });
	row.remove();
	return Math.min(...at.slice(1).map((r, i) => r.left - at[i].right));
})()`

func TestAccessible(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(site+"?preset=hot-spot"))
	check(t, b.Running())
	seek(t, b, "120000")
	until(t, b, "document.getElementById('summary').textContent.includes('tree')")
	for _, c := range []struct {
		name string
		o    Options
		js   string
	}{
		{"dark", Options{Width: 1440, Height: 900, Features: "prefers-color-scheme=dark"}, ""},
		{"light", Options{Width: 1440, Height: 900, Features: "prefers-color-scheme=light"}, ""},
		{"phone", Options{Width: 390, Height: 844, Mobile: true, Features: "prefers-color-scheme=dark"}, ""},
		{"everything open", Options{Width: 1200, Height: 800, Features: "prefers-color-scheme=light"}, `document.querySelectorAll('details').forEach(d => d.open = true)`},
		{"help", Options{Width: 1000, Height: 800, Features: "prefers-color-scheme=light"}, `dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true}))`},
		{"errors", Options{Width: 1200, Height: 800, Features: "prefers-color-scheme=dark"}, `document.querySelector('dialog[open]').close(); { const c = ` + control("seed") + `; c.value = 'x'; c.dispatchEvent(new Event('change', {bubbles: true})); location.hash = '#2.A' }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, b.Look(c.o))
			if c.js != "" {
				check(t, b.Eval(c.js+"; new Promise(r => setTimeout(r, 700, true))", nil))
			}
			picture(t, b)
			for _, v := range axe(t, b) {
				t.Error(v)
			}
			if w := eval[float64](t, b, "document.documentElement.scrollWidth - innerWidth"); w > 0 {
				t.Errorf("the page is %v pixels wider than the window", w)
			}
			if gap := eval[float64](t, b, treeColumns); gap < 4 {
				t.Errorf("%v pixels between columns of the list of trees", gap)
			}
		})
	}
}

// Who goes by keyboard comes to the picture's buttons before the long panel, and keeps the place when what has the focus goes.
// Who listens hears the summary now and then: its text changes every second.
func TestKeyboardKeepsThePlace(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=karol-8&seed=7&compare=queuing:dbbm")
	if !eval[bool](t, b, "["+control("zoom-in")+", "+control("lane-remove")+", "+control("tour-offer")+"].every(e => e.compareDocumentPosition("+control("play")+") & 4)") {
		t.Error("the panel comes before the picture's buttons")
	}
	for _, c := range [][2]string{
		{"document.querySelector('.lane-2 [data-testid=lane-remove]')", "document.activeElement.closest('.lane-1, .view')"},
		{"document.querySelector('#f-seed').closest('.field').querySelector('.reset')", "document.activeElement.closest('.field')?.querySelector('#f-seed')"},
		{control("undo"), "document.activeElement.dataset.testid === 'undo'"},
		{control("undo"), "document.activeElement.dataset.testid === 'redo'"},
	} {
		check(t, b.Eval("Promise.resolve(congestree.pause())", nil))
		until(t, b, "!("+c[0]+").disabled")
		check(t, b.Eval(c[0]+".focus()", nil))
		check(t, b.Press(kb.Enter))
		until(t, b, c[1])
	}
	// What adds the table of a comparison above itself stays in view.
	const add = `document.querySelector('[data-testid="compare-add"]')`
	check(t, b.Eval("(congestree.uncompare(1), document.querySelector('.group.compare').open = true)", nil))
	until(t, b, "document.querySelectorAll('.lane').length === 0 && !"+add+".disabled && "+add+".checkVisibility()")
	check(t, b.Eval("document.querySelector('#panel').scrollTop += "+add+".getBoundingClientRect().bottom - document.querySelector('#panel').getBoundingClientRect().bottom + 120; "+add+".focus({preventScroll: true})", nil))
	check(t, b.Press(kb.Enter))
	until(t, b, "document.querySelectorAll('.compare tbody tr').length > 5")
	until(t, b, "document.activeElement === "+add+" && "+add+".getBoundingClientRect().bottom <= document.querySelector('#panel').getBoundingClientRect().bottom")
	// What grows below it takes nobody's view, and a group that is taken away with the focus in it is no error.
	if says := eval[string](t, b, `(async () => {
		const errors = [], hear = e => errors.push(e.message), frames = () => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
		const [panel, group, button, below] = ['div', 'div', 'button', 'p'].map(name => document.createElement(name)); // a panel that no rendering clears
		addEventListener('error', hear);
		[panel.id, group.className, panel.style.cssText, button.style.cssText] = ['panel', 'group', 'height: 100px; overflow: auto', 'display: block; margin-top: 110px'];
		panel.append(group);
		group.append(button, below);
		document.body.append(panel);
		button.focus({preventScroll: true});
		await frames();
		const at = panel.scrollTop, was = group.offsetHeight;
		below.style.height = '300px';
		await frames();
		if (button.getBoundingClientRect().bottom <= panel.getBoundingClientRect().bottom || group.offsetHeight < was + 200) errors.push('it tests nothing');
		if (panel.scrollTop !== at) errors.push('the view goes from ' + at + ' to ' + panel.scrollTop);
		group.remove();
		await frames();
		panel.remove();
		removeEventListener('error', hear);
		return errors.join('; ');
	})()`); says != "" {
		t.Error(says)
	}
	check(t, b.Eval(control("step")+".click()", nil)) // what is said stays for some seconds only
	until(t, b, control("heard")+".textContent === document.getElementById('summary').textContent && document.getElementById('summary').closest('[aria-live], [role=status]') === null")
}

// A row of the list of trees that has the focus keeps it where its tree goes; a picture that cannot be had leaves its place empty.
func TestRowsAndPictures(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600})
	check(t, b.Go(site+"?preset=hot-spot&traffic=HS25-4&t=150us"))
	const rows = "[...document.querySelectorAll('.trees [data-tree]')]"
	until(t, b, rows+".length > 1 && congestree.measures().simulated_ns === 150000")
	eval[any](t, b, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))") // what that instant has is said
	if at := eval[int](t, b, `(async () => {
		const [first, second] = `+rows+`, was = second.dataset.tree;
		second.focus();
		[first.dataset.tree, second.dataset.tree] = [was, first.dataset.tree];
		await null; // what observes it has run then, and the page has not had the time to say the rows anew
		return `+rows+`.indexOf(document.activeElement);
	})()`); at != 0 {
		t.Errorf("the focus is at row %d", at)
	}
	if got := eval[[]string](t, b, `(async () => {
		const i = document.body.appendChild(new Image()), seen = [];
		for (const src of ['data:image/png,', 'icon.svg']) {
			await new Promise(done => { i.onload = i.onerror = done; i.src = src; });
			seen.push(i.style.visibility);
		}
		i.remove();
		return seen;
	})()`); got[0] != "hidden" || got[1] != "" {
		t.Errorf("%q", got)
	}
}

// The whole network, as it is shown at first, is beside the view's buttons, not under them.
func TestButtonsCoverNoNetwork(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Before: "localStorage.setItem('congestree.tours', '1')"}) // no offer of tours
	for _, c := range []struct {
		name, query string
		lanes       int
		o           Options
	}{
		{"embedded", "embed.html?preset=hot-spot&autoplay=1", 1, Options{Width: 640, Height: 400}},
		{"four", "?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm~queuing:vftree", 4, Options{Width: 1440, Height: 900}},
		{"phone", "?preset=drb-torus-8x8", 1, Options{Width: 390, Height: 844, Mobile: true}},
		{"11 664 hosts", "?network=rlft-36x3", 1, Options{Width: 1920, Height: 1080}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, b.Look(c.o))
			if c.name == "phone" || c.name == "11 664 hosts" { // in the page that is open
				load(t, b, c.query)
			} else {
				check(t, b.Go(site+c.query))
			}
			check(t, b.Until(fmt.Sprintf("window.congestree && congestree.lanes && congestree.lanes().length === %d && congestree.lanes().every(l => l.simulated_ns > 0)", c.lanes), wait))
			buttons := eval[[4]float64](t, b, `(() => {
				const r = document.querySelector('.view').getBoundingClientRect(), k = devicePixelRatio, unseen = new CSSStyleSheet();
				unseen.replaceSync('.view { opacity: 0 }');
				document.adoptedStyleSheets = [unseen];
				return new Promise(done => setTimeout(() => done([r.left * k, r.top * k, r.right * k, r.bottom * k]), 1500));
			})()`)
			raw, err := b.Picture()
			check(t, err)
			img, err := png.Decode(bytes.NewReader(raw))
			check(t, err)
			ground := img.At(int(buttons[2])-1, int(buttons[1]))
			covered := 0
			for y := int(buttons[1]); y < int(buttons[3]); y++ {
				for x := int(buttons[0]); x < int(buttons[2]); x++ {
					if img.At(x, y) != ground {
						covered++
					}
				}
			}
			if covered > 0 {
				t.Errorf("the buttons cover %d pixels of the network", covered)
			}
		})
	}
}

func TestThemeFollowsTheSystem(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600, Scale: 1, Features: "prefers-color-scheme=dark", Before: "{ const ask = requestAnimationFrame; window.asked = 0; window.requestAnimationFrame = f => { asked++; return ask(f); }; }"})
	check(t, b.Go(site+"?preset=uniform"))
	check(t, b.Running())
	seek(t, b, "10000")
	dark := picture(t, b)
	// Of a page that stands still the browser has a few frames to draw; what happens then is drawn at once.
	const second = "new Promise(done => { const n = asked; setTimeout(() => done(asked - n), 1000); })"
	const calm = "(async () => { let n; for (let i = 0; i < 10; i++) if ((n = await " + second + ") <= 6) break; return n; })()"
	if n := eval[int](t, b, calm); n > 6 {
		t.Errorf("%d frames a second while nothing moves", n)
	}
	if n := eval[int](t, b, "(document.querySelector('canvas').dispatchEvent(new PointerEvent('pointermove', {bubbles: true})), "+second+")"); n < 15 {
		t.Errorf("something happens, and %d frames come within a second", n)
	}
	eval[int](t, b, calm)
	check(t, b.Features("prefers-color-scheme=light"))
	check(t, b.Eval("new Promise(r => setTimeout(r, 600, true))", nil))
	if d := differing(dark, picture(t, b)); d < 0.5 {
		t.Errorf("the theme changed %.1f %% of the picture", 100*d)
	}
	check(t, b.Features("prefers-color-scheme=light,prefers-reduced-motion=reduce"))
	check(t, b.Eval("new Promise(r => setTimeout(r, 300, true))", nil))
	picture(t, b) // must draw; what it draws then is render's to test
	check(t, b.Features("forced-colors=active"))
	if lost := eval[string](t, b, `(() => {
		const ground = (of, pseudo) => getComputedStyle(document.querySelector(of), pseudo).backgroundColor, panel = ground('#panel');
		return [['.track', '::before'], ['.fill'], ['.thumb']].filter(([of, pseudo]) => ground(of, pseudo) === panel).map(([of]) => of).concat(
			new Set(['.culprit-packet', '.tree-1', '.packet'].map(of => document.querySelector('.legend .sign' + of)).filter(Boolean).map(e => getComputedStyle(e).color)).size < 2 ? ['the colours of the legend'] : []).join();
	})()`); lost != "" {
		t.Error("with the system's colours there is no telling", lost)
	}
	if lost := eval[string](t, b, `(() => {
		const out = [], chips = document.querySelector('.sweep-chips'), border = e => getComputedStyle(e, e.matches('.key') ? '::before' : null).borderTopColor;
		const chip = pressed => { const e = chips.appendChild(document.createElement('button')); e.setAttribute('aria-pressed', pressed); return e; };
		const [on, off] = [chip(true), chip(false)];
		if (border(on) === border(off)) out.push('what is pressed');
		[on, off].forEach(e => e.remove());
		if (border(document.querySelector('.key-offered')) === border(document.querySelector('.key-accepted'))) out.push('curves by their keys');
		return out.join();
	})()`); lost != "" {
		t.Error("with the system's colours there is no telling", lost)
	}
}

// With reduced motion no packet moves; those that stand still are to be seen.
func TestPacketsAtRest(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600, Scale: 1, Features: "prefers-reduced-motion=no-preference"})
	check(t, b.Go(site+"?network=knary-2x3&traffic=UT&load=0.9&packets=2"))
	check(t, b.Running())
	seek(t, b, "10000")
	network := func() image.Image { // without the panel and the charts
		p := picture(t, b)
		return p.(interface {
			SubImage(image.Rectangle) image.Image
		}).SubImage(image.Rect(60, 60, 520, 300))
	}
	want := network()
	check(t, b.Features("prefers-reduced-motion=reduce"))
	check(t, b.Eval(control("play")+".click()", nil))
	until(t, b, "congestree.measures().simulated_ns > 12000")
	moving := network()
	seek(t, b, "10000")
	check(t, b.Eval("new Promise(r => setTimeout(r, 600, true))", nil))
	packets := func(m image.Image) (n int) { // pixels as lively as the colours of groups
		for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
			for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
				if r, g, b, _ := m.At(x, y).RGBA(); max(r, g, b)-min(r, g, b) > 0x7000 {
					n++
				}
			}
		}
		return
	}
	n, playing, still := packets(want), packets(moving), packets(network())
	if n < 100 || still != n {
		t.Errorf("at rest %d pixels are of packets with reduced motion, %d without", still, n)
	}
	if playing > 10 {
		t.Errorf("%d pixels are of packets while it plays", playing)
	}
}

// A window of a magnified page is small: nothing lies over anything else, all is within, and the charts are to be had.
func TestSmallWindows(t *testing.T) {
	t.Parallel()
	b := openWith(t, hasty, "?preset=hot-spot")
	seek(t, b, "90000")
	for _, size := range [][2]int64{{320, 256}, {720, 450}, {320, 568}, {360, 640}, {780, 600}, {900, 600}, {1180, 600}} {
		check(t, b.within(10*time.Second, chromedp.EmulateViewport(size[0], size[1])))
		check(t, b.Eval("new Promise(r => setTimeout(r, 300, true))", nil))
		for _, wrong := range eval[[]string](t, b, `(() => {
			const seen = [...document.querySelectorAll('.view button, .tour-offer button, #chart .thumb, #chart .which, .chart-open, #panel')].filter(e => e.checkVisibility()).map(e => [e.dataset.testid || e.id || e.className, e.getBoundingClientRect()]);
			const panel = document.getElementById('panel'), out = panel.clientWidth < 280 || panel.scrollWidth > panel.clientWidth ? ['the panel: ' + panel.clientWidth + ', ' + panel.scrollWidth] : [];
			const legend = document.querySelector('.legend'), foot = legend.getBoundingClientRect().bottom;
			for (const e of legend.querySelectorAll('li')) if (e.checkVisibility() && e.getBoundingClientRect().bottom > foot + 1) out.push('cut: ' + e.textContent);
			for (const e of `+rootsCut+`) out.push('cut: ' + e.textContent);
			seen.forEach(([name, r], i) => {
				if (r.left < 0 || r.right > innerWidth || r.bottom > innerHeight) out.push(name + ' is outside');
				for (const [other, q] of seen.slice(i + 1)) if (r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1) out.push(name + ' lies over ' + other);
			});
			return out;
		})()`) {
			t.Errorf("%d×%d: %s", size[0], size[1], wrong)
		}
		check(t, b.Eval("document.querySelector('.chart-open')?.checkVisibility() && document.querySelector('.chart-open').click()", nil))
		if err := b.Until("document.querySelector('.plot-body canvas')?.clientHeight >= 40 && "+control("chart-table")+".checkVisibility()", 3*time.Second); err != nil {
			t.Errorf("%d×%d: there are no charts: %v", size[0], size[1], err)
		}
		for _, chart := range []string{"latency", "distribution", "blocked", "trees", "load"} {
			choose(t, b, "chart", chart, "change")
			if got := eval[string](t, b, `[...document.querySelectorAll('.chart-tools .plot-head b')].filter(e => { const r = e.getBoundingClientRect(), box = e.closest('.plot-head').getBoundingClientRect(); return r.right > box.right + 1 || r.bottom > box.bottom + 1; }).map(e => e.parentElement.textContent).join()`); got != "" {
				t.Errorf("%d×%d: no room for %s", size[0], size[1], got)
			}
		}
		if !eval[bool](t, b, "("+control("chart-table")+".click(), "+control("chart-data-close")+".checkVisibility())") {
			t.Errorf("%d×%d: the table cannot be closed", size[0], size[1])
		}
		check(t, b.Eval(control("chart-data-close")+".click()", nil))
		check(t, b.Eval("document.querySelector('.chart-open[aria-expanded=true]')?.click()", nil))
	}
	// A message leaves all of it in reach, beside the inspector, a tour and open charts, too.
	for _, beside := range []string{"?preset=hot-spot&t=90us&select=port:S1.11:6", "?tour=hol"} {
		eval[any](t, b, "congestree.load("+quote(beside)+").then(() => congestree.load('?preset=nonsense')).catch(() => null)")
		until(t, b, control("error")+"?.checkVisibility() && ("+control("inspector")+".checkVisibility() || "+control("tour")+".checkVisibility())")
		for _, size := range [][2]int64{{320, 256}, {844, 390}, {900, 500}, {800, 1000}, {390, 844}} {
			check(t, b.within(10*time.Second, chromedp.EmulateViewport(size[0], size[1])))
			if covered := eval[string](t, b, `new Promise(done => setTimeout(() => {
				const box = e => e.getBoundingClientRect(), crossing = (r, q) => r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1;
				const seen = [...document.querySelectorAll('.banner, .view button, .inspector, .tour, #chart, #panel')].filter(e => e.checkVisibility({visibilityProperty: true}));
				const sheet = e => e.matches('.inspector, .tour, #panel'); // one may lie over another, with what it has
				done(seen.flatMap((e, i) => seen.slice(i + 1).filter(o => !(sheet(e) && sheet(o)) && crossing(box(e), box(o))).map(o => (e.dataset.testid || e.id) + ' and ' + (o.dataset.testid || o.id))).join());
			}, 700))`); covered != "" {
				t.Errorf("%d×%d, %s: one lies over the other: %s", size[0], size[1], beside, covered)
			}
		}
	}
}

// Without a graphics card Chromium composes in software, as all tests here have it, and would leave out of the picture's top what the chart and the panel
// cover of its bottom: on a phone all of it.
func TestPictureWithAndWithoutAGraphicsCard(t *testing.T) {
	t.Parallel()
	card, err := Start(Brief)
	check(t, err)
	defer card.Close()
	with, err := card.Tab(Options{Width: 390, Height: 844})
	check(t, err)
	for name, b := range map[string]*Tab{"with": with, "without": tab(t, Options{Width: 390, Height: 844, Scale: 1})} {
		check(t, b.Go(site+"?preset=hot-spot&t=90us"))
		check(t, b.Until("window.congestree && document.getElementById('loading').hidden && congestree.measures().simulated_ns === 90000", 60*time.Second))
		for _, size := range []Options{{Width: 390, Height: 844}, {Width: 900, Height: 600}} {
			check(t, b.Look(size))
			raw, err := b.Picture()
			check(t, err)
			img, err := png.Decode(bytes.NewReader(raw))
			check(t, err)
			dark, all := 0, 0
			for y := 100; y < 250; y++ {
				for x := 60; x < 330; x++ {
					r, g, b, _ := img.At(x, y).RGBA()
					if all++; max(r, g, b) < 0x1000 {
						dark++
					}
				}
			}
			if dark > all/4 {
				t.Errorf("%s one, %d×%d: %d of %d pixels of the picture's top are black", name, size.Width, size.Height, dark, all)
			}
		}
	}
}

// What can go wrong at the start is said in words, with a way to try again.
func TestStartFailures(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(public, "index.html"))
	check(t, err)
	if !bytes.Contains(page, []byte(`id="loading-text" aria-live="off"`)) {
		t.Error("every tenth of a megabyte is read out")
	}
	for _, c := range []struct {
		name, before, missing, want string
	}{
		{"no WebAssembly", "delete window.WebAssembly", "", "no WebAssembly"},
		{"no WebGL", "{ const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function(kind, ...rest) { return /webgl/.test(kind) ? null : get.call(this, kind, ...rest); } }", "", "WebGL"},
		{"no engine", "", "build/engine.wasm.gz", "engine.wasm.gz could not be fetched: the server answered 404"},
		{"no page", "", "build/page.wasm.gz", "page.wasm.gz could not be fetched: the server answered 404"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := http.FileServer(http.Dir(public))
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if c.missing != "" && strings.HasSuffix(r.URL.Path, c.missing) {
					http.NotFound(w, r)
					return
				}
				files.ServeHTTP(w, r)
			}))
			defer s.Close()
			b, err := chromium.Tab(Options{Width: 640, Height: 400, Before: c.before})
			check(t, err)
			defer b.Close()
			check(t, b.Go(s.URL))
			until(t, b, "document.documentElement.dataset.state === 'failed'")
			if text := eval[string](t, b, "document.getElementById('loading').textContent"); !strings.Contains(text, c.want) {
				t.Errorf("the page says %q", text)
			}
			if eval[bool](t, b, "document.getElementById('loading-text').closest('[role=alert]') === null || document.getElementById('loading-text').hasAttribute('aria-live')") {
				t.Error("what is wrong is not read out")
			}
			if eval[bool](t, b, "document.getElementById('retry').hidden || document.getElementById('loading').hidden") {
				t.Error("there is no way to try again")
			}
		})
	}
}

// An engine that dies before the first picture is not hidden behind the loading screen.
func TestEngineThatNeverStarts(t *testing.T) {
	t.Parallel()
	files := http.FileServer(http.Dir(public))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "worker.js") {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer s.Close()
	b, err := chromium.Tab(Options{Width: 800, Height: 600})
	check(t, err)
	defer b.Close()
	check(t, b.Go(s.URL))
	until(t, b, "document.documentElement.dataset.state === 'failed' && document.getElementById('loading').hidden")
	until(t, b, `(document.querySelector('[data-testid="error"]') || {}).textContent?.includes('worker.js could not be loaded')`)
}

// Servers that unpack, or declare, the compressed programs serve the page as well.
func TestServerWithContentEncoding(t *testing.T) {
	t.Parallel()
	files := http.FileServer(http.Dir(public))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gz") {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "application/wasm")
		}
		files.ServeHTTP(w, r)
	}))
	defer s.Close()
	b := tab(t, Options{Width: 640, Height: 400})
	check(t, b.Go(s.URL+"/"))
	check(t, b.Running())
}

// The page needs no eval and has none, but for the text Vugu brings.
func TestNoEval(t *testing.T) {
	t.Parallel()
	b := open(t, "")
	if got := eval[string](t, b, "(() => { try { return 'evaluated ' + window.eval('1+1') } catch (e) { return e.name } })()"); got != "EvalError" {
		t.Error(got)
	}
	policy := eval[string](t, b, `document.querySelector('meta[http-equiv="Content-Security-Policy"]').content`)
	if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") || !strings.Contains(policy, "default-src 'none'") {
		t.Error(policy)
	}
}

// What comes by itself covers neither picture, curves, a flag nor the cursor: a flag's title stands beside its flag, over the timeline, also
// where several marks are one flag, and where there is no room over the summary: the axis is what the time is read from.
func TestTitlesOfFlags(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=hot-spot&speed=45000") // seven titles
	for _, o := range []Options{{Width: 1440, Height: 900}, {Width: 900, Height: 600}, {Width: 390, Height: 844, Mobile: true}} {
		check(t, b.Look(o))
		load(t, b, "?preset=hot-spot&speed=45000")
		check(t, b.Until("document.querySelector('.tip.brief:not([hidden])')", wait))
		if got := eval[string](t, b, `new Promise(done => {
			const until = performance.now() + 3000;
			(function look() {
				const tip = document.querySelector('.tip.brief:not([hidden])'), flags = [...document.querySelectorAll('.mark')];
				if (tip && flags.length) {
					const t = tip.getBoundingClientRect(), line = document.querySelector('.timeline').getBoundingClientRect(), chart = document.getElementById('chart').getBoundingClientRect();
					const summary = document.querySelector('.summary').getBoundingClientRect(), said = document.querySelector('.summary p');
					const aside = getComputedStyle(said).visibility === 'hidden' || innerWidth > 760 && said.getBoundingClientRect().right < t.left; // it waits, or ends before
					if (tip.classList.contains('above')) { // not beside its flag
						if (!aside || t.top < summary.top || t.bottom > summary.bottom) return done(tip.textContent + JSON.stringify([t, summary]));
						window.away = innerWidth;
					} else if (t.top < chart.top || t.top < line.top - 2 || t.bottom > document.querySelector('.thumb').getBoundingClientRect().top) return done(tip.textContent + JSON.stringify([t, line]));
					const under = flags.map(f => f.getBoundingClientRect()).find(f => t.left < f.right && f.left < t.right && t.top < f.bottom && f.top < t.bottom);
					if (under) return done(tip.textContent + JSON.stringify([t, under]));
				}
				if (performance.now() > until) return done('');
				requestAnimationFrame(look);
			})();
		})`); got != "" {
			t.Errorf("%d pixels wide: %s", o.Width, got)
		}
		if away := eval[bool](t, b, "window.away === innerWidth"); !away && o.Width < 1000 { // in the widest all may have room
			t.Errorf("%d pixels wide all titles have room beside their flags: this test is of nothing", o.Width)
		}
	}
}

// All charts at once have room on a phone and in a low window, where they scroll, also those of a comparison, whose numbers are not over each other; and there
// the view's buttons have it above them.
func TestAllChartsHaveRoom(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true, Before: hasty})
	for _, c := range []struct {
		o       Options
		address string
	}{
		{Options{Width: 360, Height: 640, Mobile: true}, "&compare=queuing:fbicm~queuing:vftree~queuing:dbbm"},
		{Options{Width: 360, Height: 640, Mobile: true}, ""},
		{Options{Width: 900, Height: 500, Mobile: true}, ""},
	} {
		check(t, b.Look(c.o))
		const query = "?preset=hot-spot&t=5us&chart=all"
		if c.address != "" {
			check(t, b.Go(site+query+c.address))
		} else if c.o.Width < 900 { // else what is open is only turned
			load(t, b, query)
		}
		check(t, b.Until("window.congestree && congestree.measures().simulated_ns === 5000", wait))
		if err := b.Until(`[...document.querySelectorAll('.plot-body')].filter(e => e.clientHeight >= 60).length >= 4`, 5*time.Second); err != nil {
			t.Errorf("%d×%d%s: the plots are %s pixels high", c.o.Width, c.o.Height, c.address, eval[string](t, b, "[...document.querySelectorAll('.plot-body')].map(e => e.clientHeight).join()"))
		}
		if got := eval[string](t, b, `[...document.querySelectorAll('.plot > .plot-head')].filter(h => {
			const all = [...h.querySelectorAll('b')].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect()), right = h.getBoundingClientRect().right;
			return h.querySelector('.key-lane') && all.some((r, i) => r.right > right || i && r.left < all[i - 1].right);
		}).map(h => h.textContent).join()`); got != "" {
			t.Errorf("%d×%d%s: no room for %s", c.o.Width, c.o.Height, c.address, got)
		}
		if err := b.Until(`[...document.querySelectorAll('.view button')].every(e => { const r = e.getBoundingClientRect(); return !r.width || e.contains(document.elementFromPoint(r.left + r.width / 2, r.bottom - 2)); })`, 5*time.Second); err != nil {
			t.Errorf("%d×%d%s: the view's buttons are covered: %v", c.o.Width, c.o.Height, c.address, err)
		}
	} // And a tour's caption, with the view's buttons above it.
	load(t, b, "?tour=hol&step=1&chart=all")
	check(t, b.Until("document.documentElement.dataset.tourThere === 'true' && document.documentElement.classList.contains('charts-all')", wait))
	for _, o := range []Options{{Width: 900, Height: 500, Mobile: true}, {Width: 800, Height: 600}, {Width: 1440, Height: 900}} {
		check(t, b.Look(o))
		if err := b.Until(`[...document.querySelectorAll(':is(.tour, .view) button')].every(e => { const r = e.getBoundingClientRect(); return !r.width || [r.top + 4, r.bottom - 4].every(y => e.contains(document.elementFromPoint(r.left + r.width / 2, y))); })`, 5*time.Second); err != nil {
			t.Errorf("%d×%d: buttons of a tour or of the view are covered: %v", o.Width, o.Height, err)
		}
	}
}

// The table of a large switch's ports needs no scrolling sideways.
func TestPortsFit(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=rar-hs25-4&select=switch:S2.14"))
	const table = "document.querySelector('.inspector [data-table=ports]')"
	check(t, b.Until("window.congestree && "+table+"?.rows.length > 36", wait))
	if over := eval[float64](t, b, `(() => {
		const t = `+table+`, copy = t.cloneNode(true), box = t.closest('.wide') || t.parentElement;
		for (const r of copy.tBodies[0].rows) { const c = r.cells[r.cells.length - 1]; c.className = 'tree-1'; c.textContent = 'S1.527 port 14'; }
		t.after(copy);
		const over = copy.getBoundingClientRect().width - box.clientWidth;
		copy.remove();
		return over;
	})()`); over > 0 {
		t.Errorf("the table of ports is %v pixels wider than its pane", over)
	}
}
