package render

import (
	"image/color"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

type Insets struct{ Top, Right, Bottom, Left float64 }
type Theme uint8

const (
	Dark Theme = iota
	Light
)

type PickKind uint8

const (
	None PickKind = iota
	Host
	Switch
	Port
	Link
	Group
)

// Pick is what is under the pointer.
type Pick struct {
	Kind   PickKind
	Port   int    // global port (a host's own port, a switch port, a link's transmitting port); -1 none
	Switch int    // -1 none
	Tree   uint32 // ID of the tree there, 0 none
}

type LegendEntry struct {
	Name  string
	Shape string
	Color color.RGBA
}
type Scene struct{}

func NewScene(n *topology.Network) *Scene              { return &Scene{} }
func (s *Scene) Resize(w, h, scale float64, in Insets) {}
func (s *Scene) Fit()                                  {}
func (s *Scene) PanBy(dx, dy float64)                  {}
func (s *Scene) ZoomAt(x, y, factor float64)           {}
func (s *Scene) Tick(dtSeconds float64) bool           { return false }
func (s *Scene) SetTheme(Theme)                        {}
func (s *Scene) SetReducedMotion(bool)                 {}
func (s *Scene) SetFrame(f *observe.Frame)             {}
func (s *Scene) SetIsolated(treeID uint32)             {}
func (s *Scene) SetHover(port int)                     {}
func (s *Scene) Pick(x, y float64) Pick                { return Pick{Port: -1, Switch: -1} }
func (s *Scene) WantDots() int                         { return 0 }
func (s *Scene) Dirty() bool                           { return true }
func (s *Scene) Lit() int                              { return 0 }
func (s *Scene) Legend() []LegendEntry                 { return nil }
func TreeColor(slot uint32, t Theme) color.RGBA        { return color.RGBA{} }
