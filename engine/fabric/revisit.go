package fabric

// Choosing again. With VOQs a packet is bound to an output only when it leaves: while the head of a VOQ waits for an
// up port, it takes another one if the routing, by the credits as they are by then, picks that. [RAR] §5.1 has the
// arbiter, which "has the global view of the credits information at all the ports of the switch", model the path
// selection; a packet's VOQ is where it waits until then.
//
// Being the arbiter's, the choice is one among the ports that can be granted: while an up port with credits sends nothing, a
// head does not wait for a busy one with more (routing.Choice.Ready). Otherwise all heads of a switch would crowd at the port
// with the most credits and leave the others idle: under uniform traffic NoTH with VOQs would reach 79 %, where it is
// optimal in [AFI] §V-B, and reaches 98 % so.
//
// A choice can differ from the last only when credits have changed or a port has become free, so that is when waiting heads
// choose: those that cannot leave now, when an output could take them (canTake), and when an output has used a credit, those
// that wait for it (creditTaken).

import (
	"math"
	"math/bits"

	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/topology"
)

// initRevisits finds out whether waiting heads choose again. What changes its VC on the way, or goes by paths its source has
// chosen, does not. What D-mod-K does with packets that wait by now is not known: it may send any of them elsewhere.
func (f *Fabric) initRevisits() {
	f.again = f.Revisit && f.VOQ && f.staged && !f.moves && !f.sorts && f.spread == nil
	if !f.again {
		return
	}
	f.kept = math.MaxUint16
	if k, ok := f.Routing.(routing.Keeper); ok {
		f.kept = k.KeptFrom(uint16(f.Capacity), f.Net.Radix)
	}
	for s := range f.Net.Switches {
		w := f.block(s)
		for vc := range f.VCs {
			w[f.atAway+vc], w[f.atWaits+vc] = 0, 0
			for out := range f.Net.Radix {
				f.noteCredits(s, out, vc)
				*f.awayAt(w, out, vc) = f.requests(s, out, vc)
				if f.requests(s, out, vc) != 0 {
					w[f.atAway+vc] |= bit(out)
					w[f.atWaits+vc] |= bit(out)
				}
			}
		}
	}
}

// noteCredits keeps the masks of outputs by their credits for a VC, which have changed.
func (f *Fabric) noteCredits(s, out, vc int) {
	n := uint16(f.output(s, out).credits(vc))
	b, w := bit(out), f.block(s)
	have, hot := b, b
	if n == 0 {
		have = 0
	}
	if n >= f.kept {
		hot = 0
	}
	i, k := uint(f.atHave+vc)&blockMask, uint(f.atHot+vc)&blockMask
	w[i] = w[i]&^b | have
	w[k] = w[k]&^b | hot
}

// awayAt returns the inputs with packets for an output in a VC that D-mod-K may send elsewhere.
func (f *Fabric) awayAt(w *block, out, vc int) *uint64 {
	return &w[uint(f.atAwayIn+out*f.VCs+vc)&blockMask]
}

// sentAway: an input's packet is for another output than D-mod-K's.
func (f *Fabric) sentAway(w *block, in, out, vc int) {
	*f.awayAt(w, out, vc) |= bit(in)
	w[uint(f.atAway+vc)&blockMask] |= bit(out)
}

// emptied: an input has no packets for an output in a VC any more.
func (f *Fabric) emptied(s, in, out, vc int) {
	w := f.block(s)
	if f.requests(s, out, vc) == 0 {
		w[uint(f.atWaits+vc)&blockMask] &^= bit(out)
	}
	if away := &w[uint(f.atAway+vc)&blockMask]; *away&bit(out) != 0 {
		at := f.awayAt(w, out, vc)
		if *at &^= bit(in); *at == 0 {
			*away &^= bit(out)
		}
	}
}

// creditGiven: an output of a switch has got a credit for a VC.
func (f *Fabric) creditGiven(s, out, vc int) {
	f.noteCredits(s, out, vc)
	if f.ports[s].freeOut&bit(out) == 0 {
		return
	}
	if ports := f.alternatives(s, out); ports != 0 {
		f.canTake(s, out, vc, ports)
	}
}

// freed: an output of a switch sends nothing any more.
func (f *Fabric) freed(s, out int) {
	ports := f.alternatives(s, out)
	if ports == 0 {
		return
	}
	for vc := range f.VCs {
		if f.hasCredits(f.block(s), out, vc) {
			f.canTake(s, out, vc, ports)
		}
	}
}

