package reproduce

// The validation page of the repository, made of the committed data alone.

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
)

// WriteDocs writes the validation page into the repository at top, and which results are of an earlier engine.
func (ours *Data) WriteDocs(top string) error {
	if err := repository(top); err != nil {
		return err
	}
	if err := sweep.Replace(filepath.Join(top, PaperDir, stalePath), []byte(ours.staleCells())); err != nil {
		return err
	}
	return sweep.Replace(filepath.Join(top, PageFile), []byte(ours.Docs(filepath.Join(top, PaperDir))))
}

// staleCells are the names of all cells whose results Stale counts, for the papers' dialog, which has no time to find them.
func (ours *Data) staleCells() string {
	var b strings.Builder
	all := paper.All()
	old := ours.stale(all)
	for _, c := range all {
		if old[c.ID()] {
			b.WriteString(c.ID() + "\n")
		}
	}
	return b.String()
}

// Docs is the page's text. dir is where the pictures are looked for.
func (ours *Data) Docs(dir string) string {
	var b bytes.Buffer
	tables := paper.Tables()
	fmt.Fprintf(&b, `# Validation: the papers, reproduced

Written by `+"`congestree validate --docs`"+` from the committed data; do not edit. Numbers are normalised throughput in %% of the hosts'
bandwidth. A cell is ours / published; **bold** is more than 5 points off, *italic* more than 2; “–” is not yet run by us, “·” not published
or not transcribed. A click on ours runs that very cell live, while `+"`./build.sh serve`"+` runs; the part of the link from its ? or # on opens the same
scenario behind the address of any Congestree page, and with `+"`congestree run --link`"+`. The page's gallery has the same tables.

Network: RLFT of 11 664 hosts, 36-port switches, 3 stages. Averages over %d–%d µs, seed %d. [RAR]: 100 Gb/s, 192 KiB buffers; [AFI]: 40 Gb/s,
128 KiB; both 4096 B packets, 6 ns links. [FBICM]: BMINs of 64 and 256 hosts, 8-port switches, 8 Gb/s, 64 B packets, 8 KiB buffers (VOQnet 16 and 64),
multiplexed crossbars, arbiters and hosts that serve the oldest packet, a queue for each destination at hosts; its figures have windows of their own.

    go run ./engine/cmd/congestree validate --list                                     # every cell, published, ours
    go run ./engine/cmd/congestree validate --cell voq/2TH-AS-K/3/vFtree/HS10-4        # one cell; last line: our percentage
    go run ./engine/cmd/congestree validate --paper RAR --filter '*/HS10-1'            # many, into validate.jsonl; goes on where it was
    go run ./engine/cmd/congestree validate --due --filter '*/HS10-1@??'               # those without a result of this engine
    go run ./engine/cmd/congestree validate --filter '*/IHS,*/IHS@time'                # with their courses over 3 ms, in the same runs
    go run ./engine/cmd/congestree validate --summary --claims                         # counted, with what is in validate.jsonl
    go run ./engine/cmd/congestree validate --keep --docs --pictures                        # results into the repository, and this page

`, paper.WarmupUS, paper.UntilUS, paper.Seed)
	old := ours.stale(tables)
	ours.howNear(&b, tables, old)
	ours.seeds(&b)
	ours.windows(&b)
	for _, p := range paper.Papers {
		fmt.Fprintf(&b, "\n## [%s] %s\n\n%s\n", p.ID, p.Title, p.Cite)
		for _, e := range paper.Experiments() {
			if e.Paper == p.ID {
				experiment(&b, e, ours, old, dir)
			}
		}
		claims(&b, p.ID, ours.Value)
		if p.ID == paper.DRB {
			b.WriteString(drbReasons)
		}
	}
	return b.String()
}

// howNear writes how much is run, and how near it is to what was published; old are cells of an earlier engine.
func (ours *Data) howNear(b *bytes.Buffer, tables []paper.Cell, old map[string]bool) {
	fmt.Fprintf(b, "## How near\n\n")
	ran, wall := 0, 0.0
	commits := map[string]bool{}
	for _, c := range tables {
		if r, ok := ours.Results[c.ID()]; ok {
			ran++
			wall += r.WallS
			commits[r.Commit] = true
		}
	}
	fmt.Fprintf(b, "%d of the %d cells of Tables 2 and 3 are run", ran, len(tables))
	if ran > 0 {
		fmt.Fprintf(b, ", in %s of one core, at commit %s", (time.Duration(wall) * time.Second).String(), strings.Join(sortedKeys(commits), ", "))
	}
	if len(old) > 0 {
		fmt.Fprintf(b, ". %d of them (°) were run by an earlier engine: today's has settled readings since (engine/READINGS.md), and gives something else for them", len(old))
	}
	fmt.Fprintf(b, ". The goal: every cell within 5 points, mean difference at most 2.\n\n")
	ours.scores(b, tables)
	ours.misses(b, tables)
}

