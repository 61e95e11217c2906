//go:build js

package main

import (
	"syscall/js"

	"github.com/congestree/congestree/engine/observe"
)

// look reads what single packets and ways the page looks at.
func look(o *observe.Options, list js.Value) {
	if list.Type() != js.TypeObject || list.Length() < 3 {
		return
	}
	at := func(i int) uint32 { return uint32(list.Index(i).Float()) }
	o.Src, o.Dst, o.At = at(0), at(1), at(2)
	for i := 3; i < list.Length(); i++ {
		o.Switches = append(o.Switches, at(i))
	}
}

// pin reads what is looked at closely.
func pin(p *observe.Pin, list js.Value) {
	if list.Type() != js.TypeObject || list.Length() != 4 {
		return
	}
	at := func(i int) float64 { return list.Index(i).Float() }
	*p = observe.Pin{Kind: uint32(at(0)), A: uint32(at(1)), B: uint32(at(2)), Birth: int64(at(3))}
}

// watchPin counts what is delivered of the pinned flow, also on the way to the frame that asks for it.
func (w *worker) watchPin(list js.Value) {
	var p observe.Pin
	if pin(&p, list); p.Kind == observe.PinFlow || p.Kind == observe.PinPacket {
		w.flow = [2]uint32{p.A, p.B}
		w.sim.WatchFlow(p.A, p.B)
	}
}
