package vef

// The player: the state of one execution. It knows no network; whoever has one takes the
// messages out (Pop) and says when they have left (Sent) and arrived (Delivered). It is plain
// data and deterministic: what it does depends on the order of these calls only.

import (
	"errors"
	"slices"
	"strconv"
)

// Outgoing is a message for the network, of any number of packets. A message of 0 bytes (a barrier's,
// say) still takes a packet.
type Outgoing struct {
	ID       uint32 // until it is delivered; then the number is used again
	Src, Dst uint32 // hosts, never the same
	Bytes    int64
}

// Player plays a trace. The zero value plays nothing.
type Player struct {
	t     *Trace
	host  []uint32 // by task
	queue []due    // a heap
	parts []progress
	fly   []flight
	free  int32 // in fly, -1: none
	total int64
	done  int64
	end   int64 // time of the latest completion
}

// due is a record that is ready at a time: a message to send, or a part to enter, or the
// message of the step a part is in.
type due struct {
	at     int64
	record int32
}

// progress is how far a part has come.
type progress struct {
	step           int32 // -1: not entered
	early          int32 // messages that came before their step, as a list through fly
	sending, await bool
}

// flight is a message on its way, or one that came early.
type flight struct {
	from int32 // message, or number of messages + part that sends
	to   int32 // part that receives, -1 for point-to-point
	step int32 // of the sender
	next int32 // in the list of free or of early ones
	sent bool
	used bool
}

// New starts a trace on a network: task i runs on host mapping[i], or on host i if there is no
// mapping. Messages between tasks of one host take no time. An error says that the tasks do not fit on the hosts.
func New(t *Trace, hosts int, mapping []uint32) (*Player, error) {
	if mapping == nil {
		if t.Tasks > hosts {
			return nil, errors.New("the trace has " + strconv.Itoa(t.Tasks) + " tasks, the network " + strconv.Itoa(hosts) + " hosts; allowed: as many tasks as hosts, or fewer")
		}
		mapping = make([]uint32, t.Tasks)
		for i := range mapping {
			mapping[i] = uint32(i)
		}
	}
	if len(mapping) != t.Tasks {
		return nil, errors.New("the mapping names hosts of " + strconv.Itoa(len(mapping)) + " tasks; the trace has " + strconv.Itoa(t.Tasks))
	}
	for i, h := range mapping {
		if int(h) >= hosts {
			return nil, errors.New("task " + strconv.Itoa(i) + " is mapped to host " + strconv.Itoa(int(h)) + "; allowed: 0–" + strconv.Itoa(hosts-1))
		}
	}
	p := &Player{t: t, host: slices.Clone(mapping), free: -1, total: int64(t.records())}
	p.queue = make([]due, 0, len(t.first)+2*t.Tasks)
	p.fly = make([]flight, 0, 4*t.Tasks)
	p.parts = make([]progress, len(t.Parts))
	for i := range p.parts {
		p.parts[i] = progress{step: -1, early: -1}
	}
	for _, r := range t.first {
		_, d := t.record(int(r))
		p.push(d.TimePS, r)
	}
	return p, nil
}

// Clone returns a copy that goes its own way. The trace is shared.
func (p *Player) Clone() *Player {
	c := *p
	c.host, c.queue = slices.Clone(p.host), slices.Clone(p.queue)
	c.parts, c.fly = slices.Clone(p.parts), slices.Clone(p.fly)
	return &c
}

// Digest passes on everything that decides about the future.
func (p *Player) Digest(add func(uint64)) {
	bit := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	add(uint64(p.done))
	add(uint64(p.end))
	add(uint64(p.free))
	for _, d := range p.queue {
		add(uint64(d.at))
		add(uint64(d.record))
	}
	for i := range p.parts {
		s := &p.parts[i]
		add(uint64(uint32(s.step))<<32 | uint64(uint32(s.early)))
		add(bit(s.sending)<<1 | bit(s.await))
	}
	for i := range p.fly {
		f := &p.fly[i]
		add(uint64(uint32(f.from))<<32 | uint64(uint32(f.to)))
		add(uint64(uint32(f.step))<<32 | uint64(uint32(f.next)))
		add(bit(f.sent)<<1 | bit(f.used))
	}
}

// Done says whether the program has ended.
func (p *Player) Done() bool { return p.done == p.total }

// Finish is the time of the latest completion, ps: the execution time, once Done.
func (p *Player) Finish() int64 { return p.end }

// Progress counts the records completed, and all of them.
func (p *Player) Progress() (done, total int64) { return p.done, p.total }

// NextTime is the earliest time, ps, at which Pop may have something to do, or Never: it may be less
// than the present, and then Pop should be called now.
func (p *Player) NextTime() int64 {
	if len(p.queue) == 0 {
		return Never
	}
	return p.queue[0].at
}

