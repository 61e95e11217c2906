package browser

// The papers' tables in the gallery: shown, accessible, and every cell a click away from running.

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

func TestPapers(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=karol-8&papers=rar-vftree-best")
	led := func(what, place string) { // by a link: it is in view, marked, and has the focus
		t.Helper()
		until(t, b, control("papers")+`.open && document.querySelectorAll('.papers .led').length === 1 && document.querySelector('.papers .led').contains(document.activeElement)`)
		if got := eval[string](t, b, `(e => { const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.left + 20, r.top + r.height / 2);
			return e.contains(at) && getComputedStyle(e).boxShadow !== 'none' ? document.activeElement.textContent.trim() : 'out of view, or like any'; })(document.querySelector('.papers .led'))`); !strings.Contains(got, what) {
			t.Errorf("the link leads to %q, not %q", got, what)
		}
		until(t, b, "location.search === '?preset=karol-8&papers="+place+"'")
	}
	led("vFtree achieves its best", "rar-vftree-best")
	if l := eval[string](t, b, "congestree.link()"); !strings.HasSuffix(l, "?preset=karol-8") {
		t.Errorf("the run behind the dialog is %s", l)
	}
	eval[bool](t, b, `(navigator.clipboard.writeText = x => { window.copied = x; return Promise.resolve(); }, document.querySelector('.led .cite').click(), true)`)
	until(t, b, "window.copied === location.origin + location.pathname + '?papers=rar-vftree-best' && "+control("papers-said")+".textContent === 'Link copied'")
	shown := func(class string) string {
		return `(all => all.length > 0 && all.every(e => e.querySelector('h4 b').className === '` + class + `'))([...document.querySelectorAll('[data-claim]')])`
	}
	eval[bool](t, b, `(document.querySelector('[name=papers-only]').focus(), true)`)
	check(t, b.Press(kb.ArrowRight))
	until(t, b, shown("holds")+" && "+control("papers-counted")+".textContent.includes('are shown')")
	check(t, b.Press(kb.ArrowRight))
	until(t, b, shown("fails"))
	check(t, b.Press(kb.ArrowRight))
	until(t, b, shown("")) // undecided
	choose(t, b, "papers-experiment", "rar-table-2", "change")
	until(t, b, "location.search === '?preset=karol-8&papers=rar-table-2' && !document.querySelector('.papers .led') && "+control("papers-only")+".hidden")
	check(t, b.Press(kb.Escape))
	until(t, b, "!"+control("papers")+".open && location.search === '?preset=karol-8'")
	if left := eval[string](t, b, "congestree.load('?preset=karol-8&papers=%3Cb%3E').then(m => m.left_out)"); !strings.Contains(left, "papers=<b>") || !strings.Contains(left, "such as rar-table-2") || eval[bool](t, b, control("papers")+".open") {
		t.Errorf("an unknown table: %q", left)
	}
	eval[bool](t, b, "("+control("banner-dismiss")+".click(), true)")
	for _, theme := range []string{"light", "dark"} {
		o := Options{Width: 1000, Height: 700, Features: "prefers-color-scheme=" + theme}
		if theme == "light" {
			o.Width, o.Height, o.Mobile = 390, 844, true
		}
		check(t, b.Look(o))
		const cells = `document.querySelectorAll('[data-cell]').length`
		if b.Until(cells+" === 0", 5*time.Second) != nil {
			t.Errorf("the closed dialog holds %d cells", eval[int](t, b, cells))
		}
		eval[bool](t, b, "("+control("open-papers")+".click(), true)")
		if theme == "dark" { // it shows what it showed last
			until(t, b, control("papers")+".open && document.querySelector('.papers-curves')")
			choose(t, b, "papers-experiment", "rar-table-2", "change")
		}
		until(t, b, control("papers")+".open && "+cells+" === 85")
		if !eval[bool](t, b, `(far => far.length > 0 && far.every(e => getComputedStyle(e).textDecorationLine === 'underline'))([...document.querySelectorAll('.papers .far')])`) {
			t.Error("only a colour tells which cells are far off")
		}
		choose(t, b, "papers-scheme", "vFtree", "change")
		const cell = `document.querySelector('[data-cell="iq/2TH-AS-K/3/vFtree/HS10-1"]')`
		until(t, b, cell+" !== null")
		if text := eval[string](t, b, cell+".firstElementChild.textContent"); !strings.HasSuffix(text, " / 65") {
			t.Errorf("the cell says %q, but 65 is published", text)
		}
		for _, v := range axe(t, b) {
			t.Error(theme, v)
		}
		picture(t, b)
		const row, column = `document.querySelector('.papers tbody tr:last-child th')`, `document.querySelector('.papers thead th:last-child')`
		if stays := eval[any](t, b, `(() => {
			const box = document.querySelector('.papers .scroll'), at = () => [`+row+`.getBoundingClientRect().left, `+column+`.getBoundingClientRect().top].join();
			box.scrollTo(0, 0); const before = at(); box.scrollTo(1e4, 1e4);
			const after = at(), moved = box.scrollTop > 0; box.scrollTo(0, 0); return before === after || [moved, box.scrollHeight, box.clientHeight, before, after].join(" ");
		})()`); stays != true {
			t.Errorf("%s: names of rows and columns leave the table's window: %v", theme, stays)
		}
		if theme == "light" && !eval[bool](t, b, `(() => {
			const edge = document.querySelector('.papers .scroll').getBoundingClientRect().right;
			return [...document.querySelectorAll('.papers thead th')].some(e => { const r = e.getBoundingClientRect(); return r.left < edge - 8 && r.right > edge + 8; });
		})()`) {
			t.Error("on a phone nothing tells of the columns that are not seen")
		}
		if w := eval[float64](t, b, "document.documentElement.scrollWidth - innerWidth"); w > 0 {
			t.Errorf("%s: the page is %v pixels wider than the window", theme, w)
		}
		for _, x := range []string{"claims-RAR", "rar-fig-8", "afi-fig-7", "rar-table-1", "drb-fig-7-7", "fbicm-fig-6c"} {
			choose(t, b, "papers-experiment", x, "change")
			until(t, b, map[string]string{
				"claims-RAR": "document.querySelectorAll('.claims li').length > 20", "rar-fig-8": cells + " === 34", "afi-fig-7": cells + " === 64 && " + control("papers-scheme") + ".hidden", "rar-table-1": cells + " === 0 && " + control("papers") + ".textContent.includes('Exact')",
				"drb-fig-7-7":  `document.querySelectorAll('.map .heat-10').length > 0 && document.querySelectorAll('.map td').length === 256`,
				"fbicm-fig-6c": `document.querySelectorAll('.papers-curves polyline').length === 2 && document.querySelector('.papers-curves').clientHeight > 100`,
			}[x])
			if x == "fbicm-fig-6c" { // the table has been looked at
				continue
			}
			for _, v := range axe(t, b) {
				t.Error(theme, x, v)
			}
		}
		if theme == "light" { // a key of the page does nothing behind the dialog; Escape closes it
			eval[bool](t, b, `(document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true})), true)`)
			check(t, b.Eval(control("papers")+".dispatchEvent(new Event('cancel', {cancelable: true})); true", nil))
			until(t, b, "!"+control("papers")+".open")
			if eval[bool](t, b, control("help-dialog")+".open") {
				t.Error("a key reached the page behind the dialog")
			}
			continue
		}
		choose(t, b, "papers-experiment", "rar-table-3", "change")
		const run = `document.querySelector('[data-cell="voq/2TH-AS-K/3/vFtree/HS10-4"]')`
		until(t, b, run+" !== null")
		eval[bool](t, b, "("+run+".click(), true)")
		check(t, b.Until("!"+control("papers")+".open && congestree.measures().hosts === 11664", time.Minute))
		until(t, b, control("note")+".textContent.includes('voq/2TH-AS-K/3/vFtree/HS10-4')")
		for _, want := range []string{"trigger=2TH", "delta=3", "queuing=vftree"} {
			if l := eval[string](t, b, "congestree.link()"); !strings.Contains(l, want) {
				t.Errorf("the cell opened %s, without %s", l, want)
			}
		}
		until(t, b, "congestree.measures().delivered > 0")
		eval[any](t, b, "history.back()")
		led("Table 3, vFtree", "rar-table-3:vFtree") // as it was when the cell was pressed
		until(t, b, "congestree.link().includes('karol-8') && congestree.measures().hosts === 8")
		eval[any](t, b, "history.forward()")
		check(t, b.Until("location.search.includes('trigger=2TH') && !"+control("papers")+".open && congestree.measures().hosts === 11664", time.Minute))
		load(t, b, "?papers=drb-fig-7-2") // a cell that has run in a moment, and then is what the command line has had
		until(t, b, cells+" > 0")
		eval[bool](t, b, `(document.querySelector('[data-cell="drb-torus-4x4/DRB/butterfly"]').click(), true)`)
		until(t, b, "congestree.measures().hosts === 16 && !"+control("run-cell")+".hidden")
		eval[bool](t, b, "("+control("run-cell")+".click(), true)")
		until(t, b, control("here")+".textContent.startsWith('Here: 48.9') && "+control("here")+".textContent.endsWith('the same to the bit.') && "+control("run-cell")+".hidden")
	}
}
