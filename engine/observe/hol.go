package observe

// HoL blocking by port, for pictures: in which buffers packets stand behind others that cannot move. It is what the course
// counts for the whole network, and reads every packet, so that frames hold it only where it is asked for.

import "github.com/congestree/congestree/engine/topology"

// HoLState tells which part of the packets in a switch port's input buffer suffers HoL blocking (MODEL §8), 255 = all,
// averaged over about eight packet times.
type HoLState struct {
	Low  uint8 // low-order: behind a packet that waits for an output of this switch
	High uint8 // high-order: behind one whose root is in another switch
}

// holPart is how many ports a frame reads after the first one: a part, of which there are maxHoLParts at most. The others
// keep what was found last.
const (
	holPart     = 8192
	maxHoLParts = 8
)

// holPorts follows the HoL blocking of all ports from one frame to the next.
type holPorts struct {
	scan      *holScan
	low, high []int32            // by port, 256ths of HoLState's
	at        [maxHoLParts]int64 // up to when a part is known: see weightSince
	parts     int
	next      int
}

// hol puts HoL blocking by port into a frame, or nothing if it was not asked for, or is not measured: with set-aside queues.
func (o *Observer) hol(fr *Frame, ask bool) {
	fr.Blocking = fr.Blocking[:0]
	if !ask || o.tracker == nil {
		o.holOf = nil
		return
	}
	n, w := o.f.Net, o.holOf
	if w == nil {
		scan := newHoLScan(o.tracker)
		if !scan.able() {
			return
		}
		w = &holPorts{scan: scan, low: make([]int32, n.SwitchPorts()), high: make([]int32, n.SwitchPorts())}
		w.parts = min(max(1, (n.SwitchPorts()+holPart-1)/holPart), maxHoLParts)
		o.holOf = w
		for part := range w.parts {
			w.at[part] = o.f.Now()
			w.read(o, part, 256)
		}
	} else if weight := weightSince(&w.at[w.next], o.f.Now(), o.f.PacketPS); weight > 0 { // else about the same instant once more
		w.read(o, w.next, weight)
		w.next = (w.next + 1) % w.parts
	}
	fr.Blocking = resize(fr.Blocking, n.SwitchPorts())
	for p := range fr.Blocking {
		fr.Blocking[p] = HoLState{uint8(w.low[p] >> 8), uint8(w.high[p] >> 8)}
	}
}

// read takes a part of the ports in, with a weight of 256ths.
func (w *holPorts) read(o *Observer, part int, weight int32) {
	f := o.f
	for p := part; p < len(w.low); p += w.parts {
		if f.Net.Peer[p] == topology.NoPeer {
			continue
		}
		w.scan.low, w.scan.high = 0, 0
		w.scan.port(p)
		packets := 0
		if w.scan.low+w.scan.high > 0 {
			for vc := range f.VCs {
				packets += f.Occupancy(p, vc)
			}
		}
		share := func(blocked int) int32 {
			if blocked == 0 {
				return 0
			}
			return int32(blocked * 255 << 8 / packets)
		}
		w.low[p] += (share(w.scan.low) - w.low[p]) * weight / 256
		w.high[p] += (share(w.scan.high) - w.high[p]) * weight / 256
	}
}
