package fabric

// The record of a packet: two words, so that four share a cache line and none straddles one.

import "github.com/congestree/congestree/engine/topology"

// Packet is a packet, as it lies in a buffer slot and travels on a link. Its first word holds
// source and destination host, VC, the local output port it requests at the switch it is in, and whether it has been adapted (AFI); its second word the time of its generation.
type Packet [2]uint64

// Birth returns the time of its generation, ps.
func (p *Packet) Birth() int64 { return int64(p[1]) }

const (
	hostBits = 17
	atDst    = hostBits
	atVC     = 2 * hostBits
	atOut    = atVC + 4
	atAdapt  = atOut + 6
)

// The widths must hold what a network may have.
const (
	_ = uint(1<<hostBits - topology.MaxHosts)
	_ = uint(1<<(atAdapt-atOut) - topology.MaxRadix)
	_ = uint(1<<(16-slotBits) - topology.MaxRadix)
)

func newPacket(src, dst uint32, vc int, birth int64) Packet {
	return Packet{uint64(src) | uint64(dst)<<atDst | uint64(vc)<<atVC, uint64(birth)}
}

// Src returns the host that sent the packet.
func (p *Packet) Src() uint32 { return uint32(p[0]) & (1<<hostBits - 1) }

// Dst returns the host it is for.
func (p *Packet) Dst() uint32 { return uint32(p[0]>>atDst) & (1<<hostBits - 1) }

// VC returns its virtual channel.
func (p *Packet) VC() uint8 { return uint8(p[0]>>atVC) & 15 }

// Out returns the local output port it requests at the switch it is in, or has left.
func (p *Packet) Out() uint8 { return uint8(p[0]>>atOut) & 63 }

func (p *Packet) setOut(out uint8) { p[0] = p[0]&^(63<<atOut) | uint64(out)<<atOut }

func (p *Packet) setVC(vc int) { p[0] = p[0]&^(15<<atVC) | uint64(vc)<<atVC }

// Adapted says whether AFI has moved the packet to the adapted-flow channel.
func (p *Packet) Adapted() bool { return p[0]>>atAdapt&1 != 0 }

func (p *Packet) adapt() { p[0] |= 1 << atAdapt }
