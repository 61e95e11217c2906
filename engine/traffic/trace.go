package traffic

// Traces of MPI programs, whose messages are sent when the program gets to them, and of input and output, which are sent
// at their times. Two families make their trace themselves, the other names one from a file, which must have been
// given first (vef.Keep): a scenario is only words.

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
)

const (
	ptransPrefix = "PTRANS-"
	ptransForm   = "PTRANS-<P>x<Q>-<N>-<NB>"
	vefForm      = vef.Prefix + "<16 hex digits>"
	ioPrefix     = "IO-"
	ioForm       = "IO-<clients>x<disks>-<ms>-<seed>"

	// maxPtrans bounds the records of a trace made on the fly: about 70 MB.
	maxPtrans = 1 << 20
)

func init() {
	register(scenario.Family{Prefix: ptransPrefix, Pattern: ptransForm, Rank: 4, Source: "[AFI] §V-A",
		Doc: "PTRANS, the matrix transposition of the HPC Challenge: a matrix of N×N numbers in blocks of NB×NB on P×Q tasks, task i on host i. " +
			"Every message waits for the ones before it; the measure is the execution time.",
		Parse: func(v string) (string, error) {
			g, err := parsePtrans(v)
			return ptransPrefix + strconv.Itoa(g.P) + "x" + strconv.Itoa(g.Q) + "-" + strconv.Itoa(g.N) + "-" + strconv.Itoa(g.NB), err
		},
		Suggestions: []scenario.Option{
			{Name: "PTRANS-8x16-5120-80", Label: "PTRANS — 128 tasks transpose a matrix"},
			{Name: "PTRANS-18x24-23040-80", Label: "PTRANS — 432 tasks, each with 12 others"},
			{Name: "PTRANS-16x27-23040-80", Label: "PTRANS — 432 tasks, each with all others"},
		},
	}, func(s scenario.Scenario, n *topology.Network) (Pattern, error) {
		g, err := parsePtrans(s.Get("traffic"))
		if err != nil {
			return nil, err
		}
		return silent{}, room(g.P*g.Q, n)
	})
	register(scenario.Family{Prefix: ioPrefix, Pattern: ioForm, Rank: 5, Source: "our model; time-stamped I/O traces as in [FBICM] §4.1",
		Doc: "Clients that read from and write to disks, in bursts and some disks more than others, at the times of their requests: the first hosts are the clients, those behind them the disks. " +
			"Disks are slow: the field compression divides all times.",
		Parse: func(v string) (string, error) {
			d, err := parseIO(v)
			return ioPrefix + strconv.Itoa(d.Clients) + "x" + strconv.Itoa(d.Disks) + "-" + strconv.Itoa(d.Millis) + "-" + strconv.FormatUint(d.Seed, 10), err
		},
		Suggestions: []scenario.Option{
			{Name: "IO-48x16-1000-1", Label: "I/O — 48 clients, 16 disks, a second"},
			{Name: "IO-96x32-1000-1", Label: "I/O — 96 clients, 32 disks, a second"},
		},
	}, func(s scenario.Scenario, n *topology.Network) (Pattern, error) {
		d, err := parseIO(s.Get("traffic"))
		if err != nil {
			return nil, err
		}
		return silent{}, room(d.Clients+d.Disks, n)
	})
	register(scenario.Family{Prefix: vef.Prefix, Pattern: vefForm, Rank: 6, Source: "VEF traces (Andújar et al., CLUSTER 2015); I/O traces as in [FBICM] §4.1",
		Doc: "A trace of an MPI program from a .vef file, or of input and output from a file that begins with IO1 (also .gz and .zst), named by a digest of what is in it: " +
			"drop the file on the page, or give it to the command line with --trace.",
		Parse: func(v string) (string, error) {
			digits := strings.ToLower(v[len(vef.Prefix):])
			if len(digits) != 16 || strings.Trim(digits, "0123456789abcdef") != "" {
				return "", errors.New("write " + vefForm + "; better, drop the trace's file on the page, or name it with --trace")
			}
			return vef.Prefix + digits, nil
		},
	}, func(s scenario.Scenario, n *topology.Network) (Pattern, error) {
		if k, ok := vef.Find(s.Get("traffic")); ok {
			return silent{}, room(k.Tasks, n)
		}
		return silent{}, nil // see Missing
	})
}

// parsePtrans reads PTRANS-<P>x<Q>, with -<N> or -<N>-<NB> behind it.
func parsePtrans(v string) (g vef.Grid, err error) {
	wrong := errors.New("write " + ptransForm + ", e.g. PTRANS-18x24-23040-80: P×Q tasks, a matrix of order N in blocks of order NB")
	words := strings.Split(v[len(ptransPrefix):], "-")
	p, q, ok := strings.Cut(words[0], "x")
	if !ok || len(words) > 3 {
		return g, wrong
	}
	g.N, g.NB = vef.DefaultN, vef.DefaultNB
	for i, text := range append([]string{p, q}, words[1:]...) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || text[0] == '+' {
			return g, wrong
		}
		*[]*int{&g.P, &g.Q, &g.N, &g.NB}[i] = n
	}
	messages, parts, err := g.Records()
	if err == nil && messages+parts > maxPtrans {
		err = errors.New("this takes " + strconv.FormatInt(messages+parts, 10) + " records; allowed: up to " + strconv.Itoa(maxPtrans) + ": choose P and Q with a greater common divisor")
	}
	return g, err
}

