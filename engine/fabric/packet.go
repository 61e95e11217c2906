package fabric

// The record of a packet: one word, so that the header of a buffer and its first packets share a
// cache line. What only its birth and its death ask for lies in a table, by the packet's number.

import "github.com/congestree/congestree/engine/topology"

// Packet is a packet, as it lies in a buffer slot and travels on a link: source and destination
// host, its number, and whether AFI has moved it to the adapted-flow channel. Its VC and its output
// are known from where it is.
type Packet uint64

const (
	hostBits = 17
	atDst    = hostBits
	atAdapt  = 2 * hostBits
	atID     = atAdapt + 1
)

const _ = uint(1<<hostBits - topology.MaxHosts) // the width must hold what a network may have

// Src returns the host that sent the packet.
func (p Packet) Src() uint32 { return uint32(p) & (1<<hostBits - 1) }

// Dst returns the host it is for.
func (p Packet) Dst() uint32 { return uint32(p>>atDst) & (1<<hostBits - 1) }

// Adapted says whether AFI has moved the packet to the adapted-flow channel.
func (p Packet) Adapted() bool { return p>>atAdapt&1 != 0 }

func (p Packet) adapted() Packet { return p | 1<<atAdapt }

func (p Packet) id() uint32 { return uint32(p >> atID) }

// register holds the times of the packets in the network by their numbers, and the numbers that are
// free, the last freed to be used first.
type register struct {
	life []life
	free []uint32
}

// life is when a packet was generated, and when its first bit left its host, ps. The first decides with Config.Oldest, the
// second with Config.Injected; without them neither does.
type life struct{ birth, begun int64 }

// add numbers a packet that leaves its host now.
func (r *register) add(src, dst uint32, birth, now int64) Packet {
	var id uint32
	if n := len(r.free); n > 0 {
		id = r.free[n-1]
		r.free = r.free[:n-1]
		r.life[id] = life{birth, now}
	} else {
		id = uint32(len(r.life))
		r.life = append(r.life, life{birth, now})
	}
	return Packet(src) | Packet(dst)<<atDst | Packet(id)<<atID
}

// remove frees the number of a packet and returns its times.
func (r *register) remove(p Packet) life {
	r.free = append(r.free, p.id())
	return r.life[p.id()]
}
