package browser

// The inspector: things pinned by link, by name, by click and by key, what it says of them, and what stays.

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestInspector(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(site+"?preset=hot-spot&select=flow:22-57"))
	check(t, b.Running())
	seek(t, b, "90000")
	pin := func(want string) {
		t.Helper()
		until(t, b, control("inspector")+".dataset.pin.startsWith('"+want+"') && !"+control("inspector")+".hidden")
	}
	says := func(want string) {
		t.Helper()
		until(t, b, control("inspector")+".innerText.includes('"+want+"')")
	}
	click := func(what string) {
		t.Helper()
		eval[bool](t, b, "("+what+".click(), true)")
	}

	// A flow, from the link: its way with the formulas, its packet; and on a click that packet.
	pin("flow:22-57")
	for _, want := range []string{"D-mod-K at stage 2: ⌊57/4⌋ mod 4 = 2 → up port 2, port 6", "1 packet", "S1.14 port 1", "1Q: one queue for all packets"} {
		says(want)
	}
	if n := eval[int](t, b, `document.querySelectorAll('[data-table="way"] tbody tr:not([hidden])').length`); n != 5 {
		t.Errorf("the way has %d switches, want 5", n)
	}
	const packet = `[...document.querySelectorAll('[data-table="packets"] tbody button:not([hidden])')][0]`
	until(t, b, packet)
	click(packet)
	pin("packet:22-57-")
	says("links entered")
	says("of 6")
	says("In the input buffer of S2.5 port 1")
	if where := eval[string](t, b, "location.search"); !strings.Contains(where, "select=packet") {
		t.Errorf("the address is %s", where)
	}
	before := picture(t, b)
	click(control("inspector-follow"))
	until(t, b, control("inspector-follow")+".getAttribute('aria-pressed') === 'true'")
	check(t, b.Eval("new Promise(r => setTimeout(r, 1500, true))", nil))
	if d := differing(before, picture(t, b)); d < .03 {
		t.Errorf("the camera did not come near: %.1f %% of the picture differs", 100*d)
	}
	seek(t, b, "130000")
	says("Delivered at ")
	seek(t, b, "90000")
	says("In the input buffer of S2.5 port 1")

	// By its name; a wrong one is refused and takes nothing away.
	name := func(text string) {
		t.Helper()
		eval[bool](t, b, "(e => (e.value = '"+text+"', e.dispatchEvent(new Event('input', {bubbles: true})), true))("+control("pin-what")+")")
		click(control("pin-show"))
	}
	name("S2.99:1")
	until(t, b, control("pin-error")+".textContent.includes('S2.0 – S2.31')")
	pin("packet:22-57-")
	// A packet comes into the picture from where somebody has moved it.
	click(control("inspector-follow"))
	until(t, b, control("inspector-follow")+".getAttribute('aria-pressed') === 'false'")
	named := eval[string](t, b, "decodeURIComponent(new URLSearchParams(location.search).get('select'))")
	load(t, b, "?preset=hot-spot&t=90us&camera=0.05,0.95,9")
	check(t, b.Eval("new Promise(r => setTimeout(r, 500, true))", nil))
	before = picture(t, b)
	name(named)
	check(t, b.Eval("new Promise(r => setTimeout(r, 1500, true))", nil))
	if d := differing(before, picture(t, b)); d < .03 {
		t.Errorf("%s was not brought into the picture: %.1f %% of it differs", named, 100*d)
	}
	name("S1.1:2")
	pin("port:S1.1:2")
	says("leads to")
	says("host 6")
	until(t, b, control("pin-error")+".hidden")
	until(t, b, `document.querySelectorAll('[data-table="input"] thead th[scope="col"]').length >= 6`)
	for _, v := range axe(t, b) {
		if strings.Contains(v, "inspector") || strings.Contains(v, "finder") || strings.Contains(v, "pin-") {
			t.Error(v)
		}
	}

	// A change and its undoing keep it; in a network without that port it is gone, and comes back. What was wrong with a name in the network
	// before is not said of this one.
	name("S2.99:1")
	until(t, b, "!"+control("pin-error")+".hidden")
	load(t, b, "?preset=karol-8")
	until(t, b, control("inspector")+".hidden && "+control("pin-error")+".hidden")
	check(t, b.Eval("document.querySelector('canvas').focus(); dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true}))", nil))
	pin("port:S1.1:2")
	check(t, b.Eval("dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))", nil))
	until(t, b, control("inspector")+".hidden && !location.search.includes('select')")

	// By a click on the picture, and by Enter on what is in its middle.
	eval[any](t, b, "congestree.pause()")
	found := eval[string](t, b, `(async () => {
		const canvas = document.querySelector('canvas'), rest = ms => new Promise(r => setTimeout(r, ms)), pin = () => `+control("inspector")+`.dataset.pin;
		const at = (x, y) => ({bubbles: true, cancelable: true, pointerType: 'mouse', pointerId: 1, button: 0, clientX: x, clientY: y});
		canvas.setPointerCapture = () => {};
		for (let y = 560; y > 60; y -= 35) for (let x = 420; x < 700; x += 60) {
			canvas.dispatchEvent(new PointerEvent('pointerdown', at(x, y)));
			canvas.dispatchEvent(new PointerEvent('pointerup', at(x, y)));
			await rest(300);
			if (pin()) return pin();
		}
		return '';
	})()`)
	if found == "" {
		t.Error("no click pins anything")
	}
	check(t, b.Eval("dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))", nil))
	until(t, b, control("inspector")+".hidden")
	check(t, b.Eval("document.querySelector('canvas').focus(); document.querySelector('canvas').dispatchEvent(new PointerEvent('pointerleave'))", nil))
	check(t, b.Press(kb.Enter))
	until(t, b, "!"+control("inspector")+".hidden || document.querySelector('.note').textContent.includes('Nothing to inspect')")
}
