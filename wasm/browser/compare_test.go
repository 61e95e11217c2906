package browser

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

// laneMeasures are what window.congestree.lanes() gives of a lane.
type laneMeasures struct {
	measures
	Title    string
	Scenario string
	Selected bool
}

// checksumOf is the state checksum of a scenario at a time, by the engine in this program.
func checksumOf(t *testing.T, query string, ns int64) string {
	t.Helper()
	s, err := scenario.ParseQuery(query)
	check(t, err)
	sim, err := engine.Open(s)
	check(t, err)
	sim.Advance(ns*engine.Nanosecond, engine.NoLimit)
	return fmt.Sprintf("%016x", sim.Checksum())
}

const wait = 60 * time.Second

// Where no other engine can be started, as when the network is gone, or there is no memory for it, those that run go on. And long names of schemes leave room.
func TestCompareWithoutNetwork(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 500, Before: `{ const Native = Worker; window.Worker = class extends Native {
			constructor(url, ...a) { super(window.gone ? 'gone.js' : url, ...a); }
			postMessage(m, ...rest) {
				if (m.kind === 'open' && window.starved && m.text.includes('dbbm')) {
					setTimeout(() => this.onmessage({data: {kind: 'crash', reason: 'out of memory'}}));
					return;
				}
				if (m.kind !== 'open' || window.gone || !m.text.includes('dbbm')) return super.postMessage(m, ...rest);
				setTimeout(() => this.onmessage({data: {kind: 'refused', id: m.id, field: 'queuing', reason: 'no memory is left'}}));
			}
		}; }
		Object.defineProperty(Navigator.prototype, 'deviceMemory', {get: () => 0.5});`})
	check(t, b.Go(site+"?preset=karol-8&compare=routing:dor~queuing:dbbm~at:60_load_0.5*70_load_0.6*80_load_0.7&t=2us&autoplay=1&camera=x"))
	check(t, b.Running())
	// One that does not fit, and one that the engine refuses, are left out, and the others open as the link says, but for what of that is wrong.
	until(t, b, control("error")+"?.textContent.match(/routing:dor is left out of the comparison: routing: dor is for meshes .*\\. The link’s “camera=x” was left out: .*\\. DBBM is left out of the comparison: no memory is left\\./) && congestree.lanes().length === 2 && congestree.measures().simulated_ns >= 2000 && !/dbbm|dor/.test(location.search)")
	check(t, b.Eval("congestree.play()", nil))
	// Of a scheme with a long name, too, it is seen what it accepts, over its picture and over the chart.
	until(t, b, `document.querySelectorAll('.plot-head .key-lane').length === 2 && document.querySelector('.lane-2 .caption').textContent.includes('%') && document.querySelector('.plot-head.long .at').textContent === ''`)
	// The first numbers may come before the heads have their places.
	const lost = `[...document.querySelectorAll('.plot-head .key-lane b, .lane .caption')].filter(e => {
		const r = e.getBoundingClientRect(), box = e.parentElement.parentElement.getBoundingClientRect();
		return r.right > box.right + 1 || r.bottom > box.bottom + 1 || e.className === 'caption' && e.scrollWidth > e.clientWidth;
	}).map(e => e.className + e.textContent).join()`
	if b.Until(lost+" === ''", 10*time.Second) != nil {
		t.Errorf("no room for %s", eval[string](t, b, lost))
	}
	// One that is refused after another one has been added brings back what was there before both.
	if why := eval[string](t, b, "Promise.all([congestree.compare('queuing', 'dbbm'), congestree.compare('queuing', 'vftree')].map(p => p.then(() => 'compared', e => e.message))).then(all => all.join())"); strings.Contains(why, "compared") {
		t.Errorf("programs that ask for two, of which one is refused, are told %q", why)
	}
	until(t, b, "congestree.lanes().length === 2 && document.documentElement.dataset.state === 'running' && !/dbbm|vftree/.test(location.search) && !document.body.textContent.includes('starting…')")
	// One whose engine dies of it takes nothing with it.
	before := eval[float64](t, b, "congestree.measures().simulated_ns")
	if why := eval[string](t, b, "(starved = true, congestree.compare('queuing', 'dbbm').then(() => 'compared', e => e.message))"); why != "it cannot run beside the others: out of memory" {
		t.Errorf("a program that asks for one too large is told %q", why)
	}
	until(t, b, fmt.Sprintf(control("error")+"?.textContent.includes('DBBM cannot run beside the others: out of memory.') && congestree.lanes().length === 2 && document.documentElement.dataset.state === 'running' && congestree.measures().simulated_ns >= %f && !location.search.includes('dbbm')", before))
	if why := eval[string](t, b, "(starved = false, gone = true, congestree.compare('queuing', 'dbbm').then(() => 'compared', e => e.message))"); why != "it cannot run beside the others: worker.js could not be loaded" {
		t.Errorf("a program that asks for one more is told %q", why)
	}
	until(t, b, control("error")+"?.textContent.includes('DBBM cannot run beside the others: worker.js could not be loaded. Is the network there?')")
	at := eval[float64](t, b, "congestree.measures().simulated_ns")
	until(t, b, fmt.Sprintf("congestree.lanes().length === 2 && document.documentElement.dataset.state === 'running' && congestree.measures().simulated_ns > %f && !location.search.includes('dbbm')", max(at, 100)))

	// Nor does one begin that this device lacks the memory for: of a link those run that fit, when the page opens and later, and one more is refused.
	const says = "MiB of memory; at most 512 MiB are used on this device"
	const large = "?network=rlft-36x3&buffer=1024&compare=buffer:64~voq:true"
	const two = "congestree.lanes().length === 2 && location.search === '?network=rlft-36x3&buffer=1024&compare=buffer:64'"
	told := control("error") + ".textContent.includes('" + says + "') && " + control("error") + ".textContent.includes('The first 2 of 3 run.')"
	check(t, b.Go(site+large))
	check(t, b.Running())
	until(t, b, told+" && "+two)
	if why := eval[string](t, b, "congestree.compare('voq', 'true').then(() => 'compared', e => e.message)"); !strings.Contains(why, says) {
		t.Errorf("one more: %q", why)
	}
	until(t, b, two)
	if left := eval[[]string](t, b, `(async () => {
		const one = await congestree.load('?preset=karol-8'), misfit = await congestree.load('?preset=karol-8&compare=routing:dor~queuing:vftree&lane=3');
		const at = congestree.lanes().findIndex(l => l.selected);
		return [one, misfit, {left_out: at}, await congestree.load('`+large+`')].map(m => String(m.left_out));
	})()`); left[0] != "null" || !strings.HasPrefix(left[1], "routing:dor is left out of the comparison: ") || strings.Contains(left[1], "lane") || left[2] != "1" || !strings.Contains(left[3], says) {
		t.Errorf("who loads it is told that there is left out: %q", left)
	}
	until(t, b, told+" && "+two)
	check(t, b.Eval("congestree.load('?preset=karol-8&compare=routing:dor~queuing:vftree&camera=x').catch(() => 0)", nil))
	until(t, b, control("error")+".textContent.match(/routing:dor is left out of the comparison: .*\\. The link’s “camera=x” was left out: /)")
}

