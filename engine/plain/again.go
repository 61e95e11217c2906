package plain

// Waiting heads that choose again (field choice=leaving; R "when a packet's output is chosen").

import "slices"

// inputsAt returns the inputs with a packet at the head of a queue that waits for an output and a VC behind it.
func (m *Model) inputsAt(sw, out, outVC int) (list []int) {
	for in := range m.net.Radix {
		if m.waits(sw, in, outVC, out) {
			list = append(list, in)
		}
	}
	return list
}

// others returns the outputs that packets may take instead of one of them, the next one above it first, cyclically.
func (m *Model) others(sw, out int) (list []int) {
	stage := int(m.net.Stage[sw])
	down, ups := m.net.Down(stage), m.ups(sw)
	if out < down || out >= down+ups {
		return nil
	}
	for k := 1; k < ups; k++ {
		i := (out - down + k) % ups
		if slices.Contains(m.candidates(stage, out-down, ups), i) {
			list = append(list, down+i)
		}
	}
	return list
}

// canTake: an output sends nothing and has a credit for a VC. Of the heads that wait for another output, one that is busy or
// without credits, one at most moves here: the first in the arbiter's turn that chooses it now. If an input that waits here
// already is before it in turn, none does (R "when a packet's output is chosen").
func (m *Model) canTake(sw, out, vc int) {
	n := m.net.Radix
	var full []int
	for _, q := range m.others(sw, out) {
		if x := &m.ports[sw*n+q]; x.busy || x.credits[vc] == 0 {
			full = append(full, q)
		}
	}
	own := m.inputsAt(sw, out, vc)
	waiting := slices.Clone(own)
	for _, q := range full {
		waiting = append(waiting, m.inputsAt(sw, q, vc)...)
	}
	o := &m.ports[sw*n+out]
	served := func(in int) int { // those served in this round come last
		if m.rounds() && o.served[vc][in] {
			return n
		}
		return 0
	}
	slices.SortFunc(waiting, func(a, b int) int {
		return served(a) + (a-o.grant+n)%n - served(b) - (b-o.grant+n)%n
	})
	for _, in := range slices.Compact(waiting) {
		if slices.Contains(own, in) {
			return
		}
		for _, q := range full {
			if m.waits(sw, in, vc, q) && m.chooseAgain(sw, in, q, vc, []int{out}) {
				return
			}
		}
	}
}

// chooseAgain lets the head of an input's queue for an output choose once more. It moves if its choice is one of those given,
// and has a credit.
func (m *Model) chooseAgain(sw, in, from, vc int, to []int) bool {
	n := m.net.Radix
	q := &m.ports[sw*n+in].in.queue[vc][from]
	pkt := (*q)[0]
	m.route(sw*n+in, vc, pkt)
	out := pkt.out
	if !slices.Contains(to, out) || !m.room(sw*n+out, vc) {
		pkt.out = from
		return false
	}
	*q = (*q)[1:]
	m.put(sw, in, vc, pkt)
	if !m.ports[sw*n+out].busy {
		m.touch(sw * n)
	}
	return true
}
