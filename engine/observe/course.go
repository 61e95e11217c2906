package observe

// The course of a run: what every look of the tracker found, and the instants worth seeing. Looks are at
// fixed simulated times, so that the course of a scenario is the same however it was watched.

import (
	"errors"
	"slices"
	"sort"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/topology"
)

// Point is what one look found. Shares are of the packets in the network, 0–1.
type Point struct {
	PS      int64
	Trapped float32 // sit in buffers of congestion trees, or are set aside for one that lives
	Low     float32 // suffer low-order HoL blocking; NotMeasured with set-aside queues
	High    float32 // suffer high-order HoL blocking; NotMeasured with set-aside queues
	Trees   uint32
	Ports   uint32 // input buffers that belong to trees, in each tree once: set aside, one may be part of several
	Hosts   uint32 // whose injection a tree blocks

	Aside      int32  // set-aside queues in use in all switches, NotMeasured if the scheme has none
	AsidePorts uint32 // input ports that have any
	AsideMost  uint32 // queues of the input port that has most
	_          uint32
}

// NotMeasured stands for a share, or number, that is not known.
const NotMeasured = -1

// MaxPoints is how many points a course keeps. When they are used up, every second one goes.
const MaxPoints = 1024

// Course follows a tracker.
type Course struct {
	t      *Tracker
	points []Point
	stride int // every so many looks are kept
	looks  int
	scan   *holScan
	mark   marker
	growth []Growth // by slot, up to the highest that has been used
	lives  *Lives   // if they are followed
}

// NewCourse follows a tracker; call Look after each of its looks.
func NewCourse(t *Tracker) *Course {
	return &Course{t: t, stride: 1, scan: newHoLScan(t), mark: newMarker(t)}
}

// Look notes what the tracker has just found.
func (c *Course) Look() {
	if !c.t.rests() {
		c.t.f.CatchUp() // what waits in hosts counts
	}
	p := Point{PS: c.t.f.Now(), Trapped: c.t.share()}
	p.Trees, p.Ports = c.t.living()
	if p.Trees > 0 {
		p.Hosts = c.mark.countHosts(c.t)
	} else { // trees live on for some looks without a buffer, and block nobody then
		clear(c.mark.hosts)
		clear(c.mark.far)
	}
	c.mark.look(c.t, &p)
	c.grow()
	c.lives.look(c.t, c.mark.hosts)
	if c.t.unsteady(p.PS) {
		c.scan.look()
	}
	if c.looks%c.stride == 0 {
		if len(c.points) == MaxPoints {
			for i := range MaxPoints / 2 {
				c.points[i] = c.points[2*i] // those of looks that the doubled stride would have kept
			}
			c.points = c.points[:MaxPoints/2]
			c.stride *= 2
		}
		p.Low, p.High = c.scan.shares()
		p.setAside(c.t.f)
		c.points = append(c.points, p)
	}
	c.looks++
}

// Points returns what is kept, in order of time. The slice is the course's own.
func (c *Course) Points() []Point { return c.points }

// Marks returns the instants worth seeing, in order of time. The slice is the course's own.
func (c *Course) Marks() []Mark { return c.mark.marks }

// HoL counts the packets in an input buffer that suffer low-order and high-order HoL blocking now. It is
// right after the tracker has traced, as it has for a frame.
func (c *Course) HoL(port int) (low, high int) {
	c.scan.low, c.scan.high = 0, 0
	if c.scan.able() && port >= 0 && port < c.t.f.Net.SwitchPorts() {
		c.scan.port(port)
	}
	return c.scan.low, c.scan.high
}

// Clone returns a copy that follows another tracker.
func (c *Course) Clone(t *Tracker) *Course {
	d := *c
	scan := *c.scan
	scan.t = t
	d.t, d.scan = t, &scan
	d.scan.visit = d.scan.packet
	d.points = append(make([]Point, 0, cap(c.points)), c.points...)
	d.mark.marks = slices.Clone(c.mark.marks)
	d.growth, d.lives = slices.Clone(c.growth), c.lives.clone()
	d.mark.hosts, d.mark.far, d.mark.order = slices.Clone(c.mark.hosts), slices.Clone(c.mark.far), nil
	return &d
}

