package engine

// One run: what a scenario makes of a fabric and its observers, how it goes on in time, and what it can be asked.

import (
	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

// Sim is one simulation.
type Sim struct {
	scenario scenario.Scenario
	fabric   *fabric.Fabric
	tracker  *observe.Tracker
	course   *observe.Course
	observer *observe.Observer
	watch    watchdog
	turns    []turn // changes still to come
}

// Open builds a simulation at time 0. It refuses what Check refuses.
func Open(s scenario.Scenario) (*Sim, error) {
	if err := Check(s); err != nil {
		return nil, err
	}
	c, err := config(s)
	if err != nil {
		return nil, err
	}
	f, err := fabric.New(c)
	if err != nil {
		return nil, err
	}
	m := &Sim{scenario: s, fabric: f}
	if m.turns, err = turnsOf(s, c); err != nil {
		return nil, err
	}
	m.watch.begin(s, f.PacketPS)
	m.TrackTrees(true)
	return m, nil
}

// decide sets what a scenario decides about packets, by which port and in which queue, and what tells them to slow down: all of a
// fabric's configuration but its traffic and its times. It returns the queuing scheme without lanes, too.
func decide(s scenario.Scenario, c *fabric.Config) (scheme queuing.Scheme, err error) {
	if c.Net, err = network(s.Get("network")); err != nil {
		return
	}
	if c.Routes, err = routing.TableOf(s, c.Net); err != nil {
		return
	}
	if c.Routing, err = routing.Build(s); err != nil {
		return
	}
	if scheme, c.VCs, err = queuing.Build(s, c.Net, int(s.Int("vcs"))); err != nil {
		return
	}
	c.Scheme, c.VCs = withLanes(s, scheme, c.VCs, c.Routes)
	if c.Isolate = routing.Isolates(s); c.Isolate {
		c.VCs++
	}
	c.PacketPS = packetPS(s)
	setQueues(s, c)
	c.Admittance = admits(s)
	c.Capacity = capacity(s, c.VCs)
	if c.VOQnet {
		c.Capacity -= c.Capacity % c.Net.Hosts // as many for each
	}
	return scheme, setControl(s, c)
}

// config turns the texts of a scenario into the parts of a fabric.
func config(s scenario.Scenario) (c fabric.Config, err error) {
	if _, err = decide(s, &c); err != nil {
		return
	}
	if c.Pattern, err = traffic.Build(s, c.Net); err != nil {
		return
	}
	if c.Trace, err = traffic.TraceOf(s); err != nil {
		return
	}
	c.Trace = traffic.Compressed(s, c.Trace)
	c.PacketBytes = s.Int("packet")
	c.DelayPS = s.DelayPS()
	c.Gaps = traffic.GapsOf(s, c.PacketPS)
	c.Gaps.Timed, _ = c.Pattern.(traffic.Timed)
	c.Demux = c.VOQ && s.Get("crossbar") == "demultiplexed"
	c.Revisit = routing.Revisits(s)
	c.Injected = s.Get("arbiter") == oldestInjected
	c.Oldest = c.Injected || s.Get("arbiter") == oldestFirst
	c.SourceCap = int(s.Int("source-queue"))
	c.Seed = uint64(s.Int("seed"))
	if c.Trace == nil { // an execution counts as a whole
		c.WindowPS = s.Micro("warmup") * Microsecond / scenario.Micro
	}
	c.BinPS = binPS(c.PacketPS)
	return
}

// PacketTime returns the time of a packet on a link of a scenario, ps.
func PacketTime(s scenario.Scenario) int64 { return packetPS(s) }

// BeginsPS returns when (ps) a scenario has become what it is about: its traffic (traffic.BeginsPS) and, with InfiniBand's congestion
// control, the CCTI timer has expired so often that a CCTI may have fallen, so that sources both throttle and recover.
func BeginsPS(s scenario.Scenario) int64 {
	begin := traffic.BeginsPS(s)
	if f := scenario.Lookup("ccti-timer"); f.Active(s) {
		expire := s.Micro(f.Name) * Microsecond / scenario.Micro
		if begin += expire; fallsQuiet(s) {
			begin += expire // the first one ends an interval with notifications
		}
	}
	return begin
}

// packetPS is the time of a packet on a link: bytes·8 / (Gb/s), rounded to a picosecond.
func packetPS(s scenario.Scenario) int64 { return linkPS(s, "packet") }

// linkPS is the time a packet of the size in a field takes on a link, in ps.
func linkPS(s scenario.Scenario, size string) int64 {
	rate := s.Micro("bandwidth")
	return (s.Int(size)*8*Nanosecond*scenario.Micro + rate/2) / rate
}

// capacity is the number of packets one of vcs channels of an input buffer holds.
func capacity(s scenario.Scenario, vcs int) int {
	return int(s.Micro("buffer") * 1024 / scenario.Micro / int64(vcs) / s.Int("packet"))
}

// binPS is the first width of the bins of the series: the least of 1, 2, 5 × 10^k ns that holds
// two packet times.
func binPS(packet int64) int64 {
	for ten := Nanosecond; ; ten *= 10 {
		for _, k := range []int64{1, 2, 5} {
			if k*ten >= 2*packet {
				return k * ten
			}
		}
	}
}

// Scenario returns what was opened.
func (m *Sim) Scenario() scenario.Scenario { return m.scenario }

// Network returns the topology.
func (m *Sim) Network() *topology.Network { return m.fabric.Net }

// Now returns the simulated time, in ps.
func (m *Sim) Now() int64 { return m.fabric.Now() }

// PacketPS is the time one packet takes on a link, in ps.
func (m *Sim) PacketPS() int64 { return m.fabric.PacketPS }

// TrackTrees switches the observation of congestion trees on (as Open does) or off; it has no
// influence on the run. Call it right after Open.
func (m *Sim) TrackTrees(on bool) {
	m.tracker, m.course = nil, nil
	if on {
		m.tracker = observe.NewTracker(m.fabric)
		m.course = observe.NewCourse(m.tracker)
	}
	m.observer = observe.New(m.fabric, m.tracker)
}

// SetWindow lets the averages begin at another time (ps) than the scenario's warm-up. Call it
// right after Open.
func (m *Sim) SetWindow(from int64) { m.fabric.WindowPS = from }

// Advance moves on to time to (ps), but by at most about maxEvents events, and says whether it
// is there. The state depends on the time reached only, not on how it was reached. A time that has
// passed is reached already.
func (m *Sim) Advance(to int64, maxEvents int) bool {
	if to < m.Now() || m.over() {
		return true
	}
	for {
		stop := m.halt(to)
		before := m.fabric.Stats.Hops
		if !m.run(stop, maxEvents) {
			return false
		}
		m.look(stop)
		if stop == to || m.over() {
			return true
		}
		// Three events a hop; a look counts as the reading of so many ports, and of the packets in the network, though it reads none on links.
		maxEvents -= int(m.fabric.Stats.Hops-before)*3 + m.fabric.Net.Ports()/8 + int(m.fabric.InNetwork())/32
		if maxEvents <= 0 {
			return false
		}
	}
}

// Checksum digests the whole state. The same scenario has the same checksum at the same time, on
// any machine, however it was advanced and observed.
func (m *Sim) Checksum() uint64 { return m.fabric.Checksum() }

// Frame fills f with the present state; f's slices are reused.
func (m *Sim) Frame(f *observe.Frame, o observe.Options) {
	m.observer.Frame(f, o)
	m.tell(&f.Header)
	if f.Early() {
		f.Latencies = f.Latencies[:0]
	}
	m.draw(f)
	if m.course != nil {
		m.course.Strain(f)
		m.course.Growth(f)
	}
}

// Measures fills the counters and measures alone, without reading the network's state.
func (m *Sim) Measures(h *observe.Header) {
	m.observer.Measures(h)
	m.tell(h)
}

// CheckInvariants proves the present state sound: nothing lost, credits conserved, no buffer
// overrun, no output and no host idle that could send. It reads everything, and changes nothing.
func (m *Sim) CheckInvariants() error { return m.fabric.CheckInvariants() }

// Clone returns an independent simulation in the same state. It remembers the same trees, the same
// course and the same utilisation of links.
func (m *Sim) Clone() *Sim {
	c := &Sim{scenario: m.scenario, fabric: m.fabric.Clone(), watch: m.watch, turns: m.turns}
	if m.tracker != nil {
		c.tracker = m.tracker.Clone(c.fabric)
		c.course = m.course.Clone(c.tracker)
	}
	c.observer = m.observer.Clone(c.fabric, c.tracker)
	return c
}

// Course is what the looks at congestion trees have found so far; nil if they are not observed.
func (m *Sim) Course() *observe.Course { return m.course }

// Born returns how many congestion trees have been born; 0 if they are not observed.
func (m *Sim) Born() uint32 {
	if m.tracker == nil {
		return 0
	}
	return m.tracker.Born()
}

// LookPS is the simulated time between two looks at congestion trees, in the mean, ps; without them four packet times.
func (m *Sim) LookPS() int64 {
	if m.tracker == nil {
		return 4 * m.PacketPS()
	}
	return m.tracker.Period()
}

// NextLook is when the next look at congestion trees will be, ps; without them in four packet times.
func (m *Sim) NextLook() int64 {
	if m.tracker == nil {
		return m.Now() + m.LookPS()
	}
	return m.tracker.Next()
}

// StepEvent moves on to the next instant at which something happens, but not beyond time to (ps), and says
// whether there was one. It reports nothing else than Advance would have come by.
func (m *Sim) StepEvent(to int64) bool {
	for m.Now() < to {
		stop := m.halt(to)
		if !m.run(stop, 1) {
			return true
		}
		m.look(stop)
	}
	return false
}
