package observe

import (
	"math"
	"slices"
	"testing"
)

func TestBest(t *testing.T) {
	never := math.Inf(1)
	for _, c := range []struct {
		j    Judgement
		all  []Reading
		want []bool
	}{
		{Least, nil, nil},
		{Least, []Reading{{3, "3", ARun}, {2, "2", ARun}, {4, "4", ARun}}, []bool{false, true, false}},
		{Most, []Reading{{3, "3", ARun}, {2, "2", ARun}, {4, "4", ARun}}, []bool{false, false, true}},
		{Neither, []Reading{{3, "3", ARun}, {2, "2", ARun}}, []bool{false, false}},
		{Least, []Reading{{3, "3", ARun}, {2.1, "2", ARun}, {2.2, "2", ARun}}, []bool{false, true, true}},
		{Most, []Reading{{2.1, "2", ARun}, {2.2, "2", ARun}}, []bool{false, false}},
		{Least, []Reading{{3, "3", ARun}, {2, "2", ARun}, {0, "none", Unmeasured}}, []bool{false, false, false}},
		{Least, []Reading{{3, "3", ARun}, {1, "1", Apart}, {2, "2", ARun}, {2, "2", Apart}}, []bool{false, false, true, false}},
		{Least, []Reading{{3, "3", ARun}, {1, "1", Apart}}, []bool{false, false}},
		{Least, []Reading{{1, "1", Apart}, {2, "2", Apart}}, []bool{false, false}},
		{Least, []Reading{{never, "none", ARun}, {500, "500", ARun}}, []bool{false, true}},
	} {
		if got := c.j.Best(c.all); !slices.Equal(got, c.want) {
			t.Errorf("%d %v: %v, want %v", c.j, c.all, got, c.want)
		}
	}
}
