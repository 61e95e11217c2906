// Command bench measures the page in headless Chromium and prints a table in Markdown. It is what
// ./build.sh bench runs after the engine's native benchmarks.
//
// Software WebGL is bound by pixels, so frames per second are given at 640×360 only; the Go time
// per picture is what the page itself costs. Tasks of the main thread are given by the clock and by
// the thread's own work: where the worker, software WebGL and the page share two processors, the
// difference is waiting for one.
//
//	go run ./wasm/bench                 # all of it
//	go run ./wasm/bench -engine         # the engine alone, in a worker and natively, nothing else
//	go run ./wasm/bench -only 65536     # the networks whose name holds the word, nothing else
//	go run ./wasm/bench -minutes 10     # memory over so many minutes of running, nothing else
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/congestree/congestree/wasm/browser"
)

// stats is what window.congestree.frameStats() returns.
type stats struct {
	First float64 `json:"first_frame_ms"`
	Count float64 `json:"frames"`
	Mean  float64 `json:"go_ms_mean"`
	P95   float64 `json:"go_ms_p95"`
	Half  float64 `json:"go_ms_median"`
	FPS   float64 `json:"fps"`
	Drawn float64 `json:"drawn_fps"` // those that show anything new

	// of the first pictures, which are not among the others
	WarmCount float64 `json:"warm_frames"`
	WarmMean  float64 `json:"warm_ms_mean"`
	WarmHalf  float64 `json:"warm_ms_median"`
	WarmMax   float64 `json:"warm_ms_max"`
}

var (
	minutes    = flag.Int("minutes", 0, "let each network run for so many minutes and tell the memory as they pass, and nothing else")
	flatOut    = flag.Duration("flat", 10*time.Minute, "let each network run flat out for so long at most, or to 1 ms of simulated time")
	engineOnly = flag.Bool("engine", false, "measure the engine alone, in a worker and natively, and nothing else")
	only       = flag.String("only", "", "measure only the networks whose name holds this, and nothing else; still: only a page at rest")
)

