package main

// Whether memory grows: a page that runs for minutes.

import (
	"errors"
	"fmt"
	"time"

	"github.com/congestree/congestree/wasm/browser"
)

// memory is what the page says of the memory its programs have taken, in bytes. WebAssembly memory never shrinks.
type memory struct {
	Page   float64 `json:"page"`
	Engine float64 `json:"engine"`
	Script float64 `json:"script"` // JavaScript's heap, after a collection of garbage
	Now    float64 `json:"now"`    // simulated ns
}

const askMemory = `(() => { const s = congestree.frameStats(); return {page: s.page_bytes, engine: s.engine_bytes, now: congestree.measures().simulated_ns}; })()`

func ask(t *browser.Tab) (m memory, err error) {
	if err = t.Eval(askMemory, &m); err != nil {
		return m, err
	}
	m.Script, err = t.Heap()
	return m, err
}

func mega(bytes float64) float64 { return bytes / 1e6 }

// grows lets a page run for minutes, and tells its memory as they pass. The engine's copies of its state for the
// timeline fill their budget first; what counts is what comes after.
func grows(b *browser.Browser, address, name string, minutes int) error {
	t, err := b.Tab(browser.Options{Width: 1440, Height: 900})
	if err != nil {
		return err
	}
	defer t.Close()
	if err := errors.Join(t.Go(address+"&ui.speed=10000000"), t.Running()); err != nil {
		return err
	}
	start := time.Now()
	var all []memory
	for i := 0; i <= minutes; i++ {
		time.Sleep(time.Until(start.Add(time.Duration(i)*time.Minute + 5*time.Second)))
		m, err := ask(t)
		if err != nil {
			return err
		}
		all = append(all, m)
		row(fmt.Sprintf("%s: memory after %d min", name, i), "engine %.0f MB, page %.0f MB, JavaScript %.1f MB, at %.3f ms of simulated time", mega(m.Engine), mega(m.Page), mega(m.Script), m.Now/1e6)
	}
	half, last := all[len(all)/2], all[len(all)-1]
	row(name+": growth in the second half", "engine %.0f MB, page %.0f MB, JavaScript %.1f MB", mega(last.Engine-half.Engine), mega(last.Page-half.Page), mega(last.Script-half.Script))
	return nil
}
