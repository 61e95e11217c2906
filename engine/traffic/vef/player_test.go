package vef

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) *Trace {
	t.Helper()
	trace, err := Read(strings.NewReader(text), Limits{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return trace
}

// together is a trace of one collective on all of n tasks, entered at the given times (ns).
func together(op Op, n int, send, recv func(task int) int64, enter func(task int) int64) string {
	var b strings.Builder
	b.WriteString("VEF3 " + strconv.Itoa(n) + " 0 1 1 " + strconv.Itoa(n) + " TRUE\nC0")
	for i := range n {
		b.WriteString(" " + strconv.Itoa(i))
	}
	for i := range n {
		b.WriteString("\nG0 0 " + strconv.Itoa(int(op)) + " " + strconv.Itoa(i))
		for _, v := range []int64{send(i), recv(i), 0, enter(i)} {
			b.WriteString(" " + strconv.FormatInt(v, 10))
		}
		b.WriteString(" -1")
	}
	return b.String() + "\n"
}

func all(v int64) func(int) int64 { return func(int) int64 { return v } }

func only(who int, v int64) func(int) int64 {
	return func(i int) int64 {
		if i == who {
			return v
		}
		return 0
	}
}

// Latency 100 ns, 1 ns per byte; all times by hand, in ns.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		finish     int64
	}{
		// 10 to leave, 100 to arrive, 5 of computing, and back.
		{"ping-pong", "VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 10 2 5 0\n", 110 + 5 + 110},
		// The second leaves when the first has, after 7 of computing: 10 + 7 + 20 + 100.
		{"two sends", "VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 0 1 20 1 7 0\n", 137},
		// Both are ready at once and share the link: 10 + 20 + 100.
		{"one link", "VEF3 3 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 0 2 20 0 0 -1\n", 130},
		{"a fraction of a nanosecond", "VEF3 2 1 0 0 0 TRUE\n0 0 1 10 0 0.25 -1\n", 110},
		{"to oneself", "VEF3 1 2 0 0 0 TRUE\n0 0 0 10 0 3 -1\n1 0 0 10 2 4 0\n", 7},
		// ⌈log2 5⌉ = 3 rounds of an empty message; the last to enter sets the time.
		{"barrier of 5", together(Barrier, 5, all(0), all(0), all(0)), 300},
		{"barrier of 5, one late", together(Barrier, 5, all(0), all(0), only(3, 40)), 340},
		{"barrier of 1", together(Barrier, 1, all(0), all(0), all(9)), 9},
		{"barrier of 8", together(Barrier, 8, all(0), all(0), all(0)), 300},
		// Pairwise: n−1 rounds of 10 to leave and 100 to arrive.
		{"alltoall of 4", together(Alltoall, 4, all(10), all(10), all(0)), 3 * 110},
		{"alltoall of 5", together(Alltoall, 5, all(10), all(10), all(0)), 4 * 110},
		{"reduce_scatter of 4", together(ReduceScatter, 4, all(40), all(10), all(0)), 3 * 110},
		{"allgather of 6", together(Allgather, 6, all(10), all(60), all(0)), 5 * 110},
		// Root 0 of 4: 2 gets it at 110, 1 at 120 and 3 (from 2) at 220.
		{"bcast of 4", together(Bcast, 4, only(0, 10), all(0), all(0)), 220},
		// The same from root 2: the tree is relative.
		{"bcast of 4 from 2", together(Bcast, 4, only(2, 10), all(0), all(0)), 220},
		// Root 0 of 8: 4 at 110, then 6 at 220, then 7 at 330.
		{"bcast of 8", together(Bcast, 8, only(0, 10), all(0), all(0)), 330},
		// Half of the data first (20 + 100), then a quarter (10 + 100).
		{"scatter of 4", together(Scatter, 4, only(0, 10), all(10), all(0)), 120 + 110},
		// 1→0 and 3→2 at 110; 2 then sends its own and 3's: 20 + 100.
		{"gather of 4", together(Gather, 4, all(10), only(0, 10), all(0)), 110 + 120},
		{"reduce of 4", together(Reduce, 4, all(10), only(0, 10), all(0)), 220},
		{"reduce of 5", together(Reduce, 5, all(10), only(0, 10), all(0)), 220},
		// The fifth goes at once; the tree needs three levels if the late one is deepest.
		{"reduce of 8, the deepest late", together(Reduce, 8, all(10), only(0, 10), only(7, 1000)), 1330},
		// Two rounds. With five tasks, 0 is folded into 1 (at 110), which has 2's part by then, and
		// is through with the first round when its own has left (120) and with the second when 3's
		// comes (220): it tells 0, and 2, which got 1's at 220, tells 4: both at 330.
		{"allreduce of 4", together(Allreduce, 4, all(10), all(10), all(0)), 220},
		{"allreduce of 5", together(Allreduce, 5, all(10), all(10), all(0)), 330},
		// 1 has 0's part at 110, sends it to 3 until 120 and to 5 until 130.
		{"scan of 6", together(Scan, 6, all(10), all(10), all(0)), 230},
	} {
		t.Run(c.name, func(t *testing.T) {
			trace := parse(t, c.text)
			n := newIdeal(100_000, 1000)
			p := play(t, trace, n, trace.Tasks, nil)
			want := c.finish * 1000
			if c.name == "a fraction of a nanosecond" {
				want += 250
			}
			if p.Finish() != want {
				t.Errorf("finished after %d ps, want %d", p.Finish(), want)
			}
			if s := trace.Summary(); c.name != "to oneself" && (s.Sends != n.sends || s.Bytes != n.bytes) {
				t.Errorf("%d messages with %d bytes were sent, the summary says %d and %d", n.sends, n.bytes, s.Sends, s.Bytes)
			}
		})
	}
}

