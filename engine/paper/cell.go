package paper

// One run: what it is called, and which scenario it is.

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// The papers.
const (
	RAR = "RAR" // restricted adaptive routing, 2019
	AFI = "AFI" // adapted-flow isolation, 2019
)

// The averages of every cell are taken over this stretch of simulated time, in µs. [RAR] says that
// values were "obtained after the network is operating during 1 millisecond"; how long it averaged
// is our choice, and [AFI] gives neither.
const (
	WarmupUS = 1000
	UntilUS  = 1100
	SeriesUS = 3000 // "normalized throughput versus time during 3 milliseconds" [RAR §5.1]
)

// Seed is that of every cell that names none. Cells of the tables can be run with others, up to MaxSeed.
const (
	Seed    = 1
	MaxSeed = 99
)

// LoadStep is the distance of two points of a curve over the load, in percent.
const LoadStep = 10

var (
	// Rows are the routings of [RAR] Tables 2 and 3, in their order.
	Rows = []string{
		"NoTH-AS-K", "NoTH-FS-K", "NoTH-SS-K", "TH-AS-K", "TH-FS-K", "TH-SS-K", "TH-AS-K/3", "TH-FS-K/3", "TH-SS-K/3",
		"2TH-AS-K", "2TH-FS-K", "2TH-SS-K", "2TH-AS-K/3", "2TH-FS-K/3", "2TH-SS-K/3", "D-mod-K", "Oblivious"}
	// Schemes are the queuing schemes of both papers; all but 1Q have three VCs.
	Schemes = []string{"1Q", "DBBM", "vFtree", "Flow2SL"}
	// Traffics are the columns of [RAR] Tables 2 and 3.
	Traffics = []string{"HS10-1", "HS25-1", "HS10-4", "HS25-4", "IHS"}

	// AFIRoutings are the columns of [AFI] Figs. 5 and 6, AFITraffics their rows.
	AFIRoutings = []string{"D-mod-K", "Adaptive", "Adaptive-th", "AFI"}
	AFITraffics = []string{"UT", "HS10-1", "HS25-1"}
)

// The traffic of [AFI] Fig. 7 is the trace of a matrix transposition on 432 hosts. Its cells have no
// load, and an execution time instead of a throughput.
//
// The paper gives neither the matrix nor the grid of its 432 tasks. PTRANS has 16×27, a reading: the
// paper says (§V-C) that the application "generates a uniform traffic with small bursts of congestion",
// and on a grid whose sides have no common divisor every task exchanges data with every other one.
// On PTRANS18x24, the grid nearest to a square, a task has 12 partners; and because the six hosts of a leaf
// switch are in one row there, all their messages of a step go to one residue modulo 6, so that D-mod-K sends
// them over one up port of six. That is no uniform traffic. Both are run.
const (
	PTRANS      = "PTRANS"
	PTRANS18x24 = "PTRANS-18x24"
)

// Executions are the traffics that are traces.
var Executions = []string{PTRANS, PTRANS18x24}

// traces are theirs, on 432 hosts and on the 54 of the miniature.
var traces = map[string][2]string{
	PTRANS:      {"PTRANS-16x27-23040-80", "PTRANS-2x27-1728-32"},
	PTRANS18x24: {"PTRANS-18x24-23040-80", "PTRANS-6x9-576-32"},
}

// Cell is one run of a paper.
type Cell struct {
	Paper   string
	VOQ     bool
	Routing string // a row of [RAR], or a column of [AFI]
	Scheme  string
	Traffic string
	Load    int  // percent of the link bandwidth; 100 for a trace
	Series  bool // throughput over 3 ms instead of one average
	Other   int  // of a cell of the tables: a seed other than Seed; 0: Seed

	From, Until int  // of [FBICM]: the average is over these µs
	Aside       bool // and is the number of set-aside queues in use, not the throughput
	// Of [DRB] alone; there Routing is the congestion control.
	Net     string
	Bytes   int // of a packet
	Measure Measure
}

// Table returns a cell of [RAR] Tables 2 (without VOQs) and 3 (with).
func Table(voq bool, routing, scheme, traffic string) Cell {
	return Cell{Paper: RAR, VOQ: voq, Routing: routing, Scheme: scheme, Traffic: traffic, Load: 100}
}

// At returns the same cell at another load.
func (c Cell) At(load int) Cell { c.Load = load; return c }

// IsTable says whether the cell is one of [RAR] Tables 2 and 3, with any seed.
func (c Cell) IsTable() bool { return c.Paper == RAR && c.Load == 100 && !c.Series }

// With returns a cell of the tables with a seed of 1–MaxSeed.
func (c Cell) With(seed int) Cell {
	if c.Other = seed; seed == Seed {
		c.Other = 0
	}
	return c
}

