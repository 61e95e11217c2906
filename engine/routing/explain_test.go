package routing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// The formulas that are told are those of the tables: every switch's port for random destinations, and the VC behind it.
func TestExplanationsSayWhatTablesDo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"rlft-8x3", "rlft-36x3", "knary-4x3", "pgft-4.4.8-1.4.4-1.1.1", "pgft-4.4-1.2-1.2", "bmin-8x3", "bmin-8x3-butterfly", "mesh-5x7", "torus-8x6", "torus-8x6 one way", "torus-5x5"} {
		n, table := table(t, name)
		ups := 0
		for range 2000 {
			sw, dst := r.IntN(n.Switches), r.Uint32N(uint32(n.Hosts))
			det, up := table.Step(sw, dst)
			d := table.Explain(sw, dst)
			last := d.Why[0].String()
			if n.Tree != nil {
				last = d.Why[len(d.Why)-1].String()
			}
			if d.Is != int(det) || n.Grid == nil && !strings.HasSuffix(last, " "+explain.N(det)) || n.Grid != nil && !strings.HasSuffix(last, "port "+explain.N(det)) || strings.Contains(last, "{") {
				t.Fatalf("%s, %s to host %d: port %d is explained as %d: %s", name, n.SwitchName(sw), dst, det, d.Is, last)
			}
			if up != 0 {
				ups++
			}
			for queue := range 3 {
				if v, want := table.ExplainVC(sw, det, queue, dst), table.NextVC(sw, det, queue*table.Lanes(), dst); v.Is != want {
					t.Fatalf("%s, %s to host %d: VC %d is explained as %d", name, n.SwitchName(sw), dst, want, v.Is)
				}
			}
		}
		if n.Staged() && ups == 0 {
			t.Errorf("%s: nothing on the way up was looked at", name)
		}
	}
	n, _ := topology.Build("rlft-36x3")
	table, _ := NewTable(n)
	if got, want := table.Explain(n.First[1], 9500).Why[0].String(), "D-mod-K at stage 2: ⌊9500/18⌋ mod 18 = 5 → up port 5, port 23"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// What fields say is what the algorithms do: stages count from 1, the leaf, as in the names of switches and in explanations, and a buffer filled just up to the
// threshold sends AFI's packets elsewhere, but not those of adaptive routing.
func TestFieldsSayStageAndThreshold(t *testing.T) {
	for _, o := range scenario.Lookup("routing").Options {
		if want := "stage s (1 = leaf) up port ⌊D/K^(s−1)⌋ mod K"; o.Name == "dmodk" && !strings.Contains(o.Doc, want) {
			t.Errorf("D-mod-K is not said to be %q: %s", want, o.Doc)
		}
	}
	n, _ := topology.Build("rlft-36x3")
	table, _ := NewTable(n)
	for s, by := 1, 1; s < 3; s, by = s+1, by*18 {
		if det, _ := table.Step(n.First[s-1], 9500); int(det) != 18+9500/by%18 {
			t.Errorf("stage %d: port %d", s, det)
		}
	}
	if doc := scenario.Lookup("threshold").Doc; !strings.Contains(doc, "above which, or with AFI from which on, another one is looked for") {
		t.Errorf("the threshold: %s", doc)
	}
	for set, want := range map[string]uint8{"routing=adaptive trigger=TH": 6, "routing=adaptive-th": 6, "routing=afi": 7} {
		a := build(t, set)
		words := make([]uint64, 12)
		words[6], words[7] = 4, 16|16<<16 // of 16 packets a quarter is free, or all
		if got := a.Pick(&Choice{Det: 6, From: 6, Candidates: 0xc0, Credits: words, Stride: 1, Capacity: 16, Ports: 12, AFC: words, AFCShift: 16}); got != want {
			t.Errorf("%s, 75 %% full: port %d, want %d", set, got, want)
		}
	}
}

