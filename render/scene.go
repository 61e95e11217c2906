package render

// The scene: what the page tells the picture, and what it may ask of it.

import (
	"math"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// detail is a level of detail.
type detail uint8

const (
	far    detail = iota // pods and bundles, no single link but those of trees
	middle               // switches as cells, every link, packets
	near                 // ports with their buffers, names
)

// maxFarLinks is the largest number of links in view that are still drawn one by one.
const maxFarLinks = 8000

// maxTreeLinks caps the links of trees that are drawn one by one in the far view: about so many, if there are more.
const maxTreeLinks = 5000

// maxDots caps the packets of a frame.
const maxDots = 50000

// Scene is one network on one canvas. It is used by one goroutine at a time.
type Scene struct {
	net    *topology.Network
	lay    *layout
	cam    camera
	wish   *Viewpoint // where SetViewpoint wants the camera, until somebody moves it
	class  int        // of the aspect the layout is made for
	width  float64
	height float64
	scale  float64
	insets Insets

	viewport Viewport

	theme Theme
	inks  inks
	still bool // reduced motion
	plays bool // time goes on
	bold  bool // more contrast

	frame     *observe.Frame
	motion    motion
	isolated  uint32
	hover     int
	packet    Packet // under the pointer
	asks      PacketQuestion
	asksLinks LinkQuestion
	radial    bool
	cycle     []int // see SetCycle
	pin       Pinned

	level       detail
	staticDirty bool
	dirty       bool
	static      Mesh
	dynamic     Mesh
	lit         int     // packets and tree links drawn last time, for tests
	linksIn     int     // links in view
	room        float32 // as many lines a pixel wide and as long as the links in view are together as large as the area of a crowded picture

	// of the present frame
	alone    uint32                        // the isolated tree, 0 if it is not there
	lights   [observe.MaxTrees + 1]float32 // how strongly a tree is shown: 1, or less beside an isolated one
	rootOf   [observe.MaxTrees + 1]int32   // root port of a slot, -1
	rounds   [observe.MaxTrees + 1]uint8   // by slot: TreeRounds
	dimming  float32                       // of what belongs to no tree
	treeHost map[int32]uint8               // host behind a root's link → slot
	visible  []bool                        // per switch, in view
	survey   survey                        // of the frame, once it is fresh
	fresh    bool
	holSums  holSums // see holShares
	aim      Pinned  // what Show has brought near, as long as the camera aims at aimed
	aimed    view
	chosen   []int32                         // links that are to be drawn, by the port they leave
	sums     []uint32                        // scratch for bundles
	scratch  []byte                          // scratch for labels
	labels   []rect                          // placed so far
	slots    map[uint32][2]int               // port → its part of frame.Slots
	seats    []seat                          // see sit
	blocks   []block                         // see sit
	wanted   []uint32                        // see WantSwitches
	offset   [topology.MaxStages + 1]float32 // see setOffsets

	gpu gpu
}

// NewScene makes the picture of a network. It is dark, and shows nothing before Resize.
func NewScene(n *topology.Network) *Scene {
	s := &Scene{net: n, scale: 1, hover: -1, pin: Pinned{Port: -1, Switch: -1}, inks: makeInks(Dark), visible: make([]bool, n.Switches), treeHost: map[int32]uint8{}, slots: map[uint32][2]int{}, dimming: 1}
	s.cam.now.z = 1
	return s
}

// aspects for which layouts are made: a network of many pods looks different on a phone.
var aspects = [...]struct{ ratio, px float64 }{{.5, 370}, {.8, 700}, {1.2, 1000}, {1.6, 1400}, {2.3, 1700}}

func (s *Scene) aspectClass() int {
	x0, y0, x1, y1 := s.free()
	ratio, best := (x1-x0)/(y1-y0), 0
	for i, a := range aspects {
		if math.Abs(math.Log(ratio/a.ratio)) < math.Abs(math.Log(ratio/aspects[best].ratio)) {
			best = i
		}
	}
	return best
}

func (s *Scene) relayout() {
	a := aspects[s.class]
	s.lay = newLayout(s.net, a.ratio, a.px, s.radial)
	s.fresh = false
}

// moved is called after every change of the camera: what is in view, and in which detail?
func (s *Scene) moved() {
	s.staticDirty, s.dirty = true, true
	n, l := s.net, s.lay
	x0, y0, x1, y1 := s.worldView()
	links := 0
	for i := range s.visible {
		t := n.Stage[i] - 1
		w, h := l.cardW[t]/2, l.cardH[t]/2
		in := l.sx[i]+w >= x0 && l.sx[i]-w <= x1 && l.sy[i]+h >= y0 && l.sy[i]-h <= y1
		s.visible[i] = in
		if in {
			links += n.Radix
		}
	}
	s.linksIn = links
	most := 2 * maxFarLinks
	if n.Multi != nil {
		most = maxFarLinks // its links cross all of the picture
	}
	leaf := float64(l.cardW[0]) * s.cam.now.z / s.scale
	pitch := float64(l.portPitch(1)) * s.cam.now.z / s.scale
	switch {
	case links > most || leaf < 4:
		s.level = far
	case pitch < 5:
		s.level = middle
	default:
		s.level = near
	}
}

// worldView is the canvas, or the viewport, in world units.
func (s *Scene) worldView() (wx0, wy0, wx1, wy1 float32) {
	v := s.cam.now
	x0, y0, x1, y1 := s.bounds()
	return float32((x0 - v.x) / v.z), float32((y0 - v.y) / v.z), float32((x1 - v.x) / v.z), float32((y1 - v.y) / v.z)
}

// SetTheme chooses the table of colours.
func (s *Scene) SetTheme(t Theme) {
	if int(t) >= len(palettes) || t == s.theme {
		return
	}
	s.theme = t
	s.mixInks()
}

// SetContrast draws what lies still as strongly as WCAG wants graphics to be (3:1); without it, it steps back behind packets and trees.
func (s *Scene) SetContrast(more bool) {
	if more != s.bold {
		s.bold = more
		s.mixInks()
	}
}

func (s *Scene) mixInks() {
	s.inks = makeInks(s.theme)
	if s.bold {
		s.inks.strengthen()
	}
	s.staticDirty, s.dirty = true, true
}

// SetReducedMotion shows states of links in place of moving packets, and moves the camera at once.
func (s *Scene) SetReducedMotion(on bool) {
	if on != s.still {
		s.still, s.dirty = on, true
	}
}

// SetPlaying says whether time goes on: packets that stand still are shown, reduced motion or not.
func (s *Scene) SetPlaying(on bool) {
	if on != s.plays {
		s.plays, s.dirty = on, s.dirty || s.still
	}
}

// calm says whether no packets are drawn, because they would move.
func (s *Scene) calm() bool { return s.still && s.plays }

// SetFrame shows a frame. It is kept by reference until the next one; one that does not belong
// to the network is ignored.
func (s *Scene) SetFrame(f *observe.Frame) {
	if f != nil && (len(f.Ports) != s.net.SwitchPorts() || len(f.Hosts) != s.net.Hosts) {
		f = nil
	}
	s.motion.arrive(s.frame, f, s.still)
	s.frame, s.dirty, s.fresh, s.holSums.fresh = f, true, false, false
	s.readTrees()
	s.readSlots()
}

// SetIsolated shows one congestion tree alone, by ID; 0 shows all.
func (s *Scene) SetIsolated(treeID uint32) {
	if treeID != s.isolated {
		s.isolated, s.dirty = treeID, true
		s.readTrees()
	}
}

// SetHover marks a port and its link; -1 marks none.
func (s *Scene) SetHover(port int) {
	if port >= s.net.Ports() {
		port = -1
	}
	if port != s.hover {
		s.hover, s.dirty = port, true
	}
}

// readTrees indexes the trees of the frame by slot.
func (s *Scene) readTrees() {
	s.dimming, s.alone = 1, 0
	s.rounds = [len(s.rounds)]uint8{}
	clear(s.treeHost)
	for i := range s.lights {
		s.lights[i], s.rootOf[i] = 1, -1
	}
	if s.frame == nil {
		return
	}
	s.rounds = TreeRounds(s.frame.Trees)
	for i := range s.frame.Trees {
		t := &s.frame.Trees[i]
		if t.Slot > observe.MaxTrees || int(t.Root) >= s.net.SwitchPorts() {
			continue
		}
		s.rootOf[t.Slot] = int32(t.Root)
		if q := s.net.Peer[t.Root]; q >= 0 && s.net.IsHost(int(q)) {
			s.treeHost[int32(s.net.Host(int(q)))] = uint8(t.Slot)
		}
		if t.ID == s.isolated {
			s.alone = t.ID
		}
	}
	if s.alone == 0 {
		return
	}
	s.dimming = .35
	for i := range s.lights {
		s.lights[i] = .12
	}
	for i := range s.frame.Trees {
		if t := &s.frame.Trees[i]; t.ID == s.alone && t.Slot <= observe.MaxTrees {
			s.lights[t.Slot] = 1
		}
	}
}

// WantDots is the number of packets worth asking of the engine at the present zoom.
func (s *Scene) WantDots() int {
	if s.calm() || s.lay == nil || s.level == far {
		return 0
	}
	return min(2*(s.net.SwitchPorts()+s.net.Hosts), maxDots)
}

// Dirty says whether anything changed since the last Draw.
func (s *Scene) Dirty() bool { return s.dirty }

// treeID returns the identity of the tree in a slot, 0 if none.
func (s *Scene) treeID(slot uint8) uint32 {
	if s.frame == nil || slot == 0 {
		return 0
	}
	for i := range s.frame.Trees {
		if s.frame.Trees[i].Slot == uint32(slot) {
			return s.frame.Trees[i].ID
		}
	}
	return 0
}

// Meshes builds the two lists of the present picture; redraw says that the static one was built anew, as it is only after
// the network, the camera, the size or what is to be seen has changed. The lists are the scene's own. It is what Draw uses.
func (s *Scene) Meshes() (static, dynamic *Mesh, redraw bool) {
	if s.lay == nil {
		return &s.static, &s.dynamic, false
	}
	redraw = s.staticDirty
	if redraw {
		s.buildStatic()
		s.staticDirty = false
	}
	s.buildDynamic()
	s.dirty = false
	return &s.static, &s.dynamic, redraw
}
