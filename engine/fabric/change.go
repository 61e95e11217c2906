package fabric

// Parameters that take another value while a run goes on: those that decide about what comes, and that no packet,
// credit or buffer in the network is laid out by.

// Alike says whether a fabric of one configuration can go on with the other: queues, buffers, times and the network
// are the same.
func (c *Config) Alike(d *Config) bool {
	return c.Net == d.Net && c.VCs == d.VCs && c.Isolate == d.Isolate && c.VOQ == d.VOQ && c.Demux == d.Demux && c.Capacity == d.Capacity &&
		c.SourceCap == d.SourceCap && c.VOQnet == d.VOQnet && c.Admittance == d.Admittance && (c.SetAside == nil) == (d.SetAside == nil) && (c.Trace == nil) == (d.Trace == nil) &&
		c.PacketBytes == d.PacketBytes && c.PacketPS == d.PacketPS && c.DelayPS == d.DelayPS && c.Seed == d.Seed &&
		(c.Control == nil) == (d.Control == nil) && (c.Control == nil || c.Control.alike(d.Control))
}

func (c *Control) alike(d *Control) bool {
	return c.NoteVC == d.NoteVC && c.NotePS == d.NotePS && (c.Spread == nil) == (d.Spread == nil) && (c.Throttle == nil) == (d.Throttle == nil)
}

// Change goes on with the routing algorithm, the generation and the parameters of congestion control of a
// configuration that is Alike. Packets keep the outputs that they have been given already (heads of VOQs may choose others where the routing revisits them), hosts the time of the next
// packet they have drawn.
func (f *Fabric) Change(c Config) {
	f.CatchUp() // what was generated before follows the gaps of before
	f.changed = true
	f.Routing, f.Revisit, f.Gaps = c.Routing, c.Revisit, c.Gaps
	f.initCandidates()
	f.initRevisits()
	if f.cc != nil {
		k := *f.Control
		k.Limit, k.Rate, k.Victims = c.Control.Limit, c.Control.Rate, c.Control.Victims
		k.Limits, k.VictimMask = c.Control.Limits, c.Control.VictimMask
		if k.Throttle != nil {
			t := *k.Throttle
			t.Increase, t.Delay = c.Control.Throttle.Increase, c.Control.Throttle.Delay
			k.Throttle = &t
		}
		f.Control, f.cc.Control = &k, &k
	}
}

// Changed says whether parameters have taken other values since the beginning.
func (f *Fabric) Changed() bool { return f.changed }
