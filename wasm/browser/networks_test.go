package browser

// Networks of other families: what follows them, how fast they open, deadlocks, and trees that are set aside.

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// A deadlock stops the run, is named in a banner and drawn; going back behind it takes that away.
func TestDeadlockStopsTheRun(t *testing.T) {
	t.Parallel()
	b := openWith(t, hasty, "?preset=torus-deadlock")
	until(t, b, "congestree.measures().deadlock_ns > 0 && document.documentElement.dataset.state === 'paused'")
	until(t, b, "!document.querySelector('.banner').hidden")
	ring := eval[string](t, b, "congestree.measures().deadlock_ring")
	if n := strings.Count(ring, " → "); n != 8 {
		t.Errorf("the ring is %q", ring)
	}
	if text := eval[string](t, b, "document.querySelector('.banner').textContent"); !strings.Contains(text, "Deadlock") || !strings.Contains(text, ring) {
		t.Errorf("the banner says %q", text)
	}
	until(t, b, "document.getElementById('summary').textContent.includes('Deadlock')")
	until(t, b, "document.querySelector('.mark.deadlock, .mark[data-kind*=deadlock]')")
	if box := eval[float64](t, b, "document.querySelector('.banner').getBoundingClientRect().bottom"); box > 200 {
		t.Errorf("the banner reaches down to %v px", box)
	}
	seek(t, b, "33000")
	with := picture(t, b)
	seek(t, b, "20000")
	until(t, b, "document.querySelector('.banner').hidden && congestree.measures().deadlock_ns === null")
	if d := differing(with, picture(t, b)); d < 0.003 {
		t.Errorf("the ring is %.2f %% of the picture", 100*d)
	}
	// Of each run that is opened behind a deadlock it is said.
	for _, c := range [][3]string{{"40", "", ""}, {"45", "&compare=routing:dmodk", "routing:dmodk is left out"}, {"45", "", ""}} { // beside what else is said of the link
		at := c[0]
		eval[any](t, b, "congestree.load('?preset=torus-deadlock"+c[1]+"&t="+at+"us').then(() => null)")
		until(t, b, "congestree.measures().simulated_ns === "+at+"000 && congestree.measures().deadlock_ns > 0")
		until(t, b, "!document.querySelector('.banner').hidden && /^"+c[2]+".*Deadlock/.test(document.querySelector('.banner').textContent.trim())")
		if c[2] != "" { // which stays said behind it
			seek(t, b, "20000")
			until(t, b, "/^"+c[2]+"((?!Deadlock).)*$/.test(document.querySelector('.banner:not([hidden])')?.textContent.trim())")
		}
	}
	// What is said of it follows the language, and whether others run beside it.
	says := func(words string) {
		t.Helper()
		until(t, b, "!document.querySelector('.banner').hidden && document.querySelector('.banner').textContent.trim().startsWith("+strconv.Quote(words)+")")
	}
	choose(t, b, "language", "es", "change")
	says("Interbloqueo, hallado a los ")
	choose(t, b, "language", "en", "change")
	says("Deadlock, found at ")
	eval[any](t, b, "congestree.compare('arbiter', 'oldest-first').then(() => null)")
	until(t, b, "document.querySelector('.banner').textContent.includes(': Deadlock, found at ')")
	eval[any](t, b, "(congestree.uncompare(1), null)")
	says("Deadlock, found at ")
	load(t, b, "?preset=hot-spot&t=1us")
	until(t, b, "document.querySelector('.banner').hidden")
}