// The scheme that is left goes on to what it was to run until from what is shown, though it has been there before the one that was taken away.
func TestGoalOfTheSchemeThatIsLeft(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600, Before: `{
		const Native = Worker;
		let n = 0;
		window.Worker = class extends Native {
			constructor(...a) {
				super(...a);
				this.n = n++;
				this.addEventListener('message', e => { if (e.data.kind === 'frame' && e.data.reached) window.reached = this.n; });
			}
			postMessage(m, ...rest) { if (this.n !== 1 || m.kind !== 'frame' || !window.hold) super.postMessage(m, ...rest); }
		};
	}`})
	check(t, b.Go(site+"?preset=hot-spot&seed=3&t=0us"))
	check(t, b.Until("document.documentElement.dataset.state === 'paused'", time.Minute))
	tree := eval[float64](t, b, "congestree.until('tree').then(m => m.simulated_ns)")
	seek(t, b, fmt.Sprint(tree-100))
	eval[any](t, b, "congestree.compare('queuing', 'dbbm').then(() => { hold = true; reached = -1; congestree.until('tree').catch(() => 0); return null; })")
	until(t, b, "reached === 0")
	eval[any](t, b, "(congestree.uncompare(1), null)")
	until(t, b, "congestree.lanes().length === 1 && document.documentElement.dataset.state === 'paused'")
	if m := eval[measures](t, b, "congestree.measures()"); m.Now != tree {
		t.Errorf("run until a tree forms, which is at %v ns: stopped at %v ns", tree, m.Now)
	}
}

