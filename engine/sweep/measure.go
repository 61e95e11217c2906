package sweep

// One point: opened, run to its end, measured.

import (
	"context"
	"fmt"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep/point"
)

// opening lets one scenario be checked or opened at a time: the engine keeps the last network it
// has built, and what an opening allocates can be told only while no other goes on.
var opening sync.Mutex

// open opens a simulation and tells the bytes it allocated.
func open(s scenario.Scenario) (m *engine.Sim, bytes int64, err error) {
	opening.Lock()
	defer opening.Unlock()
	return point.Open(s)
}

// Window is point.Window.
func Window(s scenario.Scenario, until int64) (from int64, whole bool) {
	return point.Window(s, until)
}

// slice is how many events are simulated between two looks at the context.
const slice = 1 << 21

// here runs a point in this process. A breakdown of the engine becomes an error.
func here(ctx context.Context, s scenario.Scenario, until int64, opened func(bytes int64), advanced func(share float64)) (r point.Result, err error) {
	m, bytes, err := open(s)
	if err != nil {
		return r, err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine broke down at %d ps of %s: %v", m.Now(), linkOf(s), p)
		}
	}()
	opened(bytes)
	run, start := point.Begin(m, until), time.Now()
	for done, share := false, 0.0; !done; {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		share, done = run.Play(slice)
		advanced(share)
	}
	r = run.Result()
	r.WallS = time.Since(start).Seconds()
	return r, nil
}

// record is what a point of a scenario gave.
func record(s scenario.Scenario, p point.Result) *Record {
	r := &Record{Link: linkOf(s), Measures: MeasuresOf(p), Checksum: hex16(p.Checksum)}
	if p.DeadlockPS >= 0 {
		at := ns(p.DeadlockPS)
		r.DeadlockNS = &at
	}
	return r
}

// MeasuresOf tells a result under its public names.
func MeasuresOf(p point.Result) Measures {
	m := Measures{
		Generated: p.Generated, Refused: p.Refused, Injected: p.Injected, Delivered: p.Delivered, Hops: p.Hops,
		SimulatedNS: ns(p.NowPS), WallS: p.WallS, HopsPerS: float64(p.Hops) / max(p.WallS, 1e-9),
	}
	if p.Accepted >= 0 {
		start, end := ns(p.WindowPS), ns(p.NowPS)
		m.Throughput, m.Offered, m.WindowStartNS, m.WindowEndNS = &p.Accepted, &p.Offered, &start, &end
	}
	if p.FinishPS >= 0 {
		at := ns(p.FinishPS)
		m.ExecutionNS = &at
	}
	if p.LatencyMean >= 0 {
		m.LatencyMean, m.LatencyP50, m.LatencyP99 = &p.LatencyMean, &p.LatencyP50, &p.LatencyP99
		m.NetworkMean, m.NetworkP50, m.NetworkP99 = &p.NetworkMean, &p.NetworkP50, &p.NetworkP99
	}
	if p.Fairness >= 0 {
		m.Fairness, m.LeastHost = &p.Fairness, &p.LeastHost
	}
	return m
}

// linkOf compares with the presets, which are checked for that.
func linkOf(s scenario.Scenario) string {
	opening.Lock()
	defer opening.Unlock()
	return link.Of(s)
}

// scenarioOf reads such a link, which may name a preset.
func scenarioOf(text string) (scenario.Scenario, error) {
	opening.Lock()
	defer opening.Unlock()
	return link.Parse(text)
}

func hex16(n uint64) string { return fmt.Sprintf("%016x", n) }

// hexadecimal says whether a text is such a number.
func hexadecimal(text string) bool {
	_, err := strconv.ParseUint(text, 16, 64)
	return err == nil && len(text) == 16
}

func ns(ps int64) float64 { return float64(ps) / float64(engine.Nanosecond) }

// Version names this program: its module's version, which holds the commit if it was built in the repository.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// Fingerprint is point.Fingerprint, as records hold it.
func Fingerprint() string {
	opening.Lock()
	defer opening.Unlock()
	return hex16(point.Fingerprint())
}
