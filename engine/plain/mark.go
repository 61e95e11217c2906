package plain

// Marks of congestion, FECN (fields cc-…; [DRB-T] §4.3.1, R "when an output is congested", "by port and VL").

import (
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// marking is what a switch marks by; ports may have thresholds and a victim mask of their own.
type marking struct {
	rate               int // packets left unmarked between two that are marked
	threshold          int
	victims            bool
	thresholds, masked []ports
	marked             uint64 // packets
}

// ports are those that an entry of cc-thresholds or cc-victim-ports is about: stage, switch, port, VL, as many as are said.
type ports struct {
	at        []int
	threshold int
}

func markingOf(s scenario.Scenario) *marking {
	return &marking{rate: int(s.Int("cc-marking-rate")), victims: s.Bool("cc-victims"), threshold: int(s.Int("cc-threshold")),
		thresholds: portsOf(s.Get("cc-thresholds")), masked: portsOf(s.Get("cc-victim-ports"))}
}

// portsOf reads such a field.
func portsOf(text string) (list []ports) {
	if text == "none" {
		return nil
	}
	for part := range strings.SplitSeq(text, "_") {
		var x ports
		name, threshold, _ := strings.Cut(part[1:], "-")
		x.threshold, _ = strconv.Atoi(threshold)
		for _, word := range strings.FieldsFunc(name, func(c rune) bool { return c == '.' || c == ':' }) {
			n, _ := strconv.Atoi(word)
			x.at = append(x.at, n)
		}
		list = append(list, x)
	}
	return list
}

// meant says whether an output's VC is among the ports.
func (m *Model) meant(x ports, sw, out, vc int) bool {
	here := []int{int(m.net.Stage[sw]), sw - m.net.First[max(m.net.Stage[sw], 1)-1], out, vc}
	if g := m.net.Grid; g != nil {
		here[0], here[1] = sw%g.X, sw/g.X
	}
	for i, n := range x.at {
		if here[i] != n {
			return false
		}
	}
	return true
}

// crowd returns the packets of data that wait in a switch for an output and a VC behind it.
func (m *Model) crowd(sw, out, outVC int) (n int) {
	for p := sw * m.net.Radix; p < (sw+1)*m.net.Radix; p++ {
		for _, queues := range m.ports[p].in.queue {
			for _, q := range queues {
				for _, pkt := range q {
					if pkt.out == out && pkt.outVC == outVC && !pkt.note {
						n++
					}
				}
			}
		}
	}
	return n
}

// congested says whether an output and a VC are, when a packet leaves by it and others wait.
func (m *Model) congested(sw, out, vc int) bool {
	c := m.marking
	threshold, victims := c.threshold, c.victims
	for _, x := range c.thresholds {
		if m.meant(x, sw, out, vc) {
			threshold = x.threshold
		}
	}
	for _, x := range c.masked {
		victims = victims || m.meant(x, sw, out, vc)
	}
	if threshold == 0 || m.crowd(sw, out, vc) < max(1, m.capacity*(16-threshold)/16) {
		return false
	}
	x := &m.ports[sw*m.net.Radix+out]
	return victims || m.net.IsHost(x.peer) || x.credits[vc] > 1 || m.capacity < 3 // one of the credits is for this packet
}

// mark marks a packet that leaves a switch, if its output is congested.
func (m *Model) mark(sw int, pkt *packet) {
	if m.marking == nil || pkt.note || pkt.marked || !m.congested(sw, pkt.out, pkt.outVC) {
		return
	}
	passed := &m.ports[sw*m.net.Radix+pkt.out].passed[pkt.outVC]
	if *passed < m.marking.rate {
		*passed++
		return
	}
	*passed = 0
	pkt.marked = true
	m.marking.marked++
}
