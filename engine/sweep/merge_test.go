package sweep

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMerge(t *testing.T) {
	p := plan(t, "queuing=1q,vftree", "load=0.5,1")
	r := results(t, p)
	line := func(i int) []byte { return r[i].line() }
	again := *r[1]
	again.WallS, again.HopsPerS, again.Engine, again.Link = 99, 1, "v2", "?preset=of-v2"
	early := *r[1] // of before latencies from injection on were measured
	early.NetworkMean, early.NetworkP50, early.NetworkP99 = nil, nil, nil
	unfair := *r[1] // of before fairness was
	unfair.Fairness, unfair.LeastHost = nil, nil
	wrong := *r[1]
	wrong.Delivered++
	otherEngine := *r[1]
	otherEngine.Fingerprint, otherEngine.Engine = "00000000000000f2", "v2"
	otherOf := *r[1]
	otherOf.Of = 5
	otherFields := *r[1]
	otherFields.Fields = r[1].Fields[:1]
	otherSweep := results(t, plan(t, "queuing=1q,vftree", "load=0.5,0.9"))[1]
	ofBase := func(until int64, over []string, set ...string) []byte { // another base or another end
		p := plan(t, over...)
		base := p.base
		for i := 0; i < len(set); i += 2 {
			base = base.Must(set[i], set[i+1])
		}
		p, err := NewPlan(base, p.axes, until)
		if err != nil {
			t.Fatal(err)
		}
		return results(t, p)[1].line()
	}
	same := []string{"queuing=1q,vftree", "load=0.5,1"}
	seven := []string{"seed", "7", "warmup", "4", "voq", "true", "vcs", "2", "cable", "9", "arbiter", "oldest-first", "buffer", "64", "delay", "9", "generation", "constant", "traffic", "HS25-1"}
	dir := t.TempDir()
	a := write(t, filepath.Join(dir, "a"), line(3), line(0))
	for name, c := range map[string]struct {
		b       []byte
		missing []int
		torn    int
		says    string // the refusal
	}{
		"complete":       {b: append(line(2), line(1)...)},
		"twice":          {b: slices.Concat(line(2), line(0), line(1), again.line())},
		"twice, unfair":  {b: append(append(line(2), line(1)...), unfair.line()...)},
		"twice, early":   {b: append(append(line(2), line(1)...), early.line()...)},
		"torn":           {b: append(line(2), line(1)[:77]...), missing: []int{1}, torn: 1},
		"empty":          {missing: []int{1, 2}},
		"differing":      {b: append(line(1), wrong.line()...), says: "different results of point 1, queuing=1q load=1"},
		"another sweep":  {b: otherSweep.line(), says: "different sweeps (4 points over queuing, load; 4 points over queuing, load)"},
		"other values":   {b: otherSweep.line(), says: ": they differ in the values of queuing or load, or in their order"},
		"another base":   {b: ofBase(p.untilPS, same, "seed", "7", "voq", "true"), says: "load): voq is false in the first and true in the second; seed is 1 in the first and 7 in the second"},
		"another end":    {b: ofBase(p.untilPS+500, same), says: "runs end at 20000 ns in the first and at 20000.5 ns in the second"},
		"all is other":   {b: ofBase(p.untilPS, same, seven...), says: "2 more fields differ"},
		"another number": {b: otherOf.line(), says: "different sweeps (4 points over queuing, load; 5 points over queuing, load)"},
		"other fields":   {b: otherFields.line(), says: "over queuing, load and over queuing: one of the files"},
		"another engine": {b: otherEngine.line(), says: "different engines (versions v1 and v2)"},
		"no results":     {b: []byte("x\n"), says: "line 1 is no result"},
	} {
		b := write(t, filepath.Join(dir, "b"), c.b)
		m, err := Merge([]string{a, b})
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: error %v", name, err)
			}
			continue
		}
		if err != nil || !slices.Equal(m.Missing, c.missing) || len(m.Torn) != c.torn || m.Of != 4 {
			t.Errorf("%s: %+v, %v", name, m, err)
			continue
		}
		want := ""
		for i := range r {
			if !slices.Contains(c.missing, i) {
				want += r[i].Checksum + " "
			}
		}
		got := ""
		for _, r := range m.Records {
			got += r.Checksum + " "
		}
		if got != want {
			t.Errorf("%s: merged %s, want %s", name, got, want)
		}
	}
	if _, err := Merge([]string{write(t, filepath.Join(dir, "c"))}); err == nil || !strings.Contains(err.Error(), "no result in") {
		t.Errorf("nothing: %v", err)
	}
	if _, err := Merge([]string{filepath.Join(dir, "none")}); err == nil || !strings.Contains(err.Error(), "o such file") {
		t.Errorf("a missing file: %v", err)
	}
	write(t, filepath.Join(dir, "b"), line(2), line(1))
	m, _ := Merge([]string{a, filepath.Join(dir, "b")})
	if want := string(line(0)) + string(line(1)) + string(line(2)) + string(line(3)); string(m.Lines()) != want {
		t.Errorf("lines %s", m.Lines())
	}
	table, err := CSV(m.Records)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(table))).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatal(err, len(rows))
	}
	column := func(name string) int { return slices.Index(rows[0], name) }
	for i, row := range rows[1:] {
		if row[column("checksum")] != r[i].Checksum || row[column("queuing")] != r[i].Fields[0].Value || row[column("load")] != r[i].Fields[1].Value {
			t.Errorf("row %d: %q", i, row)
		}
	}
}

func TestRanges(t *testing.T) {
	for want, n := range map[string][]int{"": nil, "7": {7}, "0-3, 7": {0, 1, 2, 3, 7}, "1, 3-4": {1, 3, 4}, "0, 2 and 3": {0, 2, 4, 5, 8}} {
		got, more := Ranges(n, 2)
		if more > 0 {
			got += fmt.Sprintf(" and %d", more)
		}
		if got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	for _, text := range []string{"first", "second, longer", ""} {
		if err := Replace(name, []byte(text)); err != nil || read(t, name) != text {
			t.Errorf("%v, %q", err, read(t, name))
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if os.Symlink(name, link) == nil { // not everywhere
		if err := Replace(link, []byte("third")); err != nil || read(t, name) != "third" || read(t, link) != "third" {
			t.Errorf("by a link: %v, %q", err, read(t, name))
		}
	}
	there := filepath.Join(dir, "there")
	if os.Symlink("there", filepath.Join(dir, "to")) == nil { // of nothing yet
		if err := Replace(filepath.Join(dir, "to"), []byte("new")); err != nil || read(t, there) != "new" {
			t.Errorf("by a link to nothing: %v", err)
		}
		os.Remove(filepath.Join(dir, "to"))
		os.Remove(there)
	}
	fresh, by := filepath.Join(dir, "fresh"), filepath.Join(dir, "by")
	if err := Replace(fresh, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(by, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	a, _ := os.Stat(fresh)
	b, _ := os.Stat(by)
	if a.Mode() != b.Mode() {
		t.Errorf("a new file's mode is %v, where the system gives %v", a.Mode(), b.Mode())
	}
	if err := os.Chmod(fresh, 0o444); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(fresh, os.O_WRONLY, 0); err == nil { // as root
		f.Close()
	} else if err := Replace(fresh, []byte("x")); err == nil {
		t.Error("what may not be written to is replaced")
	}
	os.Remove(fresh)
	os.Remove(by)
	if err := Replace(dir, nil); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	if err := Replace(filepath.Join(dir, "no", "out"), nil); err == nil || !strings.Contains(err.Error(), "cannot write") {
		t.Errorf("a missing folder: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}
