package topology

// Bidirectional multistage interconnection networks (BMINs), the networks of [FBICM].

import (
	"errors"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// BMIN is the shape of a bidirectional MIN of N stages of K^(N−1) switches with K ports to either
// side, for K^N hosts ([FBICM] §4.1: 64 hosts are 3 stages of 16 8-port switches, 256 are 4 of 64).
// Packets go away from the hosts up to a stage that also leads to their destination, and turn
// round there; the K outer ports of the last stage are not used.
//
// The wires between two stages (and between the hosts and stage 1) are numbered by switch and
// port, an N-digit number in base K. Ports 0…K−1 of a switch lead towards the hosts, K…2K−1 away
// from them. Two wirings, both in the order in which unidirectional MINs are defined (Duato,
// Yalamanchili, Ni, "Interconnection Networks", §1.9):
//   - perfect shuffle, before every stage: wire x_{N−1} … x_0 leads to x_{N−2} … x_0 x_{N−1}. Which
//     wiring [FBICM] has between hosts and stage 1 it does not say; this is the Omega network's.
//   - butterfly: before stage i+1 (i = 1, 2, …) the digits 0 and i are exchanged, before stage 1
//     there is no permutation. This is the k-ary n-tree.
type BMIN struct {
	K, N      int
	Butterfly bool
}

// Hosts is K^N.
func (b *BMIN) Hosts() int { return power(b.K, b.N) }

// PerStage is the number of switches of a stage.
func (b *BMIN) PerStage() int { return power(b.K, b.N-1) }

func power(k, n int) int {
	p := 1
	for ; n > 0; n-- {
		p *= k
	}
	return p
}

// Wire returns where wire w ends on its way from stage to stage+1 (0 = the hosts).
func (b *BMIN) Wire(stage, w int) int {
	if !b.Butterfly {
		return w*b.K%b.Hosts() + w*b.K/b.Hosts()
	}
	of := power(b.K, stage)
	low, high := w%b.K, w/of%b.K
	return w + (high - low) + (low-high)*of
}

// Port returns the port by which a switch of a stage leads to a host below it, 0…K−1: a digit of the
// host's number.
func (b *BMIN) Port(stage, host int) int {
	if b.Butterfly {
		return host / power(b.K, stage-1) % b.K
	}
	return host / power(b.K, b.N-stage) % b.K
}

// Group returns which group of K^stage hosts a host belongs to: those below the same switches of
// the stage, namely the switches number group·K^(stage−1) and following.
func (b *BMIN) Group(stage, host int) int {
	if b.Butterfly {
		return host / power(b.K, stage)
	}
	return host % power(b.K, b.N-stage)
}

func (b *BMIN) check() error {
	if b.K < 2 || b.K > MaxRadix/2 || b.N < 1 || b.N > MaxStages {
		return errors.New("a BMIN needs switches of an even number of ports, 4–" + strconv.Itoa(MaxRadix) + ", and 1–" + strconv.Itoa(MaxStages) +
			" stages: ports/2 to the power of stages hosts, e.g. bmin-8x3 for 64")
	}
	hosts := 1
	for i := 0; i < b.N; i++ {
		if hosts *= b.K; hosts > MaxHosts {
			return errors.New("more than " + strconv.Itoa(MaxHosts) + " hosts; choose fewer ports or stages")
		}
	}
	if n := b.N * hosts * 2; n > MaxPorts {
		return errors.New(strconv.Itoa(n) + " switch ports; at most " + strconv.Itoa(MaxPorts) + " are built: choose fewer stages")
	}
	return nil
}

func (b *BMIN) network(name string) *Network {
	per := b.PerStage()
	n := &Network{Name: name, Hosts: b.Hosts(), Switches: b.N * per, Radix: 2 * b.K, Stages: b.N, Multi: b}
	n.Stage = make([]uint8, n.Switches)
	for sw := range n.Stage {
		n.Stage[sw] = uint8(1 + sw/per)
	}
	for t := 0; t <= b.N; t++ {
		n.First = append(n.First, t*per)
	}
	n.Peer = make([]int32, n.Ports())
	for i := range n.Peer {
		n.Peer[i] = NoPeer
	}
	for t := 0; t < b.N; t++ {
		for w := 0; w < n.Hosts; w++ {
			p, to := n.HostPort(w), b.Wire(t, w)
			if t > 0 {
				p = (n.First[t-1]+w/b.K)*n.Radix + b.K + w%b.K
			}
			q := (n.First[t]+to/b.K)*n.Radix + to%b.K
			n.Peer[p], n.Peer[q] = int32(q), int32(p)
		}
	}
	return n
}

// parseBMIN reads "bmin-<ports>x<stages>", with a wiring behind it, and "bmin-<hosts>" for 8-port switches.
func parseBMIN(text string) (*BMIN, string, error) {
	size, wiring, _ := strings.Cut(text[len("bmin-"):], "-")
	b := &BMIN{Butterfly: wiring == "butterfly"}
	if wiring != "" && wiring != "butterfly" && wiring != "shuffle" {
		return nil, "", errors.New(strconv.Quote(wiring) + " is no wiring; allowed: shuffle (as without a word), butterfly")
	}
	if hosts, err := strconv.Atoi(size); err == nil {
		for b.K = 4; power(b.K, b.N) < hosts && b.N < MaxStages; {
			b.N++
		}
		if b.N == 0 || b.Hosts() != hosts {
			return nil, "", errors.New("a BMIN of 8-port switches has 4, 16, 64, 256, 1024, 4096, 16384 or 65536 hosts; for others write bmin-<ports>x<stages>")
		}
	} else {
		ports, stages, err := twoNumbers(size)
		if err != nil {
			return nil, "", err
		}
		if b.K, b.N = ports/2, stages; ports%2 != 0 {
			b.K = 0 // refused
		}
	}
	name := "bmin-" + strconv.Itoa(2*b.K) + "x" + strconv.Itoa(b.N)
	if b.Butterfly {
		name += "-butterfly"
	}
	return b, name, b.check()
}

func init() {
	register(scenario.Family{Prefix: "bmin-", Pattern: "bmin-<ports>x<stages> or …-butterfly", Rank: 6, Source: "[FBICM] §4.1",
		Doc: "Bidirectional multistage network: (ports/2)^stages hosts, with a perfect shuffle before every stage, or butterfly wiring. bmin-64 is short for 8-port switches and 64 hosts.",
		Suggestions: []scenario.Option{
			{Name: "bmin-8x3", Label: "64 hosts: BMIN 64 × 64"},
			{Name: "bmin-8x4", Label: "256 hosts: BMIN 256 × 256"},
		},
		Parse: func(v string) (string, error) {
			_, text, err := parseBMIN(v)
			return text, err
		}}, func(text string) (*Network, error) {
		b, name, err := parseBMIN(text)
		if err != nil {
			return nil, err
		}
		return b.network(name), nil
	})
}
