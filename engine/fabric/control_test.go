package fabric

import (
	"math"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/topology"
)

// The example of [DRB-T] §4.3.3: of 100 notifications 55, 20, 15 and 10 came for four paths, and these are
// taken with weights of 100/55, 100/20, 100/15 and 100/10 (but for the 1 that is added to each).
func TestPathsAreTakenInverselyToTheirNotifications(t *testing.T) {
	x := flow{open: 4, count: [routing.MaxPaths]uint8{55, 20, 15, 10}}
	r := random.New(1, 2)
	var got [4]float64
	const draws = 100000
	for range draws {
		got[x.choose(1<<4-1, 4, &r)]++
	}
	sum := 0.0
	for _, n := range x.count[:4] {
		sum += 1 / float64(n+1)
	}
	for i, n := range x.count[:4] {
		if want := 1 / float64(n+1) / sum; math.Abs(got[i]/draws-want) > 0.005 {
			t.Errorf("path %d is taken %.3f of the time, want %.3f", i+1, got[i]/draws, want)
		}
	}
	for range 1000 {
		if k := x.choose(1<<1|1<<3, 4, &r); k != 1 && k != 3 {
			t.Fatalf("path %d is taken, which has no credits", k+1)
		}
	}
}

// managed is a torus with so many paths between two hosts, or fewer.
func managed(t *testing.T, torus string, plan routing.Plan) *routing.Subnet {
	t.Helper()
	n, err := topology.Build(torus)
	if err != nil {
		t.Fatal(err)
	}
	routes, err := routing.NewTable(n)
	if err != nil {
		t.Fatal(err)
	}
	sub, err := routing.Manage(routes, plan)
	if err != nil {
		t.Fatal(err)
	}
	return sub
}

// fourPaths is what most pairs of torus-4x4 have by it.
var fourPaths = routing.Plan{Paths: 4, Detour: 2, VCs: 2}

// Paths open one by one with the notifications and close one by one without them.
func TestPathsOpenAndClose(t *testing.T) {
	sub := managed(t, "torus-4x4", fourPaths)
	const src, dst = 0, 5
	if k := len(sub.Paths(src, dst)); k != 4 {
		t.Fatalf("%d paths, want 4", k)
	}
	d := &Spread{Subnet: sub, VLs: 2, Most: 3, Notes: 2, WaitPS: 100, Expire: 2}
	var a agent
	now := int64(1000)
	for i, want := range []int{1, 2, 2, 3, 3, 3, 3} { // never more than Most
		d.notified(&a, src, dst, 0, now)
		if got := d.opened(&a.flows[0], now); got != want {
			t.Errorf("%d paths open after %d notifications, want %d", got, i+1, want)
		}
	}
	if a.flows[0].count[0] != 7 {
		t.Errorf("%d notifications counted for the first path, want 7", a.flows[0].count[0])
	}
	for _, c := range []struct {
		after int64
		want  int
	}{{199, 3}, {200, 2}, {399, 2}, {400, 1}, {10000, 1}} {
		if got := d.opened(&a.flows[0], now+c.after); got != c.want {
			t.Errorf("%d paths open %d ps after the last notification, want %d", got, c.after, c.want)
		}
	}
	d.notified(&a, src, dst, 0, now+250) // one has closed; the two that open it again begin anew
	d.notified(&a, src, dst, 0, now+251)
	if got := d.opened(&a.flows[0], now+251+199); got != 3 {
		t.Errorf("%d paths open, want 3: every notification starts the timer again", got)
	}
}

