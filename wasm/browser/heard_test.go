package browser

// What a screen reader says: what has happened, once, and not every number that changes while it plays.

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestHeardWhilePlaying(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=hot-spot&t=90us&speed=5000"))
	until(t, b, "document.querySelectorAll('.trees .tree').length > 0 && "+control("moved")+".textContent === 'paused'")
	check(t, b.Eval("window.said = []; new MutationObserver(() => { const s = "+control("moved")+".textContent; if (s) said.push(s); }).observe("+control("moved")+", {childList: true, characterData: true, subtree: true})", nil))
	check(t, b.Eval(control("step")+".click()", nil))
	until(t, b, control("heard")+".textContent === document.getElementById('summary').textContent && "+control("heard")+".textContent !== ''")
	until(t, b, "["+control("heard")+", "+control("moved")+"].every(e => e.textContent === '')") // who reads on does not come upon it
	if s := eval[string](t, b, "said.join()"); s != "" {
		t.Errorf("a step is read out as %q", s)
	}

	// Who plays hears so, and the speed that the keys and buttons lead to.
	check(t, b.Eval(control("play")+".click()", nil))
	until(t, b, control("moved")+".textContent === 'running'")
	check(t, b.Eval(control("faster")+".click()", nil))
	until(t, b, control("speed-said")+".textContent === "+control("speed")+".selectedOptions[0].textContent && "+control("speed-said")+".textContent.includes('per s')")
	faster := eval[string](t, b, control("speed-said")+".textContent")
	check(t, b.Press("["))
	until(t, b, control("speed-said")+".textContent.includes('per s') && "+control("speed-said")+".textContent !== '"+faster+"'")
	speed := eval[string](t, b, control("speed")+".value")
	eval[any](t, b, "(document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '[', altKey: true, bubbles: true})), null)") // as Spanish keyboards of a Mac have it
	until(t, b, "+"+control("speed")+".value < "+speed)

	// While it plays, what stays is not written again, and neither the cursor of time nor a tree's description says every frame.
	type told struct {
		Frames, Labels, Same, Values, Descriptions int
		Which                                      string
	}
	const listen = `(async () => {
		const told = {frames: 0, labels: 0, same: 0, values: 0, descriptions: 0, which: ''};
		const see = (el, options, f) => { const o = new MutationObserver(list => list.forEach(f)); o.observe(el, {subtree: true, ...options}); return o; };
		const cursor = document.querySelector('[data-testid=cursor]');
		const all = [
			see(document.querySelector('.readouts'), {childList: true}, r => { r.target.closest('dt') ? told.labels++ : r.target.closest('.time') && told.frames++; }),
			see(document.querySelector('.panel'), {attributes: true, attributeOldValue: true}, r => {
				if (r.oldValue === r.target.getAttribute(r.attributeName) && r.attributeName !== 'class') { told.same++; told.which = r.target.outerHTML.slice(0, 80) + ' ' + r.attributeName; }
				if (r.attributeName === 'aria-description' && r.oldValue !== null) told.descriptions++;
			}),
			see(cursor, {attributes: true, attributeFilter: ['aria-valuetext']}, () => told.values++),
		];
		await new Promise(r => setTimeout(r, 4000));
		all.forEach(o => o.disconnect());
		return told;
	})()`
	x := eval[told](t, b, listen)
	if x.Frames < 4 || x.Labels > 0 || x.Same > 0 || x.Values > 1 || x.Descriptions > 0 {
		t.Errorf("while it plays: %+v", x)
	}
	check(t, b.Eval(control("play")+".click()", nil))
	until(t, b, control("moved")+".textContent === 'paused'")
	until(t, b, "Math.abs("+control("cursor")+".getAttribute('aria-valuenow') - congestree.measures().simulated_ns / 1000) < 0.01")

	// Who pins a port by its name hears that it is there.
	check(t, b.Eval(control("inspect")+".click()", nil))
	until(t, b, "document.querySelector('.finder').open")
	check(t, b.Eval(`{ const e = `+control("pin-what")+`; e.focus(); e.value = 'S1.1:2'; e.dispatchEvent(new Event('input', {bubbles: true})) }`, nil))
	check(t, b.Press(kb.Enter))
	until(t, b, control("pin-said")+".textContent === 'The inspector shows S1.1 port 2'")

	// And who compares, that another scheme is there.
	check(t, b.Eval("congestree.compare('queuing', 'dbbm').catch(() => {}); true", nil))
	until(t, b, control("lanes-said")+".textContent === 'Schemes compared: 1Q, DBBM'")

	// A change starts anew, whether it rested or not.
	choose(t, b, "load", "0.8", "change")
	until(t, b, control("moved")+".textContent === 'running from time 0'")
}

// Nothing is said twice: a button's description is its key, not its name again; that of a tree is what its row does not say.
// Sections can be gone to by their headings, and what is open closes on Escape also where nothing has the focus.
func TestNamesAreSaidOnce(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=hot-spot&t=100us&lang=es&compare=queuing:dbbm"))
	until(t, b, "document.querySelectorAll('.trees .tree').length > 0 && document.querySelectorAll('.lane-head').length === 2")
	if twice := eval[string](t, b, `[...document.querySelectorAll('button[aria-label][title], input[aria-label][title]')]
		.filter(e => e.title !== e.ariaLabel && e.title.startsWith(e.ariaLabel) && !e.hasAttribute('aria-description')).map(e => e.title).join('; ')`); twice != "" {
		t.Error("said twice: ", twice)
	}
	if s := eval[string](t, b, control("play")+".title + '|' + "+control("play")+".getAttribute('aria-description')"); s != "Reproducir (Espacio)|Espacio" {
		t.Error(s)
	}
	if s := eval[string](t, b, "document.querySelector('.trees .tree').getAttribute('aria-description')"); strings.Contains(s, "hosts") || strings.Contains(s, "víctima") || !strings.Contains(s, "culpables") {
		t.Error(s)
	}
	// Before a section, not in its button: there Enter on a heading does nothing in some screen readers.
	if s := eval[string](t, b, `[...document.querySelectorAll('.group')].filter(e => {
		const h = e.previousElementSibling;
		return h?.localName !== 'h3' || h.hidden !== e.hidden || h.textContent !== e.querySelector('.title').textContent;
	}).map(e => e.textContent).join('; ')`); s != "" {
		t.Error("no headings: ", s)
	}
	check(t, b.Eval("document.querySelector('.chart-tools .table').click(); document.activeElement.blur()", nil))
	until(t, b, "document.querySelector('#chart dialog').open && document.activeElement === document.body")
	before := eval[float64](t, b, "congestree.measures().simulated_ns")
	check(t, b.Press(kb.ArrowRight))
	check(t, b.Press(kb.Escape))
	until(t, b, "!document.querySelector('#chart dialog').open")
	if now := eval[float64](t, b, "congestree.measures().simulated_ns"); now != before {
		t.Error("a key in the dialog of the table steps")
	}
}
