package observe

import (
	"testing"

	"github.com/congestree/congestree/engine/fabric"
)

// Shares of HoL blocking are parts of the packets in the network, though each look reads an eighth of the ports only.
func TestSharesAreOfAllPackets(t *testing.T) {
	for _, c := range []struct {
		lows, highs int // found in one part
		inside      uint64
		low, high   float32
	}{{3, 0, 7, 1, 0}, {0, 3, 7, 0, 1}, {1, 2, 16, 0.5, 0.5}, {1, 1, 32, 0.25, 0.25}, {0, 0, 9, 0, 0}} {
		s := holScan{t: &Tracker{f: &fabric.Fabric{}}, whole: true}
		s.lows[2], s.highs[2], s.inside[2] = c.lows, c.highs, c.inside
		if low, high := s.shares(); low != c.low || high != c.high {
			t.Errorf("%+v: %v and %v", c, low, high)
		}
	}
}
