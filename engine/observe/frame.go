package observe

// Frames: what the eye gets of a simulation, as plain arrays of fixed-size records.

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/congestree/congestree/engine/fabric"
)

// Header holds the counters and measures of one instant. Every member is 8 bytes wide, so
// that a frame is the same bytes on every little-endian machine.
type Header struct {
	TimePS      int64   // simulated time of the state shown, in ps
	TargetPS    int64   // time that was asked for; later than TimePS while the engine is still on its way
	Generated   uint64  // packets generated since 0
	Refused     uint64  // generated packets that found their source queue full
	Injected    uint64  // packets that have entered the network
	Delivered   uint64  // packets whose last bit has reached their destination
	Hops        uint64  // packets that have crossed a link, summed over links
	Checksum    uint64  // digest of the whole state at ChecksumPS
	ChecksumPS  int64   // -1 if no checksum was asked for
	WindowPS    int64   // start of the averaging window (the warm-up's end)
	AcceptedNow float64 // accepted load over the running bin and whole ones before it: two, or those from three packet times ago on, 0–1
	Accepted    float64 // accepted load since WindowPS, 0–1; -1 before
	Offered     float64 // offered (generated) load since WindowPS, 0–1.2, of a trace also more; -1 before
	LatencyNS   float64 // mean latency, generation → last bit, of packets delivered since WindowPS; -1 if none
	LatencyP50  float64 // ns, upper edge of the histogram bin
	LatencyP99  float64 // ns
	NetworkNS   float64 // the same, injection → last bit: from when the packet's first bit leaves its host; -1 if none
	NetworkP50  float64 // ns
	NetworkP99  float64 // ns
	Fairness    float64 // Jain's index of what hosts have sent since WindowPS, 0–1 (fabric.Shares); -1 if nothing
	LeastHost   float64 // what the host has sent since then that has sent least, 0–1 of its link's bandwidth; -1 if nobody has
	HopsPerSec  float64 // speed of the engine on this machine, packet-hops per second of wall time; 0 if unknown
	BinPS       int64   // width of a bin of the series
	Records     int64   // of the trace that is played: messages, and tasks' parts in collectives; 0 if there is none
	RecordsDone int64
	FinishPS    int64 // execution time of the trace; -1 while it runs, or if there is none
	DeadlockPS  int64 // when a deadlock was found; -1 if none was

	// Congestion control by notification; all 0 without.
	Marked    uint64  // packets that switches marked (FECN)
	BECN      uint64  // notifications that have reached the source of a marked packet
	Reacting  uint64  // hosts that throttle a flow now, or spread one over further paths
	CCTIMean  float64 // over the flows that are throttled now
	CCTIMax   uint64  // of them
	OpenPaths uint64  // DRB: paths open now beside the first ones, over all pairs of hosts
	MostPaths uint64  // paths open now of the pair that has most; 0 if none has more than one

	// Set-aside queues (CFQs, SAQs) of all switches; all 0 without.
	SetAside      uint64 // in use now
	SetAsidePeak  uint64 // the most that have been in use
	SetAsideTotal uint64 // allocations since 0

	// What pictures measure by.
	PacketPS int64 // time of a packet on a link
	FlightPS int64 // from the first bit sent to the last bit received at the other end of a link
	VCs      int64 // of an input buffer
	Capacity int64 // of a VC, packets
	DataVCs  int64 // those of data, from 0 on, which the buffer is split among; the others carry notifications
	Sorted   int64 // how the packets of a VC are queued: InOrder…

	SoFar Averages // since 0, before the averaging window begins: what warms up is in them, too

	Strain
}

// Averages are the header's from Accepted to LeastHost.
type Averages struct {
	Accepted, Offered                 float64
	LatencyNS, LatencyP50, LatencyP99 float64
	NetworkNS, NetworkP50, NetworkP99 float64
	Fairness, LeastHost               float64
}

// NoAverages are those of nothing.
var NoAverages = Averages{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1}

// ProgramEnd is the time, in ps, to which the program of a trace is played (PlayedTo); -1 while it runs, or if there is none.
func (h *Header) ProgramEnd() int64 {
	if h.FinishPS < 0 {
		return -1
	}
	return PlayedTo(h.FinishPS, h.RecordsDone > 0, h.PacketPS)
}

