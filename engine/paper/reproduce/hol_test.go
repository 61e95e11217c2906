package reproduce

import (
	"testing"

	"github.com/congestree/congestree/engine"
)

// [AFI] §V-C says of PTRANS why queuing schemes and AFI do little for it: its traffic "generates low-order HoL blocking but does not introduce much high-order HoL
// blocking". Under a hot spot on the same 432 hosts it is the other way round. Shares of all packets in the network, in the mean of the looks of the first millisecond (of all: 15.3 and 0.1 %).
func TestHoLBlockingOfPTRANS(t *testing.T) {
	if testing.Short() {
		t.Skip("counted natively; the course is the same elsewhere")
	}
	of := func(traffic string) (low, high float64) {
		t.Helper()
		s, err := cellsOf(t, "afi-iq/D-mod-K/1Q/PTRANS")[0].Scenario()
		if err != nil {
			t.Fatal(err)
		}
		if traffic != "" {
			s = s.Must("traffic", traffic)
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.TrackTrees(true)
		m.Advance(1_000_000_000, 1<<40)
		points := m.Course().Points()
		for _, p := range points {
			low += float64(p.Low) / float64(len(points))
			high += float64(p.High) / float64(len(points))
		}
		return
	}
	if low, high := of(""); low < 0.05 || high > low/20 {
		t.Errorf("PTRANS: %.1f %% low-order, %.1f %% high-order; [AFI] has the former and not much of the latter", 100*low, 100*high)
	}
	if low, high := of("HS10-1"); high < low {
		t.Errorf("HS10-1: %.1f %% low-order, %.1f %% high-order; the tree fills the network", 100*low, 100*high)
	}
}
