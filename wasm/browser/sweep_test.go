package browser

// A sweep in the page: filled in by a link, run in workers, the command line's numbers to the bit, stopped and gone
// on with, kept while the dialog is closed; a point of a curve opens its run.

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

func TestSweep(t *testing.T) {
	t.Parallel()
	const query = "?network=rlft-4x3&traffic=HS25-1&warmup=20&sweep=load=0.5,1;queuing=1q,vftree;until=60us"
	// Files are saved by a click on a link; the test keeps their contents instead.
	const before = `window.saved = []; const make = URL.createObjectURL; URL.createObjectURL = b => { if (b instanceof Blob && /csv|ndjson/.test(b.type)) b.text().then(x => saved.push(x)); return make.call(URL, b); };
		navigator.clipboard.writeText = x => { saved.push(x); return Promise.resolve(); };`
	b := tab(t, Options{Width: 1440, Height: 900, Before: before})
	check(t, b.Go(site+query))
	check(t, b.Until(control("sweep")+"?.open && "+control("sweep-outline")+".textContent.startsWith('4 runs of 60 µs, measured from 20 µs')", time.Minute))
	if eval[bool](t, b, "congestreeSweep.data !== null") {
		t.Error("a link has started a sweep")
	}
	press := func(name string) {
		t.Helper()
		eval[bool](t, b, "("+control(name)+".click(), true)")
	}

	// A refused value is said where it is written, and keeps from starting.
	choose(t, b, "sweep-x-values", "0.5,2", "input")
	check(t, b.Until("!"+control("sweep-refusal")+".hidden && "+control("sweep-refusal")+".textContent.includes('0–1.2') && "+control("sweep-go")+".disabled", time.Minute))
	choose(t, b, "sweep-x-values", "0..1.2:0.001", "input")
	check(t, b.Until(control("sweep-refusal")+".textContent.includes('at most 512')", time.Minute))
	choose(t, b, "sweep-x-values", "0.5,1", "input")
	check(t, b.Until(control("sweep-refusal")+".hidden && !"+control("sweep-go")+".disabled", time.Minute))

	press("sweep-go")
	check(t, b.Until("congestreeSweep.data?.curves.every(c => c.points.every(p => p))", 2*time.Minute))
	check(t, b.Until(control("sweep-go")+".disabled && "+control("sweep-progress")+".textContent.startsWith('4 of 4 runs done')", time.Minute))
	if n := eval[int](t, b, "document.querySelectorAll('.sweep-plot canvas').length"); n != 2 {
		t.Errorf("%d plots", n)
	}
	if n := eval[int](t, b, "document.querySelectorAll('.sweep-table tbody tr').length"); n != 4 {
		t.Errorf("%d rows", n)
	}
	for _, v := range axe(t, b) {
		t.Error(v)
	}
	// On paper it is as long as its table, whose rows stand in it, and no plot is cut.
	const whole = `(() => {
		const dialog = document.querySelector('dialog.sweep'), body = dialog.querySelector('.sweep-table tbody'), more = Array.from({length: 60}, () => body.rows[0].cloneNode(true));
		body.append(...more);
		const all = dialog.getBoundingClientRect().bottom >= body.getBoundingClientRect().bottom && [...dialog.querySelectorAll('.sweep-plot-body')].every(e => e.clientHeight >= e.firstChild.offsetHeight);
		for (const r of more) r.remove();
		return all;
	})()`
	onScreen := eval[bool](t, b, whole)
	check(t, b.Features("media=print"))
	if onPaper := eval[bool](t, b, whole); onScreen || !onPaper {
		t.Errorf("a long table is in the dialog on the screen: %v, on paper: %v", onScreen, onPaper)
	}
	check(t, b.Features(""))

	// The file of the page is that of the command it copies, but for the wall time and the program's name.
	press("chart-sweep-json")
	until(t, b, "saved.length === 1")
	press("sweep-command")
	until(t, b, "saved.length === 2 && "+control("sweep-said")+".textContent === 'Command copied'")
	cli := filepath.Join(t.TempDir(), "cli.jsonl")
	command := strings.Replace(strings.Replace(eval[string](t, b, "saved[1]"), "congestree ", "go run ./engine/cmd/congestree ", 1), "sweep.jsonl", cli+" --jobs 1", 1)
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = filepath.Dir(public)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", command, err, text)
	}
	press("sweep-link")
	until(t, b, "saved.length === 3")
	if l := eval[string](t, b, "saved[2]"); !strings.Contains(l, "sweep=load%3D0.5,1%3Bqueuing%3D1q,vftree%3Buntil%3D60us") || !strings.Contains(l, "network=rlft-4x3") {
		t.Errorf("the link copied is %s", l)
	}
	// The curves as a drawing: as many signs as points, and the link of the sweep.
	eval[bool](t, b, "(congestreeExport.save = (blob, name) => blob.text().then(x => saved.push(name + '\\n' + x)), true)")
	press("chart-sweep-svg")
	until(t, b, "saved.length === 4")
	drawing := eval[string](t, b, "saved[3]")
	signs := strings.Count(drawing, "<circle") // the first curve's, of the second one's squares
	for _, want := range []string{".svg\n", ">Throughput (accepted load), %</text>", ">Latency (mean), µs</text>", "sweep=load%3D0.5,1%3Bqueuing%3D1q,vftree%3Buntil%3D60us", ">vFtree</text>"} {
		if !strings.Contains(drawing, want) {
			t.Errorf("the drawing has no %q", want)
		}
	}
	if signs != 2*(2+1) { // two points and the legend, in both panels
		t.Errorf("%d signs of the first curve", signs)
	}
	// Of curves that are offered different loads each has a line of its own for them.
	check(t, b.Eval("congestreeSweep.update({...congestreeSweep.data, apart: true})", nil))
	press("chart-sweep-svg")
	until(t, b, "saved.length === 5")
	if apart := eval[string](t, b, "saved.pop()"); !strings.Contains(apart, ">offered: vFtree</text>") || strings.Contains(apart, ">offered</text>") || !strings.Contains(drawing, ">offered</text>") {
		t.Error("the loads offered are one line for all curves, or lines where they are the same")
	}
	check(t, b.Eval("congestreeSweep.update({...congestreeSweep.data, apart: false})", nil))
	// Fairness takes the place of throughput, in the plot, for who listens, in the drawing and in the table.
	choose(t, b, "sweep-quantity", "fairness", "change")
	if got := eval[string](t, b, "[document.activeElement.dataset.testid, document.querySelector('.sweep-plot-body').ariaLabel.split(' over')[0], document.querySelectorAll('.sweep-plot canvas').length, "+control("sweep-deadlock")+".hidden, "+
		"[...document.querySelectorAll('.sweep-table tbody tr')].every((r, i) => (n => n > 0 && n <= 1)(+r.cells[7].textContent))].join()"); got != "sweep-quantity,Fairness (Jain’s index),2,true,true" {
		t.Errorf("with fairness: %s", got)
	}
	press("chart-sweep-svg")
	until(t, b, "saved.length === 5")
	if fair := eval[string](t, b, "saved[4]"); !strings.Contains(fair, ">Fairness (Jain’s index)</text>") || strings.Contains(fair, ">Throughput") || strings.Contains(fair, ">offered<") {
		t.Error("the drawing of fairness is of something else")
	}
	choose(t, b, "sweep-quantity", "throughput", "change")
	if dir := os.Getenv("CONGESTREE_PICTURES"); dir != "" {
		_, svg, _ := strings.Cut(drawing, "\n")
		check(t, os.WriteFile(filepath.Join(dir, "sweep.svg"), []byte(svg), 0o644))
	}
	text, err := os.ReadFile(cli)
	check(t, err)
	want, got := byPoint(t, string(text)), byPoint(t, eval[string](t, b, "saved[0]"))
	if len(want) != 4 || len(got) != 4 {
		t.Fatalf("%d points of the command line, %d of the page", len(want), len(got))
	}
	for point, w := range want {
		if got[point] != w {
			t.Errorf("point %s: the page has\n%s\nthe command line\n%s", point, got[point], w)
		}
	}

	// The pointer over a point reads it; a click opens its run, and the results are there when the dialog is opened again.
	var at struct{ X, Y float64 }
	check(t, b.Eval("congestreeSweep.at(0, 1, 1)", &at))
	check(t, b.within(10*time.Second, chromedp.MouseEvent(input.MouseMoved, at.X, at.Y)))
	until(t, b, "!document.querySelector('.sweep-tip').hidden && document.querySelector('.sweep-tip .near').textContent.includes('%')")
	link := eval[string](t, b, "congestreeSweep.data.curves[1].points[1].link")
	check(t, b.within(10*time.Second, chromedp.MouseClickXY(at.X, at.Y)))
	check(t, b.Until("!"+control("sweep")+".open && congestree.measures().delivered > 0", time.Minute))
	if now := eval[string](t, b, "location.href"); now != link || !strings.Contains(link, "queuing=vftree") {
		t.Errorf("the point %s opened %s", link, now)
	}
	check(t, b.Eval("history.back()", nil)) // to the sweep, and forward to the run without it
	until(t, b, control("sweep")+".open && "+control("sweep-progress")+".textContent.startsWith('4 of 4')")
	check(t, b.Eval("history.forward()", nil))
	until(t, b, "!"+control("sweep")+".open && location.href === '"+link+"'")
	press("open-sweep")
	until(t, b, control("sweep")+".open && "+control("sweep-progress")+".textContent.startsWith('4 of 4')")

	// The command line's file, dropped on the page of another run in two parts, opens what was swept and its curves; what is no file of results
	// costs none of it, and another engine's are told apart and can be run anew.
	drop := func(texts ...string) {
		t.Helper()
		list, err := json.Marshal(texts)
		check(t, err)
		eval[bool](t, b, `(() => { const d = new DataTransfer(); `+string(list)+`.forEach((text, i) => d.items.add(new File([text], i + '.jsonl'))); dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true})); return true })()`)
	}
	drawn := eval[string](t, b, "JSON.stringify(congestreeSweep.data.curves)")
	press("sweep-close")
	check(t, b.Eval("congestree.load('?preset=uniform&t=10us').then(() => null)", nil))
	half := strings.Index(string(text), "\n{") + 1
	drop(string(text[half:]), string(text[:half]))
	const brought = "4 of 4 runs done. 4 of 4 runs are from files"
	check(t, b.Until(control("sweep")+".open && "+control("sweep-progress")+".textContent === '"+brought+".' && congestree.link().includes('network=rlft-4x3')", time.Minute))
	until(t, b, "JSON.stringify(congestreeSweep.data.curves) === '"+drawn+"'")
	drop(string(text), "x")
	until(t, b, "!"+control("sweep-not-read")+".hidden && "+control("sweep-not-read")+".textContent === '2 files cannot be opened: line 1: it is no result of a sweep.'")
	drop(regexp.MustCompile(`"window_start_ns":\d+`).ReplaceAllString(strings.ReplaceAll(string(text), `"deadlock_ns":null`, `"deadlock_ns":60000`), `"window_start_ns":7`))
	until(t, b, control("sweep-not-read")+".textContent === '0.jsonl cannot be opened: its times are those of no run that its links open.' && "+control("sweep-progress")+".textContent === '"+brought+".'")
	if n := eval[int](t, b, `(() => { // too many bytes, of which none is read
		const d = new DataTransfer(), {arrayBuffer} = Blob.prototype;
		let n = 0;
		Blob.prototype.arrayBuffer = function() { n++; return arrayBuffer.call(this); };
		d.items.add(new File(['x'.repeat((16 << 20) + 1)], 'large.jsonl'));
		dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true}));
		Blob.prototype.arrayBuffer = arrayBuffer;
		return n })()`); n != 0 {
		t.Error("a file that is too large is read")
	}
	until(t, b, control("sweep-not-read")+".textContent === 'large.jsonl cannot be opened: 17 MiB of results; allowed: up to 16 MiB in the page.'")
	choose(t, b, "sweep-by-values", "vftree,dbbm", "input")
	until(t, b, control("sweep-not-read")+".hidden && "+control("sweep-progress")+".textContent.startsWith('2 of 4 runs done, stopped. 2 of 4 runs are from files, 2 more are known')")
	strange := regexp.MustCompile(`"fingerprint":"[0-9a-f]+"`).ReplaceAllString(string(text), `"fingerprint":"0123456789abcdef"`)
	drop(strange) // whose runs are known here
	until(t, b, "JSON.stringify(congestreeSweep.data.curves) === '"+drawn+"' && "+control("sweep-progress")+".textContent === '"+brought+".'")
	drop(strings.ReplaceAll(strange, "60000", "50000")) // but no such runs
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('"+brought+", 4 more are known') && "+control("sweep-progress")+".textContent.includes('. 4 of 4 runs are of another engine (')", time.Minute))
	press("sweep-go")
	check(t, b.Until(control("sweep-progress")+".textContent === '4 of 4 runs done.' && "+control("sweep-until")+".value === '50'", time.Minute))
	if eval[bool](t, b, "JSON.stringify(congestreeSweep.data.curves) === '"+drawn+"'") {
		t.Error("another engine's results are as if they had not been run anew")
	}

	// Another sweep replaces them. Stopped, it keeps what is done, and goes on from there.
	choose(t, b, "sweep-x-values", "0.2..1:0.01", "input")
	check(t, b.Until("!"+control("sweep-go")+".disabled && "+control("sweep-outline")+".textContent.startsWith('162 runs')", time.Minute))
	press("sweep-go")
	check(t, b.Until(fmt.Sprintf("congestreeSweep.data.values.length === 81 && %s >= 1", sweepKnown), time.Minute))
	drop(string(text))
	until(t, b, control("sweep-not-read")+".textContent === '0.jsonl cannot be opened: a sweep is running; stop it first, which keeps what it has.'")
	check(t, b.Eval("document.querySelector('.sweep-table a').focus()", nil)) // it stays there while other runs end
	check(t, b.Until(sweepKnown+" >= 3", time.Minute))
	check(t, b.Until("sessionStorage['congestree.sweep']?.includes('load=0.2..1:0.01')", time.Minute)) // while it runs: a tab that dies tells nobody
	if !eval[bool](t, b, "document.activeElement.matches('.sweep-table a')") {
		t.Error("a link in the table has lost the focus")
	}
	press("sweep-go")
	check(t, b.Until(control("sweep-progress")+".textContent.includes('stopped')", time.Minute))
	if done := eval[int](t, b, sweepKnown); done < 1 || done >= 162 {
		t.Errorf("%d points after it was stopped", done)
	}

	// A reload keeps what is done, says so, and the sweep goes on from there.
	done := eval[int](t, b, "parseInt("+control("sweep-progress")+".textContent)")
	check(t, b.Eval("window.before = true, location.reload()", nil))
	says := fmt.Sprintf("%d of 162 runs are from before the reload.", done)
	check(t, b.Until(fmt.Sprintf("!window.before && %s?.textContent === '%d of 162 runs done, stopped. %s' && congestreeSweep.data && %s === %d", control("sweep-progress"), done, says, sweepKnown, done), time.Minute))
	press("sweep-close")
	press("open-sweep")
	until(t, b, control("sweep")+".open && "+control("sweep-go")+".textContent === 'Go on'")
	press("sweep-go")
	press("sweep-close") // it goes on behind the closed dialog, and says so
	check(t, b.Until(control("open-sweep")+".textContent.includes('of 162')", time.Minute))
	press("open-sweep")
	check(t, b.Until(sweepKnown+" === 162 && "+control("sweep-progress")+".textContent === '162 of 162 runs done. "+says+"'", 2*time.Minute))

	// The address has the form as long as the dialog is open, and a reload brings it back.
	choose(t, b, "sweep-x-values", "0.25,nonsense", "input")
	until(t, b, "!location.search.includes('sweep=')")
	choose(t, b, "sweep-x-values", "0.25,0.75", "input")
	until(t, b, "location.search.includes('sweep=load%3D0.25,0.75%3Bqueuing%3D1q,vftree')")
	check(t, b.Eval("window.before = true, location.reload()", nil))
	check(t, b.Until("!window.before && "+control("sweep")+"?.open && "+control("sweep-x-values")+".value === '0.25,0.75' && "+control("sweep-outline")+".textContent.startsWith('4 runs')", time.Minute))
	press("sweep-close")
	until(t, b, "!location.search.includes('sweep=')")
	press("open-sweep")
	until(t, b, "location.search.includes('sweep=load%3D0.25,0.75')")

	// The results are of the other sweep, and are there once the form is that again. A dialog that was closed has the form, too.
	if text := eval[string](t, b, control("sweep-progress")+".textContent"); text != "" {
		t.Errorf("the form of another sweep has %q", text)
	}
	choose(t, b, "sweep-x-values", "0.2..1:0.01", "input")
	const all = "162 of 162 runs done. 162 of 162 runs are from before the reload."
	until(t, b, control("sweep-progress")+".textContent === '"+all+"'")
	press("sweep-close")
	until(t, b, "!location.search.includes('sweep=')")
	check(t, b.Eval("window.before = true, location.reload()", nil))
	check(t, b.Until("!window.before && "+control("open-sweep"), time.Minute))
	press("open-sweep")
	check(t, b.Until(control("sweep-x-values")+".value === '0.2..1:0.01' && "+control("sweep-progress")+".textContent === '"+all+"'", time.Minute))

	// The whole table is seen in either language.
	for _, tag := range []string{"es", "en"} {
		choose(t, b, "language", tag, "change")
		until(t, b, "document.querySelector('.sweep-table thead').textContent.includes('"+map[string]string{"es": "Latencia", "en": "Latency"}[tag]+"')")
		if tag == "es" { // on a phone its heads leave rows in sight
			check(t, b.Look(Options{Width: 390, Height: 844}))
			if b.Until("innerWidth === 390 && document.querySelector('.sweep-table thead').offsetHeight < 90", 10*time.Second) != nil {
				t.Errorf("on a phone the heads of the sweep's table have %d px", eval[int](t, b, "document.querySelector('.sweep-table thead').offsetHeight"))
			}
			check(t, b.Look(Options{}))
			until(t, b, "innerWidth === 1440")
		}
		check(t, b.Look(Options{Width: 1200, Height: 900})) // where the dialog has less than its width
		until(t, b, "innerWidth === 1200")
		if w := eval[float64](t, b, "document.querySelector('.sweep-table').scrollWidth - document.querySelector('.sweep-table').clientWidth"); w > 0 {
			t.Errorf("%s: in a window of 1200 px the table lacks %g pixels", tag, w)
		}
		check(t, b.Look(Options{}))
		until(t, b, "innerWidth === 1440")
		if w := eval[float64](t, b, "document.querySelector('.sweep-table').scrollWidth - document.querySelector('.sweep-table').clientWidth"); w > 0 {
			t.Errorf("%s: the table lacks %g pixels", tag, w)
		}
		if w := eval[float64](t, b, `(() => { // nor do names along the axis widen it
			const t = document.querySelector('.sweep-table'), th = t.querySelector('tbody th'), value = th.textContent;
			th.textContent = 'D-mod-K (deterministic)';
			const over = t.scrollWidth - t.clientWidth;
			th.textContent = value;
			return over;
		})()`); w > 0 {
			t.Errorf("%s: with names of routings the table lacks %g pixels", tag, w)
		}
	}

	// What is brought after a reload costs nothing of what was stored, and has not been looked at yet.
	press("sweep-close")
	until(t, b, "!location.search.includes('sweep=')")
	check(t, b.Eval("window.before = true, location.reload()", nil))
	check(t, b.Until("!window.before && "+control("open-sweep"), time.Minute))
	check(t, b.Running())
	stored := eval[string](t, b, "sessionStorage['congestree.sweep']")
	drop(string(text))
	check(t, b.Until(control("sweep-progress")+"?.textContent.startsWith('"+brought+"')", time.Minute))
	choose(t, b, "sweep-x-values", "0.2..1:0.01", "input")
	choose(t, b, "sweep-until", "50", "input")
	until(t, b, control("sweep-progress")+".textContent.startsWith('162 of 162 runs done.')")
	restored, err := json.Marshal(stored)
	check(t, err)
	check(t, b.Eval("sessionStorage['congestree.sweep'] = "+string(restored), nil))

	// What the page cannot have stored is thrown away.
	check(t, b.Eval(`sessionStorage['congestree.sweep'] = sessionStorage['congestree.sweep'].replace('"checksum":"', '"checksum":"<b>'), window.before = true, location.reload()`, nil))
	check(t, b.Until("!window.before && "+control("sweep-outline")+"?.textContent.startsWith('162 runs') && sessionStorage.length === 0", time.Minute))
	if text := eval[string](t, b, control("sweep-progress")+".textContent"); text != "" {
		t.Errorf("damaged results give %q", text)
	}
}

