package browser

// Misfortunes: the engine dies, the picture is lost, the window is closed. The scenario stays.

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/congestree/congestree/engine"
)

// A dead engine is replaced at once and goes on where it was; one that dies again waits for the person.
func TestCrash(t *testing.T) {
	t.Parallel()
	b, err := chromium.Tab(Options{Width: 900, Height: 600, Before: `{
		const Native = Worker;
		window.Worker = class extends Native { constructor(...a) { super(...a); window.lastWorker = this; } };
	}`})
	check(t, err)
	defer b.Close()
	check(t, b.Go(site+"?"+aRun))
	check(t, b.Running())
	before := seek(t, b, "30000")
	for i, kill := range []string{
		"lastWorker.postMessage({kind: 'nonsense'})",                                                          // a panic in the engine
		"lastWorker.postMessage({kind: 'frame', id: {}, until: 1})",                                           // another
		"lastWorker.dispatchEvent(new ErrorEvent('error', {message: 'out of memory', cancelable: true}))",     // what a browser says
		"lastWorker.dispatchEvent(new MessageEvent('message', {data: {kind: 'crash', reason: 'no reason'}}))", // what the loader says
	} {
		eval[any](t, b, "window.dead = lastWorker; "+kill)
		if i == 0 {
			await(t, b, "lastWorker !== dead")
			await(t, b, control("note")+".textContent.includes('started again')")
		} else {
			await(t, b, "document.documentElement.dataset.state === 'failed'")
			await(t, b, "!"+control("banner-action")+".hidden")
			if text := eval[string](t, b, control("error")+".textContent"); !strings.Contains(text, "engine has stopped") {
				t.Errorf("%s: the banner says %q", kill, text)
			}
			for _, call := range []string{"seek(5)", "loop(5, 9)"} {
				if why := eval[string](t, b, "congestree."+call+".then(() => 'reached', e => e.message)"); !strings.Contains(why, "stopped") {
					t.Errorf("%s: without an engine %s gives %q", kill, call, why)
				}
			}
			eval[bool](t, b, "("+control("banner-action")+".click(), true)")
		}
		await(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().checksum_ns === 30000")
		if m := eval[measures](t, b, "congestree.measures()"); m.Checksum != before.Checksum || m.Link != before.Link || m.Delivered != before.Delivered {
			t.Errorf("%s: %+v, before it was %+v", kill, m, before)
		}
		await(t, b, control("banner-action")+".closest('[hidden]')")
	}
	// One that played plays on.
	eval[any](t, b, "congestree.play()")
	await(t, b, "congestree.measures().simulated_ns > 33000")
	eval[any](t, b, "lastWorker.postMessage({kind: 'nonsense'})")
	await(t, b, "document.documentElement.dataset.state === 'failed'")
	eval[bool](t, b, "("+control("banner-action")+".click(), true)")
	await(t, b, "document.documentElement.dataset.state === 'running' && congestree.measures().simulated_ns > 33000")

	// Who has dismissed the message starts it by "Restart", from time 0, or by another scenario.
	seek(t, b, "30000")
	for i, way := range []string{control("restart") + ".click()", "congestree.load('?preset=uniform').catch(() => null)"} {
		eval[any](t, b, "lastWorker.postMessage({kind: 'nonsense'})")
		await(t, b, "document.documentElement.dataset.state === 'failed' && !"+control("banner-dismiss")+".closest('[hidden]')")
		eval[any](t, b, control("banner-dismiss")+".click()")
		await(t, b, control("banner-dismiss")+".closest('[hidden]')")
		eval[any](t, b, "("+way+", null)")
		if i == 0 {
			await(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().checksum_ns === 0")
			eval[any](t, b, "congestree.play()")
		}
		await(t, b, "document.documentElement.dataset.state === 'running' && congestree.measures().delivered > 0")
	}
}

// A lost WebGL context brings the page anew with what it showed; one that is lost again is said.
func TestLostContext(t *testing.T) {
	t.Parallel()
	b, err := chromium.Tab(Options{Width: 900, Height: 600, Before: `{
		const get = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function(...a) { const c = get.apply(this, a); if (this.isConnected && c) window.gl = c; return c; };
	}`})
	check(t, err)
	defer b.Close()
	check(t, b.Go(site+"?"+aRun))
	check(t, b.Running())
	before := seek(t, b, "21000")
	const lose = "gl.getExtension('WEBGL_lose_context').loseContext()"
	eval[any](t, b, "window.old = true; "+lose)
	check(t, b.Until("!window.old && window.congestree && congestree.measures().checksum_ns === 21000 && document.documentElement.dataset.state === 'paused'", 60*time.Second))
	if m := eval[measures](t, b, "congestree.measures()"); m.Checksum != before.Checksum || m.Link != before.Link || m.State != "paused" {
		t.Errorf("after the loss %+v, before it %+v", m, before)
	}
	await(t, b, "location.search === '?"+aRun+"'")
	if n := colours(picture(t, b)); n < 20 {
		t.Errorf("%d colours: the picture is blank", n)
	}
	eval[any](t, b, lose)
	await(t, b, "document.documentElement.dataset.state === 'failed' && !document.getElementById('retry').hidden && document.getElementById('loading-text').textContent.includes('graphics')")
}

// Where somebody left off is offered to who opens the page without a link, and only there.
func TestContinue(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600})
	closed := control("offer") + ".closest('[hidden]')"
	check(t, b.Go(site))
	check(t, b.Running())
	if !eval[bool](t, b, "!!"+closed+" && localStorage.length === 0") {
		t.Error("something was offered to somebody new")
	}
	choose(t, b, "preset", "uniform", "change")
	await(t, b, "congestree.link().endsWith('?preset=uniform')")
	choose(t, b, "seed", "77", "input")
	await(t, b, "congestree.link().endsWith('&seed=77')")
	for _, c := range [][2]string{{"undo", "?preset=uniform"}, {"undo", "?preset=hot-spot"}, {"redo", "?preset=uniform"}, {"redo", "&seed=77"}} {
		await(t, b, "!"+control(c[0])+".disabled")
		eval[bool](t, b, "("+control(c[0])+".click(), true)")
		await(t, b, "congestree.link().endsWith('"+c[1]+"')")
	}
	seek(t, b, "18000")
	check(t, b.within(30*time.Second, chromedp.Reload())) // with the link in the address
	await(t, b, "window.congestree && congestree.measures().delivered > 0")
	if !eval[bool](t, b, "!!"+closed) {
		t.Error("a page with a link offers another")
	}
	eval[any](t, b, "congestree.compare('queuing', 'dbbm').then(() => null)")
	seek(t, b, "18000")
	check(t, b.Go("about:blank"))
	check(t, b.Go(site))
	check(t, b.Running())
	await(t, b, control("offer")+".textContent.includes('left off') && "+control("offer")+".textContent.includes('2 schemes') && "+control("offer")+".textContent.includes('18')")
	if l := eval[string](t, b, "congestree.link()"); l != site+"?preset=hot-spot" {
		t.Errorf("unasked runs %s", l)
	}
	eval[bool](t, b, "("+control("offer-take")+".click(), true)")
	await(t, b, "congestree.link().endsWith('?preset=uniform&seed=77&compare=queuing:dbbm') && congestree.lanes().every(l => l.checksum_ns === 18000)")
	await(t, b, closed)

	// What is found there is a stranger's: it is checked, and nothing comes of it.
	for _, bad := range []string{`"<img src=x onerror=alert(1)>"`, `'{"version":1,"link":"?load=9"}'`} { // others: TestKeepsake
		eval[any](t, b, "localStorage.setItem('congestree', "+bad+"); Storage.prototype.setItem = () => {}") // what the page itself would keep
		check(t, b.Go(site))
		check(t, b.Running())
		if !eval[bool](t, b, "!!"+closed) {
			t.Errorf("%s is offered", bad)
		}
	}
}

