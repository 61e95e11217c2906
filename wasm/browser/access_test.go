package browser

// What no rule of axe's measures: room for text spaced as readers may want it, a focus that nothing covers, targets large
// enough, and what pointing at something shows.

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// spaced sets text as wide as WCAG 1.4.12 has it.
const spaced = `(() => {
	const s = new CSSStyleSheet();
	s.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }');
	document.adoptedStyleSheets = [s];
	return new Promise(done => setTimeout(done, 500, true));
})()`

// rootsCut are the roots in the list of trees of which neither the name nor the short one, which is seen in its stead, has room.
const rootsCut = `[...document.querySelectorAll('.tree .where')].filter(e => {
	const [full, brief] = e.children, r = full.getBoundingClientRect(), room = e.getBoundingClientRect();
	return r.top > room.bottom - 3 ? brief.scrollWidth > brief.clientWidth : r.right > room.right + .5 || brief.clientWidth > 0;
})`

// Text with more space between its lines, letters and words is not cut, and lies over no other.
func TestSpacedTextHasRoom(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=hot-spot&t=90us&compare=queuing:dbbm~queuing:fbicm~queuing:vftree"))
	check(t, b.Until("document.querySelectorAll('.trees li').length > 3 && document.querySelectorAll('.chart-tools .key-lane').length === 4", wait))
	// A run that goes on for hours has trees of many digits; each of them is written beside its tree's life, not over it.
	if over := eval[[]string](t, b, `[...document.querySelectorAll('.tree .number')].filter(e => {
		const was = e.firstChild.textContent;
		e.firstChild.textContent = '4277';
		const over = e.getBoundingClientRect().right > e.parentElement.querySelector('.life').getBoundingClientRect().left;
		e.firstChild.textContent = was;
		return over;
	}).map(e => e.parentElement.textContent)`); len(over) > 0 {
		t.Errorf("numbers of four digits lie over %q", over)
	}
	// Of four schemes no number runs into the next one, as long as it may be.
	if over := eval[int](t, b, `(() => {
		const best = [...document.querySelectorAll('.compare td .best > [aria-hidden] + span')], was = best.map(e => e.textContent);
		best.forEach(e => e.textContent = '11.26\u202fµs');
		const over = best.filter(e => { const r = e.closest('td').getBoundingClientRect(); return [e.previousSibling, e].some(x => x.getBoundingClientRect().left < r.left - 1 || x.getBoundingClientRect().right > r.right + 1); }).length;
		best.forEach((e, i) => e.textContent = was[i]);
		return best.length ? over : -1;
	})()`); over != 0 {
		t.Errorf("%d best numbers do not fit in their columns", over)
	}
	if room := eval[[]float64](t, b, `['7', '123456'].map(n => {
		const e = document.querySelector('.tree .number b'), was = e.textContent;
		e.textContent = n;
		const room = e.closest('.tree').querySelector('.where').clientWidth;
		e.textContent = was;
		return room;
	})`); room[0] != room[1] {
		t.Errorf("a root's name has %v pixels, and %v beside a number of six digits", room[0], room[1])
	}
	check(t, b.Eval(spaced, nil))
	for _, c := range []struct {
		name string
		o    Options
	}{
		{"wide", Options{Width: 1440, Height: 900}},
		{"phone", Options{Width: 390, Height: 844, Mobile: true}},
		{"narrow panel", Options{Width: 1100, Height: 700}},
		{"200 %", Options{Width: 720, Height: 450}},
		{"400 %", Options{Width: 320, Height: 256}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, b.Look(c.o))
			for _, wrong := range eval[[]string](t, b, `(() => {
				const out = [], within = (inner, outer) => {
					const foot = document.querySelector(outer).getBoundingClientRect();
					for (const e of document.querySelectorAll(inner)) if (e.checkVisibility() && (r => r.bottom > foot.bottom + 1 || r.right > foot.right + 1)(e.getBoundingClientRect())) out.push(outer + ' cuts ' + e.textContent);
				};
				within('.legend li', '.legend');
				within('.trees ul', '.trees');
				for (const e of document.querySelectorAll('.tree .where b')) e.textContent = e.textContent.replace(/S[\d.]+/, 'S2.647').replace(/\d+$/, '35');
				for (const e of `+rootsCut+`) out.push('cut: ' + e.textContent);
				within('.chart-tools .plot-head .key-lane', '.chart-tools .plot-head');
				const heads = [...document.querySelectorAll('.trees .columns span')].map(e => { const r = document.createRange(); r.selectNodeContents(e); return [e.textContent, r.getBoundingClientRect()]; });
				heads.slice(1).forEach(([text, r], i) => { if (r.left < heads[i][1].right) out.push(text + ' lies over ' + heads[i][0]); });
				for (const e of document.querySelectorAll('.readouts dl > div')) if (e.scrollWidth > e.clientWidth) out.push('no room for ' + e.textContent);
				const speed = document.querySelector('[data-testid=speed]'), of = document.createElement('span'), css = getComputedStyle(speed);
				of.style.cssText = 'position: absolute; white-space: nowrap; font-family: ' + css.fontFamily + '; font-size: ' + css.fontSize;
				document.body.append(of);
				for (const text of [speed.selectedOptions[0].textContent, '6.06 µs per s']) { // as a tour's
					of.textContent = text;
					if (of.getBoundingClientRect().width > speed.clientWidth - parseFloat(css.paddingLeft) - parseFloat(css.paddingRight)) out.push('no room for ' + text);
				}
				of.remove();
				for (const e of document.querySelectorAll('.doors button')) if (e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth) out.push('no room for ' + e.textContent);
				return out;
			})()`) {
				t.Error(wrong)
			}
			check(t, b.Eval(control("chart-table")+".click()", nil))
			if !eval[bool](t, b, control("chart-data-close")+".getBoundingClientRect().right <= "+control("chart-data-close")+".closest('dialog').getBoundingClientRect().right") {
				t.Error("the table's buttons do not fit in its window")
			}
			check(t, b.Eval(control("chart-data-close")+".click()", nil))
		})
	}
	// A tour at 200 %: its caption is not pressed out of its strip, and the readout of the warm-up not cut.
	check(t, b.Look(Options{Width: 720, Height: 450}))
	eval[any](t, b, "(congestree.load('?tour=hol&step=1').catch(() => 0), null)") // which need not have come to its instant
	until(t, b, "document.querySelector('.tour .say')?.textContent")
	check(t, b.Eval(spaced, nil))
	if s := eval[string](t, b, `(() => {
		const tour = document.querySelector('.tour'), say = tour.querySelector('.say'), since = document.querySelector('.readouts .since dd');
		return (say.clientHeight >= 2 * parseFloat(getComputedStyle(say).lineHeight) - 1 && tour.scrollWidth <= tour.clientWidth ? '' : 'the caption ' + say.clientHeight + ' ' + tour.scrollWidth) + (since.scrollWidth <= since.clientWidth ? '' : ' ' + since.textContent);
	})()`); s != "" {
		t.Error("no room for", s)
	}
}

