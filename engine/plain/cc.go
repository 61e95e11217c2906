package plain

// InfiniBand's congestion control: sources that wait between packets (fields cct, ccti-…, cc-scope; [DRB-T] §4.2).

import (
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

type throttle struct {
	wait           func(ccti int) int64 // the table
	increase       int
	min, limit     int
	timer, expires int64
	quiet, perHost bool
}

// flow is what a source knows of those to a destination, or of all.
type flow struct {
	ccti  int
	noted bool  // a notification has come since the timer expired last
	ready int64 // from when on a packet may leave
}

func (m *Model) setThrottle(s scenario.Scenario) {
	m.throttle = &throttle{min: int(s.Int("ccti-min")), limit: int(s.Int("ccti-limit")),
		timer: s.Micro("ccti-timer"), quiet: s.Get("ccti-falls") == "quiet", perHost: s.Get("cc-scope") == "host"}
	m.throttle.expires = m.throttle.timer
	for h := range m.hosts {
		m.hosts[h].flows = map[int]*flow{}
	}
}

// table reads a congestion control table (field cct).
func (m *Model) table(text string) func(ccti int) int64 {
	form, rest, _ := strings.Cut(text, "-")
	var n []int
	for _, word := range strings.FieldsFunc(rest, func(c rune) bool { return c == '-' || c == '.' }) {
		k, _ := strconv.Atoi(word)
		n = append(n, k)
	}
	entry := func(shift, multiplier int) int64 { return m.packetPS >> shift * int64(multiplier) }
	switch form {
	case "linear":
		return func(i int) int64 { return entry(n[0], i*n[1]) }
	case "square":
		return func(i int) int64 { return entry(n[0], i*i/n[1]) }
	}
	return func(i int) int64 {
		e := n[min(i, len(n)-1)]
		return entry(e>>14, e&(1<<14-1))
	}
}

// flow returns that of a host to a destination.
func (m *Model) flow(h, dst int) *flow {
	if m.throttle.perHost {
		dst = 0
	}
	f := m.hosts[h].flows[dst]
	if f == nil {
		f = &flow{ccti: m.throttle.min}
		m.hosts[h].flows[dst] = f
	}
	return f
}

// fall lets the CCTIs fall at the multiples of the timer (R "the timer of a CCTI"), before anything else happens in that instant.
func (m *Model) fall() {
	for t := m.throttle; t.expires <= m.now; t.expires += t.timer {
		for h := range m.hosts {
			for _, f := range m.hosts[h].flows { // in any order: each by itself
				if !t.quiet || !f.noted {
					f.ccti = max(f.ccti-1, t.min)
				}
				f.noted = false
			}
		}
	}
}

// slower: a notification has come.
func (m *Model) slower(h, dst int) {
	f := m.flow(h, dst)
	f.ccti = min(f.ccti+m.throttle.increase, m.throttle.limit)
	f.noted = true
}

// firstReady returns the place of the first packet of a source queue whose flow does not wait, or -1 (R "the wait of a throttled flow").
func (m *Model) firstReady(h, vc int) int {
	for i, pkt := range m.hosts[h].queue[vc] {
		if m.flow(h, pkt.dst).ready <= m.now {
			return i
		}
		if m.program != nil { // the first message holds up the others
			break
		}
	}
	return -1
}

// pause lets a flow wait behind a packet that begins to leave.
func (m *Model) pause(h, dst int) {
	f := m.flow(h, dst)
	d := m.packetPS + m.throttle.wait(f.ccti)
	f.ready = m.now + d
	m.after(d, wake, m.net.HostPort(h), 0, nil)
}
