package plain

// Fields that change in mid-run (field at, engine.Fork): what comes follows the new value, what is there stays (R "a field that changes in
// mid-run").

import (
	"cmp"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic"
)

// A change is of several fields, at an instant, after all that happens there.
type change struct {
	at int64
	s  scenario.Scenario // from then on
}

// changesOf reads field at.
func changesOf(s scenario.Scenario) (list []change) {
	if s.Get("at") == "none" {
		return nil
	}
	type set struct {
		at          int64
		name, value string
	}
	var sets []set
	for text := range strings.SplitSeq(s.Get("at"), "*") {
		words := strings.SplitN(text, "_", 3)
		sets = append(sets, set{picoseconds(words[0]), words[1], words[2]})
	}
	slices.SortStableFunc(sets, func(a, b set) int { return cmp.Compare(a.at, b.at) })
	for _, x := range sets {
		s = s.Must(x.name, x.value)
		list = append(list, change{x.at, s})
	}
	return list
}

// picoseconds reads microseconds.
func picoseconds(text string) (ps int64) {
	whole, fraction, _ := strings.Cut(text, ".")
	for _, digit := range whole + (fraction + "000000")[:6] {
		ps = 10*ps + int64(digit-'0')
	}
	return ps
}

// change makes those come true that are before a time.
func (m *Model) change(before int64) {
	for len(m.changes) > 0 && m.changes[0].at < before {
		m.follow(m.changes[0].s)
		m.changes = m.changes[1:]
	}
}

// follow takes on the fields that may change.
func (m *Model) follow(s scenario.Scenario) {
	m.gaps = traffic.GapsOf(s, m.packetPS)
	m.gaps.Timed, _ = m.pattern.(traffic.Timed)
	m.routing, m.trigger, m.stages, m.delta = s.Get("routing"), s.Get("trigger"), s.Get("stages"), int(s.Int("delta"))
	if m.routing == "adaptive-th" { // [AFI] §V-A: TH, AS, K
		m.routing, m.trigger, m.stages, m.delta = "adaptive", "TH", "AS", 1
	}
	m.threshold, m.release = int(s.Int("threshold")), int(s.Int("release"))
	m.again = m.voq && m.routing == "adaptive" && s.Get("choice") == "leaving"
	if s.Get("congestion-control") != "none" {
		marked := uint64(0)
		if m.marking != nil {
			marked = m.marking.marked
		}
		m.marking = markingOf(s)
		m.marking.marked = marked
	}
	if m.throttle != nil {
		m.throttle.increase, m.throttle.wait = int(s.Int("ccti-increase")), m.table(s.Get("cct"))
	}
}
