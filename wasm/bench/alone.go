package main

// The engine alone: the same run in a worker of Chromium, with no page, no pictures and no trees to look for, and natively.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/wasm/browser"
	"github.com/congestree/congestree/wasm/wire"
)

// aloneRuns are the networks of the engine's own benchmark (Hops), HS10-1 at full load with DBBM, 3 VCs and VOQs, and until when (µs)
// they run.
var aloneRuns = []struct {
	name, query string
	until       int64
}{
	{"432 hosts, HS10-1", "preset=hs10-1", 1000},
	{"11664 hosts, HS10-1", "preset=rar-hs10-1", 60},
}

// workerScript sends a worker the compiled engine and one run, as the page does for a point of a sweep.
const workerScript = `(async () => {
  const packed = (await fetch('build/engine.wasm.gz')).body.pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compile(await new Response(packed).arrayBuffer());
  const worker = new Worker('worker.js');
  try {
    return await new Promise((done, fail) => {
      worker.onerror = e => fail(new Error(e.message));
      worker.onmessage = ({data: m}) => {
        if (m.` + wire.Buffer + `) done(Array.from(m.` + wire.Buffer + `));
        if (m.` + wire.Reason + `) fail(new Error(m.` + wire.Reason + `));
      };
      worker.postMessage({module});
      worker.postMessage({` + wire.Kind + `: '` + wire.Measure + `', ` + wire.ID + `: 0, ` + wire.Text + `: %s, ` + wire.Until + `: %d});
    });
  } finally {
    worker.terminate();
  }
})()`

// alone measures each run three times in a worker and natively, in turns, and gives the medians.
func alone(b *browser.Browser, address string) error {
	t, err := open(b)
	if err != nil {
		return err
	}
	defer t.Close()
	if err := t.Go(address + "embed.html"); err != nil { // a picture, until it is clicked
		return err
	}
	for _, c := range aloneRuns {
		if !strings.Contains(c.name, *only) {
			continue
		}
		s, err := scenario.ParseQuery(c.query)
		if err != nil {
			return err
		}
		until := c.until * engine.Microsecond
		var worker, native []float64
		for range 3 {
			var bytes []byte
			var numbers []int
			if err := t.Eval(fmt.Sprintf(workerScript, strconv.Quote(s.Query()), until), &numbers); err != nil {
				return err
			}
			for _, n := range numbers {
				bytes = append(bytes, byte(n))
			}
			var there point.Result
			if !there.Decode(bytes) {
				return errors.New("the worker's answer is no result")
			}
			here, err := natively(s, until)
			if err != nil {
				return err
			}
			if here.Checksum != there.Checksum {
				return fmt.Errorf("%s: checksum %x in the worker, %x natively", c.name, there.Checksum, here.Checksum)
			}
			worker = append(worker, float64(there.Hops)/there.WallS/1e6)
			native = append(native, float64(here.Hops)/here.WallS/1e6)
		}
		slices.Sort(worker)
		slices.Sort(native)
		row(c.name+": engine alone, in a worker and natively, in turns", "%.2f (%.2f–%.2f) and %.2f (%.2f–%.2f) M packet-hops/s, %.2f of native",
			worker[1], worker[0], worker[2], native[1], native[0], native[2], worker[1]/native[1])
	}
	return nil
}

// natively is what the worker does with a run.
func natively(s scenario.Scenario, until int64) (r point.Result, err error) {
	m, _, err := point.Open(s)
	if err != nil {
		return r, err
	}
	run, start := point.Begin(m, until), time.Now()
	for done := false; !done; {
		_, done = run.Play(1 << 20)
	}
	wall := time.Since(start).Seconds()
	r = run.Result()
	r.WallS = wall
	return r, nil
}