// Clone returns a tracker with the same memory that watches another fabric in the same state.
func (t *Tracker) Clone(f *fabric.Fabric) *Tracker {
	c := *t
	c.f = f
	c.known = make(map[int]*tracked, len(t.known))
	for p, k := range t.known {
		x := *k
		c.known[p] = &x
	}
	c.free, c.order, c.aside.full, c.aside.of = nil, nil, slices.Clone(t.aside.full), slices.Clone(t.aside.of)
	c.root, c.depth, c.slotOf = slices.Clone(t.root), slices.Clone(t.depth), slices.Clone(t.slotOf)
	c.path, c.outs, c.sorted, c.latest, c.spent, c.contended, c.net = nil, nil, nil, nil, nil, slices.Clone(t.contended), t.net.clone()
	c.serving, c.serves, c.rested = make([]uint8, len(t.serving)), false, false
	return &c
}

// Born returns how many trees have been born so far.
func (t *Tracker) Born() uint32 { return t.lastID }

// Period is the simulated time between two looks, ps.
func (t *Tracker) Period() int64 { return t.period }

// holScan counts packets whose requested output is free and has credits, but which stand behind a packet that cannot
// move. With VOQs there are some only where packets change their VC, since those in front wait for the same output.
type holScan struct {
	t         *Tracker
	visit     func(fabric.Queued)
	low, high int
	at, vc    int // the buffer
	sw        int
	free      uint64
	outs      [topology.MaxRadix]int
	seen      uint64                        // by VOQ: its first packet, which is in
	fronts    [topology.MaxRadix]queueFront // (that of a FIFO is the first)

	// The last round of looks: what each part has found, how many packets there were, and whether all have been read once.
	part   int
	whole  bool
	lows   [scanParts]int
	highs  [scanParts]int
	inside [scanParts]uint64
}

func newHoLScan(t *Tracker) *holScan {
	s := &holScan{t: t}
	s.visit = s.packet
	return s
}

func (s *holScan) able() bool {
	q, _ := s.t.f.SetAsideQueues()
	return q == 0
}

// some says whether there can be any.
func (s *holScan) some() bool {
	f := s.t.f
	return s.able() && !f.VOQnet && (!f.VOQ || f.MayMove(f.VCs-1))
}

// scanParts: a look reads so much of the ports, since reading every packet at every look would take longer than the
// run itself; the shares are those over the last eight looks that are unsteady, which have read each port once.
const scanParts = 8

func (s *holScan) look() {
	f := s.t.f
	if !s.some() {
		return
	}
	s.low, s.high = 0, 0
	if !s.t.rests() {
		for p := s.part; p < f.Net.SwitchPorts(); p += scanParts {
			s.port(p)
		}
	}
	s.lows[s.part], s.highs[s.part], s.inside[s.part] = s.low, s.high, f.InNetwork()
	if s.part++; s.part == scanParts {
		s.part, s.whole = 0, true
	}
}

func (s *holScan) shares() (low, high float32) {
	if !s.able() {
		return NotMeasured, NotMeasured
	}
	var lows, highs int
	var inside uint64
	for i := range scanParts {
		lows, highs, inside = lows+s.lows[i], highs+s.highs[i], inside+s.inside[i]
	}
	if !s.whole || inside == 0 {
		return 0, 0
	}
	// An eighth of the ports at each look: where few packets are in the network, those found there may stand for more than all.
	low = min(1, scanParts*float32(lows)/float32(inside))
	return low, min(1-low, scanParts*float32(highs)/float32(inside))
}