// Four schemes beside each other in a magnified page have their names, and pictures that these leave free.
func TestNamesOfNarrowLanes(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 320, Height: 256})
	check(t, b.Go(site+"?preset=hot-spot&t=90us&compare=queuing:dbbm~queuing:fbicm~queuing:vftree"))
	check(t, b.Until("document.querySelectorAll("+quote(`[data-testid="lane-title"]`)+").length === 4", wait))
	if cut := eval[string](t, b, `[...document.querySelectorAll('[data-testid="lane-title"]')].filter(e => e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > e.closest('.lane').getBoundingClientRect().right).map(e => e.textContent).join()`); cut != "" {
		t.Error("cut:", cut)
	}
	const room = `Math.min(...[...document.querySelectorAll('.lane')].map(e => e.getBoundingClientRect().bottom - e.querySelector('.lane-head').getBoundingClientRect().bottom))`
	if b.Until(room+" >= 80", wait) != nil {
		t.Error("of a picture there are pixels below its head:", eval[float64](t, b, room))
	}
}

// What has the focus is not under what stays in place: the transport at the panel's head, a tour's strip at a phone's foot, the
// heads of tables. Backwards, since what is above comes to the upper edge then.
func TestFocusIsNotCovered(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Before: hasty})
	for i, c := range []struct {
		name, query, open string // no query: of the page that is open
		o                 Options
	}{
		{"panel", "?preset=hot-spot&t=90us", "", Options{Width: 1440, Height: 900}},
		{"phone", "", "", Options{Width: 390, Height: 844, Mobile: true}},
		{"papers", "", "open-papers", Options{Width: 900, Height: 600}},
		{"tours", "", "open-tours", Options{Width: 390, Height: 844, Mobile: true}},
		{"tour on a phone", "?tour=hol&step=3", "", Options{Width: 390, Height: 844, Mobile: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, b.Look(c.o))
			if i == 0 {
				check(t, b.Go(site+c.query))
			} else if c.query != "" {
				load(t, b, c.query)
			}
			check(t, b.Until("document.querySelectorAll('.trees li').length > 0 && document.querySelector('#loading').hidden", wait)) // trees are listed before the first picture is drawn
			within := "'#panel'"
			if c.open != "" {
				check(t, b.Eval(control(c.open)+".click()", nil))
				until(t, b, "document.querySelector('dialog[open]')")
				within = "'dialog[open]'"
			}
			if covered := eval[[]string](t, b, `(async () => {
				document.querySelectorAll('.panel details').forEach(d => d.open = true);
				await congestree.pause();
				await new Promise(done => setTimeout(done, 300));
				const all = [...document.querySelector(`+within+`).querySelectorAll('button, select, input, summary')].filter(e => !e.disabled && e.checkVisibility()), out = [];
				for (const e of [...all, ...[...all].reverse()]) {
					e.focus();
					const r = e.getBoundingClientRect(), hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
					if (!e.contains(hit)) out.push((e.dataset.testid || e.textContent) + ' under ' + (hit && (hit.dataset.testid || hit.className || hit.localName + '#' + hit.id)));
				}
				return out;
			})()`); len(covered) > 0 {
				t.Errorf("%d are covered: %s", len(covered), strings.Join(covered, "; "))
			}
			check(t, b.Eval("document.querySelector('dialog[open]')?.querySelector('.close, [data-testid$=close]')?.click()", nil))
			until(t, b, "!document.querySelector('dialog[open]')")
		})
	}
}

