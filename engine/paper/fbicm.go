package paper

// The experiments of [FBICM] §4: four queuing schemes on BMINs of 64 and 256 hosts under the six traffic cases of Table 1.
//
// The paper prints curves over time, no numbers. A cell is a whole run (its curve over 3 ms), or the average of one over
// some microseconds, on which the claims are decided: before, during and after the burst of cases 3 and 6.

import (
	"errors"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// FBICM is flow-based implicit congestion management, 2008.
const FBICM = "FBICM"

// FBICMSchemes are the curves of its figures.
var FBICMSchemes = []string{"VOQsw", "VOQnet", "RECN-IQ", "FBICM"}

// SetAsideSchemes are those with set-aside queues, SAQs and CFQs.
var SetAsideSchemes = []string{"RECN-IQ", "FBICM"}

// Window is a stretch of simulated time in µs.
type Window struct{ From, Until int }

// The windows of the claims. The burst lasts from 1000 to 1300 µs; a tree needs some 100 µs to
// grow, and what has waited some 500 µs more to arrive.
var (
	Steady = Window{1000, 2000} // of uniform traffic
	Before = Window{700, 1000}
	Burst  = Window{1100, 1300}
	After  = Window{2500, 3000}
	Full   = Window{2700, 3000} // rates that grow up to 3000 µs are at 90 to 100 %
)

// fbicmWindows are those of the cases by number.
var fbicmWindows = [][]Window{1: {Steady}, 2: {Full}, 3: {Before, Burst, After}, 4: {Full}, 5: {Steady}, 6: {Before, Burst, After}}

// Case returns the average throughput of a scheme under a case of [FBICM] Table 1.
func Case(number int, scheme string, w Window) Cell {
	return Cell{Paper: FBICM, Routing: "self", Scheme: scheme, Traffic: "FBICM-" + strconv.Itoa(number), Load: 100, From: w.From, Until: w.Until}
}

// Queues returns the cell of the number of set-aside queues in use instead of the throughput.
func (c Cell) Queues() Cell { c.Aside = true; return c }

// IsCase says whether the cell is one of [FBICM].
func (c Cell) IsCase() bool { return c.Paper == FBICM }

func fbicmID(c Cell) string {
	id := "fbicm/" + strings.TrimPrefix(c.Traffic, "FBICM-") + "/" + c.Scheme + "@"
	switch {
	case c.Series && c.Aside:
		return id + "queues"
	case c.Series:
		return id + "time"
	case c.Aside:
		id += "queues-"
	}
	return id + strconv.Itoa(c.From) + "-" + strconv.Itoa(c.Until)
}

func parseFBICM(id string) (Cell, error) {
	refuse := func(what, got, allowed string) (Cell, error) {
		return Cell{}, errors.New("the cell " + strconv.Quote(scenario.Clip(id)) + " has the " + what + " " + strconv.Quote(scenario.Clip(got)) + "; allowed: " + allowed)
	}
	body, end, _ := strings.Cut(strings.TrimPrefix(id, "fbicm/"), "@")
	number, scheme, _ := strings.Cut(body, "/")
	k, err := strconv.Atoi(number)
	if err != nil || k < 1 || k >= len(fbicmWindows) || strconv.Itoa(k) != number {
		return refuse("case", number, "1 to "+strconv.Itoa(len(fbicmWindows)-1))
	}
	if !known(FBICMSchemes, scheme) {
		return refuse("scheme", scheme, strings.Join(FBICMSchemes, ", "))
	}
	c := Case(k, scheme, Window{})
	switch end {
	case "time":
		c.Series = true
		return c, nil
	case "queues":
		c.Series, c.Aside = true, true
	default:
		window, queues := strings.CutPrefix(end, "queues-")
		from, until, _ := strings.Cut(window, "-")
		a, e1 := strconv.Atoi(from)
		b, e2 := strconv.Atoi(until)
		if c.From, c.Until, c.Aside = a, b, queues; e1 != nil || e2 != nil || a < 0 || b <= a || b > SeriesUS || fbicmID(c) != id {
			return refuse("end", "@"+end, "@time, @queues, @<from>-<until> and @queues-<from>-<until> in µs up to "+strconv.Itoa(SeriesUS))
		}
	}
	if c.Aside && !known(SetAsideSchemes, scheme) {
		return refuse("end", "@"+end, "@queues… only for "+strings.Join(SetAsideSchemes, ", "))
	}
	return c, nil
}

// hosts256 says whether the case is for the BMIN of 256 hosts.
func (c Cell) hosts256() bool { return c.Traffic == "FBICM-5" || c.Traffic == "FBICM-6" }

// fbicmSettings is the scenario of a case: [FBICM] §4.1, with links of 1 byte/ns as its figures have them, and
// 8 KB buffers, those of VOQnet 16 KB for 64 hosts and 64 KB for 256, and the multiplexed crossbar and "oldest-first" arbiter of §3.1, by the age since injection (oldest.go). Hosts have §4.1's
// admittance queues, which VOQnet's always have. The link's delay is the default's. Constant
// gaps are the same reading as for the other papers; the thresholds are the defaults of their fields.
func fbicmSettings(c Cell) []scenario.Setting {
	network, buffer := "bmin-8x3", "8"
	if c.hosts256() {
		network = "bmin-8x4"
	}
	if c.Scheme == "VOQnet" {
		if buffer = "16"; c.hosts256() {
			buffer = "64"
		}
	}
	set := []scenario.Setting{{Field: "network", Value: network}, {Field: "routing", Value: "self"}, {Field: "queuing", Value: strings.ToLower(c.Scheme)},
		{Field: "crossbar", Value: "multiplexed"}, {Field: "arbiter", Value: "oldest-injected"}, {Field: "traffic", Value: c.Traffic}, {Field: "generation", Value: "constant"},
		{Field: "bandwidth", Value: "8"}, {Field: "packet", Value: "64"}, {Field: "buffer", Value: buffer},
		{Field: "warmup", Value: strconv.Itoa(c.FromUS())}, {Field: "seed", Value: strconv.Itoa(Seed)}}
	if c.Scheme != "VOQnet" {
		set = append(set, scenario.Setting{Field: "admittance", Value: "by-destination"})
	}
	return set
}

// fbicmMiniature is a case on 64 hosts whose burst comes at once.
func fbicmMiniature(c Cell) []scenario.Setting {
	set := fbicmSettings(c)
	for i := range set {
		switch set[i].Field {
		case "network":
			set[i].Value = "bmin-8x3"
		case "buffer":
			if set[i].Value == "64" {
				set[i].Value = "16"
			}
		case "warmup":
			set[i].Value = "4"
		case "traffic":
			if set[i].Value = "UT"; len(fbicmWindows[c.Traffic[len(c.Traffic)-1]-'0']) > 1 || c.Traffic == "FBICM-4" {
				set[i].Value = "HS25-1"
				set = append(set, scenario.Setting{Field: "hotspot-else", Value: "silent"}, scenario.Setting{Field: "hotspot-from", Value: "4"},
					scenario.Setting{Field: "hotspot-until", Value: "12"})
			}
		}
	}
	if c.Traffic == "FBICM-2" || c.Traffic == "FBICM-4" {
		set = append(set, scenario.Setting{Field: "ramp", Value: "20"})
	}
	return set
}

// fbicmFigure holds the curves of a case, and the averages of its windows.
func fbicmFigure(number int) (cells []Cell) {
	for _, s := range FBICMSchemes {
		cells = append(cells, Case(number, s, Window{}).OverTime())
	}
	for _, s := range FBICMSchemes {
		for _, w := range fbicmWindows[number] {
			cells = append(cells, Case(number, s, w))
		}
	}
	return
}

// fbicmQueues holds the numbers of queues in use.
func fbicmQueues(number int) (cells []Cell) {
	for _, s := range SetAsideSchemes {
		cells = append(cells, Case(number, s, Window{}).OverTime().Queues())
	}
	for _, s := range SetAsideSchemes {
		for _, w := range fbicmWindows[number] {
			cells = append(cells, Case(number, s, w).Queues())
		}
	}
	return
}

func fbicmExperiments() (list []Experiment) {
	for _, x := range []struct {
		name, title string
		number      int
		cells       func(int) []Cell
	}{
		{"Fig. 5(a)", "Throughput over time, 64 hosts, uniform (case 1)", 1, fbicmFigure},
		{"Fig. 5(b)", "Throughput, 64 hosts, uniform, growing until 3 ms (case 2)", 2, fbicmFigure},
		{"Fig. 5(c)", "Set-aside queues in use, 64 hosts, uniform (case 1)", 1, fbicmQueues},
		{"Fig. 6(a)", "Throughput over time, 64 hosts, hot spot from 1000 to 1300 µs (case 3)", 3, fbicmFigure},
		{"Fig. 6(b)", "Throughput, 64 hosts, hot spot, growing until 3 ms (case 4)", 4, fbicmFigure},
		{"Fig. 6(c)", "Set-aside queues in use, 64 hosts, hot spot from 1000 to 1300 µs (case 3)", 3, fbicmQueues},
		{"Fig. 7(a)", "Throughput over time, 256 hosts, uniform (case 5)", 5, fbicmFigure},
		{"Fig. 7(b)", "Throughput over time, 256 hosts, hot spot from 1000 to 1300 µs (case 6)", 6, fbicmFigure},
	} {
		list = append(list, Experiment{FBICM, x.name, x.title, Bursts, "", func() []Cell { return x.cells(x.number) }})
	}
	return
}
