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

// Trees of another scheme compared have the same numbers: whether these grow says nothing of them.
func TestGrowthIsOfOneRun(t *testing.T) {
	p := newPage(t)
	c := p.root.trees.b.(*Trees)
	p.Frame.TimePS = 50_000_000
	p.Trees = []observe.Tree{{ID: 7, Slot: 1, Ports: 10, BirthPS: 40_500_000}}
	c.Shown()
	p.Frame.TimePS, p.Trees[0].Ports = 53_000_000, 40
	if c.Trend(c.Shown()[0]) != "▴" {
		t.Error("it grows")
	}
	p.load(p.Scenario.Must("queuing", "dbbm")) // which is chosen, at the same instant
	p.Trees = []observe.Tree{{ID: 7, Slot: 1, Ports: 12, BirthPS: 41_000_000}}
	if got := c.Trend(c.Shown()[0]); got != "" {
		t.Errorf("another scheme's tree: %q", got)
	}
}

// The list does not say that all is well while the network falls behind without a tree.
func TestEmptyListTellsOfStrain(t *testing.T) {
	p := newPage(t)
	for _, c := range []struct {
		strain string
		calm   bool
		want   string
	}{
		{"", true, "No output port is asked for more"},
		{"", false, "A tree is one as soon as full input buffers have waited"},
		{"The network falls behind: 65 %.", false, "The network falls behind: 65 %."},
	} {
		p.Trees, p.Strain, p.Calm = nil, c.strain, c.calm
		if text := text(p.html(t)); !strings.Contains(text, c.want) {
			t.Errorf("the page lacks %q", c.want)
		}
	}
}

// The line of a tree's growth begins at its birth and ends with what it has now.
func TestGrowthIsDrawn(t *testing.T) {
	p := newPage(t)
	congested(p)
	c := p.root.trees.b.(*Trees)
	x := p.Trees[0]
	if c.Spark(x) != "" || c.Grown(x) != "" {
		t.Error("a line of nothing")
	}
	g := observe.Growth{ID: x.ID, N: 3, FromPS: p.Frame.TimePS - 30e6, StepPS: 10e6}
	copy(g.Ports[:], []uint16{2, 20, 122})
	p.Growth = []observe.Growth{g}
	line := string(c.Spark(x)) // 61 ports now, 32 hosts
	if want := `class="size" d="M2.0 23.6 18.0 20.4 34.0 2.0 50.0 13.0 "`; !strings.Contains(line, want) {
		t.Errorf("%s lacks %s", line, want)
	}
	for ports, want := range map[uint16]string{2: "2 ports then, 122 at most, 61 now.", 1: "1 port then, 122 at most, 61 now."} {
		p.Growth[0].Ports[0] = ports
		if !strings.Contains(c.Hint(x), want) {
			t.Errorf("%q lacks %q", c.Hint(x), want)
		}
	}
}

// The numbers of trees in the largest networks have room in their columns; the whole ones are in the row's title.
func TestLargeTreesHaveRoom(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 9_999: "9999", 10_000: "10 k", 66_933: "67 k", 999_499: "999 k", 999_500: "1.0 M", 2_364_038: "2.4 M", 9_949_999: "9.9 M", 9_950_000: "10 M", 123_456_789: "123 M"} {
		if got := brief(n); got != strings.ReplaceAll(want, " ", space) {
			t.Errorf("%d is written %q", n, got)
		}
	}
	p := newPage(t)
	p.Trees = []observe.Tree{{ID: 1, Slot: 1, Ports: 1, Hosts: 1, Victims: 1}}
	if said := text(p.html(t)); !strings.Contains(said, "1port,1host blocked,1victim,") {
		t.Error("the row of a tree of one port is read out in the plural:", said)
	}
	c := p.root.trees.b.(*Trees)
	if hint := c.Hint(observe.Tree{ID: 1, Slot: 1, Ports: 66_933, Hosts: 64_820, Victims: 2_364_038}); !strings.Contains(hint, "64"+space+"820 hosts, 2"+space+"364"+space+"038 victims") {
		t.Error(hint)
	}
}
