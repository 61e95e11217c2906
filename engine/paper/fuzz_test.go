package paper_test

import (
	"testing"

	"github.com/congestree/congestree/engine/paper"
)

// The name of a cell is refused in a sentence, or names one whose own name is read as the same, and which has a scenario.
func FuzzCell(f *testing.F) {
	for _, id := range []string{"iq/D-mod-K/1Q/HS10-1", "voq/2TH-AS-K/3/vFtree/HS10-4", "afi-voq/AFI/DBBM/UT@40", "voq/TH-AS-K/DBBM/IHS#3", "iq/2TH-FS-K/1Q/HS25-1@time", "fbicm/64/1Q/1", "drb-torus-8x8/DRB/butterfly@80", "iq/a/b/c@-1#9"} {
		f.Add(id)
	}
	for _, e := range paper.Experiments() {
		for _, c := range e.Cells() {
			f.Add(c.ID())
			break
		}
	}
	f.Fuzz(func(t *testing.T, id string) {
		c, err := paper.Parse(id)
		if err != nil {
			if err.Error() == "" || len(err.Error()) > 2000 {
				t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
			}
			return
		}
		if again, err := paper.Parse(c.ID()); err != nil || again != c {
			t.Fatalf("%q is %+v, named %q, and that is %+v, %v", id, c, c.ID(), again, err)
		}
		if _, err := c.Scenario(); err != nil {
			t.Fatalf("%q has no scenario: %v", id, err)
		}
	})
}
