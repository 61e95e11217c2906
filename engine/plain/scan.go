package plain

// HoL blocking of a network and by port, as it is told: the doc comments of observe.Point, Strain and HoLState, R "HoL blocking", "utilisation,
// lack of credits, HoL blocking by port".

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

const scanParts = 8 // an eighth of the ports at each look

// A scan follows HoL blocking from look to look.
type scan struct {
	t           *Trees
	looks       int // those in step with packets apart
	lows, highs [scanParts]int
	packets     [scanParts]int // in the network

	from            int64 // when the window of sixteen packet times has begun
	read            int   // looks in it
	low, high       []int // by port, of 255, summed over them
	known           bool
	lastLow, lastHi []int // of the last whole window, the mean
}

func newScan(t *Trees) *scan {
	n := t.m.net.SwitchPorts()
	return &scan{t: t, low: make([]int, n), high: make([]int, n), lastLow: make([]int, n), lastHi: make([]int, n)}
}

// blockedAt counts the packets of a port's buffer that suffer low-order and high-order HoL blocking now.
func (m *Model) blockedAt(p int, waits ends) (low, high int) {
	if m.ports[p].peer < 0 || m.aside { // not told with set-aside queues
		return 0, 0
	}
	for vc := range m.allVCs() {
		c := channel{p, vc}
		for _, x := range m.held(c) {
			switch is, near := m.blocked(c, x, waits); {
			case is && near:
				low++
			case is:
				high++
			}
		}
	}
	return low, high
}

// inNetwork returns the packets in the network, notifications among them: on links, up to the last bit, and in buffers.
func (m *Model) inNetwork() int {
	all := map[*packet]bool{}
	for _, f := range slices.Concat(m.flights, m.noteFlights) {
		all[f.p] = true
	}
	for i := range m.net.SwitchPorts() {
		for _, queues := range append(m.ports[i].in.queue, m.ports[i].notes.queue...) {
			for _, q := range queues {
				for _, p := range q {
					all[p] = true
				}
			}
		}
	}
	return len(all)
}

// look is after each look at trees.
func (s *scan) look() {
	m := s.t.m
	window := 16 * m.packetPS
	if m.now%window == 0 {
		if m.now == s.from+window {
			s.known = true
			for p := range s.low {
				s.lastLow[p], s.lastHi[p] = s.low[p]/s.read, s.high[p]/s.read
			}
		}
		clear(s.low)
		clear(s.high)
		s.from, s.read = m.now, 0
		return
	}
	waits := s.t.roots(false)
	part := s.looks % scanParts
	s.lows[part], s.highs[part], s.packets[part] = 0, 0, m.inNetwork()
	for p := range s.low {
		low, high := m.blockedAt(p, waits)
		if p%scanParts == part {
			s.lows[part] += low
			s.highs[part] += high
		}
		s.low[p] += low * 255 / max(1, m.ports[p].in.waiting)
		s.high[p] += high * 255 / max(1, m.ports[p].in.waiting)
	}
	s.looks++
	s.read++
}

// shares are those of the packets in the network in the mean of the last eight looks, which have read each port once; before, 0.
func (s *scan) shares() (low, high float32) {
	if s.t.m.aside {
		return observe.NotMeasured, observe.NotMeasured
	}
	lows, highs, packets := 0, 0, 0
	for i := range scanParts {
		lows, highs, packets = lows+s.lows[i], highs+s.highs[i], packets+s.packets[i]
	}
	if s.looks < scanParts || packets == 0 {
		return 0, 0
	}
	low = min(1, scanParts*float32(lows)/float32(packets))
	return low, min(1-low, scanParts*float32(highs)/float32(packets))
}

// ofPort is that of a port's buffer over the last whole window, or now.
func (s *scan) ofPort(p int, waits ends) (low, high int) {
	if s.known {
		return s.lastLow[p], s.lastHi[p]
	}
	low, high = s.t.m.blockedAt(p, waits)
	n := max(1, s.t.m.ports[p].in.waiting)
	return low * 255 / n, high * 255 / n
}