// TestCompare opens a comparison by its link: three pictures with their titles at the same time, each the run that the
// command line gives of its scheme; one table, one chart; a scheme can be removed, added and forked.
func TestCompare(t *testing.T) {
	t.Parallel()
	const at = 47_300
	b := tab(t, Options{Width: 1100, Height: 700})
	check(t, b.Go(site+"?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm&speed=2000"))
	check(t, b.Until("window.congestree && congestree.lanes().every(l => l.simulated_ns > 500)", wait))
	check(t, b.Until(`document.querySelector('.plot-head .shown')?.textContent === 'accepted' && document.querySelector('.plot-head .at').textContent === 'in bins of 1\u202fµs'`, wait)) // which of a chart's curves is drawn of each run, and that its numbers are not those of the heads
	// A plot that is taken away is drawn once more by uPlot, if it was to be: with its own curves, though the chart has more by then.
	if bad := eval[string](t, b, `(async () => {
		const rest = () => new Promise(done => setTimeout(done, 200)), {state, update, zoom} = congestreeChart, data = state.data;
		let bad = '';
		addEventListener('error', e => { bad = e.message; });
		update({...data, lanes: undefined});
		await rest();
		zoom(null);
		update(data);
		await rest();
		return bad;
	})()`); bad != "" {
		t.Error(bad)
	}
	same := "(n => congestree.lanes().length === n && new Set(congestree.lanes().map(l => l.simulated_ns)).size === 1)"
	for range 20 {
		if !eval[bool](t, b, same+"(3)") {
			t.Fatal("the lanes are not at the same time while they play")
		}
	}
	lanes := func() []laneMeasures { return eval[[]laneMeasures](t, b, "congestree.lanes()") }
	expect := func(want ...string) { // titles and scenarios in turns
		t.Helper()
		check(t, b.Until(same+fmt.Sprintf("(%d) && congestree.lanes().every(l => l.simulated_ns === %d && l.checksum_ns === %d)", len(want)/2, at, at), wait))
		got := lanes()
		for i, l := range got {
			if l.Title != want[2*i] || l.Checksum != checksumOf(t, want[2*i+1], at) {
				t.Errorf("lane %d is %q with checksum %s; want %q, %s", i, l.Title, l.Checksum, want[2*i], checksumOf(t, want[2*i+1], at))
			}
		}
		shown := eval[[]string](t, b, `[...document.querySelectorAll('[data-testid="lane-title"]')].map(e => e.textContent)`)
		for i := range shown {
			if shown[i] != want[2*i] {
				t.Errorf("title %d reads %q, want %q", i, shown[i], want[2*i])
			}
		}
	}
	const q1, dbbm, fbicm = "preset=hot-spot", "preset=hot-spot&queuing=dbbm", "preset=hot-spot&queuing=fbicm"
	eval[any](t, b, fmt.Sprintf("congestree.seek(%d).then(() => null)", at+2000))
	eval[any](t, b, fmt.Sprintf("congestree.seek(%d).then(() => null)", at)) // backwards
	expect("1Q", q1, "DBBM", dbbm, "FBICM", fbicm)
	// Put first, a scheme has the colour of the first in the charts, too, though nothing goes on.
	for _, order := range []string{"DBBM,1Q,FBICM", "1Q,DBBM,FBICM"} {
		time.Sleep(time.Second) // the charts are at rest
		eval[any](t, b, `document.querySelectorAll('[data-testid="lane-lead"]')[1].click()`)
		until(t, b, "congestree.lanes().map(l => l.title).join() === '"+order+"'")
		until(t, b, "[...document.querySelectorAll('.plot-head .key-lane .name')].map(e => e.textContent.trim()).join() === '"+order+"'")
	}
	expect("1Q", q1, "DBBM", dbbm, "FBICM", fbicm)

	// Pictures side by side, each with a head of its own over it.
	boxes := eval[[][]float64](t, b, `[...document.querySelectorAll('[data-testid="lane"]')].map(e => { const r = e.getBoundingClientRect(); return [r.left, r.right, r.top, r.bottom] })`)
	for i := 1; i < len(boxes); i++ {
		if boxes[i][0] < boxes[i-1][1]-1 || boxes[i][1]-boxes[i][0] < 150 || boxes[i][3]-boxes[i][2] < 150 {
			t.Errorf("the pictures are at %v", boxes)
		}
	}
	shown(t, b)
	raw, err := b.Picture()
	check(t, err)
	pixels, err := png.Decode(bytes.NewReader(raw))
	check(t, err)
	k := eval[float64](t, b, "devicePixelRatio")
	for i, box := range boxes {
		seen := map[uint32]bool{}
		for x := int(k*box[0]) + 5; x < int(k*box[1])-5; x++ {
			r, g, bl, _ := pixels.At(x, int(k*(box[2]+box[3])/2)).RGBA()
			seen[r>>8<<16|g>>8<<8|bl>>8] = true
		}
		if len(seen) < 5 {
			t.Errorf("picture %d shows %d colours", i, len(seen))
		}
	}

	// One table and one chart of all.
	check(t, b.Until(`document.querySelectorAll('[data-testid="differences"] thead button').length === 3 && document.querySelectorAll('[data-testid="differences"] .best').length >= 1`, wait))
	check(t, b.Until(`document.querySelectorAll('.plot-head .key-lane').length === 3`, wait))

	for _, v := range axe(t, b) {
		t.Error(v)
	}

	sweepsSchemes(t, b)

	// A scheme is added, another removed; the link says what is shown.
	choose(t, b, "compare-field", "queuing", "change")
	choose(t, b, "compare-value", "vftree", "change")
	eval[any](t, b, `document.querySelectorAll('[data-testid="lane-remove"]')[2].click()`)
	check(t, b.Until("congestree.lanes().length === 2", wait))
	choose(t, b, "compare-value", "vftree", "change")
	eval[any](t, b, control("compare-add")+".click()")
	check(t, b.Until("congestree.lanes().length === 3", wait))
	expect("1Q", q1, "DBBM", dbbm, "vFtree", "preset=hot-spot&queuing=vftree")
	if link := eval[string](t, b, "congestree.link()"); !strings.HasSuffix(link, "?preset=hot-spot&compare=queuing:dbbm~queuing:vftree") {
		t.Errorf("the link is %s", link)
	}

	// Shared, it is the same three runs at the same time.
	eval[any](t, b, control("open-share")+".click()")
	const text = `document.querySelector('[data-testid="share-text"]').value`
	check(t, b.Until(control("share")+".open && "+text+".includes('compare=')", wait))
	link := eval[string](t, b, text)
	want := lanes()
	renew(t, b, Options{Width: 1100, Height: 700})
	check(t, b.Go(link))
	check(t, b.Until(fmt.Sprintf("window.congestree && congestree.lanes().length === 3 && congestree.lanes().every(l => l.simulated_ns === %d && l.checksum_ns === %d)", at, at), wait))
	for i, l := range lanes() {
		if l.Title != want[i].Title || l.Checksum != want[i].Checksum {
			t.Errorf("by %s lane %d is %+v, want %+v", link, i, l, want[i])
		}
	}
}

