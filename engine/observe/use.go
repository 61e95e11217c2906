package observe

// Utilisation of links and lack of credits, over windows of simulated time that do not depend on who looks when.

import (
	"math"
	"math/bits"
	"slices"

	"github.com/congestree/congestree/engine/topology"
)

// useWindow is the length of a window, in packet times: packets count when they begin to leave, so that over less a link that is always
// busy had any value. Windows end at the multiples of it.
const useWindow = 16

// useLooks is how often in a window it is looked at which outputs lack credits, at equal distances, the last time at its end. They are not
// the packet time's multiples, so that traffic in step with packets is met in all its phases. A look reads all outputs, so that on large
// networks, as with trees, there are fewer (largeLooks); both divide 255.
const (
	useLooks   = 15
	largeLooks = 5
)

func (o *Observer) looks() int {
	if o.f.Net.Hosts > 2000 {
		return largeLooks
	}
	return useLooks
}

// use is what is known of the links. The zero value counts nothing.
type use struct {
	begun int64    // when counting began, ps
	from  int64    // when the window began, ps; later than a multiple only if counting began there
	sent  []uint32 // by port: packets sent until then; nil: nothing is counted
	last  []uint8  // by port: utilisation over the last whole window, 255 = always busy; nil: there is none yet

	looks   int     // of this window that are over, or were before counting began
	taken   int     // of them, those that have been counted
	lacking []uint8 // by switch port: at how many packets waited for it that it had no credits for
	starved []uint8 // by switch port: at which part of the looks of the last whole window, 255 = at all
}

func (u *use) clone() use {
	c := *u
	c.sent, c.last = slices.Clone(u.sent), slices.Clone(u.last)
	c.lacking, c.starved = slices.Clone(u.lacking), slices.Clone(u.starved)
	return c
}

// CountLinks begins to count what links carry and what they lack credits for, unless it has begun.
func (o *Observer) CountLinks() {
	if o.use.sent != nil {
		return
	}
	f := o.f
	f.CountSent()
	u := &o.use
	*u = use{begun: f.Now(), from: f.Now(), sent: make([]uint32, f.Net.Ports()), lacking: make([]uint8, f.Net.SwitchPorts())}
	for u.looks < o.looks()-1 && o.lookAt() <= u.begun {
		u.looks++
	}
	for p, peer := range f.Net.Peer {
		if peer != topology.NoPeer {
			u.sent[p] = f.Sent(p)
		}
	}
}

// windowPS is the length of a window, and windowOf the time at which the present one began, or would have.
func (o *Observer) windowPS() int64 { return useWindow * o.f.PacketPS }
func (o *Observer) windowOf() int64 { return o.use.from / o.windowPS() * o.windowPS() }

// lookAt is the time of the window's next look, ps.
func (o *Observer) lookAt() int64 {
	return o.windowOf() + o.windowPS()*int64(o.use.looks+1)/int64(o.looks())
}

// NextLook returns the time of the next look at the links, ps, at which LookAtLinks must be called; later than every time if they are
// not counted.
func (o *Observer) NextLook() int64 {
	if o.use.sent == nil {
		return math.MaxInt64
	}
	return o.lookAt()
}

// LookAtLinks is a look at the links, after all that happens at its time. The last one of a window ends it.
func (o *Observer) LookAtLinks() {
	u, n := &o.use, o.f.Net
	for sw := range n.Switches {
		base := sw * n.Radix
		for m := o.f.Lacking(sw); m != 0; m &= m - 1 {
			u.lacking[base+bits.TrailingZeros64(m)]++
		}
	}
	u.taken++
	if u.looks++; u.looks == o.looks() {
		o.endWindow()
	}
}

func (o *Observer) endWindow() {
	u, end := &o.use, o.windowOf()+o.windowPS()
	whole := end-u.from == o.windowPS()
	if whole && u.last == nil {
		u.last, u.starved = make([]uint8, len(u.sent)), make([]uint8, len(u.lacking))
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
	if whole {
		for p, looks := range u.lacking {
			u.starved[p] = looks * uint8(255/o.looks())
		}
	}
	clear(u.lacking)
	u.from, u.looks, u.taken = end, 0, 0
}

// starvedOf is how much of the time packets waited for a switch's port and it had no credits for them, 255 = always: over the same time as
// useOf tells.
func (o *Observer) starvedOf(port int) uint8 {
	u := &o.use
	switch {
	case u.starved != nil:
		return u.starved[port]
	case u.begun > 0 || u.taken == 0:
		return 0
	}
	return uint8(int(u.lacking[port]) * 255 / u.taken)
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
