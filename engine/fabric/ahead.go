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

// aheadHeads reads what the next heads to arrive will need: the output's record, the buffer and the packet's place in it.
func (f *Fabric) aheadHeads() {
	n := f.Net
	end := min(f.next, f.head+batch)
	var records, buffers reads
	for i := f.head; i != end; i++ {
		e := f.flight(i)
		if e.dest&atHost != 0 {
			continue
		}
		s, in := int(e.to()>>f.shift), int(e.to()&f.portMask)
		out, _ := f.Routes.Step(s, e.Dst())
		records.add(f.recordAt(s, int(out)))
		buffers.add(((s*n.Radix+in)*f.VCs + int(e.vc())) * f.perChannel)
	}
	k := buffers.n
	sum := records.from(f.record) + buffers.from(f.buffer)
	for _, at := range buffers.at[:k] {
		c := f.channel(at / f.perChannel)
		buffers.add(at + c.slots + c.at(c.used()))
	}
	f.sink += sum + buffers.from(f.buffer)
}

// asks is an input of a switch that may ask for an output.
type asks struct {
	s       int
	in, out uint8
}

// aheadLeft reads what the next ports to become free will need: the records of the output and, if inputs send one packet at
// a time, of one that the input may send to; then buffer and place of the packets that will probably leave.
func (f *Fabric) aheadLeft() {
	end := min(f.next, f.left+batch)
	var records, inputs, buffers, hosts reads
	var sum uint64
	for i := f.left; i != end; i++ {
		e := f.flight(i)
		if e.from&atHost != 0 {
			hosts.add(int(e.place() &^ atHost))
			continue
		}
		records.add(f.recordAt(int(e.place()>>f.shift), int(e.place()&f.portMask)))
		if !f.Demux {
			inputs.add(int(e.place()>>f.shift)*f.perSwitch + f.atIn + int(e.in())*perIn)
		}
	}
	sum += records.from(f.record) + inputs.from(f.word) + f.readHosts(&hosts)
	var outs [2 * batch]uint8 // by buffer
	var maybe [batch]asks     // by record
	probably := func(s, in, out, vc int) {
		outs[buffers.n] = uint8(out)
		buffers.add(((s*f.Net.Radix+in)*f.VCs + vc) * f.perChannel)
	}
	for i := f.left; i != end; i++ {
		e := f.flight(i)
		if e.from&atHost != 0 {
			continue
		}
		s, out, in := int(e.place()>>f.shift), int(e.place()&f.portMask), int(e.in())
		r := f.output(s, out)
		if f.Demux {
			if won, vc := f.turn(s, r); won >= 0 {
				probably(s, won, out, vc)
			}
			continue
		}
		won := -1
		x := &f.ports[s]
		if ask := f.asking(r) & (x.freeIn | bit(in)); ask != 0 {
			won = next(ask, uint8(r[0]))
			probably(s, won, out, f.turnOf(s, r, won))
		}
		w := f.block(s)
		if m := w[uint(f.atIn+in*perIn+iWant)&blockMask] & x.freeOut; m != 0 && won != in {
			to := next(m, uint8(w[uint(f.atIn+in*perIn+iCtl)&blockMask]>>ctlAccept))
			maybe[records.n] = asks{s, uint8(in), uint8(to)}
			records.add(f.recordAt(s, to))
		}
	}
	k := records.n
	sum += records.from(f.record)
	for _, x := range maybe[:k] {
		in, out := int(x.in), int(x.out)
		if r := f.output(x.s, out); f.asking(r)&bit(in) != 0 {
			probably(x.s, in, out, f.turnOf(x.s, r, in))
		}
	}
	k = buffers.n
	sum += buffers.from(f.buffer)
	for i, at := range buffers.at[:k] {
		c := f.channel(at / f.perChannel)
		place := c.start()
		if f.VOQ {
			place = max(0, c.find(int(outs[i])))
		}
		buffers.add(at + c.slots + place)
	}
	f.sink += sum + buffers.from(f.buffer)
}

// aheadTails reads what the next credits will need: the sender's output record.
func (f *Fabric) aheadTails() {
	end := max(f.tail, min(f.left, f.tail+batch))
	var records, hosts, births reads
	for i := f.tail; i != end; i++ {
		e := f.flight(i)
		if e.from&atHost != 0 {
			continue
		}
		if e.dest&atHost != 0 {
			births.add(int(e.id()))
		}
		from := f.peer[e.place()&^f.portMask|e.in()]
		if from&atHost != 0 {
			hosts.add(int(from &^ atHost))
			continue
		}
		records.add(f.recordAt(int(from>>f.shift), int(from&f.portMask)))
	}
	sum := records.from(f.record)
	for _, id := range births.at[:births.n] {
		sum += uint64(f.packets.life[id].birth)
	}
	f.sink += sum + f.readHosts(&hosts)
}

// readHosts reads hosts and the packets that they will send next, if they can send any.
func (f *Fabric) readHosts(r *reads) (sum uint64) {
	queues := reads{}
	for _, h := range r.at[:r.n] {
		s := &f.host[h]
		sum += uint64(f.rings[h*f.VCs].first)
		if can := uint64(s.filled & s.ready); can != 0 {
			queues.add(h*f.VCs + next(can, s.turn))
		}
	}
	r.n = 0
	if len(f.source) == 0 { // a trace's messages wait elsewhere
		return
	}
	for _, q := range queues.at[:queues.n] {
		sum += uint64(f.source[int(f.rings[q].first)*len(f.rings)+q].dst)
	}
	return
}
