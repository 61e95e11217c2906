package observe

// HoL blocking by port, for pictures: in which buffers packets stand behind others that cannot move. It is what the course
// counts for the whole network. Of all ports it is counted only once somebody has asked for it, as this reads every packet; over windows of
// simulated time, as utilisation is (use.go), at the tracker's looks, so that it does not depend on who looks when.

import (
	"slices"

	"github.com/congestree/congestree/engine/topology"
)

// HoLState tells which part of the packets in a switch port's input buffer suffers HoL blocking, 255 = all,
// in the mean of the looks within the last whole window of sixteen packet times: see CountHoL.
type HoLState struct {
	Low  uint8 // low-order: behind a packet that waits for an output of this switch
	High uint8 // high-order: behind one whose root is in another switch
}

// holPart is how many switch ports there must be for a look to read a part of them only, so that each is read once in a window.
const holPart = 8192

// unsteady says whether a look at a time is one for HoL blocking. Those at which windows end are not: they are in step with packets, and
// of traffic that is too, such as inputs served in turn, they would meet the same instant again and again: all of a buffer blocked, or none.
func (t *Tracker) unsteady(at int64) bool { return at%(useWindow*t.f.PacketPS) != 0 }

// holPorts is what is known of the HoL blocking of all ports.
type holPorts struct {
	scan      *holScan
	from      int64      // when the window began, ps; later than a multiple only if counting began there
	next      int        // which part the next look reads
	parts     int        // 1: every look reads all ports
	looks     int        // of this window at which each port has been read
	low, high []uint16   // by port: HoLState's members, summed over those looks
	last      []HoLState // by port, of the last whole window; nil: there is none yet
}

func (w *holPorts) clone(t *Tracker) *holPorts {
	if w == nil {
		return nil
	}
	c := *w
	c.scan = newHoLScan(t)
	c.low, c.high, c.last = slices.Clone(w.low), slices.Clone(w.high), slices.Clone(w.last)
	return &c
}

// CountHoL begins to count HoL blocking by port, unless it has begun, or is not measured: with set-aside queues, and without trees.
func (o *Observer) CountHoL() {
	if o.tracker == nil || o.holOf != nil {
		return
	}
	scan := newHoLScan(o.tracker)
	if !scan.able() {
		return
	}
	ports := o.f.Net.SwitchPorts()
	o.holOf = &holPorts{scan: scan, from: o.f.Now(), parts: 1, low: make([]uint16, ports), high: make([]uint16, ports)}
	if perWindow := int(o.windowPS() / o.tracker.period); ports > holPart {
		o.holOf.parts = perWindow - 1 // the last look ends it
	}
}

// LookAtHoL is a look at HoL blocking, right after one of the tracker's.
func (o *Observer) LookAtHoL() {
	w := o.holOf
	if w == nil {
		return
	}
	now, window := o.f.Now(), o.windowPS()
	if o.tracker.unsteady(now) {
		for p := w.next; p < len(w.low); p += w.parts {
			s := w.read(o, p)
			w.low[p] += uint16(s.Low)
			w.high[p] += uint16(s.High)
		}
		if w.next++; w.next == w.parts {
			w.next = 0
			w.looks++
		}
		return
	}
	if now-w.from == window {
		if w.last == nil {
			w.last = make([]HoLState, len(w.low))
		}
		for p := range w.last {
			w.last[p] = HoLState{uint8(int(w.low[p]) / w.looks), uint8(int(w.high[p]) / w.looks)}
		}
	}
	clear(w.low)
	clear(w.high)
	w.from, w.next, w.looks = now, 0, 0
}

// hol puts HoL blocking by port into a frame, or nothing if it was not asked for, or is not measured. Before there is a whole window, it
// is that of the present instant.
func (o *Observer) hol(fr *Frame, ask bool) {
	fr.Blocking = fr.Blocking[:0]
	if !ask {
		return
	}
	o.CountHoL()
	w := o.holOf
	if w == nil {
		return
	}
	fr.Blocking = append(fr.Blocking, w.last...)
	for p := len(w.last); p < len(w.low); p++ {
		fr.Blocking = append(fr.Blocking, w.read(o, p))
	}
}

// read reads a port's buffer as it is now, right after the tracker has traced.
func (w *holPorts) read(o *Observer, port int) (s HoLState) {
	f := o.f
	if f.Net.Peer[port] == topology.NoPeer {
		return
	}
	w.scan.low, w.scan.high = 0, 0
	if w.scan.port(port); w.scan.low+w.scan.high == 0 {
		return
	}
	packets := 0
	for vc := range f.VCs {
		packets += f.Occupancy(port, vc)
	}
	return HoLState{uint8(w.scan.low * 255 / packets), uint8(w.scan.high * 255 / packets)}
}