// sweepsSchemes has a curve for each of three schemes compared: offered at once, under their names and in their colours, with a link and
// files that say so; what one of them cannot run is told, and left out.
func sweepsSchemes(t *testing.T, b *Tab) {
	t.Helper()
	eval[bool](t, b, "(window.copied = [], navigator.clipboard.writeText = x => { copied.push(x); return Promise.resolve(); }, "+control("open-sweep")+".click(), true)")
	until(t, b, control("sweep")+".open && "+control("sweep-by")+".value === 'scheme' && "+control("sweep-by-values")+".hidden")
	const curves = "[...document.querySelectorAll('[data-testid=sweep-by-chips] button[aria-pressed=true]')].map(e => e.textContent).join()"
	until(t, b, curves+" === '1Q,DBBM,FBICM'")
	choose(t, b, "sweep-x", "buffer", "change")
	choose(t, b, "sweep-x-values", "8,64", "input")
	choose(t, b, "sweep-warmup", "1", "input")
	choose(t, b, "sweep-until", "3", "input")
	until(t, b, control("sweep-outline")+".textContent.startsWith('5 runs of 3 µs') && "+control("sweep-unfit")+".textContent.startsWith('DBBM is left out of 1 of its 2 runs, such as buffer=8: buffer: ')")
	eval[bool](t, b, "(document.querySelector('[data-testid=sweep-by-chips] button').click(), true)") // without 1Q
	until(t, b, control("sweep-outline")+".textContent.startsWith('3 runs')")
	eval[bool](t, b, "("+control("sweep-go")+".click(), true)")
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('3 of 3 runs done') && "+sweepKnown+" === 3", 2*time.Minute))
	for what, got := range map[string]string{
		"legend":  eval[string](t, b, "document.querySelector('.sweep-legend').innerText.split(/\\s+/).join(' ')"),
		"table":   eval[string](t, b, "[...document.querySelectorAll('.sweep-table tbody tr')].map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent).join()"),
		"colours": eval[string](t, b, "[...document.querySelectorAll('.sweep-legend .sweep-key')].map(e => e.style.color).join()"),
		"spoken":  eval[string](t, b, "document.querySelector('.sweep-plot-body').ariaLabel"),
	} {
		want := map[string]string{"legend": "Scheme DBBM FBICM", "table": "8 FBICM,64 DBBM,64 FBICM", "colours": "var(--low),var(--trapped)", "spoken": "a curve for each of these: DBBM, FBICM."}[what]
		if !strings.Contains(got, want) {
			t.Errorf("of the sweep of schemes the %s is %q, want %q", what, got, want)
		}
	}
	eval[bool](t, b, "("+control("sweep-link")+".click(), "+control("sweep-command")+".click(), true)")
	until(t, b, "copied.length === 2")
	for i, want := range []string{"compare=queuing:dbbm~queuing:fbicm&sweep=buffer%3D8,64%3Bscheme%3D2,3%3Bwarmup%3D1%3Buntil%3D3us", "&compare=queuing:dbbm~queuing:fbicm' --over 'buffer=8,64' --over 'scheme=2,3' --until 3us"} {
		if got := eval[[]string](t, b, "copied")[i]; !strings.Contains(got, want) {
			t.Errorf("copied is %s, want %s", got, want)
		}
	}
	choose(t, b, "sweep-by", "", "change")
	until(t, b, control("sweep-by-chips")+".offsetHeight === 0")
	choose(t, b, "sweep-by", "scheme", "change")
	until(t, b, control("sweep-by-chips")+".offsetHeight > 0 && "+curves+".length > 0")
	// What a program changes behind the dialog is what is swept.
	if why := eval[string](t, b, "congestree.uncompare(3).then(() => 'taken away', e => e.message)"); why != "a lane is a number from 0 to 2" {
		t.Errorf("a fourth scheme of three: %s", why)
	}
	eval[any](t, b, "congestree.uncompare(2).then(() => null)")
	until(t, b, curves+" === '1Q,DBBM' && "+control("sweep-unfit")+".textContent.startsWith('DBBM')")
	eval[any](t, b, "congestree.compare('queuing', 'fbicm').then(() => null)")
	until(t, b, curves+" === '1Q,DBBM,FBICM' && "+control("sweep-outline")+".textContent.startsWith('5 runs')")
	eval[bool](t, b, "("+control("sweep-close")+".click(), true)")
	until(t, b, "!"+control("sweep")+".open")
	// Where 1Q is not compared any more, the curves that there are have the colours of the first and the second.
	eval[bool](t, b, "(document.querySelector('[data-testid=lane-remove]').click(), true)")
	until(t, b, "congestree.lanes().length === 2")
	eval[bool](t, b, "("+control("open-sweep")+".click(), true)")
	until(t, b, "[...document.querySelectorAll('.sweep-legend .sweep-key')].map(e => e.style.color).join() === 'var(--accepted),var(--low)' && "+sweepKnown+" === 3")
	eval[bool](t, b, "("+control("sweep-close")+".click(), "+control("undo")+".click(), true)")
	until(t, b, "congestree.lanes().length === 3")
}

