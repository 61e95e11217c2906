package engine

// CountLinks begins to count the packets of data that ports send: see Sent. It has no influence on the run.
func (m *Sim) CountLinks() { m.fabric.CountSent() }

// Sent returns the packets of data that a port has begun to send: a switch's since CountLinks, a host's since 0.
func (m *Sim) Sent(port int) uint32 { return m.fabric.Sent(port) }

// Waiting returns the packets in the input buffer behind a port's link, of all VCs; 0 for a link to a host.
func (m *Sim) Waiting(port int) (n int) {
	peer := int(m.fabric.Net.Peer[port])
	if peer < 0 || m.fabric.Net.IsHost(peer) {
		return 0
	}
	for vc := 0; vc < m.fabric.VCs; vc++ {
		n += m.fabric.Occupancy(peer, vc)
	}
	return n
}
