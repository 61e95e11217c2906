package fabric

// How evenly hosts send: what each has sent since the averages began.

import "math"

// Shares sums up the data packets that hosts have begun to send.
type Shares struct {
	Hosts   uint64  // that have sent one, or have one waiting: others want nothing
	Least   uint64  // packets of the one of them that has sent least
	Sum     uint64  // of all of them
	Squares float64 // of their squares
}

// Jain is the fairness index of R. Jain, D. Chiu and W. Hawe (DEC-TR-301, 1984), (Σx)² / (n·Σx²): 1 if all hosts have sent as much, k/n if k
// of n share evenly and the others have nothing; -1 if none has sent.
func (s Shares) Jain() float64 {
	if s.Sum == 0 {
		return -1
	}
	return float64(s.Sum) * float64(s.Sum) / (float64(s.Hosts) * s.Squares)
}

// beginShares notes what hosts had sent when the averages began. It comes before the first packet of a host from then on.
func (f *Fabric) beginShares() {
	f.sentBefore = make([]uint32, len(f.host))
	for h := range f.host {
		f.sentBefore[h] = f.host[h].sent
	}
}

// Shares returns them since the averages began, or since 0. Hosts must have caught up (CatchUp).
func (f *Fabric) Shares(sinceBegin bool) (s Shares) {
	s.Least = math.MaxUint64
	for h := range f.host {
		n := f.host[h].sent
		switch {
		case !sinceBegin || f.WindowPS == 0:
		case f.sentBefore == nil: // nobody has since
			n = 0
		default:
			n -= f.sentBefore[h]
		}
		if n == 0 && !f.waits(h) {
			continue
		}
		s.Hosts++
		s.Least = min(s.Least, uint64(n))
		s.Sum += uint64(n)
		s.Squares += float64(n) * float64(n)
	}
	return s
}

// waits says whether a host has a packet to send.
func (f *Fabric) waits(h int) bool {
	for vc := range f.VCs {
		if f.SourceLen(h, vc) > 0 {
			return true
		}
	}
	return false
}