// canTake: an output of a switch is free, with credits for a VC. Of the inputs with a head that waits for another of some up ports
// that is not, one at most moves there: the arbiter's next in turn that picks this output (see turn; a pointer alone prefers
// inputs with heads for many outputs: under IHS, NoTH with FS, those that send at random got twice as much of a leaf's
// ports as those that send to the hot ones). An input in front of it that already waits for the output takes the credit.
func (f *Fabric) canTake(s, out, vc int, ports uint64) {
	w := f.block(s)
	// Those that are busy or without credits, for which somebody waits who may want another.
	full := ports &^ bit(out) & f.restless(w, vc) &^ (f.ports[s].freeOut & w[uint(f.atHave+vc)&blockMask])
	if full == 0 {
		return
	}
	r := f.output(s, out)
	own := f.requests(s, out, vc)
	blocked := own
	for m := full; m != 0; m &= m - 1 {
		blocked |= f.restlessInputs(s, w, bits.TrailingZeros64(m), vc)
	}
	turn := uint8(r[0])
	for blocked != 0 {
		in := next(f.notServed(r, vc, blocked), turn)
		if own&bit(in) != 0 {
			return
		}
		blocked &^= bit(in)
		for m := full; m != 0; {
			from := next(m, uint8(out))
			m &^= bit(from)
			if f.restlessInputs(s, w, from, vc)&bit(in) != 0 && f.chooseAgain(s, in, from, vc, bit(out)) {
				return
			}
		}
	}
}

// creditTaken: an output of a switch has used a credit for a VC. The heads that wait for it choose again.
func (f *Fabric) creditTaken(s, out, vc int) {
	f.noteCredits(s, out, vc)
	w := f.block(s)
	if f.restless(w, vc)&bit(out) == 0 {
		return
	}
	ports := f.alternatives(s, out) &^ bit(out)
	if ports == 0 {
		return
	}
	for m := f.restlessInputs(s, w, out, vc); m != 0; m &= m - 1 {
		f.chooseAgain(s, bits.TrailingZeros64(m), out, vc, ports)
	}
}

// restless returns the up ports at which a head waits that may pick another: one for which this is not D-mod-K's port, or for
// which it is, and the routing does not keep it there (routing.Keeper). It only saves time.
func (f *Fabric) restless(w *block, vc int) uint64 {
	return w[uint(f.atWaits+vc)&blockMask] & (w[uint(f.atAway+vc)&blockMask] | f.lets(w, vc))
}

// lets returns the ports at which the routing does not keep those that D-mod-K sends there.
func (f *Fabric) lets(w *block, vc int) uint64 {
	return w[uint(f.atHot+vc)&blockMask] | w[uint(vc)&blockMask]
}

// restlessInputs returns the inputs with such a head at one of these ports.
func (f *Fabric) restlessInputs(s int, w *block, q, vc int) uint64 {
	inputs := f.requests(s, q, vc)
	if f.lets(w, vc)&bit(q) == 0 {
		inputs &= *f.awayAt(w, q, vc)
	}
	return inputs
}

// chooseAgain lets the head of an input's VOQ for one output choose, and moves it if it picks another among those
// given, with credits. It says whether it did.
func (f *Fabric) chooseAgain(s, in, from, vc int, to uint64) bool {
	c := f.channel((s*f.Net.Radix+in)*f.VCs + vc)
	at := c.find(from)
	p := c.packet(at)
	if f.IsNotification(p) { // these keep to their path
		return false
	}
	det, up := f.Routes.Step(s, p.Dst())
	candidates := uint64(0)
	if up != 0 {
		candidates = f.candidates(s, det, up)
	}
	if candidates&to == 0 {
		return false
	}
	out := int(f.pick(s, p, det, routing.Opposite(up, in), candidates, vc))
	w := f.block(s)
	if to&bit(out) == 0 || !f.hasCredits(w, out, vc) {
		return false
	}
	c.set(at, out)
	if out != int(det) {
		f.sentAway(w, in, out, vc)
	}
	if c.findFrom(uint(at), from) < 0 {
		f.withdraw(s, in, from, vc)
	}
	f.expose(s, in, out, vc)
	if f.cc != nil {
		f.cc.waiting[(s*f.Net.Radix+from)*f.VCs+vc]--
		f.cc.waiting[(s*f.Net.Radix+out)*f.VCs+vc]++
	}
	if f.ports[s].freeOut&bit(out) != 0 {
		f.mark(s, bit(out))
	}
	return true
}

// mayCome returns the inputs with a head in a VC that may move to an output.
func (f *Fabric) mayCome(s, out, vc int) (inputs uint64) {
	for m := f.alternatives(s, out); m != 0; m &= m - 1 {
		inputs |= f.requests(s, bits.TrailingZeros64(m), vc)
	}
	return
}

// alternatives returns the up ports of a switch that packets take instead of one of them, itself among them; 0 if it is none or
// packets keep to it.
func (f *Fabric) alternatives(s, out int) uint64 {
	return f.among[f.Routes.Stage(s)*topology.MaxRadix+out]
}

// hasCredits says whether an output has credits for a VC, where waiting heads choose again.
func (f *Fabric) hasCredits(w *block, out, vc int) bool {
	return w[uint(f.atHave+vc)&blockMask]&bit(out) != 0
}
