package fabric

// Packets on links, and the ring of them that is the queue of events.

import (
	"math"
	"unsafe"

	"github.com/congestree/congestree/engine/topology"
)

// flight is a packet on a link, from the beginning of its transmission until its tail and the
// credit for its former buffer space have arrived.
//
// Its ends are places: port p of switch s is place s<<shift + p, host h is place h with the flag
// atHost. So a place falls apart without a division.
type flight struct {
	start int64
	Packet
	from uint32 // transmitting place; of a switch also the local input and the VC it came from
	dest uint32 // receiving place; its VC from now on
}

const (
	placeBits = 22
	placeMask = 1<<placeBits - 1
	atHost    = 1 << (placeBits - 1)
	flightWas = placeBits + 6

	_ = uint(atHost - 2*topology.MaxPorts) // a radix that is no power of two wastes less than half of the places
	_ = uint(atHost - topology.MaxHosts)
)

// never is the start of the flight after the last one: later than everything, any delay included.
const never = math.MaxInt64 - 1<<52

func (e *flight) place() uint32 { return e.from & placeMask }
func (e *flight) in() uint32    { return e.from >> placeBits & 63 }
func (e *flight) was() uint32   { return e.from >> flightWas } // VC at the switch it left
func (e *flight) to() uint32    { return e.dest & placeMask }
func (e *flight) vc() uint32    { return e.dest >> placeBits }

// placeOf and portOf convert between places and the network's numbers of ports.
func (f *Fabric) placeOf(port int) uint32 {
	if f.Net.IsHost(port) {
		return uint32(f.Net.Host(port)) | atHost
	}
	s, p := f.Net.SwitchOf(port)
	return uint32(s)<<f.shift | uint32(p)
}

func (f *Fabric) portOf(place uint32) int {
	if place&atHost != 0 {
		return f.Net.HostPort(int(place &^ atHost))
	}
	return int(place>>f.shift)*f.Net.Radix + int(place&f.portMask)
}

// startOf returns when the i-th flight began; never, if it has not.
func (f *Fabric) startOf(i uint64) int64 { return f.flight(i).start }

// flight returns the place of the i-th flight in the ring.
func (f *Fabric) flight(i uint64) *flight {
	return (*flight)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.ring)), int(i&f.mask)*int(unsafe.Sizeof(flight{}))))
}

// fly begins a transmission from one place to another, on a VC now; of a switch's packet, from also
// says the input and the VC it was in. The ring grows while links are long.
func (f *Fabric) fly(p Packet, from, to uint32, vc int) {
	f.begin(p, from, to|uint32(vc)<<placeBits)
}

// begin notes a flight.
func (f *Fabric) begin(p Packet, from, dest uint32) {
	if f.next-f.tail >= f.mask-1 { // two slots stay spare: onTail's flight is still being read, and the last starts never
		f.growRing()
	}
	*f.flight(f.next) = flight{start: f.now, Packet: p, from: from, dest: dest}
	f.next++
	f.flight(f.next).start = never
}

func (f *Fabric) growRing() {
	ring := make([]flight, 2*len(f.ring))
	mask := uint64(len(ring) - 1)
	for i := f.tail; i != f.next; i++ {
		ring[i&mask] = f.ring[i&f.mask]
	}
	f.ring, f.mask = ring, mask
}
