package main

// How far a sweep is: a bar on a terminal, a line now and then elsewhere. Of run, compare and bench there is a bar on a terminal,
// and nothing elsewhere.

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/congestree/congestree/engine/sweep"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// How often a bar is drawn, and a line written.
var barEvery = 200 * time.Millisecond // a test draws more often

const lineEvery = 30 * time.Second

// progress is something that counts what it has finished, and thousandths of what it has simulated.
type progress interface {
	Progress() (finished int, parts int64)
}

// showProgress tells how far the runner is until the returned function is called. Before it began,
// before of all points (or cells, what they are called) were done.
func showProgress(w io.Writer, what string, runner progress, before, all int) (end func()) {
	if before == all {
		return func() {}
	}
	every, show := lineEvery, lines(w, what, runner, before, all)
	if isTerminal(w) {
		every, show = barEvery, bar(w, what, runner, before, all)
	}
	return repeat(every, show)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// repeat shows something now and then, until the returned function is called: then for the last time.
func repeat(every time.Duration, show func(last bool)) (end func()) {
	stop := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				show(false)
			case <-stop:
				show(true)
				return
			}
		}
	})
	return func() { close(stop); running.Wait() }
}

// bar counts parts of points, because a single point may take minutes.
func bar(w io.Writer, what string, runner progress, before, all int) func(last bool) {
	draw, _ := drawing(w, what, runner, before, all)
	return func(last bool) {
		if draw(); last {
			fmt.Fprintln(w)
		}
	}
}

// drawing is a bar to draw and to wipe.
func drawing(w io.Writer, what string, runner progress, before, all int) (draw, wipe func()) {
	describe := func(points int) string {
		if what == "" { // there is one
			return "simulating"
		}
		return fmt.Sprintf("%d of %d %s", before+points, all, what)
	}
	b := progressbar.NewOptions64(int64(all-before)*sweep.Parts,
		progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(30), progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowElapsedTimeOnFinish(), progressbar.OptionSetDescription(describe(0)))
	draw = func() {
		points, parts := runner.Progress()
		b.Set64(parts)
		b.Describe(describe(points))
	}
	return draw, func() { b.Clear() }
}

// meter counts what runs tell of themselves. Many may at once.
type meter struct{ finished, parts atomic.Int64 }

func (m *meter) Progress() (finished int, parts int64) {
	return int(m.finished.Load()), m.parts.Load()
}

// run returns what a run tells the share (0–1) that is done to; with 1 it is finished.
func (m *meter) run() func(share float64) {
	told := int64(0)
	return func(share float64) {
		now := int64(share * sweep.Parts)
		if m.parts.Add(now - told); now == sweep.Parts && told < now {
			m.finished.Add(1)
		}
		told = now
	}
}

// showMeter draws on a terminal how far runs are until end is called, which wipes it: their results stay. What runs say meanwhile is
// said aside, one at a time, and the bar drawn anew below it.
func showMeter(w io.Writer, what string, m *meter, all int) (end func(), aside func(say func())) {
	var one sync.Mutex
	draw, wipe := meterBar(w, what, m, all)
	aside = func(say func()) {
		one.Lock()
		defer one.Unlock()
		wipe()
		say()
	}
	if !isTerminal(w) {
		return func() {}, aside
	}
	return repeat(barEvery, func(last bool) {
		one.Lock()
		defer one.Unlock()
		if last {
			wipe()
		} else {
			draw()
		}
	}), aside
}

// meterBar is the same for one who draws it between runs' slices.
func meterBar(w io.Writer, what string, m *meter, all int) (draw, wipe func()) {
	if !isTerminal(w) {
		return func() {}, func() {}
	}
	return drawing(w, what, m, 0, all)
}

func lines(w io.Writer, what string, runner progress, before, all int) func(last bool) {
	start := time.Now()
	return func(last bool) {
		points, parts := runner.Progress()
		if last || parts == 0 {
			return
		}
		left := time.Since(start).Seconds() / float64(parts) * float64(int64(all-before)*sweep.Parts-parts)
		fmt.Fprintf(w, "congestree: %d of %d %s, %v left\n", before+points, all, what, time.Duration(left)*time.Second)
	}
}
