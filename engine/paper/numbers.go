package paper

// Published and measured numbers: the embedded data.

import (
	_ "embed"
	"maps"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/rar-table-2.tsv
var rarTable2 string

//go:embed data/rar-table-3.tsv
var rarTable3 string

//go:embed data/ours-tables.tsv
var oursTables string

//go:embed data/ours-seeds.tsv
var oursSeeds string

// A name on each line: what Stale reads. validate --docs writes it.
//
//go:embed data/stale.txt
var staleText string

//go:embed data/ours-ptrans.tsv
var oursPtrans string

//go:embed data/ours-fbicm.tsv
var oursFBICM string

//go:embed data/ours-drb.tsv
var oursDRB string

// Values is a set of numbers: the throughput of a cell in percent, or its execution time in µs, if it
// has one.
type Values func(Cell) (value float64, ok bool)

// Result is what a cell gave us.
type Result struct {
	ID          string
	Percent     float64 // accepted load over the window
	ExecutionUS float64 // of a trace; 0 if there is none
	Queues      float64 // set-aside queues in use on average; 0 if the cell does not count them
	LatencyUS   float64 // mean, from generation on; of [DRB], else 0
	NetworkUS   float64 // mean, from injection on; of [DRB], else 0
	PeakLoad    float64 // utilisation of the link between switches that is used most, %; of [DRB], else 0
	PeakQueue   float64 // packets that wait behind the link where most do, on average; of [DRB], else 0
	FromUS      float64 // the window
	UntilUS     float64
	Seed        int64
	Checksum    string // of the state at the window's end
	Fingerprint string // checksum of the cell's miniature: it tells results of another engine
	Commit      string
	WallS       float64
}

// Of returns the value of a measure, in its unit: see Result and Value.
func (r Result) Of(m Measure) float64 {
	switch m {
	case Latency:
		return r.LatencyUS
	case FromInjection:
		return r.NetworkUS
	case PeakLoad:
		return r.PeakLoad
	case PeakQueue:
		return r.PeakQueue
	}
	return r.Value()
}

// Value is the execution time of a trace, or the number of queues, else the throughput.
func (r Result) Value() float64 {
	if strings.Contains(r.ID, "@queues") { // there may be none in use
		return r.Queues
	}
	if r.ExecutionUS > 0 {
		return r.ExecutionUS
	}
	return r.Percent
}

// columns are the head of a file of results; those of traces and of set-aside queues have one more, that of [DRB]
// four.
const (
	columns   = "id\tpercent\tfrom_us\tuntil_us\tseed\tchecksum\tfingerprint\tcommit\twall_s"
	execution = "\texecution_us"
	queues    = "\tqueues"
	more      = "\tlatency_us\tfrom_injection_us\tpeak_load\tpeak_queue"
)

// rows are the lines of a file of numbers without its comments and its head.
func rows(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out[1:]
}

var published = sync.OnceValue(func() map[string]float64 {
	all := map[string]float64{}
	for i, text := range []string{rarTable2, rarTable3} {
		for _, line := range rows(text) {
			f := strings.Split(line, "\t")
			percent, err := strconv.ParseFloat(f[3], 64)
			if err != nil {
				panic("paper: published number: " + line)
			}
			all[Table(i == 1, f[0], f[1], f[2]).ID()] = percent
		}
	}
	return all
})

// Published returns the number the paper prints for a cell. Figures print none.
func Published(c Cell) (percent float64, ok bool) {
	percent, ok = published()[c.ID()]
	return
}

// ParseResults reads a file of results (data/ours-*.tsv).
func ParseResults(text string) (map[string]Result, error) {
	all := map[string]Result{}
	counts := strings.Contains(text, columns+queues+"\n")
	for _, line := range rows(text) {
		f := strings.Split(line, "\t")
		n := strings.Count(columns, "\t") + 1
		if len(f) != n && len(f) != n+1 && len(f) != n+4 {
			return nil, &badRow{line}
		}
		r := Result{ID: f[0], Checksum: f[5], Fingerprint: f[6], Commit: f[7]}
		last := map[int]*float64{1: &r.Percent, 2: &r.FromUS, 3: &r.UntilUS, 8: &r.WallS, 9: &r.ExecutionUS}
		if len(f) == n+4 {
			last[9], last[10], last[11], last[12] = &r.LatencyUS, &r.NetworkUS, &r.PeakLoad, &r.PeakQueue
		}
		for i, into := range last {
			if i >= len(f) {
				continue
			}
			v, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				return nil, &badRow{line}
			}
			*into = v
		}
		if counts {
			r.Queues, r.ExecutionUS = r.ExecutionUS, 0
		}
		var err error
		if r.Seed, err = strconv.ParseInt(f[4], 10, 64); err != nil {
			return nil, &badRow{line}
		}
		all[r.ID] = r
	}
	return all, nil
}

