package main

// Whether what is asked for fits into the memory that this program may take, before a network is made: Go ends in a trace of all its threads where
// it cannot have more.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/spf13/cobra"
)

// arena is the piece, in bytes, in which Go takes address space for its heap. It has one when it begins.
const arena = 64 << 20

// spare is what is left, in bytes, to threads that begin while simulations run: each has a stack, and in a program with C (cgo) a piece of 64 MiB
// for malloc. Without it some of what was found to fit ended in that trace after all.
const spare = 4 * arena

// largest is the largest number of arenas, in bytes and up to most (rounded up), that there is; small ones are not asked for.
func largest(most int64, there func(bytes int64) bool) int64 {
	low, high := int64(0), (most+arena-1)/arena // in arenas: low is there, what is above high is not
	if high > 0 && there(high*arena) {
		return most
	}
	for low+1 < high {
		if middle := (low + high) / 2; there(middle * arena) {
			low = middle
		} else {
			high = middle
		}
	}
	return low * arena
}

// fits refuses a scenario for which there is too little address space left.
func fits(s scenario.Scenario) error {
	_, err := together(1, s)
	return err
}

// together says how many of so many runs, the largest of which is of s, there is address space for at a time, and refuses if there is for none.
func together(runs int, s scenario.Scenario) (n int, err error) {
	needs := engine.Memory(s)
	if needs*int64(runs) <= arena/4*3 {
		return runs, nil
	}
	space := max(addressSpace(needs*int64(runs)+spare)-spare, 0)
	if n = int(space / needs); n > 0 || needs <= arena/4*3 {
		return max(n, 1), nil
	}
	return 0, fmt.Errorf("%s with these buffers and queues takes about %d MiB of memory; the limit of address space leaves %d MiB: raise it (ulimit -v), or choose a smaller network or buffer",
		s.Get("network"), needs>>20, space>>20)
}

// greatest is the scenario that takes most memory.
func greatest(all []scenario.Scenario) scenario.Scenario {
	return slices.MaxFunc(all, func(s, t scenario.Scenario) int { return cmp.Compare(engine.Memory(s), engine.Memory(t)) })
}

// sayFewer says that fewer runs fit into the memory at a time than were to.
func sayFewer(cmd *cobra.Command, n, of int, needs int64) {
	if n < of {
		note(cmd, "%d of %d at a time, as each takes up to about %d MiB of memory and no more are there", n, of, needs>>20)
	}
}