// A link selects the scheme that was selected, whose tree it shows alone; one that there is not is said and left out.
func TestSelectedLaneTravels(t *testing.T) {
	t.Parallel()
	const query = "?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm"
	const there = "window.congestree && congestree.lanes().length === 3 && congestree.lanes().every(l => l.simulated_ns === 100000)"
	const selected = "congestree.lanes().findIndex(l => l.selected)"
	const text = `document.querySelector('[data-testid="share-text"]').value`
	b := tab(t, Options{Width: 1100, Height: 700})
	check(t, b.Go(site+query+"&t=100us"))
	check(t, b.Until(there, wait))
	eval[any](t, b, `document.querySelectorAll('[data-testid="lane-choose"]')[2].click()`)
	check(t, b.Until(selected+" === 2 && congestree.measures().trees?.length > 0", wait))
	check(t, b.Until(`document.querySelector('[data-testid="tree"], .trees .tree')`, wait))
	eval[any](t, b, `document.querySelector('[data-testid="tree"], .trees .tree').click()`)
	check(t, b.Until("!"+control("show-all")+".hidden", wait))
	eval[any](t, b, control("open-share")+".click()")
	check(t, b.Until(control("share")+".open && "+text+".includes('tree=')", wait))
	link := eval[string](t, b, text)
	if !strings.Contains(link, "&lane=3&tree=S") {
		t.Errorf("the link is %s", link)
	}

	renew(t, b, Options{Width: 1100, Height: 700})
	check(t, b.Go(link))
	check(t, b.Until(there+" && "+selected+" === 2 && !"+control("show-all")+".hidden", wait))
	if pressed := eval[[]string](t, b, `[...document.querySelectorAll('[data-testid="lane-choose"]')].map(e => e.ariaPressed)`); !slices.Equal(pressed, []string{"false", "false", "true"}) {
		t.Errorf("the heads are pressed: %v", pressed)
	}
	eval[any](t, b, control("open-share")+".click()")
	check(t, b.Until(text+" === "+quote(link), wait)) // of the same tree

	// Opened by a page that runs already, and what is wrong.
	load(t, b, "?preset=uniform")
	load(t, b, query+"&lane=2")
	check(t, b.Until(selected+" === 1 && document.querySelector('.banner').hidden", wait))
	for _, lane := range []string{"99", "x", "-1", "0", "%3Cb%3E", "2.5"} {
		load(t, b, query+"&lane="+lane+"&packets=2")
		check(t, b.Until(selected+" === 0 && document.querySelector('.banner').textContent.includes('from 1 to 3') && "+control("look-packets")+".selectedIndex === 1", wait))
	}
	load(t, b, "?preset=uniform&lane=2")
	check(t, b.Until("congestree.lanes().length === 1 && document.querySelector('.banner').textContent.includes('belongs to a comparison')", wait))
}

