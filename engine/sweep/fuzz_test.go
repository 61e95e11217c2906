package sweep

import (
	"bytes"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

// Whatever a link says of a sweep, it is refused in a sentence, or a form that is written and read as the same; its axes have values that
// their fields accept, each once, and no more than MaxPoints.
func FuzzForm(f *testing.F) {
	for _, text := range []string{"load=0.1..1:0.1;queuing=1q,vftree;seed=1..3;warmup=50;until=500us", "hotspots=3,5;600;", "by.seed=1..3", "load=0..1.2:0.000001", "seed=0..9007199254740991", "load=1..0:0.1",
		"load=0.1..0.2:1e-400", "load=..:", "until=1s;until=2s", "seed=1..5:0x1p4", "at=60_routing_adaptive;", "network=rlft-8x3,mesh-4x4;until=0.0000001us", "=;=", "load=1;scheme=1..3", "scheme=1", "cct=entries-0.1;linear-2-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		form, err := ParseForm(text)
		if err != nil {
			if err.Error() == "" || len(err.Error()) > 8000 {
				t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
			}
			return
		}
		again, err := ParseForm(form.Spec())
		if err != nil || again != form {
			t.Fatalf("%+v is written %q and read as %+v, %v", form, form.Spec(), again, err)
		}
		for _, part := range [][2]string{{form.X, form.XValues}, {form.By, form.ByValues}, {"seed", form.Seeds}, {"warmup", form.Warmup}} {
			if part[0] == "" || part[1] == "" {
				continue
			}
			a, err := ParseAxis(part[0] + "=" + part[1])
			if err != nil {
				if len(err.Error()) > 8000 {
					t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
				}
				continue
			}
			if len(a.Values) == 0 || len(a.Values) > MaxPoints {
				t.Fatalf("%s=%s has %d values", part[0], part[1], len(a.Values))
			}
			seen := map[string]bool{}
			for _, v := range a.Values {
				if got, err := scenario.Lookup(a.Field).Canonical(v); err != nil || got != v || seen[v] {
					t.Fatalf("%s=%s has the value %q, which is %q, %v", part[0], part[1], v, got, err)
				}
				seen[v] = true
			}
		}
	})
}

// Whatever a file of results holds, it is refused with the number of a line, or its records are written as lines that are read as the same;
// a torn end is one that the program's own death leaves.
func FuzzResults(f *testing.F) {
	line := []byte(`{"sweep":"0123456789abcdef","point":0,"of":2,"link":"?seed=1","fields":{"load":0.5,"queuing":"1q","voq":true},"throughput":0.5,"offered":0.5,"latency_ns_mean":null,"latency_ns_p50":null,"latency_ns_p99":null,` +
		`"network_latency_ns_mean":null,"network_latency_ns_p50":null,"network_latency_ns_p99":null,"generated":1,"refused":0,"injected":1,"delivered":1,"hops":4,"simulated_ns":10,"window_start_ns":0,"window_end_ns":10,"wall_s":1,` +
		`"hops_per_s":4,"execution_ns":null,"deadlock_ns":null,"checksum":"00","engine":"v1","fingerprint":"f"}` + "\n")
	f.Add(line)
	f.Add(append(bytes.Clone(line), line[:40]...))
	f.Add(append(bytes.Clone(line), 0, 0, 0))
	f.Add([]byte(`{"` + strings.Repeat("x", 5000) + `":1}` + "\n"))
	f.Add([]byte(`{"sweep":"x","point":1e9,"of":1}` + "\n"))
	f.Add([]byte(`{"sweep":"x","of":1,"checksum":"0","fields":{"seed":1e400}}` + "\n"))
	f.Add([]byte(`{"sweep":"x","of":1,"checksum":"0","fields":{"load":-0,"colour":null,"a":{}}}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, torn, err := parse("results.jsonl", text)
		if err != nil {
			if len(records) != 0 || torn != 0 || len(err.Error()) > 2000 {
				t.Fatalf("%d records, %d bytes torn, a refusal of %d bytes: %.200v", len(records), torn, len(err.Error()), err)
			}
			return
		}
		if torn < 0 || torn > int64(len(text)) || bytes.IndexByte(text[int64(len(text))-torn:], '\n') >= 0 {
			t.Fatalf("%d of %d bytes are torn", torn, len(text))
		}
		for _, r := range records {
			line := r.line()
			back, err := parseLine(line)
			if err != nil || !bytes.Equal(back.line(), line) || !sameResult(r, back) {
				t.Fatalf("%s came back as %+v, %v", line, back, err)
			}
		}
		if _, err := CSV(records); err != nil {
			t.Fatal(err)
		}
	})
}