// sweepKnown counts the points that are drawn.
const sweepKnown = "congestreeSweep.data.curves.flatMap(c => c.points).filter(p => p).length"

// byPoint splits a file of a sweep, without what differs between machines and versions.
func byPoint(t *testing.T, text string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for line := range strings.Lines(text) {
		var r map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, name := range []string{"wall_s", "hops_per_s", "engine"} {
			delete(r, name)
		}
		canonical, err := json.Marshal(r)
		check(t, err)
		out[fmt.Sprint(r["point"])] = string(canonical)
	}
	return out
}

// A run that cannot be had is told by name, and the others are there all the same.
func TestSweepFailures(t *testing.T) {
	t.Parallel()
	// Workers whose point has a load of 0.7 break down as one without memory does.
	const before = `const Real = Worker; window.Worker = class extends Real { postMessage(m, ...rest) {
		if (m.kind === 'measure' && /load=0\.7/.test(m.text)) setTimeout(() => this.onmessage({data: {kind: 'crash', reason: 'fatal error: out of memory'}}), 50);
		else super.postMessage(m, ...rest);
	} };`
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true, Before: before, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(site+"?network=rlft-4x3&sweep=load=0.6..0.8:0.1;until=20us"))
	check(t, b.Until(control("sweep")+"?.open && !"+control("sweep-go")+".disabled", time.Minute))
	eval[bool](t, b, "("+control("sweep-go")+".click(), true)")
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('2 of 3 runs done, 1 failed')", 2*time.Minute))
	if text := eval[string](t, b, control("sweep-failures")+".textContent"); !strings.Contains(text, "load=0.7") || !strings.Contains(text, "more memory") {
		t.Errorf("the failure is told as %q", text)
	}
	if text := eval[string](t, b, control("sweep-go")+".textContent"); text != "Go on" {
		t.Errorf("what failed can be tried again by %q", text)
	}
	until(t, b, sweepKnown+" === 2")
	if w := eval[float64](t, b, control("sweep")+".querySelector('.sweep-body').scrollWidth - "+control("sweep")+".querySelector('.sweep-body').clientWidth"); w > 0 {
		t.Errorf("the dialog is %v pixels wider than a phone", w)
	}
	for _, v := range axe(t, b) {
		t.Error(v)
	}

	// Along an axis without numbers stand the names that the table has.
	check(t, b.Eval("window.written = []; window.places = []; const canvas = CanvasRenderingContext2D.prototype, fill = canvas.fillText; canvas.fillText = function(text, ...rest) { written.push(text); const {canvas, textAlign} = this, {width} = this.measureText(text); places.push({text, canvas, left: rest[0] - (textAlign === 'center' ? width / 2 : 0), width}); return fill.call(this, text, ...rest); }", nil))
	choose(t, b, "sweep-x", "queuing", "change")
	choose(t, b, "sweep-x-values", "1q,voqnet,fbicm", "input")
	choose(t, b, "sweep-by", "buffer", "change")
	choose(t, b, "sweep-by-values", "128,192", "input")
	check(t, b.Until(control("sweep-outline")+".textContent.startsWith('6 runs')", time.Minute))
	eval[bool](t, b, "("+control("sweep-go")+".click(), true)")
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('6 of 6')", 2*time.Minute))
	until(t, b, "document.querySelectorAll('.sweep-table tbody tr').length === 6")
	if b.Until("['1Q', 'VOQnet', 'FBICM'].every(name => written.some(w => String(w).startsWith(name)))", 10*time.Second) != nil {
		t.Errorf("along the axis stands %q", eval[[]string](t, b, "[...new Set(written)].filter(w => /^[a-z0-9]+[a-z]/i.test(w))"))
	}
	if by := eval[string](t, b, "[document.querySelector('.sweep-by'), document.querySelectorAll('.sweep-table th')[1]].map(e => e.textContent).join('|')"); by != "Buffer, KiB|Buffer, KiB" {
		t.Errorf("legend and table call the field of the curves %q", by)
	}
	eval[bool](t, b, "(window.saved = [], congestreeExport.save = (blob, name) => blob.text().then(x => saved.push(x)), "+control("chart-sweep-svg")+".click(), true)")
	until(t, b, "saved.length === 1")
	if drawing := eval[string](t, b, "saved[0]"); !strings.Contains(drawing, ">Buffer 128 KiB</text>") {
		t.Error("the drawing's legend does not tell the buffers with their unit")
	}
	// What seeds have given at most is within the plot, too.
	check(t, b.Eval("written.length = 0, congestreeSweep.update({...congestreeSweep.data, curves: congestreeSweep.data.curves.map(c => ({...c, points: c.points.map(p => p && {...p, runs: 2, mean: [1e6, 1e6, 99e6]})}))})", nil))
	if b.Until("written.includes('80\u202f000\u202fµs')", 10*time.Second) != nil {
		t.Errorf("of latencies up to 99 ms the axis has %q", eval[[]string](t, b, "[...new Set(written)]"))
	}
	// Along one that has numbers they have all their digits.
	check(t, b.Eval("written.length = 0, congestreeSweep.update({...congestreeSweep.data, field: 'seed', numbers: true, x: [1234567, 1234568, 1234569], values: ['1234567', '1234568', '1234569']})", nil))
	if b.Until("written.includes('1234568')", 10*time.Second) != nil {
		t.Errorf("seeds along the axis are %q", eval[[]string](t, b, "[...new Set(written)]"))
	}
	// Between whole ones there are none that no value has.
	check(t, b.Eval("written.length = 0, congestreeSweep.update({...congestreeSweep.data, field: 'seed', numbers: true, x: [1, 2, 3], values: ['1', '2', '3']})", nil))
	until(t, b, "['1', '2', '3'].every(x => written.includes(x))")
	if odd := eval[string](t, b, "written.filter(x => /^\\d\\.\\d$/.test(x)).join()"); odd != "" {
		t.Errorf("between seeds along the axis stand %s", odd)
	}
	// And room between them.
	check(t, b.Eval("places.length = 0, congestreeSweep.update({...congestreeSweep.data, field: 'seed', numbers: true, x: [0, 1, 2, 3, 4].map(i => 100000000000 + i), values: [0, 1, 2, 3, 4].map(i => String(100000000000 + i))})", nil))
	until(t, b, "places.some(p => p.text === '100000000002')")
	if near := eval[[]string](t, b, `(all => all.filter((p, i) => i && all[i - 1].canvas === p.canvas && p.left > all[i - 1].left && p.left - all[i - 1].left - all[i - 1].width < 4).map(p => p.text))(places.filter(p => /^1\d{11}$/.test(p.text)))`); len(near) > 0 {
		t.Errorf("along the axis these touch what is before them: %q", near)
	}
}