// PlayedTo returns to which time, in ps, a program that finishes at one is played: the end of that packet time; if something is done at 0, of the
// first one, whoever has looked at 0.
func PlayedTo(finish int64, done bool, packet int64) int64 {
	if done {
		finish = max(finish, 1)
	}
	return finish + (packet-finish%packet)%packet
}

// Shown returns what to show of averages, and from when on (ps) they count: those so far until the window has begun, and none (−1) if a
// deadlock came before. The page and the commands run and compare show these.
func (h *Header) Shown() (a Averages, from int64) {
	switch {
	case h.Early():
		return NoAverages, 0
	case h.TimePS <= h.WindowPS:
		return h.SoFar, 0
	}
	return Averages{h.Accepted, h.Offered, h.LatencyNS, h.LatencyP50, h.LatencyP99, h.NetworkNS, h.NetworkP50, h.NetworkP99, h.Fairness, h.LeastHost}, h.WindowPS
}

// Early says whether a deadlock came before averages began, so that there are none.
func (h *Header) Early() bool { return h.DeadlockPS > 0 && h.DeadlockPS <= h.WindowPS }

// How the packets of a VC are queued: Header.Sorted.
const (
	InOrder  = iota // of arrival: in one queue
	ByOutput        // in a VOQ for each output port
	ByHost          // in a queue for each destination
	ByRoot          // in order of arrival, but for those that are set aside
)

// HoldsBack says whether hosts that a tree reaches only hold back what would cross its root: other packets have other queues and go on.
func (h *Header) HoldsBack() bool { return h.Sorted == ByRoot || h.Sorted == ByHost }

// TellsHoL says whether there may be HoL blocking to tell of: with VOQs packets stand only behind such as take another VC for the
// same output, which few scenarios have (AFI, datelines).
func (h *Header) TellsHoL() bool { return h.Sorted == InOrder || h.Sorted == ByOutput && h.HoL > 0 }

// What it means for a host of several runs that a tree reaches it: ReachOf.
const (
	ReachBlocks = iota // it is blocked
	ReachHolds         // it holds back: see HoldsBack
	ReachEither        // it is blocked in some of the runs, and holds back in others
)

// ReachOf says what it means, given of each run whether its hosts hold back (HoldsBack).
func ReachOf(holdsBack []bool) int {
	switch {
	case !slices.Contains(holdsBack, true):
		return ReachBlocks
	case !slices.Contains(holdsBack, false):
		return ReachHolds
	}
	return ReachEither
}

// PortState is the state of one switch port: its input buffer and its output link.
type PortState struct {
	Fill  uint8 // packets in the input buffer, 255 = full
	Tree  uint8 // slot of the congestion tree the input buffer belongs to, of several the one that holds most of it; 0 = none
	Use   uint8 // utilisation of the output link, 255 = always busy, over the last whole window of sixteen packet times: see CountLinks
	Flags uint8 // Busy…

	Held    uint8 // packets in the VCs of the buffer that belong to Tree, 255 = the whole buffer
	Tree2   uint8 // the tree that holds most of the rest; 0 = none
	Held2   uint8
	Starved uint8 // at how many of the looks in that window (fifteen; five above 2000 hosts) packets waited for the output and it lacked credits for them, 255 = all
}

// A holding is what a tree, named by its slot, holds of a buffer, packets.
type holding struct {
	slot    uint8
	packets int
}

// hold tells of the two that hold most of a buffer of so many packets, of those that hold as many of the first ones.
func (s *PortState) hold(all []holding, of int) {
	var first, second holding
	for _, x := range all {
		switch {
		case x.packets > first.packets:
			first, second = x, first
		case x.packets > second.packets:
			second = x
		}
	}
	s.Tree, s.Held = first.slot, uint8(min(first.packets*255/of, 255))
	s.Tree2, s.Held2 = second.slot, uint8(min(second.packets*255/of, 255))
}

// Flags of PortState and HostState.
const (
	Busy     = 1 << iota // a packet is leaving
	Blocked              // packets wait for the output, and it lacks the credits for them
	Root                 // the output is the root of a congestion tree
	Full                 // a VC of the input buffer has no space left: see fabric.Full
	Culprit              // host: sends to a hot spot
	HotSpot              // host: is a hot spot
	Reacting             // host: throttles a flow, or spreads one over further paths
)

