package words

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// Every kind of mark has a title and one sentence, with the numbers measured.
func TestMark(t *testing.T) {
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind  uint32
		name  string
		wants []string
	}{
		{observe.TreeBorn, "tree", []string{"3 inputs", n.PortName(40), "5 input buffers", "17 hosts", "40 %", "90 %"}},
		{observe.TreeAtHosts, "hosts", []string{"17 hosts", "12 of them", "4.0 µs after", "2 hops"}},
		{observe.TreeSpread, "spread", []string{"17 of the 128 hosts", "12 of them"}},
		{observe.TreesGone, "gone", []string{"4.0 µs"}},
		{observe.Saturated, "saturated", []string{"about 20.0 µs", "40 %", "90 %", "17 hosts"}},
		{observe.Recovered, "recovered", []string{"4.0 µs", "40 %"}},
		{observe.HotSpotOn, "on", []string{"17 hosts", "5 hot spots"}},
		{observe.HotSpotOff, "off", []string{"17 hosts", "5 hot spots"}},
	} {
		m := observe.Mark{Kind: c.kind, PS: 24e6, Since: 20e6, Root: 40, Tree: 1, Inputs: 3, Ports: 5, Hosts: 17, Far: 12, Depth: 2, Accepted: 0.4, Offered: 0.9}
		title, text := Mark(n, &m)
		if title == "" || MarkKind(&m) != c.name || strings.Count(text, ". ") > 0 || !strings.HasSuffix(text, ".") {
			t.Errorf("%s: %q: %q", c.name, title, text)
		}
		for _, w := range c.wants {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q: %q", c.name, w, text)
			}
		}
	}
}

func TestHoL(t *testing.T) {
	for _, c := range []struct {
		low, high int
		want      string
	}{{0, 0, ""}, {1, 0, "1 packet could go on if the one in front could (low-order"}, {0, 4, "4 packets could go on if the one in front could (high-order"}, {2, 3, "(2 low-order, 3 high-order)"}} {
		if got := strings.Join(HoL(c.low, c.high), ""); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%d, %d: %q", c.low, c.high, got)
		}
	}
}
