package vef

// A network for the tests: a message leaves its host at the bandwidth, one after the other, and
// arrives a latency after it has left. Nothing else takes time.

import (
	"container/heap"
	"testing"
)

type arrival struct {
	at        int64
	id        uint32
	delivered bool // else sent
	order     int
}

type arrivals []arrival

func (a arrivals) Len() int { return len(a) }
func (a arrivals) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].order < a[j].order
}
func (a arrivals) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *arrivals) Push(v any)   { *a = append(*a, v.(arrival)) }
func (a *arrivals) Pop() any {
	v := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return v
}

type ideal struct {
	latency, perByte int64 // ps
	busy             map[uint32]int64
	coming           arrivals
	count            int
	bytes            int64
	sends            int64
	now              int64
	seen             func(Outgoing, int64)
}

// step brings the player to its next event; false if there is none.
func (n *ideal) step(p *Player) bool {
	at := p.NextTime()
	if len(n.coming) > 0 {
		at = min(at, n.coming[0].at)
	}
	if at == Never {
		return false
	}
	n.now = max(n.now, at)
	for len(n.coming) > 0 && n.coming[0].at <= n.now {
		a := heap.Pop(&n.coming).(arrival)
		if a.delivered {
			p.Delivered(a.id, n.now)
		} else {
			p.Sent(a.id, n.now)
		}
	}
	for {
		m, ok := p.Pop(n.now)
		if !ok {
			return true
		}
		if n.seen != nil {
			n.seen(m, n.now)
		}
		left := max(n.busy[m.Src], n.now) + m.Bytes*n.perByte
		n.busy[m.Src] = left
		n.sends++
		n.bytes += m.Bytes
		heap.Push(&n.coming, arrival{left, m.ID, false, n.count})
		heap.Push(&n.coming, arrival{left + n.latency, m.ID, true, n.count + 1})
		n.count += 2
	}
}

func newIdeal(latency, perByte int64) *ideal {
	return &ideal{latency: latency, perByte: perByte, busy: map[uint32]int64{}}
}

// play runs a trace to its end, and demands that there is one.
func play(t *testing.T, trace *Trace, n *ideal, hosts int, mapping []uint32) *Player {
	t.Helper()
	p, err := New(trace, hosts, mapping)
	if err != nil {
		t.Fatal(err)
	}
	for n.step(p) {
	}
	done, total := p.Progress()
	if !p.Done() || done != total {
		t.Fatalf("stuck after %d of %d records", done, total)
	}
	return p
}
