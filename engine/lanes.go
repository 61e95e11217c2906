package engine

// Dateline VCs: in a torus routing needs more VCs than the queuing scheme has queues.

import (
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

// laned turns the queues of a scheme into VCs: each queue has a VC for every lane of the routing.
type laned struct {
	scheme queuing.Scheme
	routes *routing.Table
}

// VC returns the VC in which packets of a flow enter the network.
func (l laned) VC(src, dst uint32) uint8 {
	return uint8(l.routes.FirstVC(int(l.scheme.VC(src, dst)), src, dst))
}

// withLanes returns the scheme and the number of VCs of a network with such routes.
func withLanes(s scenario.Scenario, scheme queuing.Scheme, queues int, routes *routing.Table) (queuing.Scheme, int) {
	if s.Get("congestion-control") == drb {
		vls := dataLanes(s, routes.Lanes())
		return planned{scheme, vls}, queues * vls
	}
	if routes.Lanes() == 1 {
		return scheme, queues
	}
	return laned{scheme, routes}, queues * routes.Lanes()
}
