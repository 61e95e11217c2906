package traffic

// Intermediate hot spots: congestion inside the network, at the up ports of second-stage switches.

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	register(scenario.Family{Prefix: "IHS", Pattern: "IHS or IHS<percent>", Rank: 3, Source: "[RAR] §5.1",
		Doc: "Intermediate hot spots: so many percent of the hosts (20 unless told), drawn by the seed, send to destinations whose D-mod-K paths share " +
			"one up port of a second-stage switch, another one for each pod; the others are uniform. Which ports, and how many, are a reading.",
		Parse: func(v string) (string, error) {
			percent, err := parseIHS(v)
			if percent == 20 {
				return "IHS", err
			}
			return "IHS" + strconv.Itoa(percent), err
		},
		Suggestions: []scenario.Option{{Name: "IHS", Label: "IHS — 20 % → ports of the second stage"}},
	}, buildIHS)
}

func parseIHS(v string) (int, error) {
	if v == "IHS" {
		return 20, nil
	}
	percent, err := strconv.Atoi(v[len("IHS"):])
	if err != nil || percent < 0 || percent > 100 {
		return 0, errors.New("write IHS or IHS<percent> with 0–100 percent, e.g. IHS20")
	}
	return percent, nil
}

// intermediate is IHS. [RAR] §5.1 says that "20% of the end-nodes generate packets addressed to
// different switch output ports in the second stage", found by "computing the set of destinations
// that cross an output port using D-mod-K". The reading: the port leads up (one that leads down
// has a single destination under D-mod-K, which would be incast); each pod has a port of its own
// (if all pods shared one set, its 36 destinations would be over-subscribed as soon as the second
// stage adapts, but NoTH-SS-K with VOQs delivers all that the uniform hosts send, whatever the
// queues); the hosts that send to it are drawn from the whole network.
type intermediate struct {
	hosts   uint32
	culprit []bool
	pod     uint32     // hosts of a pod, the hosts below a second-stage switch
	sets    [][]uint32 // by pod: the destinations of its port, all in other pods
}

func buildIHS(s scenario.Scenario, n *topology.Network) (Pattern, error) {
	percent, err := parseIHS(s.Get("traffic"))
	if err != nil {
		return nil, err
	}
	t := n.Tree
	if t == nil {
		return nil, errors.New("intermediate hot spots are where D-mod-K's paths meet, in fat trees of three stages or more; " + n.Name + " is no fat tree")
	}
	if t.Height() < 3 {
		return nil, errors.New("intermediate hot spots need a fat tree of three stages or more; " + n.Name + " has no up ports at a second stage")
	}
	if err := nobody(s, n.Hosts, percent); err != nil {
		return nil, err
	}
	pod := t.Span(2)
	pods, first, second := n.Hosts/pod, t.UpPorts(1), t.UpPorts(2)
	if pods < 2 { // the traffic would be uniform, under another name: see nobody
		return nil, errors.New("intermediate hot spots are on the way to other pods, the hosts below other second-stage switches; " + n.Name + " has one pod alone")
	}
	class := func(d int) int { return d/t.Parallel(1)%first*second + d/t.Parallel(2)%second }
	used := make([]bool, first*second) // with parallel links some classes have no destination
	for d := range n.Hosts {
		used[class(d)] = true
	}
	var classes []int
	for c, some := range used {
		if some {
			classes = append(classes, c)
		}
	}
	p := &intermediate{hosts: uint32(n.Hosts), pod: uint32(pod), sets: make([][]uint32, pods)}
	r := random.New(uint64(s.Int("seed")), 1<<40)
	ports := deal(len(classes), &r)
	for i := range p.sets {
		for d := 0; d < n.Hosts; d++ {
			if d/pod != i && class(d) == classes[ports[i%len(ports)]] {
				p.sets[i] = append(p.sets[i], uint32(d))
			}
		}
	}
	p.culprit = make([]bool, n.Hosts)
	for _, h := range deal(n.Hosts, &r)[:share(n.Hosts, percent)] {
		p.culprit[h] = len(p.sets[int(h)/pod]) > 0
	}
	return p, nil
}

func (p *intermediate) Dest(src uint32, _ int64, r *random.Source) uint32 {
	if p.culprit[src] {
		set := p.sets[src/p.pod]
		return set[r.Below(uint32(len(set)))]
	}
	return other(src, p.hosts, r)
}

func (*intermediate) HotSpots() []uint32         { return nil }
func (p *intermediate) Culprit(host uint32) bool { return p.culprit[host] }
