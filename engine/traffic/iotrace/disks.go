package iotrace

// A trace to begin with: clients that read from and write to disks in bursts, some disks more wanted than others.
// The cello trace that [FBICM] plays is not public; this is no copy of it but a small model with the features
// that disk traces are known for, and of ours alone: bursts, and a skew. Integer arithmetic, so that a seed is
// the same trace on every machine.

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// Disks says what is traced. Clients are the hosts from 0 on, disks those behind them.
type Disks struct {
	Clients int    // 1–60 000
	Disks   int    // 1–5000
	Millis  int    // how long, ms: 1–100 000
	Seed    uint64 // 1–1 000 000 000
}

// MaxMade bounds the records of a trace made here.
const MaxMade = 1 << 20

// Of every client. Times are those of disks, not of today's networks: that is what compression is for.
const (
	burstGapUS   = 80_000 // mean time between two bursts, exponential
	burstMost    = 8      // a burst has 1–8 requests to one disk
	requestGapUS = 200    // between them
	serviceLow   = 2_000  // µs from a request to the disk's answer, uniform
	serviceHigh  = 10_000
	command      = 64   // bytes of a request to read, or of what confirms a write
	block        = 8192 // bytes read or written
)

// Bound returns how many records the trace has at most, or what is wrong with the numbers: about 0.11 per client and
// millisecond are made.
func (d Disks) Bound() (records int64, err error) {
	for _, f := range []struct {
		what        string
		v, low, top int64
	}{
		{"the number of clients", int64(d.Clients), 1, 60_000},
		{"the number of disks", int64(d.Disks), 1, 5000},
		{"the number of milliseconds", int64(d.Millis), 1, 100_000},
	} {
		if f.v < f.low || f.v > f.top {
			return 0, errors.New(f.what + " is " + strconv.FormatInt(f.v, 10) + "; allowed: " + strconv.FormatInt(f.low, 10) + "–" + strconv.FormatInt(f.top, 10))
		}
	}
	if d.Seed < 1 || d.Seed > 1_000_000_000 {
		return 0, errors.New("the seed is " + strconv.FormatUint(d.Seed, 10) + "; allowed: 1–1000000000")
	}
	expected := int64(d.Clients) * int64(d.Millis) * 1000 / burstGapUS * (burstMost + 1)
	if expected > MaxMade/2 {
		return 0, errors.New("this takes about " + strconv.FormatInt(expected, 10) + " records; allowed: up to " + strconv.Itoa(MaxMade/2) + ": choose fewer clients, or a shorter time")
	}
	for c := range d.Clients {
		if r := random.New(d.Seed, uint64(c)); r.ExpOf(burstGapUS) < int64(d.Millis)*1000 { // as in make
			return 2*expected + 16*burstMost*int64(d.Clients), nil
		}
	}
	return 0, errors.New("nobody reads or writes within " + strconv.Itoa(d.Millis) + " ms; choose a longer time, or more clients")
}

type transfer struct {
	us       int64
	src, dst int
	bytes    int
}

// make returns the transfers in the order of their times.
func (d Disks) make() ([]transfer, error) {
	most, err := d.Bound()
	if err != nil {
		return nil, err
	}
	var all []transfer
	end := int64(d.Millis) * 1000
clients:
	for c := range d.Clients {
		r := random.New(d.Seed, uint64(c))
		for t := r.ExpOf(burstGapUS); t < end; t += max(1, r.ExpOf(burstGapUS)) {
			// The least of three draws: the first disk is wanted 3 − 3/D + 1/D² times as often as the average of D.
			disk := d.Clients + int(min(r.Below(uint32(d.Disks)), r.Below(uint32(d.Disks)), r.Below(uint32(d.Disks))))
			for i := range 1 + int64(r.Below(burstMost)) {
				at := t + i*requestGapUS
				there, back := command, block
				if r.Below(2) == 1 { // a write
					there, back = back, there
				}
				answer := at + serviceLow + int64(r.Below(serviceHigh-serviceLow))
				all = append(all, transfer{at, c, disk, there}, transfer{answer, disk, c, back})
			}
			if int64(len(all)) > most-2*burstMost { // which takes a fate that nobody has
				break clients
			}
		}
	}
	slices.SortStableFunc(all, func(a, b transfer) int { return int(a.us - b.us) })
	return all, nil
}

// Write writes the trace as text.
func (d Disks) Write(w io.Writer) error {
	all, err := d.make()
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	number := strconv.Itoa
	out.WriteString(Magic + " " + number(d.Clients+d.Disks) + " us\n# " + number(d.Clients) + " clients and behind them " + number(d.Disks) + " disks, " + number(d.Millis) + " ms, seed " + strconv.FormatUint(d.Seed, 10) + "\n")
	for _, x := range all {
		out.WriteString(strconv.FormatInt(x.us, 10) + " " + number(x.src) + " " + number(x.dst) + " " + number(x.bytes) + "\n")
	}
	return out.Flush()
}

// Trace returns the trace as its text would be read.
func (d Disks) Trace() (*vef.Trace, error) {
	var text bytes.Buffer
	if err := d.Write(&text); err != nil {
		return nil, err
	}
	return Read(&text, vef.Limits{})
}
