package browser

// Guided tours: the gallery, a tour as a person goes through it, links to its steps, and the way back.

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hasty gives a page a clock that goes four times as fast: a step that plays takes a second of the tests' time.
const hasty = "{ const at = performance.now.bind(performance); performance.now = () => 4 * at(); }\n"

// onStep waits until a step's instant is shown and its claims have been decided.
func onStep(t *testing.T, b *Tab, step string) {
	t.Helper()
	check(t, b.Until("(d => d.tourStep === '"+step+"' && d.tourThere === 'true')(document.documentElement.dataset)", time.Minute))
	if got := eval[string](t, b, "document.documentElement.dataset.tourHolds"); got != "true" {
		t.Errorf("step %s: %s", step, eval[string](t, b, "document.querySelector('.tour .wrong').textContent"))
	}
}

func TestGuidedTour(t *testing.T) {
	t.Parallel()
	const dark, still = "prefers-color-scheme=dark", "prefers-color-scheme=dark,prefers-reduced-motion=reduce"
	b := tab(t, Options{Width: 1280, Height: 860, Features: dark, Before: hasty})
	check(t, b.Go(site+"?preset=uniform&seed=5&packets=2"))
	check(t, b.Running())
	check(t, b.Eval("congestree.seek(30000).then(() => true)", nil))
	// The first visit is offered the gallery.
	until(t, b, control("tour-offer")+".checkVisibility()")
	// By keyboard: who closes it is back at the offer.
	eval[bool](t, b, "("+control("tour-offer")+".focus(), true)")
	check(t, b.Press(kb.Enter))
	until(t, b, control("tours")+".open")
	check(t, b.Press(kb.Escape))
	until(t, b, "!"+control("tours")+".open && document.activeElement === "+control("tour-offer"))
	eval[bool](t, b, "("+control("open-tours")+".click(), true)")
	until(t, b, control("tours")+".open && document.querySelectorAll('[data-tour]').length > 30")
	until(t, b, "[...document.querySelectorAll('.hall img')].filter(i => i.complete && i.naturalWidth === 320).length > 3")
	for _, v := range axe(t, b) {
		t.Error("gallery:", v)
	}
	if n, all := eval[int](t, b, "performance.getEntriesByType('resource').filter(r => r.name.includes('gallery/')).length"), eval[int](t, b, "document.querySelectorAll('.hall img').length"); n >= all/2 {
		t.Errorf("%d of %d pictures are fetched before anybody looks at them", n, all)
	}
	// A search, a paper, and the way to its numbers.
	eval[bool](t, b, `(i => { i.value = 'incast'; i.dispatchEvent(new Event('input', {bubbles: true})); return true })(`+control("tours-search")+`)`)
	until(t, b, "document.querySelectorAll('.hall [data-tour]').length === 1")
	eval[bool](t, b, `(i => { i.value = ''; i.dispatchEvent(new Event('input', {bubbles: true})); return true })(`+control("tours-search")+`)`)
	eval[bool](t, b, `(document.querySelector('[data-topic="RAR"]').click(), true)`)
	until(t, b, "document.querySelectorAll('.hall [data-tour]').length === 15")
	if text := eval[string](t, b, `document.querySelector('[data-tour="rar-table-3"]').parentElement.querySelector('tbody tr').textContent`); !strings.Contains(text, "60") {
		t.Errorf("Table 3's card says %q", text)
	}
	eval[bool](t, b, `(document.querySelector('[data-topic=""]').click(), true)`)
	until(t, b, `document.querySelector('.hall [data-tour="hol"]')`)
	// The tour, by mouse and by keys.
	eval[bool](t, b, `(document.querySelector('.hall [data-tour="hol"]').click(), true)`)
	onStep(t, b, "1")
	until(t, b, "!"+control("tours")+".open && document.activeElement === "+control("tour-next"))
	for _, v := range axe(t, b) {
		t.Error("tour:", v)
	}
	check(t, b.Press(kb.ArrowRight))
	onStep(t, b, "2")
	eval[bool](t, b, "("+control("tour-next")+".click(), true)")
	onStep(t, b, "3")
	check(t, b.Features(still)) // from here on steps are there at once
	if text := eval[string](t, b, control("tour-text")+".textContent"); !strings.Contains(text, "hosts cannot inject") || strings.ContainsAny(text, "{}…") {
		t.Errorf("the caption says %q", text)
	}
	// It covers nothing of the picture: the network ends above it, and the chart begins below.
	if !eval[bool](t, b, "(r => r.bottom <= document.getElementById('chart').getBoundingClientRect().top + 1 && r.right <= document.getElementById('panel').getBoundingClientRect().left + 1 && r.height < 200)(document.getElementById('tour').getBoundingClientRect())") {
		t.Error("the caption covers the chart or the panel")
	}
	// What a flag says stands above it.
	eval[any](t, b, "document.querySelector('.mark').dispatchEvent(new PointerEvent('pointerenter'))")
	until(t, b, "!"+control("mark-text")+".hidden")
	if !eval[bool](t, b, "(r => r.bottom <= document.getElementById('tour').getBoundingClientRect().top)("+control("mark-text")+".getBoundingClientRect())") {
		t.Error("a flag's sentences are under the caption")
	}
	// Escape puts them away, and a field's help that is pointed at, and leaves the tour alone.
	check(t, b.Press(kb.Escape))
	until(t, b, control("mark-text")+".hidden")
	eval[bool](t, b, "(document.querySelector('#f-network').scrollIntoView({block: 'center'}), true)")
	at := eval[[2]float64](t, b, "(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('#f-network').getBoundingClientRect())")
	check(t, b.within(10*time.Second, chromedp.MouseEvent("mouseMoved", at[0], at[1])))
	const doc = "document.querySelector('#f-network').closest('.field').querySelector('.doc').checkVisibility()"
	until(t, b, doc)
	check(t, b.Press(kb.Escape))
	until(t, b, "!"+doc)
	onStep(t, b, "3")
	check(t, b.Press(kb.ArrowLeft))
	onStep(t, b, "2")
	// A presenter's clicker goes on wherever the focus is, but where PageDown has something else to do; a held key goes no further.
	key := func(key, on string, held bool) bool {
		return eval[bool](t, b, fmt.Sprintf("!%s.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true, cancelable: true, repeat: %t}))", on, key, held))
	}
	eval[bool](t, b, "(document.querySelector('#stage > canvas').focus(), true)")
	check(t, b.Press(kb.PageDown))
	onStep(t, b, "3")
	for _, on := range []string{control("cursor"), "document.querySelector('#panel button')", control("tours")} { // in the seed's field it is another seed
		if key("PageDown", on, false); eval[string](t, b, "document.documentElement.dataset.tourStep") != "3" {
			t.Errorf("PageDown in %s leaves the step", on)
		}
	}
	for _, k := range []string{"PageDown", "ArrowRight"} {
		if !key(k, control("tour-next"), true) || eval[string](t, b, "document.documentElement.dataset.tourStep") != "3" {
			t.Errorf("%s that is held goes on", k)
		}
	}
	key("PageUp", "document.body", false)
	onStep(t, b, "2")
	// The panel stays in use; who strays finds back. Meanwhile the caption has the step's numbers, not those of something else.
	caption := control("tour-text") + ".textContent"
	tells := eval[string](t, b, caption)
	choose(t, b, "queuing", "vftree", "change")
	until(t, b, control("tour-again")+".checkVisibility() && "+control("tour-said")+".textContent === '' && congestree.measures().delivered > 0")
	if s := eval[string](t, b, caption); s != tells {
		t.Errorf("beside another run the caption says %q, before %q", s, tells)
	}
	choose(t, b, "language", "es", "change")
	until(t, b, caption+".includes('…')")
	choose(t, b, "language", "en", "change")
	eval[bool](t, b, "("+control("tour-again")+".click(), true)")
	onStep(t, b, "2")
	said := control("tour-said") + ".textContent === " + control("tour-text") + ".textContent"
	until(t, b, said)
	for _, in := range [][2]string{{"es", "nace"}, {"en", "born"}} { // what is read out follows the language
		choose(t, b, "language", in[0], "change")
		until(t, b, said+" && "+control("tour-text")+".textContent.includes('"+in[1]+"')")
	}
	there := eval[float64](t, b, "congestree.measures().simulated_ns")
	for _, in := range [][2]string{{"es", "nace"}, {"en", "born"}} { // also where another instant is shown meanwhile
		seek(t, b, "1000")
		choose(t, b, "language", in[0], "change")
		seek(t, b, fmt.Sprint(there))
		until(t, b, said+" && "+control("tour-text")+".textContent.includes('"+in[1]+"')")
	}
	// All of a caption is to be read on a short phone, without scrolling.
	fits := func(step string) {
		t.Helper()
		check(t, b.Look(Options{Width: 360, Height: 640, Mobile: true, Features: still}))
		until(t, b, "innerWidth === 360")
		if cut := eval[float64](t, b, "(e => e.scrollHeight - e.clientHeight)("+control("tour-text")+")"); cut > 0 {
			t.Errorf("step %s: %v pixels of the caption are cut", step, cut)
		}
		check(t, b.Look(Options{Width: 1280, Height: 860, Features: still}))
		until(t, b, "innerWidth === 1280")
	}
	for _, s := range []string{"3", "4", "5"} {
		eval[bool](t, b, "("+control("tour-next")+".click(), true)")
		onStep(t, b, s)
		fits(s)
	}
	eval[bool](t, b, "("+control("tour-next")+".click(), true)")
	until(t, b, control("tour-keep")+".checkVisibility() && "+control("tour-next")+".hidden")
	fits("6")
	// Leaving brings back what there was.
	check(t, b.Press(kb.Escape))
	until(t, b, "!document.documentElement.dataset.tour && congestree.measures().simulated_ns === 30000 && congestree.link().includes('preset=uniform') && congestree.link().includes('seed=5')")
	if s := eval[string](t, b, "location.search"); strings.Contains(s, "tour") {
		t.Errorf("the address still says %s", s)
	}
	if !eval[bool](t, b, "document.querySelector('.colours select').selectedIndex === 1") {
		t.Error("the colours of before are gone")
	}
	if eval[bool](t, b, control("tour-offer")+".checkVisibility()") {
		t.Error("tours are offered again")
	}
}

