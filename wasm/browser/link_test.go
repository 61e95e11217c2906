package browser

// Scenarios: the panel changes them, links carry them, and bad ones are refused in words.

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

func TestPanelChangeRestarts(t *testing.T) {
	t.Parallel()
	b := open(t, "")
	until(t, b, "congestree.measures().simulated_ns > 20000")
	choose(t, b, "routing", "oblivious", "change")
	until(t, b, "congestree.link().includes('routing=oblivious') && congestree.measures().simulated_ns < 15000")
	until(t, b, "location.search.includes('routing=oblivious')")
	choose(t, b, "network", "rlft-4x3", "change")
	until(t, b, "congestree.measures().hosts === 16 && congestree.measures().delivered > 0")
	choose(t, b, "load", "0.5", "input")
	until(t, b, "congestree.link().includes('load=0.5')")
	choose(t, b, "preset", "uniform", "change")
	until(t, b, "congestree.link().endsWith('?preset=uniform')")

	// And back: three changes before the preset.
	eval[bool](t, b, "(document.activeElement.blur(), true)")
	for _, want := range []string{"load=0.5", "network=rlft-4x3", "routing=oblivious"} {
		check(t, b.Press("z", chromedp.KeyModifiers(2)))
		until(t, b, "congestree.link().includes('"+want+"')")
	}
	check(t, b.Press("z", chromedp.KeyModifiers(2)))
	until(t, b, "congestree.link().endsWith('?preset=hot-spot')")
	check(t, b.Press("Z", chromedp.KeyModifiers(2|8)))
	until(t, b, "congestree.link().includes('routing=oblivious')")
}

func TestWrongValueIsRefusedBesideTheField(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform")
	until(t, b, "congestree.measures().simulated_ns > 5000")
	for _, c := range []struct{ field, value, want string }{
		{"load", "7", "out of range"},
		{"seed", "-1", "out of range"},
		{"load", "fast", "not a decimal number"},
	} {
		choose(t, b, c.field, c.value, "input")
		choose(t, b, c.field, c.value, "change")
		until(t, b, `[...document.querySelectorAll('[data-testid="error"]')].some(e => e.textContent.includes('`+c.want+`'))`)
		if got := eval[string](t, b, control(c.field)+".value"); got != c.value {
			t.Errorf("%s: the text typed became %q", c.field, got)
		}
		if eval[string](t, b, control(c.field)+".getAttribute('aria-invalid')") != "true" {
			t.Errorf("%s is not marked", c.field)
		}
		before := eval[measures](t, b, "congestree.measures()")
		if before.State != "running" || !strings.HasSuffix(before.Link, "?preset=uniform") || before.Now < 5000 {
			t.Errorf("the run did not go on: %+v", before)
		}
	}
	choose(t, b, "load", "0.6", "input")
	choose(t, b, "seed", "3", "input")
	until(t, b, "congestree.link().includes('load=0.6') && congestree.link().includes('seed=3')")
	until(t, b, `document.querySelectorAll('[data-testid="error"]').length === 0 || [...document.querySelectorAll('[data-testid="error"]')].every(e => !e.textContent.trim())`)
}

// A link opens the same scenario in a profile that has nothing of the page, with the same state
// at the same time; short ones are readable, long ones packed.
func TestLinkRoundTrip(t *testing.T) {
	t.Parallel()
	short := scenario.Default().Must("queuing", "vftree").Must("seed", "42")
	long := scenario.Default().Must("network", "rlft-8x3").Must("queuing", "dbbm").Must("vcs", "4").Must("routing", "adaptive").Must("voq", "true").
		Must("load", "0.85").Must("seed", "1234567").Must("bandwidth", "40").Must("delay", "12.5").Must("packet", "2048").Must("buffer", "96").Must("source-queue", "32").Must("generation", "constant").Must("warmup", "50")
	page := open(t, link.Of(short))
	for _, s := range []scenario.Scenario{short, long} {
		text := link.Of(s)
		load(t, page, text)
		got := eval[string](t, page, "congestree.link()")
		if got != site+text {
			t.Errorf("link() is %s, want %s", got, site+text)
		}
		a := seek(t, page, "33333")
		renew(t, page, Options{Width: 640, Height: 400})
		check(t, page.Go(got))
		check(t, page.Running())
		b := seek(t, page, "33333")
		if a.Checksum != b.Checksum || len(a.Checksum) != 16 || a.Delivered == 0 {
			t.Errorf("%s: %+v and %+v", text, a, b)
		}
	}
	// The same by load(), in a page that runs something else; the promise tells when it is shown.
	load(t, page, "?preset=uniform")
	m := eval[measures](t, page, "congestree.load("+quote(link.Of(long))+")")
	if m.Link != site+link.Of(long) {
		t.Errorf("after load: %+v", m)
	}
	if ns := eval[float64](t, page, "(congestree.load('?preset=uniform').catch(() => null), congestree.measures().checksum_ns)"); ns != -1 {
		t.Errorf("while another run is opened the checksum is of %v ns", ns)
	}
}

