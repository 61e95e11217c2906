package browser

// What the page says of congestion, and when it says nothing: trees or none, whose list can be read whole; sentences that
// leave the curves in view; and no drawing while nothing changes.

import (
	"strings"
	"testing"
)

// Every WebGL draw call is counted from the beginning.
const countDraws = `window.drawCalls = 0;
	for (const gl of [WebGLRenderingContext, WebGL2RenderingContext]) for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced', 'drawRangeElements', 'clear']) {
		const draw = gl.prototype[name];
		if (draw) gl.prototype[name] = function(...a) { window.drawCalls++; return draw.apply(this, a); };
	}`

func TestSeeingCongestion(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900, Before: countDraws})
	check(t, b.Go(site+"?preset=hot-spot&speed=5000")) // slow, so that it comes to no mark before the seek
	check(t, b.Running())
	// calls counts for a while, once what was under way has been drawn.
	calls := func() int {
		return eval[int](t, b, `(async () => {
			const rest = ms => new Promise(r => setTimeout(r, ms));
			await rest(700);
			const before = drawCalls;
			await rest(1300);
			return drawCalls - before;
		})()`)
	}
	if n := calls(); n == 0 {
		t.Error("nothing is drawn while it runs")
	}

	// Before any tree the network falls behind, and both texts say so.
	seek(t, b, "58000")
	for _, where := range []string{"document.getElementById('summary')", "document.querySelector('.trees .empty')"} {
		until(t, b, where+".textContent.includes('falls behind: 65 %') && "+where+".textContent.includes('packets wait for S')")
	}
	if text := eval[string](t, b, "document.getElementById('summary').textContent"); strings.Contains(text, "Nothing is congested") {
		t.Error(text)
	}
	n := calls()
	for range 4 { // a slow machine is late with what was under way; what goes on for ever is seen each time
		if n > 0 {
			n = calls()
		}
	}
	if n != 0 {
		t.Errorf("%d draw calls while it rests", n)
	}

	// Sentences of marks leave the curve in view; those that come by themselves are the title alone, whole and at its mark,
	// and come while it plays only.
	if !eval[bool](t, b, "document.querySelectorAll('.mark').length > 0 && document.querySelector('[data-testid=mark-text]').hidden") {
		t.Error("a mark is announced after a seek, or there is none")
	}
	check(t, b.Eval("congestree.play()", nil))
	until(t, b, `(() => {
		const tip = document.querySelector('[data-testid=mark-text]'), r = tip.getBoundingClientRect(), p = tip.querySelector('p');
		if (tip.hidden || p.scrollWidth > p.clientWidth) return false;
		const m = congestree.course().marks.find(m => p.textContent.endsWith(': ' + m.title + '. ') && m.t > 58);
		const flag = m && [...document.querySelectorAll('.mark')].findLast(e => +e.dataset.t <= m.t).getBoundingClientRect();
		return flag && flag.right >= r.left && flag.left <= r.right && r.width < document.querySelector('.track').clientWidth / 2;
	})()`)
	const clear = `(() => {
		const tip = ` + "document.querySelector('[data-testid=mark-text]').getBoundingClientRect(), curve = document.querySelector('.u-over').getBoundingClientRect()" + `;
		return tip.height > 0 && (tip.top >= curve.bottom - 2 || tip.bottom <= curve.top);
	})()`
	until(t, b, clear)
	check(t, b.Eval("congestree.pause()", nil))
	check(t, b.Eval("document.querySelector('.mark').click()", nil))
	until(t, b, clear)

	// Many trees: the largest at the top, a row cut at the foot, all within reach, each with its birth and its line.
	m := seek(t, b, "77000")
	if len(m.Trees) < 10 {
		t.Fatalf("%d trees", len(m.Trees))
	}
	until(t, b, "document.querySelectorAll('.trees .tree').length === 8 && document.querySelectorAll('.trees .tree .spark .size').length === 8")
	check(t, b.Eval(control("all-trees")+".click()", nil))
	until(t, b, "document.querySelectorAll('.trees .tree').length === congestree.measures().trees.length && document.querySelectorAll('.trees [class*=again-]').length > 1")
	const cut = `(() => {
		const list = document.querySelector('[data-testid=trees]'), box = list.getBoundingClientRect();
		return [...list.children].map(e => e.getBoundingClientRect()).flatMap(r =>
			r.top < box.top - 1 && r.bottom > box.top + 1 ? ['top'] : r.top < box.bottom - 1 && r.bottom > box.bottom + 1 ? ['foot'] : []).join();
	})()`
	if got := eval[string](t, b, cut); got != "foot" {
		t.Errorf("of the list there is cut: %q", got)
	}
	const largest = "(() => { const trees = congestree.measures().trees, first = +document.querySelector('.trees .tree').dataset.tree; return trees.find(t => t.id === first).ports === Math.max(...trees.map(t => t.ports)); })()"
	until(t, b, largest)
	check(t, b.Eval("document.querySelector('[data-testid=trees]').scrollTop = 1e6", nil))
	until(t, b, cut+" === 'top'")
	if text := eval[string](t, b, "[...document.querySelectorAll('.trees .tree')].pop().textContent"); !strings.Contains(text, "born ") || !strings.Contains(text, " old") {
		t.Error(text)
	}
	// One that came late and has outgrown the others is in view, and it is seen that there are more than these rows.
	seek(t, b, "98000")
	until(t, b, "congestree.measures().trees.length === 5 && document.querySelectorAll('.trees .tree').length === 5")
	until(t, b, largest)
	check(t, b.Eval("document.querySelector('[data-testid=trees]').scrollTop = 0", nil))
	until(t, b, cut+" === 'foot'")
}