// What is done during a tour is no part of the history after it, however the tour ends.
func TestTourLeavesHistory(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1280, Height: 860, Before: hasty})
	check(t, b.Go(site+"?preset=uniform&select=host:5"))
	check(t, b.Running())
	runs := func(query string) {
		t.Helper()
		until(t, b, "congestree.link().endsWith("+quote(query)+")")
	}
	can := func(undo, redo bool) {
		t.Helper()
		until(t, b, fmt.Sprintf("%s.disabled === %t && %s.disabled === %t", control("undo"), !undo, control("redo"), !redo))
	}
	press := func(id string) {
		t.Helper()
		eval[bool](t, b, "("+control(id)+".click(), true)")
	}
	stray := func() {
		t.Helper()
		eval[bool](t, b, "(document.querySelector('.hall [data-tour]').click(), true)")
		onStep(t, b, "1")
		choose(t, b, "queuing", "dbbm", "change")
		until(t, b, "congestree.link().includes('queuing=dbbm')")
		can(true, false)
	}
	choose(t, b, "queuing", "vftree", "change")
	runs("?preset=uniform&queuing=vftree")
	choose(t, b, "queuing", "voqsw", "change")
	runs("?preset=uniform&queuing=voqsw")
	press("undo")
	runs("?preset=uniform&queuing=vftree")
	press("open-tours")
	until(t, b, control("tours")+".open")

	// Who strays on the way to a step goes on from there, and finds back.
	eval[bool](t, b, "(document.querySelector('.hall [data-tour]').click(), true)")
	until(t, b, "location.search === '?tour=hol&step=1' && congestree.measures().simulated_ns > 20000")
	can(false, false)
	choose(t, b, "queuing", "vftree", "change")
	until(t, b, control("tour-again")+".checkVisibility() && congestree.measures().state === 'running'")
	press("undo")
	onStep(t, b, "1")
	if s := eval[string](t, b, "location.search"); s != "?tour=hol&step=1" {
		t.Errorf("the step has the address %s", s)
	}
	press("tour-exit")
	runs("?preset=uniform&queuing=vftree")
	until(t, b, "location.search.includes('select=host:5') && !"+control("inspector")+".hidden") // which the tour's address above has not
	can(true, true)
	check(t, b.Features("prefers-reduced-motion=reduce")) // steps are there at once
	press("open-tours")
	until(t, b, control("tours")+".open")
	stray()
	press("tour-exit")
	runs("?preset=uniform&queuing=vftree")
	can(true, true)
	press("redo")
	runs("?preset=uniform&queuing=voqsw")
	press("undo")
	press("undo")
	runs("?preset=uniform")
	can(false, true)

	// A link to another instant of what runs is no change: there is nothing to take back, and what can be made again stays.
	eval[any](t, b, "congestree.load('?preset=uniform&t=2us')")
	until(t, b, "congestree.measures().simulated_ns === 2000")
	can(false, true)

	// Kept, it is one step away from what there was.
	press("open-tours")
	until(t, b, control("tours")+".open")
	stray()
	for !eval[bool](t, b, control("tour-keep")+".checkVisibility()") {
		press("tour-next")
		time.Sleep(200 * time.Millisecond)
	}
	// The last step may have played still: the end stands beside its picture all the same, and its address is the tour's, with a pin too.
	until(t, b, "congestree.measures().simulated_ns === 150000 && document.documentElement.dataset.state === 'paused' && location.search === '?tour=hol&step=5'")
	eval[bool](t, b, "(document.querySelector('#stage canvas').focus(), true)")
	const pinned = "['?preset=', '&tour=hol&step=5', '&select='].every(s => location.search.includes(s))"
	for pressed := 0; pressed < 10 && !eval[bool](t, b, pinned); pressed++ { // on its way to the picture's place the camera may have nothing in the middle
		check(t, b.Press(kb.Enter))
		_ = b.Until(pinned, time.Second)
	}
	until(t, b, pinned)
	press("inspector-close")
	press("tour-keep")
	until(t, b, "!document.documentElement.dataset.tour")
	kept := eval[string](t, b, "congestree.link()")
	can(true, false)
	press("undo")
	runs("?preset=uniform")
	can(false, true)
	press("redo")
	until(t, b, "congestree.link() === "+quote(kept))

	// The browser's way back to before a tour leaves the tour.
	eval[bool](t, b, "(location.hash = '#preset=uniform&seed=7', true)")
	runs("?preset=uniform&seed=7")
	press("open-tours")
	until(t, b, control("tours")+".open")
	eval[bool](t, b, "(document.querySelector('.hall [data-tour]').click(), true)")
	onStep(t, b, "1")
	eval[any](t, b, "history.back()")
	until(t, b, "!document.documentElement.dataset.tour && congestree.link() === "+quote(kept))
}

