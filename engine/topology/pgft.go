package topology

// Parallel-port generalised fat trees, and the two special cases the papers use: real-life
// fat trees and k-ary n-trees.

import (
	"errors"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// PGFT is the shape PGFT(h; m; w; p) of a fat tree ([RAR] §2.1, after Zahavi, IPDPS 2011).
// At stage t (1 = leaf, index t-1 here) a switch has M[t-1] children, a child has W[t-1]
// parents, and P[t-1] parallel links join a child with each parent. Stage 0 are the hosts.
//
// Within a stage, switches are numbered by the mixed-radix number of their digits, the
// child digits of higher stages first: so the switches under one ancestor are neighbours,
// and so are the hosts under one switch. Down ports come first: port a + M*k leads to child a
// over parallel link k; up port DownPorts + b + W*k leads to parent b over parallel link k.
type PGFT struct {
	M, W, P []int
}

// Height is the number of stages.
func (t *PGFT) Height() int { return len(t.M) }

// Hosts is the product of all M.
func (t *PGFT) Hosts() int { return product(t.M) }

// SwitchesAt is the number of switches of a stage.
func (t *PGFT) SwitchesAt(stage int) int { return product(t.M[stage:]) * product(t.W[:stage]) }

// DownPorts is the number of ports towards the hosts of a switch of that stage.
func (t *PGFT) DownPorts(stage int) int { return t.M[stage-1] * t.P[stage-1] }

// UpPorts is the number of ports away from the hosts of a switch (stage 0: of a host).
func (t *PGFT) UpPorts(stage int) int {
	if stage == t.Height() {
		return 0
	}
	return t.W[stage] * t.P[stage]
}

// Span is the number of consecutive hosts below a switch of that stage.
func (t *PGFT) Span(stage int) int { return product(t.M[:stage]) }

// Parallel is the product of the parents up to a stage: how many switches of the stage share
// the same hosts.
func (t *PGFT) Parallel(stage int) int { return product(t.W[:stage]) }

func product(v []int) int {
	n := 1
	for _, x := range v {
		n *= x
	}
	return n
}

// check refuses shapes that are too large to build, without overflowing.
func (t *PGFT) check() error {
	if h := t.Height(); h < 1 || h > MaxStages || len(t.W) != h || len(t.P) != h {
		return errors.New("a fat tree has 1–" + strconv.Itoa(MaxStages) + " stages, with one m, w and p each")
	}
	if t.W[0] != 1 || t.P[0] != 1 {
		return errors.New("a host has one link: the first w and the first p must be 1")
	}
	hosts, spread := 1, 1
	for i := range t.M {
		if t.M[i] < 1 || t.W[i] < 1 || t.P[i] < 1 || t.M[i] > MaxHosts || t.W[i] > MaxRadix || t.P[i] > MaxRadix {
			return errors.New("m, w and p must be positive and at most " + strconv.Itoa(MaxRadix))
		}
		hosts *= t.M[i]
		spread *= t.W[i]
		if hosts > MaxHosts || spread > MaxHosts {
			return errors.New("more than " + strconv.Itoa(MaxHosts) + " hosts or parallel switches; choose fewer ports or stages")
		}
	}
	if hosts < 2 {
		return errors.New("a network has at least 2 hosts")
	}
	switches, radix := 0, 0
	for s := 1; s <= t.Height(); s++ {
		if r := t.DownPorts(s) + t.UpPorts(s); r > MaxRadix {
			return errors.New("a switch of stage " + strconv.Itoa(s) + " would have " + strconv.Itoa(r) + " ports; at most " + strconv.Itoa(MaxRadix) + " are allowed")
		}
		if t.SwitchesAt(s) > 2*MaxHosts {
			return errors.New("too many switches in stage " + strconv.Itoa(s))
		}
		switches += t.SwitchesAt(s)
		radix = max(radix, t.DownPorts(s)+t.UpPorts(s))
	}
	if n := switches * radix; n > MaxPorts {
		return errors.New(strconv.Itoa(n) + " switch ports; at most " + strconv.Itoa(MaxPorts) + " are built: choose fewer stages, parents or parallel links")
	}
	return nil
}

// network builds hosts, switches and links of the shape.
func (t *PGFT) network(name string) *Network {
	h := t.Height()
	n := &Network{Name: name, Hosts: t.Hosts(), Stages: h, Tree: t, First: make([]int, h+1)}
	for s := 1; s <= h; s++ {
		n.First[s] = n.First[s-1] + t.SwitchesAt(s)
		n.Radix = max(n.Radix, t.DownPorts(s)+t.UpPorts(s))
	}
	n.Switches = n.First[h]
	n.Stage = make([]uint8, n.Switches)
	for s := 1; s <= h; s++ {
		for i := n.First[s-1]; i < n.First[s]; i++ {
			n.Stage[i] = uint8(s)
		}
	}
	n.Peer = make([]int32, n.Ports())
	for i := range n.Peer {
		n.Peer[i] = NoPeer
	}
	// A node below stage s is (high, a, low): high the child digits above s, a its digit at s,
	// low its parent digits up to s-1. Its parents at stage s are (high, b, low).
	for s := 1; s <= h; s++ {
		m, w, low := t.M[s-1], t.W[s-1], product(t.W[:s-1])
		for high := 0; high < product(t.M[s:]); high++ {
			for l := 0; l < low; l++ {
				for a := 0; a < m; a++ {
					child := (high*m+a)*low + l
					for b := 0; b < w; b++ {
						parent := n.First[s-1] + (high*w+b)*low + l
						for k := 0; k < t.P[s-1]; k++ {
							down := parent*n.Radix + a + m*k
							up := n.HostPort(child)
							if s > 1 {
								up = (n.First[s-2]+child)*n.Radix + t.DownPorts(s-1) + b + w*k
							}
							n.Peer[down], n.Peer[up] = int32(up), int32(down)
						}
					}
				}
			}
		}
	}
	return n
}

// rlft is the real-life fat tree of [RAR] §2.1: K = ports/2, 2·K^T hosts.
func rlft(ports, stages int) (*PGFT, error) {
	if ports < 2 || ports > MaxRadix || ports%2 != 0 || stages < 1 || stages > MaxStages {
		return nil, errors.New("a real-life fat tree needs an even number of ports, 2–" + strconv.Itoa(MaxRadix) + ", and 1–" + strconv.Itoa(MaxStages) + " stages")
	}
	t := karyShape(ports/2, stages)
	t.M[stages-1] = ports
	return t, t.check()
}

// karyShape is the k-ary n-tree: K^T hosts, the top stage uses its K down ports only.
func karyShape(k, stages int) *PGFT {
	t := &PGFT{}
	for s := 0; s < stages; s++ {
		t.M, t.W, t.P = append(t.M, k), append(t.W, k), append(t.P, 1)
	}
	t.W[0] = 1
	return t
}

func kary(k, stages int) (*PGFT, error) {
	if k < 2 || k > MaxRadix/2 || stages < 1 || stages > MaxStages {
		return nil, errors.New("a k-ary n-tree needs k of 2–" + strconv.Itoa(MaxRadix/2) + " and 1–" + strconv.Itoa(MaxStages) + " stages")
	}
	t := karyShape(k, stages)
	return t, t.check()
}

// twoNumbers reads "<a>x<b>"; papers write the sign ×.
func twoNumbers(text string) (a, b int, err error) {
	x, y, ok := strings.Cut(strings.ReplaceAll(strings.ToLower(text), "×", "x"), "x")
	a, e1 := strconv.Atoi(x)
	b, e2 := strconv.Atoi(y)
	if !ok || e1 != nil || e2 != nil {
		return 0, 0, errors.New(strconv.Quote(text) + " is not of the form <number>x<number>")
	}
	return a, b, nil
}

func parseGrid(prefix string, shape func(a, b int) (*PGFT, error)) func(string) (*PGFT, string, error) {
	return func(text string) (*PGFT, string, error) {
		a, b, err := twoNumbers(text[len(prefix):])
		if err != nil {
			return nil, "", err
		}
		t, err := shape(a, b)
		return t, prefix + strconv.Itoa(a) + "x" + strconv.Itoa(b), err
	}
}

// parsePGFT reads "pgft-m1.m2-w1.w2-p1.p2".
func parsePGFT(text string) (*PGFT, string, error) {
	parts := strings.Split(text[len("pgft-"):], "-")
	if len(parts) != 3 {
		return nil, "", errors.New("write pgft-<m…>-<w…>-<p…>, children m, parents w and parallel links p of each stage joined by dots, leaf first, as in pgft-32.32-1.16-1.1")
	}
	t := &PGFT{}
	for i, list := range []*[]int{&t.M, &t.W, &t.P} {
		for _, x := range strings.Split(parts[i], ".") {
			n, err := strconv.Atoi(x)
			if err != nil || len(*list) == MaxStages {
				return nil, "", errors.New(strconv.Quote(parts[i]) + " is not a list of up to " + strconv.Itoa(MaxStages) + " numbers joined by dots")
			}
			*list = append(*list, n)
		}
	}
	join := func(v []int) string {
		s := make([]string, len(v))
		for i, x := range v {
			s[i] = strconv.Itoa(x)
		}
		return strings.Join(s, ".")
	}
	return t, "pgft-" + join(t.M) + "-" + join(t.W) + "-" + join(t.P), t.check()
}

func init() {
	add := func(f scenario.Family, parse func(string) (*PGFT, string, error)) {
		f.Parse = func(v string) (string, error) {
			_, text, err := parse(v)
			return text, err
		}
		register(f, func(text string) (*Network, error) {
			t, name, err := parse(text)
			if err != nil {
				return nil, err
			}
			return t.network(name), nil
		})
	}
	add(scenario.Family{Prefix: "rlft-", Pattern: "rlft-<ports>x<stages>", Rank: 1, Source: "[RAR] §2.1, [AFI] §II-A",
		Doc: "Real-life fat tree of equal switches: K = ports/2, 2·K^stages hosts, full bisection bandwidth.",
		Suggestions: []scenario.Option{
			{Name: "rlft-4x3", Label: "16 hosts: 4 ports × 3 stages"},
			{Name: "rlft-8x3", Label: "128 hosts: 8 ports × 3 stages"},
			{Name: "rlft-12x3", Label: "432 hosts: 12 ports × 3 stages"},
			{Name: "rlft-36x3", Label: "11 664 hosts: 36 ports × 3 stages"},
		}}, parseGrid("rlft-", rlft))
	add(scenario.Family{Prefix: "knary-", Pattern: "knary-<k>x<stages>", Rank: 2, Source: "[RAR] Figs. 2–3",
		Doc: "k-ary n-tree: K^stages hosts; the top stage uses only its K down ports.",
		Suggestions: []scenario.Option{
			{Name: "knary-2x3", Label: "8 hosts: 2-ary 3-tree"},
		}}, parseGrid("knary-", kary))
	add(scenario.Family{Prefix: "pgft-", Pattern: "pgft-<m…>-<w…>-<p…>", Rank: 3, Source: "[RAR] §2.1 (Zahavi, IPDPS 2011)",
		Doc: "Parallel-port generalised fat tree: children m, parents w and parallel links p of each stage, leaf first, joined by dots; tapered trees too: pgft-32.32-1.16-1.1 has 1024 hosts, 32 at each leaf switch with 16 links up, 2:1."}, parsePGFT)
}
