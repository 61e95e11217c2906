package browser

// Traces from files: really dropped, chosen in the panel, refused, and wanted by a link.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/engine/traffic/vef/pack"
)

// drop drags files from outside over a place of the page, and lets them go there.
func drop(t *testing.T, b *Tab, x, y float64, files ...string) {
	t.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
		check(t, b.within(20*time.Second, input.DispatchDragEvent(kind, x, y, data)))
	}
}

// execution waits for a trace to end, and returns its execution time in ns.
func execution(t *testing.T, b *Tab) float64 {
	t.Helper()
	until(t, b, "congestree.measures().execution_ns !== null && congestree.measures().state === 'paused'")
	return eval[float64](t, b, "congestree.measures().execution_ns")
}

func banner(t *testing.T, b *Tab, words ...string) {
	t.Helper()
	const el = `document.querySelector('.banner')`
	for _, w := range words {
		until(t, b, "!"+el+".hidden && "+el+".textContent.includes("+strconv.Quote(w)+")")
	}
}

func TestTracesAreDropped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		if err := os.WriteFile(path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	trace, err := vef.Ptrans(vef.Grid{P: 4, Q: 6, N: 1920, NB: 16})
	if err != nil {
		t.Fatal(err)
	}
	var packed []byte
	for _, name := range []string{"a.vef", "a.vef.gz", "a.vef.zst"} {
		var text bytes.Buffer
		if err := pack.WriteText(&text, name, func(w io.Writer) error { return vef.Write(w, trace) }); err != nil {
			t.Fatal(err)
		}
		write(name, text.String())
		packed = text.Bytes()
	}
	write("a.vef.zst", "P*M\x18\x04\x00\x00\x00"+string(binary.LittleEndian.AppendUint32(nil, uint32(len(packed))))+string(packed)) // behind a frame that is skipped, as pzstd writes it
	name := vef.Keep(trace)
	s := scenario.Default().Must("traffic", name).Must("routing", "adaptive")
	m, err := engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	m.Play(math.MaxInt64, engine.NoLimit)
	e, _ := m.Execution()
	want := float64(e.FinishPS) / 1000

	// A link whose trace is not here says so; with the file it opens, to the same end.
	link := "?routing=adaptive&traffic=" + name
	b := tab(t, Options{Width: 1000, Height: 700, Before: `{
		const Native = Worker;
		window.Worker = class extends Native { constructor(...a) { super(...a); window.lastWorker = this; } };
	}`})
	check(t, b.Go(site+link+"&ui.speed=100000"))
	check(t, b.Running())
	banner(t, b, name, "drop the file")
	write("other.vef", "VEF3 2 1 0 0 0 TRUE\n0 0 1 10 0 0 -1\n")
	drop(t, b, 300, 300, path("other.vef"))
	banner(t, b, "but the link plays "+name)
	if l := eval[string](t, b, "congestree.link()"); strings.Contains(l, "VEF") {
		t.Errorf("another trace was opened: %s", l)
	}
	drop(t, b, 300, 300, path("a.vef.gz"))
	if got := execution(t, b); got != want {
		t.Errorf("execution time %v ns, the command line says %v", got, want)
	}
	if l := eval[string](t, b, "congestree.link()"); l != site+link {
		t.Errorf("the link is %s", l)
	}
	until(t, b, "document.querySelector('.banner').hidden")
	until(t, b, control("execution")+".dataset.ns === '"+strconv.FormatFloat(want, 'f', -1, 64)+"'")
	// Nothing comes after the end: a run until something does is refused at once, and rests where it has been.
	at := eval[float64](t, b, "congestree.measures().simulated_ns")
	if why := eval[string](t, b, "congestree.until('tree').then(() => 'a tree', e => e.message)"); why != "the program of the trace has ended before" {
		t.Errorf("until a tree forms: %s", why)
	}
	until(t, b, fmt.Sprintf("congestree.measures().state === 'paused' && congestree.measures().simulated_ns === %v", at))
	until(t, b, control("trace")+".textContent === 'a.vef.gz: 24 tasks, "+strconv.FormatInt(e.Total, 10)+" records'")
	if eval[bool](t, b, "["+control("load")+", "+control("generation")+", "+control("warmup")+"].some(e => e.getClientRects().length > 0)") {
		t.Error("a control that does not apply is shown")
	}
	for _, v := range axe(t, b) {
		t.Error(v)
	}
	picture(t, b)

	// Dropped on the panel, as zstd and as text, onto another scenario: the same trace.
	for _, file := range []string{"a.vef.zst", "a.vef"} {
		load(t, b, "?preset=uniform")
		drop(t, b, 900, 500, path(file))
		until(t, b, "congestree.link().includes('"+name+"')")
		until(t, b, "congestree.measures().records === "+strconv.FormatInt(e.Total, 10))
	}

	// A trace of input and output, dropped packed: played at its times, which the field beside it compresses.
	disks := iotrace.Disks{Clients: 12, Disks: 4, Millis: 300, Seed: 3}
	var stamped bytes.Buffer
	check(t, pack.WriteText(&stamped, "disks.io.gz", disks.Write))
	write("disks.io.gz", stamped.String())
	io, err := disks.Trace()
	check(t, err)
	drop(t, b, 300, 300, path("disks.io.gz"))
	until(t, b, "congestree.link().includes('"+io.Name()+"')")
	until(t, b, control("trace")+".textContent === 'disks.io.gz: 16 tasks, "+strconv.Itoa(len(io.Messages))+" records'")
	choose(t, b, "compression", "1000", "change")
	until(t, b, "congestree.link().includes('compression=1000')")
	s = scenario.Default().Must("traffic", vef.Keep(io)).Must("routing", "adaptive").Must("compression", "1000")
	m, err = engine.Open(s)
	check(t, err)
	m.Play(math.MaxInt64, engine.NoLimit)
	e2, _ := m.Execution()
	eval[any](t, b, "congestree.load("+strconv.Quote("?"+s.Query()+"&speed=1000000")+").then(() => congestree.play())")
	if got, want := execution(t, b), float64(e2.FinishPS)/1000; got != want {
		t.Errorf("the I/O trace ends after %v ns, the command line says %v", got, want)
	}
	// It rests where the command line ends, however fast it has been played, so that both have the same averages.
	var end observe.Header
	m.Measures(&end)
	until(t, b, "congestree.measures().simulated_ns === "+strconv.FormatFloat(float64(m.Now())/1000, 'f', -1, 64))
	if got := eval[float64](t, b, "congestree.measures().throughput"); got != end.Accepted {
		t.Errorf("the I/O trace has %v accepted, the command line says %v", got, end.Accepted)
	}

	// A sweep of traces draws and lists their execution times first.
	m, err = engine.Open(scenario.Default().Must("network", "rlft-4x3").Must("traffic", "PTRANS-2x8-1024-32"))
	check(t, err)
	m.Play(math.MaxInt64, engine.NoLimit)
	e3, _ := m.Execution()
	load(t, b, "?network=rlft-4x3&traffic=PTRANS-2x8-1024-32&sweep=routing=dmodk,adaptive")
	until(t, b, control("sweep")+"?.open && !"+control("sweep-go")+".disabled")
	check(t, b.Eval("(window.mine = lastWorker, "+control("sweep-go")+".click())", nil)) // the sweep has others
	until(t, b, control("sweep-progress")+".textContent.startsWith('2 of 2 runs done') && document.querySelectorAll('.sweep-table tbody tr').length === 2")
	if got, want := eval[string](t, b, control("sweep-quantity")+".value + ' ' + document.querySelector('.sweep-table thead').textContent.includes('RoutingExecution time, µsThroughput') + ' ' + document.querySelector('.sweep-table tbody td').textContent"),
		"execution true "+strconv.FormatFloat(float64(e3.FinishPS)/1e6, 'f', 3, 64); got != want {
		t.Errorf("a sweep of traces shows %q, not %q", got, want)
	}
	check(t, b.Eval("(window.lastWorker = mine, "+control("sweep-close")+".click())", nil))

	// A bad file is refused with its line, and what runs goes on.
	load(t, b, "?preset=uniform")
	id := eval[string](t, b, "congestree.link()")
	write("bad.vef", "VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 ten 2 5 0\n")
	write("torn.vef.zst", string(packed[:len(packed)/2]))
	write("window.vef.zst", "\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"+strings.Repeat("\x02\x00\x00", 300)) // 2 GiB to be moved 300 times
	write("bad.vef.gz", "\x1f\x8b\x08 this is no gzip")
	whole, err := os.ReadFile(path("a.vef.gz"))
	check(t, err)
	write("joined.vef.gz", string(whole)+string(whole))
	write("twice.json", `{"seed": 1, "seed": 2}`)
	write("empty.vef", "")
	write("bad.io", "IO1 4 us\n0 0 1 10\n5 0 9 10\n")
	write("wide.vef", "VEF3 500 1 0 0 0 TRUE\n0 0 499 10 0 0 -1\n")
	for _, c := range []struct {
		files []string
		says  []string
	}{
		{[]string{"bad.vef"}, []string{"bad.vef cannot be played: line 3: the length is", "ten"}},
		{[]string{"torn.vef.zst"}, []string{"torn.vef.zst cannot be played: line ", ": the zstd file is damaged or cut off"}},
		{[]string{"window.vef.zst"}, []string{"window.vef.zst cannot be played: the zstd file asks for a window of more than 67108864 bytes"}},
		{[]string{"bad.vef.gz"}, []string{"the gzip file is damaged or cut off"}},
		{[]string{"joined.vef.gz"}, []string{"joined.vef.gz cannot be played: the gzip file goes on after its end"}},
		{[]string{"twice.json"}, []string{"twice.json cannot be opened: seed: "}},
		{[]string{"empty.vef"}, []string{"empty.vef cannot be played: line 1: no VEF trace"}},
		{[]string{"bad.io"}, []string{"bad.io cannot be played: line 3: the destination is", "allowed: 0–3"}},
		{[]string{"wide.vef"}, []string{"500 tasks, but rlft-8x3 has 128 hosts"}},
		{[]string{"a.vef", "a.vef.gz"}, []string{"one trace at a time, one saved run (.json), or results of sweeps (.jsonl)"}},
	} {
		paths := []string{}
		for _, f := range c.files {
			paths = append(paths, path(f))
		}
		before := eval[float64](t, b, "congestree.measures().delivered")
		drop(t, b, 300, 300, paths...)
		banner(t, b, c.says...)
		until(t, b, "congestree.measures().delivered > "+strconv.FormatFloat(before, 'f', -1, 64))
		if l := eval[string](t, b, "congestree.link()"); l != id {
			t.Errorf("%q opened %s", c.files, l)
		}
	}
	for _, v := range axe(t, b) {
		t.Error(v)
	}
	picture(t, b)

	// A new engine reads the files it needs once more.
	eval[any](t, b, "congestree.load("+strconv.Quote(link+"&speed=1000000")+").then(() => true)")
	eval[any](t, b, "(window.dead = lastWorker, dead.dispatchEvent(new MessageEvent('message', {data: {kind: 'crash', reason: 'a test'}})))")
	until(t, b, "lastWorker !== dead")
	if got := execution(t, b); got != want {
		t.Errorf("execution time %v ns in a new engine, %v in the old one", got, want)
	}
}

