package reproduce

import (
	"bytes"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/paper"
)

// The page says how near each window of the courses comes to the tables.
func TestWindowsOnThePage(t *testing.T) {
	ours := &Data{Curves: map[string]Curve{}}
	var b bytes.Buffer
	if ours.windows(&b); b.Len() != 0 {
		t.Errorf("without courses: %s", b.String())
	}
	course := func(c paper.Cell, early, late float64) {
		x := Curve{BinUS: 24}
		for at := 0.0; at < 3000; at += x.BinUS {
			if at < 1008 {
				x.Percent = append(x.Percent, early)
			} else {
				x.Percent = append(x.Percent, late)
			}
		}
		ours.Curves[c.OverTime().ID()] = x
	}
	course(paper.Table(false, "TH-AS-K", "vFtree", "HS10-1"), 30, 10)  // published: 34
	course(paper.Table(false, "2TH-AS-K", "vFtree", "HS10-1"), 40, 20) // 42
	course(paper.Table(true, "D-mod-K", "Flow2SL", "IHS"), 22, 22)     // 22
	course(paper.Table(false, "D-mod-K", "DBBM", "IHS"), 90, 90)       // not published
	ours.windows(&b)
	for _, want := range []string{
		"3 of the\npublished cells are run for 3 ms", "| window, µs | all | vFtree HS10-1 | VOQ Flow2SL IHS |\n|---|---|---|---|\n| cells | 3 | 2 | 1 |\n",
		"\n| 900–1000 | 2.00 | 3.0 | 0.0 |", "\n| 1000–1100 | 14.27 | 21.4 | 0.0 |", "\n| 2900–3000 | 15.33 | 23.0 | 0.0 |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page does not say %q:\n%s", want, b.String())
		}
	}
}
