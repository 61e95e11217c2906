package topology

// Two-dimensional meshes and tori, the networks of [DRB] and [DRB-T]: one host at each switch of
// five ports.

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
)

// MaxSide bounds the switches in a row or a column of a mesh or torus.
const MaxSide = 256

// Ports of a switch of a mesh or torus.
const (
	PortHost  = iota
	PortRight // to the switch at x+1
	PortLeft  // to the switch at x−1
	PortUp    // to the switch at y+1
	PortDown  // to the switch at y−1
	gridRadix
)

// Grid is the shape of a 2-D mesh or torus of X × Y switches ([DRB-T] §6.2, §7.2.1). Switch and host
// number y·X + x stand at column x and row y. In a torus the last switch of each row and column is
// joined with the first; a side of one switch has no links.
type Grid struct {
	X, Y  int
	Torus bool
}

// At returns the switch (and host) at column x, row y.
func (g *Grid) At(x, y int) int { return y*g.X + x }

// XY returns the column and row of a switch.
func (g *Grid) XY(sw int) (x, y int) { return sw % g.X, sw / g.X }

// Wraps says whether a port of a switch belongs to a wrap-around link.
func (g *Grid) Wraps(sw, local int) bool {
	x, y := g.XY(sw)
	return g.Torus && (local == PortRight && x == g.X-1 || local == PortLeft && x == 0 || local == PortUp && y == g.Y-1 || local == PortDown && y == 0)
}

func (g *Grid) check() error {
	for _, side := range []int{g.X, g.Y} {
		switch {
		case side >= 1 && side <= MaxSide:
		case g.Torus:
			return errors.New("a torus has sides of 1, 3–" + strconv.Itoa(MaxSide) + " switches, e.g. torus-8x8")
		default:
			return errors.New("a mesh has sides of 1–" + strconv.Itoa(MaxSide) + " switches, e.g. mesh-8x8")
		}
		if g.Torus && side == 2 {
			return errors.New("a torus needs sides of 3–" + strconv.Itoa(MaxSide) + " switches (or of 1, which makes a ring): with " + strconv.Itoa(side) + ", both ways round are the same link; mesh-" +
				strconv.Itoa(g.X) + "x" + strconv.Itoa(g.Y) + " has it once")
		}
	}
	if g.X*g.Y < 2 {
		return errors.New("a network has at least 2 hosts")
	}
	return nil
}

// network builds hosts, switches and links. All switches are of stage 1: each has a host.
func (g *Grid) network(name string) *Network {
	n := &Network{Name: name, Hosts: g.X * g.Y, Switches: g.X * g.Y, Radix: gridRadix, Stages: 1, Grid: g, First: []int{0, g.X * g.Y}}
	n.Stage = make([]uint8, n.Switches)
	n.Peer = make([]int32, n.Ports())
	for i := range n.Peer {
		n.Peer[i] = NoPeer
	}
	join := func(p, q int) { n.Peer[p], n.Peer[q] = int32(q), int32(p) }
	for sw := range n.Stage {
		n.Stage[sw] = 1
		x, y := g.XY(sw)
		join(sw*n.Radix+PortHost, n.HostPort(sw))
		if g.X > 1 && (x < g.X-1 || g.Torus) {
			join(sw*n.Radix+PortRight, g.At((x+1)%g.X, y)*n.Radix+PortLeft)
		}
		if g.Y > 1 && (y < g.Y-1 || g.Torus) {
			join(sw*n.Radix+PortUp, g.At(x, (y+1)%g.Y)*n.Radix+PortDown)
		}
	}
	return n
}

func init() {
	add := func(torus bool, f scenario.Family) {
		parse := func(text string) (*Grid, string, error) {
			x, y, err := twoNumbers(text[len(f.Prefix):])
			if err != nil {
				return nil, "", err
			}
			g := &Grid{x, y, torus}
			return g, f.Prefix + strconv.Itoa(x) + "x" + strconv.Itoa(y), g.check()
		}
		f.Parse = func(v string) (string, error) {
			_, text, err := parse(v)
			return text, err
		}
		register(f, func(text string) (*Network, error) {
			g, name, err := parse(text)
			if err != nil {
				return nil, err
			}
			return g.network(name), nil
		})
	}
	add(false, scenario.Family{Prefix: "mesh-", Pattern: "mesh-<columns>x<rows>", Rank: 4, Source: "[DRB] §5, [DRB-T] §7.2.1",
		Doc: "2-D mesh of 5-port switches with one host each.",
		Suggestions: []scenario.Option{
			{Name: "mesh-4x4", Label: "16 hosts: mesh 4 × 4"},
			{Name: "mesh-8x4", Label: "32 hosts: mesh 8 × 4"},
			{Name: "mesh-8x8", Label: "64 hosts: mesh 8 × 8"},
		}})
	add(true, scenario.Family{Prefix: "torus-", Pattern: "torus-<columns>x<rows>", Rank: 5, Source: "[DRB] §5, [DRB-T] §7.2.1",
		Doc: "2-D torus: a mesh whose rows and columns are closed to rings.",
		Suggestions: []scenario.Option{
			{Name: "torus-4x4", Label: "16 hosts: torus 4 × 4"},
			{Name: "torus-8x8", Label: "64 hosts: torus 8 × 8"},
		}})
}
