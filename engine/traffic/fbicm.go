package traffic

// The traffic cases of [FBICM] Table 1.

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// tableCase is a line of [FBICM] Table 1. Rates of 100 % are the offered load; "incremental" ones grow
// up to it until ramp. The hosts that send to the hot spot generate nothing outside of its window; the
// destinations of the others are "random", the hot spot among them.
type tableCase struct {
	hosts       int
	percent     int   // of the hosts that send to the hot spot
	spot        int   // the hot spot
	from, until int64 // µs
	ramp        int64 // µs
}

// fbicmCases are by number. For case 2 the table has no end of the increment; it is case 4's, 3000 µs
// (a reading: Figs. 5(b) and 6(b) show both over the same range).
var fbicmCases = []tableCase{
	1: {hosts: 64},
	2: {hosts: 64, ramp: 3000},
	3: {hosts: 64, percent: 25, spot: 32, from: 1000, until: 1300},
	4: {hosts: 64, percent: 25, spot: 32, until: 3000, ramp: 3000},
	5: {hosts: 256},
	6: {hosts: 256, percent: 25, spot: 123, from: 1000, until: 1300},
}

const fbicmPrefix = "FBICM-"

func init() {
	parse := func(v string) (int, error) {
		k, err := strconv.Atoi(v[len(fbicmPrefix):])
		if err != nil || k < 1 || k >= len(fbicmCases) {
			return 0, errors.New("write FBICM-1 … FBICM-" + strconv.Itoa(len(fbicmCases)-1) + ": 1, 2 and 5 are uniform, 3, 4 and 6 have a hot spot; 1–4 are for 64 hosts, 5 and 6 for 256")
		}
		return k, nil
	}
	f := scenario.Family{Prefix: fbicmPrefix, Pattern: "FBICM-<case>", Rank: 16, Source: "[FBICM] Table 1",
		Doc: "A traffic case of [FBICM] Table 1, with its hot spot, burst and ramp.",
		Parse: func(v string) (string, error) {
			k, err := parse(v)
			return fbicmPrefix + strconv.Itoa(k), err
		}}
	for i, what := range []string{"64 hosts, uniform", "64 hosts, uniform, growing", "64 hosts, 25 % → host 32 from 1000 to 1300 µs",
		"64 hosts, 25 % → host 32, growing", "256 hosts, uniform", "256 hosts, 25 % → host 123 from 1000 to 1300 µs"} {
		name := fbicmPrefix + strconv.Itoa(i+1)
		f.Suggestions = append(f.Suggestions, scenario.Option{Name: name, Label: name + " — " + what})
	}
	register(f, func(s scenario.Scenario, n *topology.Network) (Pattern, error) {
		k, err := parse(s.Get("traffic"))
		if err != nil {
			return nil, err
		}
		c := fbicmCases[k]
		if n.Hosts != c.hosts {
			return nil, errors.New("case " + strconv.Itoa(k) + " of [FBICM] is for " + strconv.Itoa(c.hosts) + " hosts (bmin-" + strconv.Itoa(c.hosts) + "), " + n.Name + " has " + strconv.Itoa(n.Hosts))
		}
		const micro = scenario.Micro * psPerMicro // ps in a µs
		var p Pattern = uniform(n.Hosts)
		if c.percent > 0 {
			h := hotSpot{spots: []uint32{uint32(c.spot)}, from: c.from * micro, until: c.until * micro, silent: true, anywhere: true}
			p = h.draw(n.Hosts, c.percent, s)
		}
		return ramp(p, c.ramp*micro), nil
	})
}