// A scenario that the worker refuses, though the page has found nothing wrong with it, leaves the history as it was: after a step
// of a tour, which ends then, and after an undo.
func TestRefusedByTheWorker(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1280, Height: 860, Before: hasty + `window.Worker = class extends Worker {
		postMessage(m, ...rest) {
			if (m.kind !== 'open' || !window.refuses?.(m.text)) return super.postMessage(m, ...rest);
			setTimeout(() => this.onmessage({data: {kind: 'refused', id: m.id, field: 'queuing', reason: 'no memory is left'}}));
		}
	};
	if (location.search.includes('dbbm')) window.refuses = () => true;`})
	check(t, b.Go(site+"?preset=uniform"))
	check(t, b.Running())
	const at = "congestree.link().endsWith('?preset=uniform&queuing=vftree') && location.search === '?preset=uniform&queuing=vftree' && congestree.measures().delivered > 0 && " +
		"document.body.textContent.includes('no memory is left')"
	can := func(undo, redo bool) {
		t.Helper()
		until(t, b, fmt.Sprintf("%s.disabled === %t && %s.disabled === %t", control("undo"), !undo, control("redo"), !redo))
	}
	for _, queuing := range []string{"dbbm", "vftree"} {
		choose(t, b, "queuing", queuing, "change")
		until(t, b, "congestree.link().endsWith('queuing="+queuing+"') && congestree.measures().delivered > 0")
	}
	eval[bool](t, b, "(refuses = text => text.includes('dbbm'), "+control("undo")+".click(), true)")
	until(t, b, at)
	can(true, false)

	eval[bool](t, b, "(refuses = text => !text.includes('uniform'), "+control("open-tours")+".click(), true)")
	until(t, b, control("tours")+".open")
	eval[bool](t, b, `(document.querySelector('.hall [data-tour="hol"]').click(), true)`)
	until(t, b, "document.querySelector('.banner').textContent.includes('no memory is left')")
	until(t, b, at+" && !document.documentElement.dataset.tour")
	can(true, false)
	eval[bool](t, b, "(refuses = null, "+control("undo")+".click(), true)")
	until(t, b, "congestree.link().endsWith('?preset=uniform&queuing=dbbm')")
	can(true, true)

	// A change that is refused does not take what can be made again with it.
	eval[bool](t, b, "(refuses = text => text.includes('oblivious'), true)")
	choose(t, b, "routing", "oblivious", "change")
	until(t, b, `[...document.querySelectorAll('[data-testid="error"]')].some(e => e.textContent.includes('no memory is left'))`)
	until(t, b, "location.search === '?preset=uniform&queuing=dbbm' && congestree.measures().delivered > 0")
	can(true, true)

	// Where nothing else was there before, nothing will be shown, and who asks for a picture of it is told so.
	check(t, b.Go(site+"?preset=uniform&queuing=dbbm"))
	until(t, b, "document.body.textContent.includes('no memory is left')")
	for _, file := range []string{"picture()", "video({from: 0, to: 1000, speed: 1000})"} {
		if why := eval[string](t, b, "Promise.race([congestree."+file+", new Promise((_, no) => setTimeout(no, 5000, Error('no answer')))]).then(() => 'a file', e => e.message)"); why != "nothing is shown yet" {
			t.Errorf("%s: %s", file, why)
		}
	}
}

