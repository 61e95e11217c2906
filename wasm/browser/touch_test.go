package browser

// A finger does what a mouse does by pointing, dragging and clicking twice.

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
)

// touch puts a finger down, moves it over the points in turn, and lifts it. A finger that has moved rests first: what is lifted in
// motion throws the page, and a tap that comes while it glides only stops it.
func (t *Tab) touch(points ...[2]float64) error {
	one := func(kind input.TouchType, p [2]float64) error {
		at := []*input.TouchPoint{{X: p[0], Y: p[1]}}
		if kind == input.TouchEnd {
			at = []*input.TouchPoint{}
		}
		return t.within(10*time.Second, input.DispatchTouchEvent(kind, at))
	}
	if err := one(input.TouchStart, points[0]); err != nil {
		return err
	}
	for _, p := range points[1:] {
		if err := one(input.TouchMove, p); err != nil {
			return err
		}
	}
	if len(points) > 1 {
		time.Sleep(150 * time.Millisecond)
	}
	return one(input.TouchEnd, points[0])
}

// On a phone the whole summary is read, time goes on beside what is pinned, charts are zoomed, and the picture comes nearer, all by
// touch; no button lies over another one, and all are as large as a finger needs.
func TestByFinger(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true, Features: "prefers-reduced-motion=reduce"})
	check(t, b.Go(site+"?preset=hot-spot&t=100us&select=port:S1.11:6"))
	until(t, b, "congestree.measures().simulated_ns === 100000 && "+control("inspector-title")+".textContent.includes('S1.11') && document.querySelectorAll('.trees [data-tree]').length > 2")
	middle := func(of string) [2]float64 {
		t.Helper()
		return eval[[2]float64](t, b, `(e => { e.closest('#panel')?.querySelector('.transport') && e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [(r.left + r.right) / 2, (r.top + r.bottom) / 2] })(`+of+`)`)
	}
	tap := func(of string) { t.Helper(); check(t, b.touch(middle(of))) }
	const over = `(all => all.flatMap((e, i) => all.slice(i + 1).filter(o => { const a = e.getBoundingClientRect(), b = o.getBoundingClientRect(); return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1 }).map(o => e.dataset.testid + ' and ' + o.dataset.testid)).join())([...document.querySelectorAll('.view button, .tour-offer button, #chart')].filter(e => e.checkVisibility()))`
	turned := []Options{{Width: 844, Height: 390, Mobile: true}, {Width: 568, Height: 320, Mobile: true}}
	for _, o := range append(turned, Options{Width: 390, Height: 844, Mobile: true}) { // beside the inspector, too
		check(t, b.Look(o))
		until(t, b, fmt.Sprint("innerHeight === ", o.Height))
		if got := eval[string](t, b, over); got != "" {
			t.Errorf("%d×%d, beside the inspector: buttons over others: %s", o.Width, o.Height, got)
		}
	}

	const cut = "(e => e.scrollHeight > e.clientHeight + 1)(document.getElementById('summary'))"
	if !eval[bool](t, b, cut) {
		t.Fatal("the summary is short: this test is of nothing")
	}
	tap("document.getElementById('summary')")
	until(t, b, "!"+cut)

	if eval[bool](t, b, "[...document.querySelectorAll('#panel :is(button, select, summary)')].some(e => e.checkVisibility({visibilityProperty: true}))") {
		t.Error("controls under the inspector can be reached by keyboard")
	}
	tap(control("inspector-step"))
	until(t, b, "congestree.measures().simulated_ns > 100000 && congestree.measures().simulated_ns < 110000")

	x := middle("document.querySelector('.plots .u-over')")
	check(t, b.touch([2]float64{x[0] - 60, x[1]}, [2]float64{x[0], x[1]}, [2]float64{x[0] + 60, x[1]}))
	until(t, b, "document.querySelector('.chart-buttons .whole').checkVisibility()")
	tap("document.querySelector('.chart-buttons .whole')")
	until(t, b, "!document.querySelector('.chart-buttons .whole').checkVisibility()")

	tap(control("inspector-close"))
	until(t, b, "!"+control("inspector")+".checkVisibility()")
	if small := eval[string](t, b, `[...document.querySelectorAll('.panel :is(button, select, summary), .chart-tools :is(button, select)')].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < (e.closest('.panel') ? 40 : 36)).map(e => e.outerHTML.slice(0, 80)).join()`); small != "" {
		t.Errorf("too low for a finger: %s", small)
	}
	tap("document.querySelector('.trees [data-tree]')")
	until(t, b, control("show-all")+".checkVisibility()")
	if got := eval[string](t, b, over); got != "" {
		t.Errorf("buttons over others: %s", got)
	}
	const least = "Math.min(...[...document.querySelectorAll('.view button')].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height))"
	if h := eval[float64](t, b, least); h < 44 {
		t.Errorf("a button over the picture is %v pixels high", h)
	}
	for _, o := range turned {
		check(t, b.Look(o))
		until(t, b, fmt.Sprint("innerHeight === ", o.Height))
		if got := eval[string](t, b, over); got != "" {
			t.Errorf("%d×%d: buttons over others: %s", o.Width, o.Height, got)
		}
		if h := eval[float64](t, b, least); h < 44 && o.Height > 360 || h < 36 {
			t.Errorf("%d×%d: a button is %v pixels high", o.Width, o.Height, h)
		}
	}
	check(t, b.Look(Options{Width: 390, Height: 844, Mobile: true}))
	until(t, b, "innerHeight === 844")

	eval[any](t, b, `(() => { // at once: taps that are sent may come late on a busy machine
		const finger = (kind, x) => document.querySelector('#stage canvas').dispatchEvent(new PointerEvent(kind, {pointerType: 'touch', pointerId: 9, isPrimary: true, clientX: x, clientY: 200}));
		for (const x of [150, 152]) { finger('pointerdown', x); finger('pointerup', x); }
	})()`)
	// Two fingers enlarge the picture; a third that comes after them does nothing.
	const zoom = ".value.match(/camera=[^,]+,[^,]+,([^&]+)/)?.[1]"
	tap(control("open-share"))
	until(t, b, control("share-text")+zoom)
	before := eval[string](t, b, control("share-text")+zoom)
	tap(control("share-close"))
	eval[any](t, b, `(() => {
		const finger = (kind, id, x) => document.querySelector('#stage canvas').dispatchEvent(new PointerEvent(kind, {pointerType: 'touch', pointerId: id, clientX: x, clientY: 200}));
		for (const [id, x] of [[9, 100], [10, 150], [11, 200]]) finger('pointerdown', id, x);
		finger('pointermove', 11, 300);
		finger('pointermove', 10, 180);
		for (const id of [9, 10, 11]) finger('pointerup', id, 100);
	})()`)
	tap(control("open-share"))
	until(t, b, "Math.abs("+control("share-text")+zoom+" / "+before+" - 1.6) < 0.01")
}

