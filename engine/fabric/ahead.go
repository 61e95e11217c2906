package fabric

// Looking ahead. At 11 664 hosts the state is far larger than the caches, and a hop's handful of
// reads would each wait for memory in turn. The ring says long before which ports the next events
// concern, so their cache lines are read for a batch of events at a time, in passes in which no
// read depends on another of the same pass: the processor then waits for all of them at once.
// These reads have no effect but on the cache; on small networks they are left out.

const (
	batch    = 128
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
		if e.dest&atHost != 0 {
			continue
		}
		s, in := int(e.to()>>f.shift), int(e.to()&f.portMask)
		out, _ := f.Routes.Step(s, e.Dst())
		at := s * f.perSwitch
		words.add(at)
		words.add(at + f.atOut + int(out)*f.perOut)
		buffers.add(((s*n.Radix+in)*f.VCs + int(e.vc())) * f.perChannel)
	}
	k := buffers.n
	sum := words.from(f.word) + buffers.from(f.buffer)
	for _, at := range buffers.at[:k] {
		c := f.channel(at / f.perChannel)
		if used := c.used(); used < c.capacity {
			buffers.add(at + int(c.slotAt(c.entry(c.at(used)))))
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
	var words, buffers, hosts reads
	var outs, inputs [2 * batch]uint8
	var sum uint64
	for i := f.left; i != end; i++ {
		e := &f.ring[i&f.mask]
		if e.from&atHost != 0 {
			hosts.add(int(e.place() &^ atHost))
			continue
		}
		at := int(e.place()>>f.shift) * f.perSwitch
		words.add(at)
		words.add(at + f.atOut + int(e.place()&f.portMask)*f.perOut)
		if !f.Demux {
			words.add(at + f.atIn + int(e.in())*perIn)
		}
	}
	sum += words.from(f.word) + f.readHosts(&hosts)
	for i := f.left; i != end; i++ {
		e := &f.ring[i&f.mask]
		if e.from&atHost != 0 {
			continue
		}
		s := int(e.place() >> f.shift)
		w := f.block(s)
		out, in := int(e.place()&f.portMask), int(e.in())
		if f.Demux {
			if w[(f.atOut+out*f.perOut+oAsk)&blockMask] != 0 {
				won, vc := f.turn(w, out)
				outs[buffers.n] = uint8(out)
				buffers.add(((s*n.Radix+won)*f.VCs + vc) * f.perChannel)
			}
			continue
		}
		won := -1
		if ask := w[f.atOut+out*f.perOut+oAsk] & (w[wFreeIn] | 1<<in); ask != 0 {
			won = next(ask, uint8(w[f.atOut+out*f.perOut+oLanes]))
			outs[buffers.n] = uint8(out)
			buffers.add(((s*n.Radix+won)*f.VCs + f.turnOf(w, won, out)) * f.perChannel)
		}
		if m := w[f.atIn+in*perIn+iWant] & w[wFreeOut] & w[wLive]; m != 0 && won != in {
			to := next(m, uint8(w[f.atIn+in*perIn+iCtl]>>ctlAccept))
			words.add(s*f.perSwitch + f.atOut + to*f.perOut)
			inputs[words.n-1] = uint8(in)
		}
	}
	k := words.n
	sum += words.from(f.word)
	for i, at := range words.at[:k] {
		s := at / f.perSwitch
		w := f.block(s)
		to, in := (at-s*f.perSwitch-f.atOut)/f.perOut, int(inputs[i])
		if w[f.atOut+to*f.perOut+oAsk]>>in&1 != 0 {
			outs[buffers.n] = uint8(to)
			buffers.add(((s*n.Radix+in)*f.VCs + f.turnOf(w, in, to)) * f.perChannel)
		}
	}
	k = buffers.n
	sum += buffers.from(f.buffer)
	for i, at := range buffers.at[:k] {
		c, j := f.channel(at/f.perChannel), 0
		if f.VOQ {
			j = max(0, c.find(int(outs[i])))
		}
		buffers.add(at + int(c.slotAt(c.entry(c.at(j)))))
	}
	f.sink += sum + buffers.from(f.buffer)
}

// aheadTails reads what the next credits will need: the sender's output record.
func (f *Fabric) aheadTails() {
	end := min(f.left, f.tail+batch)
	var words, hosts reads
	var births int64
	for i := f.tail; i != end; i++ {
		e := &f.ring[i&f.mask]
		if e.from&atHost != 0 {
			continue
		}
		if e.dest&atHost != 0 {
			births += f.packets.life[e.id()].birth
		}
		from := f.peer[e.place()&^f.portMask|e.in()]
		if from&atHost != 0 {
			hosts.add(int(from &^ atHost))
			continue
		}
		s := int(from >> f.shift)
		words.add(s * f.perSwitch)
		words.add(s*f.perSwitch + f.atOut + int(from&f.portMask)*f.perOut)
	}
	f.sink += words.from(f.word) + f.readHosts(&hosts) + uint64(births)
}

// readHosts reads hosts and the first packets of their source queues.
func (f *Fabric) readHosts(r *reads) (sum uint64) {
	for _, h := range r.at[:r.n] {
		sum += uint64(f.host[h].birth) + uint64(f.rings[h*f.VCs].first)
	}
	if f.out != nil { // a trace's messages wait elsewhere
		r.n = 0
		return
	}
	for _, h := range r.at[:r.n] {
		for vc := 0; vc < f.VCs; vc++ {
			sum += uint64(f.waitingAt(h, vc, int(f.rings[h*f.VCs+vc].first)).dst)
		}
	}
	r.n = 0
	return
}
