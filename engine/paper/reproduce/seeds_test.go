package reproduce

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/paper"
)

// The page says which cells the seed decides, and how near the means are.
func TestSeedsOnThePage(t *testing.T) {
	ours := &Data{Results: map[string]paper.Result{}}
	add := func(c paper.Cell, percent ...float64) {
		for i, p := range percent {
			id := c.With(1 + i).ID()
			ours.Results[id] = paper.Result{ID: id, Percent: p}
		}
	}
	var b bytes.Buffer
	if ours.seeds(&b); b.Len() != 0 {
		t.Errorf("without results: %s", b.String())
	}
	add(paper.Table(false, "TH-AS-K", "vFtree", "HS10-1"), 18, 35, 19) // published: 34
	add(paper.Table(false, "2TH-AS-K", "1Q", "HS10-1"), 38, 29, 27)    // 11
	add(paper.Table(false, "D-mod-K", "vFtree", "IHS"), 58, 58.5, 57)  // 61
	add(paper.Table(false, "D-mod-K", "1Q", "IHS"), 18, 19)            // two seeds say little
	add(paper.Table(false, "D-mod-K", "DBBM", "IHS"), 18, 19, 30)      // not published
	ours.seeds(&b)
	for _, want := range []string{
		"3 of the published cells\nare run with 3 seeds or more", "1 of them give the same within 2 points", "in 1 the published number lies between",
		"| seed 1 | 0 % | 33 % | 15.3 | 27.0 |", "| mean over seeds | 0 % | 33 % | 11.2 | 20.3 |",
		"| 3 | 18–35 | 24 | 34 |", "| 3 | **27–38** | 31 | 11 |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page does not say %q:\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "57–") || strings.Contains(b.String(), "DBBM") {
		t.Errorf("the page shows what does not spread, or is not published:\n%s", b.String())
	}
}

// The readings say how far apart the seeds of one cell are at most, and of which cells.
func TestReadingsOfSeeds(t *testing.T) {
	ours, text := readings(t)
	most, where := 0.0, paper.Cell{}
	for _, c := range paper.Tables() {
		if s, ok := paper.SpreadOf(c, ours.Value); ok && s.Max-s.Min > most {
			most, where = s.Max-s.Min, c
		}
	}
	want := fmt.Sprintf("without VOQs, cells with thresholds under HSx-y differ by up to %.0f points from seed to seed", most)
	if where.VOQ || !strings.HasPrefix(where.Traffic, "HS") || !strings.Contains(where.Routing, "TH-") || strings.HasPrefix(where.Routing, "NoTH") || !strings.Contains(text, want) {
		t.Errorf("engine/READINGS.md does not say %q, of %s", want, where.ID())
	}
}
