package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

func TestSetAsideInWords(t *testing.T) {
	n := network(t)
	root := uint32(n.Peer[n.HostPort(5)])
	for _, c := range []struct {
		tree observe.Tree
		want []string
		not  string
	}{
		{observe.Tree{Root: root, Ports: 9, Packets: 72, Hosts: 1}, []string{"(to host 5)", "72 packets for it are set aside, its branches are 9 input buffers", "1 host must hold back", "nobody else waits"}, "victim"},
		{observe.Tree{Root: root, Ports: 2, Packets: 1, Victims: 3}, []string{"1 packet for it is set aside, its branches are 2 input buffers, and 3 victim packets found no queue free."}, "host must"},
	} {
		f := &observe.Frame{Trees: []observe.Tree{c.tree}}
		f.SetAsidePeak = 1
		got := Summary(n, f)
		for _, w := range c.want {
			if !strings.Contains(got, w) || strings.Contains(got, c.not) || strings.Contains(got, "full") {
				t.Errorf("%q lacks %q, or has %q", got, w, c.not)
			}
		}
	}
	for kind, want := range map[uint32]string{
		observe.TreeBorn:    "are set aside in 4 input buffers",
		observe.TreeAtHosts: "have reached 30 hosts, 12.0 µs after its birth; their other packets go on.",
		observe.TreeSpread:  "have reached 30 of the 128 hosts",
		observe.TreesGone:   "12.0 µs after the first",
	} {
		title, text := Mark(n, &observe.Mark{Kind: kind, Root: root, Ports: 4, Hosts: 30, PS: 20e6, Since: 8e6, Aside: 1})
		if title == "" || !strings.Contains(text, want) {
			t.Errorf("%d: %q, %q lacks %q", kind, title, text, want)
		}
	}
	loadsOfBirth(t, n, 1)
}

// loadsOfBirth: the birth of a tree tells the loads, where they were measured.
func loadsOfBirth(t *testing.T, n *topology.Network, aside uint32) {
	t.Helper()
	const want = "; 40 % of the hosts' link bandwidth is accepted, 90 % offered."
	m := observe.Mark{Kind: observe.TreeBorn, Ports: 4, Accepted: .4, Offered: .9, Aside: aside}
	if _, text := Mark(n, &m); !strings.HasSuffix(text, want) {
		t.Errorf("%q does not end with %q", text, want)
	}
	m.Offered = 0
	if _, text := Mark(n, &m); strings.Contains(text, "%") {
		t.Errorf("loads that were not measured: %q", text)
	}
}

func TestNetQueuesInWords(t *testing.T) {
	n := network(t)
	full := &observe.Frame{Ports: make([]observe.PortState, n.SwitchPorts())}
	for sorted, want := range map[int64]string{observe.InOrder: "0 of 8 input buffers without room in a VC", observe.ByHost: "0 of 8 input buffers without room in a queue"} {
		full.Sorted = sorted
		if lines := Switch(n, full, 0); lines[len(lines)-1] != want {
			t.Errorf("queued as %d: %q", sorted, lines)
		}
	}
	root := uint32(n.Peer[n.HostPort(5)])
	f := &observe.Frame{Trees: []observe.Tree{{Root: root, Ports: 9, Packets: 36, Hosts: 12}}}
	f.Sorted = observe.ByHost
	if got := Summary(n, f); !strings.Contains(got, "(to host 5): queues for it are full in 9 input buffers, 12 hosts must hold back what would cross its root, and nobody else waits for it.") {
		t.Error(got)
	}
	for kind, want := range map[uint32]string{
		observe.TreeBorn:    "(to host 5) are full in 4 input buffers.",
		observe.TreeAtHosts: "30 hosts must hold back what would cross the root of the tree, S1.1 port 1 (to host 5), 12.0 µs after its birth; their other packets go on.",
		observe.TreeSpread:  "30 of the 128 hosts must hold back",
		observe.TreesGone:   "12.0 µs after the first",
	} {
		if title, text := Mark(n, &observe.Mark{Kind: kind, Root: root, Ports: 4, Hosts: 30, PS: 20e6, Since: 8e6, Aside: 2}); title == "" || !strings.Contains(text, want) {
			t.Errorf("%d: %q, %q lacks %q", kind, title, text, want)
		}
	}
	loadsOfBirth(t, n, 2)
}

// A host that a tree reaches is not blocked where its other packets have queues of their own: it holds back what would cross the root.
func TestHostsHoldBack(t *testing.T) {
	for query, want := range map[string][2]string{
		"preset=hot-spot": {"blocked by the tree of ", "Blocked by the tree of "},
		"network=bmin-8x3&routing=self&queuing=fbicm&traffic=HS25-1&packet=64&buffer=8&bandwidth=8":            {"holds back what would cross the root of the tree of ", "It must hold back what would cross the root of the tree of "},
		"network=bmin-8x3&routing=self&queuing=voqnet&traffic=HS25-1&load=0.9&packet=64&buffer=16&bandwidth=8": {"holds back what would cross the root of the tree of ", "It must hold back what would cross the root of the tree of "},
	} {
		m, rules := inspected(t, query, 110)
		n := m.Network()
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		h := slices.IndexFunc(f.Hosts, func(s observe.HostState) bool { return s.Tree != 0 })
		if h < 0 {
			t.Errorf("%s: no host is reached", query)
			continue
		}
		said := strings.Join(Port(n, &f, n.HostPort(h), false), "\n")
		seen := all(look(m, rules, observe.Pin{Kind: observe.PinHost, A: uint32(h)}))
		if !strings.Contains(said, want[0]) || !strings.Contains(seen, want[1]) || strings.Contains(said, "blocked by") != strings.HasPrefix(want[0], "blocked by") {
			t.Errorf("%s: %q, %q", query, said, seen)
		}
		for _, x := range m.Course().Marks() {
			if _, text := Mark(n, &x); x.Kind == observe.Saturated && f.HoldsBack() && strings.Contains(text, "block") {
				t.Errorf("%s: %q", query, text)
			}
		}
	}
}

// What is set aside is in more buffers than those whose queues are stopped, or stop others: the branches, which are another number.
func TestSummaryTellsBranchesAside(t *testing.T) {
	m, _ := inspected(t, "preset=hot-spot&queuing=fbicm", 130)
	n := m.Network()
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	x, in := &f.Trees[0], map[uint32]bool{}
	for _, l := range f.Lines {
		if l.Root == x.Root && l.Flags&observe.LineCopy == 0 && l.Packets > 0 && int(l.Port) < n.SwitchPorts() {
			in[l.Port] = true
		}
	}
	if said := Summary(n, &f); len(in) == int(x.Ports) || strings.Contains(said, "set aside in "+number(x.Ports)) || !strings.Contains(said, "set aside, its branches are "+number(x.Ports)+" input buffers") {
		t.Errorf("%d input buffers have packets set aside, %d are branches: %s", len(in), x.Ports, said)
	}
}
