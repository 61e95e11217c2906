package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

func TestNearest(t *testing.T) {
	names := []string{"seed", "load", "at", "vcs", "voq", "cc-threshold", "cc-thresholds", "queuing", "c1", "c2", "c3"}
	for _, c := range []struct {
		name string
		want string
	}{
		{"sede", "seed"},
		{"laod", "load"},
		{"Queueing", "queuing"},
		{"SEED", "seed"},
		{"quung", "queuing"},     // two letters left out
		{"queuuuing", "queuing"}, // put in
		{"queuuuuing", ""},
		{"cc-thresholds", "cc-thresholds cc-threshold"}, // nearest first
		{"cc-thr", "cc-threshold cc-thresholds"},
		{"c", "c1 c2 c3 cc-threshold cc-thresholds"},
		{"x", ""},               // one wrong letter says nothing
		{"xy", ""},              // nor are two
		{"vqo", "voq"},          // two letters swapped
		{"quueingg", "queuing"}, // and one put in
		{"foo", ""},             // one letter of three is not near
		{"cc−threshold", "cc-threshold cc-thresholds"}, // with a minus of typography, which is a letter of three bytes
		{"séed", "seed"},
		{"éé", ""}, // two wrong letters of two
		{"colour", ""},
		{strings.Repeat("seed", 1000), ""},
	} {
		if got := strings.ReplaceAll(scenario.Nearest(c.name, names...), " or ", " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
	if near := scenario.Nearest("c", append(slices.Clone(names), "c4")...); near != "" {
		t.Errorf("six begin so: %q", near)
	}
	if near := scenario.Nearest("", "c1", "c2"); near != "" {
		t.Errorf("nothing begins all: %q", near)
	}
	for name, want := range map[string]string{"sede": "; perhaps you mean seed", "cc-thr": "; perhaps you mean cc-threshold or cc-thresholds", "colour": ""} {
		if got := scenario.Perhaps(name, names...); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
