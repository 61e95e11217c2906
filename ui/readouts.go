package ui

// The readouts: what the engine has counted and measured up to the time shown.

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui/lang"
)

// Readouts shows the frame's header. Its template is readouts.vugu. Of a scheme that is still catching up with those beside it, or a run on
// another network that is opening, nothing is known: what there is of the frame is what another one, or the one that was there before, has come to.
type Readouts struct{ m *Model }

func (c *Readouts) behind() bool { return c.m.behind() != "" }

func (c *Readouts) Time() string   { return simTime(c.m.timePS()) }
func (c *Readouts) TimeNS() string { return strconv.FormatInt(c.m.timePS()/1000, 10) }
func (c *Readouts) TimeTitle() string {
	return lang.Grouped(nanos(c.m.timePS())) + space + T("ns of simulated time")
}

// Late says that the engine is still on its way to the time that was asked for.
func (c *Readouts) Late() string {
	f := c.m.Frame
	if f.TargetPS > f.TimePS && c.m.State != Loading && !c.m.strange() {
		return "→ " + simTime(f.TargetPS)
	}
	return ""
}

func (c *Readouts) NowValue() string {
	if c.behind() {
		return "-1"
	}
	return strconv.FormatFloat(c.m.Frame.AcceptedNow, 'f', 6, 64)
}

func (c *Readouts) Now() string {
	if c.behind() {
		return none
	}
	return percent(c.m.Frame.AcceptedNow)
}

func (c *Readouts) Delivered() string { return c.counted(c.m.Frame.Delivered) }
func (c *Readouts) Refused() string   { return c.counted(c.m.Frame.Refused) }

func (c *Readouts) counted(n uint64) string {
	if c.behind() {
		return none
	}
	return count(n)
}

// NowOf says what the load counts: the charts' numbers are of one bin each, and so others.
func (c *Readouts) NowOf() string {
	f := &c.m.Frame
	least := max(2*f.BinPS, 3*f.PacketPS) // observe.Header.AcceptedNow
	switch {
	case f.BinPS <= 0:
		return ""
	case f.TimePS < least+f.BinPS:
		return T("since the beginning")
	}
	tenth := max(1, f.BinPS/10)
	least = (least + tenth/2) / tenth * tenth
	return T("last {0}–{1} µs", micros(least), micros(least+f.BinPS))
}

// averages are what there is; at time 0: none.
func (c *Readouts) averages() observe.Averages {
	if c.m.Frame.TimePS == 0 || c.behind() {
		return observe.NoAverages
	}
	a, _ := c.m.Frame.Shown()
	return a
}

func (c *Readouts) Accepted() string { return percent(c.averages().Accepted) }
func (c *Readouts) Offered() string  { return percent(c.averages().Offered) }
func (c *Readouts) Mean() string     { return duration(c.averages().LatencyNS) }
func (c *Readouts) P99() string      { return duration(c.averages().LatencyP99) }

func (c *Readouts) Speed() string {
	if c.behind() {
		return none
	}
	return hops(c.m.Frame.HopsPerSec)
}

// NetworkMean is the mean latency from injection on, in which the wait in the source queue does not count.
func (c *Readouts) NetworkMean() string { return duration(c.averages().NetworkNS) }
func (c *Readouts) NetworkP99() string  { return duration(c.averages().NetworkP99) }

// Fairness is Jain's index, and LeastHost what the host that has sent least has sent.
func (c *Readouts) Fairness() string  { return index(c.averages().Fairness) }
func (c *Readouts) LeastHost() string { return percent(c.averages().LeastHost) }

// Traced says whether the program of a trace runs.
func (c *Readouts) Traced() bool { return c.m.Frame.Records > 0 }

// Records is how far the program is.
func (c *Readouts) Records() string {
	if c.behind() {
		return none
	}
	f := c.m.Frame
	return T("{0} of {1} records", count(uint64(f.RecordsDone)), count(uint64(f.Records)))
}

func (c *Readouts) Execution() string {
	if c.behind() {
		return none
	}
	if c.m.Frame.FinishPS < 0 {
		return T("running")
	}
	return simTime(c.m.Frame.FinishPS + 500) // a measure is rounded, where a clock shows what is over
}

func (c *Readouts) ExecutionNS() any {
	if c.m.Frame.FinishPS < 0 || c.behind() {
		return nil
	}
	return nanos(c.m.Frame.FinishPS)
}

// Since says from when on the averages count.
func (c *Readouts) Since() string {
	f := &c.m.Frame
	begin := lang.Grouped(micros(f.WindowPS)) + space + "µs"
	switch {
	case f.WindowPS == 0:
		return T("since the beginning")
	case f.Early():
		return T("none: deadlock in the warm-up")
	case f.TimePS <= f.WindowPS:
		return T("so far; warm-up until {0}", begin)
	}
	return T("since {0}", begin)
}

// Window is the same at length.
func (c *Readouts) Window() string {
	if c.m.Frame.WindowPS == 0 {
		return T("Averages count from the beginning on")
	}
	return T("Averages count from {0} on, when the warm-up is over; before, they are those of all that has been so far", simTime(c.m.Frame.WindowPS))
}

func (c *Readouts) hasChecksum() bool { return c.m.Frame.ChecksumPS >= 0 && c.m.Frame.Checksum != 0 }

func (c *Readouts) Checksum() string {
	if !c.hasChecksum() {
		return none
	}
	return hex16(c.m.Frame.Checksum)
}

func (c *Readouts) ChecksumNS() any {
	if !c.hasChecksum() {
		return nil
	}
	return nanos(c.m.Frame.ChecksumPS)
}

func (c *Readouts) ChecksumTitle() string {
	if !c.hasChecksum() {
		return T("Digest of the whole state; pause to see it")
	}
	return T("Digest of the whole state at {0}", simTime(c.m.Frame.ChecksumPS))
}

// Proved says when the engine's invariants were found to hold last.
func (c *Readouts) Proved() string {
	if c.m.Proved < 0 {
		return T("not proved yet")
	}
	return T("hold at {0}", simTime(c.m.Proved))
}

func (c *Readouts) ProvedNS() any {
	if c.m.Proved < 0 {
		return nil
	}
	return nanos(c.m.Proved)
}
