package engine

// CountLinks begins to count the packets of data that ports send (see Sent), and how much of the time they lack credits. It has no
// influence on the run. The first frame does the same; frames tell the same of links whenever they were asked for if it is called right
// after Open, else from the first whole window on.
func (m *Sim) CountLinks() { m.observer.CountLinks() }

// CountHoL begins to count HoL blocking by port. It has no influence on the run, but takes time, as every packet is read. The first frame
// that is asked for HoL blocking does the same; frames tell the same of it whenever they were asked for if it is called right after Open,
// else from the first whole window on.
func (m *Sim) CountHoL() { m.observer.CountHoL() }

// Sent returns the packets of data that a port has begun to send: a switch's since CountLinks, a host's since 0.
func (m *Sim) Sent(port int) uint32 { return m.fabric.Sent(port) }

// Waiting returns the packets in the input buffer behind a port's link, of all VCs, from when their heads have come until they
// begin to leave; 0 for a link to a host.
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
