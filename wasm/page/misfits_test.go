package main

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui/lang"
)

// Of a comparison in a link a scheme that cannot run is left out, in words; what its numbers mean stays.
func TestMisfitsAreLeftOut(t *testing.T) {
	defer lang.Set("en")
	for _, c := range []struct{ link, left, en, es string }{
		{"?network=rlft-8x3&compare=queuing:dbbm", "?network=rlft-8x3&compare=queuing:dbbm", "", ""},
		{"?network=rlft-8x3&compare=routing:dor~queuing:dbbm", "?network=rlft-8x3&compare=queuing:dbbm",
			"routing:dor is left out of the comparison: routing: dor is for meshes and tori; ", "routing:dor queda fuera de la comparación: routing: dor es para mallas y toros; "},
		{"?network=rlft-8x3&compare=queuing:blue~seed:4~colour", "?network=rlft-8x3", "seed:4 is left out of the comparison: seed must be the same in all", "colour queda fuera de la comparación: escriba campo:valor"},
	} {
		all, misfits, err := link.ParseFitting(c.link)
		if err != nil || link.OfAll(all) != c.left {
			t.Errorf("%s: %q, %v", c.link, link.OfAll(all), err)
		}
		_, crowd := fitting(all, 0)
		for tag, want := range map[string]string{"en": c.en, "es": c.es} {
			lang.Set(tag)
			switch says := withoutThem(misfits); {
			case want == "":
				if says != nil || and(says, crowd)() != crowd() {
					t.Errorf("%s: %q", c.link, and(says, crowd)())
				}
			case !strings.Contains(says(), want) || and(says, nil)() != says() || and(says, says)() != says()+" "+says():
				t.Errorf("%s: %q is left out, want %q", c.link, says(), want)
			}
		}
	}
	for _, c := range []struct {
		field, value string
		misfits      []int
		want         string
		ok           bool
	}{
		{"lane", "4", []int{1}, "3", true}, {"lane", "4", []int{1, 2}, "2", true}, {"lane", "1", []int{1, 2}, "1", true}, {"lane", "2", []int{1}, "1", false},
		{"lane", "2", []int{2, 3}, "2", true}, {"lane", "5", []int{1}, "5", true}, {"lane", "x", []int{1}, "x", true}, {"lane", "1", []int{1, 2, 3}, "", false},
		{"sweep", "load=0.1,0.5;scheme=1..4;seed=1", []int{1}, "load=0.1,0.5;scheme=1,2,3;seed=1", true}, {"sweep", "load=0.1;scheme=1,3", []int{1}, "load=0.1;scheme=1,2", true},
		{"sweep", "load=0.1;scheme=2", []int{1}, "load=0.1", true}, {"sweep", "load=0.1;scheme=1,2", []int{1, 2, 3}, "load=0.1", true}, {"sweep", "load=0.1;scheme=7", []int{1}, "load=0.1;scheme=7", true},
		{"sweep", "load=0.1;queuing=1q,dbbm", []int{1}, "load=0.1;queuing=1q,dbbm", true}, {"sweep", ";", []int{1}, ";", true}, {"t", "2us", []int{1}, "2us", true},
	} {
		got, ok := renumbered(scenario.Setting{Field: c.field, Value: c.value}, c.misfits, 4)
		if ok != c.ok || ok && got.Value != c.want {
			t.Errorf("%s=%s without %v: %q, %v", c.field, c.value, c.misfits, got.Value, ok)
		}
	}
}