// networks are what is measured.
var networks = []struct{ name, query string }{
	{"128 hosts, hot-spot", "?preset=hot-spot"},
	{"432 hosts, HS10-1", "?preset=hs10-1"},
	{"11664 hosts, HS25-1", "?preset=rar-hs25-1"},
	{"65536 hosts, HS25-1", "?preset=hs25-1&network=rlft-64x3"},
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func row(what string, format string, values ...any) {
	fmt.Printf("| %s | %s |\n", what, fmt.Sprintf(format, values...))
}

func run() error {
	build := exec.Command("go", "run", "./wasm/site", "build")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building the site: %w", err)
	}
	b, err := browser.Start()
	if err != nil {
		return err
	}
	defer b.Close()
	address, stop := browser.Serve("public", "/")
	defer stop()

	fmt.Println("| measure | value |\n|---|---|")
	all := *only == "" && *minutes == 0 && !*engineOnly
	if all {
		if err := errors.Join(sizes(), firstFrame(b, address)); err != nil {
			return err
		}
	}
	if all || *only == "still" {
		if err := still(b, address+"?preset=hot-spot&t=90us"); err != nil || !all {
			return err
		}
	}
	if *minutes == 0 {
		if err := alone(b, address); err != nil {
			return err
		}
	}
	if *engineOnly {
		return nil
	}
	for _, c := range networks {
		if !strings.Contains(c.name, *only) {
			continue
		}
		address := address + c.query
		if *minutes > 0 {
			err = grows(b, address, c.name, *minutes)
		} else {
			err = errors.Join(large(b, address, c.name), playing(b, address, c.name))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	if !all {
		return nil
	}
	return change(b, address+"?preset=hot-spot")
}

func sizes() error {
	text, err := os.ReadFile(filepath.Join("public", "build", "manifest.json"))
	if err != nil {
		return err
	}
	var m struct {
		Version string
		Files   []struct {
			Name       string
			Bytes, Raw int
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	row("version", "%s", m.Version)
	total := 0
	for _, f := range m.Files {
		row(f.Name, "%.2f MB raw, %.2f MB compressed", float64(f.Raw)/1e6, float64(f.Bytes)/1e6)
		total += f.Bytes
	}
	row("compressed programs, together", "%.2f MB", float64(total)/1e6)
	return nil
}

// firstFrame loads the page in new profiles and gives the median.
func firstFrame(b *browser.Browser, address string) error {
	var all []float64
	for range 5 {
		t, err := open(b)
		if err != nil {
			return err
		}
		s, err := read(t, errors.Join(t.Go(address), t.Running()))
		t.Close()
		if err != nil {
			return err
		}
		all = append(all, s.First)
	}
	slices.Sort(all)
	row("time to first frame, 640×360, 5 fresh profiles", "%.0f ms median (%.0f–%.0f)", all[2], all[0], all[4])
	return nil
}

// still measures what a page takes that nothing happens in.
func still(b *browser.Browser, address string) error {
	t, err := b.Tab(browser.Options{Width: 900, Height: 600})
	if err != nil {
		return err
	}
	defer t.Close()
	if err := errors.Join(t.Go(address), t.Until("document.documentElement.dataset.state === 'paused' && document.getElementById('loading').hidden", time.Minute)); err != nil {
		return err
	}
	time.Sleep(5 * time.Second) // code is optimised meanwhile
	const seconds = 20
	before, err := b.Work()
	time.Sleep(seconds * time.Second)
	after, err2 := b.Work()
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	row("a paused page, 900×600: processor time of all of Chromium", "%.1f %% of a core", 100*(after-before)/seconds)
	return nil
}

func open(b *browser.Browser) (*browser.Tab, error) {
	return b.Tab(browser.Options{Width: 640, Height: 360})
}

// read asks the page for its own figures, if all went well before.
func read(t *browser.Tab, before error) (s stats, err error) {
	if before != nil {
		return s, before
	}
	err = t.Eval("congestree.frameStats()", &s)
	return s, err
}

// watched is how long a run is traced.
const watched = 8 * time.Second

// run loads an address in a new profile and has its tasks traced for a while.
func (w *watch) run(b *browser.Browser, address string) (err error) {
	if w.tab, err = open(b); err != nil {
		return err
	}
	w.tasks, err = w.tab.Trace(address, func() error {
		err := errors.Join(w.tab.Go(address), w.tab.Running())
		time.Sleep(watched)
		return err
	})
	w.stats, err = read(w.tab, err)
	return err
}

// watch is a traced run.
type watch struct {
	tab   *browser.Tab
	tasks []browser.Task
	stats stats
}

// blocks tells what the main thread was busy with in a stretch of the page's time.
func blocks(what string, tasks []browser.Task, from, to float64) {
	wall, cpu, over := browser.Longest(tasks, from, to)
	row(what, "%.0f ms by the clock (%.0f ms its own work); most work %.0f ms; %d tasks over 50 ms by the clock", wall.Wall, wall.CPU, cpu.CPU, over)
}

// large measures what a picture costs the page in a large window while the engine runs as fast as it can. Software
// WebGL draws few of so many pixels, which does not count here. On a machine that others use as well the median, and
// the thread's own work, tell the page's cost from waiting for a processor.
func large(b *browser.Browser, address, name string) error {
	t, err := b.Tab(browser.Options{Width: 1440, Height: 900})
	if err != nil {
		return err
	}
	defer t.Close()
	w := watch{tab: t}
	if w.tasks, err = t.Trace(address, func() error {
		err := errors.Join(t.Go(address+"&ui.speed=10000000"), t.Running())
		time.Sleep(3 * watched)
		return err
	}); err != nil {
		return err
	}
	s, err := read(t, nil)
	if err != nil {
		return err
	}
	w.stats = s
	m, err := ask(t)
	if err != nil {
		return err
	}
	row(name+": Go time per picture, 1440×900, engine flat out", "%.1f ms median, %.1f ms mean, %.1f ms at the 95th percentile; %.0f pictures", s.Half, s.Mean, s.P95, s.Count)
	row(name+": the same, own work of the main thread per picture, panel, charts, WebGL calls and layout included", "%.1f ms", w.work())
	row(name+": the first pictures, before the code is optimised", "%.1f ms median, %.1f ms mean, %.1f ms at most; %.0f pictures", s.WarmHalf, s.WarmMean, s.WarmMax, s.WarmCount)
	row(name+": memory then", "engine %.0f MB, page %.0f MB, at %.3f ms of simulated time", mega(m.Engine), mega(m.Page), m.Now/1e6)
	return nil
}

// work is the thread's own time per picture, in ms.
func (w *watch) work() float64 {
	sum := 0.0
	for _, t := range w.tasks {
		if t.Start >= w.stats.First {
			sum += t.CPU
		}
	}
	return sum / max(1, w.stats.Count+w.stats.WarmCount)
}

// playing watches a run: first at a speed for eyes, then as fast as the engine can.
func playing(b *browser.Browser, address, name string) error {
	var calm, flat watch
	if err := calm.run(b, address+"&ui.speed=10000"); err != nil {
		return err
	}
	calm.tab.Close()
	s := calm.stats
	row(name+": Go time per picture at 10 µs per second", "%.1f ms median, %.1f ms mean, %.1f ms at the 95th percentile", s.Half, s.Mean, s.P95)
	row(name+": own work of the main thread per picture, panel, chart, WebGL calls and the browser's layout included", "%.1f ms", calm.work())
	row(name+": pictures per second at 640×360", "%.0f, of which %.0f show anything new", s.FPS, s.Drawn)
	blocks(name+": longest task of the main thread until the first picture", calm.tasks, 0, s.First)
	blocks(name+": longest task while it runs at 10 µs per second", calm.tasks, s.First, math.Inf(1))

	start := time.Now()
	if err := flat.run(b, address+"&ui.speed=10000000"); err != nil {
		return err
	}
	defer flat.tab.Close()
	_ = flat.tab.Until("congestree.measures().simulated_ns >= 1e6", *flatOut) // how far it got is in the table
	took := time.Since(start)
	var m struct {
		Speed float64 `json:"hops_per_s"`
		Hops  float64
		Now   float64 `json:"simulated_ns"`
	}
	if err := flat.tab.Eval("congestree.measures()", &m); err != nil {
		return err
	}
	row(name+": engine in the worker, flat out", "%.2f M packet-hops/s", m.Speed/1e6)
	row(name+": flat out in the page, start and tracing included", "%.3f ms of simulated time and %.1f M packet-hops in %.1f s", m.Now/1e6, m.Hops/1e6, took.Seconds())
	if flat.stats.Count > 0 {
		row(name+": the same, Go time per picture", "%.1f ms median, %.1f ms mean, %.1f ms at the 95th percentile; %.0f pictures", flat.stats.Half, flat.stats.Mean, flat.stats.P95, flat.stats.Count)
	}
	blocks(name+": longest task while it runs flat out", flat.tasks, flat.stats.First, math.Inf(1))
	return scrub(flat.tab, name)
}

// scrub goes to instants of a run that has passed, back and forth, as dragging the timeline's cursor does.
func scrub(t *browser.Tab, name string) error {
	var ms []float64
	if err := t.Eval(`(async () => {
		congestree.pause();
		const end = 1000 * congestree.course().end, ms = [];
		for (const share of [.1, .9, .33, .5, .02, .77, .99, .25, .6]) {
			const t = performance.now();
			await congestree.seek(Math.round(share * end));
			ms.push(performance.now() - t);
		}
		return ms;
	})()`, &ms); err != nil {
		return err
	}
	slices.Sort(ms)
	row(name+": to any instant of that run", "%.0f ms median, %.0f ms at most, of %d", ms[len(ms)/2], ms[len(ms)-1], len(ms))
	return nil
}

// change watches a running page go over to a large network.
func change(b *browser.Browser, address string) error {
	t, err := open(b)
	if err != nil {
		return err
	}
	defer t.Close()
	var at [2]float64
	tasks, err := t.Trace(address, func() error {
		if err := errors.Join(t.Go(address), t.Running()); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		return t.Eval("(async () => { const t = performance.now(); await congestree.load('?preset=rar-hs25-1'); return [t, performance.now()]; })()", &at)
	})
	if err != nil {
		return err
	}
	row("128 → 11 664 hosts in a running page", "first picture after %.0f ms", at[1]-at[0])
	blocks("128 → 11 664 hosts: longest task of the main thread meanwhile", tasks, at[0]-1, at[1])
	return nil
}
