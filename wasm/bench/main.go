// Command bench measures the page in headless Chromium and prints a table in Markdown. It is what
// ./build.sh bench runs after the engine's native benchmarks.
//
// Software WebGL is bound by pixels, so frames per second are given at 640×360 only; the Go time
// per picture is what the page itself costs.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/congestree/congestree/wasm/browser"
)

// stats is what window.congestree.frameStats() returns.
type stats struct {
	First float64 `json:"first_frame_ms"`
	Mean  float64 `json:"go_ms_mean"`
	P95   float64 `json:"go_ms_p95"`
	FPS   float64 `json:"fps"`
	Block float64 `json:"longest_block_ms"`
}

func main() {
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
	if err := sizes(); err != nil {
		return err
	}
	if err := firstFrame(b, address); err != nil {
		return err
	}
	for _, c := range []struct{ name, query string }{
		{"128 hosts, hot-spot", "?preset=hot-spot"},
		{"432 hosts, HS10-1", "?preset=hs10-1"},
		{"11 664 hosts, HS25-1", "?preset=rar-hs25-1"},
	} {
		if err := playing(b, address+c.query, c.name); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
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
		s, err := with(b, address, func(*browser.Tab) error { return nil })
		if err != nil {
			return err
		}
		all = append(all, s.First)
	}
	slices.Sort(all)
	row("time to first frame, 640×360, 5 fresh profiles", "%.0f ms median (%.0f–%.0f)", all[2], all[0], all[4])
	return nil
}

// with runs f in a tab that shows a running simulation, and reads the page's own figures after it.
func with(b *browser.Browser, address string, f func(*browser.Tab) error) (s stats, err error) {
	t, err := b.Tab(browser.Options{Width: 640, Height: 360})
	if err != nil {
		return s, err
	}
	defer t.Close()
	if err := t.Go(address); err != nil {
		return s, err
	}
	if err := t.Running(); err != nil {
		return s, err
	}
	if err := f(t); err != nil {
		return s, err
	}
	return s, t.Eval("congestree.frameStats()", &s)
}

// playing watches a run: first at a speed for eyes, then as fast as the engine can.
func playing(b *browser.Browser, address, name string) error {
	s, err := with(b, address, func(*browser.Tab) error { time.Sleep(8 * time.Second); return nil })
	if err != nil {
		return err
	}
	row(name+": Go time per picture at 10 µs per second", "%.1f ms mean, %.1f ms at the 95th percentile", s.Mean, s.P95)
	row(name+": pictures per second at 640×360", "%.0f", s.FPS)

	var m struct {
		Speed float64 `json:"hops_per_s"`
		Hops  float64
		Now   float64 `json:"simulated_ns"`
	}
	sep := "&"
	var took time.Duration
	s, err = with(b, address+sep+"ui.speed=10000000", func(t *browser.Tab) error {
		start := time.Now()
		late := t.Until("congestree.measures().simulated_ns >= 1e6", 10*time.Minute)
		took = time.Since(start)
		if err := t.Eval("congestree.measures()", &m); err != nil {
			return errors.Join(late, err)
		}
		return nil // how far it got is in the table
	})
	if err != nil {
		return err
	}
	row(name+": engine in the worker, flat out", "%.2f M packet-hops/s", m.Speed/1e6)
	row(name+": flat out in the page", "%.3f ms of simulated time and %.1f M packet-hops in %.1f s", m.Now/1e6, m.Hops/1e6, took.Seconds())
	row(name+": the same, Go time per picture", "%.1f ms mean, %.1f ms at the 95th percentile", s.Mean, s.P95)
	if s.Block == 0 {
		row(name+": longest block of the main thread", "below 50 ms")
	} else {
		row(name+": longest block of the main thread", "%.0f ms", s.Block)
	}
	return nil
}
