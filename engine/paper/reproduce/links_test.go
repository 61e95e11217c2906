package reproduce

import (
	"math"
	"testing"
)

// What is counted on links is what the packets delivered have crossed; the hot link is the fullest of all, and
// with DRB other links are used.
func TestLinksAreCounted(t *testing.T) {
	ids := []string{"drb-torus-8x8/IBA-CC/LHS", "drb-torus-8x8/DRB/LHS"}
	got := miniatures(t, cellsOf(t, ids...))
	for i, id := range ids {
		r := got[id]
		used, sum, most := 0, 0.0, 0.0
		for _, load := range r.Links {
			if load > 0 {
				used++
				sum += load
				most = math.Max(most, load)
			}
		}
		// Between 4 and 20 µs of packets of 327.68 ns; three flows over 4 links between switches each, some of them still on their way.
		hops := sum / 100 * 16000 / 327.68 / float64(r.Delivered)
		if len(r.Links) != 64*5 || math.Abs(most-r.PeakLoad) > 0.06 || hops < 3 || hops > 6 {
			t.Errorf("%s: %d ports, %d links used, at most %.1f %%, told %.1f %%; %.2f links per packet delivered", id, len(r.Links), used, most, r.PeakLoad, hops)
		}
		if i == 0 && used > 12 || i == 1 && used < 13 {
			t.Errorf("%s: %d links are used; dimension-order routing leads the flows over 9", id, used)
		}
	}
}