// A lecturer fills the screen by a button, whose name then says how to leave it.
func TestFullScreen(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=karol-8")
	for _, c := range []struct{ before, after string }{{"Fill the screen", "Leave the full screen"}, {"Leave the full screen", "Fill the screen"}} {
		const button = `document.querySelector('[data-testid="full-screen"]')`
		until(t, b, button+".checkVisibility() && "+button+".ariaLabel === "+quote(c.before))
		check(t, b.within(10*time.Second, chromedp.Click(`[data-testid="full-screen"]`, chromedp.ByQuery)))
		until(t, b, button+".ariaLabel === "+quote(c.after)+" && (document.fullscreenElement === document.documentElement) === "+map[bool]string{true: "true", false: "false"}[c.before == "Fill the screen"])
	}
}

// The timeline's flags are large enough to be hit. The sentences they show when pointed at stay while the pointer goes there, and
// Escape puts away what pointing at something shows.
func TestPointedAt(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=hot-spot&t=90us"))
	check(t, b.Until("document.querySelectorAll("+quote(`[data-testid="mark"]`)+").length > 1 && document.documentElement.dataset.state === 'paused'", wait))
	check(t, b.Eval("new Promise(done => setTimeout(done, 500, true))", nil))
	if small := eval[int](t, b, `[...document.querySelectorAll('[data-testid="mark"]')].filter(e => { const r = e.getBoundingClientRect(); return r.width < 24 || r.height < 24; }).length`); small > 0 {
		t.Errorf("%d flags are smaller than 24 × 24", small)
	}
	point := func(x, y float64) {
		t.Helper()
		check(t, b.within(10*time.Second, chromedp.MouseEvent("mouseMoved", x, y)))
	}
	middle := func(of string) (x, y float64) {
		t.Helper()
		at := eval[[2]float64](t, b, "(r => [r.left + r.width / 2, r.top + r.height / 2])(("+of+").getBoundingClientRect())")
		return at[0], at[1]
	}
	const tip = `document.querySelector('[data-testid="mark-text"]')`
	var x, y float64
	for try := range 3 { // a browser that is busy may bring the pointer too late
		x, y = middle(control("mark"))
		point(x, y)
		until(t, b, "!"+tip+".hidden")
		tx, ty := middle(tip)
		point(x, y-40) // between both
		point(tx, ty)
		check(t, b.Eval("new Promise(done => setTimeout(done, 1500, true))", nil))
		if !eval[bool](t, b, tip+".hidden") {
			break
		}
		if try == 2 {
			t.Error("the sentence goes while it is pointed at")
		}
	}
	point(600, 300)
	until(t, b, tip+".hidden")
	x, y = middle(control("mark"))
	point(x, y)
	until(t, b, "!"+tip+".hidden")
	check(t, b.Press(kb.Escape))
	if !eval[bool](t, b, tip+".hidden") {
		t.Error("Escape leaves a flag's sentence")
	}

	doc := "document.querySelector('#f-network').closest('.field').querySelector('.doc')"
	check(t, b.Eval("document.querySelectorAll('.panel details').forEach(d => d.open = true); new Promise(done => setTimeout(done, 700, true))", nil))
	check(t, b.Eval("document.querySelector('#f-network').scrollIntoView({block: 'center'}); new Promise(done => setTimeout(done, 300, true))", nil))
	x, y = middle("document.querySelector('#f-network')")
	point(x, y)
	until(t, b, doc+".checkVisibility()")
	check(t, b.Press(kb.Escape))
	until(t, b, "!"+doc+".checkVisibility()")
	point(x, y-300)
	point(x, y)
	until(t, b, doc+".checkVisibility()")
}
