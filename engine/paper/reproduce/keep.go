package reproduce

// The repository's data: which file holds which results.

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/congestree/congestree/engine/paper"
)

// DataDir and PageFile are where results and the validation page are, seen from the repository's top.
const (
	DataDir  = "engine/paper"
	PageFile = "engine/paper/README.md"
)

//go:embed data/ours-load.tsv
var loadText string

//go:embed data/ours-time.tsv
var timeText string

//go:embed data/ours-series.tsv
var seriesText string

// files are the parts of the committed results. Those of the tables are small and go into the page.
var files = []struct {
	path, comment, text string
	holds               func(paper.Cell) bool
}{
	{"data/ours-tables.tsv", "Our results for [RAR] Tables 2 and 3, written by congestree validate --keep", paper.TableResults(),
		func(c paper.Cell) bool { return c.Paper == paper.RAR && c.Load == 100 && !c.Series }},
	{"reproduce/data/ours-load.tsv", "Our points of the figures over load, written by congestree validate --keep", loadText,
		func(c paper.Cell) bool { return !c.Series && (c.Paper == paper.AFI || c.Load != 100) }},
	{"reproduce/data/ours-time.tsv", "Our averages over 1–3 ms of the runs over time, written by congestree validate --keep", timeText,
		func(c paper.Cell) bool { return c.Series }},
}

const (
	seriesPath    = "reproduce/data/ours-series.tsv"
	seriesComment = "# Our throughput over time, in %, per bin from time 0, written by congestree validate --keep\nid\tbin_us\tpercent\n"
)

// Curve is a throughput over time.
type Curve struct {
	BinUS   float64
	Percent []float64
}

// Curves are those that are committed, by cell.
var Curves = sync.OnceValue(func() map[string]Curve {
	all := map[string]Curve{}
	for i, line := range strings.Split(strings.TrimSpace(seriesText), "\n") {
		f := strings.Split(line, "\t")
		if i < 2 || len(f) != 3 {
			continue
		}
		c := Curve{}
		c.BinUS, _ = strconv.ParseFloat(f[1], 64)
		for _, v := range strings.Split(f[2], " ") {
			p, err := strconv.ParseFloat(v, 64)
			if err != nil {
				panic("reproduce: curve of " + f[0] + ": " + err.Error())
			}
			c.Percent = append(c.Percent, p)
		}
		all[f[0]] = c
	}
	return all
})

// Keep puts records over the committed results in the repository at top.
func Keep(top string, records []*Record) (kept int, err error) {
	if _, err := os.Stat(filepath.Join(top, DataDir, files[0].path)); err != nil {
		return 0, fmt.Errorf("there is no %s/%s here: run it at the repository's top", DataDir, files[0].path)
	}
	all, err := Committed()
	if err != nil {
		return 0, err
	}
	kept = all.Add(records)
	cells := paper.All()
	for _, f := range files {
		var ids []string
		for _, c := range cells {
			if f.holds(c) {
				ids = append(ids, c.ID())
			}
		}
		if err := writeFile(filepath.Join(top, DataDir, f.path), paper.FormatResults(f.comment, ids, all)); err != nil {
			return 0, err
		}
	}
	curves := map[string]Curve{}
	for id, c := range Curves() {
		curves[id] = c
	}
	for _, r := range records {
		if len(r.Series) > 0 && !r.Miniature {
			curves[r.Cell] = Curve{r.BinUS, r.Series}
		}
	}
	var b strings.Builder
	b.WriteString(seriesComment)
	for _, cell := range cells {
		c, ok := curves[cell.ID()]
		if !ok {
			continue
		}
		b.WriteString(cell.ID() + "\t" + short(c.BinUS) + "\t")
		for i, p := range c.Percent {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(short(p))
		}
		b.WriteByte('\n')
	}
	return kept, writeFile(filepath.Join(top, DataDir, seriesPath), b.String())
}

func short(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// writeFile replaces a file whole or not at all.
func writeFile(name, text string) error {
	t, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name))
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, bare(err))
	}
	_, err = t.WriteString(text)
	if e := t.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(t.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(t.Name(), name)
	}
	if err != nil {
		os.Remove(t.Name())
		return fmt.Errorf("cannot write %s: %w", name, bare(err))
	}
	return nil
}
