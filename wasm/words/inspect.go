package words

// The inspector: everything that a frame tells of the pinned port, switch, host, flow or packet, and why routing and
// queuing decide as they do, in the reader's language.

import (
	"math"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// inspector collects what is said.
type inspector struct {
	n     *topology.Network
	f     *observe.Frame
	rules *engine.Rules
	doc   ui.Inspection
	named func(observe.Pin) string
}

// Inspect describes the pinned thing. named writes what a row of a table pins; a frame that was made before the thing was
// pinned tells only what it is.
func Inspect(n *topology.Network, f *observe.Frame, pin observe.Pin, rules *engine.Rules, named func(observe.Pin) string) ui.Inspection {
	x := &inspector{n: n, f: f, rules: rules, named: named}
	x.doc.Name = named(pin)
	x.doc.Early = pin.Kind == observe.PinFlow
	fresh := len(f.Pins) == 1 && f.Pins[0].Kind == pin.Kind && f.Pins[0].A == pin.A && f.Pins[0].B == pin.B
	switch pin.Kind {
	case observe.PinPort:
		x.doc.Title = x.port(int(pin.A))
		x.portDoc(int(pin.A), fresh)
	case observe.PinSwitch:
		x.doc.Title = lang.T("Switch {0}", n.SwitchName(int(pin.A)))
		x.switchDoc(int(pin.A), fresh)
	case observe.PinHost:
		x.doc.Title = lang.T("Host {0}", number(pin.A))
		x.hostDoc(int(pin.A), fresh)
	case observe.PinFlow:
		x.doc.Title = lang.T("Flow of host {0} to host {1}", number(pin.A), number(pin.B))
		x.flowDoc(&pin, fresh)
	case observe.PinPacket:
		x.doc.Title = lang.T("Packet of host {0} to host {1}", number(pin.A), number(pin.B))
		x.doc.CanFollow, x.doc.Early = true, true
		x.packetDoc(&pin, fresh)
	}
	return x.doc
}

func number[T explain.Number](v T) string { return strconv.FormatInt(int64(v), 10) }

func (x *inspector) say(s string) { x.doc.Lines = append(x.doc.Lines, s) }

func (x *inspector) fact(name, value string) {
	x.doc.Facts = append(x.doc.Facts, ui.Fact{Name: name, Value: value})
}

func (x *inspector) why(title string, d explain.Decision) {
	if len(d.Why) == 0 {
		return
	}
	r := ui.Reasons{Title: title}
	for _, s := range d.Why {
		r.Lines = append(r.Lines, lang.Explained(s))
	}
	x.doc.Why = append(x.doc.Why, r)
}

// port names a port, or host.
func (x *inspector) port(p int) string { return PortName(x.n, p) }

// pinOf names what a port is pinned as.
func (x *inspector) pinOf(p int) string {
	if x.n.IsHost(p) {
		return x.named(observe.Pin{Kind: observe.PinHost, A: uint32(x.n.Host(p))})
	}
	return x.named(observe.Pin{Kind: observe.PinPort, A: uint32(p)})
}

// tree names the tree of a slot by the host or port of its root; "" for none.
func (x *inspector) tree(slot uint8) string {
	switch root, host := x.root(slot); {
	case host >= 0:
		return lang.T("the tree of host {0}", number(host))
	case root >= 0:
		return lang.T("the tree of {0}", x.port(root))
	}
	return ""
}

// treeOf is the same in a column that says already what it is of.
func (x *inspector) treeOf(slot uint8) string {
	switch root, host := x.root(slot); {
	case host >= 0:
		return lang.T("host {0}", number(host))
	case root >= 0:
		return x.port(root)
	}
	return ""
}

// root is a tree's, by its slot, and the host that it leads to; -1 for none.
func (x *inspector) root(slot uint8) (port, host int) {
	for i := range x.f.Trees {
		t := &x.f.Trees[i]
		if slot == 0 || t.Slot != uint32(slot) {
			continue
		}
		if q := peer(x.n, int(t.Root)); q >= 0 && x.n.IsHost(q) {
			return int(t.Root), x.n.Host(q)
		}
		return int(t.Root), -1
	}
	return -1, -1
}

func treeClass(slot uint8) string {
	if slot == 0 {
		return ""
	}
	return "tree-" + number(int(slot-1)%ui.Colours+1)
}

func cell(text string) ui.InspectCell { return ui.InspectCell{Text: text} }

func share(v uint8) string { return percent(float64(v) / 255) }

func (x *inspector) kib(packets uint32) string {
	return strconv.FormatFloat(math.Round(float64(packets)*float64(x.rules.PacketBytes)/102.4)/10, 'f', -1, 64)
}

func (x *inspector) portDoc(port int, fresh bool) {
	to := peer(x.n, port)
	if port >= len(x.f.Ports) || to < 0 {
		return
	}
	p := &x.f.Ports[port]
	x.fact(lang.T("leads to"), x.port(to))
	x.fact(lang.T("output busy"), lang.T("{0} of the time", share(p.Use)))
	x.fact(lang.T("packets wait for credits"), lang.T("{0} of the time", share(p.Starved)))
	if p.Flags&observe.Root != 0 {
		for i := range x.f.Trees {
			if t := &x.f.Trees[i]; int(t.Root) == port {
				reached := heldBack(t)
				if !x.f.HoldsBack() {
					reached = lang.N(int(t.Hosts), ", {0} host is blocked", ", {0} hosts are blocked")
				}
				x.say(lang.T("Root of a congestion tree: more inputs ask for this output than it can serve, although the next buffer has credits. The tree is {0} old", lang.Time(max(0, x.f.TimePS-t.BirthPS))) +
					lang.N(int(t.Ports), "; {0} input buffer waits for it", "; {0} input buffers wait for it") + reached +
					lang.N(int(t.Victims), ", {0} packet is a victim.", ", {0} packets are victims."))
			}
		}
	} else if p.Flags&observe.Blocked != 0 {
		x.say(lang.T("Packets wait for this output, and the next buffer has no credits for them."))
	}
	for _, held := range [...]struct{ slot, share uint8 }{{p.Tree, p.Held}, {p.Tree2, p.Held2}} {
		if t := x.tree(held.slot); t != "" {
			x.say(lang.T("{0} of the input buffer belongs to {1}.", share(held.share), t))
		}
	}
	x.doc.Lines = append(x.doc.Lines, CAM(x.n, x.f, port)...)
	if !fresh {
		return
	}
	packets := uint32(0)
	for i := range x.f.Queues {
		if int64(x.f.Queues[i].VC) < x.f.DataVCs {
			packets += x.f.Queues[i].Packets
		}
	}
	room := uint32(x.f.DataVCs * x.f.Capacity)
	x.queues("input", lang.T("Input buffer: {0} of {1} packets, {2} of {3} KiB", number(packets), number(room), x.kib(packets), x.kib(room)))
	x.outs(port)
	said := map[uint32]bool{}
	for i := range x.f.Picks {
		k := &x.f.Picks[i]
		if said[k.Dst] || len(said) == 3 {
			continue
		}
		said[k.Dst] = true
		x.pick(k)
	}
}

// pick explains where a packet goes, and in which VC.
func (x *inspector) pick(k *observe.PickRow) {
	title := lang.T("Why host {0} → host {1} leaves {2} by port {3}", number(k.Src), number(k.Dst), x.n.SwitchName(int(k.Switch)), number(k.Out))
	d := x.rules.Output(k)
	switch {
	case k.Out == observe.NoPort:
		title = lang.T("Where host {0} → host {1} would leave {2} now", number(k.Src), number(k.Dst), x.n.SwitchName(int(k.Switch)))
	case k.Up != 0 && d.Is != int(k.Out):
		title = lang.T("Host {0} → host {1} took port {3} of {2} when it came; now it would be decided so", number(k.Src), number(k.Dst), x.n.SwitchName(int(k.Switch)), number(k.Out))
	}
	x.why(title, d)
	x.why(lang.T("Why host {0} → host {1} takes VC {2}", number(k.Src), number(k.Dst), number(k.VC)), x.rules.Queue(k.Src, k.Dst))
}

func (x *inspector) switchDoc(sw int, fresh bool) {
	n, f := x.n, x.f
	if n.Staged() {
		x.fact(lang.T("stage"), lang.T("{0} of {1}", number(n.Stage[sw]), number(n.Stages)))
	}
	t := ui.InspectTable{ID: "ports", Caption: lang.T("Ports"), Head: []string{lang.T("Port"), lang.T("leads to"), lang.T("Input full"), lang.T("Output busy"), lang.T("No credits"), lang.T("Credits"), lang.T("Tree of")}}
	full, linked := 0, 0
	for i := range n.Radix {
		port := sw*n.Radix + i
		to := peer(n, port)
		if to < 0 || port >= len(f.Ports) {
			continue
		}
		p := &f.Ports[port]
		linked++
		if p.Flags&observe.Full != 0 {
			full++
		}
		credits := ""
		if fresh {
			for k := range f.Outs {
				if int(f.Outs[k].Port) == port {
					credits += number(f.Outs[k].Credits) + " "
				}
			}
		}
		tree := cell("—")
		switch s := x.treeOf(p.Tree); {
		case p.Flags&observe.Root != 0:
			tree = ui.InspectCell{Text: lang.T("root")}
			for k := range f.Trees {
				if int(f.Trees[k].Root) == port {
					tree.Class = treeClass(uint8(f.Trees[k].Slot))
				}
			}
		case s != "":
			tree = ui.InspectCell{Text: s, Class: treeClass(p.Tree)}
		}
		t.Rows = append(t.Rows, ui.InspectRow{Name: number(i), Pin: x.pinOf(port), Cells: []ui.InspectCell{cell(x.port(to)), cell(share(p.Fill)), cell(share(p.Use)), cell(share(p.Starved)), cell(strings.TrimSpace(credits)), tree}})
	}
	spent := lang.T("inputs without room in a VC") // which may be one of several, or the rest under way: no share of a buffer
	if f.Sorted == observe.ByHost {
		spent = lang.T("inputs without room in a queue")
	}
	x.fact(spent, lang.T("{0} of {1}", number(full), number(linked)))
	x.doc.Tables = append(x.doc.Tables, t)
}

func (x *inspector) hostDoc(h int, fresh bool) {
	n, f := x.n, x.f
	if h >= len(f.Hosts) {
		return
	}
	s := &f.Hosts[h]
	if s.Flags&observe.HotSpot != 0 {
		x.say(lang.T("Hot spot: many hosts send to it."))
	}
	if s.Flags&observe.Culprit != 0 {
		x.say(lang.T("Culprit: it sends to a hot spot."))
	}
	switch t := x.tree(s.Tree); {
	case t != "" && f.HoldsBack():
		x.say(lang.T("It must hold back what would cross the root of {0}.", t))
	case t != "":
		x.say(lang.T("Blocked by {0}.", t))
	case s.Flags&observe.Blocked != 0:
		x.say(lang.T("It has packets to send, and its leaf switch has no credits for them."))
	}
	leaf := peer(n, n.HostPort(h))
	x.fact(lang.T("leads to"), x.port(leaf))
	x.fact(lang.T("sends"), lang.T("{0} of the time", share(s.Use)))
	if down := leaf; down >= 0 && down < len(f.Ports) {
		x.fact(lang.T("receives"), lang.T("{0} of the time", share(f.Ports[down].Use)))
	}
	queues := lang.T("source queues")
	if x.rules.SortsAtHosts() {
		queues = lang.T("fullest source queue")
	}
	x.fact(queues, lang.T("{0} full", share(s.Queue)))
	if !fresh {
		return
	}
	x.doc.Lines = append(x.doc.Lines, CAM(x.n, x.f, x.n.HostPort(h))...)
	x.queues(sourceQueues, lang.T("Source queues"))
	x.outs(n.HostPort(h))
	for i := range f.Queues {
		if q := &f.Queues[i]; q.HeadOut != observe.NoPort {
			x.why(lang.T("Why host {0} → host {1} takes VC {2}", number(q.HeadSrc), number(q.HeadDst), number(q.VC)), x.rules.Queue(q.HeadSrc, q.HeadDst))
			break
		}
	}
}
