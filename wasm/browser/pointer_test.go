package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// What is under the pointer is what has come there, also where the picture has moved and the pointer has not; and keys zoom around the middle
// of the picture, of several side by side the selected one's.
func TestPictureMovesUnderThePointer(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1200, Height: 800})
	key := func(key string, times int) {
		t.Helper()
		for range times {
			eval[any](t, b, `dispatchEvent(new KeyboardEvent('keydown', {key: '`+key+`', shiftKey: '`+key+`'.startsWith('Arrow'), bubbles: true, cancelable: true}))`)
		}
	}
	const hover = `document.querySelector('.hover').textContent`
	point := func(x, y0, y1 float64, want string) string { // goes down until it meets something
		t.Helper()
		said := eval[string](t, b, fmt.Sprintf(`(async () => {
			const canvas = document.querySelector('#stage canvas'), rest = ms => new Promise(r => setTimeout(r, ms)), met = () => %s.includes('%s');
			canvas.focus();
			for (let i = 0, from = %v, to = %v; i < 3; i++) for (let y = from; y < to; y += 10) {
				canvas.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, pointerType: 'mouse', pointerId: 1, clientX: %v, clientY: y}));
				await rest(250);
				if (!met()) continue;
				await rest(800); // the panel may be late
				if (met()) return %s;
			}
			return '';
		})()`, hover, want, y0, y1, x, hover))
		if said == "" {
			t.Fatalf("nothing that says %q is under the pointer", want)
		}
		return said
	}
	check(t, b.Go(site+"?preset=karol-8&compare=queuing:dbbm&t=2us"))
	check(t, b.Until("window.congestree && congestree.lanes().length === 2 && congestree.measures().simulated_ns === 2000", time.Minute))
	key("+", 3)
	const camera = `document.querySelector('[data-testid="share-text"]').value.match(/camera=([^&]+)/)?.[1]`
	eval[any](t, b, control("open-share")+".click()")
	until(t, b, camera)
	if got := eval[string](t, b, camera); got != "0.5,0.5,1.953" {
		t.Errorf("three times + lead to camera=%s", got)
	}

	eval[any](t, b, control("share-close")+".click()")
	key("f", 1)
	// Enter inspects what is under the pointer, also in the picture of a scheme that is not selected.
	box := eval[[]float64](t, b, `(() => { const r = document.querySelectorAll('[data-testid="lane"]')[1].getBoundingClientRect(); return [r.left, r.right, r.top, r.bottom]; })()`)
	point((box[0]+box[1])/2, box[2]+60, box[3], "S1.0, stage")
	eval[any](t, b, `document.querySelector('#stage canvas').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}))`)
	until(t, b, control("inspector")+".dataset.pin.includes('S1.0') && congestree.lanes()[1].selected")

	check(t, b.Go(site+"?preset=hot-spot&t=60us"))
	check(t, b.Until("window.congestree && congestree.measures().simulated_ns === 60000", time.Minute))
	was := point(330, 100, 500, ", stage")
	key("ArrowDown", 5)
	time.Sleep(2 * time.Second)
	if now := eval[string](t, b, hover); now == was {
		t.Errorf("after the picture has moved 300 pixels there still is %q", now)
	}
}

// Who scrolls a wide table of the inspector, or the inspector, by keys does just that: the run neither steps nor starts again.
func TestKeysScrollWhatHasTheFocus(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 360, Height: 640})
	check(t, b.Go(site+"?preset=hot-spot&t=60us&select=switch:S1.1"))
	check(t, b.Until("window.congestree && congestree.measures().simulated_ns === 60000 && document.querySelector('.inspector .wide tbody tr:not([hidden])')", time.Minute))
	const wide = `[...document.querySelectorAll('.inspector .wide')].find(e => e.scrollWidth > e.clientWidth + 1)`
	until(t, b, wide)
	eval[any](t, b, "new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(() => shown(null))))") // and nothing is said anew that would take the focus
	eval[any](t, b, `void (`+wide+`).focus()`)
	check(t, b.Press(kb.ArrowRight))
	check(t, b.Press(kb.ArrowRight))
	time.Sleep(time.Second)
	if left := eval[float64](t, b, `(`+wide+`).scrollLeft`); left == 0 {
		t.Error("→ does not scroll the table that has the focus")
	}
	eval[any](t, b, `(() => { const e = document.querySelector('.inspector .body'); e.focus(); e.scrollTop = 100; })()`)
	check(t, b.Press(kb.Home))
	time.Sleep(time.Second)
	if top := eval[float64](t, b, `document.querySelector('.inspector .body').scrollTop`); top != 0 {
		t.Errorf("Home leaves the inspector scrolled by %v pixels", top)
	}
	if ns := eval[float64](t, b, "congestree.measures().simulated_ns"); ns != 60000 {
		t.Errorf("the run is at %v ns", ns)
	}
}
