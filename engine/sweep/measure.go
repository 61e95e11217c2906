package sweep

// One point: opened, run to its end, measured.

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/traffic"
)

// opening lets one scenario be checked or opened at a time: the engine keeps the last network it
// has built, and what an opening allocates can be told only while no other goes on.
var opening sync.Mutex

// open opens a simulation and tells the bytes it allocated.
func open(s scenario.Scenario) (m *engine.Sim, bytes int64, err error) {
	opening.Lock()
	defer opening.Unlock()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if m, err = engine.Open(s); err != nil {
		return nil, 0, err
	}
	m.TrackTrees(false)
	runtime.ReadMemStats(&after)
	return m, int64(after.TotalAlloc - before.TotalAlloc), nil
}

// Window is where the averages of a run begin: at the warm-up's end or, if the run ends before
// that, at its half. The execution of a trace counts as a whole.
func Window(s scenario.Scenario, until int64) (from int64, whole bool) {
	if traffic.IsTrace(s) {
		return 0, true
	}
	from = s.Micro("warmup") * engine.Microsecond / scenario.Micro
	if until <= from {
		return until / 2, false
	}
	return from, true
}

// slice is how many events are simulated between two looks at the context.
const slice = 1 << 21

// measure runs an opened simulation to its end, a trace at most to that of its program. A breakdown of the engine becomes an error.
func measure(ctx context.Context, m *engine.Sim, until int64, advanced func(share float64)) (r *Record, err error) {
	address := linkOf(m.Scenario())
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, fmt.Errorf("the engine broke down at %d ps of %s: %v", m.Now(), address, p)
		}
	}()
	window, _ := Window(m.Scenario(), until)
	m.SetWindow(window)
	start := time.Now()
	for done := false; !done; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		done = m.Play(until, slice)
		share := float64(m.Now()) / float64(until)
		if e, ok := m.Execution(); ok {
			share = max(share, float64(e.Done)/float64(max(e.Total, 1)))
		}
		if done {
			share = 1
		}
		advanced(share)
	}
	wall := time.Since(start).Seconds()
	var h observe.Header
	m.Measures(&h)
	r = &Record{
		Link:       address,
		Throughput: max(h.Accepted, 0), Offered: max(h.Offered, 0),
		Generated: h.Generated, Refused: h.Refused, Injected: h.Injected, Delivered: h.Delivered, Hops: h.Hops,
		SimulatedNS: ns(m.Now()), WindowStartNS: ns(window), WindowEndNS: ns(m.Now()),
		WallS: wall, HopsPerS: float64(h.Hops) / max(wall, 1e-9),
		Checksum: hex16(m.Checksum()),
	}
	if h.FinishPS >= 0 {
		at := ns(h.FinishPS)
		r.ExecutionNS = &at
	}
	if h.LatencyNS >= 0 {
		r.LatencyMean, r.LatencyP50, r.LatencyP99 = &h.LatencyNS, &h.LatencyP50, &h.LatencyP99
	}
	return r, nil
}

// linkOf compares with the presets, which are checked for that.
func linkOf(s scenario.Scenario) string {
	opening.Lock()
	defer opening.Unlock()
	return link.Of(s)
}

func hex16(n uint64) string { return fmt.Sprintf("%016x", n) }

func ns(ps int64) float64 { return float64(ps) / float64(engine.Nanosecond) }

// Version names this program: its module's version, which holds the commit if it was built in the repository.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// Fingerprint digests what the engine makes of a small network under every routing and queuing
// scheme. Programs with the same fingerprint give the same results, whatever their version.
func Fingerprint() string {
	const until = 10 * engine.Microsecond
	sum := uint64(14695981039346656037)
	base := scenario.Default().Must("network", "rlft-4x3")
	for _, routing := range scenario.Lookup("routing").Options {
		for _, queuing := range scenario.Lookup("queuing").Options {
			for _, voq := range []string{"false", "true"} {
				s := base.Must("routing", routing.Name).Must("queuing", queuing.Name).Must("voq", voq)
				m, _, err := open(s)
				if err != nil {
					continue
				}
				m.Advance(until, engine.NoLimit)
				sum = (sum ^ m.Checksum()) * 1099511628211
			}
		}
	}
	return hex16(sum)
}
