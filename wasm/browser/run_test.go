package browser

// The run: first frame, play and pause, time, checksums, and the engine's death.

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

func TestFirstFrame(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600, Before: `window.behind = new Set();
		(function look() {
			const curtain = document.getElementById('loading');
			if (curtain && !curtain.hidden) for (const e of document.querySelectorAll('#stage > canvas, #panel button')) window.behind.add(e.localName + ' ' + e.checkVisibility({visibilityProperty: true}));
			setTimeout(look, 5);
		})()`})
	check(t, b.Go(site))
	check(t, b.Running())
	if got := eval[string](t, b, "[...window.behind].sort().join()"); got != "button false,canvas false" {
		t.Errorf("a keyboard reaches what is behind the loading screen, or this test is of nothing: %q", got)
	}
	m := eval[measures](t, b, "congestree.measures()")
	if m.State != "running" || m.Hosts != 128 || m.Link != site+"?preset=hot-spot" {
		t.Errorf("%+v", m)
	}
	until(t, b, "congestree.measures().simulated_ns > 2000 && congestree.measures().delivered > 0")
	until(t, b, control("sim-time")+".dataset.ns > 2000")
	if of := eval[string](t, b, "(({antialias, depth}) => [antialias, depth].join())(document.querySelector('#stage canvas').getContext('webgl2').getContextAttributes())"); of != "false,false" {
		t.Errorf("multisampling and depth cost time and show nothing: %s", of)
	}
	if v := eval[string](t, b, "congestree.version"); v == "" {
		t.Error("no version")
	}
	here, err := url.Parse(site)
	check(t, err)
	for _, r := range b.Requests() {
		if u, err := url.Parse(r); err != nil || u.Host != here.Host || !strings.HasPrefix(u.Path, here.Path) {
			t.Errorf("foreign request %s", r)
		}
	}
}

func TestPictureShowsCongestion(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=hot-spot")
	calm := seek(t, b, "30000")
	before := picture(t, b)
	if n := colours(before); n < 20 {
		t.Errorf("%d colours: the picture is blank", n)
	}
	late := seek(t, b, "160000")
	after := picture(t, b)
	if len(calm.Trees) != 0 || len(late.Trees) == 0 || late.Trees[0].Hosts < 10 {
		t.Fatalf("trees before the hot spot %+v, after %+v", calm.Trees, late.Trees)
	}
	if d := differing(before, after); d < 0.005 {
		t.Errorf("calm and congested differ in %.2f %% of the pixels", 100*d)
	}
	until(t, b, `document.getElementById('summary').textContent.includes('congestion tree')`)
	if !strings.Contains(eval[string](t, b, "document.getElementById('summary').textContent"), late.Trees[0].Root) {
		t.Error("the summary does not name the largest tree's root")
	}
}

