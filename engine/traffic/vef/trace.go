// Package vef reads, writes, generates and plays traces of MPI programs in the VEF format: who
// sends how much to whom, after which event and how much computing. A trace has no times of
// arrival in it: these are what the simulated network decides, and the execution time is the
// measure. README.md says which parts of the format are known and which are our reading.
//
// Read or Ptrans makes a Trace, which never changes; New makes a Player of it, which holds the
// state of one execution.
package vef

import (
	"math"
	"math/bits"
	"strconv"
)

// Never is the time of an event that does not come.
const Never = math.MaxInt64

// What a trace may be at most. Together they keep every sum of sizes and of times in 63 bits.
const (
	MaxTasks   = 1 << 16
	MaxRecords = 1 << 23
	MaxSize    = 1 << 36          // bytes of one message or block
	MaxTotal   = 1 << 60          // bytes of all messages, collectives expanded
	MaxTimePS  = 1_000_000 * 1e12 // of one record, and of the longest chain of them: 10^6 s
	maxComms   = 1 << 16
	maxMembers = 1 << 22 // of all communicators together
)

// Op is a collective operation. The numbers stand in the file.
type Op uint8

const (
	Bcast Op = iota
	Reduce
	Allreduce
	Gather
	Scatter
	Allgather
	Barrier
	Alltoall
	ReduceScatter
	Scan
	numOps
)

var opNames = [numOps]string{"bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "barrier", "alltoall", "reduce_scatter", "scan"}

func (o Op) String() string {
	if o < numOps {
		return opNames[o]
	}
	return "op " + strconv.Itoa(int(o))
}

// On is the kind of event a record waits for.
type On uint8

const (
	Start    On = iota // the start of the program
	Sent               // the task has sent a message
	Received           // the task has received a message
	Done               // the task is through with a collective
)

// Dep says when a task is ready for a record: so long after an event of the same task.
type Dep struct {
	TimePS int64
	ID     int32 // number in Messages, or in Parts
	On     On
}

// Message is a point-to-point message.
type Message struct {
	Src, Dst uint32
	Bytes    int64
	Dep
}

// Part is one task's part in a collective.
type Part struct {
	Send, Recv int64 // bytes, as in the MPI call: per peer where that has a block per peer
	Dep
	coll int32
}

// Collective is an operation of all tasks of a communicator. Its parts lie in a row in
// Trace.Parts, by rank.
type Collective struct {
	Op    Op
	Comm  int32
	Root  int32 // rank
	First int32 // rank 0 in Parts
}

// Trace is a program. Records are numbered: messages first, then parts.
type Trace struct {
	Tasks       int
	Comms       [][]uint32 // tasks by rank
	Messages    []Message
	Collectives []Collective
	Parts       []Part

	order []int32 // records as they stand in the file

	// What waits for what, as lists: heads by event, next by record; -1 ends. The events are the
	// messages sent, the messages received and the parts done, in this order.
	heads []int32
	next  []int32
	first []int32 // records that wait for the start only, in order

	sum    Summary
	digest uint64 // of the text
}

// Summary is what a trace holds.
type Summary struct {
	Tasks       int
	Messages    int64       // point-to-point records
	Collectives [numOps]int // operations by kind
	Parts       int64       // records of collectives
	Sends       int64       // messages, collectives expanded
	Bytes       int64       // of all of them
	ComputePS   int64       // the longest chain of computing: no network is faster
}

// Summary says what the trace holds.
func (t *Trace) Summary() Summary { return t.sum }

// Memory estimates the bytes a trace with so many records takes; while it is read it is up to
// twice as much. A Player takes less.
func Memory(messages, parts int64) int64 { return messages*64 + parts*72 }

func (t *Trace) records() int { return len(t.Messages) + len(t.Parts) }

// event numbers what a record waits for; -1 is the start.
func (t *Trace) event(d *Dep) int {
	switch d.On {
	case Sent:
		return int(d.ID)
	case Received:
		return len(t.Messages) + int(d.ID)
	case Done:
		return 2*len(t.Messages) + int(d.ID)
	}
	return -1
}

// record returns what record r waits for, and its task.
func (t *Trace) record(r int) (uint32, *Dep) {
	if r < len(t.Messages) {
		m := &t.Messages[r]
		return m.Src, &m.Dep
	}
	i := r - len(t.Messages)
	p := &t.Parts[i]
	c := &t.Collectives[p.coll]
	return t.Comms[c.Comm][i-int(c.First)], &p.Dep
}

func (t *Trace) name(r int) string {
	if r < len(t.Messages) {
		return "message " + strconv.Itoa(r)
	}
	task, _ := t.record(r)
	return "collective G" + strconv.Itoa(int(t.Parts[r-len(t.Messages)].coll)) + " of task " + strconv.Itoa(int(task))
}

// link builds the lists of what waits for what.
func (t *Trace) link() {
	t.heads = make([]int32, 2*len(t.Messages)+len(t.Parts))
	for i := range t.heads {
		t.heads[i] = -1
	}
	t.next = make([]int32, t.records())
	t.first = t.first[:0]
	for r := t.records() - 1; r >= 0; r-- { // backwards: the lists are then in order
		_, d := t.record(r)
		e := t.event(d)
		if e < 0 {
			t.first = append(t.first, int32(r))
			continue
		}
		t.next[r], t.heads[e] = t.heads[e], int32(r)
	}
	for i, j := 0, len(t.first)-1; i < j; i, j = i+1, j-1 {
		t.first[i], t.first[j] = t.first[j], t.first[i]
	}
}

// total adds up what moves.
func (t *Trace) total() string {
	s := Summary{Tasks: t.Tasks, Messages: int64(len(t.Messages)), Parts: int64(len(t.Parts)), Sends: int64(len(t.Messages)), ComputePS: t.sum.ComputePS}
	add := func(n, size int64) bool {
		hi, lo := bits.Mul64(uint64(n), uint64(size))
		if hi != 0 || lo > MaxTotal-uint64(s.Bytes) {
			return false
		}
		s.Bytes += int64(lo)
		return true
	}
	const tooMuch = "the messages of this trace hold more than 2^60 bytes"
	for i := range t.Messages {
		if !add(1, t.Messages[i].Bytes) {
			return tooMuch
		}
	}
	for i := range t.Collectives {
		c := &t.Collectives[i]
		s.Collectives[c.Op]++
		n := len(t.Comms[c.Comm])
		for r := range n {
			sends, blocks, size := t.load(c, r)
			s.Sends += sends
			if !add(blocks, size) {
				return tooMuch
			}
		}
	}
	t.sum = s
	return ""
}
