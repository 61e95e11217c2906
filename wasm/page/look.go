//go:build js

package main

// How the picture is drawn, and what single packets and ways it looks at.

import (
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/words"
)

// look is what a person has chosen.
type look struct {
	packets render.PacketQuestion
	links   render.LinkQuestion
	radial  bool
	print   bool
}

// dress makes the scenes look as chosen.
func (p *page) dress() {
	for _, l := range p.lanes {
		if l.scene != nil {
			end := p.within(l)
			p.dressOne()
			end()
		}
	}
}

func (p *page) dressOne() {
	p.scene.SetQuestions(p.look.packets, p.look.links)
	p.scene.SetRadial(p.look.radial)
	theme := p.theme
	if p.look.print {
		theme = render.Print
	}
	p.scene.SetTheme(theme)
}

// options is what the next frame shall hold.
func (p *page) options() observe.Options {
	o := observe.Options{Dots: p.scene.WantDots(), Detail: p.detail, Switches: p.scene.WantSwitches(), HoL: p.scene.WantHoL(), At: observe.NoPort}
	p.switches, p.holAsked, p.dotted = append(p.switches[:0], o.Switches...), o.HoL, o.Dots > 0
	o.Pin = p.pinned()
	switch k := &p.hover; {
	case k.Packet.Is:
		o.Src, o.Dst, o.At = k.Packet.Src, k.Packet.Dst, k.Packet.Out
	case k.Kind == render.Host && k.Port >= 0:
		o.Src, o.Dst = uint32(p.net.Host(k.Port)), observe.NoPort
	}
	return o
}

// lookAround asks for a frame if other switches have come near, or colours ask for what the last one does not hold.
func (p *page) lookAround(l *lane) {
	if l.has && !p.run.InFlight() && (!slices.Equal(l.switches, l.scene.WantSwitches()) || l.scene.WantHoL() && !l.holAsked || l.scene.WantDots() > 0 && !l.dotted) {
		p.run.Touch()
	}
}

// looked is the part of a request about single packets.
func looked(o observe.Options) any {
	list := []any{float64(o.Src), float64(o.Dst), float64(o.At)}
	for _, s := range o.Switches {
		list = append(list, float64(s))
	}
	return list
}

// packetLines says what is known of the packet under the pointer.
func (p *page) packetLines() []string {
	queued, flying := p.scene.Look(p.hover.Packet)
	switch {
	case queued != nil:
		return words.Queued(p.net, p.frame(), queued)
	case flying != nil:
		return words.Flying(p.net, p.frame(), flying)
	}
	return words.Gone(p.hover.Packet.Src, p.hover.Packet.Dst)
}

// SetLook changes how the picture is drawn: see ui.Look.
func (p *page) SetLook(what, value string) {
	p.do(func() { p.setLook(what, value) })
}

func (p *page) setLook(what, value string) {
	switch what {
	case ui.LookPackets:
		if i := slices.Index(render.PacketQuestions[:], value); i >= 0 {
			p.look.packets = render.PacketQuestion(i)
		}
	case ui.LookLinks:
		if i := slices.Index(render.LinkQuestions[:], value); i >= 0 {
			p.look.links = render.LinkQuestion(i)
		}
	case ui.LookLayout:
		p.look.radial = value == ui.Radial
	case ui.LookPaper:
		p.look.print = value == ui.ForPrint
		p.address()
	}
	p.dress()
}

// lookKey goes on to the next choice.
func (p *page) lookKey(key string) {
	switch strings.ToLower(key) {
	case "c":
		p.look.packets = (p.look.packets + 1) % render.PacketQuestion(len(render.PacketQuestions))
		p.say(lang.T("Packets by {0}", lang.D(render.PacketQuestions[p.look.packets])))
	case "l":
		p.look.links = (p.look.links + 1) % render.LinkQuestion(len(render.LinkQuestions))
		p.say(lang.T("Links: {0}", lang.D(render.LinkQuestions[p.look.links])))
	case "v":
		if p.scene.CanBeRadial() {
			p.look.radial = !p.look.radial
		}
	}
	p.dress()
}

// looks is what the panel shows of the choices.
func (p *page) looks() ui.Look {
	l := ui.Look{Packets: render.PacketQuestions[p.look.packets], Links: render.LinkQuestions[p.look.links],
		CanBeRadial: p.scene.CanBeRadial(), Radial: p.scene.Radial(), Print: p.look.print}
	if p.look.packets != render.ByClass || p.look.links != render.ByUse {
		l.Key = p.scene.Key()
	}
	return l
}
