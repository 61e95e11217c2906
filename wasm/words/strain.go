package words

// What is congested though no tree is known.

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// Strain is a sentence about a network that falls behind, or whose packets hold each other up; "" if neither is so.
func Strain(n *topology.Network, f *observe.Frame) string {
	if !f.Strained(n.Hosts) {
		return ""
	}
	held := lang.T("{0} of the packets in it are HoL-blocked", percent(f.HoL))
	var s string
	switch {
	case f.Behind != 0: // both over the marks' last window, unlike what the sentence before says of the instant: hence "of late"
		s = lang.T("The network falls behind: {0} of the hosts' link bandwidth is accepted of late, {1} offered", percent(f.Took), offered(f.Asked))
		if f.HoL >= .005 {
			s += "; " + held
		}
	case f.KeepsUp():
		s = lang.T("The network keeps up, but {0}", held)
	default:
		s = lang.T("{0} of the packets in the network are HoL-blocked", percent(f.HoL))
	}
	if f.Most > 0 && f.MostPort >= 0 && int(f.MostPort) < n.SwitchPorts() {
		s += lang.N(int(f.Most), "; {0} packet waits for {1}, more than for any other output", "; {0} packets wait for {1}, more than for any other output", Root(n, &observe.Tree{Root: uint32(f.MostPort)}))
	}
	return s + "."
}
