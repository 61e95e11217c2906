package engine_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// AFI keeps the flows that have adapted out of the VCs of those that have not: under hot spots it
// delivers far more than Adaptive-th with 1VC and with vFtree, and nothing reaches the AFC at low load
// ([AFI] §IV, §V-B, Fig. 5).
func TestAFIIsolates(t *testing.T) {
	run := func(routing, queuing, vcs, traffic, load string) (throughput float64) {
		m := open(t, "network", "rlft-12x3", "routing", routing, "queuing", queuing, "vcs", vcs, "traffic", traffic, "load", load,
			"bandwidth", "40", "buffer", "128", "generation", "constant", "warmup", "300")
		m.TrackTrees(false)
		m.Advance(600*engine.Microsecond, engine.NoLimit)
		var h observe.Header
		m.Measures(&h)
		if err := m.CheckInvariants(); err != nil {
			t.Error(err)
		}
		return h.Accepted
	}
	for _, c := range [][2]string{{"1q", "1"}, {"vftree", "3"}} {
		for _, traffic := range []string{"HS10-1", "HS25-1"} {
			if afi, th := run("afi", c[0], c[1], traffic, "1"), run("adaptive-th", c[0], c[1], traffic, "1"); afi < th+0.1 {
				t.Errorf("%s under %s: AFI %.3f, Adaptive-th %.3f", c[0], traffic, afi, th)
			}
		}
	}
	if afi, det := run("afi", "1q", "1", "UT", "0.1"), run("dmodk", "1q", "1", "UT", "0.1"); afi != det {
		t.Errorf("at low load AFI delivers %.4f and D-mod-K %.4f", afi, det)
	}
}
