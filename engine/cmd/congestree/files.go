package main

// The files that run writes beside its measures: how latencies are distributed, what each link carried, every congestion tree, a profile.

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/engine/topology"
)

// files are their names, "" if one is not asked for.
type files struct{ latencies, links, lives, profile string }

func addFiles(cmd *cobra.Command) *files {
	f := &files{}
	cmd.Flags().StringVar(&f.latencies, "latencies", "", "write how the packets' latencies are distributed to this file, as CSV")
	cmd.Flags().StringVar(&f.links, "links", "", "write how much each link carried to this file, as CSV")
	cmd.Flags().StringVar(&f.lives, "lives", "", "write every congestion tree, those that are gone too, from birth to death to this file, as CSV")
	cmd.Flags().StringVar(&f.profile, "cpuprofile", "", "write a CPU profile of the run to this file")
	return f
}

// spare refuses names of files that are not to be written, or two names of one file, which would keep the last that is written.
func (f *files) spare(c *choice) error {
	named := []struct{ flag, name string }{{"latencies", f.latencies}, {"links", f.links}, {"lives", f.lives}, {"cpuprofile", f.profile}}
	for i, x := range named {
		if x.name == "" {
			continue
		}
		if err := c.spares(x.flag, x.name); err != nil {
			return err
		}
		for _, y := range named[:i] {
			if y.name != "" && sameFile(y.name, x.name) {
				return fmt.Errorf("--%s %s is the file of --%s; name another", x.flag, x.name, y.flag)
			}
		}
	}
	return nil
}

// spares refuses a file that a flag names to be written if it cannot be, holds results, or is what the run is made of.
func (c *choice) spares(flag, name string) error {
	if name == standardInput { // the output here, where the run's measures go
		return fmt.Errorf("--%s -: this goes into a file; name one", flag)
	}
	if sweep.HoldsResults(name) {
		return fmt.Errorf("--%s %s is a file of results; name another", flag, name)
	}
	there, err := os.Stat(name)
	for _, in := range []struct{ flag, name string }{{"trace", c.trace}, {"scenario", c.file}} {
		if read, e := os.Stat(in.name); err == nil && e == nil && os.SameFile(there, read) {
			return fmt.Errorf("--%s %s is the file of --%s; name another", flag, name, in.flag)
		}
	}
	if err := sweep.Replaceable(name); err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}

// write writes the tables that are asked for, each that can be, and returns the first refusal.
func (f *files) write(r *result) (refused error) {
	for _, x := range []struct {
		name string
		text func() []byte
	}{
		{f.latencies, func() []byte { return distribution(r.latencies) }},
		{f.links, func() []byte { return loadTable(r.links) }},
		{f.lives, func() []byte { return r.lives }},
	} {
		if x.name == "" {
			continue
		}
		if err := sweep.Replace(x.name, x.text()); refused == nil {
			refused = err
		}
	}
	return refused
}

// distribution is a table of latencies: of the packets, how many and which share stay below an edge, from generation and from injection on.
func distribution(bins []fabric.LatencyBin) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"below_ns", "packets", "share", "packets_in_network", "share_in_network"})
	var all, below fabric.LatencyBin
	for _, x := range bins {
		all.Packets += x.Packets
	}
	for _, x := range bins {
		below.Packets += x.Packets
		below.InNetwork += x.InNetwork
		share := func(n uint64) string { return strconv.FormatFloat(float64(n)/float64(all.Packets), 'f', 6, 64) }
		w.Write([]string{strconv.FormatUint(x.BelowNS, 10), strconv.FormatUint(x.Packets, 10), share(below.Packets), strconv.FormatUint(x.InNetwork, 10), share(below.InNetwork)})
	}
	w.Flush()
	return b.Bytes()
}

// linkCount counts what links carry from when averages begin.
type linkCount struct {
	from int64 // ps
	sent []uint32
}

// countLinks runs a simulation that has just been opened to where its averages will begin, and counts from there on: what a link begins to carry at
// that very instant counts, as it does in the averages. A deadlock before that leaves nothing to count.
func countLinks(ctx context.Context, m *engine.Sim, until int64, advanced func(share float64)) (*linkCount, error) {
	m.CountLinks()
	from, whole := point.Window(m.Scenario(), until)
	if !whole {
		from = 0
	}
	for from > 0 && !m.Advance(from-1, playEvents) {
		advanced(shareOf(m, until))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	c := &linkCount{from: from, sent: make([]uint32, len(m.Network().Peer))}
	for p := range c.sent {
		c.sent[p] = m.Sent(p)
	}
	return c, nil
}

// linkLoad is what one direction of a link carried.
type linkLoad struct {
	from, to string
	packets  uint32
	load     float64 // share of the time, 0–1; −1: there was none
}

// loads returns what has been counted, by the ports that sent: those of switches and then those of hosts.
func (c *linkCount) loads(m *engine.Sim) (list []linkLoad) {
	n, time := m.Network(), m.Now()-c.from
	for p, peer := range n.Peer {
		if peer < 0 {
			continue
		}
		x := linkLoad{n.PortName(p), n.PortName(int(peer)), 0, -1}
		if time > 0 {
			x.packets = m.Sent(p) - c.sent[p]
			x.load = min(1, float64(x.packets)*float64(m.PacketPS())/float64(time)) // the last packet may still be on its way
		}
		list = append(list, x)
	}
	return list
}

// loadTable is the table of links' loads.
func loadTable(links []linkLoad) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"from", "to", "packets", "load"})
	for _, x := range links {
		load := ""
		if x.load >= 0 {
			load = strconv.FormatFloat(x.load, 'f', 6, 64)
		}
		w.Write([]string{x.from, x.to, strconv.FormatUint(uint64(x.packets), 10), load})
	}
	w.Flush()
	return b.Bytes()
}

// livesTable is the table of congestion trees, in order of birth: the root, when each was born and died (empty: it lives), the most hops
// and hosts blocked, the input buffers when there were most, when that was, and each of their VCs that waited for the root.
func livesTable(n *topology.Network, lives []observe.Life) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"id", "root", "birth_ns", "death_ns", "depth", "hosts", "ports", "largest_ns", "branches"})
	count := func(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
	for _, x := range lives {
		death, branches := "", make([]string, len(x.Branches))
		if x.DeathPS >= 0 {
			death = number(ns(x.DeathPS))
		}
		for i, of := range x.Branches {
			branches[i] = n.PortName(int(of.Port)) + " VC " + strconv.Itoa(int(of.VC))
		}
		w.Write([]string{count(x.ID), n.PortName(int(x.Root)), number(ns(x.BirthPS)), death, count(x.Depth), count(x.Hosts), count(x.Ports),
			number(ns(x.LargestPS)), strings.Join(branches, "; ")})
	}
	w.Flush()
	return b.Bytes()
}
