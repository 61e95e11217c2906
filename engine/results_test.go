package engine_test

// What Results promises: the checksums of testdata/results.txt are those of its number.

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

var record = flag.Bool("record", false, "write testdata/results.txt anew, for an engine.Results that has gone up")

func TestResultsAreThoseOfTheirNumber(t *testing.T) {
	const name = "testdata/results.txt"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	number, err := strconv.Atoi(strings.TrimPrefix(lines[0], "results "))
	if err != nil {
		t.Fatalf("the first line is %q", lines[0])
	}
	changed := 0
	for i, line := range lines[1:] {
		query, sum, _ := strings.Cut(line, " ")
		s, err := scenario.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.Advance(50*engine.Microsecond, engine.NoLimit)
		if got := strconv.FormatUint(m.Checksum(), 16); got != sum {
			if sum != "" { // else it is a new line
				changed++
			}
			lines[i+1] = query + " " + got
			if !*record {
				t.Errorf("%s: checksum %s, recorded %s", query, got, sum)
			}
		}
	}
	switch {
	case *record && changed > 0 && number == engine.Results:
		t.Fatal("results have changed: raise engine.Results first")
	case *record:
		lines[0] = "results " + strconv.Itoa(engine.Results)
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	case changed > 0 && number == engine.Results:
		t.Error("a published link would show something else: raise engine.Results, and go test ./engine -run TestResults -record")
	case number != engine.Results:
		t.Errorf("engine.Results is %d, but %s is of %d: go test ./engine -run TestResults -record", engine.Results, name, number)
	}
}
