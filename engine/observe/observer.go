package observe

// Building frames from a fabric.

import (
	"math/bits"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/topology"
)

// Observer builds the frames of one fabric. Nothing of it flows back into the fabric.
type Observer struct {
	f       *fabric.Fabric
	tracker *Tracker // nil: no trees
	use     use
	role    []uint8   // per host: Culprit, HotSpot
	holOf   *holPorts // nil unless HoL blocking by port is counted
	spent   []uint16  // of spentOf, without a tracker
	held    []holding // of ports
}

// New returns an observer; tracker may be nil.
func New(f *fabric.Fabric, tracker *Tracker) *Observer {
	o := &Observer{f: f, tracker: tracker, role: make([]uint8, f.Net.Hosts)}
	for h := range o.role {
		if f.Pattern.Culprit(uint32(h)) {
			o.role[h] |= Culprit
		}
	}
	for _, h := range f.Pattern.HotSpots() {
		o.role[h] |= HotSpot
	}
	return o
}

// Clone returns an observer of another fabric in the same state, that knows the same of its links and of HoL blocking.
func (o *Observer) Clone(f *fabric.Fabric, tracker *Tracker) *Observer {
	return &Observer{f: f, tracker: tracker, use: o.use.clone(), role: o.role, holOf: o.holOf.clone(tracker)}
}

// Measures fills the counters and measures of a header.
func (o *Observer) Measures(h *Header) {
	f := o.f
	f.CatchUp()
	st := &f.Stats
	*h = Header{TimePS: f.Now(), TargetPS: f.Now(), Generated: st.Generated, Refused: st.Refused, Injected: st.Injected,
		Delivered: st.Delivered, Hops: st.Hops, ChecksumPS: -1, WindowPS: f.WindowPS, FinishPS: -1, DeadlockPS: -1}
	a := NoAverages
	if st.Begun() {
		a, h.SoFar = o.averages(st, f.WindowPS), NoAverages
	}
	if all := o.shown(); all != st || !st.Begun() {
		h.SoFar = o.averages(all, 0)
	}
	h.Accepted, h.Offered = a.Accepted, a.Offered
	h.LatencyNS, h.LatencyP50, h.LatencyP99 = a.LatencyNS, a.LatencyP50, a.LatencyP99
	h.NetworkNS, h.NetworkP50, h.NetworkP99 = a.NetworkNS, a.NetworkP50, a.NetworkP99
	h.Fairness, h.LeastHost = a.Fairness, a.LeastHost
	if p := f.Playing(); p != nil {
		if h.RecordsDone, h.Records = p.Progress(); p.Done() {
			h.FinishPS = p.Finish()
		}
	}
	h.control(f)
	h.setAside(f)
	h.BinPS, _ = o.bins()
	if n := len(st.Bin); n > 0 || f.Now() > 0 {
		// The running bin and as many full ones as make three packet times and two bins at least.
		cur := int(f.Now() / st.BinPS)
		from := max(0, min(cur-2, int((f.Now()-3*f.PacketPS)/st.BinPS)))
		var sum uint64
		for i := from; i < n; i++ {
			sum += st.Bin[i].Delivered
		}
		if t := f.Now() - int64(from)*st.BinPS; t > 0 {
			h.AcceptedNow = o.load(sum, t)
		}
	}
}

// shown has the counters of the averages that Shown returns: at the very instant at which the window begins they are of all so far.
func (o *Observer) shown() *fabric.Stats {
	if o.f.Now() == o.f.WindowPS {
		return o.f.Stats.SoFar()
	}
	return &o.f.Stats
}

// averages are what has been counted since a time.
func (o *Observer) averages(st *fabric.Stats, from int64) Averages {
	n := st.WindowDelivered
	a := NoAverages
	a.LatencyP50, a.LatencyP99 = st.Histogram.Percentile(0.5, n), st.Histogram.Percentile(0.99, n)
	a.NetworkP50, a.NetworkP99 = st.NetworkHistogram.Percentile(0.5, n), st.NetworkHistogram.Percentile(0.99, n)
	if t := o.f.Now() - from; t > 0 {
		a.Accepted, a.Offered = o.load(n, t), o.load(st.WindowGenerated, t)
		if s := o.f.Shares(from > 0); s.Sum > 0 {
			a.Fairness, a.LeastHost = s.Jain(), min(1, float64(s.Least)*float64(o.f.PacketPS)/float64(t)) // a packet counts from its first byte on
		}
	}
	if n > 0 {
		a.LatencyNS, a.NetworkNS = st.WindowLatency.Over(n)/1000, st.WindowNetwork.Over(n)/1000
	}
	return a
}

// load is packets over a time as a fraction of the hosts' link bandwidth.
func (o *Observer) load(packets uint64, ps int64) float64 {
	return float64(packets) * float64(o.f.PacketPS) / (float64(ps) * float64(o.f.Net.Hosts))
}

