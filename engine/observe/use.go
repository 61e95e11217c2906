package observe

// Utilisation of links, over windows of simulated time that do not depend on who looks when.

import (
	"math"
	"slices"

	"github.com/congestree/congestree/engine/topology"
)

// useWindow is the length of a window, in packet times: packets count when they begin to leave, so that over less a link that is always
// busy had any value. Windows end at the multiples of it.
const useWindow = 16

// use is what is known of the links. The zero value counts nothing.
type use struct {
	begun int64    // when counting began, ps
	from  int64    // when the window began, ps; later than a multiple only if counting began there
	sent  []uint32 // by port: packets sent until then; nil: nothing is counted
	last  []uint8  // by port: utilisation over the last whole window, 255 = always busy; nil: there is none yet
}

func (u *use) clone() use {
	c := *u
	c.sent, c.last = slices.Clone(u.sent), slices.Clone(u.last)
	return c
}

// CountLinks begins to count what links carry, unless it has begun.
func (o *Observer) CountLinks() {
	if o.use.sent != nil {
		return
	}
	o.f.CountSent()
	o.use = use{begun: o.f.Now(), from: o.f.Now(), sent: make([]uint32, o.f.Net.Ports())}
	for p, peer := range o.f.Net.Peer {
		if peer != topology.NoPeer {
			o.use.sent[p] = o.f.Sent(p)
		}
	}
}

// WindowEnd returns when the window of utilisation ends, ps, at which EndWindow must be called; later than every time if links are
// not counted.
func (o *Observer) WindowEnd() int64 {
	if o.use.sent == nil {
		return math.MaxInt64
	}
	w := useWindow * o.f.PacketPS
	return (o.use.from/w + 1) * w
}

// EndWindow ends a window of utilisation, after all that happens at its end.
func (o *Observer) EndWindow() {
	u, end := &o.use, o.WindowEnd()
	whole := end-u.from == useWindow*o.f.PacketPS
	if whole && u.last == nil {
		u.last = make([]uint8, len(u.sent))
	}
	for p, peer := range o.f.Net.Peer {
		if peer == topology.NoPeer {
			continue
		}
		sent := o.f.Sent(p)
		if whole {
			u.last[p] = uint8(min(255, (sent-u.sent[p])*255/useWindow))
		}
		u.sent[p] = sent
	}
	u.from = end
}

// useOf is the utilisation of a port's link, 255 = always busy: that of the last whole window. Before there is one, it is that since
// time 0, and 0 if counting began later.
func (o *Observer) useOf(port int) uint8 {
	u, now := &o.use, o.f.Now()
	switch {
	case u.last != nil:
		return u.last[port]
	case u.begun > 0 || now == 0:
		return 0
	}
	return uint8(min(255, int64(o.f.Sent(port)-u.sent[port])*o.f.PacketPS*255/now))
}