// pings is the i-th of some short traces, and its name in links. A page plays again what it has read once: each case has one of its own.
func pings(t *testing.T, i int) (text, name string) {
	t.Helper()
	text = strings.ReplaceAll("VEF3 2 2 0 0 0 TRUE\n0 0 1 BYTES 0 0 -1\n1 1 0 BYTES 2 5 0\n", "BYTES", strconv.Itoa(100_000+i))
	trace, err := vef.Read(strings.NewReader(text), vef.Limits{})
	check(t, err)
	return text, vef.Keep(trace)
}

// A trace that is being read while a scheme is added to a comparison, or the one taken away whose engine reads it, is played by all
// that there are then.
func TestTraceAmongLanes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ping.vef")
	b := tab(t, Options{Width: 900, Height: 600, Before: `{ // answers about traces wait for release()
		const Native = Worker, held = [];
		window.reading = 0;
		window.release = () => { window.release = null; held.splice(0).forEach(f => f()); };
		window.hold = window.release;
		window.Worker = class extends Native {
			set onmessage(f) { this.hears = f; super.onmessage = e => { if (e.data.kind === 'traced' && window.release) held.push(() => this.hears?.(e)); else this.hears?.(e); }; }
			postMessage(m, ...rest) { if (m.kind === 'trace') window.reading++; super.postMessage(m, ...rest); }
		};
	}`})
	check(t, b.Go(site+"?preset=uniform"))
	check(t, b.Running())
	ends := func(query string) float64 {
		t.Helper()
		s, err := scenario.ParseQuery(query)
		check(t, err)
		m, err := engine.Open(s)
		check(t, err)
		m.Play(math.MaxInt64, engine.NoLimit)
		e, _ := m.Execution()
		return float64(e.FinishPS) / 1000
	}
	for i, c := range []struct{ name, compare, change, want string }{
		{"added", "", "congestree.compare('queuing', 'dbbm').then(() => 0, () => 0), 0", " &queuing=dbbm"},
		{"taken away", "&compare=queuing:dbbm~queuing:fbicm", "congestree.uncompare(0)", "&queuing=dbbm &queuing=fbicm"},
		{"another taken away", "&compare=queuing:dbbm~queuing:fbicm", "congestree.uncompare(2)", " &queuing=dbbm"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ping, name := pings(t, i)
			check(t, os.WriteFile(path, []byte(ping), 0o644))
			load(t, b, "?preset=uniform"+c.compare)
			eval[any](t, b, "(reading = 0, release = hold, null)")
			n := eval[int](t, b, "congestree.lanes().length")
			drop(t, b, 300, 300, path)
			until(t, b, "reading === congestree.lanes().length && "+control("trace")+".textContent.includes('ping.vef…')")
			eval[any](t, b, c.change)
			want := strings.Split(c.want, " ")
			until(t, b, "congestree.lanes().length === "+strconv.Itoa(len(want))+" && congestree.lanes().every(l => l.delivered > 0)")
			if c.name != "another taken away" {
				until(t, b, "reading === "+strconv.Itoa(n+1)) // by the engine that has come, or in place of the one that has gone
			}
			if l := eval[string](t, b, "congestree.link()"); strings.Contains(l, "VEF") {
				t.Errorf("before it has been read: %s", l)
			}
			eval[any](t, b, "release()")
			until(t, b, "congestree.link().includes('"+name+"') && congestree.lanes().every(l => l.execution_ns)")
			type lane struct {
				Scenario string
				Ends     float64 `json:"execution_ns"`
			}
			for i, l := range eval[[]lane](t, b, "congestree.lanes()") {
				query := "preset=uniform&traffic=" + name + want[i]
				if at := ends(query); l.Ends != at || !strings.Contains(l.Scenario, name) || !strings.Contains(l.Scenario, strings.TrimPrefix(want[i], "&")) {
					t.Errorf("lane %d, %s, ends at %v ns, %s at %v", i, l.Scenario, l.Ends, query, at)
				}
			}
			if !eval[bool](t, b, "document.querySelector('.banner').hidden && !"+control("trace")+".textContent.includes('…')") {
				t.Error("a message, or it is still read")
			}
		})
	}
}