// The CCTI rises with notifications up to its limit, and falls with the timer down to its minimum.
func TestCCTI(t *testing.T) {
	table := make([]int64, 128)
	for i := range table {
		table[i] = int64(i) * 10
	}
	c := &Throttle{Delay: table, Increase: 3, Min: 1, Limit: 8, TimerPS: 100}
	var a agent
	for i, want := range []int{4, 7, 8, 8} {
		c.notified(&a, 7, 50)
		if got := c.index(&a.flows[0], 50); got != want {
			t.Errorf("CCTI %d after %d notifications, want %d", got, i+1, want)
		}
	}
	for _, x := range []struct {
		at   int64
		want int
	}{{99, 8}, {100, 7}, {299, 6}, {300, 5}, {700, 1}, {90000, 1}} {
		if got := c.index(&a.flows[0], x.at); got != x.want {
			t.Errorf("CCTI %d at %d ps, want %d", got, x.at, x.want)
		}
	}
	q := *c
	q.Quiet = true // the expiration at 100 ps ends an interval with notifications
	for _, x := range []struct {
		at   int64
		want int
	}{{99, 8}, {100, 8}, {199, 8}, {200, 7}, {299, 7}, {300, 6}, {800, 1}, {90000, 1}} {
		if got := q.index(&a.flows[0], x.at); got != x.want {
			t.Errorf("CCTI %d at %d ps, falling after quiet intervals, want %d", got, x.at, x.want)
		}
	}
	var b agent
	for i, at := range []int64{50, 150, 250, 460} { // 4, 7, 8, then two intervals, of which one was quiet
		q.notified(&b, 7, at)
		if got, want := q.index(&b.flows[0], at), []int{4, 7, 8, 8}[i]; got != want {
			t.Errorf("CCTI %d after a notification at %d ps, want %d", got, at, want)
		}
	}
	q.Limit = 100
	q.notified(&b, 7, 790) // intervals from 500 and from 600 on were quiet
	if got := q.index(&b.flows[0], 790); got != 9 {
		t.Errorf("CCTI %d, want 8 − 2 + 3", got)
	}
	c.sent(&a, 7, 120, 130) // at index 7
	c.sent(&a, 3, 120, 130) // never notified: the minimum
	if got := c.readyAt(&a, 7, 125); got != 130+70 {
		t.Errorf("the flow may send at %d ps, want 200", got)
	}
	if got := c.readyAt(&a, 3, 125); got != 130+10 || a.flows[0].dst != 3 || len(a.flows) != 2 {
		t.Errorf("another flow may send at %d ps, want 140", got)
	}
	if got := c.readyAt(&a, 7, 5000); got != 0 || len(a.flows) != 1 {
		t.Error("a flow that is back at the minimum is remembered")
	}
}

// A pair forgets when the path before the first would close, whether its host looks at it in the meantime or not.
func TestPairsForget(t *testing.T) {
	sub := managed(t, "torus-4x4", fourPaths)
	d := &Spread{Subnet: sub, VLs: 2, Most: 4, Notes: 3, WaitPS: 100, Expire: 2}
	for _, c := range []struct {
		at          int64
		count, news int
	}{{1199, 3, 0}, {1200, 1, 1}, {1399, 1, 1}, {5000, 1, 1}} {
		var a agent
		for range 2 {
			d.notified(&a, 0, 5, 0, 1000)
		}
		d.notified(&a, 0, 5, 0, c.at)
		if x := a.flows[0]; int(x.count[0]) != c.count || int(x.news) != c.news {
			t.Errorf("%d and %d notifications of the first path after one at %d, want %d and %d", x.count[0], x.news, c.at, c.count, c.news)
		}
	}
}

// A path that closes loses its notifications, and those towards the next one; the timer goes on from when it closed.
func TestPathsThatClose(t *testing.T) {
	sub := managed(t, "torus-4x4", fourPaths)
	const src, dst = 0, 5
	paths := sub.Paths(src, dst)
	d := &Spread{Subnet: sub, VLs: 2, Most: 4, Notes: 2, WaitPS: 100, Expire: 2}
	var a agent
	for i := range 7 { // the last is one of two that would do something
		d.notified(&a, src, dst, paths[min(i, 3)], 1000)
	}
	x := &a.flows[0]
	if want := [4]uint8{1, 0, 0, 1}; x.open != 4 || x.news != 1 || [4]uint8(x.count[:4]) != want { // the others but the first tell of paths not open yet
		t.Fatalf("%+v, want four paths open and %d notifications", *x, want)
	}
	if got := d.opened(x, 1000+100*d.step()); got != 1 {
		t.Errorf("%d paths open after a long time, want 1", got)
	}
	d.contract(x, 1000+199)
	if x.open != 4 || x.news != 1 {
		t.Errorf("%+v before the timer has expired twice", *x)
	}
	d.contract(x, 1000+450)
	if want := [4]uint8{1}; x.open != 2 || x.news != 0 || x.at != 1400 || [4]uint8(x.count[:4]) != want {
		t.Errorf("%+v, want two paths open since 1400 ps and %d notifications", *x, want)
	}
	for range memory - 2 {
		d.notified(&a, src, dst, paths[0], 1450)
	}
	d.notified(&a, src, dst, paths[1], 1450)
	if x.count[0] != memory-1 || x.count[1] != 1 {
		t.Errorf("%d notifications", x.count[:4])
	}
	if d.notified(&a, src, dst, paths[0], 1450); x.count[0] != memory/2 || x.count[1] != 0 {
		t.Errorf("%d notifications, want them halved", x.count[:4])
	}
}

