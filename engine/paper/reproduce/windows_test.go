package reproduce

import (
	"bytes"
	"fmt"
	"os"
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

// readings are our committed numbers, and what engine/READINGS.md says of them.
func readings(t *testing.T) (*Data, string) {
	t.Helper()
	ours, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../READINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	return ours, string(text)
}

// What the readings say of courses is what the committed courses have.
func TestReadingsOfCourses(t *testing.T) {
	ours, text := readings(t)
	at := func(cell string, from, until float64) float64 {
		mean, ok := ours.Curves[cellsOf(t, cell)[0].OverTime().ID()].Mean(from, until)
		if !ok {
			t.Fatalf("no course of %s", cell)
		}
		return mean
	}
	extent := func(cell string, from float64) (low, high float64) { // of its means over 100 µs
		low = 100
		for ; from < 3000; from += 100 {
			v := at(cell, from, from+100)
			low, high = min(low, v), max(high, v)
		}
		return low, high
	}
	one, vftree, first, all, more := "iq/TH-AS-K/1Q/HS10-1", "iq/TH-AS-K/vFtree/HS10-1", "iq/TH-FS-K/3/1Q/HS10-1", "iq/TH-AS-K/3/1Q/HS10-1", "iq/2TH-FS-K/3/1Q/HS25-1"
	oneLow, oneHigh := extent(one, 1100)
	low, high := extent(vftree, 1100)
	firstLow, firstHigh := extent(first, 1600)
	for _, want := range []string{
		fmt.Sprintf("1Q with TH-AS-K has %.0f at 1.0–1.1 ms, then between %.0f and %.0f, %.0f at 2–3 ms (17); vFtree with TH-AS-K %.0f, then between %.0f and %.0f (34)",
			at(one, 1000, 1100), oneLow, oneHigh, at(one, 2000, 3000), at(vftree, 1000, 1100), low, high),
		fmt.Sprintf("TH-FS-K/3 under HS10-1 has %.0f at 0.5 ms and again at 1.3, and %.0f–%.0f from 1.6 ms on (4), TH-AS-K/3 %.0f at 0.5 and at 1.3 ms, and %.0f at 3 ms (10), 2TH-FS-K/3 under HS25-1 %.0f at 0.5 ms and at 3 (23)",
			at(first, 500, 600), firstLow, firstHigh, at(all, 500, 600), at(all, 2900, 3000), at(more, 500, 600)),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("engine/READINGS.md does not say %q", want)
		}
	}
	for _, x := range []struct {
		cell         string
		again, first float64
	}{{first, 1300, 500}, {all, 1300, 500}, {more, 2900, 500}} {
		if a, b := at(x.cell, x.again, x.again+100), at(x.cell, x.first, x.first+100); a < b-1 || a > b+1 {
			t.Errorf("%s has %.1f at %.0f µs, and %.1f at %.0f", x.cell, a, x.again, b, x.first)
		}
	}
}

// What the settled readings say that cells have is what the committed cells have, beside what is published.
func TestReadingsOfCells(t *testing.T) {
	ours, text := readings(t)
	cell := func(id string) string {
		v, ok := ours.Value(cellsOf(t, id)[0])
		if !ok {
			t.Fatalf("no result of %s", id)
		}
		return fmt.Sprintf("%.0f", v)
	}
	oneQ := func(stages string) string { return cell("iq/NoTH-" + stages + "-K/1Q/IHS") }
	for _, want := range []string{
		"DBBM with NoTH-SS-K had 56 under HS10-1, has " + cell("voq/NoTH-SS-K/DBBM/HS10-1") + " (60)",
		"2TH-SS-K/3 with vFtree under HS10-4 has " + cell("iq/2TH-SS-K/3/vFtree/HS10-4") + " (36) and had 20, 2TH-AS-K/3 " + cell("iq/2TH-AS-K/3/vFtree/HS10-4") + " (41), 30",
		"1Q with AS, FS, SS " + oneQ("AS") + ", " + oneQ("FS") + ", " + oneQ("SS") + " (21, 22, 33), vFtree with AS " + cell("iq/NoTH-AS-K/vFtree/IHS") + " (41)",
		"23 instead of 33 (36); with what else is read here it has " + cell("voq/NoTH-AS-K/Flow2SL/IHS"),
		"([RAR] 36, ours " + cell("voq/Oblivious/Flow2SL/IHS") + ")", "61 % in all (60; ours " + cell("voq/Oblivious/DBBM/IHS") + ")", "(26; ours " + cell("voq/NoTH-FS-K/Flow2SL/IHS") + ")",
		cell("voq/TH-AS-K/Flow2SL/IHS") + " with Flow2SL (30; four cells), " + cell("voq/TH-AS-K/DBBM/IHS") + " with DBBM (65–66; four cells)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("engine/READINGS.md does not say %q", want)
		}
	}
}
