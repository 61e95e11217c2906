package render

// Time between frames. The engine sends the state of one instant at a time, and on a large network
// pictures are drawn more often than that. Packets on links are shown in between at their true
// places: a packet's transmission and its flight take times that are known, so that where it is now says where
// it was and will be. The picture runs behind the engine by one frame, until it has caught up.

import "github.com/congestree/congestree/engine/observe"

type motion struct {
	past  []observe.Dot // of the frame before: those that arrive before the present frame's time
	since int64         // time of the frame before, ps
	clock int64         // time shown, ps
	rate  float64       // ps of it per second
	wall  float64       // s, sum of the ticks
	at    float64       // wall at the last frame
	every float64       // mean time between frames, s
}

// Beyond this many seconds between frames nothing is drawn in between: the run stands still or is sought.
const longestGap = .5

// arrive takes a new frame in, before it takes the place of the old one.
func (m *motion) arrive(old, f *observe.Frame, still bool) {
	m.past = m.past[:0]
	took := m.wall - m.at
	m.at = m.wall
	if took < longestGap {
		m.every += (took - m.every) / 4
	}
	if f == nil {
		return
	}
	m.clock, m.rate = f.TimePS, 0
	if old == nil || old == f || still || took > longestGap || m.every < .025 || f.FlightPS <= 0 {
		return // as often as pictures are drawn
	}
	gap := f.TimePS - old.TimePS
	if gap <= 0 || gap > f.FlightPS {
		return // what happened in between is not known
	}
	for i := range old.Dots {
		d := &old.Dots[i]
		if left := f.FlightPS - int64(d.Pos)*f.FlightPS/65535; left <= gap {
			m.past = append(m.past, *d)
		}
	}
	m.since = old.TimePS
	m.clock = old.TimePS
	m.rate = float64(gap) / m.every
}

// tick moves the time shown on; it says whether that changed.
func (m *motion) tick(dt float64, f *observe.Frame) bool {
	m.wall += dt
	if f == nil || m.clock >= f.TimePS {
		return false
	}
	m.clock += max(1, int64(m.rate*dt))
	if m.clock >= f.TimePS {
		m.clock = f.TimePS
		m.past = m.past[:0]
	}
	return true
}

// place returns how much of its way a packet of the present frame has behind it at the time shown.
func (m *motion) place(d *observe.Dot, f *observe.Frame) float32 {
	at := float32(d.Pos) / 65535
	if m.clock < f.TimePS && f.FlightPS > 0 {
		at -= float32(f.TimePS-m.clock) / float32(f.FlightPS)
	}
	return at
}

// before is place for packets that have arrived since.
func (m *motion) before(d *observe.Dot, f *observe.Frame) float32 {
	return float32(d.Pos)/65535 + float32(m.clock-m.since)/float32(f.FlightPS)
}
