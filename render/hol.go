package render

// HoL blocking from afar: links, and from farther off switches, bundles and pods, by the share of the packets in a buffer
// that suffer it, low-order and high-order in colours of their own.

import "github.com/congestree/congestree/engine/topology"

// WantHoL says whether frames need HoL blocking by port: observe.Options.HoL.
func (s *Scene) WantHoL() bool { return s.asksLinks == ByHoL }

// holTold says whether the frame has it.
func (s *Scene) holTold() bool {
	return s.asksLinks == ByHoL && s.frame != nil && len(s.frame.Blocking) == s.net.SwitchPorts()
}

// hol is the share of some packets that suffers HoL blocking, 0–1, and how full their buffers are.
type hol struct{ low, high, fill float32 }

// holOf is that of the input buffer of a switch's port.
func (s *Scene) holOf(port int) hol {
	b := &s.frame.Blocking[port]
	return hol{float32(b.Low) / 255, float32(b.High) / 255, float32(s.frame.Ports[port].Fill) / 255}
}

// add takes in another buffer; mean gives the shares of all packets of so many buffers.
func (h *hol) add(x hol) {
	h.low, h.high, h.fill = h.low+x.low*x.fill, h.high+x.high*x.fill, h.fill+x.fill
}

func (h hol) mean(buffers float32) hol {
	if h.fill <= 0 {
		return hol{}
	}
	return hol{h.low / h.fill, h.high / h.fill, h.fill / buffers}
}

// holLeast is the least share that is shown, and holFull what has the full colour: half of a buffer's packets.
const (
	holLeast = .04
	holFull  = .5
)

// seen says whether there is enough of it to be shown.
func (h hol) seen() bool { return h.low+h.high >= holLeast }

// strength is how strong its colour is, 0–1.
func (h hol) strength() float32 { return min(1, .3+.7*(h.low+h.high)/holFull) }

// holInk is the colour of what suffers it: of the order that most packets suffer.
func (s *Scene) holInk(h hol) ink {
	if h.high > h.low {
		return s.inks.high
	}
	return s.inks.low
}

// holLinks draws the links into buffers with HoL blocking, the thicker the fuller the buffer; where packets suffer
// both orders, side by side.
func (s *Scene) holLinks(m *Mesh, seen rect) {
	n, l := s.net, s.lay
	least, more := s.px(1), max(s.px(1), min(s.units(.2), s.px(4)))
	list := s.chosen[:0]
	for p, q := range n.Peer {
		if q != topology.NoPeer && !n.IsHost(int(q)) && s.holOf(int(q)).seen() && l.sees(&seen, p, int(q)) {
			list = append(list, int32(p))
		}
	}
	s.chosen = list
	thin := thinned(len(list), s.most(least+more))
	for _, port := range list {
		if thin.drops(port) {
			continue
		}
		p, q := int(port), n.Peer[port]
		h := s.holOf(int(q))
		s.lit++
		w, all := least+more*h.fill, h.low+h.high
		calm := s.dimming * (.35 + .65*min(1, 2*h.fill)) // a few packets are nothing to shout about
		tone := func(c ink) ink { return mix(s.inks.link, c, h.strength()).times(calm) }
		if min(h.low, h.high) < all/5 || w < s.px(2) {
			s.link(m, p, int(q), w, tone(s.holInk(h)))
			continue
		}
		low := w * h.low / all
		s.strand(m, p, int(q), low, -(w-low)/2, tone(s.inks.low))
		s.strand(m, p, int(q), w-low, low/2, tone(s.inks.high))
	}
}

// holBundles draws the bundles of the far view by the buffers at both of their ends, and the pods by all of theirs.
func (s *Scene) holBundles(m *Mesh, seen rect) {
	n, l := s.net, s.lay
	shares := s.holShares()
	for i := range l.pods {
		var sum hol
		for t := 1; t < n.Stages; t++ {
			per := (n.First[t] - n.First[t-1]) / len(l.pods)
			for sw := n.First[t-1] + i*per; sw < n.First[t-1]+(i+1)*per; sw++ {
				sum.add(shares[sw])
			}
		}
		if h := sum.mean(1); h.seen() {
			p := &l.pods[i]
			m.cell(s.x(p.x0), s.y(p.y0), s.x(p.x1), s.y(p.y1), min(s.units(.5), s.px(8)), s.holInk(h).times(.06+.24*h.strength()))
		}
	}
	if n.Stages < 2 {
		return
	}
	t := n.Stages - 1
	down, up := n.Tree.DownPorts(t), n.Tree.UpPorts(t)
	w := max(s.px(1), min(s.units(.15), s.px(3)))
	for sw := n.First[t-1]; sw < n.First[t]; sw++ {
		var sum hol
		for p := sw*n.Radix + down; p < sw*n.Radix+down+up; p++ {
			sum.add(s.holOf(p))
			sum.add(s.holOf(int(n.Peer[p])))
		}
		h := sum.mean(float32(2 * up))
		if !h.seen() {
			continue
		}
		if x0, y0, x1, y1 := s.bundle(sw); seen.crosses(x0, y0, x1, y1) {
			s.lit++
			m.line(s.x(x0), s.y(y0), s.x(x1), s.y(y1), w, mix(s.inks.link, s.holInk(h), h.strength()).times(s.dimming))
		}
	}
}

// holSums are kept from one drawing of a frame to the next.
type holSums struct {
	bySwitch []hol
	fresh    bool
}

// holShares gives the HoL blocking of the packets in each switch. It is valid for the present frame.
func (s *Scene) holShares() []hol {
	if s.holSums.fresh {
		return s.holSums.bySwitch
	}
	n := s.net
	s.holSums.bySwitch = sized(s.holSums.bySwitch, n.Switches)
	linked := s.surveyed().linked
	for sw := range s.holSums.bySwitch {
		var sum hol
		for p := sw * n.Radix; p < (sw+1)*n.Radix; p++ {
			if s.frame.Ports[p].Fill > 0 {
				sum.add(s.holOf(p))
			}
		}
		s.holSums.bySwitch[sw] = sum.mean(float32(linked[sw]))
	}
	s.holSums.fresh = true
	return s.holSums.bySwitch
}