// Runs that a deadlock has ended are marked in curves and table, and so are they in the figure.
func TestSweepMarksDeadlocks(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900})
	check(t, b.Go(site+"?preset=torus-deadlock&sweep=load=0.1,1;until=200us"))
	check(t, b.Until(control("sweep")+"?.open && !"+control("sweep-go")+".disabled", time.Minute))
	eval[bool](t, b, "("+control("sweep-go")+".click(), true)")
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('All done') || "+control("sweep-progress")+".textContent.startsWith('2 of 2')", 2*time.Minute))
	until(t, b, sweepKnown+" === 2")
	picture(t, b)
	if eval[bool](t, b, control("sweep-deadlock")+".hidden") {
		t.Error("the legend does not tell what crosses are")
	}
	rows := eval[[]string](t, b, "[...document.querySelectorAll('.sweep-table tbody tr')].map(r => r.textContent)")
	if len(rows) != 2 || strings.Contains(rows[0], "deadlock") || !strings.Contains(rows[1], "1, ended by a deadlock, measured until then") {
		t.Errorf("the table says %q", rows)
	}
	eval[bool](t, b, "(window.saved = [], congestreeExport.save = (blob, name) => blob.text().then(x => saved.push(x)), "+control("chart-sweep-svg")+".click(), true)")
	until(t, b, "saved.length === 1")
	if drawing := eval[string](t, b, "saved[0]"); !strings.Contains(drawing, ">ended by a deadlock, measured until then</text>") {
		t.Error("the drawing's legend does not tell what crosses are")
	}
	// One that a deadlock has ended before averages began has no numbers and no point, and the table says why.
	load(t, b, "?preset=torus-deadlock&sweep=load=0.1,1;warmup=40;until=60us")
	check(t, b.Until(control("sweep-until")+".value === '60' && !"+control("sweep-go")+".disabled", time.Minute))
	eval[bool](t, b, "("+control("sweep-go")+".click(), true)")
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('2 of 2')", 2*time.Minute))
	until(t, b, "document.querySelectorAll('.sweep-table tbody tr').length === 2")
	row := eval[string](t, b, "[...document.querySelectorAll('.sweep-table tbody tr')[1].children].map(c => c.textContent).join(' | ')")
	if !strings.HasPrefix(row, "1 | — | — | — | — | — | — | 1, ended by a deadlock before averages began, nothing measured") {
		t.Errorf("the table says %q", row)
	}
	if !eval[bool](t, b, control("sweep-deadlock")+".hidden") {
		t.Error("the legend tells of crosses, and there are none")
	}
	eval[bool](t, b, "("+control("chart-sweep-svg")+".click(), true)")
	until(t, b, "saved.length === 2")
}

