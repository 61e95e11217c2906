package reproduce

// All our numbers: the committed ones, and over them those of a file of results.

import (
	_ "embed"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/sweep"
	"golang.org/x/sync/errgroup"
)

// PaperDir and PageFile are where the data and the validation page are, seen from the repository's top.
const (
	PaperDir = "engine/paper"
	PageFile = "engine/paper/README.md"
)

//go:embed data/ours-load.tsv
var loadText string

//go:embed data/ours-time.tsv
var timeText string

//go:embed data/ours-series.tsv
var seriesText string

//go:embed data/ours-drb-load.tsv
var drbText string

// files are the parts of the committed results. Those of the tables, of the trace and of [FBICM] are small and go into the page.
var files = []struct {
	path, comment, text string
	holds               func(paper.Cell) bool
}{
	{"data/ours-tables.tsv", "Our results for [RAR] Tables 2 and 3, written by congestree validate --keep", paper.TableResults(),
		func(c paper.Cell) bool { return c.IsTable() && c.Other == 0 }},
	{"data/ours-seeds.tsv", "Our results for [RAR] Tables 2 and 3 with other seeds, written by congestree validate --keep", paper.SeedResults(),
		func(c paper.Cell) bool { return c.Other != 0 }},
	{"data/ours-ptrans.tsv", "Our execution times of [AFI] Fig. 7, written by congestree validate --keep", paper.TraceResults(), paper.Cell.IsTrace},
	{"data/ours-fbicm.tsv", "Our results for [FBICM], written by congestree validate --keep", paper.CaseResults(), paper.Cell.IsCase},
	{"reproduce/data/ours-load.tsv", "Our points of the figures over load, written by congestree validate --keep", loadText,
		func(c paper.Cell) bool {
			return !c.Series && !c.IsTrace() && !c.IsCase() && c.Paper != paper.DRB && (c.Paper == paper.AFI || c.Load != 100)
		}},
	{"data/ours-drb.tsv", "Our results that the claims of [DRB] look at, written by congestree validate --keep", paper.DRBResults(),
		func(c paper.Cell) bool { return c.Paper == paper.DRB && paper.DRBClaimed(c) }},
	{"reproduce/data/ours-drb-load.tsv", "Our other points of the figures of [DRB], written by congestree validate --keep", drbText,
		func(c paper.Cell) bool { return c.Paper == paper.DRB && !paper.DRBClaimed(c) }},
	{"reproduce/data/ours-time.tsv", "Our averages over 1–3 ms of the runs over time, written by congestree validate --keep", timeText,
		func(c paper.Cell) bool { return c.Series && !c.IsCase() }},
}

// curveFiles are the parts of the committed curves. The page draws those of [FBICM].
var curveFiles = []struct {
	path, text string
	holds      func(paper.Cell) bool
}{
	{"data/ours-series.tsv", paper.SeriesResults(), paper.Cell.IsCase},
	{"reproduce/data/ours-series.tsv", seriesText, func(c paper.Cell) bool { return !c.IsCase() }},
}

const (
	linksPath  = "data/ours-links.tsv"
	stalePath  = "data/stale.txt"
	linksHead  = "# Our loads of links, in %, by port of a switch (-1: no link to a switch), written by congestree validate --keep\nid\tpercent\n"
	seriesHead = "# Our throughput over time, in %, or set-aside queues in use, per bin from time 0, written by congestree validate --keep\nid\tbin_us\tpercent\n"
)

// Curve is a throughput over time.
type Curve = paper.Curve

// Data are our numbers, by the names of the cells.
type Data struct {
	Results map[string]paper.Result
	Curves  map[string]Curve
	Links   map[string][]float64 // load of the link behind each port of a switch, %; −1: no link to a switch
}

// Committed returns the repository's data.
func Committed() (*Data, error) {
	d := &Data{map[string]paper.Result{}, map[string]Curve{}, map[string][]float64{}}
	for _, f := range files {
		part, err := paper.ParseResults(f.text)
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", PaperDir, f.path, err)
		}
		for id, r := range part {
			d.Results[id] = r
		}
	}
	for _, f := range curveFiles {
		part, err := paper.ParseCurves(f.text)
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", PaperDir, f.path, err)
		}
		maps.Copy(d.Curves, part)
	}
	var err error
	if d.Links, err = paper.ParseLinks(paper.LinkResults()); err != nil {
		return nil, fmt.Errorf("%s/%s: %w", PaperDir, linksPath, err)
	}
	return d, nil
}

// Add puts records over the data; of several for a cell the last counts. Miniatures are no results. Nor does one of another engine
// take the place of a result of this one: so many are passed over.
func (ours *Data) Add(records []*Record) (passed int) {
	for _, r := range records {
		switch {
		case r.Miniature:
			continue
		case ours.outdoes(r):
			passed++
			continue
		}
		ours.Results[r.Cell] = r.Result()
		if len(r.Series) > 0 {
			ours.Curves[r.Cell] = keptCurve(r)
		}
		if len(r.Links) > 0 {
			ours.Links[r.Cell] = r.Links
		}
	}
	return passed
}

