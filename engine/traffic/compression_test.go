package traffic

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
)

func TestCompression(t *testing.T) {
	tr, err := iotrace.Read(strings.NewReader("IO1 4 us\n5 0 1 64\n6 1 2 64\n1005 2 3 64\n"), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Default().Must("traffic", vef.Keep(tr))
	if Compressed(s, tr) != tr || Compressed(s, nil) != nil || Compressed(scenario.Default().Must("compression", "2"), tr) != tr {
		t.Error("a trace was copied without need")
	}
	for _, c := range []struct {
		factor string
		times  [3]int64 // ps
	}{{"10", [3]int64{0, 100_000, 100_000_000}}, {"1.5", [3]int64{0, 666_666, 666_666_666}}, {"1000000", [3]int64{0, 1, 1000}}} {
		got := Compressed(s.Must("compression", c.factor), tr)
		for i, want := range c.times {
			if m := got.Messages[i]; m.TimePS != want || m.Src != tr.Messages[i].Src {
				t.Errorf("compressed by %s, message %d is sent at %d ps, want %d", c.factor, i, m.TimePS, want)
			}
		}
		if tr.Messages[2].TimePS != 1_000_000_000 || got.Name() != tr.Name() {
			t.Error("compressing changed the trace itself")
		}
	}
	for _, bad := range []string{"0", "0.5", "2000000", "x"} {
		if _, err := s.With("compression", bad); err == nil {
			t.Errorf("compression=%s was accepted", bad)
		}
	}
}

// What a trace is said to take is no less than what it takes: twice its records, those of the trace and those of its execution.
func TestTraceMemory(t *testing.T) {
	tr, err := iotrace.Read(strings.NewReader("IO1 4 us\n5 0 1 64\n6 1 2 64\n1005 2 3 64\n"), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"IO-8x4-100-1", "PTRANS-4x4-320-80", vef.Keep(tr)} {
		s := scenario.Default().Must("traffic", name)
		tr, err := TraceOf(s)
		if err != nil {
			t.Fatal(err)
		}
		if got, least := TraceMemory(s), 2*vef.Memory(int64(len(tr.Messages)), int64(len(tr.Parts))); got < least {
			t.Errorf("%s is said to take %d bytes, its records take %d", name, got, least)
		}
	}
	if got := TraceMemory(scenario.Default()); got != 0 {
		t.Errorf("traffic that is no trace takes %d bytes", got)
	}
}
