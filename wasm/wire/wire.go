// Package wire names the messages between the page and the engine's worker.
//
// A message is a JavaScript object. The page opens a scenario under a number of its own and
// then asks for one frame at a time; the worker answers each request exactly once. Every answer
// bears the number, so that the page can drop what belongs to a scenario it has left.
package wire

// Members of a message.
const (
	Kind     = "kind"     // one of the kinds below
	ID       = "id"       // number of the opening
	Text     = "text"     // Open: the scenario's readable form
	Until    = "until"    // Frame request: simulated time to go to, ps
	Budget   = "budget"   // Frame request: wall time to spend at most, ms
	Dots     = "dots"     // Frame request: observe.Options.Dots
	Detail   = "detail"   // Frame request: observe.Options.Detail
	Checksum = "checksum" // Frame request: one of the modes below
	Buffer   = "buf"      // both ways: an ArrayBuffer, transferred and recycled
	Length   = "length"   // Frame: bytes of the buffer that are the frame
	Field    = "field"    // Refused: the field, "" if it is the whole
	Reason   = "reason"   // Refused, Crash: in words
	Packet   = "packet"   // Opened: time of one packet on a link, ps
)

// Kinds. The worker's loader (worker.js) writes Crash by name.
const (
	Ready   = "ready"   // worker → page: the program is up
	Open    = "open"    // page → worker: build this scenario
	Opened  = "opened"  // worker → page
	Refused = "refused" // worker → page: a scenario that cannot be opened
	Frame   = "frame"   // page → worker: go on, and show; worker → page: the encoded frame
	Crash   = "crash"   // worker → page: the engine is gone
)

// Modes of Checksum.
const (
	Never     = 0
	Always    = 1
	OnArrival = 2 // if the time asked for is reached
)
