package engine_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// AFI keeps the flows that have adapted out of the VCs of those that have not: under HS25 it
// delivers far more than Adaptive-th with as many VCs, and nothing reaches the AFC at low load
// ([AFI] §IV, §V-B).
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
	if afi, th := run("afi", "vftree", "3", "HS25-1", "1"), run("adaptive-th", "vftree", "4", "HS25-1", "1"); afi < th+0.1 {
		t.Errorf("vFtree under HS25: AFI %.3f, Adaptive-th with as many VCs %.3f", afi, th)
	}
	if afi, det := run("afi", "1q", "1", "UT", "0.1"), run("dmodk", "1q", "1", "UT", "0.1"); afi != det {
		t.Errorf("at low load AFI delivers %.4f and D-mod-K %.4f", afi, det)
	}
}