// Four schemes beside an inspector: what the heads of the pictures and of the chart say is whole, and free of the view's
// buttons.
func TestComparedHeadsAreWhole(t *testing.T) {
	t.Parallel()
	const query = "?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm~queuing:vftree&t=100us"
	b := tab(t, Options{})
	check(t, b.Go(site+query+"&select=flow:22-57"))
	for _, width := range []int64{1440, 1100, 390, 844, 1920} {
		height := int64(900)
		if width == 844 { // a phone on its side: four in a row
			height = 390
		}
		check(t, b.Look(Options{Width: width, Height: height, Mobile: width < 900}))
		selected := width == 1440
		if !selected { // too narrow for four heads and an inspector
			eval[any](t, b, "document.querySelector('[data-testid=inspector-close]').click(); congestree.load("+quote(query)+").then(() => null)")
		}
		check(t, b.Until("window.congestree && congestree.lanes().length === 4 && congestree.lanes().every(l => l.checksum_ns === 100000)", wait))
		check(t, b.Until(`[...document.querySelectorAll('.chart-tools .key-lane b')].filter(e => e.textContent.includes('%')).length === 4`, wait))
		if got := eval[string](t, b, `(() => {
			if (!document.querySelector('.chart-tools').checkVisibility()) return ''; // too low for a chart
			const box = document.querySelector('.chart-tools .plot-head').getBoundingClientRect();
			return [...document.querySelectorAll('.chart-tools .key-lane')].filter(e => { const r = e.getBoundingClientRect(); return r.right > box.right + 1 || r.bottom > box.bottom + 1 || e.scrollWidth > e.clientWidth }).map(e => e.textContent).join();
		})()`); got != "" {
			t.Errorf("%d: of the chart's head there is cut: %s", width, got)
		}
		if selected {
			check(t, b.Until("document.querySelector('.lane.lane-1').getBoundingClientRect().left > 400", wait))
		}
		const cut = `(() => {
			const view = document.querySelector('.view').getBoundingClientRect();
			return [...document.querySelectorAll('.lane-head')].flatMap(e => [...e.querySelectorAll('b, .caption')].filter(x => x.scrollWidth > x.clientWidth || x.scrollHeight > x.clientHeight + 1)
				.concat([...e.children].filter(x => { const r = x.getBoundingClientRect(); return r.right > view.left && r.top < view.bottom }))).map(e => e.textContent).join();
		})()`
		if b.Until(cut+" === ''", 10*time.Second) != nil { // the heads may still be on their way to their places
			got := eval[string](t, b, cut)
			t.Errorf("%d: of the pictures' heads there is cut: %s", width, got)
		}
		if width == 1920 { // where it has room, the sentence that names all schemes is whole
			check(t, b.Until("(e => e.textContent.includes('vFtree accepts') && e.scrollHeight <= e.clientHeight)(document.getElementById('summary'))", wait))
		}
	}
}