// Whoever waits for what a deadlock forestalls is told so, in the page and around it.
func TestDeadlockEndsWaiting(t *testing.T) {
	t.Parallel()
	const query = "?preset=torus-deadlock&t=20us"
	b := tab(t, Options{Width: 900, Height: 600})
	check(t, b.Go(site+query))
	until(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 20000")
	// Nothing falls below 0: only the watchdog ends this.
	if why := eval[string](t, b, "congestree.until('below', 0).then(() => 'kept', e => e.message)"); !strings.Contains(why, "Deadlock, found at") {
		t.Errorf("until ends with %q", why)
	}
	if m := eval[measures](t, b, "congestree.measures()"); m.State != "paused" || m.Now < 31_000 {
		t.Errorf("%+v", m)
	}
	// The load falls when all stands still: the frame that shows both is what was waited for, unless one before showed the ring.
	eval[any](t, b, "congestree.seek(20000).then(() => null)")
	if why := eval[string](t, b, "congestree.until('below', 0.5).then(m => m.deadlock_ns > 0 ? 'kept' : 'no deadlock', e => e.message)"); why != "kept" && !strings.Contains(why, "Deadlock, found at") {
		t.Errorf("until ends with %q", why)
	}
	// Nor is anything waited for that a deadlock found before forestalls; what is at hand, and a time, still come.
	eval[any](t, b, "congestree.seek(40000).then(() => null)")
	for _, kind := range []string{"'below', 0", "'tree'"} {
		if why := eval[string](t, b, "congestree.until("+kind+").then(() => 'kept', e => e.message)"); !strings.Contains(why, "Deadlock, found at") {
			t.Errorf("after the deadlock, until(%s) ends with %q", kind, why)
		}
	}
	if m := eval[measures](t, b, "congestree.until('time', 50).then(() => congestree.measures())"); m.State != "paused" || m.Now != 50_000 {
		t.Errorf("after the deadlock, until a time: %+v", m)
	}
	// A link that plays and whose instant lies behind it is shown all the same, as far as it gets.
	if got := eval[string](t, b, "congestree.load('?preset=torus-deadlock&seed=2&t=90ms&autoplay=1').then(m => m.deadlock_ns > 0 ? m.state : 'none', e => e.message)"); got != "paused" {
		t.Errorf("a link that leads behind the deadlock: %s", got)
	}
	until(t, b, "document.querySelector('.banner').textContent.includes('Deadlock, found at')")

	renew(t, b, Options{Width: 900, Height: 700})
	check(t, b.Go(around(t, map[string]string{"a.html": ask + `<iframe src="SITE` + "embed.html" + query + `" width="640" height="400" title="run"></iframe>`})+"a.html"))
	check(t, b.Until("events.some(e => e.event === 'ready')", time.Minute))
	var r struct {
		Error struct{ Code, Message string }
	}
	check(t, b.Eval("ask('until', {kind: 'below', value: 0})", &r))
	if r.Error.Code != "refused" || !strings.Contains(r.Error.Message, "Deadlock, found at") {
		t.Errorf("the page around is told %+v", r)
	}
}

// Another family of networks takes the routing with it, says so, and is undone as a whole. Slow links open fast.
func TestNetworkTakesRoutingWithIt(t *testing.T) {
	t.Parallel()
	b := open(t, "")
	if v := eval[string](t, b, control("speed")+".value"); v != "20000" {
		t.Errorf("4 KB at 100 Gb/s open at %s ns per second", v)
	}
	choose(t, b, "network", "torus-8x8", "change")
	until(t, b, "congestree.link().includes('network=torus-8x8') && congestree.link().includes('routing=dor') && congestree.measures().hosts === 64")
	until(t, b, `document.querySelector('[data-testid="note"]').textContent.includes('torus-8x8 needs other settings')`)
	eval[any](t, b, control("network")+".focus()") // where who has chosen there still is
	check(t, b.Press("z", chromedp.KeyModifiers(2)))
	until(t, b, "congestree.link().endsWith('?preset=hot-spot') && congestree.measures().hosts === 128")
	if said := eval[string](t, b, `document.querySelector('[data-testid="note"]').textContent`); said != "" {
		t.Errorf("after it was undone, the page says: %s", said)
	}

	choose(t, b, "preset", "drb-torus-8x8", "change")
	until(t, b, control("speed")+".value === '500000'")
	until(t, b, "congestree.measures().delivered > 100")

	// A tree that is set aside is a tree.
	choose(t, b, "preset", "fbicm-fat-tree", "change")
	until(t, b, control("speed")+".value === '20000' && congestree.measures().hosts === 128")
	seek(t, b, "160000")
	m := eval[measures](t, b, "congestree.measures()")
	if len(m.Trees) == 0 || m.Trees[0].Hosts < 5 || m.Trees[0].Victims != 0 {
		t.Errorf("%+v", m.Trees)
	}
	until(t, b, "document.getElementById('summary').textContent.includes('set aside, its branch')")

	// How many queues are set aside is a chart, a table and a file like the others, and is there for such schemes only.
	const chart = `document.querySelector('[data-testid="chart"]')`
	until(t, b, chart+".querySelector('[value=aside]') !== null")
	choose(t, b, "chart", "trees", "change") // which calls hosts as the legend does
	until(t, b, "document.querySelector('.plot-head').textContent.includes('hosts that hold back')")
	choose(t, b, "chart", "aside", "change")
	until(t, b, `/in the network [1-9]\d*most at a port \(right\) [1-8]mean where any \(right\) [1-8]\.\d/.test(document.querySelector('.plot-head').textContent)`)
	for _, part := range []string{
		"congestreeTable.csv().split(/\\s/)[0] === 'time_us,set_aside_queues,set_aside_most_at_a_port,set_aside_mean_of_ports_with_any'",
		"JSON.parse(congestreeTable.json()).rows.some(r => r[1] > 10 && r[2] >= r[3] && r[3] >= 1)",
		"congestree.course().looks.aside.some(n => n > 10)",
	} {
		if !eval[bool](t, b, part) {
			t.Errorf("not so: %s", part)
		}
	}
	eval[any](t, b, "document.querySelector('.mark').dispatchEvent(new PointerEvent('pointerenter'))")
	until(t, b, "!"+control("mark-text")+".hidden")
	choose(t, b, "preset", "hot-spot", "change")
	until(t, b, control("mark-text")+".hidden") // what a flag of another run says goes with it
	until(t, b, chart+".value === 'load' && "+chart+".querySelector('[value=aside]') === null && document.querySelector('.plot-head').textContent.includes('accepted')")
	// A link may ask for it where there is none.
	eval[any](t, b, "congestree.load('?preset=hot-spot&chart=aside')")
	until(t, b, chart+".value === 'load' && document.querySelector('.plot-head')?.textContent.includes('accepted') && document.querySelector('.plot-body canvas') !== null")

	// So it is in a comparison, in every scheme.
	load(t, b, "?preset=hot-spot&compare=queuing:dbbm")
	until(t, b, "congestree.measures().hosts === 128")
	choose(t, b, "network", "torus-8x8", "change")
	until(t, b, "congestree.measures().hosts === 64 && /network=torus-8x8&routing=dor.*&compare=queuing:dbbm$/.test(congestree.link())")
	// A preset that does not fit beside the others opens alone, and undo brings them back.
	choose(t, b, "preset", "hot-spot", "change")
	until(t, b, "congestree.link().endsWith('?preset=hot-spot') && document.querySelector('[data-testid=note]').textContent.includes('Undo brings them back')")
	eval[bool](t, b, "(document.activeElement.blur(), true)")
	check(t, b.Press("z", chromedp.KeyModifiers(2)))
	until(t, b, "congestree.lanes().length === 2 && congestree.measures().hosts === 64")
}