// Frame fills fr with the present state, reusing its slices.
func (o *Observer) Frame(fr *Frame, opt Options) {
	f, t := o.f, o.tracker
	o.CountLinks()
	o.Measures(&fr.Header)
	if opt.Checksum {
		fr.Checksum, fr.ChecksumPS = f.Checksum(), f.Now()
	}
	if t != nil {
		t.trace()
		t.count(false)
	}
	fr.DataVCs = int64(f.DataVCs())
	fr.VCs, fr.Capacity, fr.PacketPS, fr.FlightPS = int64(f.VCs), int64(f.Capacity), f.PacketPS, f.PacketPS+f.DelayPS
	fr.Sorted = sorted(f)
	o.ports(fr)
	o.outputs(fr)
	o.hosts(fr)
	o.hol(fr, opt.HoL)
	o.trees(fr)
	o.dots(fr, opt.Dots)
	o.series(fr)
	fr.Latencies = o.shown().Latencies(fr.Latencies[:0])
	o.detail(fr, opt.Detail)
	o.lines(fr)
	o.slots(fr, opt.Switches)
	o.paths(fr, &opt)
	o.inspect(fr, &opt.Pin)
}

// ports says of the buffer at each port of a switch how full it is, and of which trees.
func (o *Observer) ports(fr *Frame) {
	f, n, t := o.f, o.f.Net, o.tracker
	fr.Ports = resize(fr.Ports, n.SwitchPorts())
	data := f.DataVCs()
	perPort := data * f.Capacity
	spent := o.spentOf()
	for p := range fr.Ports {
		s := PortState{}
		o.held = o.held[:0]
		if n.Peer[p] == topology.NoPeer {
			fr.Ports[p] = s
			continue
		}
		occ := 0
		for vc := 0; vc < data; vc++ {
			c := f.Occupancy(p, vc)
			occ += c
			if spent != nil && spent[n.Peer[p]]>>vc&1 != 0 || spent == nil && f.Full(p, vc) {
				s.Flags |= Full
			}
			if t != nil && c > 0 {
				o.held = t.holders(o.held, p, vc)
			}
		}
		s.hold(o.held, perPort)
		s.Fill = uint8(occ * 255 / perPort)
		s.Use = o.useOf(p)
		fr.Ports[p] = s
	}
}

// outputs adds what each port of a switch does as an output.
func (o *Observer) outputs(fr *Frame) {
	f, n := o.f, o.f.Net
	for sw := 0; sw < n.Switches; sw++ {
		base := sw * n.Radix
		free, lacking := f.FreeOutputs(sw), f.Lacking(sw)
		for p := 0; p < n.Radix; p++ {
			if n.Peer[base+p] == topology.NoPeer {
				continue
			}
			if free>>p&1 == 0 {
				fr.Ports[base+p].Flags |= Busy
			}
			if lacking>>p&1 != 0 {
				fr.Ports[base+p].Flags |= Blocked
			}
			fr.Ports[base+p].Starved = o.starvedOf(base + p)
		}
	}
}

// hosts says of each host how full its source queues are, of one per destination the fullest, and what it waits for.
func (o *Observer) hosts(fr *Frame) {
	f, n, t := o.f, o.f.Net, o.tracker
	fr.Hosts = resize(fr.Hosts, n.Hosts)
	waiting, perHost := f.SourceQueue, f.SourceQueues()*f.SourceCap
	if (f.ByDestination() || f.SetAside != nil) && f.Trace == nil {
		waiting, perHost = f.Fullest, f.SourceCap
	}
	idle := 0 // the CCTI of flows that are not throttled
	if c := f.Control; c != nil && c.Throttle != nil {
		idle = c.Throttle.Min
	}
	for h := range fr.Hosts {
		s := HostState{Flags: o.role[h], Queue: uint8(min(255, waiting(h)*255/perHost)), Use: o.useOf(n.HostPort(h))}
		if ccti, open := f.ControlOf(h); ccti > idle || open > 1 {
			s.Flags |= Reacting
		}
		if f.Busy(h) {
			s.Flags |= Busy
		}
		if m := f.Starved(h); m != 0 {
			s.Flags |= Blocked
		}
		if t != nil {
			if root := t.hostWaits(h); root >= 0 {
				s.Tree = t.slotOf[root]
			}
		}
		fr.Hosts[h] = s
	}
}

// spentOf returns, by port, the VCs without credits (fabric.Spent), where these tell which buffers are full (fabric.Full); else nil.
func (o *Observer) spentOf() []uint16 {
	f := o.f
	if f.VOQnet || f.DelayPS >= f.PacketPS {
		return nil
	}
	if o.tracker != nil {
		return o.tracker.spent // of this instant: it has just traced
	}
	o.spent = resize(o.spent, f.Net.Ports())
	f.Spent(o.spent)
	return o.spent
}