// TheSeed is that of the cell's scenario.
func (c Cell) TheSeed() int {
	if c.Other != 0 {
		return c.Other
	}
	return Seed
}

// OverTime returns the cell's run over 3 ms.
func (c Cell) OverTime() Cell { c.Series = true; return c }

// IsTrace says whether the cell is the execution of a trace.
func (c Cell) IsTrace() bool { return known(Executions, c.Traffic) }

// ID names the cell: iq|voq/routing/scheme/traffic, with afi- before it for [AFI], and @time or @load
// behind it if it is not the average at full load, or #seed if its seed is not Seed. In [FBICM] it is
// fbicm/case/scheme@time, @queues, @from-until or @queues-from-until (µs), in [DRB]
// drb-network/control/traffic, then /256B or /1024B, @load, and #latency or another Measure, where these
// are not 4096 B, 100 % and Throughput.
func (c Cell) ID() string {
	if c.IsCase() {
		return fbicmID(c)
	}
	if c.Paper == DRB {
		return c.drbID()
	}
	id := map[bool]string{false: "iq/", true: "voq/"}[c.VOQ] + c.Routing + "/" + c.Scheme + "/" + c.Traffic
	if c.Paper == AFI {
		id = "afi-" + id
	}
	if c.Series {
		id += "@time"
	} else if c.Load != 100 {
		id += "@" + strconv.Itoa(c.Load)
	}
	if c.Other != 0 {
		id += "#" + strconv.Itoa(c.Other)
	}
	return id
}

// Parse undoes ID, or says what is wrong with it. Routings may contain a slash, so it reads from both ends.
func Parse(id string) (Cell, error) {
	if strings.HasPrefix(id, "fbicm/") {
		return parseFBICM(id)
	}
	if strings.HasPrefix(id, "drb-") {
		return parseDRB(id)
	}
	refuse := func(what, got string, allowed []string) (Cell, error) {
		return Cell{}, errors.New("the cell " + strconv.Quote(scenario.Clip(id)) + " has the " + what + " " + strconv.Quote(scenario.Clip(got)) + "; allowed: " + strings.Join(allowed, ", "))
	}
	body, seed, other := strings.Cut(id, "#")
	body, suffix, marked := strings.Cut(body, "@")
	parts := strings.Split(body, "/")
	if len(parts) < 4 {
		return Cell{}, errors.New("the cell " + strconv.Quote(scenario.Clip(id)) + " is not written switch/routing/scheme/traffic, such as voq/2TH-AS-K/3/vFtree/HS10-4")
	}
	n := len(parts)
	c := Cell{Paper: RAR, Routing: strings.Join(parts[1:n-2], "/"), Scheme: parts[n-2], Traffic: parts[n-1], Load: 100}
	routings, traffics := Rows, Traffics
	buffer, afi := strings.CutPrefix(parts[0], "afi-")
	if afi {
		c.Paper, routings, traffics = AFI, AFIRoutings, append(AFITraffics[:len(AFITraffics):len(AFITraffics)], Executions...)
	}
	switch buffer {
	case "iq":
	case "voq":
		c.VOQ = true
	default:
		return refuse("switch", parts[0], []string{"iq", "voq", "afi-iq", "afi-voq"})
	}
	if !known(routings, c.Routing) {
		return refuse("routing", c.Routing, routings)
	}
	if !known(Schemes, c.Scheme) {
		return refuse("scheme", c.Scheme, Schemes)
	}
	if !known(traffics, c.Traffic) {
		return refuse("traffic", c.Traffic, traffics)
	}
	switch load, err := strconv.Atoi(suffix); {
	case !marked:
	case c.IsTrace():
		return refuse("end", "@"+suffix, []string{"nothing: a trace has no load"})
	case suffix == "time" && c.Paper == RAR:
		c.Series = true
	case err != nil || load < 1 || load > 100 || strconv.Itoa(load) != suffix:
		return refuse("end", "@"+suffix, []string{"@1 to @100 (% load)", "@time ([RAR] only)", "nothing"})
	default:
		c.Load = load
	}
	if other {
		n, err := strconv.Atoi(seed)
		if err != nil || n < 2 || n > MaxSeed || strconv.Itoa(n) != seed || !c.IsTable() || marked {
			return refuse("seed", "#"+seed, []string{"#2 to #" + strconv.Itoa(MaxSeed) + ", behind a cell of [RAR] Tables 2 and 3"})
		}
		c.Other = n
	}
	return c, nil
}

func known(list []string, name string) bool {
	for _, x := range list {
		if x == name {
			return true
		}
	}
	return false
}

// EndUS is the simulated time at which the cell's run ends, in µs; a trace that has not ended by
// then counts as broken down.
func (c Cell) EndUS() int {
	switch {
	case c.IsTrace():
		return 1_000_000
	case c.Series:
		return SeriesUS
	case c.IsCase():
		return c.Until
	case c.Paper == DRB:
		return DRBUntilUS
	}
	return UntilUS
}

