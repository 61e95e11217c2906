package main

import (
	"strings"
	"testing"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui/lang"
)

// A comparison that does not fit into the memory is refused with what it would take, what may be taken and what to do; of a link what fits is
// opened, from the first scheme on.
func TestComparisonsFitIntoMemory(t *testing.T) {
	defer lang.Set("en")
	all, err := link.ParseAll("?network=knary-16x4&compare=voq:true~queuing:dbbm~buffer:96")
	if err != nil {
		t.Fatal(err)
	}
	one := simulator.Memory(all[0])
	if one < 400<<20 || one > 900<<20 {
		t.Fatalf("one of 65 536 hosts takes %d MiB", one>>20)
	}
	if n, err := beside(all, 1<<40); n != 4 || err != nil {
		t.Errorf("in a TiB: %d, %v", n, err)
	}
	if fit, said := fitting(all, 1<<40); len(fit) != 4 || said != nil {
		t.Errorf("in a TiB: %d, %v", len(fit), said != nil)
	}
	_, needs := simulator.Together(all, 0)
	n, err := beside(all, 2*one)
	want := "4 schemes side by side would take " + mib(needs) + " MiB of memory; at most " + mib(2*one) + " MiB are used on this device: compare fewer of them, or choose a smaller network or buffer"
	if n != 2 || err == nil || because(err) != want {
		t.Errorf("%d, %v", n, err)
	}
	for _, c := range []struct {
		tag, end string
		room     int64
		n        int
	}{
		{"en", ": " + want + ". The first 2 of 4 run.", 2 * one, 2}, {"en", ". Only the first one runs.", 2*one - 1, 1},
		{"es", "compare menos, o elija una red o un búfer menor. Corren los 2 primeros de 4.", 2 * one, 2}, {"es", ". Solo corre el primero.", 0, 1},
	} {
		lang.Set(c.tag)
		if fit, said := fitting(all, c.room); len(fit) != c.n || !strings.HasSuffix(said(), c.end) {
			t.Errorf("%s: %d, %q", c.tag, len(fit), said())
		}
	}
	if fit, said := fitting(all[:1], 0); len(fit) != 1 || said != nil {
		t.Errorf("alone: %d, %v", len(fit), said != nil)
	}
}