// Who scrolls a page by finger comes past a frame on it. Once it has been tapped, the finger moves its picture, and the page stays.
func TestFingerComesPastAFrame(t *testing.T) {
	t.Parallel()
	page := around(t, map[string]string{"": ask + `<meta name="viewport" content="width=device-width"><iframe title="run" width="370" height="560" src="SITEembed.html?preset=karol-8"></iframe><div style="height: 2000px"></div>`})
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true})
	check(t, b.Go(page))
	check(t, b.Until("events.length > 0", time.Minute))
	if r := eval[reply](t, b, "ask('play')"); r.Error != nil {
		t.Fatalf("it does not play: %+v", r.Error)
	}
	swipe := func() {
		t.Helper()
		check(t, b.touch([2]float64{190, 300}, [2]float64{190, 280}, [2]float64{190, 250}, [2]float64{190, 220}, [2]float64{190, 200}))
		time.Sleep(500 * time.Millisecond)
	}
	swipe()
	past := eval[float64](t, b, "scrollY")
	if past < 40 {
		t.Errorf("a finger on the frame scrolls the page by %v pixels", past)
	}
	check(t, b.touch([2]float64{190, 200}))
	until(t, b, "document.activeElement.tagName === 'IFRAME'")
	time.Sleep(500 * time.Millisecond)
	swipe()
	if at := eval[float64](t, b, "scrollY"); at != past {
		t.Errorf("after a tap the page goes from %v to %v", past, at)
	}
}