func (s *holScan) port(p int) {
	f := s.t.f
	if f.Net.Peer[p] == topology.NoPeer || !s.some() {
		return
	}
	s.sw = p / f.Net.Radix
	s.free = f.FreeOutputs(s.sw)
	for vc := range f.VCs {
		if f.Occupancy(p, vc) < 2 {
			continue
		}
		s.at, s.vc, s.seen = p, vc, 0
		if f.VOQ {
			f.Packets(p, vc, s.visit)
			continue
		}
		head, _ := f.Head(p, vc)
		if s.goes(head.Out, head.Next) {
			continue
		}
		if f.MayMove(f.VCs - 1) {
			f.Packets(p, vc, s.visit)
			continue
		}
		clear(s.outs[:f.Net.Radix])
		f.Outputs(p, vc, s.outs[:])
		for out, packets := range s.outs[:f.Net.Radix] {
			if packets > 0 && out != head.Out && s.goes(out, vc) {
				s.count(queueFront{head.Out, head.Next, false}, packets)
			}
		}
	}
}

// near says whether HoL blocking behind the first packet of a queue, which is for an output and a VC behind it, is low-order: the root of its
// wait is in this switch, or there is none. That of a FIFO that is full is its buffer's, any other is where the wait of the next buffer ends,
// if the packet lacks credits for it.
func (t *Tracker) near(port, vc, out, next int) bool {
	n := t.f.Net
	root := int32(noRoot)
	if !t.f.VOQ {
		root = t.root[port*t.f.VCs+vc]
	}
	if peer := int(n.Peer[out]); root < 0 && !n.IsHost(peer) && t.f.Credits(out, next) == 0 {
		root = t.root[peer*t.f.VCs+next]
	}
	return root < 0 || int(root)/n.Radix == port/n.Radix
}

// goes says whether an output is free and has credits for a VC.
func (s *holScan) goes(out, vc int) bool {
	return s.free>>out&1 != 0 && s.t.f.Credits(s.sw*s.t.f.Net.Radix+out, vc) > 0
}

func (s *holScan) packet(q fabric.Queued) {
	queue := 0
	if s.t.f.VOQ {
		queue = q.Out
	}
	goes := s.goes(q.Out, q.Next)
	if s.seen>>queue&1 == 0 {
		s.seen |= 1 << queue
		s.fronts[queue] = queueFront{q.Out, q.Next, goes}
	} else if goes && s.fronts[queue].blocks(q) {
		s.count(s.fronts[queue], 1)
	}
}

func (s *holScan) count(front queueFront, packets int) {
	if s.t.near(s.at, s.vc, s.sw*s.t.f.Net.Radix+front.out, front.next) {
		s.low += packets
	} else {
		s.high += packets
	}
}

// countHosts returns how many hosts have a VC that starves for a tree, and notes them by tree.
func (m *marker) countHosts(t *Tracker) (all uint32) {
	f := t.f
	clear(m.hosts)
	clear(m.far)
	for h := range f.Net.Hosts {
		root := t.hostWaits(h)
		if root < 0 {
			continue
		}
		slot := t.slotOf[root]
		all++
		m.hosts[slot]++
		if at := int(f.Net.Peer[f.Net.HostPort(h)]); root/f.Net.Radix != at/f.Net.Radix {
			m.far[slot]++
		}
	}
	return
}

const courseMagic = 0x32_45_53_52_4f_43_47 // "GCORSE2"

// Append encodes a course as Frame.Append does a frame.
func (c *Course) Append(buf []byte) []byte {
	buf = append(buf, bytesOf([]uint64{courseMagic})...)
	buf = appendSection(buf, c.points)
	return appendSection(buf, c.mark.marks)
}

// DecodeCourse reads what Course.Append has written, using the slices again. An error says that it is of another version or damaged.
func DecodeCourse(buf []byte, points []Point, marks []Mark) ([]Point, []Mark, error) {
	var magic [1]uint64
	if copy(bytesOf(magic[:]), buf) < 8 || magic[0] != courseMagic {
		return points, marks, errors.New("course: not one of this version")
	}
	ok := true
	if buf, ok = readSection(buf[8:], &points); ok {
		buf, ok = readSection(buf, &marks)
	}
	if !ok || len(buf) != 0 {
		return points, marks, errors.New("course: sections do not fit its length")
	}
	return points, marks, nil
}

// sortedRoots lists the roots of living trees in a fixed order.
func sortedRoots(t *Tracker, into []int) []int {
	into = into[:0]
	for p, k := range t.known {
		if k.Slot != 0 {
			into = append(into, p)
		}
	}
	sort.Ints(into)
	return into
}