// Algorithms with a choice: they pick what they may, what they say is what they pick, whatever the credits, and saying it changes nothing.
func TestExplanationsSayWhatIsPicked(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const stride, capacity, radix = 3, 16, 12
	sets := []string{
		"routing=oblivious", "routing=adaptive", "routing=adaptive stages=FS delta=3", "routing=adaptive trigger=TH", "routing=adaptive trigger=TH delta=3 stages=SS",
		"routing=adaptive trigger=2TH threshold=60 release=40", "routing=adaptive trigger=2TH voq=true threshold-of=voq delta=3", "routing=afi threshold=50",
	}
	for _, o := range scenario.Lookup("routing").Options { // each as it is by itself, too
		if set := "routing=" + o.Name; !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	for _, set := range sets {
		a := build(t, set)
		x, ok := a.(Explainer)
		if !ok {
			t.Fatalf("%s does not explain itself: %T needs a method Explain(*Choice, int) explain.Decision, as in oblivious.go", set, a)
		}
		rnd := random.New(7, 8)
		said := map[string]bool{}
		for range 3000 {
			words := make([]uint64, radix*stride)
			for i := range words {
				words[i] = uint64(r.IntN(capacity+1)) | uint64(r.IntN(capacity+1))<<16
				if r.IntN(2) == 0 {
					words[i] = 0
				}
			}
			up, stage := uint64(0xfc0), 1+r.IntN(2)
			congested := uint64(r.IntN(1 << radix))
			c := Choice{Src: r.Uint32N(432), Dst: r.Uint32N(432), Stage: stage, Rand: &rnd, Det: uint8(6 + r.IntN(6)), From: uint8(6 + r.IntN(6)), Credits: words, Stride: stride, Capacity: capacity, Ports: radix, AFC: words, AFCShift: 16, Congested: &congested}
			c.Candidates = a.Candidates(stage, c.Det, up)
			if r.IntN(3) == 0 {
				c.Ready = uint64(r.IntN(1 << radix))
			}
			if other := c.Candidates &^ up; other != 0 {
				t.Fatalf("%s: among the candidates of D-mod-K's port %d are %s, which are no up ports", set, c.Det, portsOf(other, nil))
			}
			was, drawn := congested, rnd
			d := x.Explain(&c, stage)
			if congested != was || rnd != drawn {
				t.Fatal(set + ": Explain changed *c.Congested or drew from c.Rand; Pick is to do that, on a copy if Explain asks it")
			}
			for _, w := range d.Why {
				said[w.Text] = true
			}
			want := int(c.Det)
			if c.Candidates != 0 {
				want = int(a.Pick(&c))
				if want != int(c.Det) && c.Candidates>>want&1 == 0 {
					t.Fatalf("%s: picks port %d, which is neither D-mod-K's, %d, nor one of the candidates %s", set, want, c.Det, portsOf(c.Candidates, nil))
				}
			}
			if rnd != drawn { // chance decides
				want = -1
			}
			if d.Is != want {
				t.Fatalf("%s: port %d (-1: drawn) is explained as %d: %v", set, want, d.Is, d.Why)
			}
			if want >= 0 && len(d.Why) > 0 && c.Ready == 0 {
				var n, port int
				if _, err := fmt.Sscanf(d.Why[len(d.Why)-1].String(), "No candidate has more than %d → D-mod-K's port %d", &n, &port); err == nil {
					for p := range radix {
						if c.Candidates>>p&1 != 0 && int(c.Free(p)) > n {
							t.Fatalf("%s: port %d has %d credits: %v", set, p, c.Free(p), d.Why)
						}
					}
				}
			}
			if want >= 0 && len(d.Why) > 0 {
				if last := d.Why[len(d.Why)-1].String(); !strings.Contains(last, "port "+explain.N(want)) {
					t.Fatalf("%s: port %d: %s", set, want, last)
				}
			}
		}
		if least := map[string]int{"routing=dmodk": 0, "routing=oblivious": 1, "routing=afi threshold=50": 5, "routing=adaptive trigger=2TH threshold=60 release=40": 8}[set]; len(said) < least {
			t.Errorf("%s says %d different sentences: %v", set, len(said), said)
		}
	}
}
