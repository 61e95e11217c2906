package engine

import (
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

// A host without credits for what it has is told as blocked, also when all of that waits in set-aside queues.
func TestHostsAreBlockedByWhatIsSetAside(t *testing.T) {
	for _, query := range []string{"network=torus-8x1 routing=dor dateline=false deadlock=watch queuing=fbicm traffic=HS10-1 load=0.9 buffer=0.25 packet=64 source-queue=8 cfqs=1 cfq-detect=1 cfq-stop=3 cfq-go=1 seed=239 delay=0", "network=rlft-4x3 queuing=recn-iq traffic=PTRANS-2x8-1024-32 buffer=2 packet=512 cfqs=1 cfq-detect=1 cfq-stop=3 cfq-go=1"} {
		m := opened(t, query)
		var fr observe.Frame
		aside := 0
		for range 2000 {
			m.Advance(m.Now()+m.PacketPS()/2, NoLimit)
			m.Frame(&fr, observe.Options{Detail: -1})
			f := m.fabric
			for h := range f.Net.Hosts {
				p := f.Net.HostPort(h)
				lacks := f.SourceLen(h, 0) > 0 && f.Credits(p, 0) == 0
				if _, more := f.SourceHead(h, 0); lacks && !more {
					aside++
				}
				if told := fr.Hosts[h].Flags&observe.Blocked != 0; told != lacks {
					t.Fatalf("%s: at %d ps host %d has %d packets and %d credits, told as blocked: %v", query, m.Now(), h, f.SourceLen(h, 0), f.Credits(p, 0), told)
				}
			}
		}
		if aside == 0 {
			t.Errorf("%s: no host lacks credits for nothing but what is set aside", query)
		}
	}
}
