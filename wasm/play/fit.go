package play

import "math"

// What a person waits for: packets that can be followed, and a beginning in sight.
const (
	packetSpeed = 0.0305 // packets per millisecond: 10 µs per second with 4096 B at 100 Gb/s
	beginning   = 2      // seconds of watching until the traffic has become what it is about: buffers fill in as many again
)

// Fitting returns a speed (simulated ns per second) at which something happens within some seconds, given the time of a
// packet on a link (ps) and when the traffic begins to be what it is about (ps). It is one of 1, 2, 5 × 10^k.
func Fitting(packetPS, beginsPS int64) float64 {
	want := max(float64(packetPS)*packetSpeed, float64(beginsPS)/1000/beginning)
	ten := math.Pow(10, math.Floor(math.Log10(max(want, MinSpeed))))
	for _, k := range []float64{1, 2, 5, 10} {
		if k*ten >= want*0.8 {
			return min(max(k*ten, MinSpeed), MaxSpeed)
		}
	}
	return MaxSpeed // cannot happen
}
