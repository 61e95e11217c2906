// Package random is the seeded randomness of a scenario: one small state per stream, and
// exponential gaps computed in integers, because math.Log is not the same to the last bit
// on every machine.
package random

import "math/bits"

// Source is the state of one stream (SplitMix64, Steele et al. 2014). Copying it forks the stream.
type Source uint64

// New returns the stream of that number under a seed. Streams of one seed are independent for
// all practical purposes.
func New(seed, stream uint64) Source {
	s := Source(seed ^ 0x6a09e667f3bcc909)
	a := s.Uint64()
	s = Source(a + stream*0xd1342543de82ef95)
	s.Uint64()
	return Source(s.Uint64())
}

// Uint64 returns 64 random bits.
func (s *Source) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number in [0, n); n must not be 0. The bias is below n/2^64.
func (s *Source) Below(n uint32) uint32 {
	hi, _ := bits.Mul64(s.Uint64(), uint64(n))
	return uint32(hi)
}

// ln2 is ln 2 in units of 2^-32.
const ln2 = 2977044472

const tableBits = 11

// log2 holds log2(1 + k/2048) in units of 2^-32, by repeated squaring.
var log2 = func() (t [1<<tableBits + 1]uint64) {
	for k := 0; k < 1<<tableBits; k++ {
		y := uint64(1)<<62 + uint64(k)<<(62-tableBits) // in [1,2), 62 fraction bits
		for b := 0; b < 34; b++ {
			hi, lo := bits.Mul64(y, y)
			y = hi<<2 | lo>>62
			t[k] <<= 1
			if y >= 1<<63 {
				y >>= 1
				t[k] |= 1
			}
		}
		t[k] = (t[k] + 2) >> 2
	}
	t[1<<tableBits] = 1 << 32
	return
}()

// Exp returns an exponentially distributed number of mean 1, in units of 2^-32. The logarithm
// is interpolated in a table: its error is below 2^-24.
func (s *Source) Exp() uint64 {
	x := s.Uint64() | 1
	lz := bits.LeadingZeros64(x)
	m := x << lz << 1 // mantissa after the leading one
	k := m >> (64 - tableBits)
	frac := m << tableBits >> 32
	l := log2[k] + (log2[k+1]-log2[k])*frac>>32
	return mul32(uint64(lz+1)<<32-l, ln2)
}

func mul32(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi<<32 | lo>>32
}

// ExpOf returns an exponentially distributed number of the given mean.
func (s *Source) ExpOf(mean int64) int64 { return int64(mul32(s.Exp(), uint64(mean))) }