// A link opens a step, on a phone too, with everything in place at once if motion is to be reduced; one that is wrong says so.
func TestTourLinks(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true, Features: "prefers-color-scheme=light,prefers-reduced-motion=reduce", Before: hasty})
	check(t, b.Go(site+"?tour=deadlock&step=2"))
	onStep(t, b, "2")
	for _, v := range axe(t, b) {
		t.Error(v)
	}
	if w := eval[float64](t, b, "document.documentElement.scrollWidth - innerWidth"); w > 0 {
		t.Errorf("the page is %v pixels wider than the window", w)
	}
	if !eval[bool](t, b, "(r => r.bottom <= innerHeight && r.top >= innerHeight / 2)(document.getElementById('tour').getBoundingClientRect())") {
		t.Error("the caption is not at the bottom")
	}
	// On a short one it covers the transport, and what is pinned has its place.
	check(t, b.Look(Options{Width: 360, Height: 640, Mobile: true}))
	const open = `(e => { const r = e.getBoundingClientRect(); return r.height > 30 && e.contains(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2)) })`
	until(t, b, open+"("+control("tour-play")+")")
	eval[bool](t, b, "(document.querySelector('#stage canvas').focus(), true)")
	check(t, b.Press(kb.Enter))
	until(t, b, open+"("+control("inspector-play")+") && "+control("inspector")+".clientHeight > 200")
	until(t, b, "['tour=deadlock', 'step=2', 'select='].every(s => location.search.includes(s))") // what is pinned is, on that step
	eval[bool](t, b, "("+control("inspector-close")+".click(), true)")
	until(t, b, open+"("+control("tour-play")+")")
	eval[bool](t, b, "("+control("tour-exit")+".click(), true)")
	until(t, b, "!document.documentElement.dataset.tour && congestree.measures().hosts === 128")
	for address, want := range map[string]string{"?tour=nothing": "no such tour", "?tour=hol&step=99": "from 1 to 5", "?step=2": "belongs to a tour"} {
		load(t, b, address)
		until(t, b, `document.querySelector('.banner').textContent.includes('`+want+`')`)
	}
}

