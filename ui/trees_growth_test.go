package ui

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

func TestTreesGrowAndShrink(t *testing.T) {
	p := newPage(t)
	c := p.root.trees.b.(*Trees)
	for _, x := range []struct {
		us    int64
		ports uint32
		trend string
	}{{50, 10, ""}, {51, 30, ""}, {52, 40, "▴"}, {53, 40, "▴"}, {54, 41, ""}, {56, 12, "▾"}, {30, 12, ""}, {32, 13, "▴"}} {
		p.Frame.TimePS = x.us * 1_000_000
		p.Trees = []observe.Tree{{ID: 7, Slot: 1, Ports: x.ports, BirthPS: 40_500_000}}
		tree := c.Shown()[0]
		if got := c.Trend(tree); got != x.trend {
			t.Errorf("at %d µs with %d ports: %q, want %q", x.us, x.ports, got, x.trend)
		}
	}
	if got := c.Born(p.Trees[0]); got != "Born at "+duration(40_500)+", growing." {
		t.Error(got)
	}
}

// The list does not say that all is well while the network falls behind without a tree.
func TestEmptyListTellsOfStrain(t *testing.T) {
	p := newPage(t)
	for strain, want := range map[string]string{"": "No output port is asked for more", "The network falls behind: 65 %.": "The network falls behind: 65 %."} {
		p.Trees, p.Strain = nil, strain
		if text := text(p.html(t)); !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
