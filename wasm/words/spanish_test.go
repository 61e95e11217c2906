package words

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui/lang"
)

// In Spanish nothing is left English, and no hole is left open.
func TestSpanish(t *testing.T) {
	lang.Set("es")
	defer lang.Set("en")
	n := network(t)
	root := n.Peer[n.HostPort(5)]
	f := &observe.Frame{Ports: make([]observe.PortState, n.SwitchPorts()), Hosts: make([]observe.HostState, n.Hosts),
		Trees:  []observe.Tree{{ID: 3, Slot: 1, Root: uint32(root), Ports: 40, Hosts: 1, Victims: 312}},
		Detail: []observe.QueueState{{Packets: 14, Capacity: 16, Waiting: 3, HeadSrc: 1, HeadDst: 2, HeadOut: 2}}}
	f.TimePS, f.AcceptedNow = 81_300_000, 0.23
	f.Ports[5] = observe.PortState{Fill: 255, Tree: 1, Use: 51, Flags: observe.Blocked}
	f.Hosts[9] = observe.HostState{Queue: 255, Tree: 1, Flags: observe.Culprit}
	const summary = "A los 81.3 µs, 128 hosts reciben el 23 % de lo que sus enlaces podrían transportar. Un árbol de congestión crece desde S1.1 puerto 1 (a host 5): llena 40 búferes de entrada, bloquea 1 host y retiene 312 paquetes víctima que no cruzarán su raíz."
	if got := Summary(n, f); got != summary {
		t.Errorf("%q,\nnot %q", got, summary)
	}
	said := append(append(Port(n, f, 5, true), Port(n, f, n.HostPort(9), false)...), Switch(n, f, 1)...)
	said = append(append(said, HoL(2, 1)...), Queued(n, f, &observe.SlotState{Port: 4, Src: 7, Dst: 70, Place: 1, Out: 5, Class: observe.Contributor | 1, Wait: observe.WaitCredit, Held: 1})...)
	said = append(said, Gone(1, 2)...)
	for _, kind := range []uint32{observe.TreeBorn, observe.TreeAtHosts, observe.TreeSpread, observe.TreesGone, observe.Saturated, observe.Recovered, observe.HotSpotOn, observe.HotSpotOff} {
		title, text := Mark(n, &observe.Mark{Kind: kind, Root: uint32(root), PS: 9e6, Since: 1e6, Inputs: 3, Ports: 5, Hosts: 17, Far: 4, Depth: 2, Accepted: .4, Offered: .9})
		said = append(said, title, text)
	}
	for _, s := range said {
		for _, w := range []string{"{", " the ", " of ", " port", " output", " wait", " host and", " full", "packet "} {
			if strings.Contains(" "+s, w) {
				t.Errorf("%q holds %q", s, w)
			}
		}
	}
}
