package engine

// Flows under congestion control by notification.

import (
	"testing"

	"github.com/congestree/congestree/engine/fabric"
)

// What a throttled flow waits for does not let its newer packets pass the older ones.
func TestThrottledFlowsKeepTheirOrder(t *testing.T) {
	for _, sets := range []string{"network=rlft-4x3 traffic=UT load=1.2", "network=rlft-8x2 traffic=HS50-1 load=1.2 cc-threshold=15", "network=torus-4x4 routing=dor traffic=UT load=1.2 packet=256"} {
		m := opened(t, sets, "congestion-control=iba-cc")
		var o orders
		if o.run(t, m, 400); o.seen < 1000 || m.fabric.ControlState().BECN == 0 {
			t.Errorf("%s: %d packets, %d notifications arrived", sets, o.seen, m.fabric.ControlState().BECN)
		}
	}
}

// Notifications take the deterministic path, whatever the routing.
func TestNotificationsKeepToTheirPath(t *testing.T) {
	for _, routing := range []string{"adaptive", "adaptive voq=true", "oblivious"} {
		m := opened(t, "network=rlft-8x3 traffic=HS25-1 congestion-control=iba-cc routing="+routing)
		f, notes, up := m.fabric, 0, 0
		for i := int64(1); i <= 400; i++ {
			m.Advance(i*m.PacketPS()/2, NoLimit)
			f.Flights(func(port, _ int, p fabric.Packet, _ int64) {
				if !f.IsNotification(p) || f.Net.IsHost(port) {
					return
				}
				notes++
				if f.Net.IsUp(port) {
					up++
				}
				if det, _ := f.Routes.Step(port/f.Net.Radix, p.Dst()); int(det) != port%f.Net.Radix {
					t.Fatalf("routing=%s: a notification to host %d leaves by %s", routing, p.Dst(), f.Net.PortName(port))
				}
			})
		}
		if up < 20 {
			t.Errorf("routing=%s: %d notifications seen, %d on their way up", routing, notes, up)
		}
	}
}
