// Package wire names the messages between the page and the engine's worker.
//
// A message is a JavaScript object. The page opens a scenario under a number of its own and
// then asks for one frame at a time; the worker answers each request exactly once. Every answer
// bears the number, so that the page can drop what belongs to a scenario it has left. Traces of files are
// read beside that: an opening waits for those that were sent before it.
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
	Look     = "look"     // Frame request: observe.Options.Src, Dst and At, then Switches, in one list
	Pin      = "pin"      // Frame request: observe.Options.Pin: kind, A, B, birth
	HoL      = "hol"      // Frame request: observe.Options.HoL
	Prove    = "prove"    // Frame request: prove the engine's invariants on the way
	Proved   = "proved"   // Frame: when they were proved last, ps
	Checksum = "checksum" // Frame request: one of the modes below
	Seek     = "seek"     // Frame request: Until is exactly where to go, backwards too
	Among    = "among"    // Frame request: how many engines share the memory for checkpoints
	Goal     = "goal"     // Frame request: one of the goals below, to reach by Until; "" for none
	Value    = "value"    // Frame request: what the goal is about
	Fresh    = "fresh"    // Frame request: the goal is a new one
	Back     = "back"     // Frame request: to the latest instant before, before Until, for the goals Event and Delivery
	Low      = "low"      // Frame: packets in the input buffer of the port of Detail that suffer low-order HoL blocking
	High     = "high"     // Frame: and high-order
	Reached  = "reached"  // Frame: the goal is reached,
	Over     = "over"     // or rather can no longer be: a trace's program has ended
	Course   = "course"   // Frame request: send the course as well; Frame: an ArrayBuffer with observe.Course
	Buffer   = "buf"      // both ways: an ArrayBuffer, transferred and recycled
	Length   = "length"   // Frame: bytes of the buffer that are the frame
	Field    = "field"    // Refused: the field, "" if it is the whole
	Reason   = "reason"   // Refused, Crash, Traced: in words
	Packet   = "packet"   // Opened: time of one packet on a link, ps
	File     = "file"     // Trace: a File
	Tasks    = "tasks"    // Traced: of the trace; Text is its name
	Records  = "records"  // Traced
	Memory   = "memory"   // Traced: bytes; Frame with a course: of WebAssembly memory that the engine's program has taken
	Lean     = "lean"     // Open: no checkpoints; the run will not go back
)

// Kinds. The worker's loader (worker.js) writes Crash by name.
const (
	Ready   = "ready"   // worker → page: the program is up
	Open    = "open"    // page → worker: build this scenario
	Opened  = "opened"  // worker → page
	Refused = "refused" // worker → page: a scenario that cannot be opened
	Frame   = "frame"   // page → worker: go on, and show; worker → page: the encoded frame
	Trace   = "trace"   // page → worker: read the trace of a file, under a number of the page's own
	Traced  = "traced"  // worker → page: it is kept and can be opened; or a reason why not
	Crash   = "crash"   // worker → page: the engine is gone

	Measure     = "measure"     // page → worker: run Text until Until as a point of a sweep; whoever wants it ended terminates the worker
	Share       = "share"       // worker → page: Value (0–1) of that run is done; the first has Memory, in bytes
	Measured    = "measured"    // worker → page: Buffer holds its point.Result, a Uint8Array; or a Reason why there is none
	Fingerprint = "fingerprint" // page → worker: tell point.Fingerprint; worker → page: it, as High and Low of 32 bits
)

// Modes of Checksum.
const (
	Never     = 0
	Always    = 1
	OnArrival = 2 // if the time asked for is reached
)

// Goals of a run.
const (
	Event    = "event"    // the next instant at which anything happens
	Delivery = "delivery" // the next packet is delivered
	Tree     = "tree"     // a congestion tree is born
	Below    = "below"    // the accepted load falls below Value (0–1), from above
)
