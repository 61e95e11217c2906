package main

// How far a sweep is: a bar on a terminal, a line now and then elsewhere.

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/congestree/congestree/engine/sweep"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// How often a bar is drawn, and a line written.
const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 30 * time.Second
)

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
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		every, show = barEvery, bar(w, what, runner, before, all)
	}
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
	describe := func(points int) string { return fmt.Sprintf("%d of %d %s", before+points, all, what) }
	b := progressbar.NewOptions64(int64(all-before)*sweep.Parts,
		progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(30), progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowElapsedTimeOnFinish(), progressbar.OptionSetDescription(describe(0)))
	return func(last bool) {
		points, parts := runner.Progress()
		b.Set64(parts)
		b.Describe(describe(points))
		if last {
			fmt.Fprintln(w)
		}
	}
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
