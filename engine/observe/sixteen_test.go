package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// A frame at the instant of a look shows what the look has found: it remembers as many looks.
func TestFramesOfLooks(t *testing.T) {
	set := []string{"network", "rlft-4x4", "traffic", "IHS", "hotspot-others", "anywhere", "hotspot-from", "1", "hotspot-until", "6", "hotspot-else", "silent",
		"generation", "constant", "load", "0.6", "source-queue", "1", "seed", "255", "routing", "adaptive", "trigger", "NoTH", "stages", "AS", "delta", "2",
		"bandwidth", "1600", "packet", "16", "delay", "0.08", "vcs", "5", "queuing", "flow2sl", "buffer", "0.2148"}
	all := open(t, set...)
	all.Advance(24_000, engine.NoLimit) // 300 packet times
	m := open(t, set...)
	some := 0
	for _, p := range all.Course().Points() {
		m.Advance(p.PS, engine.NoLimit)
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		ports := uint32(0)
		for _, x := range f.Trees {
			ports += x.Ports
			some++
		}
		if ports != p.Ports || uint32(len(f.Trees)) != p.Trees {
			t.Errorf("%d ps: the look found %d trees with %d buffers, the frame has %d with %d", p.PS, p.Trees, p.Ports, len(f.Trees), ports)
		}
	}
	if some < 30 {
		t.Errorf("only %d trees", some)
	}
}
