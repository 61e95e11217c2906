package traffic

// The permutations of [DRB-T] §7.2.2, taken from numerical algorithms: every host sends to one other.

import (
	"errors"
	"math/bits"
	"strconv"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// bitMaps give the destination of host a = a_{n−1} … a_0 among 2^n.
var bitMaps = []struct {
	name, label, doc string
	to               func(a, n uint) uint
}{
	{"butterfly", "Butterfly", "{a0, aₙ₋₂ … a1, aₙ₋₁}: the first and the last bit change places", func(a, n uint) uint {
		differ := (a ^ a>>(n-1)) & 1
		return a ^ differ ^ differ<<(n-1)
	}},
	{"bit-reversal", "Bit reversal", "{a0, a1 … aₙ₋₁}: the bits in reverse order", func(a, n uint) uint {
		return uint(bits.Reverse32(uint32(a)) >> (32 - n))
	}},
	{"perfect-shuffle", "Perfect shuffle", "{aₙ₋₂ … a0, aₙ₋₁}: the bits rotated to the left by one", func(a, n uint) uint {
		return rotate(a, n, 1)
	}},
	{"complement", "Complement", "every bit inverted", func(a, n uint) uint { return a ^ (1<<n - 1) }},
	{"transpose", "Matrix transpose", "{aₙ/₂₋₁ … a0, aₙ₋₁ … aₙ/₂}: the lower ⌊n/2⌋ bits become the upper ones", func(a, n uint) uint {
		return rotate(a, n, n-n/2)
	}},
}

// rotate turns n bits to the left by k < n, or k = n.
func rotate(a, n, k uint) uint { return (a<<k | a>>(n-k)) & (1<<n - 1) }

func init() {
	for i, m := range bitMaps {
		register(scenario.Family{Prefix: m.name, Pattern: m.name, Rank: 10 + i, Source: "[DRB-T] §7.2.2",
			Doc: m.label + ": host a of 2^n sends to " + m.doc + ". Hosts that would send to themselves are silent.",
			Parse: func(v string) (string, error) {
				if v != m.name {
					return "", errors.New("write " + m.name)
				}
				return v, nil
			},
			Suggestions: []scenario.Option{{Name: m.name, Label: m.label + " (permutation)"}},
		}, func(_ scenario.Scenario, n *topology.Network) (Pattern, error) { return permute(m.name, n.Hosts, m.to) })
	}
}

// permutation is who sends to whom.
type permutation []uint32

func permute(name string, hosts int, to func(a, n uint) uint) (Pattern, error) {
	n := uint(bits.Len(uint(hosts)) - 1)
	if hosts < 2 || hosts != 1<<n {
		return nil, errors.New(name + " is defined for 2, 4, 8, 16 … hosts, the network has " + strconv.Itoa(hosts))
	}
	p := make(permutation, hosts)
	for a := range p {
		p[a] = uint32(to(uint(a), n))
	}
	return p, nil
}

func (p permutation) Dest(src uint32, _ int64, _ *random.Source) uint32 { return p[src] }
func (permutation) HotSpots() []uint32                                  { return nil }
func (permutation) Culprit(uint32) bool                                 { return false }

// Rate: hosts that a permutation leaves in place send nothing (our choice: the report has each node send "to some other
// node", and gives these none; packets to themselves would not enter the network).
func (p permutation) Rate(src uint32, _ int64) (micro, until int64) {
	if p[src] == src {
		return 0, Never
	}
	return scenario.Micro, Never
}