// The button in the panel opens the browser's own dialog.
func TestTraceIsChosen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ping.vef")
	if err := os.WriteFile(path, []byte("VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 10 2 5 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b := tab(t, Options{Width: 390, Height: 844, Mobile: true, Before: `HTMLInputElement.prototype.click = function () { window.chooser = this; };`})
	check(t, b.Go(site+"?preset=uniform"))
	check(t, b.Running())
	eval[bool](t, b, "("+control("choose-trace")+".click(), true)")
	until(t, b, "window.chooser && chooser.type === 'file' && chooser.accept.includes('.zst') && chooser.accept.includes('.json')")
	check(t, b.Eval("chooser.id = 'chooser'; document.body.append(chooser)", nil))
	check(t, b.within(20*time.Second, chromedp.SetUploadFiles("#chooser", []string{path}, chromedp.ByQuery)))
	eval[any](t, b, "chooser.remove()")
	if got := execution(t, b); got != 684.36 {
		t.Errorf("execution time %v ns, want 684.36", got)
	}
	for _, v := range axe(t, b) {
		t.Error(v)
	}
	picture(t, b)
}

// A link to a trace opens, once its file has come, with all that it says is on screen; so does the file of a run.
func TestTraceComesWithTheView(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		check(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	const other = "VEF3 2 1 0 0 0 TRUE\n0 0 1 10 0 0 -1\n"
	const view = "&t=2us&camera=0.3,0.3,3&links=2"
	b := tab(t, Options{Width: 900, Height: 600})
	for i, c := range []struct {
		name, link, file string   // of TRACE
		shows            []string // behind its link, in the share dialog's
	}{
		{"link", "?routing=adaptive&traffic=TRACE" + view, "", []string{"&t=2us", "&camera=0.3,0.3,3", "&links=2"}},
		{"comparison", "?routing=adaptive&traffic=TRACE&compare=queuing:dbbm&lane=2&t=2us", "", []string{"&compare=queuing:dbbm", "&lane=2", "&t=2us"}},
		{"scenario in a file", "?preset=hot-spot", `{"congestree": 1, "scenario": {"routing": "adaptive", "traffic": "TRACE"}, "view": {"t": "2us", "links": "2"}}`, []string{"&t=2us", "&links=2"}},
		{"link in a file", "?preset=hot-spot", `{"congestree": 1, "link": "?routing=adaptive&traffic=TRACE` + view + `"}`, []string{"&t=2us", "&camera=0.3,0.3,3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ping, name := pings(t, i)
			switch link := strings.ReplaceAll(c.link, "TRACE", name); {
			case i == 0:
				check(t, b.Go(site+link))
				check(t, b.Running())
			case c.file == "":
				eval[any](t, b, "congestree.load("+quote(link)+").then(() => null, () => null)")
			default:
				load(t, b, link)
				drop(t, b, 300, 300, write("run.congestree.json", strings.ReplaceAll(c.file, "TRACE", name)))
			}
			banner(t, b, name, "drop the file")
			drop(t, b, 300, 300, write("ping.vef", ping))
			until(t, b, "congestree.measures().link.includes("+quote(name)+") && congestree.measures().simulated_ns === 2000 && congestree.measures().state === 'paused'")
			check(t, b.Press("s"))
			until(t, b, control("share-text")+".value")
			got := eval[string](t, b, control("share-text")+".value")
			for _, want := range append(c.shows, "?routing=adaptive&traffic="+name) {
				if !strings.Contains(got, want) {
					t.Errorf("%s is not in %s", want, got)
				}
			}
			check(t, b.Press(kb.Escape))
			until(t, b, "!"+control("share")+".open")
		})
	}

	// Who dismisses the message, with the pointer or the keyboard, may play another trace.
	ping, name := pings(t, 9)
	link := "?routing=adaptive&traffic=" + name
	for _, dismiss := range []string{"Escape", "button"} {
		t.Run("dismissed by "+dismiss, func(t *testing.T) {
			b := tab(t, Options{Width: 900, Height: 600, Before: `{ // answers about traces come as order has them, once there is one
				const Native = Worker;
				window.Worker = class extends Native {
					set onmessage(f) {
						const held = [];
						super.onmessage = e => {
							if (e.data.kind !== 'traced' || !window.order) return f(e);
							held.push(e);
							if (held.length === order.length) held.sort((a, b) => a.data.id - b.data.id), order.forEach(i => f(held[i]));
						};
					}
				};
			}`})
			check(t, b.Go(site+link))
			check(t, b.Running())
			banner(t, b, "drop the file")
			path := write("other.vef", other)
			drop(t, b, 300, 300, path)
			banner(t, b, "dismiss this message")
			if dismiss == "Escape" {
				check(t, b.Press(kb.Escape))
			} else {
				eval[any](t, b, control("banner-dismiss")+".click()")
			}
			until(t, b, "document.querySelector('.banner').hidden")
			drop(t, b, 300, 300, path)
			until(t, b, "congestree.link().includes('traffic=VEF-') && !congestree.link().includes('"+name+"')")

			// Of two files one after the other the first is read, too: a link waits for it. What is wrong with the second is said whichever has been
			// read first, in the language that is chosen afterwards, too.
			order := "[0, 1]"
			if dismiss == "button" {
				order = "[1, 0]"
			}
			eval[any](t, b, "order = "+order)
			eval[any](t, b, "congestree.load("+strconv.Quote(link)+").then(() => null, () => null)")
			banner(t, b, "drop the file")
			eval[any](t, b, `{
				const put = (text, name) => {
					const d = new DataTransfer();
					d.items.add(new File([text], name));
					dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true}));
				};
				put(`+strconv.Quote(ping)+`, 'ping.vef');
				put('no trace', 'broken.vef');
			}`)
			banner(t, b, "broken.vef cannot be played")
			until(t, b, "congestree.link().includes('"+name+"')")
			choose(t, b, "language", "es", "change")
			banner(t, b, "No se puede reproducir broken.vef: ")
		})
	}
}
