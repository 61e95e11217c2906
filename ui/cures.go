package ui

// What a cure for congestion does at the moment: set-aside queues, InfiniBand congestion control, DRB. With the signs that
// only these put into the picture. Nothing of it is shown where the scenario has none.

import (
	"strconv"

	"github.com/vugu/vugu"
)

// Cures is the section. Its template is cures.vugu.
type Cures struct{ m *Model }

// cure is a line of it.
type cure struct{ Name, Title, Value, ID string }

// sign is a mark in the picture.
type sign struct {
	Icon, Class, Name string
}

func (c *Cures) aside() bool {
	q := c.m.Scenario.Get("queuing")
	return q == "fbicm" || q == "recn-iq"
}

func (c *Cures) throttles() bool { return c.m.Scenario.Get("congestion-control") == "iba-cc" }
func (c *Cures) spreads() bool   { return c.m.Scenario.Get("congestion-control") == "drb" }

// On says whether there is any.
func (c *Cures) On() bool { return c.aside() || c.throttles() || c.spreads() }

// Title names the cure.
func (c *Cures) Title() string {
	switch {
	case c.throttles():
		return T("InfiniBand congestion control")
	case c.spreads():
		return T("DRB: further paths")
	case c.m.Scenario.Get("queuing") == "recn-iq":
		return T("Set-aside queues (SAQs)")
	}
	return T("Set-aside queues (CFQs)")
}

// Rows are the numbers.
func (c *Cures) Rows() (rows []cure) {
	f := &c.m.Frame
	behind := c.m.behind() != "" // the frame is of another run
	add := func(id, name, title, value string) {
		if behind {
			value = none
		}
		rows = append(rows, cure{name, title, value, id})
	}
	if c.aside() {
		add("set-aside", T("in use"), T("Queues set aside in all switches now"), count(f.SetAside))
		add("set-aside-peak", T("most so far"), T("The most that have been in use at a time"), count(f.SetAsidePeak))
		add("set-aside-total", T("allocated so far"), T("How often a queue has been set aside"), count(f.SetAsideTotal))
	}
	if c.throttles() || c.spreads() {
		add("fecn", T("packets marked"), T("FECN: packets that switches have marked as they met congestion"), count(f.Marked))
		add("becn", T("notifications"), T("BECN: notifications that have reached the source of a marked packet"), count(f.BECN))
	}
	if c.throttles() {
		add("reacting", T("hosts that throttle"), T("Hosts that throttle a flow now"), count(f.Reacting))
		add("ccti", T("CCTI, mean and most"), T("Index into the congestion control table of the flows that are throttled now"),
			strconv.FormatFloat(f.CCTIMean, 'f', 1, 64)+" / "+count(f.CCTIMax))
	}
	if c.spreads() {
		add("reacting", T("hosts that spread"), T("Hosts that send a flow over more than one path now"), count(f.Reacting))
		add("open-paths", T("paths opened"), T("Open now beside the first ones, over all pairs of hosts"), count(f.OpenPaths))
		add("most-paths", T("most of a pair"), T("Open paths of the pair of hosts that has most"), count(max(1, f.MostPaths)))
	}
	return
}

// Signs explains what is in the picture.
func (c *Cures) Signs() (signs []sign) {
	if c.throttles() {
		signs = append(signs, sign{"reacts", "sign", T("host that throttles a flow")})
	}
	if c.spreads() {
		signs = append(signs, sign{"reacts", "sign", T("host that spreads: point at it for its paths")})
	}
	if c.aside() {
		signs = append(signs, sign{"blocked", "sign tree-1", T("branch: packets set aside, the buffer has room")}, sign{"slot", "sign tree-1", T("queue set aside, seen from near; barred: stopped")},
			sign{"pulse", "sign", T("Stop, Go or Free on its way upstream")}, sign{"pulse", "sign tree-1", T("internal notification, seen from near: an output has an input set a queue aside")})
	} else if c.On() {
		signs = append(signs, sign{"pulse", "sign", T("notification on its way to a source")})
	}
	return
}

func (s sign) Drawing() vugu.HTML { return icon(s.Icon) }