func TestCopyLink(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600, Before: `
		Object.defineProperty(navigator, 'clipboard', {value: {writeText: text => { window.copied = text; return Promise.resolve(); }}});`})
	check(t, b.Go(site+"?preset=uniform&seed=5"))
	check(t, b.Running())
	eval[bool](t, b, "("+control("copy-link")+".click(), true)")
	until(t, b, "window.copied === "+quote(site+"?preset=uniform&seed=5&v="+strconv.Itoa(engine.Results)))
	until(t, b, "document.body.textContent.includes('Link copied')")
}

func TestBadLinks(t *testing.T) {
	t.Parallel()
	good := link.Of(scenario.Default().Must("seed", "1234567").Must("bandwidth", "40").Must("delay", "12.5").Must("packet", "2048").
		Must("buffer", "96").Must("source-queue", "32").Must("generation", "constant").Must("warmup", "50").Must("load", "0.85").Must("queuing", "vftree").Must("vcs", "4").Must("voq", "true").Must("routing", "adaptive"))
	if good[0] != '#' {
		t.Fatal("the link is too short to be packed: ", good)
	}
	damaged := good[:len(good)/2] + "A" + good[len(good)/2+2:]
	type bad struct{ name, link, want string }
	all := []bad{
		{"damaged", damaged, "damaged"},
		{"cut", good[:len(good)-7], "damaged"},
		{"newer", "#999.AAAA", "newer"},
		{"oversized", "#1." + strings.Repeat("A", 3000), "at most"},
		{"unknown preset", "?preset=<img src=x onerror=alert(1)>", "unknown"},
		{"unknown field", "?colour=red", "not a field"},
		{"bad value", "?load=9", "out of range"},
	}
	for _, c := range []bad{all[0], all[4], all[6]} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20").Replace(c.link))
			until(t, b, control("error")+".textContent.includes('"+c.want+"')")
			if l := eval[string](t, b, "congestree.link()"); l != site+"?preset=hot-spot" {
				t.Errorf("beside the message runs %s", l)
			}
			until(t, b, "congestree.measures().delivered > 0")
			if at := eval[string](t, b, "location.search + location.hash"); at != "?preset=hot-spot" {
				t.Errorf("the address says %s", at)
			}
			if c != all[6] {
				return
			}
			for _, c := range all { // given later, they leave what runs alone
				why := eval[string](t, b, "congestree.load('?preset=uniform').then(() => congestree.load("+quote(c.link)+")).then(() => 'opened', e => e.message)")
				if !strings.Contains(why, c.want) || eval[string](t, b, "congestree.link()") != site+"?preset=uniform" {
					t.Errorf("load of the one that is %s: %q, and %s runs", c.name, why, eval[string](t, b, "congestree.link()"))
				}
			}
		})
	}
}

func TestHashChangeLoads(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform")
	eval[bool](t, b, "(location.hash = '#preset=hot-spot&seed=8', true)")
	until(t, b, "congestree.link().endsWith('?preset=hot-spot&seed=8')")
	until(t, b, "location.hash === '' && location.search === '?preset=hot-spot&seed=8'")
	eval[bool](t, b, "(location.hash = '#t=40us', true)")
	until(t, b, "congestree.link().endsWith('?preset=hot-spot&seed=8') && congestree.measures().simulated_ns === 40000")
}

