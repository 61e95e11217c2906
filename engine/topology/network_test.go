package topology

import "errors"

// check proves that the network is what it says: ports have exactly one peer, hosts have a
// link, stages are neighbours. It returns the first contradiction.
func (n *Network) check() error {
	if len(n.Peer) != n.Ports() {
		return errors.New("topology: wrong number of ports")
	}
	for p, q := range n.Peer {
		switch {
		case q == NoPeer:
			if n.IsHost(p) {
				return errors.New("topology: " + n.PortName(p) + " has no link")
			}
		case int(q) >= len(n.Peer) || int(n.Peer[q]) != p || int(q) == p:
			return errors.New("topology: the link of " + n.PortName(p) + " is not two-way")
		case n.Staged() && n.stageOf(p)-n.stageOf(int(q)) != 1 && n.stageOf(p)-n.stageOf(int(q)) != -1:
			return errors.New("topology: " + n.PortName(p) + " and " + n.PortName(int(q)) + " are not in neighbouring stages")
		}
	}
	return nil
}

func (n *Network) stageOf(port int) int {
	if n.IsHost(port) {
		return 0
	}
	return int(n.Stage[port/n.Radix])
}