// On a phone the pictures of a comparison have room, nothing lies over anything else, and both they and the panel answer to a finger.
func TestComparisonOnAPhone(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true})
	check(t, b.Go(site+"?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm&t=90us"))
	check(t, b.Until("window.congestree && congestree.lanes().length === 3 && congestree.lanes().every(l => l.checksum_ns === 90000) && document.querySelectorAll('[data-testid=differences] .best').length > 0", wait))
	right := func(when string) {
		t.Helper()
		const wrong = `(() => {
			const out = [], box = e => e.getBoundingClientRect(), over = (r, q) => r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1;
			const parts = [...document.querySelectorAll('.view, #summary, #chart, #panel, .lane')].filter(e => e.checkVisibility());
			parts.forEach((e, i) => {
				const r = box(e);
				if (r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1) out.push(e.className + e.id + ' is outside');
				for (const q of parts.slice(i + 1)) if (over(r, box(q))) out.push(e.className + e.id + ' and ' + q.className + q.id);
			});
			for (const e of document.querySelectorAll('.lane')) {
				const r = box(e), head = box(e.querySelector('.lane-head'));
				if (r.bottom - head.bottom < 100) out.push('of a picture ' + (r.bottom - head.bottom) + ' pixels are seen');
				if (e.querySelector('.remove').offsetTop !== e.querySelector('.choose').offsetTop) out.push('the cross stands on a line of its own');
				for (const x of e.querySelectorAll('.lane-head > *')) {
					const h = box(x), at = document.elementFromPoint((h.left + h.right) / 2, (h.top + h.bottom) / 2);
					if (h.left < r.left || h.right > r.right + 1) out.push('cut: ' + x.textContent);
					if (x.tagName === 'BUTTON' && !x.contains(at)) out.push('not to be pointed at: ' + x.outerHTML);
				}
			}
			const panel = document.getElementById('panel');
			if (panel.scrollWidth > panel.clientWidth || document.documentElement.scrollWidth > innerWidth) out.push('wider than the phone');
			if (panel.clientHeight < 180) out.push('of the panel ' + panel.clientHeight + ' pixels are seen');
			return out.join('; ');
		})()`
		if b.Until(wrong+" === ''", 10*time.Second) != nil { // the parts may still be on their way to their places
			t.Errorf("%s: %s", when, eval[string](t, b, wrong))
		}
	}
	tap := func(element string) {
		t.Helper()
		type point struct{ X, Y float64 }
		check(t, b.Eval(element+".closest('#panel') && "+element+".scrollIntoView({block: 'center'}); new Promise(r => setTimeout(r, 200, true))", nil))
		at := eval[point](t, b, `(r => ({x: (r.left + r.right) / 2, y: (r.top + r.bottom) / 2}))(`+element+`.getBoundingClientRect())`)
		touch := []*input.TouchPoint{{X: at.X, Y: at.Y}}
		check(t, b.within(10*time.Second, input.DispatchTouchEvent(input.TouchStart, touch), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{})))
	}
	right("of a link")
	tap(`document.querySelectorAll('[data-testid="lane-choose"]')[1]`)
	check(t, b.Until("congestree.lanes()[1].selected", wait))
	tap(`document.querySelectorAll('[data-testid=differences] thead button')[2]`)
	check(t, b.Until("congestree.lanes()[2].selected", wait))
	tap(`document.querySelectorAll('[data-testid="lane-remove"]')[1]`)
	check(t, b.Until("congestree.lanes().length === 2 && document.querySelectorAll('.lane').length === 2", wait))
	choose(t, b, "compare-value", "vftree", "change")
	tap(control("compare-add"))
	check(t, b.Until("congestree.lanes().length === 3 && congestree.lanes().every(l => l.checksum_ns === 90000)", wait))
	right("with another scheme")
}

