package engine

import (
	"slices"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
)

// A host's source queue is not full of packets that belong into a queue set aside, while that has space: it would refuse others.
func TestHostsSetAsideAtOnce(t *testing.T) {
	m := opened(t, "network=rlft-4x3 packet=64 bandwidth=8 buffer=1 traffic=HS60-4 load=1.2 queuing=fbicm source-queue=2 cfq-detect=1 cfq-stop=2 cfq-go=1")
	f, full := m.fabric, 0
	for m.StepEvent(100 * m.PacketPS()) {
		f.CatchUp()
		for h := range f.Net.Hosts {
			dst, _ := f.SourceHead(h, 0)
			waiting, space := f.SourceLen(h, 0), false
			f.SetAsideLines(f.Net.HostPort(h), 0, func(l fabric.CAMLine) {
				waiting -= l.Packets
				space = space || slices.Contains(l.Dests, dst) && l.Packets < f.SourceCap
			})
			if waiting == f.SourceCap {
				full++
				if space {
					t.Fatalf("%d ps: host %d keeps packets to %d in a full source queue, and the queue of their line has space", m.Now(), h, dst)
				}
			}
		}
	}
	if full == 0 {
		t.Error("no source queue is ever full")
	}
}
