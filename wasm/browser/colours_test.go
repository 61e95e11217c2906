package browser

// What the colours of the picture tell, and the packets that a person can look at.

import (
	"fmt"
	"image"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestColoursTellWhatIsChosen(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1200, Height: 800, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(site+"?preset=hs25-1&voq=false"))
	check(t, b.Running())
	seek(t, b, "60000")
	printed(t, b)
	before := picture(t, b)
	wait := func() { check(t, b.Eval("new Promise(r => setTimeout(r, 500, true))", nil)) }
	for _, c := range []struct{ menu, value, key string }{
		{"look-packets", "virtual channel", "Packet in VC 2"},
		{"look-packets", "age", "packet times old"},
		{"look-links", "blocked for lack of credits", "always lacks credits"},
		{"look-links", "HoL-blocked packets", "low-order HoL blocking"}, // the run rests: a frame is asked for that has it
		{"look-layout", "circles", ""},
		{"look-paper", "print", ""},
	} {
		choose(t, b, c.menu, c.value, "change")
		wait()
		if want := map[string]int{"age": 5, "blocked for lack of credits": 8}[c.value]; want > 0 { // with those of links, which are lines
			const strip = "new Set([...document.querySelectorAll('.legend :is([class*=ramp-], .wire)')].map(e => getComputedStyle(e).color + e.classList.contains('wire'))).size"
			if err := b.Until(fmt.Sprint(strip, " === ", want), 5*time.Second); err != nil {
				t.Errorf("%s: the legend has %d colours", c.value, eval[int](t, b, strip))
			}
		}
		if c.key != "" {
			until(t, b, control("key")+".textContent.includes('"+c.key+"')")
		}
		after := picture(t, b)
		if n := blues(after); c.value == "HoL-blocked packets" && n < 300 {
			t.Errorf("%d pixels tell of low-order HoL blocking", n)
		}
		if d := differing(before, after); d < .0005 {
			t.Errorf("%s = %s changed %.2f %% of the picture", c.menu, c.value, 100*d)
		}
		before = after
	}
	for _, v := range axe(t, b) {
		if strings.Contains(v, "look-") || strings.Contains(v, "colours") {
			t.Error(v)
		}
	}
	check(t, b.Press("v"))
	wait()
	if d := differing(before, picture(t, b)); d < .05 {
		t.Error("V does not change the layout")
	}

	// A key that is held down turns nothing off again.
	const dialog = "document.querySelector('[data-testid=help-dialog]').open"
	press := func(repeat bool) {
		t.Helper()
		eval[any](t, b, "(document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true, repeat: "+strconv.FormatBool(repeat)+"})), null)")
	}
	press(false)
	until(t, b, dialog)
	press(true)
	wait()
	if !eval[bool](t, b, dialog) {
		t.Error("? held down closes what it has opened")
	}
}

// The legend's blocked host has the colour of those in the picture: a tree's, or the packets' grey where they tell something else
// and no tree is alone.
func TestLegendOfBlockedHosts(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1200, Height: 800, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(site+"?preset=hot-spot&t=90us"))
	check(t, b.Until("window.congestree && congestree.measures().checksum_ns === 90000", wait))
	has := func(name string) {
		t.Helper()
		const expression = `(() => {
			const drawn = [...document.querySelectorAll('.legend li')].find(e => e.textContent.includes('blocked host')).querySelector('svg *'), style = getComputedStyle(drawn);
			const probe = document.createElement('i');
			probe.style.color = 'var(--%)';
			document.body.append(probe);
			const want = getComputedStyle(probe).color;
			probe.remove();
			return style.stroke === want || style.fill === want;
		})()`
		if err := b.Until(strings.Replace(expression, "%", name, 1), 20*time.Second); err != nil {
			t.Errorf("not in --%s: %v", name, err)
		}
	}
	const row = "document.querySelector('.trees [data-tree]')"
	has("tree-1")
	choose(t, b, "look-packets", "virtual channel", "change")
	has("packet")
	eval[any](t, b, row+".click()")
	until(t, b, row+".ariaPressed === 'true'")
	has("tree-1")
	eval[any](t, b, row+".click()")
	has("packet")
	choose(t, b, "look-packets", "culprit, victim, innocent", "change")
	has("tree-1")
}

// Printed, the page is light, whatever it is on the screen, and so are the charts, which are drawn anew; then it is as before.
func printed(t *testing.T, b *Tab) {
	t.Helper()
	got := eval[[]string](t, b, `(() => {
		const look = () => getComputedStyle(document.documentElement).getPropertyValue('--panel').trim() + ' ' + congestreeTheme.wanted, drawn = document.querySelector('.plot canvas');
		const before = look();
		dispatchEvent(new Event('beforeprint'));
		const during = look(), again = document.querySelector('.plot canvas') !== drawn, sheet = document.adoptedStyleSheets[0].cssRules[0].cssText;
		dispatchEvent(new Event('afterprint'));
		return [before, during, look(), String(again), sheet, String(document.adoptedStyleSheets.length)];
	})()`)
	if got[0] != "#111722 " || got[1] != "#ffffff light" || got[2] != got[0] || got[3] != "true" || !strings.Contains(got[4], "1200px 800px") || got[5] != "0" {
		t.Errorf("%q", got)
	}
}