// parseIO reads IO-<clients>x<disks>, with -<ms> or -<ms>-<seed> behind it.
func parseIO(v string) (d iotrace.Disks, err error) {
	wrong := errors.New("write " + ioForm + ", e.g. IO-48x16-1000-1: 48 clients and 16 disks for 1000 ms")
	words := strings.Split(v[len(ioPrefix):], "-")
	clients, disks, ok := strings.Cut(words[0], "x")
	if !ok || len(words) > 3 {
		return d, wrong
	}
	d.Millis, d.Seed = 1000, 1
	for i, text := range append([]string{clients, disks}, words[1:]...) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || text[0] == '+' {
			return d, wrong
		}
		if i == 3 {
			d.Seed = uint64(n)
		} else {
			*[]*int{&d.Clients, &d.Disks, &d.Millis}[i] = n
		}
	}
	_, err = d.Bound()
	return d, err
}

func room(tasks int, n *topology.Network) error {
	if tasks > n.Hosts {
		return errors.New("the trace has " + strconv.Itoa(tasks) + " tasks, but " + n.Name + " has " + strconv.Itoa(n.Hosts) + " hosts; allowed: as many tasks as hosts, or fewer")
	}
	return nil
}

// IsTrace says whether the traffic of a scenario is a trace.
func IsTrace(s scenario.Scenario) bool {
	v := s.Get("traffic")
	return strings.HasPrefix(v, vef.Prefix) || strings.HasPrefix(v, ptransPrefix) || strings.HasPrefix(v, ioPrefix)
}

// FromFile says whether it is a trace from a file, which no scenario holds.
func FromFile(s scenario.Scenario) bool { return strings.HasPrefix(s.Get("traffic"), vef.Prefix) }

// Missing says that a scenario plays a trace from a file that has not been given, and what to do.
func Missing(s scenario.Scenario) *scenario.Error {
	v := s.Get("traffic")
	if !FromFile(s) {
		return nil
	}
	if _, ok := vef.Find(v); ok {
		return nil
	}
	return missing(v)
}

func missing(v string) *scenario.Error {
	return &scenario.Error{Field: "traffic", Value: v, Reason: "this scenario plays the trace " + v + ", which is a file of its own: load that file (drop it on the page, or name it with --trace)"}
}

// TraceMemory is what the trace of a scenario and the state of its execution take at most, in bytes.
func TraceMemory(s scenario.Scenario) int64 {
	v := s.Get("traffic")
	if strings.HasPrefix(v, ptransPrefix) {
		if g, err := parsePtrans(v); err == nil {
			messages, parts, _ := g.Records()
			return 2 * vef.Memory(messages, parts)
		}
	}
	if strings.HasPrefix(v, ioPrefix) {
		if d, err := parseIO(v); err == nil {
			records, _ := d.Bound()
			return 2 * vef.Memory(records, 0)
		}
	}
	k, _ := vef.Find(v)
	return 2 * k.Memory
}

var (
	madeLock sync.Mutex
	madeName string // of the last one made
	madeLast *vef.Trace
)

// TraceOf returns the trace that a scenario plays, or nil if its traffic is none. An error says that the trace is not kept here, or cannot
// be made.
func TraceOf(s scenario.Scenario) (*vef.Trace, error) {
	if !IsTrace(s) {
		return nil, nil
	}
	v := s.Get("traffic")
	if FromFile(s) {
		k, ok := vef.Find(v)
		switch {
		case !ok:
			return nil, missing(v)
		case k.Trace == nil:
			return nil, errors.New("the trace " + v + " is kept by another part of the program")
		}
		return k.Trace, nil
	}
	madeLock.Lock()
	defer madeLock.Unlock()
	if madeName != v {
		t, err := makeTrace(v)
		if err != nil {
			return nil, err
		}
		madeName, madeLast = v, t
	}
	return madeLast, nil
}

// makeTrace makes the trace of one of the families that make theirs.
func makeTrace(v string) (*vef.Trace, error) {
	if strings.HasPrefix(v, ioPrefix) {
		d, err := parseIO(v)
		if err != nil {
			return nil, err
		}
		return d.Trace()
	}
	g, err := parsePtrans(v)
	if err != nil {
		return nil, err
	}
	return vef.Ptrans(g)
}

// silent generates nothing by itself: the trace does.
type silent struct{}

func (silent) Dest(src uint32, _ int64, _ *random.Source) uint32 { return src }
func (silent) HotSpots() []uint32                                { return nil }
func (silent) Culprit(uint32) bool                               { return false }
