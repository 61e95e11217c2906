package fabric

// How many set-aside queues are in use, over time ([FBICM] Figs. 5(c), 6(c)).

import "math/bits"

// asideSeries sums the number of queues in use over time, in bins that widen like those of Stats.
type asideSeries struct {
	active int
	peak   int
	opened uint64 // allocations
	since  int64  // up to when the bins are filled
	binPS  int64
	bin    []uint64 // queues × ps
}

func (s *asideSeries) init(binPS int64) { s.binPS, s.bin = binPS, make([]uint64, 0, Bins) }

// change counts queues in or out.
func (s *asideSeries) change(now int64, by int) {
	s.fill(now)
	if s.active += by; by > 0 {
		s.opened++
		s.peak = max(s.peak, s.active)
	}
}

// fill adds what has been in use up to now.
func (s *asideSeries) fill(now int64) {
	for s.since < now {
		i := s.since / s.binPS
		for i >= Bins {
			for k := range s.bin {
				if k%2 == 0 {
					s.bin[k/2] = s.bin[k]
				} else {
					s.bin[k/2] += s.bin[k]
				}
			}
			s.bin = s.bin[:(len(s.bin)+1)/2]
			s.binPS *= 2
			i = s.since / s.binPS
		}
		for int64(len(s.bin)) <= i {
			s.bin = append(s.bin, 0)
		}
		end := min(now, (i+1)*s.binPS)
		s.bin[i] += uint64(s.active) * uint64(end-s.since)
		s.since = end
	}
}

// between returns the mean number of queues in use from one time to another, as the bins know it.
func (s *asideSeries) between(from, to int64) float64 {
	var sum float64
	for i := from / s.binPS; i < int64(len(s.bin)) && i*s.binPS < to; i++ {
		begin, end := i*s.binPS, min((i+1)*s.binPS, s.since)
		if end > begin {
			part := min(end, to) - max(begin, from)
			sum += float64(s.bin[i]) * float64(part) / float64(end-begin)
		}
	}
	if to <= from {
		return 0
	}
	return sum / float64(to-from)
}

// SetAsideSpread returns how many input ports of switches have set queues aside at present, and how many
// queues the one has that has most, all VCs together.
func (f *Fabric) SetAsideSpread() (ports, most int) {
	if f.aside == nil || f.aside.series.active == 0 {
		return
	}
	units := f.aside.unit[:f.Net.SwitchPorts()*f.VCs]
	for u := 0; u < len(units); u += f.VCs {
		n := 0
		for vc := range f.VCs {
			n += bits.OnesCount64(units[u+vc].open)
		}
		if n > 0 {
			ports++
			most = max(most, n)
		}
	}
	return
}
