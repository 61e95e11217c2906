//go:build js

package main

// What is under the pointer, and what is said of it beside the picture.

import (
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/wasm/words"
)

// setHover follows what is under the pointer.
func (p *page) setHover(k render.Pick) {
	if k == p.hover {
		return
	}
	if k.Packet != p.hover.Packet {
		p.scene.SetPacket(k.Packet)
		p.run.Touch()
	}
	if k.Kind == render.Host || p.hover.Kind == render.Host {
		p.run.Touch() // for the paths of its most spread pair
	}
	p.hover = k
	p.scene.SetHover(k.Port)
	if k.Packet.Is {
		p.scene.SetHover(-1)
	}
	detail := -1
	if k.Port >= 0 && !p.net.IsHost(k.Port) {
		detail = k.Port
	}
	if detail != p.detail {
		p.detail = detail
		p.run.Touch()
	}
	p.hoverChanged()
}

func (p *page) hoverChanged() {
	defer p.within(p.over)()
	switch {
	case !p.has:
		p.lines = nil
	case p.hover.Packet.Is:
		p.lines = p.packetLines()
	case p.hover.Port >= 0:
		p.lines = append(words.Port(p.net, p.frame(), p.hover.Port, p.detailOf == p.hover.Port), words.CAM(p.net, p.frame(), p.hover.Port)...)
		if p.detailOf == p.hover.Port {
			p.lines = append(p.lines, words.HoL(p.engine.low, p.engine.high)...)
		}
	case p.hover.Switch >= 0:
		p.lines = words.Switch(p.net, p.frame(), p.hover.Switch)
	default:
		p.lines = nil
	}
}