// sorted says how the packets of a VC are queued.
func sorted(f *fabric.Fabric) int64 {
	switch {
	case f.SetAside != nil:
		return ByRoot
	case f.VOQnet:
		return ByHost
	case f.VOQ:
		return ByOutput
	}
	return InOrder
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// trees lists the trees with what they hold and whom they reach.
func (o *Observer) trees(fr *Frame) {
	fr.Trees = fr.Trees[:0]
	t := o.tracker
	if t == nil {
		return
	}
	f, n := o.f, o.f.Net
	var packets, victims, hosts [MaxTrees + 1]uint32
	for _, h := range fr.Hosts {
		hosts[h.Tree]++
	}
	if len(t.known) > 0 {
		for c, r := range t.root {
			if r < 0 || t.slotOf[r] == 0 {
				continue
			}
			slot := t.slotOf[r]
			port, vc := c/f.VCs, c%f.VCs
			sw := port / n.Radix
			to := int(n.Peer[r])
			f.Bound(port, vc, func(p fabric.Packet, out int) {
				// Incast roots are recognised by the destination; others by the way there.
				crosses := false
				if n.IsHost(to) {
					crosses = uint32(n.Host(to)) == p.Dst()
				} else {
					crosses = t.passes(sw*n.Radix+out, p, int(r))
				}
				if crosses {
					packets[slot]++
				} else {
					victims[slot]++
				}
			})
		}
		t.packetsAside(packets[:])
	}
	fr.Trees = t.trees(fr.Trees)
	for i := range fr.Trees {
		x := &fr.Trees[i]
		fr.Ports[x.Root].Flags |= Root
		x.Packets, x.Victims, x.Hosts = packets[x.Slot], victims[x.Slot], hosts[x.Slot]
	}
}

// bins returns the width of the bins shown, and how many of the fabric's each of them joins. The
// fabric widens its bins at events only; a network in which nothing happens must not be told by
// more and more empty ones.
func (o *Observer) bins() (width int64, join int) {
	width, join = o.f.Stats.BinPS, 1
	for (o.f.Now()+width-1)/width > fabric.Bins {
		width, join = 2*width, 2*join
	}
	return
}

// series copies the bins that have begun.
func (o *Observer) series(fr *Frame) {
	st := &o.f.Stats
	now := o.f.Now()
	bin, join := o.bins()
	fr.Series = resize(fr.Series, int((now+bin-1)/bin))
	for i := range fr.Series {
		var b fabric.Bin
		for k := i * join; k < min((i+1)*join, len(st.Bin)); k++ {
			b.Join(&st.Bin[k])
		}
		width := min(bin, now-int64(i)*bin)
		s := Sample{Accepted: float32(o.load(b.Delivered, width)), Offered: float32(o.load(b.Generated, width))}
		if b.Delivered > 0 {
			s.Latency = float32(b.Latency.Over(b.Delivered) / 1000)
			s.Network = float32(b.Network.Over(b.Delivered) / 1000)
		}
		s.SetAside = float32(o.f.SetAsideMean(int64(i)*bin, min(int64(i+1)*bin, now)))
		fr.Series[i] = s
	}
}

// sharing returns how many destinations' packets a host sends in a VC.
func (o *Observer) sharing(h, vc int) (n int) {
	for d := range uint32(o.f.Net.Hosts) {
		if int(o.f.Scheme.VC(uint32(h), d)) == vc {
			n++
		}
	}
	return
}

// detail looks into the VCs of one port.
func (o *Observer) detail(fr *Frame, port int) {
	fr.Detail = fr.Detail[:0]
	f, n := o.f, o.f.Net
	if port < 0 || port >= n.Ports() || n.Peer[port] == topology.NoPeer {
		return
	}
	var waiting []uint32
	if f.VOQ && !n.IsHost(port) {
		waiting = o.waitingIn(port / n.Radix)
	}
	for vc := 0; vc < f.VCs; vc++ {
		q := QueueState{HeadOut: NoPort, Credits: uint32(f.Credits(port, vc))}
		if n.IsHost(port) {
			h := n.Host(port)
			q.Packets, q.Capacity = uint32(f.SourceLen(h, vc)), uint32(f.SourceCap)
			q.Waiting = q.Packets
			if f.ByDestination() {
				q.Capacity *= uint32(o.sharing(h, vc))
			}
			if p, ok := f.SourceFront(h, vc); ok {
				q.HeadSrc, q.HeadDst, q.HeadOut = uint32(h), p, uint32(port)
			}
			if o.tracker != nil && f.Starved(h)>>vc&1 != 0 {
				q.Tree = uint32(o.tracker.slotFor(int(n.Peer[port]), vc, NoPort))
				if root := o.tracker.hostWaits(h); f.VOQnet && root >= 0 {
					q.Tree = uint32(o.tracker.slotOf[root])
				}
			}
		} else {
			sw, local := n.SwitchOf(port)
			q.Packets, q.Capacity = uint32(f.Occupancy(port, vc)), uint32(f.Capacity)
			if p, ok := f.Head(port, vc); ok {
				q.HeadSrc, q.HeadDst, q.HeadOut = p.Src(), p.Dst(), uint32(sw*n.Radix+p.Out)
			}
			if q.Waiting = uint32(bits.OnesCount64(f.Requests(sw, local, vc))); f.VOQ {
				q.Waiting = waiting[local*f.VCs+vc]
			}
			if o.tracker != nil {
				var s PortState
				s.hold(o.tracker.holders(nil, port, vc), f.Capacity)
				q.Tree = uint32(s.Tree)
			}
		}
		fr.Detail = append(fr.Detail, q)
	}
}
