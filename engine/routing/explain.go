package routing

// Why a packet leaves a switch by a port: what the deterministic tables say. Every algorithm explains itself beside what it does.

import (
	"math/bits"

	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/topology"
)

// Explainer is an algorithm that says how it chooses. One that counts credits asks its own Pick, on a copy of what that may change,
// so that explanation and decision cannot differ. The port decided is -1 if chance decides.
type Explainer interface {
	// Explain is about a packet at a switch of that stage, with the candidates and credits of c. It changes nothing, neither *c.Congested nor c.Rand.
	Explain(c *Choice, stage int) explain.Decision
}

// portsOf lists the ports of a mask with what each has, "18: 3, 19: 0".
func portsOf(m uint64, has func(port int) uint16) string {
	s := ""
	for ; m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		if s != "" {
			s += ", "
		}
		if s += explain.N(p); has != nil {
			s += ": " + explain.N(has(p))
		}
	}
	return s
}

// Explain is what Step does, with the numbers of the formula.
func (r *Table) Explain(sw int, dst uint32) explain.Decision {
	switch n := r.net; {
	case r.grid != nil:
		return r.explainGrid(sw, dst)
	case n.Multi != nil:
		return r.explainSelf(n.Multi, sw, dst)
	default:
		return r.explainTree(n.Tree, sw, dst)
	}
}

// goesDown says whether a host is below a switch of a fat tree or BMIN.
func (r *Table) goesDown(sw int, dst uint32) bool {
	at := dst
	if r.rank != nil {
		at = r.rank[dst]
	}
	return at-r.first[sw] < r.span[r.stage[sw]-1]
}

func (r *Table) explainTree(t *topology.PGFT, sw int, dst uint32) explain.Decision {
	s, d := int(r.stage[sw]), int(dst)
	N := explain.N[int]
	if !r.goesDown(sw, dst) {
		downs, ups, by := t.DownPorts(s), t.UpPorts(s), t.Parallel(s)
		x := d / by % ups
		if by == 1 {
			return explain.Decision{Is: downs + x, Why: []explain.Sentence{
				explain.Say("D-mod-K at stage {0}: {1} mod {2} = {3} → up port {3}, port {4}", N(s), N(d), N(ups), N(x), N(downs+x))}}
		}
		return explain.Decision{Is: downs + x, Why: []explain.Sentence{
			explain.Say("D-mod-K at stage {0}: ⌊{1}/{2}⌋ mod {3} = {4} → up port {4}, port {5}", N(s), N(d), N(by), N(ups), N(x), N(downs+x))}}
	}
	span, m, w, p := t.Span(s-1), t.M[s-1], t.W[s-1], t.P[s-1]
	digit, link := d/span%m, 0
	why := []explain.Sentence{explain.Say("Down at stage {0}: host {1} is below this switch, ⌊{1}/{2}⌋ mod {3} = {4} → port {4}", N(s), N(d), N(span), N(m), N(digit))}
	if span == 1 {
		why[0] = explain.Say("Down at stage {0}: host {1} is below this switch, {1} mod {2} = {3} → port {3}", N(s), N(d), N(m), N(digit))
	}
	if p > 1 {
		by := t.Parallel(s - 1)
		link = d / by % (w * p) / w
		why = append(why, explain.Say("Of {0} parallel links: ⌊(⌊{1}/{2}⌋ mod {3})/{4}⌋ = {5} → port {6}", N(p), N(d), N(by), N(w*p), N(w), N(link), N(digit+m*link)))
	}
	return explain.Decision{Is: digit + m*link, Why: why}
}

func (r *Table) explainSelf(b *topology.BMIN, sw int, dst uint32) explain.Decision {
	s, d, by := int(r.stage[sw]), int(dst), 1
	power := s - 1 // butterfly
	if !b.Butterfly {
		power = b.N - s
	}
	for range power {
		by *= b.K
	}
	N := explain.N[int]
	digit := d / by % b.K
	if r.goesDown(sw, dst) {
		return explain.Decision{Is: digit, Why: []explain.Sentence{
			explain.Say("Self-routing down at stage {0}: the digit ⌊{1}/{2}⌋ mod {3} = {4} → port {4}", N(s), N(d), N(by), N(b.K), N(digit))}}
	}
	return explain.Decision{Is: b.K + digit, Why: []explain.Sentence{
		explain.Say("Self-routing at stage {0}: the digit ⌊{1}/{2}⌋ mod {3} = {4} → port {3} + {4} = {5}", N(s), N(d), N(by), N(b.K), N(digit), N(b.K+digit))}}
}

// gridNames are what is said of each port of a switch of a mesh or torus.
var gridNames = [...]explain.Sentence{
	topology.PortHost:  explain.Say("Dimension order: host {0} is at this switch → port {1}"),
	topology.PortRight: explain.Say("Dimension order, X first: from column {2} to column {3}, right → port {1}"),
	topology.PortLeft:  explain.Say("Dimension order, X first: from column {2} to column {3}, left → port {1}"),
	topology.PortUp:    explain.Say("Dimension order, the column is reached: from row {2} to row {3}, up → port {1}"),
	topology.PortDown:  explain.Say("Dimension order, the column is reached: from row {2} to row {3}, down → port {1}"),
}

func (r *Table) explainGrid(sw int, dst uint32) explain.Decision {
	N, g := explain.N[int], r.grid
	x, y := g.XY(sw)
	gx, gy := g.XY(int(dst))
	at, to, side, out := x, gx, g.X, topology.PortRight
	if x == gx {
		at, to, side, out = y, gy, g.Y, topology.PortUp
	}
	if at == to {
		return explain.Decision{Is: topology.PortHost, Why: []explain.Sentence{{Text: gridNames[topology.PortHost].Text, Args: []string{N(int(dst)), N(topology.PortHost)}}}}
	}
	back := to < at
	var round []explain.Sentence
	if g.Torus {
		more, less := (to-at+side)%side, (at-to+side)%side
		back = less < more || less == more && at%2 == 1 && !r.oneWay
		switch {
		case less == more && r.oneWay:
			round = append(round, explain.Say("Torus: hops either way round: {0}; all take the first", N(more)))
		case less == more:
			round = append(round, explain.Say("Torus: hops either way round: {0}; switches in even places take the first, in odd places the second, this is place {1}", N(more), N(at)))
		default:
			round = append(round, explain.Say("Torus: hops one way round {0}, the other way {1} → the shorter one", N(more), N(less)))
		}
	}
	if back {
		out++
	}
	why := []explain.Sentence{{Text: gridNames[out].Text, Args: []string{N(int(dst)), N(out), N(at), N(to)}}}
	return explain.Decision{Is: out, Why: append(why, round...)}
}

// ExplainVC is what NextVC does, for a packet in a queue (see Lanes); without lanes it says nothing.
func (r *Table) ExplainVC(sw int, out uint8, queue int, dst uint32) explain.Decision {
	if r.lanes == 1 {
		return explain.Decision{Is: queue}
	}
	N := explain.N[int]
	lane := r.Lane(sw, out, dst)
	vc := queue*r.lanes + lane
	text := explain.Say("Dateline: no wrap-around link of this row or column is ahead → lane 0, VC {0}·{1} + 0 = {2}", N(queue), N(r.lanes), N(vc))
	if lane > 0 {
		text = explain.Say("Dateline: a wrap-around link of this row or column is still ahead → lane 1, VC {0}·{1} + 1 = {2}", N(queue), N(r.lanes), N(vc))
	}
	return explain.Decision{Is: vc, Why: []explain.Sentence{text}}
}