// The picture is light on paper too, and there, with its trees; then the canvas is as before.
func TestPictureOnPaper(t *testing.T) {
	t.Parallel()
	const dark = "prefers-color-scheme=dark"
	b := tab(t, Options{Width: 1200, Height: 800, Features: dark})
	check(t, b.Go(site+"?preset=uniform"))
	check(t, b.Running())
	for _, query := range []string{"?preset=hot-spot&t=100us", "?preset=hot-spot&compare=queuing:dbbm&t=100us"} {
		load(t, b, query)
		check(t, b.Until("congestree.lanes().every(l => l.checksum_ns === 100000)", wait))
		before := picture(t, b)
		eval[bool](t, b, "dispatchEvent(new Event('beforeprint'))")
		check(t, b.Features("media=print,"+dark))
		if !eval[bool](t, b, `['.view', '.tour-offer', '.offer'].every(e => getComputedStyle(document.querySelector(e)).visibility === 'hidden')`) {
			t.Errorf("%s: buttons are printed over the picture", query)
		}
		if left := eval[[]string](t, b, `[...document.querySelectorAll('.panel :is(button, summary)')].filter(e => e.checkVisibility() && !e.closest('.trees, details[open]')).map(e => e.textContent.trim() || e.title)`); len(left) > 0 {
			t.Errorf("%s: buttons are printed: %q", query, left)
		}
		if link := eval[string](t, b, `getComputedStyle(document.querySelector('.transport'), '::after').content`); !strings.Contains(link, "preset=hot-spot") || !strings.Contains(link, "t=100us") {
			t.Errorf("%s: the sheet has the link %s", query, link)
		}
		if cut := eval[bool](t, b, `(e => { const was = e.textContent; e.textContent = was.repeat(4); const cut = e.scrollHeight > e.clientHeight || e.parentElement.getBoundingClientRect().bottom > innerHeight; e.textContent = was; return cut; })(document.getElementById('summary'))`); cut {
			t.Errorf("%s: a long summary is cut off on paper", query)
		}
		img := picture(t, b)
		light, strong := 0, 0
		r := img.Bounds()
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				switch red, green, blue, _ := img.At(x, y).RGBA(); {
				case min(red, green, blue) > 0xC000:
					light++
				case max(red, green, blue) > 2*min(red, green, blue):
					strong++
				}
			}
		}
		if share := float64(light) / float64(r.Dx()*r.Dy()); share < .6 || strong < 300 {
			t.Errorf("%s: %.0f %% are light, %d pixels are of a tree", query, 100*share, strong)
		}
		eval[bool](t, b, "dispatchEvent(new Event('afterprint'))")
		check(t, b.Features(dark))
		if d := differing(before, picture(t, b)); d > .01 {
			t.Errorf("%s: %.1f %% of the picture are other than before", query, 100*d)
		}
	}
}

// blues counts pixels in the colour of low-order HoL blocking, strong or weak.
func blues(img image.Image) (n int) {
	r := img.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if red, _, blue, _ := img.At(x, y).RGBA(); blue>>8 > red>>8+60 {
				n++
			}
		}
	}
	return
}

// Near a full buffer, the pointer finds packets and reads what they wait for.
func TestPacketsUnderThePointer(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1200, Height: 800, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(site+"?preset=hot-spot"))
	check(t, b.Running())
	seek(t, b, "90000")
	// The leaf switches come near; then the pointer goes over them until it meets a packet that waits.
	found := eval[string](t, b, `(async () => {
		const canvas = document.querySelector('canvas'), rest = ms => new Promise(r => setTimeout(r, ms));
		const at = (x, y) => ({bubbles: true, cancelable: true, pointerType: 'mouse', pointerId: 1, clientX: x, clientY: y});
		const hosts = document.querySelector('.legend').getBoundingClientRect().top - 50;
		for (let i = 0; i < 4; i++) canvas.dispatchEvent(new WheelEvent('wheel', {...at(430, hosts), deltaY: -220}));
		canvas.dispatchEvent(new PointerEvent('pointermove', at(430, hosts)));
		for (const [i, type] of ['start', 'change', 'change', 'end'].entries()) canvas.dispatchEvent(Object.assign(new Event('gesture' + type, at(430, hosts)), {scale: Math.exp(.33 * i)})); // a pinch in Safari
		await rest(1000);
		const rows = Array.from({length: 12}, (_, i) => 312 + 9 * i).sort((a, b) => Math.abs(a - 375) - Math.abs(b - 375)); // where buffers are now, first
		for (const y of rows) for (let x = 10; x < 780; x += 7) {
			canvas.dispatchEvent(new PointerEvent('pointermove', at(x, y)));
			await rest(40);
			const text = () => document.querySelector('.hover').textContent, waits = /packet host.*input buffer.*wait/s;
			if (!waits.test(text())) continue;
			await rest(500); // the panel may be late
			if (waits.test(text())) return text();
		}
		return '';
	})()`)
	picture(t, b)
	if found == "" {
		t.Fatal("no packet under the pointer")
	}
	if !strings.Contains(found, " → host ") || !strings.Contains(found, "of it, to leave by port") {
		t.Error(found)
	}
}
