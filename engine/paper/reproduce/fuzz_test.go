package reproduce

import (
	"bytes"
	"strings"
	"testing"
)

// Whatever a file of results holds, it is refused with the number of a line, or its records are written as lines that are read as the same.
func FuzzResults(f *testing.F) {
	line := []byte(`{"cell":"iq/D-mod-K/1Q/HS10-1","percent":17,"published":null,"offered_percent":100,"latency_ns_mean":null,"latency_ns_p99":1,"delivered":1,"hops":1,"from_us":1,"until_us":2,"seed":1,"checksum":"0","fingerprint":"1","commit":"","wall_s":0,"link":"?seed=1"}` + "\n")
	f.Add(line)
	f.Add(append(bytes.Clone(line), line[:40]...))
	f.Add([]byte(`{"` + strings.Repeat("x", 5000) + `":1}` + "\n"))
	f.Add([]byte(`{"cell":"drb-torus-4x4/DRB/bit-reversal@80","checksum":"0","fingerprint":"1","series_percent":[1,2e308]}` + "\n"))
	f.Add([]byte(`{"cell":"fbicm/64/1Q/case1","checksum":"0\t","fingerprint":"1"}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, torn, err := parse("results.jsonl", text)
		if err != nil {
			if len(records) != 0 || len(err.Error()) > 4000 {
				t.Fatalf("%d records, a refusal of %d bytes: %.200v", len(records), len(err.Error()), err)
			}
			return
		}
		if torn < 0 || torn > len(text) || bytes.IndexByte(text[len(text)-torn:], '\n') >= 0 {
			t.Fatalf("%d of %d bytes are torn", torn, len(text))
		}
		for _, r := range records {
			back, err := parseLine(r.line())
			if err != nil || !bytes.Equal(back.line(), r.line()) {
				t.Fatalf("%s came back as %+v, %v", r.line(), back, err)
			}
			r.Result()
		}
	})
}
