package plain

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// keep reads a trace, and returns what names it in a scenario.
func keep(t *testing.T, text string) string {
	t.Helper()
	trace, err := vef.Read(strings.NewReader(text), vef.Limits{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return " traffic=" + vef.Keep(trace)
}

// plays compares a program up to its end, or for 3000 packet times, and says whether it has ended.
func plays(t *testing.T, text string) (ended bool) {
	t.Helper()
	s, err := build(text)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return false
	}
	e, err := engine.Open(s)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return false
	}
	e.TrackTrees(false)
	e.Play(3000*engine.PacketTime(s), engine.NoLimit)
	if d, _ := compare(s, e.Now()); d != "" {
		t.Errorf("%s: %s", text, d)
	}
	x, _ := e.Execution()
	return x.FinishPS >= 0
}

var programs = []string{
	"network=rlft-4x3 traffic=PTRANS-2x8-1024-32", "network=rlft-4x3 traffic=PTRANS-4x4-512-32 routing=afi queuing=vftree vcs=2 buffer=16",
	"network=rlft-8x2 traffic=PTRANS-4x7-1024-32 voq=true routing=adaptive queuing=dbbm buffer=48", "network=rlft-8x2 traffic=PTRANS-4x8-512-16 congestion-control=iba-cc buffer=32 cc-scope=host",
	"network=torus-4x4 routing=dor traffic=PTRANS-2x8-512-32 congestion-control=drb voq=true delay=100 buffer=64", "network=bmin-4x3 routing=self traffic=PTRANS-1x8-256-16 queuing=fbicm packet=64 buffer=2 cfq-detect=1 cfq-stop=2 cfq-go=1",
	"network=rlft-8x2 traffic=PTRANS-4x8-512-16 arbiter=oldest-injected voq=true routing=adaptive trigger=TH queuing=flow2sl",
	"network=rlft-4x3 traffic=IO-12x4-400-1 compression=100000 admittance=by-destination queuing=voqsw", "network=rlft-4x3 traffic=IO-12x4-200-7 compression=1000000 queuing=dbbm",
}

// Programs of MPI, and input and output, by queuing scheme, routing and congestion control.
func TestTraces(t *testing.T) {
	for _, text := range programs {
		if !plays(t, text) {
			t.Errorf("%s: it does not end", text)
		}
	}
}

// Random programs on random networks.
func TestRandomTraces(t *testing.T) {
	r := rand.New(rand.NewPCG(2015, 1))
	ended, n := 0, few(200)
	for i := range n {
		text := withoutTraffic([]func(*rand.Rand) string{draw, drawQueues, drawControlled}[i%3](r))
		s, err := build(text + " traffic=UT")
		if err != nil {
			continue
		}
		network, err := topology.Build(s.Get("network"))
		if err != nil {
			t.Fatal(err)
		}
		if plays(t, text+keep(t, drawTrace(r, min(network.Hosts, 2+r.IntN(15)), int(s.Int("packet")), 5+r.IntN(40)))) {
			ended++
		}
	}
	if ended < n/2 {
		t.Errorf("only %d programs have ended", ended)
	}
}

// What is told while programs run: all that TestLooks and TestRows compare.
func TestLooksAtTraces(t *testing.T) {
	r := rand.New(rand.NewPCG(2015, 2))
	for _, text := range programs {
		looksAgree(t, text, 120)
		s, err := build(text)
		if err != nil {
			t.Fatal(err)
		}
		if d := rowsAlike(r, s, 120); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

// withoutTraffic leaves out the fields that a trace does not have.
func withoutTraffic(text string) string {
	var words []string
	for word := range strings.FieldsSeq(text) {
		switch name, _, _ := strings.Cut(word, "="); name {
		case "traffic", "load", "ramp", "generation", "hotspot-from", "hotspot-until", "hotspot-else", "hotspot-others":
		default:
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// drawTrace makes a random trace, in words.
func drawTrace(r *rand.Rand, tasks, packet, records int) string {
	comms := [][]int{r.Perm(tasks)}
	for range r.IntN(3) {
		comms = append(comms, r.Perm(tasks)[:1+r.IntN(tasks)])
	}
	type event struct{ kind, id int }
	seen := make([][]event, tasks) // what each task's next record may wait for
	var b strings.Builder
	messages, collectives := 0, 0
	dep := func(task int) string {
		time := []string{"0", "0", "0", "1", "100.5", "340", "0.001"}[r.IntN(7)]
		list := seen[task]
		if len(list) == 0 || r.IntN(6) == 0 {
			return fmt.Sprintf("0 %s -1", time)
		}
		if r.IntN(2) == 0 { // of the latest
			list = list[max(0, len(list)-2):]
		}
		e := list[r.IntN(len(list))]
		if e.kind == 3 {
			return fmt.Sprintf("3 %s G%d", time, e.id)
		}
		return fmt.Sprintf("%d %s %d", e.kind, time, e.id)
	}
	for range records {
		if r.IntN(4) > 0 {
			src, dst := r.IntN(tasks), r.IntN(tasks)
			size := []int{0, 1, packet, packet + 1, 5 * packet / 2, 7 * packet}[r.IntN(6)]
			fmt.Fprintf(&b, "%d %d %d %d %s\n", messages, src, dst, size, dep(src))
			seen[src] = append(seen[src], event{1, messages})
			seen[dst] = append(seen[dst], event{2, messages})
			messages++
			continue
		}
		c := r.IntN(len(comms))
		op, root, size := r.IntN(10), r.IntN(len(comms[c])), []int{0, 4, packet, packet * 3 / 2, packet * 4}[r.IntN(5)]
		uneven := r.IntN(4) == 0
		for rank, task := range comms[c] {
			send, recv := size, size
			if uneven {
				send, recv = 1+r.IntN(4*packet), 1+r.IntN(4*packet)
			}
			switch vef.Op(op) {
			case vef.Bcast, vef.Scatter:
				if rank != root {
					send = 0
				}
			case vef.Reduce, vef.Gather:
				if rank != root {
					recv = 0
				}
			}
			fmt.Fprintf(&b, "G%d %d %d %d %d %d %s\n", collectives, c, op, task, send, recv, dep(task))
		}
		for _, task := range comms[c] {
			seen[task] = append(seen[task], event{3, collectives})
		}
		collectives++
	}
	head := fmt.Sprintf("VEF3 %d %d %d %d %d TRUE\n", tasks, messages, len(comms), collectives, strings.Count("\n"+b.String(), "\nG"))
	for i, c := range comms {
		head += fmt.Sprintf("C%d %s\n", i, strings.Trim(fmt.Sprint(c), "[]"))
	}
	return head + b.String()
}

// executionsDiffer compares how far a program has come.
func executionsDiffer(e *engine.Sim, m *Model) string {
	x, ok := e.Execution()
	if g := m.program; ok != (g != nil) {
		return "one has no program"
	} else if ok {
		if ended := m.ended(); int(x.Done) != g.done || x.FinishPS != ended || int(x.Total) != len(g.trace.Messages)+len(g.trace.Parts) {
			return fmt.Sprintf("%d ps: %d of %d records are done, ended %d; in the model %d, ended %d", e.Now(), x.Done, x.Total, x.FinishPS, g.done, ended)
		}
	}
	return ""
}