// scores counts the cells of each table by their differences.
func (ours *Data) scores(b *bytes.Buffer, tables []paper.Cell) {
	fmt.Fprintln(b, "| cells | published | run | within 2 | within 5 | mean difference | worst |\n|---|---|---|---|---|---|---|")
	for _, s := range Scores(tables, ours.Value) {
		if s.Both == 0 {
			fmt.Fprintf(b, "| %s | %d | 0 | – | – | – | – |\n", s.Name, s.Published)
			continue
		}
		fmt.Fprintf(b, "| %s | %d | %d | %.0f %% | %.0f %% | %.1f | %.1f |\n", s.Name, s.Published, s.Both, s.Within2, s.Within5, s.Mean, s.Worst)
	}
}

// misses lists the cells that are farthest off.
func (ours *Data) misses(b *bytes.Buffer, tables []paper.Cell) {
	list := Compare(tables, ours.Value)
	if len(list) == 0 {
		return
	}
	missed := 0
	for _, d := range list {
		if math.Abs(d.Points()) > 5 {
			missed++
		}
	}
	fmt.Fprintf(b, "\nWe miss %d of %d cells by more than 5 points. The worst:\n\n| cell | ours | published | difference |\n|---|---|---|---|\n", missed, len(list))
	for _, d := range list[:min(len(list), Worst)] {
		fmt.Fprintf(b, "| %s | %.1f | %.0f | %+.1f |\n", linked(d.Cell, "`"+d.Cell.ID()+"`"), d.Ours, d.Published, d.Points())
	}
}

func experiment(b *bytes.Buffer, e paper.Experiment, ours *Data, old map[string]bool, dir string) {
	fmt.Fprintf(b, "\n### %s — %s\n\n", e.Name, e.Title)
	switch e.Kind {
	case paper.Exact:
		dir, test, _ := strings.Cut(e.Tests, " ")
		fmt.Fprintf(b, "Exact: `go test ./%s -run %s`.\n", dir, test)
		if apart := e.Apart(); apart != "" {
			fmt.Fprintf(b, "%s\n", apart)
		}
	case paper.Trace:
		executions(b, e, ours)
		picture(b, e, dir)
	case paper.Numbers:
		numbers(b, e, ours, old)
	case paper.Bursts:
		windows(b, e, ours)
		picture(b, e, dir)
	case paper.Links:
		links(b, e, ours)
	default:
		cells := e.Cells()
		have := 0
		for _, c := range cells {
			if _, ok := ours.Results[c.ID()]; ok {
				have++
			}
		}
		fmt.Fprintf(b, "The paper prints curves, not numbers. %d of %d runs are done.\n", have, len(cells))
		picture(b, e, dir)
		if e.Paper == paper.DRB {
			latencies(b, e, ours)
		}
	}
}

// picture shows the one of an experiment, if there is one.
func picture(b *bytes.Buffer, e paper.Experiment, dir string) {
	name := filepath.Join("pictures", e.ID()+".png")
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		fmt.Fprintf(b, "\n![%s of [%s], by us: %s](%s)\n", e.Name, e.Source(), e.Title, filepath.ToSlash(name))
	}
}

