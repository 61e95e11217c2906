package engine_test

// What can be computed on paper or by a few lines that know nothing of the engine: waiting at a server, the throughput that credits
// allow, shares at merges, what permutations and tapered trees accept, and how long collectives take.

import (
	"fmt"
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// All send to host 0 at Poisson times. Where ways to it only merge, and all packets take as long, a packet waits in the mean as long
// as if all came to one queue, M/D/1, wherever it waits and whoever is served first: ρ/(2(1−ρ)) packet times (Pollaczek–Khinchine).
// Host 0 itself sends into an empty network and waits in its source queue alone.
func TestWaitingIsThatOfOneServer(t *testing.T) {
	const T, delay = 327.68, 6
	for _, c := range []struct {
		links float64 // to host 0, the mean over the others
		set   []string
	}{
		{2, []string{"network", "knary-16x1"}},
		{2, []string{"network", "knary-16x1", "voq", "true"}},
		{(1*2 + 2*4 + 12*6) / 15., []string{"network", "rlft-4x3"}},
		{(1*2 + 2*4 + 12*6) / 15., []string{"network", "rlft-4x3", "arbiter", "oldest-first"}},
		{(1*2 + 2*4 + 4*6 + 8*8) / 15., []string{"network", "knary-2x4", "routing", "adaptive"}},
		{10, []string{"network", "mesh-1x16", "routing", "dor"}}, // 3 … 17
	} {
		for _, load := range []float64{.03, .045} {
			m := open(t, append(c.set, "traffic", "HS100-1", "hotspots", "0", "load", fmt.Sprint(load), "warmup", "1000", "source-queue", "4096")...)
			n := float64(m.Network().Hosts)
			m.TrackTrees(false)
			m.Advance(100*engine.Millisecond, engine.NoLimit)
			var h observe.Header
			m.Measures(&h)
			wait := func(rho float64) float64 { return T * rho / (2 * (1 - rho)) }
			want := T + c.links*delay + ((n-1)*wait((n-1)*load)+wait(load))/n
			if math.Abs(h.LatencyNS/want-1) > .02 || h.Refused > 0 {
				t.Errorf("%v at %v: latency %.1f ns, want %.1f; %d refused", c.set, load, h.LatencyNS, want, h.Refused)
			}
		}
	}
}

// A buffer of b packets lets b packets go in the time from the first one's beginning until its credit is back: a packet time and
// twice the link's delay, as a head that meets nobody leaves at once. All links of a way are alike, so that the last of M packets
// begins with the rest of (M−1)/b, and arrives to the picosecond.
func TestCreditsSetTheRateOfALongLink(t *testing.T) {
	const T, packets = 327_680, 50
	for _, c := range []struct {
		src, dst, links int
		share           int // buffers in which a port's is split
		set             []string
	}{
		{0, 3, 2, 1, []string{"network", "knary-4x1", "queuing", "1q"}},
		{0, 3, 2, 1, []string{"network", "knary-4x1", "queuing", "voqsw"}},
		{0, 3, 2, 3, []string{"network", "knary-4x1", "queuing", "dbbm", "vcs", "3"}},
		{0, 15, 6, 1, []string{"network", "rlft-4x3", "queuing", "1q"}},
		{0, 15, 6, 2, []string{"network", "rlft-4x3", "queuing", "1q", "routing", "afi"}},
		{7, 0, 9, 1, []string{"network", "mesh-1x8", "queuing", "1q", "routing", "dor"}},
		{0, 5, 5, 2, []string{"network", "torus-8x1", "queuing", "1q", "routing", "dor"}}, // over the wrap-around link, in the VC before and behind it
	} {
		m := open(t, c.set...)
		trace := keep(t, fmt.Sprintf("VEF3 %d 1 1 0 0 TRUE\nC0%s\n0 %d %d %d 0 0 -1\n", m.Network().Hosts, tasks(m.Network().Hosts), c.src, c.dst, packets*4096))
		for _, b := range []int{1, 2, 3, 5} {
			for _, delay := range []int{0, 100, 1000, 3001} {
				m := open(t, append(c.set, "traffic", trace, "delay", fmt.Sprint(delay), "buffer", fmt.Sprint(4*b*c.share))...)
				m.Play(engine.Millisecond, engine.NoLimit)
				d := int64(delay) * engine.Nanosecond
				want := (packets-1)/int64(b)*max(T+2*d, int64(b)*T) + (packets-1)%int64(b)*T + T + int64(c.links)*d
				if e, _ := m.Execution(); e.FinishPS != want {
					t.Errorf("%v with %d packets a buffer and %d ns a link: %d ps, want %d", c.set, b, delay, e.FinishPS, want)
				}
			}
		}
	}
}

// tasks are the numbers below n, each with a blank before it.
func tasks(n int) (list string) {
	for i := range n {
		list += fmt.Sprint(" ", i)
	}
	return
}

// All hosts of a row send to its end as much as they can: at each switch the row and the host have half the link each, so that the
// shares are 1/2, 1/4 … and both of the last two the same, whatever the queues are.
func TestSharesAtMerges(t *testing.T) {
	for _, set := range [][]string{{"queuing", "1q"}, {"queuing", "voqsw"}, {"queuing", "voqsw", "crossbar", "multiplexed"}, {"queuing", "dbbm"},
		{"queuing", "voqnet"}, {"queuing", "fbicm"}, {"queuing", "recn-iq"}} {
		m := open(t, append(set, "network", "mesh-8x1", "routing", "dor", "traffic", "HS100-1", "hotspots", "0", "generation", "constant")...)
		m.TrackTrees(false)
		m.CountLinks()
		sent := func() (n [8]float64) {
			for h := range n {
				n[h] = float64(m.Sent(m.Network().HostPort(h)))
			}
			return
		}
		m.Advance(2*engine.Millisecond, engine.NoLimit)
		before := sent()
		m.Advance(6*engine.Millisecond, engine.NoLimit)
		after, whole := sent(), float64(4*engine.Millisecond)/float64(m.PacketPS())
		for h := 1; h < 8; h++ {
			want := math.Pow(2, -float64(min(h, 6)))
			if got := (after[h] - before[h]) / whole; math.Abs(got-want) > .002 {
				t.Errorf("%v: host %d has %.4f of the link, want %.4f", set, h, got, want)
			}
		}
	}
}

// Uniform traffic in tapered trees, and in such with parallel links: what leaves a subtree of h of n hosts is (n−h)/(n−1) of what they
// generate, and must pass its up links.
func TestUniformTrafficInTaperedTrees(t *testing.T) {
	for _, c := range []struct {
		network   string
		h, n, ups float64 // of the narrowest subtree
	}{
		{"pgft-4.4-1.2-1.1", 4, 16, 2},
		{"pgft-6.4-1.2-1.1", 6, 24, 2},
		{"pgft-6.3-1.1-1.3", 6, 18, 3},
		{"pgft-4.4.4-1.4.2-1.1.1", 16, 64, 8},
		{"pgft-4.4.4-1.2.4-1.1.1", 4, 64, 2},
	} {
		limit := c.ups / (c.h * (c.n - c.h) / (c.n - 1))
		for _, routing := range []string{"dmodk", "oblivious", "adaptive"} {
			got := accepted(t, 1000, "network", c.network, "routing", routing, "traffic", "UT", "voq", "true", "queuing", "1q", "warmup", "300")
			if got > 1.005*limit || got < .97*limit {
				t.Errorf("%s, %s: accepted %.4f, want nearly %.4f", c.network, routing, got, limit)
			}
		}
	}
}

// Permutations on meshes and tori, by dimension-order ways found here and max-min fair shares of their links (progressive filling):
// what is accepted of full load where no merge serves flows unequally.
func TestPermutationsHaveTheirFairShares(t *testing.T) {
	for _, c := range []struct {
		network, half string // half: half-ring, of tori
		w, h          int
		patterns      []string
	}{
		{"mesh-4x4", "", 4, 4, []string{"complement", "bit-reversal", "perfect-shuffle", "butterfly", "transpose"}},
		{"mesh-8x8", "", 8, 8, []string{"butterfly", "transpose"}},
		{"mesh-8x4", "", 8, 4, []string{"complement", "bit-reversal", "perfect-shuffle", "butterfly"}},
		{"torus-4x4", "balanced", 4, 4, []string{"complement", "bit-reversal", "perfect-shuffle", "butterfly", "transpose"}},
		{"torus-4x4", "first", 4, 4, []string{"complement", "bit-reversal", "perfect-shuffle", "butterfly", "transpose"}},
		{"torus-8x4", "balanced", 8, 4, []string{"complement", "bit-reversal", "perfect-shuffle", "butterfly"}},
		{"torus-8x4", "first", 8, 4, []string{"complement", "bit-reversal", "perfect-shuffle", "butterfly"}},
		{"torus-8x8", "balanced", 8, 8, []string{"complement", "butterfly"}},
		{"torus-8x8", "first", 8, 8, []string{"complement", "butterfly"}},
	} {
		for _, pattern := range c.patterns {
			set := []string{"network", c.network, "routing", "dor", "traffic", pattern, "generation", "constant", "queuing", "1q", "warmup", "300"}
			if c.half != "" {
				set = append(set, "half-ring", c.half)
			}
			n := c.w * c.h
			var flows [][]string
			for a := range n {
				if b := permuted(pattern, a, n); b != a {
					flows = append(flows, gridWay(a, b, c.w, c.h, c.half))
				}
			}
			want := 0.0
			for _, rate := range fairShares(flows) {
				want += rate / float64(n)
			}
			if got := accepted(t, 1100, set...); math.Abs(got-want) > .006*want {
				t.Errorf("%s %s under %s: accepted %.4f, want %.4f", c.network, c.half, pattern, got, want)
			}
		}
	}
}

// permuted is where host a of n = 2^k sends to ([DRB-T] §7.2.2), by its binary digits.
func permuted(pattern string, a, n int) int {
	s := fmt.Sprintf("%0*b", len(fmt.Sprintf("%b", n-1)), a)
	k, to := len(s), ""
	for i := range k {
		switch pattern {
		case "complement":
			to += string('0' + '1' - s[i])
		case "bit-reversal":
			to += s[k-1-i : k-i]
		case "perfect-shuffle":
			to += s[(i+1)%k : (i+1)%k+1]
		case "butterfly":
			from := i
			if i == 0 || i == k-1 {
				from = k - 1 - i
			}
			to += s[from:][:1]
		case "transpose":
			to += s[(i+(k+1)/2)%k:][:1]
		}
	}
	b := 0
	for _, c := range to {
		b = 2*b + int(c-'0')
	}
	return b
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// gridWay names the links of the way along the row and then the column, host links aside.
func gridWay(a, b, w, h int, half string) (links []string) {
	at, to, size := [2]int{a % w, a / w}, [2]int{b % w, b / w}, [2]int{w, h}
	for dim := range 2 {
		n := size[dim]
		ahead := (to[dim] - at[dim] + n) % n
		step := 1
		if half == "" && to[dim] < at[dim] || half != "" && (2*ahead > n || 2*ahead == n && half == "balanced" && at[dim]%2 == 1) {
			step = n - 1
		}
		for at[dim] != to[dim] {
			links = append(links, fmt.Sprint(at, dim, step))
			at[dim] = (at[dim] + step) % n
		}
	}
	return
}

// fairShares fills all flows alike until a link, or a host's, is full; those that cross it stay, the others go on.
func fairShares(flows [][]string) []float64 {
	rate, done := make([]float64, len(flows)), make([]bool, len(flows))
	for {
		used, growing := map[string]float64{}, map[string]float64{}
		grow := 2.0
		for i, f := range flows {
			for _, l := range f {
				used[l] += rate[i]
				growing[l] += float64(bit(!done[i]))
			}
			if !done[i] {
				grow = min(grow, 1-rate[i])
			}
		}
		if grow == 2 {
			return rate
		}
		for l, n := range growing {
			if n > 0 {
				grow = min(grow, (1-used[l])/n)
			}
		}
		for i, f := range flows {
			if done[i] {
				continue
			}
			rate[i] += grow
			done[i] = rate[i] > 1-1e-9
			for _, l := range f {
				done[i] = done[i] || used[l]+grow*growing[l] > 1-1e-9
			}
		}
	}
}

// Collectives of five packets a block on one switch, by hand: a step in which all exchange n packets takes n packet times and two links.
// Of six ranks an allreduce folds two pairs first, while ranks 4 and 5 exchange already; what these send next shares, packet by
// packet, the last links with what ranks 1 and 3 exchange. An output takes turns, so that rank 3, after its fold from 2, is served from 5 first: the tenth
// packet ends its step. By then its next message has arrived; it goes on when its own has left, and unfolds.
func TestCollectivesTakeTheirSteps(t *testing.T) {
	const T, D = 327_680, 6_000
	const five = 5 * 4096
	step := func(packets int64) int64 { return packets*T + 2*D }
	all := func(int) (send, recv int) { return five, five }
	none := func(int) (send, recv int) { return 0, 0 }
	for _, c := range []struct {
		name   string
		op, n  int
		blocks func(task int) (send, recv int)
		want   int64
	}{
		{"barrier", 6, 2, none, step(1)},
		{"barrier", 6, 5, none, 3 * step(1)},
		{"barrier", 6, 8, none, 3 * step(1)},
		{"alltoall", 7, 4, all, 3 * step(5)},
		{"allgather", 5, 4, all, 3 * step(5)},
		{"reduce_scatter", 8, 4, all, 3 * step(5)},
		{"scan", 9, 4, all, 2 * step(5)},
		{"allreduce", 2, 4, all, 2 * step(5)},
		{"allreduce", 2, 6, all, 25*T + 6*D},
		{"reduce", 1, 4, func(task int) (int, int) { return five, five * bit(task == 0) }, 2 * step(5)},
		{"gather", 3, 4, func(task int) (int, int) { return five, five * bit(task == 0) }, step(5) + step(10)},
		{"bcast", 0, 4, func(task int) (int, int) { return five * bit(task == 0), five }, 2 * step(5)},
	} {
		text := fmt.Sprintf("VEF3 %d 0 1 1 %d TRUE\nC0%s\n", c.n, c.n, tasks(c.n))
		for task := range c.n {
			send, recv := c.blocks(task)
			text += fmt.Sprintf("G0 0 %d %d %d %d 0 0 -1\n", c.op, task, send, recv)
		}
		m := open(t, "network", "knary-8x1", "traffic", keep(t, text))
		m.Play(engine.Millisecond, engine.NoLimit)
		if e, _ := m.Execution(); e.FinishPS != c.want {
			t.Errorf("%s among %d: %d ps, want %d", c.name, c.n, e.FinishPS, c.want)
		}
	}
}
