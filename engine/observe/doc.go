// Package observe turns the state of a fabric into what people look at: throughput, latency,
// link load, congestion trees, and frames. It only reads; a run is the same with or without it.
package observe
