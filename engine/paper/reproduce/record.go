package reproduce

// What a cell gave, as a line of JSON. Names and units are an interface: other programs read them.

import (
	"fmt"
	"strings"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/sweep"
)

// Record is one finished cell.
type Record struct {
	Cell        string    `json:"cell"`                   // first, so that a torn line can be told
	Percent     float64   `json:"percent"`                // accepted load over the window, in % of the hosts' bandwidth
	Published   *float64  `json:"published"`              // what the paper prints, null if nothing
	Execution   *float64  `json:"execution_us,omitempty"` // of a trace
	Queues      *float64  `json:"queues,omitempty"`       // set-aside queues in use over the window, if the cell counts them
	Offered     float64   `json:"offered_percent"`
	LatencyMean *float64  `json:"latency_ns_mean"` // null if nothing was delivered in the window
	LatencyP99  *float64  `json:"latency_ns_p99"`
	NetworkMean *float64  `json:"network_latency_ns_mean,omitempty"` // from injection on; null in records of before it was measured
	PeakLoad    float64   `json:"peak_load_percent,omitempty"`       // of [DRB]: see paper.Result
	PeakQueue   float64   `json:"peak_queue,omitempty"`
	Links       []float64 `json:"links_percent,omitempty"` // under the link hot spot: by port of a switch, −1 where there is no link to a switch
	Delivered   uint64    `json:"delivered"`
	Hops        uint64    `json:"hops"`
	FromUS      float64   `json:"from_us"` // the window
	UntilUS     float64   `json:"until_us"`
	Seed        int64     `json:"seed"`
	Checksum    string    `json:"checksum"`            // of the state at the window's end
	Fingerprint string    `json:"fingerprint"`         // of the engine, by the cell's miniature
	Miniature   bool      `json:"miniature,omitempty"` // a run on 54 hosts, to try things out: not the paper's
	Commit      string    `json:"commit"`
	WallS       float64   `json:"wall_s"`
	Link        string    `json:"link"`
	BinUS       float64   `json:"bin_us,omitempty"`         // of the series
	Series      []float64 `json:"series_percent,omitempty"` // accepted load over time, from 0; or queues in use
}

func (r *Record) line() []byte { return sweep.Line(r) }

func parseLine(text []byte) (*Record, error) {
	r := &Record{}
	if err := sweep.ReadLine(text, r); err != nil {
		return nil, err
	}
	if r.Checksum == "" || r.Fingerprint == "" {
		return nil, fmt.Errorf("checksum or fingerprint is missing")
	}
	if strings.ContainsAny(r.Checksum+r.Fingerprint+r.Commit, "\t\r\n") { // they become words of a table
		return nil, fmt.Errorf("checksum, fingerprint or commit is no word")
	}
	_, err := paper.Parse(r.Cell)
	return r, err
}

// Result is the part that is committed.
func (r *Record) Result() paper.Result {
	out := paper.Result{ID: r.Cell, Percent: r.Percent, FromUS: r.FromUS, UntilUS: r.UntilUS, Seed: r.Seed,
		Checksum: r.Checksum, Fingerprint: r.Fingerprint, Commit: r.Commit, WallS: r.WallS}
	if r.Execution != nil {
		out.ExecutionUS = *r.Execution
	}
	if r.Queues != nil {
		out.Queues = *r.Queues
	}
	if c, err := paper.Parse(r.Cell); err == nil && c.Paper == paper.DRB {
		out.PeakLoad, out.PeakQueue = r.PeakLoad, r.PeakQueue
		if r.LatencyMean != nil {
			out.LatencyUS = *r.LatencyMean / 1000
		}
		if r.NetworkMean != nil {
			out.NetworkUS = *r.NetworkMean / 1000
		}
	}
	return out.AsKept()
}

// Current says whether running the cell now would give the same record.
func (r *Record) Current(c paper.Cell, miniature bool) bool {
	from, until := window(c, miniature)
	ended := r.UntilUS == us(until) || c.IsTrace()
	if r.Miniature != miniature || r.FromUS != us(from) || !ended || r.Seed != int64(c.TheSeed()) {
		return false
	}
	fingerprint, err := Fingerprint(c)
	return err == nil && fingerprint == r.Fingerprint
}
