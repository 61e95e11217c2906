package fabric

// Looking ahead. At 11 664 hosts the state is far larger than the caches, and a hop's handful of
// reads would each wait for memory in turn. The ring says long before which ports the next events
// concern, so their cache lines are read for a batch of events at a time, in passes in which no
// read depends on another of the same pass: the processor then waits for all of them at once.
// These reads have no effect but on the cache; on small networks they are left out.

const (
	batch    = 64
	farBytes = 8 << 20 // size of the state from which looking ahead pays
)

// reads collects addresses and then reads them in a loop so short that the processor has all its
// reads under way at once.
type reads struct {
	at [4 * batch]int
	n  int
}

func (r *reads) add(at int) {
	r.at[r.n&(4*batch-1)] = at
	r.n++
}

func (r *reads) from(m []uint64) (sum uint64) {
	for _, at := range r.at[:r.n] {
		sum += m[at]
	}
	r.n = 0
	return
}

// aheadHeads reads what the next heads to arrive will need: masks and records of the switch, the
// buffer and the slot.
func (f *Fabric) aheadHeads() {
	n := f.Net
	end := min(f.next, f.head+batch)
	var words, buffers reads
	for i := f.head; i != end; i++ {
		e := &f.ring[i&f.mask]
		to := int(n.Peer[e.port])
		if n.IsHost(to) {
			continue
		}
		s := to / n.Radix
		out, _ := f.Routes.Step(s, e.Dst())
		at := s * f.perSwitch
		words.add(at)
		words.add(at + f.atOut + int(out)*f.perOut)
		buffers.add((to*f.VCs + int(e.VC())) * f.perChannel)
	}
	k := buffers.n
	sum := words.from(f.word) + buffers.from(f.buffer)
	for _, at := range buffers.at[:k] {
		c := channel{f.buffer[at : at+f.perChannel], f.Capacity}
		if used := c.used(); used < c.capacity {
			buffers.add(at + c.slotAt(c.entry(c.at(used))))
		}
	}
	f.sink += sum + buffers.from(f.buffer)
}

// aheadLeft reads what the next ports to become free will need: masks and records of the switch,
// then buffer and slot of the packet that will probably take the output and of one the input may
// send.
func (f *Fabric) aheadLeft() {
	n := f.Net
	end := min(f.next, f.left+batch)
	var words, buffers reads
	var outs [2 * batch]uint8
	var sum uint64
	for i := f.left; i != end; i++ {
		e := &f.ring[i&f.mask]
		if n.IsHost(int(e.port)) {
			h := n.Host(int(e.port))
			sum += uint64(f.host[h].birth) + uint64(f.rings[h*f.VCs].first)
			continue
		}
		at := int(e.port) / n.Radix * f.perSwitch
		words.add(at)
		words.add(at + f.atOut + int(e.Out())*f.perOut)
		words.add(at + f.atIn + int(e.in)*perIn)
	}
	sum += words.from(f.word)
	for i := f.left; i != end; i++ {
		e := &f.ring[i&f.mask]
		if n.IsHost(int(e.port)) {
			h := n.Host(int(e.port))
			if can := uint64(f.host[h].filled & f.host[h].ready); can != 0 {
				vc := next(can, f.host[h].turn)
				sum += uint64(f.waitingAt(h, vc, int(f.rings[h*f.VCs+vc].first)).dst)
			}
			continue
		}
		s := int(e.port) / n.Radix
		w := f.word[s*f.perSwitch : (s+1)*f.perSwitch]
		out, in := int(e.Out()), int(e.in)
		if ask := f.ask(w, out) & (w[wFreeIn] | 1<<in); ask != 0 {
			if to := next(ask, uint8(w[f.atOut+out*f.perOut+f.oCtl]>>ctlGrant)); to != in {
				outs[buffers.n] = uint8(out)
				buffers.add(((s*n.Radix+to)*f.VCs + f.turnOf(w, to, out)) * f.perChannel)
			}
		}
		if m := w[f.atIn+in*perIn+iWant] & (w[wFreeOut] | 1<<out); m != 0 {
			to := next(m, uint8(w[f.atIn+in*perIn+iCtl]>>ctlAccept))
			if f.ask(w, to)>>in&1 != 0 {
				outs[buffers.n] = uint8(to)
				buffers.add(((s*n.Radix+in)*f.VCs + f.turnOf(w, in, to)) * f.perChannel)
			}
		}
	}
	k := buffers.n
	sum += buffers.from(f.buffer)
	for i, at := range buffers.at[:k] {
		c, j := channel{f.buffer[at : at+f.perChannel], f.Capacity}, 0
		if f.VOQ {
			j = max(0, c.find(int(outs[i]), 0))
		}
		buffers.add(at + c.slotAt(c.entry(c.at(j))))
	}
	f.sink += sum + buffers.from(f.buffer)
}

// aheadTails reads what the next credits will need: the sender's output record.
func (f *Fabric) aheadTails() {
	n := f.Net
	end := min(f.left, f.tail+batch)
	var words reads
	var sum uint64
	for i := f.tail; i != end; i++ {
		e := &f.ring[i&f.mask]
		if n.IsHost(int(e.port)) {
			continue
		}
		from := int(n.Peer[int(e.port)-int(e.Out())+int(e.in)])
		if n.IsHost(from) {
			sum += uint64(f.host[n.Host(from)].birth)
			continue
		}
		s := from / n.Radix
		words.add(s * f.perSwitch)
		words.add(s*f.perSwitch + f.atOut + (from-s*n.Radix)*f.perOut + f.oCtl)
	}
	f.sink += sum + words.from(f.word)
}
