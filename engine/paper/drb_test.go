package paper_test

import (
	"strings"
	"testing"

	. "github.com/congestree/congestree/engine/paper"
)

func TestDRBNames(t *testing.T) {
	for id, want := range map[string]string{
		"drb-torus-8x8/DRB/butterfly@80":                        "network=torus-8x8 routing=dor queuing=1q voq=true traffic=butterfly load=0.8 bandwidth=2 cable=10 delay=0 packet=4096 buffer=32 generation=poisson congestion-control=drb drb-paths=4 drb-detour=0 drb-vls=2",
		"drb-mesh-8x4/IBA-CC/complement":                        "network=mesh-8x4 routing=dor queuing=dbbm vcs=2 traffic=complement load=1 congestion-control=iba-cc cc-threshold=15 cn-vl=own",
		"drb-mesh-4x4/DRB/transpose@120":                        "network=mesh-4x4 queuing=1q load=1.2 drb-vls=2",
		"drb-torus-8x8/none/butterfly/256B@10":                  "congestion-control=none packet=256 source-queue=1024 load=0.1",
		"drb-torus-8x8/DRB/LHS#peak-load":                       "traffic=LHS",
		"drb-torus-4x4/DRB/transpose#latency":                   "network=torus-4x4",
		"drb-torus-4x4/DRB/transpose@20#latency-from-injection": "network=torus-4x4",
	} {
		c, err := Parse(id)
		if err != nil || c.ID() != id {
			t.Fatalf("%s is read as %s, %v", id, c.ID(), err)
		}
		s, err := c.Scenario()
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		for _, set := range strings.Fields(want) {
			field, value, _ := strings.Cut(set, "=")
			if got := s.Get(field); got != value {
				t.Errorf("%s: %s is %s, not %s", id, field, got, value)
			}
		}
		if _, err := c.Miniature(); err != nil || c.FromUS() != DRBWarmupUS || c.EndUS() != DRBUntilUS {
			t.Errorf("%s: %v, %d–%d µs", id, err, c.FromUS(), c.EndUS())
		}
	}
	for id, want := range map[string]string{
		"drb-torus-8x8/DRB": "not written", "drb-torus-9x9/DRB/butterfly": "allowed: torus-4x4", "drb-torus-8x8/FBICM/butterfly": "allowed: DRB", "drb-torus-8x8/DRB/UT": "allowed: butterfly",
		"drb-mesh-4x4/DRB/LHS": "torus-8x8", "drb-torus-8x8/DRB/butterfly/512B": "256B", "drb-torus-8x8/DRB/butterfly/4096B": "256B", "drb-torus-8x8/DRB/butterfly@130": "@1 to @120",
		"drb-torus-8x8/DRB/butterfly@100": "@1 to @120", "drb-torus-8x8/DRB/butterfly#hops": "allowed: latency", "drb-torus-8x8/DRB/butterfly#": "allowed: latency",
	} {
		if _, err := Parse(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v does not say %q", id, err, want)
		}
	}
}

func TestDRBResultsAreReadBack(t *testing.T) {
	r := Result{ID: "drb-torus-8x8/DRB/LHS", Percent: 4.25, LatencyUS: 912.1, NetworkUS: 45.6, PeakLoad: 99.9, PeakQueue: 3.24, FromUS: 5000, UntilUS: 25000, Seed: 1, Checksum: "00ff", Fingerprint: "ab", Commit: "c"}
	all, err := ParseResults(FormatResults("ours", []string{r.ID}, map[string]Result{r.ID: r}))
	if err != nil || all[r.ID] != r {
		t.Errorf("%+v, %v", all, err)
	}
	for m, want := range map[Measure]float64{Throughput: 4.25, Latency: 912.1, PeakLoad: 99.9, PeakQueue: 3.24, FromInjection: 45.6} {
		if got := r.Of(m); got != want {
			t.Errorf("measure %d is %v, want %v", m, got, want)
		}
	}
}

// The committed results of [DRB] are of its window, and all that its claims look at is there.
func TestCommittedDRB(t *testing.T) {
	n := 0
	for _, c := range All(DRB) {
		if !DRBClaimed(c) {
			continue
		}
		n++
		r, ok := Ours(c)
		if !ok || r.FromUS != DRBWarmupUS || r.UntilUS != DRBUntilUS || r.Seed != Seed || len(r.Checksum) != 16 || r.Percent <= 0 || r.Percent > 121 || r.LatencyUS < 1 || r.NetworkUS < 1 || r.NetworkUS > r.LatencyUS || r.PeakLoad <= 0 || r.PeakLoad > 100.1 {
			t.Errorf("%s: %+v", c.ID(), r)
		}
		if latency, ok := OurValue(c.Of(Latency)); !ok || latency != r.LatencyUS {
			t.Errorf("%s: latency %v", c.ID(), latency)
		}
		if latency, ok := OurValue(c.Of(FromInjection)); !ok || latency != r.NetworkUS {
			t.Errorf("%s: latency from injection %v", c.ID(), latency)
		}
	}
	if n < 60 {
		t.Errorf("the claims look at %d cells only", n)
	}
}
