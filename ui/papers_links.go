package ui

// Figs. 7-6 and 7-7 of [DRB-T] in the dialog of papers: the load of every link under the link hot spot as two maps
// beside each other, a table each, since a surface hides what lies behind its peaks and says no numbers.

import (
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/topology"
)

// papersMap is the load of the links by the places of the switches.
type papersMap struct {
	Title string
	Head  []string // columns, x
	Rows  []papersMapRow
	Foot  string
}

type papersMapRow struct {
	Name  string // y
	Cells []papersMapCell
}

// papersMapCell is a switch: its most used link, and all of them in words.
type papersMapCell struct{ Text, Class, Label string }

// heats is the number of colours above that of no load.
const heats = 10

// links shows the maps of both congestion controls, whichever of the two figures is chosen.
func (c *Papers) links(e paper.Experiment) papersView {
	v := c.controls(e)
	v.Text = T("Ours: by place of a switch, the utilisation in % of its most used link to another switch; point at a place for all of its links. " +
		"At 33 % load the three flows just fill the link they share, at 100 % each of them fills any path. The report draws a surface without numbers, and says neither the load nor the quantity. " +
		"In the table, accepted load in %, mean latency in ms from injection on, and from generation on; a click runs a cell live.")
	for _, load := range []int{33, 100} {
		for _, of := range paper.Experiments() {
			if of.Paper == e.Paper && of.Kind == paper.Links {
				v.Maps = append(v.Maps, linksMap(of, load))
			}
		}
	}
	return v
}

func linksMap(e paper.Experiment, load int) papersMap {
	cell := e.Cells()[0].At(load)
	m := papersMap{Title: e.Name + ", " + cell.Routing + ", " + strconv.Itoa(load) + space + "%"}
	loads, ok := paper.OurLinks(cell)
	net, err := topology.Build(cell.Net)
	if !ok || err != nil || net.Grid == nil || len(loads) != net.Switches*net.Radix {
		m.Foot = T("not yet run")
		return m
	}
	most := 0.0
	for x := range net.Grid.X {
		m.Head = append(m.Head, strconv.Itoa(x))
	}
	for y := net.Grid.Y - 1; y >= 0; y-- {
		row := papersMapRow{Name: strconv.Itoa(y)}
		for x := range net.Grid.X {
			at := net.Grid.At(x, y) * net.Radix
			ports := loads[at : at+net.Radix]
			top := max(0, slices.Max(ports))
			most = max(most, top)
			percent := func(port int) string { return strconv.FormatFloat(max(0, ports[port]), 'f', 0, 64) + space + "%" }
			row.Cells = append(row.Cells, papersMapCell{strconv.FormatFloat(top, 'f', 0, 64), "heat-" + strconv.Itoa(int(top*heats/100+.5)),
				T("Switch {0}: right {1}, left {2}, up {3}, down {4}", "("+strconv.Itoa(x)+", "+strconv.Itoa(y)+")", percent(topology.PortRight), percent(topology.PortLeft), percent(topology.PortUp), percent(topology.PortDown))})
		}
		m.Rows = append(m.Rows, row)
	}
	m.Foot = T("The most used link {0}", strconv.FormatFloat(most, 'f', 1, 64)+space+"%")
	if r, ok := paper.Ours(cell); ok {
		m.Foot += T(", accepted load {0}, mean latency from injection {1}", strconv.FormatFloat(r.Percent, 'f', 2, 64)+space+"%", strconv.FormatFloat(r.NetworkUS/1000, 'f', 2, 64)+space+"ms")
	}
	return m
}