type badRow struct{ line string }

func (b *badRow) Error() string { return "not a result: " + b.line }

// FormatResults undoes ParseResults, in the order of the IDs given: all of traces, or none.
func FormatResults(comment string, ids []string, all map[string]Result) string {
	var b strings.Builder
	b.WriteString("# " + comment + "\n" + columns)
	counts := false
	for _, id := range ids {
		counts = counts || all[id].Queues > 0
	}
	if len(ids) > 0 && all[ids[0]].ExecutionUS > 0 {
		b.WriteString(execution)
	} else if counts {
		b.WriteString(queues)
	}
	if len(ids) > 0 && strings.HasPrefix(ids[0], "drb-") {
		b.WriteString(more)
	}
	b.WriteString("\n")
	number := func(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }
	for _, id := range ids {
		r, ok := all[id]
		if !ok {
			continue
		}
		b.WriteString(strings.Join([]string{r.ID, number(r.Percent, 2), number(r.FromUS, -1), number(r.UntilUS, -1),
			strconv.FormatInt(r.Seed, 10), r.Checksum, r.Fingerprint, r.Commit, number(r.WallS, 1)}, "\t"))
		if r.ExecutionUS > 0 {
			b.WriteString("\t" + number(r.ExecutionUS, -1))
		}
		if r.Queues > 0 {
			b.WriteString("\t" + number(r.Queues, 1))
		}
		if strings.HasPrefix(id, "drb-") {
			b.WriteString("\t" + number(r.LatencyUS, 1) + "\t" + number(r.NetworkUS, 1) + "\t" + number(r.PeakLoad, 1) + "\t" + number(r.PeakQueue, 2))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// AsKept returns the result as it comes back from what FormatResults writes: figures said of it before and after
// it is kept must not differ.
func (r Result) AsKept() Result {
	kept := func(v float64, digits int) float64 {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
		return v
	}
	r.Percent, r.WallS, r.Queues = kept(r.Percent, 2), kept(r.WallS, 1), kept(r.Queues, 1)
	r.LatencyUS, r.NetworkUS, r.PeakLoad, r.PeakQueue = kept(r.LatencyUS, 1), kept(r.NetworkUS, 1), kept(r.PeakLoad, 1), kept(r.PeakQueue, 2)
	return r
}

var ours = sync.OnceValue(func() map[string]Result {
	all := map[string]Result{}
	for _, text := range []string{oursTables, oursSeeds, oursPtrans, oursFBICM, oursDRB} {
		part, err := ParseResults(text)
		if err != nil {
			panic("paper: " + err.Error())
		}
		maps.Copy(all, part)
	}
	return all
})

// Ours returns our committed result for a cell of [RAR] Tables 2 and 3, with any seed, of [AFI] Fig. 7, of [FBICM], or that a claim of
// [DRB] looks at.
func Ours(c Cell) (r Result, ok bool) {
	r, ok = ours()[c.Of(Throughput).ID()]
	return
}

// Stale says whether our committed result for a cell was run by an earlier engine and today's gives something else for it.
func Stale(c Cell) bool { return staleCells()[c.Of(Throughput).ID()] }

var staleCells = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, id := range strings.Fields(staleText) {
		all[id] = true
	}
	return all
})

// TableResults is the file of results of Tables 2 and 3, SeedResults that of other seeds, TraceResults that of Fig. 7, CaseResults that of [FBICM],
// DRBResults that of [DRB].
func TableResults() string { return oursTables }
func SeedResults() string  { return oursSeeds }
func TraceResults() string { return oursPtrans }
func CaseResults() string  { return oursFBICM }
func DRBResults() string   { return oursDRB }

// OurValue is Ours as Values: the number that we have for a cell's measure, in its unit.
func OurValue(c Cell) (value float64, ok bool) {
	r, ok := Ours(c)
	return r.Of(c.Measure), ok
}
