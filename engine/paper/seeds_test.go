package paper_test

import (
	"math"
	"testing"

	. "github.com/congestree/congestree/engine/paper"
)

func TestSpreadOf(t *testing.T) {
	c := Table(false, "TH-AS-K", "vFtree", "HS10-1")
	for _, x := range []struct {
		name      string
		of        map[int]float64 // by seed
		ok        bool
		want      Spread
		published float64
		off       float64
	}{
		{"none", nil, false, Spread{}, 0, 0},
		{"one", map[int]float64{1: 18}, false, Spread{}, 0, 0},
		{"within", map[int]float64{1: 18, 2: 35, 3: 19}, true, Spread{3, 18, 35, 24}, 34, 0},
		{"above", map[int]float64{1: 18, 3: 20}, true, Spread{2, 18, 20, 19}, 34, 14},
		{"below, without seed 1", map[int]float64{2: 30, 5: 40}, true, Spread{2, 30, 40, 35}, 10, 20},
		{"a seed that is not run again", map[int]float64{1: 1, 2: 3, 77: 90}, true, Spread{2, 1, 3, 2}, 4, 1},
	} {
		got, ok := SpreadOf(c, func(c Cell) (float64, bool) { v, ok := x.of[c.TheSeed()]; return v, ok })
		if ok != x.ok || ok && got != x.want {
			t.Errorf("%s: %+v, %v", x.name, got, ok)
		}
		if off := got.Off(x.published); ok && math.Abs(off-x.off) > 1e-9 {
			t.Errorf("%s: %v is off by %v, not %v", x.name, x.published, off, x.off)
		}
	}
}

// Only cells of the tables have other seeds: those of other names are the same cell whatever the seed.
func TestSpreadOfTheTablesAlone(t *testing.T) {
	for _, id := range []string{"fbicm/3/FBICM@1100-1300", "drb-torus-8x8/DRB/LHS", "afi-iq/AFI/1Q/UT", "iq/D-mod-K/1Q/IHS@time", "iq/D-mod-K/1Q/IHS@50"} {
		c, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := SpreadOf(c, func(Cell) (float64, bool) { return 0.1, true }); ok {
			t.Errorf("%s: %+v", id, s)
		}
	}
}

// The other seeds are seeds of cells that a table has, and change nothing but the seed.
func TestAgain(t *testing.T) {
	all := Again()
	if len(all) != 680*len(OtherSeeds) {
		t.Fatalf("%d cells", len(all))
	}
	for _, c := range all {
		mine, base := c.Settings(), c.With(Seed).Settings()
		if len(mine) != len(base) || c.ID() == c.With(Seed).ID() {
			t.Fatalf("%s: %v", c.ID(), mine)
		}
		for i, f := range mine {
			if (f.Field == "seed") == (f == base[i]) {
				t.Errorf("%s: %v and %v", c.ID(), f, base[i])
			}
		}
	}
}