// TestFork changes the routing of a run in the middle: the other run is the same until then, and what the command line
// gives afterwards. What cannot change in mid-run is refused in words.
func TestFork(t *testing.T) {
	t.Parallel()
	const fork, at = 45_000, 52_000
	b := open(t, "?preset=hot-spot&speed=2000")
	eval[any](t, b, fmt.Sprintf("congestree.seek(%d).then(() => null)", fork))
	eval[any](t, b, control("compare")+".click()")
	choose(t, b, "compare-from", "fork", "change")
	eval[any](t, b, control("compare-add")+".click()") // another queuing scheme
	check(t, b.Until(control("compare-error")+".textContent.includes('cannot change in mid-run')", wait))
	choose(t, b, "compare-field", "routing", "change")
	check(t, b.Until(control("compare-value")+".querySelector('[value=adaptive]') !== null", wait))
	choose(t, b, "compare-value", "adaptive", "change")
	eval[any](t, b, control("compare-add")+".click()")
	check(t, b.Until(fmt.Sprintf("congestree.lanes().length === 2 && congestree.lanes().every(l => l.simulated_ns === %d && l.checksum_ns === %d)", fork, fork), wait))
	lanes := eval[[]laneMeasures](t, b, "congestree.lanes()")
	if lanes[0].Delivered != lanes[1].Delivered || lanes[0].Hops != lanes[1].Hops {
		t.Errorf("the fork differs before it begins: %+v", lanes)
	}
	eval[any](t, b, fmt.Sprintf("congestree.seek(%d).then(() => null)", at))
	check(t, b.Until(fmt.Sprintf("congestree.lanes().every(l => l.checksum_ns === %d)", at), wait))
	lanes = eval[[]laneMeasures](t, b, "congestree.lanes()")
	for i, want := range []string{"preset=hot-spot", "preset=hot-spot&at=45_routing_adaptive"} {
		if lanes[i].Checksum != checksumOf(t, want, at) || lanes[i].Scenario != want {
			t.Errorf("lane %d runs %q with checksum %s, native %s of %q", i, lanes[i].Scenario, lanes[i].Checksum, checksumOf(t, want, at), want)
		}
	}
	if lanes[0].Checksum == lanes[1].Checksum || lanes[1].Title != "Adaptive from 45 µs" {
		t.Errorf("%+v", lanes)
	}
}

// The inspector tells of the scheme that is selected, also while the comparison rests.
func TestInspectorFollowsTheLane(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=hot-spot&compare=queuing:dbbm&t=60us&select=host:16"))
	check(t, b.Until("window.congestree && congestree.lanes().length === 2 && congestree.lanes().every(l => l.simulated_ns === 60000) && "+control("inspector")+".textContent.length > 50", wait))
	of := func(lane int) string {
		t.Helper()
		eval[any](t, b, fmt.Sprintf(`document.querySelectorAll('[data-testid="lane-choose"]')[%d].click()`, lane))
		check(t, b.Until(fmt.Sprintf("congestree.lanes()[%d].selected", lane), wait))
		time.Sleep(time.Second)
		return eval[string](t, b, control("inspector")+".textContent")
	}
	first, second := of(0), of(1)
	if first == second {
		t.Errorf("of both schemes it says %q", first)
	}
	if again := of(0); again != first {
		t.Errorf("of the first it says %q, and later %q", first, again)
	}
}