// A sweep that has ended leaves a run alone that was sent elsewhere meanwhile; its results are in the page's language,
// and without a clipboard its command is copied the old way.
func TestSweepLeavesTheRunAlone(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1440, Height: 900, Before: "Object.defineProperty(navigator, 'clipboard', {value: undefined})"})
	check(t, b.Go(site+"?network=rlft-4x3&speed=1000&sweep=load=0.1..1:0.02;until=100us"))
	check(t, b.Until(control("sweep")+"?.open && congestree.measures().simulated_ns > 0", time.Minute))
	press := func(name string) {
		t.Helper()
		eval[bool](t, b, "("+control(name)+".click(), true)")
	}
	press("sweep-command")
	until(t, b, control("sweep-said")+".textContent === 'Command copied'")
	press("sweep-go")
	until(t, b, "congestree.measures().state === 'paused'")
	eval[any](t, b, "congestree.seek(7000).then(() => null)")
	check(t, b.Until(control("sweep-progress")+".textContent.startsWith('46 of 46')", 2*time.Minute))
	time.Sleep(time.Second)
	if m := eval[measures](t, b, "congestree.measures()"); m.State != "paused" || m.Now != 7000 {
		t.Errorf("afterwards the run is %s at %v ns", m.State, m.Now)
	}
	// What changes behind the closed dialog is seen in it: other colours, and another language.
	check(t, b.Eval("document.querySelector('#sweep-results .uplot').dark = true", nil))
	press("sweep-close")
	until(t, b, "!"+control("sweep")+".open")
	check(t, b.Eval("congestreeTheme.set('light')", nil))
	press("open-sweep")
	until(t, b, "document.querySelector('#sweep-results .uplot') && !document.querySelector('#sweep-results .uplot').dark")
	press("sweep-close")
	choose(t, b, "language", "es", "change")
	press("open-sweep")
	until(t, b, "document.querySelector('.sweep-table th')")
	const head = "[...document.querySelectorAll('.sweep-table th')].map(e => e.textContent).join()"
	until(t, b, head+".includes('Rendimiento (carga aceptada)')")
}
