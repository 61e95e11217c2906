package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
)

const print1 = "00000000000000f1"

// results runs the whole plan and returns its records in product order.
func results(t testing.TB, p *Plan) []*Record {
	t.Helper()
	out := make([]*Record, p.Len())
	r := Runner{Jobs: 2, Memory: 1 << 40, Version: "v1", Fingerprint: print1, Done: func(r *Record) error {
		if out[r.Point] != nil {
			t.Errorf("point %d ran twice", r.Point)
		}
		out[r.Point] = r
		return nil
	}}
	if err := r.Run(context.Background(), p, p.Shard(0, 1)); err != nil {
		t.Fatal(err)
	}
	return out
}

func write(t testing.TB, name string, parts ...[]byte) string {
	t.Helper()
	if err := os.WriteFile(name, bytes.Join(parts, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLinesComeBack(t *testing.T) {
	for _, r := range results(t, plan(t, "voq=false,true", "queuing=1q,vftree", "load=0,0.5")) {
		line := r.line()
		back, err := parseLine(line)
		if err != nil || string(back.line()) != string(line) || !sameResult(r, back) {
			t.Errorf("%s came back as %s, %v", line, back.line(), err)
		}
		var object map[string]any
		if err := json.Unmarshal(line, &object); err != nil {
			t.Error(err)
		}
		fields := object["fields"].(map[string]any)
		if _, ok := fields["voq"].(bool); !ok || fields["queuing"] == 1.0 || fields["load"] != 0.0 && fields["load"] != 0.5 {
			t.Errorf("fields %v", fields)
		}
		if (fields["load"] == 0.0) != (object["latency_ns_mean"] == nil) {
			t.Errorf("load %v has a latency of %v", fields["load"], object["latency_ns_mean"])
		}
	}
}

// Wherever a line is cut, the file is repaired: its whole lines stay, and nothing else.
func TestTornLine(t *testing.T) {
	p := plan(t, "seed=1,2")
	r := results(t, p)
	first, second := r[0].line(), r[1].line()
	name := filepath.Join(t.TempDir(), "out.jsonl")
	for cut := 0; cut < len(second); cut += 1 + cut/16 { // every byte of its beginning
		for _, tail := range []string{"", "\x00\x00\x00"} {
			write(t, name, first, second[:cut], []byte(tail))
			f, err := OpenFile(name, p, print1)
			if err != nil {
				t.Fatalf("cut after %d bytes: %v", cut, err)
			}
			if len(f.Records) != 1 || f.Repaired != int64(cut+len(tail)) || read(t, name) != string(first) {
				t.Fatalf("cut after %d bytes: %d records, %d bytes repaired, %q left", cut, len(f.Records), f.Repaired, read(t, name))
			}
			if err := errors.Join(f.Append(r[1]), f.Close()); err != nil || read(t, name) != string(first)+string(second) {
				t.Fatalf("cut after %d bytes: %v, %q", cut, err, read(t, name))
			}
		}
	}
	write(t, name, first[:30])
	if f, err := OpenFile(name, p, print1); err != nil || f.Repaired != 30 || f.Close() != nil || read(t, name) != "" {
		t.Errorf("a torn first line: %v", err)
	}
}

// A last result that lacks the end of its line alone, as editors and shells leave it, is one: nothing is cut off, nor run again, and what follows has its own line.
func TestLastLineWithoutItsEnd(t *testing.T) {
	p := plan(t, "seed=1,2")
	r := results(t, p)
	first, second := string(r[0].line()), string(r[1].line())
	name := filepath.Join(t.TempDir(), "out.jsonl")
	for _, end := range []string{"", "\r"} {
		text := strings.TrimSuffix(first, "\n") + end
		write(t, name, []byte(text))
		if m, err := Merge([]string{name}); err != nil || len(m.Records) != 1 || m.Torn != nil {
			t.Errorf("%q: merged %+v, %v", end, m, err)
		}
		f, err := OpenFile(name, p, print1)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Records) != 1 || f.Repaired != 0 {
			t.Errorf("%q: %d records, %d bytes cut off", end, len(f.Records), f.Repaired)
		}
		if err := errors.Join(f.Append(r[1]), f.Close()); err != nil || read(t, name) != text+"\n"+second {
			t.Errorf("%q: %v, %q", end, err, read(t, name))
		}
	}
}

// What cat makes of shards of which a kill has torn one, and another lacks the end of its last line, is read, added to and merged; what is torn runs again.
func TestShardsByCat(t *testing.T) {
	p := plan(t, "seed=1..4")
	r := results(t, p)
	lines := make([]string, 4)
	for i := range lines {
		lines[i] = string(r[i].line())
	}
	name := filepath.Join(t.TempDir(), "out.jsonl")
	for _, torn := range []string{"", lines[1][:1], lines[1][:12], lines[1][:100], lines[1][:100] + "\x00\x00", lines[1][:len(lines[1])-2], lines[1][:60] + lines[1][:5]} {
		for _, end := range []string{"\n", "", "\r\n"} {
			text := lines[0] + torn + strings.TrimSuffix(lines[2], "\n") + strings.TrimSuffix(lines[3], "\n") + end
			write(t, name, []byte(text))
			if m, err := Merge([]string{name}); err != nil || len(m.Records) != 3 || !slices.Equal(m.Missing, []int{1}) {
				t.Errorf("%.20q, %q: merged %+v, %v", torn, end, m, err)
			}
			if n := bring(t, []byte(text)).Len(); n != 3 {
				t.Errorf("%.20q, %q: the page has read %d", torn, end, n)
			}
			f, err := OpenFile(name, p, print1)
			if err != nil {
				t.Errorf("%.20q, %q: %v", torn, end, err)
				continue
			}
			if len(f.Records) != 3 || f.Repaired != 0 {
				t.Errorf("%.20q, %q: %d records, %d bytes cut off", torn, end, len(f.Records), f.Repaired)
			}
			if err := errors.Join(f.Append(r[1]), f.Close()); err != nil {
				t.Errorf("%.20q, %q: %v", torn, end, err)
			}
			if m, err := Merge([]string{name}); err != nil || m.Missing != nil || string(m.Lines()) != strings.Join(lines, "") {
				t.Errorf("%.20q, %q: merged, then, %+v, %v", torn, end, m, err)
			}
		}
	}
	for _, text := range []string{"x" + lines[0], "{}" + lines[0] + lines[1], lines[0][:50] + "{}\n" + lines[1], lines[0][:50] + lines[1][:80] + "\n" + lines[2], lines[0] + `{"sweep":""}` + lines[1]} {
		write(t, name, []byte(text))
		if f, err := OpenFile(name, p, print1); err == nil {
			f.Close()
			t.Errorf("%.80q is taken for results", text)
		}
		if read(t, name) != text {
			t.Errorf("%.80q is changed", text)
		}
	}
}

// Blank lines and blanks, as editors, echo and shells leave them, hold nothing and cost nothing: what is there counts, and what follows has a line of its own.
// So it is with lines that another program has written anew, with blanks between words or in another order.
func TestEditedFile(t *testing.T) {
	p := plan(t, "seed=1,2")
	r := results(t, p)
	first, second := string(r[0].line()), string(r[1].line())
	anew := strings.NewReplacer(`":`, `": `, `,"`, `, "`)
	var object map[string]any
	if err := json.Unmarshal([]byte(first), &object); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "out.jsonl")
	for _, text := range []string{first + "\n", "\n" + first, "\ufeff\r\n" + first + " \t\r\n\n", first + "  ", strings.TrimSuffix(first, "\n") + " ", strings.TrimSuffix(first, "\n") + " \r\n",
		anew.Replace(first), string(sorted), string(sorted) + "\n\n"} {
		write(t, name, []byte(text))
		if !HoldsResults(name) {
			t.Errorf("%.40q may be written over", text)
		}
		read := bring(t, []byte(text), []byte("\n \n"), []byte(anew.Replace(second)))
		if read.Len() != 2 || read.Torn {
			t.Errorf("%.40q: the page has read %d, torn %v", text, read.Len(), read.Torn)
		}
		f, err := OpenFile(name, p, print1)
		if err != nil {
			t.Errorf("%.40q: %v", text, err)
			continue
		}
		if len(f.Records) != 1 || f.Repaired != 0 {
			t.Errorf("%.40q: %d records, %d bytes cut off", text, len(f.Records), f.Repaired)
		}
		if err := errors.Join(f.Append(r[1]), f.Close()); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
		if m, err := Merge([]string{name}); err != nil || string(m.Lines()) != first+second {
			t.Errorf("%.40q: merged %+v, %v", text, m, err)
		}
	}
	if write(t, name, []byte("\n\n")); HoldsResults(name) {
		t.Error("blank lines are taken for results")
	}
}

// Lines that contradict the sweep, or each other, have been written over: they are not gone on with.
func TestFileThatContradictsItself(t *testing.T) {
	p := plan(t, "seed=1,2")
	r := results(t, p)
	first, second := r[0].line(), r[1].line()
	name := filepath.Join(t.TempDir(), "out.jsonl")
	for _, c := range []struct {
		text []byte
		want string
	}{
		{append(bytes.Clone(first), bytes.Replace(second, []byte(`"seed":2}`), []byte(`"seed":3}`), 1)...), "out.jsonl, line 2 is said to be point 1, seed=2, but is of seed=3: the file was changed or damaged"},
		{append(bytes.Clone(first), bytes.Replace(first, []byte(`"delivered":`), []byte(`"delivered":1`), 1)...), "out.jsonl has different results of point 0, seed=1: the file was changed or damaged"},
		{bytes.Join([][]byte{first, bytes.Replace(second, []byte(`"seed":2}`), []byte(`"seed":3}`), 1)}, []byte(" \n\n")), "out.jsonl, line 4 is said to be point 1, seed=2, but is of seed=3: the file was changed or damaged"},
		{append(bytes.Clone(first), first...), ""},
	} {
		write(t, name, c.text)
		f, err := OpenFile(name, p, print1)
		if err == nil {
			f.Close()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// A file that an editor of Windows has written, with the mark of its encoding before it, is gone on with like any other, torn or not, and keeps the one mark.
func TestFileWithBOM(t *testing.T) {
	const bom = "\ufeff"
	p := plan(t, "seed=1,2")
	r := results(t, p)
	first, second := string(r[0].line()), string(r[1].line())
	name := filepath.Join(t.TempDir(), "out.jsonl")
	for text, torn := range map[string]int64{bom + first: 0, bom + strings.TrimSuffix(first, "\n") + "\r\n": 0, bom + first + second[:40]: 40, bom + first[:30]: 30, bom: 0} {
		write(t, name, []byte(text))
		f, err := OpenFile(name, p, print1)
		if err != nil {
			t.Errorf("%.40q: %v", text, err)
			continue
		}
		if f.Repaired != torn {
			t.Errorf("%.40q: %d bytes repaired, want %d", text, f.Repaired, torn)
		}
		want := text[:len(text)-int(torn)] + second
		if err := errors.Join(f.Append(r[1]), f.Close()); err != nil || read(t, name) != want {
			t.Errorf("%.40q: %v, %q", text, err, read(t, name))
		}
		if m, err := Merge([]string{name}); err != nil || len(m.Records) != len(f.Records)+1 || strings.Contains(string(m.Lines()), bom) {
			t.Errorf("%.40q: merged %+v, %v", text, m, err)
		}
	}
	if !HoldsResults(write(t, name, []byte(bom+first))) || HoldsResults(write(t, name, []byte(bom))) {
		t.Error("whether it holds results is told wrongly")
	}
}

func TestFileRefuses(t *testing.T) {
	p := plan(t, "seed=1,2")
	r := results(t, p)
	line := string(r[0].line())
	other := string(results(t, plan(t, "seed=1,2", "load=1"))[0].line())
	based, err := NewPlan(tiny.Must("load", "0.7"), p.axes, tinyUntil-engine.Microsecond)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, says string }{
		"another sweep":      {other, "another sweep, of 2 points over seed, load"},
		"another base":       {string(results(t, based)[0].line()), "another sweep, of 2 points over seed (load is 0.7 in it and 1 here; runs end at 19000 ns in it and at 20000 ns here): name another file"},
		"mixed":              {line + other, "another sweep"},
		"a torn other":       {line + other[:40], "line 2 is no result"},
		"another engine":     {strings.Replace(line, print1, "00000000000000f2", 1), "another engine (version v1)"},
		"a text":             {"Dear reader,\n", "line 1 is no result"},
		"a text, no end":     {"Dear reader,", "line 1 is no result"},
		"zeros":              {"\x00\x00\x00", "line 1 is no result"},
		"another JSON":       {`{"a": 1}` + "\n", "line 1 is no result"},
		"a JSON without":     {"{}\n", "line 1 is no result"},
		"damage inside":      {line[:50] + "\n" + line, "line 1 is no result"},
		"an object before":   {"{}" + line, "line 1 is no result"},
		"a text behind":      {line + "and more", "line 2 is no result"},
		"behind blank lines": {line + "\n \r\n" + "Dear reader,", "line 4 is no result"},
		"a sweep too large":  {strings.Replace(line, `"of":2`, `"of":3000000000`, 1), "line 1 is no result"},
		"a text as number":   {strings.Replace(line, `"seed":1`, `"seed":"1,2\n"`, 1), "line 1 is no result"},
		"a list as value":    {strings.Replace(line, `"seed":1`, `"queuing":["1q"]`, 1), "line 1 is no result"},
		"a list of fields":   {strings.Replace(line, `"fields":{"seed":1}`, `"fields":["seed",1]`, 1), "line 1 is no result of a sweep (fields is not an object)"},
		"numbers as fields":  {strings.Replace(line, `"fields":{"seed":1}`, `"fields":[1,2]`, 1), "fields is not an object"},
		"a text as bool":     {strings.Replace(line, `"seed":1`, `"voq":"true"`, 1), "line 1 is no result"},
		"a name too many":    {strings.Replace(line, `"of":2`, `"of":2,"off":2`, 1), "line 1 is no result"},
		"a point too large":  {strings.Replace(line, `"point":0`, `"point":2`, 1), "line 1 is no result"},
	} {
		file := write(t, filepath.Join(t.TempDir(), "out.jsonl"), []byte(c.text))
		_, err := OpenFile(file, p, print1)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "name another file") {
			t.Errorf("%s: %v", name, err)
		}
		if read(t, file) != c.text {
			t.Errorf("%s: a refused file was changed", name)
		}
	}
	dir := t.TempDir()
	if _, err := OpenFile(dir, p, print1); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := OpenFile(filepath.Join(dir, "no", "out"), p, print1); err == nil || !strings.Contains(err.Error(), "o such file") {
		t.Errorf("a missing folder: %v", err)
	}
}

func TestOneSweepAtATime(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("WebAssembly has no file locks")
	}
	p := plan(t, "seed=1,2")
	name := filepath.Join(t.TempDir(), "out.jsonl")
	f, err := OpenFile(name, p, print1)
	if err != nil || f.Unlocked {
		t.Fatal(err)
	}
	if _, err := OpenFile(name, p, print1); err == nil || !strings.Contains(err.Error(), "another sweep, merge or validation is writing") {
		t.Errorf("a second sweep: %v", err)
	}
	if _, _, err := Lock(name); err == nil {
		t.Error("a merge may write while a sweep does")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	free, _, err := Lock(name)
	if err != nil {
		t.Fatal(err)
	}
	free()
	if f, err = OpenFile(name, p, print1); err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// A failed write leaves the file as it was.
func TestAppendFails(t *testing.T) {
	p := plan(t, "seed=1,2")
	r := results(t, p)
	name := write(t, filepath.Join(t.TempDir(), "out.jsonl"), r[0].line())
	f, err := OpenFile(name, p, print1)
	if err != nil {
		t.Fatal(err)
	}
	f.f.Close()
	if f.f, err = os.Open(name); err != nil { // which takes no writes
		t.Fatal(err)
	}
	if err := f.Append(r[1]); err == nil || !strings.Contains(err.Error(), "cannot write to "+name) {
		t.Errorf("error %v", err)
	}
	if read(t, name) != string(r[0].line()) {
		t.Errorf("left %q", read(t, name))
	}
	f.Close()
}

// Nor is one that another takes the name of.
func TestReplacedFile(t *testing.T) {
	p := plan(t, "seed=1,2")
	name := filepath.Join(t.TempDir(), "out.jsonl")
	f, err := OpenFile(name, p, print1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name+"2", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(name+"2", name); err != nil {
		t.Fatal(err)
	}
	if err := f.Append(results(t, p)[0]); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err == nil || !strings.Contains(err.Error(), name+" was replaced by another file") {
		t.Errorf("closed with %v", err)
	}
}

// A file that is removed while it is written to is not said to hold anything.
func TestRemovedFile(t *testing.T) {
	p := plan(t, "seed=1,2")
	name := filepath.Join(t.TempDir(), "out.jsonl")
	f, err := OpenFile(name, p, print1)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Append(results(t, p)[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err == nil || !strings.Contains(err.Error(), name+" was removed or renamed") {
		t.Errorf("closed with %v", err)
	}
	if f, err = OpenFile(name, p, print1); err != nil || len(f.Records) > 0 {
		t.Fatalf("opened again: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestHoldsResults(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]bool{string(results(t, plan(t, "seed=1"))[0].line()): true, Head: true, "{\"cell\":\"" + "iq/D-mod-K/1Q/IHS\"}\n": true, "{\"cell\":\"": true, Head[:5]: false, "": false, "sweep,point\n8c05,0\n": false} {
		if got := HoldsResults(write(t, filepath.Join(dir, "f"), []byte(text))); got != want {
			t.Errorf("%.20q: %v", text, got)
		}
	}
	if HoldsResults(dir) || HoldsResults(filepath.Join(dir, "none")) {
		t.Error("a folder or a missing file")
	}
}

// A file to which nothing came is left as it was: none where there was none.
func TestAbandon(t *testing.T) {
	p := plan(t, "load=0.5,1")
	line := string(results(t, p)[0].line())
	for _, c := range []struct {
		before string
		there  bool
		linked bool // the name is a symbolic link, which stays
	}{{"", false, false}, {"", true, false}, {line, true, false}, {"", false, true}, {line, true, true}} {
		name := filepath.Join(t.TempDir(), "out.jsonl")
		if c.linked {
			if err := os.Symlink(name+".real", name); err != nil {
				t.Skip(err)
			}
		}
		if c.there {
			write(t, name, []byte(c.before))
		}
		f, err := OpenFile(name, p, print1)
		if err != nil {
			t.Fatal(err)
		}
		f.Abandon()
		text, err := os.ReadFile(name)
		if (err == nil) != c.there || string(text) != c.before {
			t.Errorf("there before %v, with %d bytes; after: %d bytes, %v", c.there, len(c.before), len(text), err)
		}
		if _, err := os.Readlink(name); (err == nil) != c.linked {
			t.Errorf("linked %v: %v", c.linked, err)
		}
		if free, _, err := Lock(filepath.Join(filepath.Dir(name), "out.jsonl")); err != nil {
			t.Error(err)
		} else {
			free()
		}
	}
}