// A hash that is refused leaves the address as it was, beside the message; back and forward open what they show.
func TestRefusedHashAndHistory(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform&seed=5")
	for _, c := range []struct{ do, shows, says string }{
		{"location.hash = '#999.AAAA'", "?preset=uniform&seed=5", "newer"},
		{"location.hash = '#preset=hot-spot&seed=8'", "?preset=hot-spot&seed=8", ""},
		{"location.hash = '#load=9'", "?preset=hot-spot&seed=8", "out of range"},
		{"history.back()", "?preset=hot-spot&seed=8", "out of range"}, // to what has been shown all the time
		{"history.back()", "?preset=uniform&seed=5", ""},
		{"history.forward()", "?preset=hot-spot&seed=8", ""},
	} {
		before := eval[float64](t, b, "congestree.measures().simulated_ns")
		eval[bool](t, b, "new Promise(done => { addEventListener('popstate', () => setTimeout(done, 100, true), {once: true}); "+c.do+" })")
		until(t, b, "location.search + location.hash === "+quote(c.shows)+" && congestree.link().endsWith("+quote(c.shows)+")")
		until(t, b, "(e => "+quote(c.says)+" ? e?.textContent.includes("+quote(c.says)+") : !e?.textContent)("+control("error")+")")
		if c.says != "" && eval[float64](t, b, "congestree.measures().simulated_ns") < before {
			t.Errorf("%s: the run began again", c.do)
		}
	}
	// What says that a link was refused goes with the first change that is not, also where the default runs instead.
	refused := func() {
		t.Helper()
		until(t, b, "(e => e.checkVisibility() && e.textContent.includes('out of range'))(document.querySelector('.banner'))")
		choose(t, b, "queuing", "vftree", "change")
		until(t, b, "congestree.link().includes('vftree') && !document.querySelector('.banner').checkVisibility()")
	}
	eval[bool](t, b, "(location.hash = '#load=9', true)")
	refused()
	check(t, b.Go(site+"?preset=uniform&load=9"))
	refused()
}

// What stays when another scenario is opened leaves the address, too, once it is not so: a reload would bring it back.
func TestWhatStaysLeavesTheAddress(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform&theme=print&prove=true")
	until(t, b, control("prove")+".checked")
	eval[any](t, b, "("+control("prove")+".click(), null)")
	choose(t, b, "look-paper", "screen", "change")
	until(t, b, "location.search === '?preset=uniform'")
	eval[any](t, b, "("+control("prove")+".click(), null)")
	choose(t, b, "look-paper", "print", "change")
	until(t, b, "['?preset=uniform', 'theme=print', 'prove=true'].every(part => location.search.includes(part))")
}

