package browser

// What keeps the main thread busy, as the browser's own tracing tells it. Unlike the page, the
// browser knows the thread's own time, so that work is told from waiting for a processor, which
// software WebGL and the engine's worker leave little of.

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// Task is one task of a page's main thread, in ms.
type Task struct {
	Start float64 // on the page's own clock, performance.now
	Wall  float64
	CPU   float64 // of the main thread
}

// Work returns the processor time that all processes of the browser have taken so far, in seconds.
func (b *Browser) Work() (seconds float64, err error) {
	list, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(b.ctx, chromedp.FromContext(b.ctx).Browser))
	for _, p := range list {
		seconds += p.CPUTime
	}
	return seconds, err
}

// Longest returns the longest tasks, by wall time and by the thread's own time, of those that
// begin in a stretch of time, and how many of them block for more than 50 ms of wall time.
func Longest(tasks []Task, from, to float64) (wall, cpu Task, over int) {
	for _, t := range tasks {
		if t.Start < from || t.Start >= to {
			continue
		}
		if t.Wall > wall.Wall {
			wall = t
		}
		if t.CPU > cpu.CPU {
			cpu = t
		}
		if t.Wall > 50 {
			over++
		}
	}
	return wall, cpu, over
}

// Trace runs f, which loads an address that begins with the given one, and returns the tasks of
// that page's main thread.
func (t *Tab) Trace(address string, f func() error) ([]Task, error) {
	type event struct {
		Name      string
		Pid, Tid  int
		Ts        float64 // µs
		Dur, Tdur float64
		Args      struct {
			Data struct{ DocumentLoaderURL string }
		}
	}
	var mu sync.Mutex
	var events []event
	done := make(chan struct{})
	chromedp.ListenTarget(t.ctx, func(e any) {
		switch e := e.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, raw := range e.Value {
				var v event
				if json.Unmarshal(raw, &v) == nil && (v.Name == "navigationStart" || v.Name == "ThreadControllerImpl::RunTask") {
					events = append(events, v)
				}
			}
		case *tracing.EventTracingComplete:
			close(done)
		}
	})
	config := &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "blink.user_timing"}, ExcludedCategories: []string{"*"}}
	if err := t.within(30*time.Second, tracing.Start().WithTraceConfig(config).WithTransferMode(tracing.TransferModeReportEvents)); err != nil {
		return nil, err
	}
	failed := f()
	if err := t.within(30*time.Second, tracing.End()); err != nil {
		return nil, errors.Join(failed, err)
	}
	select {
	case <-done:
	case <-time.After(60 * time.Second):
		return nil, errors.Join(failed, errors.New("the browser keeps its trace"))
	}
	mu.Lock()
	defer mu.Unlock()
	var page event
	for _, e := range events {
		if e.Name == "navigationStart" && strings.HasPrefix(e.Args.Data.DocumentLoaderURL, address) {
			page = e
		}
	}
	if page.Pid == 0 {
		return nil, errors.Join(failed, errors.New("the trace does not show "+address))
	}
	var tasks []Task
	for _, e := range events {
		if e.Name != page.Name && e.Pid == page.Pid && e.Tid == page.Tid {
			tasks = append(tasks, Task{(e.Ts - page.Ts) / 1000, e.Dur / 1000, e.Tdur / 1000})
		}
	}
	return tasks, failed
}