// FromUS is where the averages of the cell's run begin, in µs.
func (c Cell) FromUS() int {
	switch {
	case c.IsTrace():
		return 0
	case c.IsCase() && !c.Series:
		return c.From
	case c.Paper == DRB:
		return DRBWarmupUS
	}
	return WarmupUS
}

// Settings is the cell's scenario as fields, on the network of 11 664 hosts, or 432 for a trace. What they
// leave out has its default, which is [RAR]'s hardware: 100 Gb/s, 6 ns, 4096 B, 192 KiB.
func (c Cell) Settings() []scenario.Setting {
	if c.IsCase() {
		return fbicmSettings(c)
	}
	if c.Paper == DRB {
		return c.drbSettings()
	}
	set := []scenario.Setting{{Field: "network", Value: "rlft-36x3"}}
	if c.IsTrace() {
		set[0].Value = "rlft-12x3"
	}
	add := func(field, value string) { set = append(set, scenario.Setting{Field: field, Value: value}) }
	switch c.Routing {
	case "D-mod-K":
		add("routing", "dmodk")
	case "Oblivious", "Adaptive", "Adaptive-th", "AFI":
		add("routing", strings.ToLower(c.Routing))
	default:
		row, delta, spaced := strings.Cut(c.Routing, "/")
		part := strings.Split(row, "-")
		add("routing", "adaptive")
		add("trigger", part[0])
		add("stages", part[1])
		if spaced {
			add("delta", delta)
		}
	}
	// A reading (engine/READINGS.md): with VOQs, and K ports, thresholds are shares of a VOQ's part of the buffer.
	if c.VOQ && (c.Routing == "Adaptive-th" || strings.Contains(c.Routing, "TH-") && !strings.HasPrefix(c.Routing, "NoTH") && !strings.Contains(c.Routing, "/")) {
		add("threshold-of", "voq")
	}
	add("queuing", strings.ToLower(c.Scheme))
	if c.Scheme != "1Q" {
		add("vcs", "3")
	}
	if c.VOQ {
		add("voq", "true")
	}
	if c.IsTrace() {
		add("traffic", traces[c.Traffic][0])
		add("bandwidth", "40")
		add("buffer", "128")
		add("seed", strconv.Itoa(Seed))
		return set
	}
	add("traffic", c.Traffic)
	// A reading: both papers vary "the generation rate" and name no distribution. With Poisson gaps the
	// senders to a hot spot pause while the first buffers fill, and escape over other ports.
	add("generation", "constant")
	if strings.HasSuffix(c.Traffic, "-4") {
		add("hotspots", "600,3400,5200,9500")
	} else if strings.HasPrefix(c.Traffic, "HS") {
		add("hotspots", "600")
	}
	if c.Load != 100 {
		add("load", strconv.Itoa(c.Load/100)+"."+strconv.Itoa(1000 + c.Load%100*10)[1:])
	}
	if c.Paper == AFI {
		add("bandwidth", "40")
		add("buffer", "128")
	}
	add("warmup", strconv.Itoa(WarmupUS))
	add("seed", strconv.Itoa(c.TheSeed()))
	return set
}

// Scenario is the cell's scenario, or why this program cannot run it.
func (c Cell) Scenario() (scenario.Scenario, error) { return scenario.FromSettings(c.Settings()) }

// Miniature is the cell on a network of 54 hosts: the same mechanisms, in no time. Buffers are small, so that thresholds
// are passed and heads choose again, those of traces, too, and with K/Δ there are 128 hosts, as of three up ports one alone would be a candidate.
func (c Cell) Miniature() (scenario.Scenario, error) {
	if c.IsCase() {
		return scenario.FromSettings(fbicmMiniature(c))
	}
	if c.Paper == DRB {
		return scenario.FromSettings(c.drbMiniature())
	}
	set := c.Settings()
	buffer := "24"
	if c.IsTrace() && c.Scheme == "1Q" { // a VC of 24 KiB never fills
		buffer = "8"
	}
	set = slices.DeleteFunc(set, func(x scenario.Setting) bool { return x.Field == "buffer" })
	set = append(set, scenario.Setting{Field: "buffer", Value: buffer})
	for i := range set {
		switch set[i].Field {
		case "network":
			set[i].Value = "rlft-6x3"
			if strings.Contains(c.Routing, "/") {
				set[i].Value = "rlft-8x3"
			}
		case "hotspots":
			set[i].Value = "auto"
		case "warmup":
			set[i].Value = "4"
		case "traffic":
			if c.IsTrace() {
				set[i].Value = traces[c.Traffic][1]
			}
		}
	}
	return scenario.FromSettings(set)
}