// HostState is the state of one host.
type HostState struct {
	Queue uint8 // its source queues, 255 = all full; where it has one for each destination, or sets some aside, the fullest of them; of a trace, whose messages have no bound, all, as if they had
	Tree  uint8 // slot of the congestion tree that blocks its injection; 0 = none
	Use   uint8 // utilisation of its link into the network, the same
	Flags uint8
}

// Dot is one packet on a link.
type Dot struct {
	Link  uint32 // the transmitting port
	Src   uint32
	Dst   uint32
	Pos   uint16 // share of the transmission that is over, 65535 = arrived
	Class uint8  // Innocent, Contributor, Victim or Notice, plus the tree's slot in the low six bits
	VC    uint8
	Flags uint8 // Adapted, Marked
	_     uint8
	Age   uint16 // packet times since it was generated; 65535 = that or more
}

// Classes of packets, in the two high bits of Dot.Class.
const (
	Innocent    = 0 << 6 // has nothing to do with a congestion tree
	Contributor = 1 << 6 // a culprit flow's packet: it will cross a root
	Victim      = 2 << 6 // goes into a buffer of a tree whose root it does not cross
	Notice      = 3 << 6 // a notification of congestion on its way back to a source
	ClassMask   = 3 << 6
	SlotMask    = 63
)

// MaxTrees is how many trees are followed at a time, and in a frame. Others are no trees until one of these is gone; then that of the lowest port is.
const MaxTrees = 63

// Tree is one congestion tree.
type Tree struct {
	ID      uint32 // stable over the tree's life, counted from 1
	Slot    uint32 // 1–63: how PortState, HostState and Dot name it; stable over its life
	Root    uint32 // the over-subscribed output port
	Depth   uint32 // longest chain of full buffers, in hops from the root, to which a chain round a torus may come twice, in both lanes: up to the first time
	Ports   uint32 // input buffers that wait for the root
	Packets uint32 // packets in those buffers that will cross the root
	Victims uint32 // packets in those buffers that will not
	Hosts   uint32 // hosts whose injection is blocked by the tree; one that several block, in several VCs, counts for that of its lowest
	BirthPS int64
}

// Sample is one bin of the series. Loads are fractions of the hosts' link bandwidth.
type Sample struct {
	Accepted float32 // delivered
	Offered  float32 // generated
	Latency  float32 // mean latency of the packets delivered in the bin, from generation on, ns; 0 if none
	Network  float32 // the same, from injection on
	SetAside float32 // set-aside queues in use, their mean over the bin
}

// QueueState is one VC of the port that Options.Detail names.
type QueueState struct {
	Packets  uint32 // in the input buffer, or in a host's source queues
	Capacity uint32 // packets
	Credits  uint32 // of the output: packets the next buffer can take
	Waiting  uint32 // packets in this switch that request the output
	HeadSrc  uint32 // first packet: where from, where to
	HeadDst  uint32
	HeadOut  uint32 // global port it requests; NoPort if the queue is empty
	Tree     uint32 // slot of the tree this VC belongs to, of several the one that holds most of it; of a host's, without credits, the one it waits for
}

// NoPort stands for "no port" in a frame.
const NoPort = 1<<32 - 1

// Frame is everything a picture needs. Slices may be empty: see Options.
type Frame struct {
	Header
	Ports  []PortState  // per switch port, in global numbering
	Hosts  []HostState  // per host
	Dots   []Dot        // packets on links
	Trees  []Tree       // by descending number of ports
	Growth []Growth     // of those trees, in their order
	Series []Sample     // bins from time 0
	Detail []QueueState // per VC of Options.Detail

	Lines   []LineState   // CAM lines of set-aside queues
	Signals []SignalState // and notifications between them

	Blocking []HoLState // HoL blocking per switch port, if Options.HoL asks for it; empty where it is not measured

	Slots     []SlotState         // packets in the buffers of Options.Switches
	Latencies []fabric.LatencyBin // how those of the packets are distributed that the averages count (see Header.Shown)

	Ring  []uint32 // the deadlock that was found: transmitting port and VC in turns, each waiting for the next, the last for the first
	Paths []uint32 // ways from Options.Src to Options.Dst: transmitting ports, each way with NoPort at its end

	Inspection // of Options.Pin
}