// executions writes the execution times of the traces, a switch at a time.
func executions(b *bytes.Buffer, e paper.Experiment, ours *Data) {
	fmt.Fprint(b, `Execution time in ms. The paper prints bars in seconds, without numbers, and names neither the matrix nor the grid of its 432 tasks: ours is of order
23 040 in blocks of 80, run whole, without computing. So the order of the bars can be compared, not their height. RLFT of 432 hosts, 12-port
switches, 3 stages, 40 Gb/s, 128 KiB.

The grid decides what the traffic is. The paper calls it uniform, with small bursts of congestion: that is the grid of 16×27, a reading, on which every
task exchanges data with every other one (2.4 M packets). On 18×24, the grid nearest to a square, a task has 12 partners, and as the six hosts of a
leaf switch are in one row, all their messages of a step have one residue modulo 6: D-mod-K sends them over one up port of six, and takes
six times as long as the network could (1.02 M packets).
`)
	for _, traffic := range paper.Executions {
		for _, voq := range []bool{false, true} {
			name := map[string]string{paper.PTRANS: "16×27", paper.PTRANS18x24: "18×24"}[traffic] + map[bool]string{false: ", without VOQs", true: ", with VOQs"}[voq]
			fmt.Fprintf(b, "\n| %s | %s |\n|---|%s\n", name, strings.Join(paper.Schemes, " | "), strings.Repeat("---|", len(paper.Schemes)))
			for _, r := range paper.AFIRoutings {
				fmt.Fprintf(b, "| %s |", r)
				for _, c := range e.Cells() {
					if c.Traffic == traffic && c.VOQ == voq && c.Routing == r {
						text := "–"
						if v, ok := ours.Value(c); ok {
							text = fmt.Sprintf("%.2f", v/1000)
						}
						fmt.Fprintf(b, " %s |", linked(c, text))
					}
				}
				fmt.Fprintln(b)
			}
		}
	}
	held, all := 0, 0
	for _, c := range paper.Claims() {
		if cells := c.Cells(); len(cells) == 0 || !cells[0].IsTrace() {
			continue
		}
		all++
		if c.Decide(func(c paper.Cell) (float64, bool) { c.Traffic = paper.PTRANS18x24; return ours.Value(c) }).State == paper.Holds {
			held++
		}
	}
	fmt.Fprintf(b, "\nThe claims below are decided on 16×27. On 18×24, %d of the %d claims about PTRANS hold.\n", held, all)
}

// numbers writes a table as the paper has it, a scheme at a time.
func numbers(b *bytes.Buffer, e paper.Experiment, ours *Data, old map[string]bool) {
	voq := e.Cells()[0].VOQ
	for _, s := range paper.Schemes {
		fmt.Fprintf(b, "\n| %s | %s |\n|---|%s\n", s, strings.Join(paper.Traffics, " | "), strings.Repeat("---|", len(paper.Traffics)))
		for _, r := range paper.Rows {
			fmt.Fprintf(b, "| %s |", r)
			for _, t := range paper.Traffics {
				fmt.Fprintf(b, " %s |", both(paper.Table(voq, r, s, t), ours, old))
			}
			fmt.Fprintln(b)
		}
	}
}

func both(c paper.Cell, ours *Data, old map[string]bool) string {
	o, ran := ours.Value(c)
	p, printed := paper.Published(c)
	left, right := linked(c, "–"), "·"
	if ran {
		left = linked(c, fmt.Sprintf("%.1f", o))
		if old[c.ID()] {
			left += "°"
		}
	}
	if printed {
		right = fmt.Sprintf("%.0f", p)
	}
	if ran && printed {
		switch off := math.Abs(o - p); {
		case off > 5:
			left = "**" + left + "**"
		case off > 2:
			left = "*" + left + "*"
		}
	}
	return left + " / " + right
}

func claims(b *bytes.Buffer, of string, ours paper.Values) {
	fmt.Fprintf(b, "\n### Claims of [%s]\n\n", of)
	if of == paper.RAR {
		fmt.Fprintf(b, "A cell that is run with several seeds counts with their mean, unless a run is compared with itself or with other loads.\n\n")
	}
	fmt.Fprintf(b, "| claim | where | tested as | ours |\n|---|---|---|---|\n")
	for _, c := range paper.Claims() {
		if c.Paper != of {
			continue
		}
		v := c.Decide(ours)
		verdict := "**" + v.State.String() + "**"
		if v.Groups > 0 {
			verdict += ": " + measured(v)
		}
		if detail := v.Detail(nil); detail != "" {
			verdict += "; farthest off: " + detail
		}
		fmt.Fprintf(b, "| “%s” | %s | %s | %s |\n", c.Text, c.Where, c.Test, verdict)
	}
}

// served is where ./build.sh serve puts the page.
const served = "http://localhost:8080/"

// linked makes a text a link to the cell's scenario, where this program can run it.
func linked(c paper.Cell, text string) string {
	s, err := c.Scenario()
	if err != nil {
		return text
	}
	return "[" + text + "](" + served + link.Of(s) + ")"
}

func sortedKeys(m map[string]bool) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return
}