func TestStartsPausedAtATime(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 640, Height: 400})
	check(t, b.Go(site+"?preset=uniform&ui.t=12345"))
	until(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 12345")
	if at := eval[string](t, b, "location.search"); at != "?preset=uniform&ui.t=12345" {
		t.Errorf("at rest the address says %s", at)
	}
	check(t, b.Press(kb.ArrowRight))
	until(t, b, "congestree.measures().simulated_ns > 12345 && location.search === '?preset=uniform'") // another instant than the address had

	// What else a link says of the view stays as long as it is so, also where the address is written anew.
	load(t, b, "?preset=uniform&t=20us&loop=10us-30us&camera=0.4,0.6,3&links=2&chart=latency&speed=4000")
	until(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 20000")
	eval[bool](t, b, "(document.querySelector('#stage canvas').focus(), true)")
	check(t, b.Press(kb.Enter)) // pins what is in the middle
	until(t, b, "location.search.includes('select=')")
	for _, c := range [][2]string{
		{"true", "t=20us loop=10us-30us speed=4000 camera=0.4,0.6,3 links=2 chart=latency"},
		{"(congestreeChart.choose('load'), true)", "t=20us loop=10us-30us speed=4000 camera=0.4,0.6,3 links=2"},
		{"(document.querySelector('[data-testid=\"zoom-in\"]').click(), true)", "t=20us loop=10us-30us speed=4000 links=2"},
		{"(document.querySelector('[data-testid=\"play\"]').click(), true)", "loop=10us-30us speed=4000 links=2"},
	} {
		if !eval[bool](t, b, c[0]) {
			t.Error(c[0])
		}
		until(t, b, "location.search.split('&').filter(s => !/preset|select/.test(s)).join(' ') === '"+c[1]+"'")
	}

	// Where a link plays by itself its instant is where the run begins, wherever it is when the address is written anew.
	load(t, b, "?preset=uniform&t=20us&autoplay=1")
	until(t, b, "congestree.measures().simulated_ns > 20000")
	check(t, b.Press(kb.Enter))
	until(t, b, "location.search.includes('select=')")
	if at := eval[string](t, b, "location.search.replace(/&select=[^&]*/, '')"); at != "?preset=uniform&t=20us&autoplay=1" {
		t.Errorf("of a run that plays by itself the address says %s", at)
	}
}

// A script need not wait for a link to be open before it says how far to run, as messages need not; another link takes that back.
func TestUntilWaitsForTheScenario(t *testing.T) {
	t.Parallel()
	b := openWith(t, hasty, "?preset=uniform")
	if got := eval[string](t, b, `(async () => {
		const words = p => p.then(m => m.link.split('?')[1] + ' ' + m.simulated_ns, e => e.message);
		congestree.load('?preset=uniform&seed=5').catch(() => {});
		const dropped = words(congestree.until('time', 20));
		congestree.load('?preset=uniform&seed=6');
		return (await words(congestree.until('time', 30))) + ', ' + await dropped;
	})()`); got != "preset=uniform&seed=6 30000, another scenario was opened" {
		t.Error(got)
	}
	// Whatever it asks for while something opens, nothing of a link outlives what takes its place, and every promise is settled.
	for _, c := range [][3]string{
		{"a tour and a window", `congestree.load('?tour=hol&loop=10us-20us').catch(() => {});
			await congestree.compare('queuing', 'dbbm');
			await new Promise(done => setTimeout(done, 500));
			return congestree.lanes().length + ' ' + document.documentElement.dataset.tour + ' ' + document.querySelector('[data-testid="loop"]').checked`, "2 undefined false"},
		{"a seek of a message", `message('load', {link: '?preset=uniform&seed=5'});
			const sought = message('seek', {ns: 30000}), next = await message('load', {link: '?preset=uniform&seed=6'});
			return (await sought).error?.message + ', ' + next.result.state`, "another scenario was opened, running"},
		{"on the way to something, where a run is kept", `await congestree.load('?preset=uniform&compare=queuing:dbbm&t=20us');
			const never = said(congestree.until('below', 0), () => 'below');
			const m = await congestree.load('?preset=uniform');
			return (m.simulated_ns < 10000) + ', ' + await never`, "true, another scenario was opened"},
		{"a scheme that is taken out", `await congestree.load('?preset=uniform&compare=queuing:dbbm&t=2us');
			congestree.load('?preset=uniform&compare=queuing:vftree&lane=2').catch(() => {});
			const dropped = said(congestree.until('time', 3), m => m.simulated_ns);
			congestree.uncompare(1);
			return dropped`, "another scenario was opened"},
		{"a seek at the end of a tour", `await congestree.load('?tour=hol');
			document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
			await congestree.seek(20000);
			await new Promise(done => setTimeout(done, 500));
			return (m => m.simulated_ns + ' ' + m.state)(congestree.measures())`, "20000 paused"},
		{"a restart where a window opens", `const opens = congestree.load('?preset=uniform&loop=10us-20us');
			document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}));
			await opens;
			await new Promise(done => setTimeout(done, 500));
			return document.querySelector('[data-testid="loop"]').checked + ''`, "false"},
		{"another scheme while a seek waits for the one before", `await congestree.load('?preset=uniform&t=2us');
			congestree.compare('queuing', 'dbbm').catch(() => {});
			congestree.seek(5000).catch(() => {});
			return (await congestree.compare('queuing', 'vftree')).map(l => l.simulated_ns).join()`, "5000,5000,5000"},
		{"steps while a scheme of a link is opening", `await congestree.load('?preset=uniform');
			congestree.load('?preset=uniform&compare=queuing:dbbm&t=2us').catch(() => {});
			const step = unit => {
				const menu = document.querySelector('[data-testid="step-unit"]');
				menu.value = unit;
				menu.dispatchEvent(new Event('change', {bubbles: true}));
				return new Promise(done => setTimeout(() => done(document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))), 20));
			};
			for (const unit of ['event', 'us', 'us', 'packet']) await step(unit);
			const at = () => congestree.lanes().map(l => l.simulated_ns).join();
			for (let i = 0; i < 100 && at() !== '4327.68,4327.68'; i++) await new Promise(done => setTimeout(done, 100));
			return at()`, "4327.68,4327.68"},
		{"steps by event while another scheme catches up", `await congestree.load('?preset=uniform&t=20us');
			const step = repeat => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, repeat}));
			const menu = document.querySelector('[data-testid="step-unit"]');
			menu.value = 'event';
			menu.dispatchEvent(new Event('change', {bubbles: true}));
			await new Promise(done => setTimeout(done, 100));
			const at = () => congestree.lanes().map(l => l.simulated_ns).join(), rests = async () => {
				for (let i = 0; i < 200 && (!congestree.lanes().every(l => l.checksum_ns === l.simulated_ns) || document.documentElement.dataset.state === 'running'); i++) await new Promise(done => setTimeout(done, 100));
			};
			for (let i = 0; i < 5; i++) {
				const before = at();
				step(false);
				while (at() === before) await new Promise(done => setTimeout(done, 20));
			}
			const five = at();
			await congestree.seek(20000);
			congestree.compare('queuing', 'dbbm').catch(() => {});
			for (let i = 0; i < 5; i++) step(false);
			while (congestree.lanes().length < 2 || at() === '20000,20000') await new Promise(done => setTimeout(done, 20));
			await rests();
			return at() === five + ',' + five ? 'five' : at() + ' is not ' + five`, "five"},
		{"a tree that has not come, of a larger network", `await congestree.load('?preset=uniform&tree=S3.15:3');
			return said(congestree.load('?preset=karol-8'), m => m.link.split('?')[1])`, "preset=karol-8"},
		{"a tree that has not come, of what was changed", `await congestree.load('?preset=uniform&tree=S3.15:3');
			await message('set', {field: 'seed', value: '7'});
			return location.search`, "?preset=uniform&seed=7"},
		{"a tree that has not come, and somebody shows all of them", `await congestree.load('?preset=hot-spot&t=100us');
			const root = congestree.measures().trees[0].root.replace(' port ', ':');
			await congestree.load('?preset=hot-spot&t=1us&tree=' + root);
			const canvas = document.querySelector('#stage canvas'), r = canvas.getBoundingClientRect();
			for (const e of ['pointerdown', 'pointerup']) canvas.dispatchEvent(new PointerEvent(e, {bubbles: true, pointerId: 1, pointerType: 'mouse', clientX: r.left + 3, clientY: r.top + 3}));
			await congestree.seek(100000);
			await new Promise(done => setTimeout(done, 500));
			return document.querySelector('[data-testid="show-all"]').hidden + ''`, "true"},
		{"a window around the end of a trace's program", `await congestree.load('?network=rlft-8x2&traffic=PTRANS-2x4-640-80&loop=42us-45us&speed=20000');
			await new Promise(done => setTimeout(done, 1500));
			return (m => m.state + ' ' + (m.simulated_ns >= 42000 && m.simulated_ns <= 45000))(congestree.measures())`, "running true"},
		{"a pause where a tour opens", `const opens = said(congestree.load('?tour=hol'), () => 'a tour');
			congestree.pause();
			const there = (await opens) + ' ' + document.documentElement.dataset.tour;
			document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
			return there`, "a tour hol"},
		{"a seek where a tour opens", `const opens = said(congestree.load('?tour=hol'), () => 'a tour');
			await congestree.seek(20000);
			await new Promise(done => setTimeout(done, 500));
			return (await opens) + ' ' + congestree.measures().simulated_ns + ' ' + document.documentElement.dataset.tour`, "another time was sought 20000 undefined"},
	} {
		got := eval[string](t, b, `(async () => {
			const said = (p, f) => Promise.race([Promise.resolve(p).then(f).catch(e => e.message), new Promise(done => setTimeout(done, 20000, 'not settled'))]).then(String);
			const message = (method, params) => new Promise(done => {
				const id = Math.random();
				addEventListener('message', e => { if (e.data.id === id && !e.data.method) done(e.data); });
				postMessage({congestree: 1, id, method, params});
			});
			`+c[1]+`;
		})()`)
		if got != c[2] {
			t.Errorf("%s: %q, want %q", c[0], got, c[2])
		}
	}
}

func quote(s string) string {
	return "decodeURIComponent('" + strings.ReplaceAll(escape(s), "'", "%27") + "')"
}

func escape(s string) string {
	var out strings.Builder
	for _, c := range []byte(s) {
		const hex = "0123456789ABCDEF"
		out.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
	}
	return out.String()
}
