package paper

// [DRB]: what its cells are, and its experiments.

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"github.com/congestree/congestree/engine/scenario"
)

// DRB is the paper of 2007 together with the report of a doctoral programme's experimental work of the same year, which has more
// figures: distributed routing balancing against InfiniBand's congestion control.
const DRB = "DRB"

// DRBReport is the report, where it is meant alone: the figures that are run are its.
const DRBReport = "DRB-T"

// The averages of its cells are taken over this stretch, in µs: 20 ms hold 1220 packets of 4 KB on a link.
// The report gives neither.
const (
	DRBWarmupUS = 5000
	DRBUntilUS  = 25000
)

var (
	// DRBNets are the networks of [DRB-T] §7.3.1.1.
	DRBNets = []string{"torus-4x4", "torus-8x8", "mesh-4x4", "mesh-8x4"}
	// DRBControls are the congestion controls compared; the report has the first two.
	DRBControls = []string{"DRB", "IBA-CC", "none"}
	// DRBPatterns are the permutations of [DRB-T] §7.2.2. The text names the first four for the tori.
	DRBPatterns = []string{"butterfly", "bit-reversal", "perfect-shuffle", "transpose", "complement"}
	// DRBBytes are the packet sizes of [DRB-T] §7.3.2.
	DRBBytes = []int{256, 1024, 4096}
)

// LHS is the link hot spot of [DRB-T] Fig. 7-1.
const LHS = "LHS"

// DRBHotLoads are loads (%) of the link hot spot at which its flows still have something to gain from paths of their own: at 33 % the
// three together just fill the link they share. The report gives no load; at 100 % each flow fills any path by itself.
var DRBHotLoads = []int{20, 33, 50}

// Measure is what of a run is compared.
type Measure uint8

// The measures. Cells of tables and figures have the first; claims of [DRB] look at the others too.
const (
	Throughput    Measure = iota // %, or the execution time of a trace
	Latency                      // mean, µs, from generation on: so [DRB] §5 defines it
	PeakLoad                     // utilisation of the link between switches that is used most, %
	PeakQueue                    // packets that wait behind the link where most do, on average over time
	FromInjection                // mean latency, µs, from injection on: so [DRB-T] §7.3 defines it
)

var measures = []string{"", "latency", "peak-load", "peak-queue", "latency-from-injection"}

// DRBCell returns a cell of [DRB].
func DRBCell(net, control, traffic string, load int) Cell {
	return Cell{Paper: DRB, Net: net, Bytes: 4096, Routing: control, Traffic: traffic, Load: load}
}

// Of returns the same run, seen by another measure.
func (c Cell) Of(m Measure) Cell { c.Measure = m; return c }

// drbID is e.g. drb-torus-8x8/IBA-CC/butterfly/1024B@80.
func (c Cell) drbID() string {
	id := "drb-" + c.Net + "/" + c.Routing + "/" + c.Traffic
	if c.Bytes != 4096 {
		id += "/" + strconv.Itoa(c.Bytes) + "B"
	}
	if c.Load != 100 {
		id += "@" + strconv.Itoa(c.Load)
	}
	if c.Measure != Throughput {
		id += "#" + measures[c.Measure]
	}
	return id
}

func parseDRB(id string) (Cell, error) {
	bad := func(what, got string, allowed []string) (Cell, error) {
		return Cell{}, errors.New("the cell " + strconv.Quote(scenario.Clip(id)) + " has the " + what + " " + strconv.Quote(scenario.Clip(got)) + "; allowed: " + strings.Join(allowed, ", "))
	}
	body, measure, marked := strings.Cut(strings.TrimPrefix(id, "drb-"), "#")
	body, load, loaded := strings.Cut(body, "@")
	part := strings.Split(body, "/")
	if len(part) != 3 && len(part) != 4 {
		return Cell{}, errors.New("the cell " + strconv.Quote(scenario.Clip(id)) + " is not written drb-network/control/traffic, such as drb-torus-8x8/DRB/butterfly@80")
	}
	c := DRBCell(part[0], part[1], part[2], 100)
	switch {
	case !known(DRBNets, c.Net):
		return bad("network", c.Net, DRBNets)
	case !known(DRBControls, c.Routing):
		return bad("control", c.Routing, DRBControls)
	case !known(DRBPatterns, c.Traffic) && c.Traffic != LHS:
		return bad("traffic", c.Traffic, append(DRBPatterns[:len(DRBPatterns):len(DRBPatterns)], LHS))
	case c.Traffic == LHS && c.Net != "torus-8x8":
		return bad("network", c.Net, []string{"torus-8x8 (with LHS)"})
	}
	if len(part) == 4 {
		switch part[3] {
		case "256B":
			c.Bytes = 256
		case "1024B":
			c.Bytes = 1024
		default:
			return bad("packet", part[3], []string{"256B", "1024B", "nothing: 4096 B"})
		}
	}
	if loaded {
		n, err := strconv.Atoi(load)
		if err != nil || n < 1 || n > 120 || n == 100 || strconv.Itoa(n) != load {
			return bad("end", "@"+load, []string{"@1 to @120 (% load)", "nothing: 100"})
		}
		c.Load = n
	}
	if marked {
		for i, m := range measures {
			if m == measure && i > 0 {
				c.Measure = Measure(i)
				return c, nil
			}
		}
		return bad("measure", "#"+measure, measures[1:])
	}
	return c, nil
}