// Every operation, at every size, from every root: it ends, what is sent is what the summary
// says, nobody leaves who should not have, and data reach who needs them: knowledge of the tasks
// is passed on with the messages.
func TestCollectivesCompute(t *testing.T) {
	for op := range numOps {
		for n := 1; n <= 17; n++ {
			for root := 0; root < n; root++ {
				rooted := op == Bcast || op == Reduce || op == Gather || op == Scatter
				if !rooted && root > 0 {
					break
				}
				send, recv := all(8), all(8)
				switch op {
				case Bcast, Scatter:
					send = only(root, 8)
				case Reduce, Gather:
					recv = only(root, 8)
				case Barrier:
					send, recv = all(0), all(0)
				}
				trace := parse(t, together(op, n, send, recv, func(i int) int64 { return int64(i*7%5) * 150 }))
				net := newIdeal(100_000, 1000)
				knows := make([]map[int]bool, n)
				for i := range knows {
					knows[i] = map[int]bool{i: true}
				}
				carried := map[uint32][]int{}
				to := map[uint32]int{}
				net.seen = func(m Outgoing, _ int64) {
					carried[m.ID] = nil
					for k := range knows[m.Src] {
						carried[m.ID] = append(carried[m.ID], k)
					}
					to[m.ID] = int(m.Dst)
				}
				p, err := New(trace, n, nil)
				if err != nil {
					t.Fatal(err)
				}
				for {
					// What arrives now is known before anything is sent on.
					at := p.NextTime()
					if len(net.coming) > 0 {
						at = min(at, net.coming[0].at)
					}
					for _, a := range net.coming {
						if a.at <= at && a.delivered {
							for _, k := range carried[a.id] {
								knows[to[a.id]][k] = true
							}
						}
					}
					if !net.step(p) {
						break
					}
				}
				if !p.Done() {
					t.Fatalf("%v of %d is stuck", op, n)
				}
				if s := trace.Summary(); s.Sends != net.sends || s.Bytes != net.bytes {
					t.Errorf("%v of %d from %d: %d messages with %d bytes were sent, the summary says %d and %d", op, n, root, net.sends, net.bytes, s.Sends, s.Bytes)
				}
				for i := range n {
					for j := range n {
						needs := op == Scan && j <= i
						switch op {
						case Bcast, Scatter:
							needs = j == root
						case Reduce, Gather:
							needs = i == root
						case Allreduce, Barrier, Allgather, Alltoall, ReduceScatter:
							needs = true
						}
						if needs && !knows[i][j] {
							t.Errorf("%v of %d from %d: task %d got nothing of task %d", op, n, root, i, j)
						}
					}
				}
			}
		}
	}
}

// Two tasks on a host, and the rest elsewhere.
func TestMapping(t *testing.T) {
	text := "VEF3 3 3 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 2 10 2 0 0\n2 2 0 10 2 0 1\n"
	p := play(t, parse(t, text), newIdeal(100_000, 1000), 8, []uint32{7, 7, 2})
	if p.Finish() != 220_000 {
		t.Errorf("finished after %d ps, want 220000: the first message stays on its host", p.Finish())
	}
	for _, c := range []struct {
		hosts   int
		mapping []uint32
		want    string
	}{
		{2, nil, "as many tasks as hosts"},
		{8, []uint32{0, 1}, "hosts of 2 tasks"},
		{8, []uint32{0, 1, 8}, "allowed: 0–7"},
	} {
		if _, err := New(parse(t, text), c.hosts, c.mapping); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v on %d hosts: %v, want %q", c.mapping, c.hosts, err, c.want)
		}
	}
	// A whole PTRANS on one host takes no time, and ends.
	g, err := Ptrans(Grid{P: 4, Q: 6, N: 480, NB: 10})
	if err != nil {
		t.Fatal(err)
	}
	if p := play(t, g, newIdeal(1, 1), 1, make([]uint32, 24)); p.Finish() != 0 {
		t.Errorf("on one host it took %d ps", p.Finish())
	}
}

