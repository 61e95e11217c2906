package words

// What the inspector says of a flow and of a packet.

import (
	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// flowFacts tells what is counted of a flow.
func (x *inspector) flowFacts(w *observe.FlowRow) {
	if w.Delivered > 0 {
		x.fact(lang.T("latency"), lang.T("{0} mean, {1}–{2}", lang.Time(w.MeanPS), lang.Time(w.LeastPS), lang.Time(w.MostPS)))
		x.fact(lang.T("last packet"), lang.T("{0}, at {1}", lang.Time(w.LastPS), lang.Time(w.LastAtPS)))
	} else {
		x.fact(lang.T("latency"), none(w))
	}
	load := ""
	if span := x.f.TimePS - w.SincePS; span > 0 {
		load = percent(float64(w.Delivered) * float64(x.f.PacketPS) / float64(span))
	}
	if w.SincePS > 0 {
		x.fact(lang.T("delivered"), lang.N(int(w.Delivered), "{0} packet since {1}", "{0} packets since {1}", lang.Time(w.SincePS)))
	} else {
		x.fact(lang.T("delivered"), lang.N(int(w.Delivered), "{0} packet", "{0} packets"))
	}
	if load != "" {
		x.fact(lang.T("accepted"), lang.T("{0} of a link", load))
	}
	x.fact(lang.T("under way"), lang.N(int(w.Under), "{0} packet", "{0} packets"))
	x.fact(lang.T("source queue"), lang.N(int(w.AtSource), "{0} packet", "{0} packets"))
	if w.DelayPS > 0 || w.CCTI > 0 {
		x.fact(lang.T("throttled"), lang.T("CCTI {0}: {1} between two packets", number(w.CCTI), lang.Time(w.DelayPS)))
	}
}

// none says that no packet of a flow has been counted. A flow is counted from when it was pinned: before, many may have been delivered.
func none(w *observe.FlowRow) string {
	if w.SincePS > 0 {
		return lang.T("none delivered since {0}", lang.Time(w.SincePS))
	}
	return lang.T("none delivered yet")
}

func (x *inspector) flowDoc(pin *observe.Pin, fresh bool) {
	if !fresh || len(x.f.Flows) == 0 {
		return
	}
	w := &x.f.Flows[0]
	x.flowFacts(w)
	x.why(lang.T("Why it takes VC {0}", number(w.VC)), x.rules.Queue(pin.A, pin.B))
	if w.Open > 0 {
		t := ui.InspectTable{ID: "paths", Caption: lang.T("Open paths (DRB)"), Head: []string{lang.T("Path"), lang.T("Notifications"), lang.T("Drawn with")},
			Note: lang.T("A packet’s path is drawn with a weight inverse to the notifications that have told of it, plus one.")}
		notes := w.Notes[:min(int(w.Open), len(w.Notes))]
		for i, p := range x.rules.Shares(notes) {
			t.Rows = append(t.Rows, ui.InspectRow{Name: number(i + 1), Cells: []ui.InspectCell{cell(number(notes[i])), cell(percent(p))}})
		}
		x.doc.Tables = append(x.doc.Tables, t)
	} else {
		x.way(x.rules.Way(pin.A, pin.B))
	}
	t := ui.InspectTable{ID: "packets", Caption: lang.T("Its packets, the oldest first"), Head: []string{lang.T("Generated"), lang.T("Age"), lang.T("Stood still"), lang.T("Where"), lang.T("Waits for")}}
	const most = 12
	for i := range x.f.Packets[:min(len(x.f.Packets), most)] {
		p := &x.f.Packets[i]
		where, wait := x.where(p)
		t.Rows = append(t.Rows, ui.InspectRow{Name: lang.Time(p.Birth), Pin: x.named(observe.Pin{Kind: observe.PinPacket, A: p.Src, B: p.Dst, Birth: p.Birth}),
			Cells: []ui.InspectCell{cell(lang.Time(x.f.TimePS - p.Birth)), cell(lang.Time(p.WaitedPS)), cell(where), cell(wait)}})
	}
	if rest := int(w.Under+w.AtSource) - len(t.Rows); rest > 0 {
		t.Note = lang.N(rest, "and {0} more", "and {0} more")
	} else if len(t.Rows) == 0 {
		t.Note = lang.T("None is waiting or under way.")
	}
	x.doc.Tables = append(x.doc.Tables, t)
}

// way is the table of a deterministic way, with the formula at every switch.
func (x *inspector) way(hops []engine.Hop) {
	t := ui.InspectTable{ID: "way", Caption: lang.T("Its way, switch by switch"), Head: []string{lang.T("Leaves by"), lang.T("Why")}}
	if x.rules.Adaptive() {
		t.Caption = lang.T("D-mod-K’s way, which packets may leave where ports can be chosen")
	}
	for _, h := range hops {
		s := ""
		for i, y := range h.Why {
			if i > 0 {
				s += "; "
			}
			s += lang.Explained(y)
		}
		t.Rows = append(t.Rows, ui.InspectRow{Name: x.port(h.Port), Pin: x.pinOf(h.Port), Cells: []ui.InspectCell{cell(s)}})
	}
	x.doc.Tables = append(x.doc.Tables, t)
}

// where says where a packet is, and what it waits for.
func (x *inspector) where(p *observe.PacketRow) (where, wait string) {
	if int(p.Port) >= x.n.Ports() {
		return
	}
	switch p.Where {
	case observe.AtSource:
		where = lang.T("source queue of VC {0}, {1} before it", number(p.VC), number(p.Place))
		if x.rules.ByDestination() {
			where = lang.T("its host’s queue for host {0}, {1} before it", number(p.Dst), number(p.Place))
		}
		if p.Wait == observe.WaitStop {
			return where, lang.T("a Go")
		}
		return where, lang.T("its host’s link")
	case observe.OnLink:
		if to := peer(x.n, int(p.Port)); to >= 0 {
			where = lang.T("on the link {0} → {1}, VC {2}", x.port(int(p.Port)), x.port(to), number(p.VC))
		}
		return where, "—"
	}
	where = lang.T("{0}, VC {1}, first of its queue", x.port(int(p.Port)), number(p.VC))
	if p.Place > 0 {
		where = lang.T("{0}, VC {1}, {2} before it", x.port(int(p.Port)), number(p.VC), number(p.Place))
	}
	if p.Wait == observe.WaitBehind {
		return where, lang.T("the packets before it")
	}
	return where, x.waitsFor(p.Wait, p.Out, p.Next, p.Held)
}

// packetDoc tells of the pinned packet where it is and what it waits for, or that it is not there, and of its way.
func (x *inspector) packetDoc(pin *observe.Pin, fresh bool) {
	if !fresh || len(x.f.Flows) == 0 {
		return
	}
	w := &x.f.Flows[0]
	if len(x.f.Packets) == 0 {
		x.absentPacket(pin, w)
		return
	}
	p := &x.f.Packets[0]
	x.sayWhere(p)
	switch t := x.tree(p.Class & observe.SlotMask); {
	case t == "":
	case p.Class&observe.ClassMask == observe.Contributor:
		x.say(lang.T("Culprit: it will cross the root of {0}.", t))
	case p.Class&observe.ClassMask == observe.Victim:
		x.say(lang.T("Victim of {0}, whose root it will not cross.", t))
	}
	way := x.f.Way
	if len(way) > 0 && int(way[0]) != x.n.HostPort(int(p.Src)) {
		way = nil // not from its source on
	}
	x.packetFacts(p, w, len(way))
	for i := range x.f.Picks {
		x.pick(&x.f.Picks[i])
	}
	if len(way) > 0 {
		x.doc.Tables = append(x.doc.Tables, x.wayTable(p, way))
	}
}

// absentPacket tells of a packet that is not in the network now.
func (x *inspector) absentPacket(pin *observe.Pin, w *observe.FlowRow) {
	x.doc.CanFollow = false
	switch {
	case pin.Birth > x.f.TimePS:
		x.say(lang.T("It is generated at {0}: later than what is shown.", lang.Time(pin.Birth)))
	case w.Delivered > 0 && w.LastAtPS-w.LastPS == pin.Birth:
		x.say(lang.T("Delivered at {0}, {1} after it was generated.", lang.Time(w.LastAtPS), lang.Time(w.LastPS)))
	case w.Delivered == 0 && w.SincePS <= pin.Birth: // else it had been counted
		x.say(lang.T("None was generated at {0}, or a full source queue refused it.", lang.Time(pin.Birth)))
	default:
		x.say(lang.T("If one was generated at {0}, it is not in the network any more. Go back in time to see it.", lang.Time(pin.Birth)))
	}
	x.flowFacts(w)
	x.why(lang.T("Why it takes VC {0}", number(w.VC)), x.rules.Queue(pin.A, pin.B))
}

// sayWhere says where a packet is and what it waits for.
func (x *inspector) sayWhere(p *observe.PacketRow) {
	where, wait := x.where(p)
	switch {
	case p.Where == observe.AtSource:
		x.say(lang.T("It waits at its source: {0}.", where))
	case p.Where == observe.OnLink:
		x.say(lang.T("It is {0}.", where))
	case p.Wait == observe.WaitBehind:
		x.say(lang.T("It waits in the input buffer of {0}.", where))
		front := lang.T("host {0} → host {1}", number(p.FrontSrc), number(p.FrontDst))
		x.say(lang.T("First of those before it is {0}, which {1}.", front, x.waitsFor(p.FrontWait, p.FrontOut, p.FrontNext, p.FrontHeld)))
		if p.Flags&observe.Idle != 0 {
			x.say(lang.T("HoL-blocked: its own output is free and has credits."))
		}
	default:
		x.say(lang.T("In the input buffer of {0}: it {1}.", where, wait))
	}
}

// packetFacts are a packet's numbers; links is how many its way has, 0 if that is not known.
func (x *inspector) packetFacts(p *observe.PacketRow, w *observe.FlowRow, links int) {
	x.fact(lang.T("age"), lang.Time(x.f.TimePS-p.Birth))
	x.fact(lang.T("stood still"), lang.Time(p.WaitedPS))
	entered := number(p.Hops)
	if links > 0 {
		entered = lang.T("{0} of {1}", number(p.Hops), number(links))
	}
	x.fact(lang.T("links entered"), entered)
	off := lang.T("no")
	if p.Flags&observe.Adapted != 0 {
		off = lang.T("yes: off the deterministic way")
	}
	x.fact(lang.T("adapted"), off)
	if p.Flags&observe.Marked != 0 {
		x.fact("FECN", lang.T("marked: it has met congestion"))
	}
	latency := none(w)
	if w.Delivered > 0 {
		latency = lang.T("{0} mean, {1}–{2}", lang.Time(w.MeanPS), lang.Time(w.LeastPS), lang.Time(w.MostPS))
	}
	x.fact(lang.T("latency of its flow"), latency)
}

// wayTable has a packet's links, and where on them it is.
func (x *inspector) wayTable(p *observe.PacketRow, way []uint32) ui.InspectTable {
	t := ui.InspectTable{ID: "way", Caption: lang.T("Its way"), Head: []string{lang.T("Link from"), lang.T("State")}}
	for i, port := range way {
		state := lang.T("ahead")
		switch {
		case i+1 < int(p.Hops):
			state = lang.T("behind it")
		case i+1 == int(p.Hops) && p.Where == observe.OnLink:
			state = lang.T("here")
		case i+1 == int(p.Hops):
			state = lang.T("came by it last")
		}
		t.Rows = append(t.Rows, ui.InspectRow{Name: x.port(int(port)), Pin: x.pinOf(int(port)), Cells: []ui.InspectCell{cell(state)}})
	}
	return t
}
