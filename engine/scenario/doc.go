// Package scenario is the only input of a simulation: a small immutable value, one
// text per field, from which everything a person sees or shares follows.
//
// The package owns the schema (name, unit, range, default and one line of explanation
// of every field), the validation by field, the readable query form and
// the presets; links packed and checksummed are package link's. It imports no other room: the rooms that own a mechanism (topology,
// routing, queuing, traffic) register their choices, families and parameters here from
// init functions, and the panel, the command line, the documentation and the links are
// generated from that registration.
//
// It uses neither fmt nor encoding/json, because the engine's worker links it.
package scenario
