//go:build js

package main

// What is pinned: by a click, by its name, or by a link; what the inspector says of it; and the camera that goes
// along with a packet.

import (
	"strings"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/words"
)

// How often what the inspector says is made anew, in ms: numbers that run are read no faster.
const (
	inspectRunning = 400
	inspectPaused  = 100
)

// inspecting is what is pinned. The text stays when another scenario is opened in whose network it does not exist, so
// that taking the change back brings it back.
type inspecting struct {
	text  string // as in links; "" = nothing
	wrong error  // why what was typed cannot be pinned
	pin   observe.Pin
	net   *topology.Network // that pin is about

	follow bool
	near   bool // the camera has come near
	named  bool // a packet that is to be shown once a frame tells where it is

	rules *simulator.Rules
	of    scenario.Scenario // whose rules they are

	doc  ui.Inspection
	next float64 // wall time from when on it is made anew
	made docKey
}

// docKey is what a doc was made of.
type docKey struct {
	id         int // of the lane's opening
	text, lang string
	ps         int64
	seen       observe.Pin // that the frame tells of
	follow     bool
}

func init() {
	addView(viewParam[*page]{name: "select", most: 80, stays: true,
		read: func(p *page, text string) error {
			pin, err := parsePin(p.net, text)
			if err == nil {
				p.setPin(pin)
			}
			return err
		},
		write: func(p *page) string {
			if p.pinned().Kind == observe.PinNothing {
				return ""
			}
			return p.inspect.text
		}})
}

// pinned is what is pinned in the present network.
func (p *page) pinned() observe.Pin {
	x := &p.inspect
	if x.net != p.net {
		x.net, x.pin, x.wrong = p.net, observe.Pin{}, nil
		if x.text != "" && p.net != nil {
			x.pin, _ = parsePin(p.net, x.text)
		}
	}
	return x.pin
}

// setPin pins something, or nothing.
func (p *page) setPin(pin observe.Pin) {
	x := &p.inspect
	x.text, x.pin, x.net, x.wrong, x.next = formatPin(p.net, pin), pin, p.net, nil, 0
	if pin.Kind != observe.PinPacket {
		x.follow = false
	}
	x.near, x.named = false, false
	p.run.Touch()
}

func (p *page) unpin() {
	p.setPin(observe.Pin{})
	if el := document.Get("activeElement"); el.Truthy() && el.Call("closest", ".inspector").Truthy() {
		document.Call("querySelector", "#stage canvas").Call("focus")
	}
	p.address()
}

// Pin is ui.Actions'.
func (p *page) Pin(name string) {
	p.do(func() {
		if strings.TrimSpace(name) == "" {
			p.unpin()
			return
		}
		pin, err := parsePin(p.net, name)
		if err != nil {
			p.inspect.wrong = err
			return
		}
		p.setPin(pin)
		p.scene.Show(p.placeOf(pin)) // a click is where it points; who writes a name may not even see the place
		p.inspect.named = pin.Kind == observe.PinPacket
		p.address()
	})
}

// placeOf is where a pinned port, switch or host is; nowhere of a flow or packet.
func (p *page) placeOf(pin observe.Pin) render.Pinned {
	at := render.Pinned{Port: -1, Switch: -1}
	switch pin.Kind {
	case observe.PinPort:
		at.Port = int(pin.A)
	case observe.PinSwitch:
		at.Switch = int(pin.A)
	case observe.PinHost:
		at.Port = p.net.HostPort(int(pin.A))
	}
	return at
}

// Follow is ui.Actions'.
func (p *page) Follow(on bool) {
	p.do(func() { p.inspect.follow, p.inspect.near = on, false })
}

// LookAtTree is ui.Actions': it shows one tree of the list alone as long as the pointer, or the focus, is on it.
func (p *page) LookAtTree(tree uint32) {
	p.do(func() {
		if tree == 0 {
			tree = p.isolated
		}
		p.scene.SetIsolated(tree)
	})
}

// pinPick pins what is drawn at a place, and says whether there was something.
func (p *page) pinPick(k render.Pick) bool {
	var pin observe.Pin
	switch {
	case k.Packet.Is:
		queued, flying := p.scene.Look(k.Packet)
		birth, f := int64(0), p.frame()
		switch {
		case queued != nil && queued.Class&observe.ClassMask != observe.Notice:
			birth = queued.Birth
		case flying != nil && flying.Class&observe.ClassMask != observe.Notice:
			// The middle of the packet time in which it was generated; the engine finds the exact time.
			birth = f.TimePS - int64(flying.Age)*f.PacketPS - f.PacketPS/2
		default:
			return false
		}
		pin = observe.Pin{Kind: observe.PinPacket, A: k.Packet.Src, B: k.Packet.Dst, Birth: max(birth, 0)}
	case k.Port >= 0 && p.net.IsHost(k.Port):
		pin = observe.Pin{Kind: observe.PinHost, A: uint32(p.net.Host(k.Port))}
	case k.Port >= 0:
		pin = observe.Pin{Kind: observe.PinPort, A: uint32(k.Port)}
	case k.Switch >= 0:
		pin = observe.Pin{Kind: observe.PinSwitch, A: uint32(k.Switch)}
	default:
		return false
	}
	p.setPin(pin)
	p.address()
	return true
}