// A link made during a tour opens the step while that is on screen; who has strayed shares what they see.
func TestTourLinksShowTheScreen(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1280, Height: 860, Features: "prefers-reduced-motion=reduce", Before: hasty})
	check(t, b.Go(site+"?tour=hol&step=2&theme=dark"))
	onStep(t, b, "2")
	back := func() {
		t.Helper()
		eval[bool](t, b, "("+control("tour-again")+".click(), true)")
		onStep(t, b, "2")
	}
	shares := func(with, without string) {
		t.Helper()
		eval[bool](t, b, "("+control("open-share")+".click(), true)")
		until(t, b, control("share")+".open")
		if link := eval[string](t, b, control("share-text")+".value"); !strings.Contains(link, with) || without != "" && strings.Contains(link, without) {
			t.Errorf("the link is %s, with %s and without %s", link, with, without)
		}
		check(t, b.Press(kb.Escape))
		until(t, b, "!"+control("share")+".open")
	}
	shares("tour=hol&step=2", "")
	choose(t, b, "queuing", "vftree", "change")
	until(t, b, "congestree.link().includes('vftree') && congestree.measures().delivered > 0")
	shares("preset=vftree", "tour=")
	back()
	shares("tour=hol&step=2", "vftree")

	// Undo and redo lead to steps, and to what somebody has strayed to, which going on with the tour does not lose.
	press := func(id string) {
		t.Helper()
		eval[bool](t, b, "("+control(id)+".click(), true)")
	}
	at := func(step, address string) {
		t.Helper()
		until(t, b, "document.documentElement.dataset.tourStep === '"+step+"' && location.search === '"+address+"' && congestree.measures().delivered > 0")
	}
	const second, third, strayed = "?tour=hol&step=2&theme=dark", "?tour=hol&step=3&theme=dark", "?preset=vftree&load=0.5&theme=dark"
	at("2", second)
	press("undo")
	at("2", strayed)
	press("undo")
	onStep(t, b, "2")
	at("2", second)
	until(t, b, control("undo")+".disabled")
	press("redo")
	at("2", strayed)
	press("tour-next")
	onStep(t, b, "3")
	at("3", third)
	press("undo")
	at("2", strayed)
	press("redo")
	onStep(t, b, "3")
	at("3", third)
	check(t, b.Go(site+"?tour=hol&step=2")) // whose theme was that of the link
	onStep(t, b, "2")
	load(t, b, "?tour=karol&step=2")
	at("2", "?tour=karol&step=2")
	press("undo") // in one, though the link has run the default until its tour began
	onStep(t, b, "2")
	at("2", "?tour=hol&step=2")
	eval[any](t, b, "congestree.seek(20000).then(() => true)")
	shares("t=20us", "tour=")
	back()
	for !eval[bool](t, b, control("tour-keep")+".checkVisibility()") {
		eval[bool](t, b, "("+control("tour-next")+".click(), true)")
		time.Sleep(200 * time.Millisecond)
	}
	shares("preset=", "tour=")
	// The end has the last picture beside it, also after a change and its undo, and a reload leads to it.
	last := eval[string](t, b, "document.documentElement.dataset.tourStep")
	address := eval[string](t, b, "location.search")
	if !strings.HasPrefix(address, "?tour=hol&step=") {
		t.Errorf("at the end the address is %s", address)
	}
	until(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().delivered > 0")
	picture := eval[float64](t, b, "congestree.measures().simulated_ns")
	choose(t, b, "queuing", "vftree", "change")
	until(t, b, "location.search.includes('preset=vftree') && congestree.measures().delivered > 0")
	changed := eval[string](t, b, "location.search")
	press("undo")
	at(last, address)
	until(t, b, fmt.Sprintf("congestree.measures().simulated_ns === %v && document.documentElement.dataset.state === 'paused'", picture))
	press("redo")
	at(last, changed)
	press("undo")
	at(last, address)

	// Where the legend takes another line, as in longer words, the caption stands on it.
	check(t, b.Look(Options{Width: 1440, Height: 900, Features: "prefers-reduced-motion=reduce", Before: hasty}))
	load(t, b, "?tour=hol&step=2&lang=es")
	onStep(t, b, "2")
	const above = "(document.querySelector('.legend').getBoundingClientRect().top - document.getElementById('tour').getBoundingClientRect().bottom)"
	until(t, b, "Math.abs("+above+") < 1")
	choose(t, b, "look-links", "HoL-blocked packets", "change")
	until(t, b, "document.querySelector('.legend').clientHeight > 50 && Math.abs("+above+") < 1")
}
