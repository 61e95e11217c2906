package ui

// The growth of a congestion tree as a small line.

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui/lang"
)

// Size of the line, CSS pixels, with room for its own width.
const (
	sparkW   = 52.0
	sparkH   = 26.0
	sparkRim = 2.0
)

// grown finds how a tree has grown.
func (c *Trees) grown(t observe.Tree) *observe.Growth {
	for i := range c.m.Growth {
		if c.m.Growth[i].ID == t.ID && c.m.Growth[i].N > 0 {
			return &c.m.Growth[i]
		}
	}
	return nil
}

// Spark draws the input buffers of a tree, and dotted the hosts it blocks, from its birth to now, up to the most of them.
func (c *Trees) Spark(t observe.Tree) vugu.HTML {
	g := c.grown(t)
	if g == nil || c.m.Frame.TimePS <= g.FromPS {
		return ""
	}
	most := max(t.Ports, t.Hosts, 1)
	for i := range g.N {
		most = max(most, uint32(g.Ports[i]), uint32(g.Hosts[i]))
	}
	var b strings.Builder
	b.WriteString(`<svg viewBox="0 0 ` + strconv.Itoa(sparkW) + ` ` + strconv.Itoa(sparkH) + `" aria-hidden="true" focusable="false">`)
	for _, line := range [...]struct {
		class string
		sizes []uint16
		now   uint32
	}{{"blocked", g.Hosts[:g.N], t.Hosts}, {"size", g.Ports[:g.N], t.Ports}} {
		b.WriteString(`<path class="` + line.class + `" d="M`)
		point := func(ps int64, size uint32) {
			x := sparkRim + (sparkW-2*sparkRim)*float64(ps-g.FromPS)/float64(c.m.Frame.TimePS-g.FromPS)
			y := sparkH - sparkRim - (sparkH-2*sparkRim)*float64(size)/float64(most)
			b.WriteString(strconv.FormatFloat(x, 'f', 1, 64) + " " + strconv.FormatFloat(y, 'f', 1, 64) + " ")
		}
		for i, size := range line.sizes {
			if at := g.FromPS + int64(i)*g.StepPS; at < c.m.Frame.TimePS {
				point(at, uint32(size))
			}
		}
		point(c.m.Frame.TimePS, line.now)
		b.WriteString(`"/>`)
	}
	b.WriteString(`</svg>`)
	return vugu.HTML(b.String())
}

// Grown says the same in words: what the tree began with, and the most it has had.
func (c *Trees) Grown(t observe.Tree) string {
	g := c.grown(t)
	if g == nil {
		return ""
	}
	most := t.Ports
	for i := range g.N {
		most = max(most, uint32(g.Ports[i]))
	}
	return lang.N(int(g.Ports[0]), "{0} port then, {1} at most, {2} now.", "{0} ports then, {1} at most, {2} now.", count(uint64(most)), count(uint64(t.Ports))) + " "
}
