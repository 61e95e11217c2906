package main

// congestree bench: the engine's speed on the two networks of the papers.

import (
	"bytes"
	"fmt"
	"runtime"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/spf13/cobra"
)

// benchPresets are the standard speed scenarios: DBBM with 3 VCs and VOQs, HS10-1, load 1.
var benchPresets = []string{"hs10-1", "rar-hs10-1"}

type benchResult struct {
	Preset       string  `json:"preset"`
	Hosts        int     `json:"hosts"`
	SimulatedNS  float64 `json:"simulated_ns"`
	Hops         uint64  `json:"hops"`
	WallS        float64 `json:"wall_s"`
	HopsPerS     float64 `json:"hops_per_s"`
	NSPerHop     float64 `json:"ns_per_hop"`
	StateBytes   uint64  `json:"state_bytes"`    // of the opened simulation
	AllocsPerHop float64 `json:"allocs_per_hop"` // during the run
	Trees        bool    `json:"trees"`          // congestion trees were followed meanwhile
	Checksum     string  `json:"checksum"`
}

func benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the engine: packet-hops (one packet crossing one link) per second, and memory",
		Args:  noArguments,
	}
	format := addFormat(cmd, "text", "json")
	until := timeFlag(100 * engine.Microsecond)
	cmd.Flags().Var(&until, "time", "simulated time of each run")
	trees := cmd.Flags().Bool("trees", false, "follow the congestion trees meanwhile")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		for _, name := range benchPresets { // before any of them is run
			if p, ok := scenario.PresetByName(name); ok {
				if err := fits(p.Scenario()); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		var all []benchResult
		var b bytes.Buffer
		var m meter
		draw, wipe := meterBar(cmd.ErrOrStderr(), "networks", &m, len(benchPresets))
		for _, name := range benchPresets {
			r, err := bench(name, int64(until), *trees, m.run(), draw)
			if err != nil {
				wipe()
				return failure{fmt.Errorf("%s: %w", name, err)}
			}
			if r.Hops == 0 {
				wipe()
				return fmt.Errorf("--time: %s ns are too short: no packet of %s has crossed a link by then", number(r.SimulatedNS), name)
			}
			all = append(all, r)
			fmt.Fprintf(&b, "%-11s %6d hosts, %s ns: %d hops in %.3f s, %.2f M hops/s, %.1f ns per hop, %.1f MB state, %.2g allocations per hop, checksum %s\n",
				r.Preset, r.Hosts, number(r.SimulatedNS), r.Hops, r.WallS, r.HopsPerS/1e6, r.NSPerHop, float64(r.StateBytes)/1e6, r.AllocsPerHop, r.Checksum)
		}
		wipe()
		if format.value == "json" {
			return writeJSON(cmd, all)
		}
		return write(cmd, b.Bytes())
	}
	return cmd
}

// bench runs a preset and tells which share (0–1) is done. What draw does meanwhile is in no measure.
func bench(preset string, until int64, trees bool, advanced func(share float64), draw func()) (r benchResult, err error) {
	p, ok := scenario.PresetByName(preset)
	if !ok {
		return r, fmt.Errorf("no such preset")
	}
	s := p.Scenario()
	if err := engine.Check(s); err != nil { // and build the network outside the measure of memory
		return r, err
	}
	var before, opened, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m, err := engine.Open(s)
	if err != nil {
		return r, err
	}
	m.TrackTrees(trees)
	runtime.GC()
	runtime.ReadMemStats(&opened)
	wall, mallocs := 0.0, uint64(0)
	for there, before := false, opened.Mallocs; !there; before = after.Mallocs {
		start := time.Now()
		there = m.Advance(until, playEvents)
		wall += time.Since(start).Seconds()
		runtime.ReadMemStats(&after)
		mallocs += after.Mallocs - before
		advanced(shareOf(m, until))
		draw()
		runtime.ReadMemStats(&after)
	}
	var h observe.Header
	m.Measures(&h)
	hops := float64(max(h.Hops, 1)) // none: see benchCommand
	r = benchResult{
		Preset: preset, Hosts: m.Network().Hosts, SimulatedNS: ns(m.Now()), Hops: h.Hops, WallS: wall,
		HopsPerS: float64(h.Hops) / max(wall, 1e-9), NSPerHop: wall * 1e9 / hops,
		AllocsPerHop: float64(mallocs) / hops,
		Trees:        trees, Checksum: fmt.Sprintf("%016x", m.Checksum()),
	}
	if opened.HeapAlloc > before.HeapAlloc {
		r.StateBytes = opened.HeapAlloc - before.HeapAlloc
	}
	return r, nil
}