// Options says what a frame shall hold.
type Options struct {
	Dots     int  // at most so many packets; 0 = none
	Detail   int  // a global port to look into, or -1
	Checksum bool // digest the state, which takes as long as reading all of it
	HoL      bool // HoL blocking by port, which is counted from the first time on that it is asked for: see CountHoL

	Switches []uint32 // to list the packets in their buffers, at most MaxSlots
	Src, Dst uint32   // hosts, to list the ways between them; the same host: none; NoPort: to where most ways are open, if any are
	Pin      Pin      // to look at closely
	At       uint32   // the port by which a packet of theirs leaves its host or switch; or NoPort
}

const frameMagic = 0x44_45_45_52_54_47_43 // "CGTREED"

func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

func appendSection[T any](buf []byte, s []T) []byte {
	n := []uint64{uint64(len(s))}
	buf = append(buf, bytesOf(n)...)
	buf = append(buf, bytesOf(s)...)
	for len(buf)%8 != 0 {
		buf = append(buf, 0)
	}
	return buf
}

func readSection[T any](buf []byte, s *[]T) ([]byte, bool) {
	if len(buf) < 8 {
		return nil, false
	}
	var n [1]uint64
	copy(bytesOf(n[:]), buf)
	buf = buf[8:]
	var zero T
	size := n[0] * uint64(unsafe.Sizeof(zero))
	padded := (size + 7) &^ 7
	if n[0] > uint64(len(buf)) || padded > uint64(len(buf)) {
		return nil, false
	}
	if uint64(cap(*s)) < n[0] {
		*s = make([]T, n[0])
	}
	*s = (*s)[:n[0]]
	copy(bytesOf(*s), buf[:size])
	return buf[padded:], true
}

// Append encodes the frame (little-endian, 8-byte aligned sections) and returns the longer buffer.
func (f *Frame) Append(buf []byte) []byte {
	h := []Header{f.Header}
	magic := []uint64{frameMagic}
	buf = append(buf, bytesOf(magic)...)
	buf = append(buf, bytesOf(h)...)
	buf = appendSection(buf, f.Ports)
	buf = appendSection(buf, f.Hosts)
	buf = appendSection(buf, f.Dots)
	buf = appendSection(buf, f.Trees)
	buf = appendSection(buf, f.Growth)
	buf = appendSection(buf, f.Series)
	buf = appendSection(buf, f.Detail)
	buf = appendSection(buf, f.Lines)
	buf = appendSection(buf, f.Signals)
	buf = appendSection(buf, f.Blocking)
	buf = appendSection(buf, f.Slots)
	buf = appendSection(buf, f.Latencies)
	buf = appendSection(buf, f.Ring)
	buf = appendSection(buf, f.Paths)
	return f.Inspection.append(buf)
}

// Decode reads an encoded frame, reusing f's slices. It refuses anything that is not a whole frame.
func (f *Frame) Decode(buf []byte) error {
	var magic [1]uint64
	h := make([]Header, 1)
	if len(buf) < 8+len(bytesOf(h)) {
		return errors.New("frame: too short")
	}
	copy(bytesOf(magic[:]), buf)
	if magic[0] != frameMagic {
		return errors.New("frame: not a frame of this version")
	}
	copy(bytesOf(h), buf[8:])
	f.Header = h[0]
	buf = buf[8+len(bytesOf(h)):]
	sections := []func() bool{
		func() (ok bool) { buf, ok = readSection(buf, &f.Ports); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Hosts); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Dots); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Trees); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Growth); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Series); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Detail); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Lines); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Signals); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Blocking); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Slots); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Latencies); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Ring); return },
		func() (ok bool) { buf, ok = readSection(buf, &f.Paths); return },
		func() (ok bool) { buf, ok = f.Inspection.read(buf); return },
	}
	ok := true
	for i := 0; ok && i < len(sections); i++ {
		ok = sections[i]()
	}
	if !ok || len(buf) != 0 {
		return errors.New("frame: sections do not fit its length")
	}
	return nil
}
