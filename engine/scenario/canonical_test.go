package scenario_test

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

// Whatever a field is given, it is refused in a sentence, or has one text that stays what it is: links, results and traces are compared by it.
func FuzzCanonical(f *testing.F) {
	for _, x := range scenario.Fields() {
		f.Add(x.Name, x.Default)
		for _, o := range x.Suggestions() {
			f.Add(x.Name, o.Name)
		}
	}
	for _, x := range [][2]string{{"load", "00.50"}, {"load", "1e-1"}, {"network", "RLFT-+8x03"}, {"network", "pgft-04.4-1.2-1.1"}, {"network", "bmin-64-shuffle"}, {"traffic", "hs010-01"}, {"traffic", "io-048x16-1000-1"},
		{"traffic", "LHS+3"}, {"traffic", "vef-0123456789ABCDEF"}, {"cct", "linear-+2-01"}, {"cct", "entries-0.01.+2"}, {"cct", "square-3-0655"}, {"cc-thresholds", "S1.0:00:0-8_S1.0:1:0-8"}, {"cc-victim-ports", "S1_S1"},
		{"hotspots", "3, 05"}, {"hotspots", "AUTO"}, {"at", "060.50_load_0.50*1_routing_DMODK"}, {"at", "NONE"}, {"voq", "YES"}, {"seed", "+7"}} {
		f.Add(x[0], x[1])
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		x := scenario.Lookup(name)
		if x == nil {
			return
		}
		text, err := x.Canonical(value)
		if err != nil {
			if e, ok := err.(*scenario.Error); !ok || e.Reason == "" || len(e.Error()) > 4000 {
				t.Fatalf("%s=%q: a poor refusal: %v", name, value, err)
			}
			return
		}
		if again, err := x.Canonical(text); err != nil || again != text || len(text) > 4*scenario.MaxText {
			t.Fatalf("%s=%q is %q, and that is %q, %v", name, value, text, again, err)
		}
	})
}

// Values that mean the same have one text.
func TestOneTextForWhatIsTheSame(t *testing.T) {
	for _, c := range []struct{ field, value, want string }{
		{"load", "00.50", "0.5"}, {"network", "RLFT-08x3", "rlft-8x3"}, {"network", "pgft-04.4-1.2-1.1", "pgft-4.4-1.2-1.1"}, {"network", "bmin-64-shuffle", "bmin-8x3"}, {"network", "rlft-8X3", "rlft-8x3"}, {"network", "KNARY-2×3", "knary-2x3"}, {"network", "bmin-8X3-butterfly", "bmin-8x3-butterfly"}, {"network", "mesh-8×04", "mesh-8x4"}, {"network", "torus-4X4", "torus-4x4"}, {"traffic", "hs010-01", "HS10-1"},
		{"cct", "linear-02-01", "linear-2-1"}, {"cct", "LINEAR-+2-1", "linear-2-1"}, {"cct", "square-3-0655", "square-3-655"}, {"cct", "entries-00.1.02", "entries-0.1.2"},
		{"hotspots", "3, 05", "3,5"}, {"at", "060.50_load_0.50", "60.5_load_0.5"}, {"traffic", "LHS03", "LHS3"}, {"traffic", "IHS030", "IHS30"},
	} {
		if got, err := scenario.Lookup(c.field).Canonical(c.value); err != nil || got != c.want {
			t.Errorf("%s=%s is %q, want %q, %v", c.field, c.value, got, c.want, err)
		}
	}
}

// What is within the bound as it is written may not be as it is kept, and then its own text would be refused.
func TestKeptTextIsBounded(t *testing.T) {
	at := scenario.Lookup("at")
	table := "*2_cct_entries-" + strings.Repeat("12345.", 81)
	for text, kept := range map[string]int{"1_load_.5" + table + "1": scenario.MaxText, "1_load_.5" + table + "12": 0} {
		got, err := at.Canonical(text)
		if len(text) > scenario.MaxText || len(got) != kept || (err == nil) != (kept > 0) || err != nil && !strings.HasSuffix(err.Error(), "is 513 bytes long; at most 512 are allowed") {
			t.Errorf("%d bytes are kept as %d: %v", len(text), len(got), err)
		}
	}
}
