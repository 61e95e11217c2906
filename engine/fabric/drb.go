package fabric

// Distributed routing balancing: sources that spread over further paths.

import (
	"math"
	"math/bits"
	"slices"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/routing"
)

// Spread configures it ([DRB] §4, [DRB-T] §4.3).
type Spread struct {
	Subnet *routing.Subnet // the subnet manager's paths
	VLs    int             // data VLs of a path: queue q has the VCs q·VLs … q·VLs + VLs − 1

	Most   int   // paths open at most
	Notes  int   // notifications that open one more path
	WaitPS int64 // timer: so long without a notification …
	Expire int   // … and so many times in a row, and a path is closed
}

// opened returns how many paths of a pair are open now: each time the timer has expired Expire times
// without a notification one has been closed, down to the first one, the deterministic path.
func (d *Spread) opened(x *flow, now int64) int {
	return max(1, int(x.open)-int(min((now-x.at)/d.step(), math.MaxUint8)))
}

func (d *Spread) step() int64 { return d.WaitPS * int64(d.Expire) }

// forgotten says whether a pair is as one of which nothing has been told: when the path before the first would have closed, the
// notifications of the first are forgotten, too.
func (d *Spread) forgotten(x *flow, now int64) bool { return now-x.at >= d.step()*int64(x.open) }

// contract takes the closing of paths down in the state.
func (d *Spread) contract(x *flow, now int64) {
	open := d.opened(x, now)
	if int(x.open) == open {
		return
	}
	for i := open; i < int(x.open); i++ {
		x.count[i] = 0
	}
	x.at += int64(int(x.open)-open) * d.step()
	x.open, x.news = uint8(open), 0
}

// memory bounds the counts of notifications: all are halved when one reaches it, so that old ones lose
// their weight (our choice; [DRB-T] §4.3.3 counts "in a given moment").
const memory = 128

// notified counts a notification for the path it tells of, and opens one more after Notes of them. It says whether it has.
func (d *Spread) notified(a *agent, src, dst uint32, offset uint8, now int64) (opened bool) {
	i, ok := a.find(dst)
	if !ok {
		if a.crowded() {
			a.flows = slices.DeleteFunc(a.flows, func(x flow) bool { return d.forgotten(&x, now) })
			i, _ = a.find(dst)
		}
		a.flows = slices.Insert(a.flows, i, flow{dst: dst, open: 1, at: now})
	}
	x := &a.flows[i]
	if d.forgotten(x, now) {
		*x = flow{dst: dst, open: 1}
	} else {
		d.contract(x, now)
	}
	x.at = now
	paths := d.Subnet.Paths(src, dst)
	if k := slices.Index(paths, offset); k >= 0 && k < int(x.open) {
		if x.count[k]++; x.count[k] >= memory {
			for k := range x.count {
				x.count[k] /= 2
			}
		}
	}
	if x.news++; int(x.news) >= d.Notes {
		x.news = 0
		if int(x.open) < min(len(paths), d.Most) {
			x.open++
			return true
		}
	}
	return false
}

// scale is the weight of a path without notifications.
const scale = 1 << 16

// choose draws one of the open paths of a pair that can be taken (a mask) with a weight inverse to its
// notifications ([DRB-T] §4.3.3: n/55, n/20 …; 1 is added to each count, for there are paths without).
func (x *flow) choose(can uint64, open int, r *random.Source) int {
	sum := uint32(0)
	for i := 0; i < open; i++ {
		if can>>i&1 != 0 {
			sum += scale / (uint32(x.count[i]) + 1)
		}
	}
	at := r.Below(sum)
	for i := 0; ; i++ {
		if can>>i&1 == 0 {
			continue
		}
		w := scale / (uint32(x.count[i]) + 1)
		if at < w {
			return i
		}
		at -= w
	}
}

// firstPath is all that most pairs use: LID offset 0, see routing.Manage.
var firstPath [1]uint8

// injectSpread sends the next packet of an idle host on one of the open paths to its destination whose
// first VL has credits. The packets of a queue wait in its first VC, whatever path they will take.
func (f *Fabric) injectSpread(h int, s *host) {
	f.catchUp(h, s)
	d, a := f.spread, &f.cc.agent[h]
	leaf := int(f.hostPeer[h] >> f.shift)
	for can := uint64(s.filled); can != 0; {
		vc := next(can, s.turn)
		can &^= 1 << vc
		dst, _ := f.SourceHead(h, vc)
		paths, open := firstPath[:], 1
		i, ok := a.find(dst)
		if ok {
			if x := &a.flows[i]; d.forgotten(x, f.now) {
				a.flows, ok = slices.Delete(a.flows, i, i+1), false
			} else {
				d.contract(x, f.now)
				open = int(x.open)
			}
		}
		if open > 1 {
			paths = d.Subnet.Paths(uint32(h), dst)
		}
		var free uint64
		var vls [routing.MaxPaths]uint8
		for k, offset := range paths[:open] {
			vl := d.firstVL(leaf, dst, offset)
			vls[k] = uint8(vl)
			if s.ready>>(vc+vl)&1 != 0 {
				free |= 1 << k
			}
		}
		if free == 0 {
			continue
		}
		k := 0
		if ok && open > 1 {
			k = a.flows[i].choose(free, open, &a.rand)
		}
		s.turn = uint8(vc + d.VLs)
		var p Packet
		if f.out != nil {
			p = f.takeOfMessage(h, vc, s)
		} else {
			p = f.take(h, vc, s)
		}
		f.launch(h, s, p, vc+int(vls[k]), uint16(paths[k]))
		return
	}
	if s.filled != f.cc.queues { // else credits are what is missing
		f.sleep(h, s)
	}
}

// firstVL is the VL in which a path begins at a leaf.
func (d *Spread) firstVL(leaf int, dst uint32, offset uint8) (vl int) {
	if d.VLs > 1 {
		_, vl, _ = d.Subnet.Hop(leaf, dst, offset)
	}
	return vl
}

// pathVC returns the VC a packet takes on the link behind an output, by the subnet manager's tables.
func (f *Fabric) pathVC(s int, p Packet, vc int) int {
	_, vl, _ := f.spread.Subnet.Hop(s, p.Dst(), offsetOf(f.cc.tag[p.id()]))
	return vc - vc%f.spread.VLs + vl
}

// OpenPaths returns the LID offsets of the paths a pair of hosts uses now; nil without DRB. Read only.
func (f *Fabric) OpenPaths(src, dst uint32) []uint8 {
	if f.spread == nil || src == dst {
		return nil
	}
	open := 1
	a := &f.cc.agent[src]
	if i, ok := a.find(dst); ok {
		open = f.spread.opened(&a.flows[i], f.now)
	}
	return f.spread.Subnet.Paths(src, dst)[:open]
}

// spreadStarved is Starved.
func (f *Fabric) spreadStarved(h int) (starved uint16) {
	for filled := f.host[h].filled; filled != 0; filled &= filled - 1 {
		if ways := f.ways(h, bits.TrailingZeros16(filled)); ways&f.host[h].ready == 0 {
			starved |= ways
		}
	}
	return starved
}

// ways are the VCs in which the first packet of a host's source queue may leave, as a mask.
func (f *Fabric) ways(h, vc int) (ways uint16) {
	dst, _ := f.SourceHead(h, vc)
	leaf := int(f.hostPeer[h] >> f.shift)
	for _, offset := range f.OpenPaths(uint32(h), dst) {
		ways |= 1 << (vc + f.spread.firstVL(leaf, dst, offset))
	}
	return ways
}