// Of two tabs the one in which something has happened last is gone on with, though the other one is looked at or closed later.
func TestContinueOfTwoTabs(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform")
	left := func(link string) { // as another tab does
		t.Helper()
		eval[any](t, b, `localStorage.setItem('congestree', JSON.stringify({version: 1, link: '`+link+`'}))`)
	}
	leave := func() string {
		t.Helper()
		return eval[string](t, b, `new Promise(done => { dispatchEvent(new Event('visibilitychange')); dispatchEvent(new Event('pagehide')); setTimeout(() => done(JSON.parse(localStorage.congestree).link), 300) })`)
	}
	seek(t, b, "18000")
	if l := leave(); !strings.HasPrefix(l, "?preset=uniform&") || !strings.Contains(l, "t=18us") {
		t.Errorf("kept is %s", l)
	}
	left("?preset=vftree&t=20us")
	if l := leave(); l != "?preset=vftree&t=20us" {
		t.Errorf("a tab in which nothing has happened since keeps %s", l)
	}
	seek(t, b, "19000")
	if l := leave(); !strings.HasPrefix(l, "?preset=uniform&") || !strings.Contains(l, "t=19us") {
		t.Errorf("after a change %s is kept", l)
	}
}

// A link made with an engine of other results says so.
func TestOtherResults(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform&v="+strconv.Itoa(engine.Results))
	if !eval[bool](t, b, "!!"+control("offer")+".closest('[hidden]')") {
		t.Error("results of the same number are complained about")
	}
	eval[any](t, b, "congestree.load('?preset=uniform&v=999')")
	await(t, b, control("offer")+".textContent.includes('results 999')")
	await(t, b, control("offer-take")+".hidden")
	if at := eval[string](t, b, "location.search"); at != "?preset=uniform" { // it names neither number: the run is not of the one, the link not of the other
		t.Errorf("the address says %s", at)
	}
	load(t, b, "?preset=uniform")
	await(t, b, control("offer")+".closest('[hidden]')") // it was said of that link
	load(t, b, "?preset=uniform&v=999")
	await(t, b, control("offer")+".textContent.includes('results 999')")
	eval[bool](t, b, "("+control("offer-leave")+".click(), true)")
	await(t, b, control("offer")+".closest('[hidden]')")
	load(t, b, "?preset=uniform&v=999")
	await(t, b, control("offer")+".textContent.includes('results 999')")
	choose(t, b, "queuing", "dbbm", "change") // what runs now is of no link
	await(t, b, "location.search === '?preset=uniform&queuing=dbbm' && "+control("offer")+".closest('[hidden]')")

	// A list of releases that comes once another link is open says nothing of that.
	eval[any](t, b, `(() => {
		document.querySelector('meta[name="congestree-release"]').content = 'v9';
		const list = {latest: {version: 'v9', results: 1, path: ''}, versions: [7, 8].map(n => ({version: 'v' + n, results: 990 + n, path: 'v/v' + n + '/'}))}, native = fetch;
		window.held = [];
		window.fetch = (name, ...a) => String(name).endsWith('versions.json') ? new Promise(done => held.push(() => done(new Response(JSON.stringify(list))))) : native(name, ...a);
		return null;
	})()`)
	for _, n := range []string{"997", "998"} {
		eval[any](t, b, "congestree.load('?preset=uniform&v="+n+"').then(() => null)")
	}
	await(t, b, "held.length === 2")
	for _, i := range []string{"1", "0"} {
		eval[any](t, b, "(held["+i+"](), new Promise(done => setTimeout(done, 300, null)))")
		await(t, b, control("offer")+".textContent.includes('results 998') && "+control("offer-take")+".textContent === 'Open it in v8'")
	}
}