// The same scenario has the same checksum at the same time: native and WebAssembly, on the way and anew.
func TestChecksumEqualsNative(t *testing.T) {
	t.Parallel()
	b := open(t, "")
	for _, c := range []struct {
		query string
		ns    int64
	}{
		{"preset=hot-spot", 61_234},
		{"network=rlft-8x3&routing=adaptive&queuing=dbbm&voq=true&traffic=UT&seed=99", 20_000},
		{"network=knary-2x3&queuing=vftree&vcs=2&packet=1024&buffer=16", 35_001},
	} {
		s, err := scenario.ParseQuery(c.query)
		check(t, err)
		sim, err := engine.Open(s)
		check(t, err)
		sim.Advance(c.ns*engine.Nanosecond, engine.NoLimit)
		want := strconv.FormatUint(sim.Checksum(), 16)
		want = strings.Repeat("0", 16-len(want)) + want

		load(t, b, "?"+c.query)
		ns := strconv.FormatInt(c.ns, 10)
		for range 2 { // forwards from a running state, then backwards from beyond
			m := seek(t, b, ns)
			if m.Checksum != want || m.ChecksumNS != float64(c.ns) || m.Now != float64(c.ns) || m.State != "paused" {
				t.Errorf("%s at %d ns: %+v, native checksum %s", c.query, c.ns, m, want)
			}
			seek(t, b, strconv.FormatInt(c.ns+5000, 10))
		}
		seek(t, b, ns)
		until(t, b, control("checksum")+".textContent.includes('"+want+"') && "+control("checksum")+".dataset.ns == "+ns)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	b := openWith(t, hasty, "")
	state := func(want string) {
		t.Helper()
		until(t, b, "document.documentElement.dataset.state === '"+want+"'")
	}
	now := func() float64 { return eval[measures](t, b, "congestree.measures()").Now }
	check(t, b.Press(" "))
	state("paused")
	until(t, b, control("checksum")+".textContent.length === 16")
	time.Sleep(100 * time.Millisecond)
	before := now()
	check(t, b.Press(kb.ArrowRight))
	until(t, b, "congestree.measures().simulated_ns > "+strconv.FormatFloat(before, 'f', -1, 64))
	if d := now() - before; d < 327 || d > 328.5 {
		t.Errorf("a step is %v ns; one packet of 4096 B at 100 Gb/s takes 327.68", d)
	}
	check(t, b.Press(kb.ArrowLeft))
	until(t, b, "Math.abs(congestree.measures().simulated_ns - "+strconv.FormatFloat(before, 'f', -1, 64)+") < 0.01")
	check(t, b.Press("?"))
	until(t, b, "document.querySelector('dialog[open]')")
	check(t, b.Press(kb.Escape))
	until(t, b, "!document.querySelector('dialog[open]')")
	speed := eval[string](t, b, control("speed")+".value")
	check(t, b.Press("]"))
	until(t, b, control("speed")+".value !== '"+speed+"'")
	check(t, b.Press(" "))
	state("running")
	until(t, b, "congestree.measures().simulated_ns > 160000")
	check(t, b.Press("r"))
	until(t, b, "congestree.measures().simulated_ns < 150000")

	// Keys belong to what has the focus: a space in a text is a space, on a button it is a click.
	eval[bool](t, b, "("+control("seed")+".focus(), true)")
	check(t, b.Press(" r"))
	if s := eval[string](t, b, "document.documentElement.dataset.state"); s != "running" {
		t.Errorf("a space typed into a field made the page %s", s)
	}
	eval[bool](t, b, "("+control("play")+".focus(), true)")
	check(t, b.Press(" "))
	state("paused")
	check(t, b.Press(" "))
	state("running")

	// Tab leaves the canvas, which Ebitengine would prevent.
	eval[bool](t, b, "(document.querySelector('canvas').focus(), true)")
	check(t, b.Press(kb.Tab))
	until(t, b, "document.activeElement.tagName !== 'CANVAS'")
}

// Letters and signs can be switched off as keys (WCAG 2.1.4), which the browser remembers; the others act on.
func TestLettersSwitchedOff(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform")
	hints := "[...document.querySelectorAll('.view button, .transport button')].map(b => b.title + b.getAttribute('aria-description')).join()"
	speed := control("speed") + ".value"
	rest := func() { // a space comes after what was pressed before it
		t.Helper()
		check(t, b.Press(" "))
		until(t, b, "document.documentElement.dataset.state === 'paused'")
	}
	set := func(on bool) {
		t.Helper()
		check(t, b.Eval(control("help")+".click()", nil))
		until(t, b, control("help-dialog")+".open")
		check(t, b.Eval(control("keys-alone")+".click()", nil))
		until(t, b, "("+control("help-dialog")+".textContent.includes('Shift + arrows') && "+control("help-dialog")+".textContent.includes('[ and ]')) === "+strconv.FormatBool(on))
		check(t, b.Press(kb.Escape))
		until(t, b, "!document.querySelector('dialog[open]')")
		check(t, b.Eval("document.activeElement.blur()", nil))
	}
	if s := eval[string](t, b, hints); !strings.Contains(s, "(+)") || !strings.Contains(s, "[") {
		t.Fatalf("the buttons say %q", s)
	}
	set(false)
	for again := range 2 {
		until(t, b, "!"+hints+".match(/[+\\[\\]?]/)")
		was := eval[string](t, b, speed)
		check(t, b.Press("]s?e"))
		rest()
		if s := eval[string](t, b, speed); s != was || eval[bool](t, b, "!!document.querySelector('dialog[open]')") {
			t.Errorf("a letter or a sign has acted: speed %s, then %s", was, s)
		}
		if again == 0 {
			check(t, b.within(30*time.Second, chromedp.Reload()))
			check(t, b.Running())
		}
	}
	set(true)
	was := eval[string](t, b, speed)
	check(t, b.Press("]"))
	until(t, b, speed+" !== '"+was+"'")
	if s := eval[string](t, b, hints); !strings.Contains(s, "(+)") {
		t.Errorf("the buttons say %q", s)
	}
	check(t, b.Press("?"))
	until(t, b, control("help-dialog")+".open && "+control("keys-alone")+".checked")
}

// With Caps Lock the letter is a capital, with Shift then a small one: what decides is Shift.
func TestUndoWithCapsLock(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform")
	press := func(key string, with input.Modifier) {
		t.Helper()
		check(t, b.within(10*time.Second,
			input.DispatchKeyEvent(input.KeyDown).WithKey(key).WithModifiers(input.ModifierCtrl|with),
			input.DispatchKeyEvent(input.KeyUp).WithKey(key).WithModifiers(input.ModifierCtrl|with)))
	}
	runs := func(query string) {
		t.Helper()
		until(t, b, "congestree.link().endsWith("+quote(query)+")")
	}
	choose(t, b, "seed", "5", "change")
	runs("?preset=uniform&seed=5")
	eval[any](t, b, "document.activeElement.blur()")
	press("Z", 0)
	runs("?preset=uniform")
	press("z", input.ModifierShift)
	runs("?preset=uniform&seed=5")
	press("Z", 0)
	runs("?preset=uniform")
	press("Y", 0)
	runs("?preset=uniform&seed=5")
}

func TestPointer(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=hot-spot")
	seek(t, b, "160000")
	// A switch's port, a host or a link is somewhere under the middle of the picture: find one.
	const look = `document.querySelector('.hover')?.textContent.trim().length > 0`
	found := false
	for y := 60.0; y < 420 && !found; y += 9 {
		for x := 100.0; x < 560 && !found; x += 23 {
			check(t, b.within(5*time.Second, chromedp.MouseEvent("mouseMoved", x, y)))
			time.Sleep(30 * time.Millisecond)
			found = eval[bool](t, b, "!!("+look+")")
		}
	}
	if !found {
		t.Fatal("nothing in the picture can be hovered")
	}
	// What tells of it hides nothing that is pointed at.
	const box = `document.querySelector('.hover').getBoundingClientRect()`
	at, told := eval[[4]float64](t, b, "(r => [r.left, r.top, r.right, r.bottom])("+box+")"), 0
	for y := at[1] + 4; y < at[3] && told < 12; y += 11 {
		for x := at[0] + 4; x < at[2] && told < 12; x += 17 {
			check(t, b.within(5*time.Second, chromedp.MouseEvent("mouseMoved", x, y)))
			time.Sleep(30 * time.Millisecond)
			if !eval[bool](t, b, "!!("+look+")") {
				continue
			}
			told++
			if eval[bool](t, b, fmt.Sprintf("(r => r.left < %[1]g && %[1]g < r.right && r.top < %[2]g && %[2]g < r.bottom)("+box+")", x, y)) {
				t.Fatalf("what is pointed at, at %g, %g, lies under the box that tells of it", x, y)
			}
		}
	}
	if told == 0 {
		t.Error("nothing where the box stands can be pointed at")
	}
	// A drag that ends over the panel is over when the button is up.
	before := picture(t, b)
	w := eval[float64](t, b, "innerWidth")
	check(t, b.within(10*time.Second,
		chromedp.MouseEvent("mousePressed", 200, 200, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", 300, 200, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", w-20, 200, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", w-20, 200, chromedp.ButtonLeft)))
	time.Sleep(500 * time.Millisecond)
	moved := picture(t, b)
	if d := differing(before, moved); d < 0.001 {
		t.Errorf("a drag moved nothing (%.3f %%)", 100*d)
	}
	check(t, b.within(10*time.Second, chromedp.MouseEvent("mouseMoved", 100, 300)))
	time.Sleep(500 * time.Millisecond)
	if d := differing(moved, picture(t, b)); d > 0.02 {
		t.Errorf("the drag went on without a button (%.3f %%)", 100*d)
	}
}
