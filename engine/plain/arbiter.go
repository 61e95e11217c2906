package plain

// Who may send: iSLIP, rounds, and the arbiters by age.

// arbitrate lets a switch begin to send what it can. An output for which nobody asks is left out for this look: what moves there
// while others are served waits for the next one.
func (m *Model) arbitrate(sw int) {
	m.forwardNotes(sw)
	n := m.net.Radix
	asked := make([]bool, n)
	for out := range n {
		o := &m.ports[sw*n+out]
		asked[out] = o.peer >= 0 && !o.busy && m.asked(sw, out)
	}
	if m.arbiter != "islip" {
		m.oldest(sw, asked)
		return
	}
	if m.demux { // R "the crossbar's inputs": each output takes the next requesting input by itself
		for out := range n {
			if !asked[out] {
				continue
			}
			if in := m.grantTo(sw, out); in >= 0 {
				m.ports[sw*n+out].grant = (in + 1) % n
				m.forward(sw, in, m.turnOf(sw, in, out), out)
			}
		}
		return
	}
	// iSLIP (McKeown 1999) in rounds until no match can be added; pointers move in the first (R "iSLIP's iterations").
	for round := 0; ; round++ {
		granted := make([]int, n) // per output, the input
		for out := range n {
			granted[out] = -1
			if asked[out] && !m.ports[sw*n+out].busy {
				granted[out] = m.grantTo(sw, out)
			}
			asked[out] = granted[out] >= 0
		}
		matched := false
		for in := range n {
			i := &m.ports[sw*n+in].in
			for k := range n {
				out := (i.accept + k) % n
				if granted[out] != in {
					continue
				}
				if round == 0 {
					i.accept = (out + 1) % n
					m.ports[sw*n+out].grant = (in + 1) % n
				}
				m.forward(sw, in, m.turnOf(sw, in, out), out)
				matched = true
				break
			}
		}
		if !matched {
			return
		}
	}
}

// oldest lets packets go by their age: the first of all that could leave, then the next one (field arbiter). Of an input's VCs
// that ask for an output the next in turn does (R "the arbiter under [FBICM]").
func (m *Model) oldest(sw int, asked []bool) {
	n := m.net.Radix
	for {
		var best *packet
		bestIn, bestVC := 0, 0
		for out := range n { // of equally old packets that for the lowest output goes, from the lowest input
			for in := range n {
				x := &m.ports[sw*n+in].in
				if x.busy || !asked[out] || m.ports[sw*n+out].busy {
					continue
				}
				for k := range m.vcs {
					vc := (x.turnVC + k) % m.vcs
					if !m.asks(sw, in, vc, out) {
						continue
					}
					holder, queue := m.holder(sw, in, vc, out)
					if first := x.queue[holder][queue][0]; best == nil || m.age(first) < m.age(best) {
						best, bestIn, bestVC = first, in, vc
					}
					break
				}
			}
		}
		if best == nil {
			return
		}
		m.forward(sw, bestIn, bestVC, best.out)
	}
}

// age is from when arbiters count it (field arbiter).
func (m *Model) age(p *packet) int64 {
	if m.arbiter == "oldest-injected" {
		return p.begun
	}
	return p.born
}

// asked says whether anybody asks for an output: an input that is sending does not, where it sends one packet at a time.
func (m *Model) asked(sw, out int) bool {
	for vc := range m.vcs {
		if !m.room(sw*m.net.Radix+out, vc) {
			continue
		}
		for in := range m.net.Radix {
			if !m.ports[sw*m.net.Radix+in].in.busy && m.waits(sw, in, vc, out) {
				return true
			}
		}
	}
	return false
}

// rounds says whether outputs serve their inputs in rounds, one for each VC (R "inputs' turns at an output"): VOQnet has one, and queues
// that are set aside are no VOQs.
func (m *Model) rounds() bool { return m.demux && m.vcs > 1 && m.queuing != "voqnet" && !m.aside }

// inRound says whether an input asks an output for a VC and is in its round: it has not been served in this round, or none is
// left that asks and has not, so that the next round begins.
func (m *Model) inRound(sw, in, vc, out int) bool {
	if !m.asks(sw, in, vc, out) || !m.rounds() {
		return m.asks(sw, in, vc, out)
	}
	served := m.ports[sw*m.net.Radix+out].served[vc]
	return !served[in] || !m.left(sw, vc, out)
}

// left says whether an input asks an output for a VC that has not been served in this round of it.
func (m *Model) left(sw, vc, out int) bool {
	for in, served := range m.ports[sw*m.net.Radix+out].served[vc] {
		if !served && m.asks(sw, in, vc, out) {
			return true
		}
	}
	return false
}

// grantTo returns the input that an output grants, the first one at or after its pointer, or -1.
func (m *Model) grantTo(sw, out int) int {
	n := m.net.Radix
	o := &m.ports[sw*n+out]
	for k := range n {
		in := (o.grant + k) % n
		if m.ports[sw*n+in].in.busy {
			continue
		}
		for vc := range m.vcs {
			if m.inRound(sw, in, vc, out) {
				return in
			}
		}
	}
	return -1
}

// turnOf returns the VC of a match: round robin per input, or where outputs serve in rounds per output, among the VCs in whose
// rounds the input is (R "VC of an accepted match").
func (m *Model) turnOf(sw, in, out int) int {
	o := &m.ports[sw*m.net.Radix+out]
	turn := m.ports[sw*m.net.Radix+in].in.turnVC // which forward moves on
	if m.rounds() {
		turn = o.turnVC
	}
	for k := range m.vcs {
		if vc := (turn + k) % m.vcs; m.inRound(sw, in, vc, out) {
			o.turnVC = (vc + 1) % m.vcs
			m.serve(sw, in, vc, out)
			return vc
		}
	}
	panic("a grant without a request")
}

// serve notes that an input has been served. If none is left that asks and has not been, the next round begins: one for all
// that ask at this moment. Others that had been served before have been served in it, too.
func (m *Model) serve(sw, in, vc, out int) {
	served := m.ports[sw*m.net.Radix+out].served[vc]
	if !m.left(sw, vc, out) {
		next := m.inputsAt(sw, out, vc)
		if m.again {
			for _, q := range m.others(sw, out) {
				next = append(next, m.inputsAt(sw, q, vc)...)
			}
		}
		for _, i := range next {
			served[i] = false
		}
	}
	served[in] = true
}