// outdoes says whether the result that there is of a record's cell is of this engine, and the record is not.
func (ours *Data) outdoes(r *Record) bool {
	have, ok := ours.Results[r.Cell]
	if !ok || have.Fingerprint == r.Fingerprint {
		return false
	}
	c, err := paper.Parse(r.Cell)
	if err != nil {
		return false
	}
	now, err := Fingerprint(c)
	return err == nil && have.Fingerprint == now
}

// keptCurve is the part of a record's curve that is committed. Those of [RAR] are joined to bins of at least 20 µs, with a
// digit behind the point: there are 680, and a figure shows 50 µs.
func keptCurve(r *Record) Curve {
	if c, err := paper.Parse(r.Cell); err != nil || c.Paper != paper.RAR {
		return Curve{BinUS: r.BinUS, Percent: r.Series}
	}
	return joined(Curve{BinUS: r.BinUS, Percent: r.Series}, 20)
}

// joined joins a curve's bins to the fewest that last so many µs, with a digit behind the point.
func joined(c Curve, us float64) Curve {
	n := max(int(math.Ceil(us/max(c.BinUS, 1e-9))), 1)
	return Curve{BinUS: c.BinUS * float64(n), Percent: means(c.Percent, n, 1)}
}

// Stale counts the results of cells that this program would not repeat: its engine, or what the
// cells are, has changed since, as their miniatures show.
func (ours *Data) Stale(cells []paper.Cell) (stale, all int) {
	for _, c := range cells {
		if _, ok := ours.Results[c.ID()]; ok {
			all++
		}
	}
	return len(ours.stale(cells)), all
}

// Due keeps the cells without a result, and those whose results Stale counts.
func (ours *Data) Due(cells []paper.Cell) (due []paper.Cell) {
	old := ours.stale(cells)
	for _, c := range cells {
		if _, ok := ours.Results[c.Of(paper.Throughput).ID()]; !ok || old[c.ID()] {
			due = append(due, c)
		}
	}
	return due
}

// stale returns the cells whose results Stale counts.
func (ours *Data) stale(cells []paper.Cell) map[string]bool {
	ids, known := map[string]bool{}, map[string]*string{}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, c := range cells {
		of := c.With(paper.Seed).ID()
		if _, ok := ours.Results[c.ID()]; ok && known[of] == nil {
			print := new(string)
			known[of] = print
			g.Go(func() error {
				*print, _ = Fingerprint(c) // empty for a cell that cannot be run, which no result is
				return nil
			})
		}
	}
	_ = g.Wait()
	for _, c := range cells {
		if r, ok := ours.Results[c.ID()]; ok && *known[c.With(paper.Seed).ID()] != r.Fingerprint {
			ids[c.ID()] = true
		}
	}
	return ids
}

// Value makes the results values.
func (ours *Data) Value(c paper.Cell) (float64, bool) {
	r, ok := ours.Results[c.Of(paper.Throughput).ID()]
	return r.Of(c.Measure), ok
}

// Keep writes the data into the repository at top.
func (ours *Data) Keep(top string) error {
	if err := repository(top); err != nil {
		return err
	}
	all := paper.All()
	for _, f := range files {
		var ids []string
		for _, c := range all {
			if f.holds(c) {
				ids = append(ids, c.ID())
			}
		}
		if err := sweep.Replace(filepath.Join(top, PaperDir, f.path), []byte(paper.FormatResults(f.comment, ids, ours.Results))); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, f := range curveFiles {
		b.Reset()
		b.WriteString(seriesHead)
		for _, cell := range all {
			if c, ok := ours.Curves[cell.ID()]; ok && f.holds(cell) {
				b.WriteString(cell.ID() + "\t" + c.String() + "\n")
			}
		}
		if err := sweep.Replace(filepath.Join(top, PaperDir, f.path), []byte(b.String())); err != nil {
			return err
		}
	}
	b.Reset()
	b.WriteString(linksHead)
	for _, cell := range all {
		if l, ok := ours.Links[cell.ID()]; ok {
			_, text, _ := strings.Cut(Curve{Percent: l}.String(), "\t")
			b.WriteString(cell.ID() + "\t" + text + "\n")
		}
	}
	return sweep.Replace(filepath.Join(top, PaperDir, linksPath), []byte(b.String()))
}

// Unkept names, in order, the results that Keep has no place for: of cells of which no table, figure or claim is made, such as
// those with any seed or at any load.
func (ours *Data) Unkept() []string {
	kept := map[string]bool{}
	for _, c := range paper.All() {
		kept[c.ID()] = true
	}
	var out []string
	for _, id := range slices.Sorted(maps.Keys(ours.Results)) {
		if !kept[id] {
			out = append(out, id)
		}
	}
	return out
}

func repository(top string) error {
	if _, err := os.Stat(filepath.Join(top, PaperDir, files[0].path)); err != nil {
		return fmt.Errorf("there is no %s/%s here: run it at the repository's top", PaperDir, files[0].path)
	}
	return nil
}