// Pop returns a message whose time has come by now, ps; false if there is none. The order is that of
// the times, then of the records.
func (p *Player) Pop(now int64) (Outgoing, bool) {
	for len(p.queue) > 0 && p.queue[0].at <= now {
		d := p.pop()
		messages := int32(len(p.t.Messages))
		if d.record < messages {
			m := &p.t.Messages[d.record]
			id := p.launch(flight{from: d.record, to: -1})
			if out := (Outgoing{id, p.host[m.Src], p.host[m.Dst], m.Bytes}); out.Src != out.Dst {
				return out, true
			}
			p.Delivered(id, d.at)
			continue
		}
		i := d.record - messages
		s := &p.parts[i]
		if s.step < 0 {
			p.advance(i, d.at)
			continue
		}
		c := &p.t.Collectives[p.t.Parts[i].coll]
		task := p.t.Comms[c.Comm]
		rank := int(i - c.First)
		st, _ := p.t.step(c, rank, int(s.step))
		id := p.launch(flight{from: d.record, to: c.First + st.to, step: s.step})
		if out := (Outgoing{id, p.host[task[rank]], p.host[task[st.to]], st.bytes}); out.Src != out.Dst {
			return out, true
		}
		p.Delivered(id, d.at)
	}
	return Outgoing{}, false
}

// Sent says that the last packet of a message has left its source, now in ps.
func (p *Player) Sent(id uint32, now int64) {
	f := p.flight(id)
	if f.sent {
		return
	}
	f.sent = true
	if f.to < 0 {
		p.wake(int(f.from), now)
		return
	}
	part := f.from - int32(len(p.t.Messages))
	p.parts[part].sending = false
	p.advance(part, now)
}

// Delivered says that the last packet of a message has arrived, now in ps; if Sent has not been called, it
// has left as well.
func (p *Player) Delivered(id uint32, now int64) {
	p.Sent(id, now)
	f := p.flight(id)
	if f.to < 0 {
		p.done++
		p.end = max(p.end, now)
		p.wake(len(p.t.Messages)+int(f.from), now)
		p.land(int32(id))
		return
	}
	part := f.to
	s := &p.parts[part]
	if s.await && p.expects(part, f) {
		p.land(int32(id))
		s.await = false
		p.advance(part, now)
		return
	}
	f.next, s.early = s.early, int32(id)
}

// expects says whether a message is the one of the step a part is in.
func (p *Player) expects(part int32, f *flight) bool {
	c := &p.t.Collectives[p.t.Parts[part].coll]
	s := &p.parts[part]
	st, _ := p.t.step(c, int(part-c.First), int(s.step))
	// Only round the ring one rank sends to another more than once, and there the steps agree.
	return f.from-int32(len(p.t.Messages)) == c.First+st.from && (c.Op != Allgather || f.step == s.step)
}

// advance takes a part as many steps on as it can go without the network.
func (p *Player) advance(part int32, now int64) {
	s := &p.parts[part]
	c := &p.t.Collectives[p.t.Parts[part].coll]
	for !s.sending && !s.await {
		s.step++
		st, more := p.t.step(c, int(part-c.First), int(s.step))
		if !more {
			s.sending = true // nothing can advance it again
			p.done++
			p.end = max(p.end, now)
			p.wake(2*len(p.t.Messages)+int(part), now)
			return
		}
		if st.to >= 0 {
			s.sending = true
			p.push(now, int32(len(p.t.Messages))+part)
		}
		if st.from >= 0 {
			s.await = !p.early(part)
		}
	}
}

// early takes the message a part expects out of those that have come already.
func (p *Player) early(part int32) bool {
	for at := &p.parts[part].early; *at >= 0; at = &p.fly[*at].next {
		id := *at
		if p.expects(part, &p.fly[id]) {
			*at = p.fly[id].next
			p.land(id)
			return true
		}
	}
	return false
}

// wake queues what waits for an event.
func (p *Player) wake(event int, now int64) {
	for r := p.t.heads[event]; r >= 0; r = p.t.next[r] {
		_, d := p.t.record(int(r))
		p.push(now+min(d.TimePS, Never-1-now), r)
	}
}

func (p *Player) launch(f flight) uint32 {
	f.used = true
	if p.free < 0 {
		p.fly = append(p.fly, f)
		return uint32(len(p.fly) - 1)
	}
	id := p.free
	p.free = p.fly[id].next
	p.fly[id] = f
	return uint32(id)
}

func (p *Player) flight(id uint32) *flight {
	if int(id) >= len(p.fly) || !p.fly[id].used {
		panic("vef: message " + strconv.Itoa(int(id)) + " is not on its way")
	}
	return &p.fly[id]
}

func (p *Player) land(id int32) {
	p.fly[id] = flight{next: p.free}
	p.free = id
}

func (p *Player) less(i, j int) bool {
	a, b := &p.queue[i], &p.queue[j]
	return a.at < b.at || a.at == b.at && a.record < b.record
}

func (p *Player) push(at int64, record int32) {
	p.queue = append(p.queue, due{at, record})
	for i := len(p.queue) - 1; i > 0; {
		up := (i - 1) / 2
		if !p.less(i, up) {
			return
		}
		p.queue[i], p.queue[up] = p.queue[up], p.queue[i]
		i = up
	}
}

func (p *Player) pop() due {
	top := p.queue[0]
	last := len(p.queue) - 1
	p.queue[0] = p.queue[last]
	p.queue = p.queue[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return top
		}
		if child+1 < last && p.less(child+1, child) {
			child++
		}
		if !p.less(child, i) {
			return top
		}
		p.queue[i], p.queue[child] = p.queue[child], p.queue[i]
		i = child
	}
}