func digest(p *Player) (d uint64) {
	p.Digest(func(v uint64) { d = (d ^ v) * 0x100000001b3 })
	return d
}

// A clone taken anywhere goes the same way, and leaves the original alone.
func TestClone(t *testing.T) {
	trace, err := Ptrans(Grid{P: 4, Q: 6, N: 480, NB: 10})
	if err != nil {
		t.Fatal(err)
	}
	n := newIdeal(100_000, 1000)
	p, _ := New(trace, 24, nil)
	clones := 0
	for i := 0; n.step(p); i++ {
		if i%50 != 0 {
			continue
		}
		clones++
		c, before := p.Clone(), digest(p)
		if digest(c) != before {
			t.Fatal("a clone differs")
		}
		m := *n
		m.coming = slices.Clone(n.coming)
		m.busy = map[uint32]int64{}
		for k, v := range n.busy {
			m.busy[k] = v
		}
		for m.step(c) {
		}
		if !c.Done() {
			t.Fatal("a clone is stuck")
		}
		if digest(p) != before {
			t.Fatal("a clone has changed the original")
		}
		if i == 0 {
			defer func() {
				if c.Finish() != p.Finish() || digest(c) != digest(p) {
					t.Error("a clone ended elsewhere")
				}
			}()
		}
	}
	if clones < 5 || !p.Done() {
		t.Errorf("%d clones", clones)
	}
}

// Messages may overtake: each arrives before those sent before it. The program still ends.
func TestOvertaking(t *testing.T) {
	for op := range numOps {
		send, recv := all(8), all(8)
		switch op {
		case Bcast, Scatter:
			send = only(0, 8)
		case Reduce, Gather:
			recv = only(0, 8)
		}
		p, _ := New(parse(t, together(op, 9, send, recv, func(i int) int64 { return int64(i) })), 9, nil)
		var stack []uint32
		now := int64(0)
		for guard := 0; !p.Done(); guard++ {
			if guard > 1000 {
				t.Fatalf("%v is stuck", op)
			}
			if at := p.NextTime(); at != Never {
				now = max(now, at)
			}
			for {
				m, ok := p.Pop(now)
				if !ok {
					break
				}
				stack = append(stack, m.ID)
				p.Sent(m.ID, now)
			}
			if len(stack) > 0 && (p.NextTime() == Never || guard%3 == 0) {
				id := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				now++
				p.Delivered(id, now)
			}
		}
	}
}

// Playing allocates nothing once the player is warm.
func TestNoAllocations(t *testing.T) {
	trace, err := Ptrans(Grid{P: 6, Q: 8, N: 960, NB: 10, Runs: 20})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := New(trace, 48, nil)
	var ids []uint32
	now := int64(0)
	round := func() {
		now += 1000
		for {
			m, ok := p.Pop(now)
			if !ok {
				break
			}
			ids = append(ids, m.ID)
		}
		for _, id := range ids {
			p.Sent(id, now)
			p.Delivered(id, now+10)
		}
		ids = ids[:0]
	}
	for range 20 {
		round()
	}
	before, _ := p.Progress()
	if n := testing.AllocsPerRun(100, round); n != 0 {
		t.Errorf("%v allocations per round", n)
	}
	if after, total := p.Progress(); after < before+1000 || after > total {
		t.Errorf("only %d records were played", after-before)
	}
}

func TestWrongIDs(t *testing.T) {
	p, _ := New(parse(t, "VEF3 2 1 0 0 0 TRUE\n0 0 1 10 0 0 -1\n"), 2, nil)
	m, _ := p.Pop(0)
	p.Delivered(m.ID, 5)
	for _, id := range []uint32{m.ID, 99} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("message %d was delivered again", id)
				}
			}()
			p.Delivered(id, 6)
		}()
	}
}

// What is written is read as the same.
func roundTrip(t *testing.T, trace *Trace) {
	t.Helper()
	var a, b bytes.Buffer
	if err := Write(&a, trace); err != nil {
		t.Fatal(err)
	}
	text := a.String()
	again, err := Read(&a, Limits{})
	if err != nil {
		t.Fatalf("%v in\n%.2000s", err, text)
	}
	if err := Write(&b, again); err != nil || b.String() != text {
		t.Fatalf("written and read, the trace differs: %v", err)
	}
	if again.Summary() != trace.Summary() {
		t.Fatalf("written and read, %+v becomes %+v", trace.Summary(), again.Summary())
	}
}
