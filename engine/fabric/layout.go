package fabric

// Where the words of switches and outputs lie, and how they are found.

import (
	"unsafe"

	"github.com/congestree/congestree/engine/topology"
)

// ports are what a switch's ports do now, as masks.
type ports struct {
	freeIn  uint64 // inputs that send nothing
	freeOut uint64 // outputs that send nothing
	dirty   uint64 // outputs to be looked at by the arbiter
	sinks   uint64 // outputs that lead to hosts
}

// block is a switch's words and what follows, record an output's: indices below blockMax and recordMax need no check.
type (
	block  = [blockMax]uint64
	record [recordMax]uint64
)

const (
	maxVCs     = 16
	blockMax   = 2048
	blockMask  = blockMax - 1
	recordMax  = 64
	recordMask = recordMax - 1

	_ = uint(blockMax - (5*maxVCs + 1 + topology.MaxRadix*(perIn+maxVCs) + 8))
	_ = uint(recordMax - ((maxVCs+4)/4 + 2*maxVCs + 1))
)

// withRoom returns the words of all blocks or records with the room that these views need behind the last.
func withRoom(words []uint64) []uint64 {
	w := make([]uint64, len(words)+blockMax)
	copy(w, words)
	return w
}

// An input's words: the outputs its queue heads request, if it sends one packet at a time; accept pointer (8 bits), VC
// pointer (8; with oServed an output has one, next to its grant pointer), VC pointer of notifications (8).
const (
	iWant     = 0
	iCtl      = 1
	perIn     = 2
	ctlAccept = 0
	ctlTurn   = 8
	ctlNotes  = 16
)

// block returns the words of a switch.
func (f *Fabric) block(s int) *block {
	return (*block)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.word)), s*f.perSwitch*8))
}

// output returns the record of an output of a switch.
func (f *Fabric) output(s, out int) *record {
	return f.recordOf(uint32(s<<(f.shift&31) + out))
}

// recordAt returns where it begins.
func (f *Fabric) recordAt(s, out int) int { return (s<<(f.shift&31) + out) * f.perOut }

// recordOf returns the record of an output by its place.
func (f *Fabric) recordOf(place uint32) *record {
	return (*record)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.record)), int(place)*f.perOut*8))
}

// peerOf returns the place at the other end of a switch's port.
func (f *Fabric) peerOf(place uint32) *uint32 {
	return (*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.peer)), place*4))
}

// portsOf returns the masks of a switch's ports.
func (f *Fabric) portsOf(s int) *ports {
	return (*ports)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.ports)), s*int(unsafe.Sizeof(ports{}))))
}

// lane returns the word of an output's record with the credits for a VC, and where they begin.
func lane(vc int) (at, shift uint) { return uint(vc+1) / 4 & recordMask, uint(vc+1) % 4 * 16 }

// credits returns an output's credits for a VC.
func (r *record) credits(vc int) uint64 {
	at, shift := lane(vc)
	return r[at] >> shift & 0xffff
}

// channel returns the buffer of channel port*VCs + VC.
func (f *Fabric) channel(c int) channel {
	return channel{(*[channelMax]uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.buffer)), c*f.perChannel*8)), f.Capacity, f.slots}
}

// switchOf returns the switch of a place.
func (f *Fabric) switchOf(place uint32) int { return int(place >> (f.shift & 31)) }
