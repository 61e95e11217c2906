package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

func network(t *testing.T) *topology.Network {
	t.Helper()
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0: "0 %", .004: "0.4 %", .025: "2.5 %", .0996: "10 %", .255: "26 %", 1: "100 %"} {
		if got := percent(share); got != want {
			t.Errorf("percent(%v) = %q, want %q", share, got, want)
		}
	}
}

func TestSummary(t *testing.T) {
	n := network(t)
	root := n.Peer[n.HostPort(5)] // the leaf's port to host 5
	one := observe.Tree{ID: 3, Slot: 1, Root: uint32(root), Ports: 40, Hosts: 1, Victims: 312}
	for _, c := range []struct {
		name  string
		trees []observe.Tree
		want  []string
	}{
		{"calm", nil, []string{"At 81.3 µs, 128 hosts receive 23 %", "Nothing is congested."}},
		{"one", []observe.Tree{one}, []string{"One congestion tree", "(to host 5)", "fills 40 input buffers", "blocks 1 host ", "312 victim packets"}},
		{"no victims", []observe.Tree{{Root: uint32(root), Ports: 2}}, []string{"and holds up no victim packets."}},
		{"two", []observe.Tree{one, {Root: 9}}, []string{"2 congestion trees; the largest grows from S1."}},
	} {
		f := &observe.Frame{Trees: c.trees}
		f.TimePS, f.AcceptedNow = 81_300_000, 0.23
		got := Summary(n, f)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q lacks %q", c.name, got, w)
			}
		}
	}
}

// The schemes beside the one that the summary is of have a sentence each, in the reader's language.
func TestBeside(t *testing.T) {
	defer lang.Set("en")
	frame := func(trees int, deadlock int64) *observe.Frame {
		return &observe.Frame{Header: observe.Header{AcceptedNow: .453, DeadlockPS: deadlock}, Trees: make([]observe.Tree, trees)}
	}
	for _, c := range []struct {
		f      *observe.Frame
		en, es string
	}{
		{nil, "DBBM is still catching up.", "DBBM aún no ha llegado."},
		{frame(0, -1), "DBBM accepts 45 %, without a congestion tree.", "DBBM acepta el 45 %, sin árbol de congestión."},
		{frame(1, -1), "DBBM accepts 45 %, with one congestion tree.", "DBBM acepta el 45 %, con un árbol de congestión."},
		{frame(3, -1), "DBBM accepts 45 %, with 3 congestion trees.", "DBBM acepta el 45 %, con 3 árboles de congestión."},
		{frame(3, 5), "DBBM stands still in a deadlock.", "DBBM está parado en un interbloqueo."},
	} {
		for tag, want := range map[string]string{"en": c.en, "es": c.es} {
			lang.Set(tag)
			if got := beside("DBBM", c.f); got != want {
				t.Errorf("%s: %q, want %q", tag, got, want)
			}
		}
	}
}

// Of several schemes the summary says whose it is, which a picture's description has, too.
func TestSummaryOfSchemes(t *testing.T) {
	n := network(t)
	frame := &observe.Frame{Header: observe.Header{AcceptedNow: .453, DeadlockPS: -1}}
	alone := Summary(n, frame)
	for _, c := range []struct {
		frames []*observe.Frame
		at     int
		want   string
	}{
		{[]*observe.Frame{frame}, 0, alone},
		{[]*observe.Frame{frame, nil}, 0, "1Q: " + alone + " DBBM is still catching up."},
		{[]*observe.Frame{frame, nil}, 1, "DBBM is still catching up. 1Q accepts 45 %, without a congestion tree."}, // and no number of another run is said to be its
		{[]*observe.Frame{frame, frame, frame}, 1, "DBBM: " + alone + " 1Q accepts 45 %, without a congestion tree. vFtree accepts 45 %, without a congestion tree."},
	} {
		if got := SummaryOf(n, []string{"1Q", "DBBM", "vFtree"}, c.frames, c.at); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestPort(t *testing.T) {
	n := network(t)
	f := &observe.Frame{
		Ports:  make([]observe.PortState, n.SwitchPorts()),
		Hosts:  make([]observe.HostState, n.Hosts),
		Trees:  []observe.Tree{{Slot: 7, Root: 1}},
		Detail: []observe.QueueState{{Packets: 14, Capacity: 16, Waiting: 3, HeadSrc: 1, HeadDst: 2, HeadOut: 2}, {Capacity: 16, Credits: 1, HeadOut: observe.NoPort}},
	}
	f.Ports[5] = observe.PortState{Fill: 255, Tree: 7, Use: 51, Flags: observe.Blocked}
	f.Ports[1] = observe.PortState{Use: 255, Flags: observe.Root | observe.Full}
	f.Hosts[9] = observe.HostState{Queue: 255, Tree: 7, Flags: observe.Culprit}
	f.Hosts[1] = observe.HostState{Use: 102, Flags: observe.HotSpot}
	up, none := PortName(n, int(n.Peer[5])), PortName(n, int(n.Peer[6]))
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"port", Port(n, f, 5, true), []string{"S1.0 port 5 → " + up, "output 20 % busy, packets wait for credits", "input buffer 100 % full, in the tree of S1.0 port 1 (to host 1)",
			"VC 0: 14 of 16 packets, next: host 1 → host 2 by port 2; output: 3 packets wait (no credits)", "VC 1: 0 of 16 packets; output: 0 packets wait, 1 credit"}},
		{"undetailed", Port(n, f, 6, false), []string{"S1.0 port 6 → " + none, "output 0 % busy", "input buffer 0 % full"}},
		{"root", Port(n, f, 1, false), []string{"S1.0 port 1 → host 1", "output 100 % busy, root of a congestion tree", "input buffer 0 % full"}},
		{"host", Port(n, f, n.HostPort(9), false), []string{"host 9 → S1.2 port 1", "culprit: sends to a hot spot", "sends 0 % of the time", "source queue 100 % full", "blocked by the tree of S1.0 port 1 (to host 1)"}},
		{"hot spot", Port(n, f, n.HostPort(1), false), []string{"host 1 → S1.0 port 1", "hot spot: many hosts send to it", "sends 40 % of the time", "source queue 0 % full"}},
		{"switch", Switch(n, f, 0), []string{"S1.0, stage 1 of 3", "port 1 is the root of a congestion tree", "in the tree of S1.0 port 1 (to host 1)", "1 of 8 input buffers without room in a VC"}},
	} {
		if !slices.Equal(c.lines, c.want) {
			t.Errorf("%s: %q, want %q", c.name, c.lines, c.want)
		}
	}
	torus, err := topology.Build("torus-4x4") // whose switches are in no stage
	if err != nil {
		t.Fatal(err)
	}
	if got := Switch(torus, &observe.Frame{Ports: make([]observe.PortState, torus.SwitchPorts())}, 5); len(got) != 2 || got[0] != "Switch S(1,1)" {
		t.Errorf("a switch of a torus: %q", got)
	}
	if strings.Contains(strings.Join(Port(n, f, 5, false), ""), "VC 0") {
		t.Error("details of another port shown")
	}
	for _, bad := range []int{-1, n.Ports()} {
		if Port(n, f, bad, true) != nil {
			t.Errorf("port %d described", bad)
		}
	}
	if got := Root(n, &observe.Tree{Root: uint32(n.First[1] * n.Radix)}); got != n.PortName(n.First[1]*n.Radix) { // which leads to a switch
		t.Errorf("a root within the network: %q", got)
	}
	if Switch(n, f, -1) != nil || Switch(n, f, n.Switches) != nil {
		t.Error("a switch that is not there")
	}
}