// An agent that remembers many flows forgets those that are back to normal, and no other.
func TestAgentsForget(t *testing.T) {
	table := make([]int64, 128)
	c := &Throttle{Delay: table, Increase: 3, Min: 1, Limit: 8, TimerPS: 100}
	d := &Spread{Subnet: managed(t, "torus-16x16", routing.Plan{Paths: 1, VCs: 2}), Notes: 100, WaitPS: 100, Expire: 2}
	const now = 1000
	for name, x := range map[string]struct {
		flows    [4]flow
		keeps    [4]bool
		notified func(a *agent, dst uint32)
	}{
		"throttled": {[4]flow{{at: now}, {at: now + 1}, {ccti: 8, tick: now / 100}, {ccti: 8}}, [4]bool{false, true, true, false},
			func(a *agent, dst uint32) { c.notified(a, dst, now) }},
		"spread": {[4]flow{{open: 1, at: now - 200}, {open: 1, at: now - 199}, {open: 3, at: now - 599}, {open: 3, at: now - 600}}, [4]bool{false, true, true, false},
			func(a *agent, dst uint32) { d.notified(a, 0, dst, 0, now) }},
	} {
		var a agent
		for i := range 64 {
			if len(a.flows) < 63 && a.crowded() {
				t.Errorf("%s: %d flows are many", name, len(a.flows))
			}
			f := x.flows[i%4]
			f.dst = uint32(2 * (i + 1))
			a.flows = append(a.flows, f)
		}
		x.notified(&a, 75)
		want := []uint32{}
		for i := range 64 {
			if i == 37 {
				want = append(want, 75)
			}
			if x.keeps[i%4] {
				want = append(want, uint32(2*(i+1)))
			}
		}
		var got []uint32
		for _, f := range a.flows {
			got = append(got, f.dst)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: flows to %d are remembered, want %d", name, got, want)
		}
		if i, ok := a.find(75); !ok || name == "throttled" && a.flows[i].ccti != 4 || name == "spread" && a.flows[i].open != 1 {
			t.Errorf("%s: the new flow is %v", name, ok)
		}
	}
}

// A host that gets notifications to send faster than they leave has millions of them after a while: each leaves in its order, and in no more time for
// that. (If each moved all behind it up, that were 2³⁸ moves here.)
func TestManyNotificationsWait(t *testing.T) {
	const many = 1 << 19
	var a agent
	next := uint32(0)
	for i := range uint32(many) {
		a.notes = append(a.notes, note{dst: 2 * i}, note{dst: 2*i + 1})
		if n := a.oldest(); n.dst != next {
			t.Fatalf("notification %d leaves, want %d", n.dst, next)
		}
		next++
	}
	b := a
	b.notes = slices.Clone(a.notes)
	if len(b.unsent()) != many || b.unsent()[0].dst != next {
		t.Fatalf("%d notifications wait in a copy, want %d", len(b.unsent()), many)
	}
	for ; len(a.unsent()) > 0; next++ {
		if n := a.oldest(); n.dst != next {
			t.Fatalf("notification %d leaves, want %d", n.dst, next)
		}
		if len(a.notes) > 2*len(a.unsent())+1 {
			t.Fatalf("%d notifications are kept, and %d wait", len(a.notes), len(a.unsent()))
		}
	}
	if next != 2*many || len(a.notes) != 0 {
		t.Errorf("%d of %d have left, %d are kept", next, 2*many, len(a.notes))
	}
}
