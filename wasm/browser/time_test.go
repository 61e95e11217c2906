package browser

// Time and charts: any instant can be gone to and comes out the same, runs stop where they should, and every curve is
// there as a picture, a table and a file. All of it in one page, since a page takes seconds to start.

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

func now(t *testing.T, b *Tab) measures {
	t.Helper()
	return eval[measures](t, b, "congestree.measures()")
}

func TestTimeAndCharts(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=hot-spot&prove=true")
	sums := map[string]string{}
	for _, ns := range []string{"30000", "75000", "120000"} {
		sums[ns] = seek(t, b, ns).Checksum
	}
	type box struct{ Left, Top, Width, Height float64 }
	rect := func(selector string) box {
		t.Helper()
		return eval[box](t, b, `(() => { const r = document.querySelector('`+selector+`').getBoundingClientRect(); return {left: r.left, top: r.top, width: r.width, height: r.height} })()`)
	}
	mouse := func(kind string, x, y float64) {
		t.Helper()
		check(t, b.within(10*time.Second, chromedp.MouseEvent(map[string]input.MouseType{"down": "mousePressed", "move": "mouseMoved", "up": "mouseReleased"}[kind], x, y, chromedp.ButtonLeft)))
	}
	click := func(id string) {
		t.Helper()
		eval[bool](t, b, "("+control(id)+".click(), true)")
	}
	paused := func() {
		t.Helper()
		until(t, b, "document.documentElement.dataset.state === 'paused'")
	}
	t.Run("scrub", func(t *testing.T) {
		for _, ns := range []string{"30000", "120000", "75000", "30000"} {
			if m := seek(t, b, ns); m.Checksum != sums[ns] || m.State != "paused" || strconv.FormatFloat(m.Now, 'f', -1, 64) != ns {
				t.Errorf("back at %s: %+v, was %s", ns, m, sums[ns])
			}
		}
		if end := eval[float64](t, b, "congestree.course().end"); end < 120 {
			t.Errorf("what lies after the instant shown is forgotten: known until %v µs", end)
		}
	})
	t.Run("drag the cursor", func(t *testing.T) {
		until(t, b, "congestreeChart.state.data?.end >= 120")
		track := rect(".track")
		y := track.Top + track.Height - 10
		at := func(share float64) float64 { return track.Left + share*track.Width }
		mouse("down", at(0.9), y)
		for _, share := range []float64{0.7, 0.4, 0.25} {
			mouse("move", at(share), y)
			time.Sleep(60 * time.Millisecond)
		}
		mouse("up", at(0.25), y)
		until(t, b, "Math.abs(congestree.measures().simulated_ns - 30000) < 700 && document.documentElement.dataset.state === 'paused'")
		until(t, b, control("cursor")+".getAttribute('aria-valuenow') - congestree.measures().simulated_ns / 1000 < 0.01")
	})
	t.Run("keys on the cursor", func(t *testing.T) {
		eval[bool](t, b, "("+control("cursor")+".focus(), true)")
		check(t, b.Press(kb.Home))
		until(t, b, "congestree.measures().simulated_ns === 0")
		check(t, b.Press(kb.End))
		until(t, b, "congestree.measures().simulated_ns >= 120000")
		check(t, b.Press(kb.ArrowLeft))
		until(t, b, "congestree.measures().simulated_ns < 119900")
		paused()
		if taken := eval[string](t, b, `[['ArrowLeft', 'metaKey'], ['ArrowLeft', 'ctrlKey'], ['Home', 'altKey'], ['End', 'ctrlKey']].filter(([key, held]) =>
			!document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, [held]: true, bubbles: true, cancelable: true}))).join('; ')`); taken != "" {
			t.Errorf("keys of the browser are taken: %s", taken)
		}
	})
	t.Run("invariants", func(t *testing.T) { // are proved on the way and where it rests, as the link says, and change nothing
		seek(t, b, "30000")
		until(t, b, control("prove")+".checked && "+control("proved")+".dataset.ns === '30000'")
		click("prove")
		until(t, b, control("proved")+".closest('[hidden]') !== null")
		if m := seek(t, b, "75000"); m.Checksum != sums["75000"] {
			t.Errorf("without proofs the state is %s, with them %s", m.Checksum, sums["75000"])
		}
		click("prove")
		until(t, b, control("proved")+".dataset.ns === '75000'")
		click("prove")
	})
	t.Run("steps", func(t *testing.T) {
		start := seek(t, b, "75000")
		for _, c := range []struct {
			unit        string
			least, most float64
		}{{"us", 1000, 1000}, {"10us", 10000, 10000}, {"event", 0.001, 100}, {"delivery", 0.001, 500}, {"packet", 327, 328.5}} {
			choose(t, b, "step-unit", c.unit, "change")
			until(t, b, control("step-on")+".title.length > 0 && "+control("step-unit")+".value === '"+c.unit+"'")
			click("step-on")
			until(t, b, "congestree.measures().simulated_ns > 75000")
			paused()
			m := now(t, b)
			if d := m.Now - 75000; d < c.least-1e-6 || d > c.most+1e-6 {
				t.Errorf("a step by %s is %v ns", c.unit, d)
			}
			if c.unit == "delivery" && m.Delivered <= start.Delivered {
				t.Error("a delivery delivered nothing")
			}
			if c.unit == "event" || c.unit == "delivery" { // back to the one before, which is before 75 µs as a rule
				click("step-back")
				until(t, b, "congestree.measures().simulated_ns < "+strconv.FormatFloat(m.Now, 'f', -1, 64))
				click("step-on")
				until(t, b, "Math.abs(congestree.measures().simulated_ns - "+strconv.FormatFloat(m.Now, 'f', -1, 64)+") < 1e-6")
			} else {
				click("step-back")
				until(t, b, "Math.abs(congestree.measures().simulated_ns - 75000) < 0.01")
			}
			if got := seek(t, b, "75000"); got.Checksum != sums["75000"] {
				t.Errorf("after steps by %s another state: %s", c.unit, got.Checksum)
			}
		}
	})
	t.Run("run until", func(t *testing.T) {
		seek(t, b, "5000")
		choose(t, b, "until", "tree", "change")
		click("run-until")
		until(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().trees.length > 0")
		until(t, b, control("note")+".textContent.includes('tree has formed')")
		tree := now(t, b)
		if first := eval[float64](t, b, "congestree.course().marks.find(m => m.kind === 'tree').t"); math.Abs(first*1000-tree.Now) > 1 {
			t.Errorf("the run ends at %v ns, the first tree is marked at %v µs", tree.Now, first)
		}
		m := eval[measures](t, b, "congestree.until('below', 30)")
		if m.Throughput > 1 || m.Now <= tree.Now || m.State != "paused" {
			t.Errorf("below 30 %%: %+v", m)
		}
		choose(t, b, "until", "time", "change")
		until(t, b, "!"+control("until-value")+".closest('[hidden]')")
		choose(t, b, "until-value", "soon", "input")
		click("run-until")
		until(t, b, "!document.getElementById('t-error').hidden && document.getElementById('t-error').textContent.includes('number')")
		choose(t, b, "until-value", "90.5", "input")
		click("run-until")
		until(t, b, "congestree.measures().simulated_ns === 90500 && document.getElementById('t-error').hidden")
		for args, want := range map[string]string{"'christmas'": "tree", "'tree', 5": "until tree takes no value"} {
			if why := eval[string](t, b, "congestree.until("+args+").then(() => 'reached', e => e.message)"); !strings.Contains(why, want) {
				t.Errorf("until(%s): %q", args, why)
			}
		}
	})
	t.Run("loop", func(t *testing.T) {
		eval[any](t, b, "congestree.loop(20000, 22000)")
		inside := "(t => t >= 20000 && t <= 22000)(congestree.measures().simulated_ns)"
		until(t, b, inside)
		last, turns := 0.0, 0
		for range 40 {
			m := now(t, b)
			if m.Now < 20000 || m.Now > 22000 {
				t.Fatalf("the loop is at %v ns", m.Now)
			}
			if m.Now < last {
				turns++
			}
			last = m.Now
			time.Sleep(25 * time.Millisecond)
		}
		if turns == 0 {
			t.Error("a loop of 2 µs did not turn within a second")
		}
		until(t, b, control("loop")+".checked && "+control("loop-to")+".value === '22'")
		for _, wrong := range []string{"22000, 20000", "20000", "20000, '22000'", "-1, 5", "0, 1e13", "0.0001, 0.0002"} {
			if why := eval[string](t, b, "congestree.loop("+wrong+").then(() => 'looped', err => err.message)"); !strings.Contains(why, "a larger to, simulated times in ns from 0 to 10^12") {
				t.Errorf("loop(%s): %s", wrong, why)
			}
		}
		until(t, b, control("loop")+".checked && "+control("loop-to")+".value === '22'")
		click("loop")
		until(t, b, "congestree.measures().simulated_ns > 23000")
		// A window can be dragged, too.
		track := rect(".track")
		for _, m := range []struct {
			kind  input.MouseType
			share float64
		}{{input.MousePressed, 0.5}, {input.MouseMoved, 0.6}, {input.MouseReleased, 0.6}} {
			check(t, b.within(10*time.Second, chromedp.MouseEvent(m.kind, track.Left+m.share*track.Width, track.Top+24, chromedp.ButtonLeft, chromedp.ButtonModifiers(input.ModifierShift))))
		}
		until(t, b, "congestreeChart.state.loop && Math.abs(congestreeChart.state.loop[0] / congestreeChart.state.data.end - 0.5) < 0.02 && Math.abs(congestreeChart.state.loop[1] / congestreeChart.state.data.end - 0.6) < 0.02 && "+control("loop")+".checked")
		for _, end := range []string{"loop-from", "loop-to"} { // as round as the picture's points allow
			if got := eval[string](t, b, control(end)+".value"); len(got) > 5 {
				t.Errorf("a window that was dragged has %s %s", end, got)
			}
		}
		click("loop")
		until(t, b, "!congestreeChart.state.loop")
		if eval[bool](t, b, `(() => { // a drag that the system takes over sets none
			const track = document.querySelector('.track'), r = track.getBoundingClientRect(), {call} = congestreeChart.state, {loop} = call;
			let set = false;
			call.loop = () => { set = true; };
			track.setPointerCapture = () => {};
			['pointerdown', 'pointermove', 'pointercancel'].forEach((kind, i) => track.dispatchEvent(new PointerEvent(kind, {pointerId: 1, shiftKey: true, clientX: r.left + r.width * (0.5 + i / 10), clientY: r.top + 24})));
			call.loop = loop;
			delete track.setPointerCapture;
			return set || !document.querySelector('.track .window').hidden;
		})()`) {
			t.Error("a drag with Shift that was cancelled sets a window")
		}
		eval[any](t, b, "congestree.pause()")
		paused()
	})
	t.Run("the loop's fields", func(t *testing.T) {
		typed := func(id, text string) {
			t.Helper()
			eval[bool](t, b, "("+control(id)+".focus(), "+control(id)+".select(), true)")
			check(t, b.Press(kb.Backspace+text+kb.Enter))
		}
		loops := func(from, to string) {
			t.Helper()
			until(t, b, "congestreeChart.state.loop && congestreeChart.state.loop.join() === '"+from+","+to+"'")
		}
		seek(t, b, "60000")
		eval[bool](t, b, "(document.querySelector('details.time').open || document.querySelector('details.time summary').click(), true)")
		until(t, b, control("loop-from")+".checkVisibility()")
		typed("loop-from", "30") // waits for the switch
		typed("loop-to", "31,5")
		if m := now(t, b); m.Now != 60000 || eval[bool](t, b, "!!congestreeChart.state.loop") {
			t.Errorf("fields alone loop: at %v ns", m.Now)
		}
		click("loop")
		loops("30", "31.5")
		until(t, b, "(t => t >= 30000 && t <= 31500)(congestree.measures().simulated_ns)")
		typed("loop-to", "32")
		loops("30", "32")
		for _, bad := range []string{"32", "33", "-1", "soon", ""} {
			typed("loop-from", bad)
			until(t, b, "!document.getElementById('t-loop-error').hidden && "+control("loop-from")+".ariaInvalid === 'true'")
			loops("30", "32")
			if got := eval[string](t, b, control("loop-from")+".value"); got != bad {
				t.Errorf("%q is refused, and the field says %q", bad, got)
			}
		}
		typed("loop-from", "31")
		loops("31", "32")
		until(t, b, "document.getElementById('t-loop-error').hidden && "+control("loop-from")+".ariaInvalid === 'false'")
		typed("loop-to", "30")
		until(t, b, "!document.getElementById('t-loop-error').hidden")
		click("loop")
		until(t, b, "!congestreeChart.state.loop && document.getElementById('t-loop-error').hidden")
		eval[any](t, b, "congestree.pause()")
		paused()
	})
	t.Run("restart in a loop", func(t *testing.T) {
		for _, how := range []string{"key", "button"} {
			eval[any](t, b, "congestree.loop(100000, 102000)")
			until(t, b, "(t => t >= 100000 && t <= 102000)(congestree.measures().simulated_ns) && "+control("loop")+".checked")
			if how == "key" {
				eval[any](t, b, "document.activeElement.blur()")
				check(t, b.Press("r"))
			} else {
				click("restart")
			}
			until(t, b, "congestree.measures().simulated_ns < 90000 && !congestreeChart.state.loop && !"+control("loop")+".checked && document.documentElement.dataset.state === 'running'")
		}
		seek(t, b, "101500")
		click("play")
		until(t, b, "congestree.measures().simulated_ns > 102500") // the window is no longer one
		eval[any](t, b, "congestree.pause()")
		paused()
	})
	t.Run("marks", func(t *testing.T) {
		seek(t, b, "120000")
		until(t, b, "document.querySelectorAll('.mark').length >= 3")
		type mark struct {
			T    float64
			Text string
			Kind string
		}
		kinds := map[string]bool{}
		for _, m := range eval[[]mark](t, b, "congestree.course().marks") {
			kinds[m.Kind] = true
			if !strings.ContainsAny(m.Text, "0123456789") || !strings.HasSuffix(m.Text, ".") {
				t.Errorf("a sentence without numbers: %q", m.Text)
			}
		}
		for _, want := range []string{"saturated", "tree", "hosts", "spread"} {
			if !kinds[want] {
				t.Errorf("no mark of kind %q", want)
			}
		}
		eval[bool](t, b, "(document.querySelector('.mark[data-kind~=saturated]').click(), true)")
		until(t, b, "Math.abs(congestree.measures().simulated_ns / 1000 - congestree.course().marks.find(m => m.kind === 'saturated').t) < 0.001")
		until(t, b, "!"+control("mark-text")+".hidden && "+control("mark-text")+".textContent.includes('falls behind')")
	})
	t.Run("charts", func(t *testing.T) {
		for _, c := range []struct{ id, legend string }{{"load", "accepted"}, {"latency", "mean"}, {"blocked", "low-order HoL"}, {"trees", "hosts blocked"}} {
			choose(t, b, "chart", c.id, "change")
			until(t, b, "document.querySelectorAll('.plot canvas').length === 1 && document.querySelector('.plot-head').textContent.includes('"+c.legend+"')")
		}
		seek(t, b, "90000")
		// Trees are looked at now and then: the chart says when, and not that its numbers are those of the instant shown.
		until(t, b, `(() => {
			const now = congestreeChart.state.now, look = [...congestree.course().looks.t].filter(t => t <= now).pop(), [, at] = document.querySelector('.plot-head .at').textContent.match(/^at ([0-9.]+)/) || [];
			return look < now - .1 && Math.abs(at - look) < .06 && document.querySelector('.plot-body').getAttribute('aria-label').includes('At ' + at);
		})()`)
		// Point at it: the numbers there.
		choose(t, b, "chart", "load", "change")
		plot := rect(".u-over")
		x := func(share float64) float64 { return plot.Left + share*plot.Width }
		mouse("move", x(0.5), plot.Top+plot.Height/2)
		until(t, b, "/at (59|60|61)/.test(document.querySelector('.plot-head .at').textContent)")
		// A click goes there, a drag shows a part.
		mouse("down", x(0.5), plot.Top+20)
		mouse("up", x(0.5), plot.Top+20)
		until(t, b, "Math.abs(congestree.measures().simulated_ns - 60000) < 800")
		mouse("down", x(0.25), plot.Top+20)
		mouse("move", x(0.4), plot.Top+20)
		mouse("move", x(0.5), plot.Top+20)
		mouse("up", x(0.5), plot.Top+20)
		until(t, b, "congestreeChart.state.range && Math.abs(congestreeChart.state.range[0] - 30) < 1 && Math.abs(congestreeChart.state.range[1] - 60) < 1")
		if m := now(t, b); math.Abs(m.Now-60000) > 800 {
			t.Errorf("choosing a part went to %v ns", m.Now)
		}
		click("chart-whole")
		until(t, b, "!congestreeChart.state.range && "+control("chart-whole")+".disabled")
		click("chart-nearer")
		until(t, b, "congestreeChart.state.range")
		click("chart-whole")
		// Other schemes are compared while the pointer rests on a chart: the one that is taken away tells nothing of their curves.
		mouse("move", x(0.5), plot.Top+plot.Height/2)
		until(t, b, "document.querySelector('.plot-head .at').textContent.startsWith('at ')")
		eval[any](t, b, `(async () => {
			const data = congestreeChart.state.data, moment = () => new Promise(r => requestAnimationFrame(() => setTimeout(r)));
			congestreeChart.update({...data}); // which uPlot draws when this is over
			congestreeChart.update({...data, lanes: ['a', 'b', 'c'].map(name => ({...data, name}))});
			await moment();
			congestreeChart.update(data);
			await moment();
			return null;
		})()`)
	})
	t.Run("tables and files", func(t *testing.T) {
		choose(t, b, "chart", "all", "change")
		until(t, b, "document.querySelectorAll('.plot canvas').length === 4")
		csv := strings.Split(strings.TrimSpace(eval[string](t, b, "congestreeTable.csv()")), "\r\n")
		if want := "time_us,offered_percent,accepted_percent,latency_us,latency_from_injection_us,in_trees_percent,hol_high_order_percent,hol_low_order_percent,branches,hosts_blocked,trees"; csv[0] != want {
			t.Errorf("CSV head %q", csv[0])
		}
		// Every number of the file is one of the run.
		accepted := eval[[]float64](t, b, "Array.from(congestree.course().bins.accepted)")
		hosts := eval[[]float64](t, b, "Array.from(congestree.course().looks.hosts)")
		var a, h []float64
		last := -1.0
		for _, line := range csv[1:] {
			f := strings.Split(line, ",")
			at, _ := strconv.ParseFloat(f[0], 64)
			if len(f) != 11 || at <= last {
				t.Fatalf("row %q", line)
			}
			last = at
			if all, err := strconv.ParseFloat(f[3], 64); err == nil {
				if network, err := strconv.ParseFloat(f[4], 64); err != nil || network <= 0 || network > all {
					t.Errorf("latency %v µs from generation on, %q from injection on", all, f[4])
				}
			}
			if v, err := strconv.ParseFloat(f[2], 64); err == nil {
				a = append(a, v/100)
			}
			if v, err := strconv.ParseFloat(f[9], 64); err == nil {
				h = append(h, v)
			}
		}
		same := func(x, y []float64) bool {
			for i := range x {
				if len(x) != len(y) || math.Abs(x[i]-y[i]) > 1e-6 {
					return false
				}
			}
			return len(x) > 20
		}
		if !same(a, accepted) || !same(h, hosts) {
			t.Errorf("the file has %d and %d numbers, the run %d and %d", len(a), len(h), len(accepted), len(hosts))
		}
		saved := eval[[]string](t, b, `new Promise(done => {
			const got = [], url = URL.createObjectURL, go = HTMLAnchorElement.prototype.click;
			URL.createObjectURL = blob => { blob.text().then(text => { got.push(blob.type, text); if (got.length === 6) done(got); }); return 'blob:nothing'; };
			HTMLAnchorElement.prototype.click = function() { got.push(this.download); };
			`+control("chart-csv")+`.click(); setTimeout(() => { `+control("chart-json")+`.click(); URL.createObjectURL = url; HTMLAnchorElement.prototype.click = go; }, 100);
		})`)
		if len(saved) != 6 || !strings.HasSuffix(saved[0], "-all.csv") || saved[1] != "text/csv" || len(saved[2]) < 1000 || !strings.HasSuffix(saved[3], "-all.json") {
			t.Errorf("saved %.80q", saved)
		}
		if !eval[bool](t, b, `(o => o.columns.length === 11 && o.rows.length > 20 && o.events.length > 3 && o.scenario === congestree.link() + '&v=`+strconv.Itoa(engine.Results)+`' && o.version === congestree.version)(JSON.parse(congestreeTable.json()))`) {
			t.Error("the JSON file is not whole")
		}
		click("chart-table")
		check(t, b.Features("media=print"))
		if lost := eval[int](t, b, "(e => e.scrollHeight - e.clientHeight)(document.querySelector('dialog.data .events'))"); lost > 0 {
			t.Errorf("%d pixels of the events are not on paper", lost)
		}
		check(t, b.Features(""))
		until(t, b, control("data")+".open && "+control("data")+".querySelectorAll('tbody tr').length > 20 && "+control("data")+".querySelectorAll('li').length > 3")
		if ragged := eval[string](t, b, `[...document.querySelectorAll('[data-testid=data] table')].flatMap(table => [...table.rows[0].cells].map((head, k) =>
			new Set([...table.tBodies[0].rows].map(r => r.cells[k].textContent).filter(v => v !== '—').map(v => (v.split('.')[1] || '').length)).size > 1 ? head.textContent : '')).filter(Boolean).join()`); ragged != "" {
			t.Errorf("numbers below each other have different digits: %s", ragged)
		}
		check(t, b.Press(" ")) // is the dialog's, not the run's
		time.Sleep(150 * time.Millisecond)
		if s := now(t, b).State; s != "paused" && eval[bool](t, b, control("data")+".open") {
			t.Errorf("a space in the table made the page %s", s)
		}
		eval[any](t, b, "congestreeChart.state.call.say('Saved')") // a note, which nobody sees behind it
		until(t, b, control("data-said")+".textContent === 'Saved'")
		for _, v := range axe(t, b) {
			t.Error(v)
		}
		eval[bool](t, b, "("+control("data")+".close(), true)")
	})
	t.Run("another scenario", func(t *testing.T) {
		eval[bool](t, b, "(congestree.load('?network=rlft-4x3').catch(() => 0), true)")
		if m := now(t, b); m.Now > 10_000 || m.Delivered > 1000 || len(m.Trees) != 0 { // it may have begun to run
			t.Errorf("right after load: %+v", m)
		}
		until(t, b, "congestree.measures().delivered > 0 && congestreeChart.state.data.end < 100 && congestreeChart.state.data.marks.length === 0")
	})
	t.Run("run until it falls from where it is below", func(t *testing.T) { // who asks for that is told what the run waits for
		load(t, b, "?preset=hot-spot&t=120us")
		until(t, b, "congestree.measures().simulated_ns === 120000")
		choose(t, b, "until", "below", "change")
		choose(t, b, "until-value", "30", "input")
		click("run-until")
		until(t, b, control("note")+".textContent.includes('below 30 % already')")
	})
}

// Going to any instant of a run of 432 hosts starts near by: the engine is asked once for most of them, and not again and
// again while it computes all from time 0. Requests are counted, not time, which depends on who else uses the machine;
// how much is computed again is TestSeeksRepeatLittle's.
func TestScrubIsQuick(t *testing.T) {
	t.Parallel()
	b := open(t, "?network=rlft-12x3&traffic=HS10-1&queuing=dbbm&vcs=3&voq=true&load=1")
	// While it runs the panel is built some four times a second, since that costs more than a picture.
	if built := eval[float64](t, b, `(async () => {
		const panels = () => congestree.frameStats().panels, n = panels(), t = performance.now();
		await new Promise(done => setTimeout(done, 3000));
		return (panels() - n) * 1000 / (performance.now() - t);
	})()`); built == 0 || built > 5.5 {
		t.Errorf("the panel is built %.1f times a second", built)
	}
	eval[bool](t, b, `(() => {
		const post = Worker.prototype.postMessage;
		window.requests = 0;
		Worker.prototype.postMessage = function (m, ...rest) { if (m.kind === "frame" && m.seek) requests++; return post.call(this, m, ...rest); };
		return true;
	})()`)
	const count = "(async () => { requests = 0; await congestree.seek(%); return requests })()"
	far := eval[int](t, b, strings.Replace(count, "%", "300000", 1))
	sum := 0
	for _, ns := range []string{"299000", "10000", "150000", "40000", "260000", "77777", "1000"} {
		n := eval[int](t, b, strings.Replace(count, "%", ns, 1))
		t.Logf("to %s ns: %d requests", ns, n)
		if sum += n; n == 0 {
			t.Errorf("a seek to %s ns without a request", ns)
		}
	}
	t.Logf("the first way to 300 µs: %d", far)
	if sum > 2*7 {
		t.Errorf("%d requests for 7 seeks", sum)
	}
}

// leading are a number's first three digits.
func leading(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
	return s[:min(3, len(s))]
}

// The chart of how latencies are distributed is what `congestree run --latencies` writes, at the instant shown, before the warm-up's end and
// after it, and of each of the schemes that are compared.
func TestLatencyDistribution(t *testing.T) {
	t.Parallel()
	const query = "network=rlft-4x3&traffic=HS25-1&warmup=20"
	b := tab(t, Options{Width: 1200, Height: 700})
	check(t, b.Go(site+"?"+query+"&t=60us"))
	check(t, b.Until("document.documentElement.dataset.state === 'paused' && window.congestree?.measures().simulated_ns === 60000", wait))
	choose(t, b, "chart", "distribution", "change")
	// shares are the rows of the chart's file, without the one in which there is nobody yet.
	shares := func(columns int) (rows [][]float64) {
		t.Helper()
		until(t, b, "congestreeTable.csv().split('\\r\\n').length > 20")
		lines := strings.Split(strings.TrimSpace(eval[string](t, b, "congestreeTable.csv()")), "\r\n")
		if !strings.HasPrefix(lines[0], "latency_below_us,packets_percent") {
			t.Fatal(lines[0])
		}
		for _, line := range lines[1:] {
			var row []float64
			for _, f := range strings.Split(line, ",") {
				v, err := strconv.ParseFloat(f, 64)
				check(t, err)
				row = append(row, v)
			}
			if len(row) != columns {
				t.Fatalf("row %q", line)
			}
			rows = append(rows, row)
		}
		if len(rows) < 20 || rows[0][1] != 0 {
			t.Fatalf("%d rows, the first %v", len(rows), rows[0])
		}
		return rows[1:]
	}
	native := func(query string, ns int64) []fabric.LatencyBin {
		t.Helper()
		s, err := scenario.ParseQuery(query)
		check(t, err)
		m, err := engine.Open(s)
		check(t, err)
		m.Advance(ns*engine.Nanosecond, engine.NoLimit)
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		return f.Latencies
	}
	same := func(rows [][]float64, bins []fabric.LatencyBin) {
		t.Helper()
		if len(rows) != len(bins) {
			t.Fatalf("%d rows, %d bins", len(rows), len(bins))
		}
		var all, below, in uint64
		for _, x := range bins {
			all += x.Packets
		}
		for i, x := range bins {
			below, in = below+x.Packets, in+x.InNetwork
			for k, want := range []float64{float64(x.BelowNS) / 1000, 100 * float64(below) / float64(all), 100 * float64(in) / float64(all)} {
				if math.Abs(rows[i][k]-want) > 1e-4*want {
					t.Fatalf("row %d is %v, want %v in column %d", i, rows[i], want, k)
				}
			}
		}
	}
	same(shares(3), native(query, 60_000))
	for span, want := range map[string]string{"0.1, 100": "0.1,1,10,100", "0.336, 70": "0.5,1,2,5,10,20,50", "0.3, 0.9": "0.4,0.6,0.8", "5, 5.05": "5,5.01,5.02,5.03,5.04,5.05", "0.1, 99999": "0.1,1,10,100,1000,10000"} {
		if got := eval[string](t, b, "congestreeChart.decades("+span+").join()"); got != want {
			t.Errorf("an axis over %s has %s, want %s", span, got, want)
		}
	}
	p99 := eval[string](t, b, control("latency-p99")+".textContent")
	if head := eval[string](t, b, "document.querySelector('.chart-tools .key-generated b').textContent"); !strings.HasPrefix(head, "p99\u202f") || leading(head[len("p99\u202f"):]) != leading(p99) {
		t.Errorf("the chart's head says %q, the readouts %q", head, p99)
	}
	if got := eval[string](t, b, control("since")+".textContent"); got != "since 20\u202fµs" {
		t.Errorf("averages count %q", got)
	}
	if !eval[bool](t, b, "['nearer', 'farther', 'whole'].every(n => document.querySelector(`[data-testid=chart-${n}]`).disabled)") {
		t.Error("what is not over time can be zoomed in time")
	}
	for _, kind := range []string{"svg", "png"} {
		name := eval[string](t, b, `new Promise(done => { const keep = congestreeExport.save; congestreeExport.save = (blob, name) => { congestreeExport.save = keep; done(name); }; `+control("chart-"+kind)+`.click(); })`)
		if !strings.HasSuffix(name, "-distribution."+kind) {
			t.Errorf("the figure is called %q", name)
		}
	}
	seek(t, b, "12000") // the warm-up
	until(t, b, "congestree.measures().simulated_ns === 12000 && "+control("since")+".textContent.includes('so far')")
	same(shares(3), native(query, 12_000))
	if m := eval[string](t, b, control("latency")+".textContent"); m == "—" || eval[float64](t, b, "congestree.measures().latency_ns") != -1 {
		t.Errorf("before the window begins the mean latency is %q, to programs %v", m, eval[float64](t, b, "congestree.measures().latency_ns"))
	}
	load(t, b, "?"+query+"&t=60us&compare=queuing:dbbm")
	until(t, b, "congestree.lanes().length === 2 && congestree.lanes().every(l => l.simulated_ns === 60000) && document.documentElement.dataset.state === 'paused'")
	choose(t, b, "chart", "distribution", "change")
	rows := shares(3)
	for k, q := range []string{query, query + "&queuing=dbbm"} {
		bins := native(q, 60_000)
		var all, below uint64
		for _, x := range bins {
			all += x.Packets
		}
		i := 0
		for _, row := range rows { // at all edges, also those of the other
			for i < len(bins) && float64(bins[i].BelowNS)/1000 <= row[0]*(1+1e-6) {
				below, i = below+bins[i].Packets, i+1
			}
			if want := 100 * float64(below) / float64(all); math.Abs(row[1+k]-want) > 1e-3 {
				t.Fatalf("%s: %v %% of the packets are faster than %v µs, want %v", q, row[1+k], row[0], want)
			}
		}
	}
	for _, v := range axe(t, b) {
		t.Error(v)
	}
}

// Where the browser draws nothing for a while, as of a window that is covered, a program that asked for an instant still hears of it.
func TestAnswersWithoutPictures(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 700, Height: 500, Before: "(real => window.requestAnimationFrame = f => window.stalled ? 0 : real(f))(requestAnimationFrame)"})
	check(t, b.Go(site+"?preset=karol-8&t=1us"))
	until(t, b, "window.congestree?.measures().simulated_ns === 1000")
	eval[bool](t, b, "stalled = true")
	for _, ns := range []float64{3000, 2000} {
		if m := eval[measures](t, b, fmt.Sprintf("congestree.seek(%v)", ns)); m.Now != ns {
			t.Errorf("asked for %v ns, got %v", ns, m.Now)
		}
	}
}
