// Package point runs and measures one point of a sweep.
//
// It is apart from package sweep because the page's workers run points too: what they download is
// kept small, and has neither files nor JSON. One code measures, so that page and command line give
// the same numbers to the bit.
package point

import (
	"math"
	"runtime"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic"
)

// Default is the time (ps) at which runs of the command line and of sweeps end if nothing else is said.
const Default = 1500 * engine.Microsecond

// Longest is the latest time (ps) at which a run may end.
const Longest = 1000 * 1000 * engine.Millisecond

// Open opens a simulation as sweeps run it, and tells the bytes it allocated. No other may be opened
// meanwhile in the same program.
func Open(s scenario.Scenario) (m *engine.Sim, bytes int64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if m, err = engine.Open(s); err != nil {
		return nil, 0, err
	}
	m.TrackTrees(false)
	runtime.ReadMemStats(&after)
	return m, int64(after.TotalAlloc - before.TotalAlloc), nil
}

// Window is where the averages of a sweep's run begin (ps): at the warm-up's end or, if the run ends before
// that, at its half. The execution of a trace counts as a whole. (A single run has what the page shows: see Shown.)
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

// Run is a point under way.
type Run struct {
	sim           *engine.Sim
	until, window int64
}

// Begin makes a run of a simulation that has just been opened, until a time (ps) or, if it plays a
// trace, at most to the end of its program. A deadlock ends it too.
func Begin(m *engine.Sim, until int64) *Run {
	r := &Run{sim: m, until: until}
	r.window, _ = Window(m.Scenario(), until)
	m.SetWindow(r.window)
	m.StopAtDeadlock()
	return r
}

// Play runs about so many events on, and tells which share (0–1) of the run is done; 1 only at its end.
func (r *Run) Play(events int) (share float64, done bool) {
	if r.sim.Play(r.until, events) {
		return 1, true
	}
	share = float64(r.sim.Now()) / float64(r.until)
	if e, ok := r.sim.Execution(); ok {
		share = max(share, float64(e.Done)/float64(max(e.Total, 1)))
	}
	return min(share, 0.999), false
}

// Result is what a run gave. Loads are fractions of the hosts' link bandwidth, times of latency in ns,
// others in ps; −1 stands for what there is none of: loads and latencies too if a deadlock came before the window.
type Result struct {
	Accepted, Offered                             float64
	LatencyMean, LatencyP50, LatencyP99           float64 // from generation on
	NetworkMean, NetworkP50, NetworkP99           float64 // from injection on
	Fairness, LeastHost                           float64
	Generated, Refused, Injected, Delivered, Hops uint64
	NowPS, WindowPS, FinishPS                     int64
	DeadlockPS                                    int64 // when the watchdog found one, which ended the run
	Checksum                                      uint64
	WallS                                         float64 // s of wall time; whoever runs it fills it in
}

// Result measures; at the end of the run it is the point's.
func (r *Run) Result() Result { return ResultOf(r.sim, r.window) }

// ResultOf measures a simulation whose averages began at some time (ps).
func ResultOf(m *engine.Sim, window int64) Result {
	var h observe.Header
	m.Measures(&h)
	return Result{
		Accepted: h.Accepted, Offered: h.Offered,
		LatencyMean: h.LatencyNS, LatencyP50: h.LatencyP50, LatencyP99: h.LatencyP99,
		NetworkMean: h.NetworkNS, NetworkP50: h.NetworkP50, NetworkP99: h.NetworkP99,
		Fairness: h.Fairness, LeastHost: h.LeastHost,
		Generated: h.Generated, Refused: h.Refused, Injected: h.Injected, Delivered: h.Delivered, Hops: h.Hops,
		NowPS: m.Now(), WindowPS: window, FinishPS: h.FinishPS, DeadlockPS: h.DeadlockPS, Checksum: m.Checksum(),
	}
}

// Shown is ResultOf with the averages that the page shows at this time (observe.Header.Shown).
func Shown(m *engine.Sim) Result {
	var h observe.Header
	m.Measures(&h)
	a, from := h.Shown()
	r := ResultOf(m, from)
	r.Accepted, r.Offered = a.Accepted, a.Offered
	r.LatencyMean, r.LatencyP50, r.LatencyP99 = a.LatencyNS, a.LatencyP50, a.LatencyP99
	r.NetworkMean, r.NetworkP50, r.NetworkP99 = a.NetworkNS, a.NetworkP50, a.NetworkP99
	r.Fairness, r.LeastHost = a.Fairness, a.LeastHost
	return r
}

// words lists the numbers as 64 bits each, in the order of the encoding.
func (r *Result) words() []uint64 {
	out := make([]uint64, 0, resultWords)
	for _, v := range []float64{r.Accepted, r.Offered, r.LatencyMean, r.LatencyP50, r.LatencyP99, r.NetworkMean, r.NetworkP50, r.NetworkP99, r.Fairness, r.LeastHost, r.WallS} {
		out = append(out, math.Float64bits(v))
	}
	return append(out, r.Generated, r.Refused, r.Injected, r.Delivered, r.Hops, uint64(r.NowPS), uint64(r.WindowPS), uint64(r.FinishPS), uint64(r.DeadlockPS), r.Checksum)
}

const resultWords = 21

// Append encodes a result, all its bits, for another program of the same version.
func (r *Result) Append(b []byte) []byte {
	for _, w := range r.words() {
		for i := range 8 { // encoding/binary would bring reflect with it
			b = append(b, byte(w>>(8*i)))
		}
	}
	return b
}

// Decode undoes Append. It reports false for bytes that are no result.
func (r *Result) Decode(b []byte) bool {
	if len(b) != 8*resultWords {
		return false
	}
	next := func() (w uint64) {
		for i := range 8 {
			w |= uint64(b[i]) << (8 * i)
		}
		b = b[8:]
		return w
	}
	for _, v := range []*float64{&r.Accepted, &r.Offered, &r.LatencyMean, &r.LatencyP50, &r.LatencyP99, &r.NetworkMean, &r.NetworkP50, &r.NetworkP99, &r.Fairness, &r.LeastHost, &r.WallS} {
		if *v = math.Float64frombits(next()); math.IsNaN(*v) || math.IsInf(*v, 0) {
			return false
		}
	}
	for _, v := range []*uint64{&r.Generated, &r.Refused, &r.Injected, &r.Delivered, &r.Hops} {
		*v = next()
	}
	for _, v := range []*int64{&r.NowPS, &r.WindowPS, &r.FinishPS, &r.DeadlockPS} {
		*v = int64(next())
	}
	r.Checksum = next()
	return true
}

// Fingerprint digests what the engine makes of a small network under every routing and queuing
// scheme, and the number of the engine's results. Programs with the same fingerprint give the same results, whatever their version.
func Fingerprint() uint64 {
	const until = 10 * engine.Microsecond
	sum := uint64(14695981039346656037) ^ uint64(engine.Results-9) // the number was not in it up to 9
	base := scenario.Default().Must("network", "rlft-4x3")
	for _, routing := range scenario.Lookup("routing").Options {
		for _, queuing := range scenario.Lookup("queuing").Options {
			for _, voq := range []string{"false", "true"} {
				m, _, err := Open(base.Must("routing", routing.Name).Must("queuing", queuing.Name).Must("voq", voq))
				if err != nil {
					continue
				}
				m.Advance(until, engine.NoLimit)
				sum = (sum ^ m.Checksum()) * 1099511628211
			}
		}
	}
	return sum
}