// pinKey pins what the pointer is on or, without one, what is in the middle of the picture.
func (p *page) pinKey() {
	l := p.over
	k := l.hover
	if k == nothing {
		l, k = p.lane, p.scene.Pick(p.scene.Middle())
	}
	end := p.within(l)
	pinned := p.pinPick(k)
	end()
	if !pinned {
		p.say(lang.T("Nothing to inspect is in the middle of the picture: move it there, or write a name in the panel"))
		return
	}
	p.choose(l)
	p.address()
}

// atCanvas says whether the picture has the keyboard's focus.
func atCanvas() bool {
	el := document.Get("activeElement")
	return el.Truthy() && el.Get("tagName").String() == "CANVAS"
}

// markPin takes in what the frames say of the pinned thing: where the pictures mark it, side by side the same one in
// each. Call it before each picture.
func (p *page) markPin() {
	selected := p.lane
	for _, l := range p.lanes {
		end := p.within(l)
		asked := p.pinned()
		told := p.has && len(p.frame().Pins) == 1 && p.frame().Pins[0] == asked // not of another packet of the same flow
		at := p.pinnedAt(l == selected)
		end()
		l.scene.SetPinned(at)
		switch x := &p.inspect; {
		case l != selected || !at.Packet:
		case x.follow:
			l.scene.Follow(!x.near)
			x.near, x.named = true, false
		case x.named && told:
			l.scene.Show(at)
			x.named = false
		}
	}
}

// pinnedAt is where the pinned thing is in the lane that the page embeds. The frame of the selected one tells the exact
// time at which a packet was generated.
func (p *page) pinnedAt(selected bool) render.Pinned {
	pin, f := p.pinned(), p.frame()
	at := p.placeOf(pin)
	if pin.Kind == observe.PinPacket && p.has && len(f.Pins) == 1 && f.Pins[0].Kind == pin.Kind && f.Pins[0].A == pin.A && f.Pins[0].B == pin.B && len(f.Inspection.Packets) > 0 {
		q := &f.Inspection.Packets[0]
		if selected && q.Birth != pin.Birth && max(q.Birth-pin.Birth, pin.Birth-q.Birth) <= f.PacketPS {
			pin.Birth = q.Birth
			p.inspect.pin, p.inspect.text = pin, formatPin(p.net, pin)
			p.address()
		}
		at.Packet, at.Port, at.Src, at.Dst = true, int(q.Port), q.Src, q.Dst
		at.Born = q.Birth
		if q.Where == observe.OnLink {
			at.OnLink, at.Share = true, float32(q.Pos)/65535
		}
	}
	return at
}

// inspection is what the inspector says now.
func (p *page) inspection() ui.Inspection {
	pin, x := p.pinned(), &p.inspect
	if pin.Kind == observe.PinNothing {
		x.doc = ui.Inspection{}
		return x.doc
	}
	key, t := docKey{id: p.id, text: x.text, lang: lang.Tag(), follow: x.follow}, now()
	if p.has {
		key.ps = p.frame().TimePS
		if pins := p.frame().Pins; len(pins) == 1 {
			key.seen = pins[0]
		}
	}
	if x.made == key || t < x.next && x.made.id == key.id && x.made.text == key.text && x.made.seen == key.seen && x.made.follow == key.follow {
		return x.doc
	}
	if sc := simulator.At(p.sc, p.frame().TimePS); x.rules == nil || !x.of.Equal(sc) {
		rules, err := simulator.RulesOf(sc)
		if err != nil {
			return x.doc
		}
		x.rules, x.of = rules, sc
	}
	f := p.frame()
	if !p.has {
		f = &observe.Frame{}
	}
	n := p.net
	x.doc = words.Inspect(n, f, pin, x.rules, func(pin observe.Pin) string { return formatPin(n, pin) })
	x.doc.Following = x.follow
	x.made, x.next = key, t+inspectPaused
	if p.run.Playing() {
		x.next = t + inspectRunning
	}
	return x.doc
}