// drbSettings: 2.5 Gb/s signalling, which is 2 Gb/s of data, 5 ns per metre, 2 data VLs and one for management,
// Poisson generation, "up to four disjoint paths of minimal length" ([DRB-T] §§6.2.1, 7.2.2, 7.2.3). Buffers of 32 KiB per port and cables of
// 10 m are our choice; so are the parameters of both controls, the defaults of their fields, of which the report
// gives none. VOQs are a reading: its switches have buffers at outputs too (Fig. 6-12), so that a packet that
// cannot leave does not hold up those for other outputs; VOQs are how switches with buffers at inputs
// only do the same. Where both ways round a torus are equally long, the deterministic path is taken to be the first that a depth-first search over the
// ports finds (§4.3.3), the same way for all; a CCTI falls only after intervals without notifications (§4.2; [DRB] §3).
func (c Cell) drbSettings() []scenario.Setting {
	set := []scenario.Setting{{Field: "network", Value: c.Net}, {Field: "routing", Value: "dor"}}
	add := func(field, value string) { set = append(set, scenario.Setting{Field: field, Value: value}) }
	if strings.HasPrefix(c.Net, "torus") {
		add("half-ring", "first")
	} else if c.Routing != "DRB" { // tori have dateline VCs, DRB the VLs of its paths
		add("queuing", "dbbm")
		add("vcs", "2")
	}
	add("voq", "true")
	add("traffic", c.Traffic)
	if c.Load != 100 {
		add("load", strconv.Itoa(c.Load/100)+"."+strconv.Itoa(1000 + c.Load%100*10)[1:])
	}
	add("bandwidth", "2")
	add("delay", "0")
	add("cable", "10")
	add("buffer", "32")
	if c.Bytes != 4096 {
		add("packet", strconv.Itoa(c.Bytes))
		add("source-queue", strconv.Itoa(64*4096/c.Bytes)) // as many bytes
	}
	if c.Routing != "none" {
		add("congestion-control", strings.ToLower(c.Routing))
	}
	switch c.Routing {
	case "DRB":
		add("drb-detour", "0")
	case "IBA-CC":
		add("ccti-falls", "quiet")
	}
	add("warmup", strconv.Itoa(DRBWarmupUS))
	add("seed", strconv.Itoa(Seed))
	return set
}

// drbMiniature runs the same on links fifty times as fast, in a fraction of the time, with timers short enough to expire in it.
func (c Cell) drbMiniature() []scenario.Setting {
	set := c.drbSettings()
	switch c.Routing {
	case "DRB":
		set = append(set, scenario.Setting{Field: "drb-timer", Value: "1"})
	case "IBA-CC":
		set = append(set, scenario.Setting{Field: "ccti-timer", Value: "3.072"})
	}
	for i := range set {
		switch set[i].Field {
		case "bandwidth":
			set[i].Value = "100"
		case "warmup":
			set[i].Value = "4"
		}
	}
	return set
}

// drbLoads are the points of a curve: "from less than 10 % to 120 %".
func drbLoads() (at []int) {
	for load := LoadStep; load <= 120; load += LoadStep {
		at = append(at, load)
	}
	return
}

func drbFigure(net string) (cells []Cell) {
	for _, traffic := range DRBPatterns {
		for _, control := range DRBControls {
			for _, load := range drbLoads() {
				cells = append(cells, DRBCell(net, control, traffic, load))
			}
		}
	}
	return
}

func drbSizes(traffic string) (cells []Cell) {
	for _, bytes := range DRBBytes {
		for _, control := range DRBControls {
			for _, load := range drbLoads() {
				c := DRBCell("torus-8x8", control, traffic, load)
				c.Bytes = bytes
				cells = append(cells, c)
			}
		}
	}
	return
}

func drbExperiments() []Experiment {
	lhs := func(control string) func() []Cell {
		return func() (cells []Cell) {
			for _, load := range append(DRBHotLoads[:len(DRBHotLoads):len(DRBHotLoads)], 100) {
				for _, c := range []string{control, "none"} {
					cells = append(cells, DRBCell("torus-8x8", c, LHS, load))
				}
			}
			return
		}
	}
	return []Experiment{
		{DRB, "Fig. 7-2", "Accepted load and latency on the 4 × 4 torus", OverLoad, "", func() []Cell { return drbFigure("torus-4x4") }},
		{DRB, "Fig. 7-3", "Accepted load and latency on the 8 × 8 torus", OverLoad, "", func() []Cell { return drbFigure("torus-8x8") }},
		{DRB, "Fig. 7-4", "Accepted load and latency on the 4 × 4 mesh", OverLoad, "", func() []Cell { return drbFigure("mesh-4x4") }},
		{DRB, "Fig. 7-5", "Accepted load and latency on the 8 × 4 mesh", OverLoad, "", func() []Cell { return drbFigure("mesh-8x4") }},
		{DRB, "Fig. 7-6", "Load of all links under the link hot spot, InfiniBand's congestion control", Links, "", lhs("IBA-CC")},
		{DRB, "Fig. 7-7", "Load of all links under the link hot spot, DRB", Links, "", lhs("DRB")},
		{DRB, "Fig. 7-8a", "Packets of 256, 1024 and 4096 B, butterfly on the 8 × 8 torus", OverLoad, "", func() []Cell { return drbSizes("butterfly") }},
		{DRB, "Fig. 7-8b", "Packets of 256, 1024 and 4096 B, perfect shuffle on the 8 × 8 torus", OverLoad, "", func() []Cell { return drbSizes("perfect-shuffle") }},
	}
}

// DRBClaimed says whether a claim looks at a cell.
func DRBClaimed(c Cell) bool { return drbClaimed()[c.Of(Throughput)] }

var drbClaimed = sync.OnceValue(func() map[Cell]bool {
	seen := map[Cell]bool{}
	for _, x := range drbClaims() {
		for _, c := range x.Cells() {
			seen[c.Of(Throughput)] = true
		}
	}
	return seen
})
