package render

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"flag"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"golang.org/x/image/vector"
)

var update = flag.Bool("update", false, "write the golden files anew")

// fill covers a polygon, or several: even a ring is one.
func (c *canvas) fill(k ink, loops ...[][2]float32) {
	x0, y0, x1, y1 := float32(math.Inf(1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(-1))
	for _, p := range loops[0] {
		x0, y0, x1, y1 = min(x0, p[0]), min(y0, p[1]), max(x1, p[0]), max(y1, p[1])
	}
	left, top := max(0, int(x0)), max(0, int(y0))
	w, h := min(c.w, int(x1)+2)-left, min(c.h, int(y1)+2)-top
	if w <= 0 || h <= 0 {
		return
	}
	r := vector.NewRasterizer(w, h)
	for _, l := range loops {
		r.MoveTo(l[0][0]-float32(left), l[0][1]-float32(top))
		for _, p := range l[1:] {
			r.LineTo(p[0]-float32(left), p[1]-float32(top))
		}
		r.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, w, h))
	r.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	for y := range h {
		for x := range w {
			a := float32(mask.Pix[y*mask.Stride+x]) / 255
			if a == 0 {
				continue
			}
			o, rest := 3*((y+top)*c.w+x+left), 1-a*k.a
			c.pix[o] = c.pix[o]*rest + a*k.r
			c.pix[o+1] = c.pix[o+1]*rest + a*k.g
			c.pix[o+2] = c.pix[o+2]*rest + a*k.b
		}
	}
}

func round(x, y, r float32, turn float64) (loop [][2]float32) {
	for i := range 24 {
		a := turn * float64(i) / 24 * 2 * math.Pi
		loop = append(loop, [2]float32{x + r*float32(math.Cos(a)), y + r*float32(math.Sin(a))})
	}
	return
}

// sketch draws the shapes as their definition says, words with the baked letters.
func (c *canvas) sketch(k *Sketch) {
	for i := range k.ops {
		o := &k.ops[i]
		n, v := &o.n, k.inks[o.colour]
		col := inkOf(color.RGBA{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8), 255}, float32(v&255)/255)
		switch o.kind {
		case opLine:
			dx, dy := n[2]-n[0], n[3]-n[1]
			h := n[4] / 2 / hypot(dx, dy)
			a, b := -dy*h, dx*h
			c.fill(col, [][2]float32{{n[0] + a, n[1] + b}, {n[2] + a, n[3] + b}, {n[2] - a, n[3] - b}, {n[0] - a, n[1] - b}})
		case opBox:
			c.fill(col, [][2]float32{{n[0], n[1]}, {n[2], n[1]}, {n[2], n[3]}, {n[0], n[3]}})
		case opDisc:
			c.fill(col, round(n[0], n[1], n[2], 1))
		case opRing:
			c.fill(col, round(n[0], n[1], n[2]+n[3]/2, 1), round(n[0], n[1], n[2]-n[3]/2, -1))
		case opPath:
			c.fill(col, [][2]float32{{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}, {n[6], n[7]}})
		case opText:
			f := fontFor(float64(n[3]))
			var m Mesh
			m.text(f, []byte(k.words[int(n[5])]), n[0], n[1]+float32(f.height)/2-float32(f.ascent), n[2], col)
			c.draw(&m)
		}
	}
}

// situation is a scene as the tests of pictures need it.
func situation(t testing.TB, network string, theme Theme, zoom float64) *Scene {
	t.Helper()
	n := build(t, network)
	s := NewScene(n)
	s.SetTheme(theme)
	s.Resize(900, 600, 1, Insets{})
	s.SetFrame(congested(n, 4, n.Hosts/2, n.Hosts-1))
	if zoom > 1 {
		x, y := s.x(s.lay.hx[n.Hosts/2]), s.y(s.lay.hy[n.Hosts/2])
		s.ZoomAt(float64(x), float64(y)-40, zoom)
	}
	return s
}

// The shapes are the picture: drawn by another rasteriser they come out as the triangles do.
func TestSketchIsTheSamePicture(t *testing.T) {
	for _, c := range []struct {
		network string
		theme   Theme
		zoom    float64
	}{{"rlft-4x3", Dark, 1}, {"rlft-4x3", Print, 8}, {"rlft-12x3", Light, 1}, {"rlft-36x3", Dark, 1}, {"torus-8x8", Light, 3}, {"bmin-8x3", Print, 1}} {
		s := situation(t, c.network, c.theme, c.zoom)
		want := s.picture()
		want.show(t, "mesh-"+c.network)
		k := newSketch(s.width, s.height)
		s.static, s.dynamic = Mesh{sketch: k}, Mesh{sketch: k}
		s.buildStatic()
		s.buildDynamic()
		if len(s.static.V)+len(s.dynamic.V) > 0 {
			t.Errorf("%s: something is drawn as triangles only", c.network)
		}
		got := newCanvas(900, 600, palettes[c.theme].ground)
		got.sketch(k)
		got.show(t, "sketch-"+c.network)
		sum, far := 0.0, 0
		for i := range got.pix {
			d := math.Abs(float64(got.pix[i] - want.pix[i]))
			sum += d
			if d > .25 {
				far++
			}
		}
		if mean, share := sum/float64(len(got.pix)), float64(far)/float64(len(got.pix)); mean > .016 || share > .006 {
			t.Errorf("%s, zoom %v: the pictures differ by %.4f on average, %.2f %% of the numbers by much", c.network, c.zoom, mean, 100*share)
		} else {
			t.Logf("%s: %d shapes, mean %.4f, by much %.3f %%", c.network, len(k.ops), mean, 100*share)
		}
	}
}

func TestOutlinesAreTheShapes(t *testing.T) {
	for s, corners := range outlines {
		if corners[1] == corners[0] {
			continue
		}
		inside := func(x, y float64) bool {
			in := false
			for i, j := 0, 3; i < 4; j, i = i, i+1 {
				xi, yi, xj, yj := float64(corners[i][0]), float64(corners[i][1]), float64(corners[j][0]), float64(corners[j][1])
				if yi > y != (yj > y) && x < (xj-xi)*(y-yi)/(yj-yi)+xi {
					in = !in
				}
			}
			return in
		}
		wrong := 0
		for i := range 100 {
			for j := range 100 {
				x, y := (float64(i)+.31)/50-1, (float64(j)+.37)/50-1
				if inside(x, y) != shape(s).inside(x, y) {
					wrong++
				}
			}
		}
		if wrong > 60 {
			t.Errorf("shape %d: %d of 10 000 points differ", s, wrong)
		}
	}
}

func aPlate(s *Scene, theme Theme) Plate {
	return Plate{Title: "HoL blocking under a hot spot", Text: "At 120.0 µs, 16 hosts receive 42 % of what their links could carry.", Foot: "Congestree, ?preset=hot-spot",
		Legend: s.Legend(), TreesTitle: "2 congestion trees", Trees: []PlateTree{{1, "S1.4 port 0: 12 buffers"}, {2, "S1.7 port 1: 9 buffers"}}, Theme: theme}
}

// wellFormed reads a whole XML file and counts its elements.
func wellFormed(t *testing.T, file []byte) (elements map[string]int, text string) {
	t.Helper()
	elements = map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(file))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return elements, text
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			elements[e.Name.Local]++
			for _, a := range e.Attr {
				if (a.Name.Local == "width" || a.Name.Local == "height") && strings.HasPrefix(a.Value, "-") {
					t.Fatalf("<%s %s=%q>", e.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			text += string(e)
		}
	}
}

func TestSVGGolden(t *testing.T) {
	s := situation(t, "rlft-2x2", Print, 1)
	p := aPlate(s, Print)
	w, h := p.Side(s.FreeSize())
	got := NewEasel([]Part{{Scene: s}}, 1, p, w, h).Sketch().SVG(w, h, About{Title: p.Title, Text: p.Text, Link: "https://example.org/?preset=hot-spot&seed=7", TimeNS: 120000, Checksum: "0123456789abcdef", Version: "v1", Language: "en"})
	golden(t, "plate.svg", got)
}

// golden compares a file with the one that is kept.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	wellFormed(t, got)
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the file is no longer %s (%d bytes, %d before); look at both, and if it is better: go test ./render -run Golden -update", path, len(got), len(want))
	}
}

// A file is well-formed whatever the texts are, names its link, and is of a bounded size on the largest networks.
func TestSVGIsBounded(t *testing.T) {
	for _, c := range []struct {
		network string
		zoom    float64
		most    int // bytes
	}{{"rlft-4x3", 1, 1 << 20}, {"rlft-36x3", 1, 3 << 20}, {"rlft-36x3", 6, 10 << 20}, {"rlft-36x3", 60, 4 << 20}, {"torus-32x32", 1, 4 << 20}} {
		s := situation(t, c.network, Light, c.zoom)
		p := aPlate(s, Light)
		p.Title = "<&\"' \x00 Größe"
		w, h := p.Side(s.FreeSize())
		link := "https://example.org/?a=1&b=<2>#3"
		file := NewEasel([]Part{{Scene: s}}, 1, p, w, h).Sketch().SVG(2*w, 2*h, About{Title: p.Title, Link: link, Version: "v1", Language: "es"})
		elements, text := wellFormed(t, file)
		if !strings.Contains(text, link) || !strings.Contains(text, "Größe") || elements["title"] != 2 || elements["desc"] != 1 || elements["metadata"] != 1 {
			t.Errorf("%s: what the file says of itself is not there: %v", c.network, elements)
		}
		if elements["text"] < 15 || elements["path"] == 0 || len(file) > c.most {
			t.Errorf("%s at %v: %d bytes, at most %d; %v", c.network, c.zoom, len(file), c.most, elements)
		}
		t.Logf("%s at %v: %d bytes", c.network, c.zoom, len(file))
	}
}

// A plate gives the picture the room it asks for, and what is written stays inside.
func TestPlateKeepsThePicture(t *testing.T) {
	for _, size := range [][2]float64{{1100, 670}, {390, 500}, {600, 300}, {700, 700}} {
		s := situation(t, "rlft-4x3", Dark, 1)
		s.Resize(size[0], size[1], 1, Insets{})
		p := aPlate(s, Dark)
		p.Rows = 6
		w, h := p.Side(size[0], size[1])
		k := NewEasel([]Part{{Scene: s}}, 1, p, w, h).Sketch()
		if got := [2]float64{float64(k.cuts[0].at.x1 - k.cuts[0].at.x0), float64(k.cuts[0].at.y1 - k.cuts[0].at.y0)}; math.Abs(got[0]-size[0]) > 1 || math.Abs(got[1]-size[1]) > 1 {
			t.Errorf("a picture of %v has %v of a plate of %v × %v", size, got, w, h)
		}
		for i := k.cuts[0].to; i < len(k.ops); i++ {
			if o := &k.ops[i]; o.kind == opText {
				word := k.words[int(o.n[5])]
				wide := textWidth(word, float64(o.n[3]))
				if x, y := float64(o.n[0]), float64(o.n[1]); x < 0 || y < 8 || o.n[4] == 0 && x+wide > w+1 || y > h-4 {
					t.Errorf("%q at %.0f, %.0f is outside of %v × %v", word, x, y, w, h)
				}
			}
		}
		p.Text, p.Lines = strings.Repeat("many words ", 60), 1
		k = NewEasel([]Part{{Scene: s}}, 1, p, w, h).Sketch()
		lines := 0
		for _, word := range k.words {
			if strings.Contains(word, "many") {
				lines++
			}
		}
		if lines != 1 {
			t.Errorf("%v: %d lines where there is room for one", size, lines)
		}
		if len(k.ops) <= k.cuts[0].to+20 || k.cuts[0].from != 1 {
			t.Errorf("%v: shapes %v of %d", size, k.cuts, len(k.ops))
		}
	}
}

// Where there is no room for what is within a rim, it is left out.
func TestSmallPicturesAreSound(t *testing.T) {
	for _, network := range []string{"rlft-4x3", "rlft-8x3", "rlft-12x3", "torus-8x8", "bmin-8x2"} {
		for _, w := range []float64{80, 160, 337, 520} {
			s := situation(t, network, Light, 1)
			wellFormed(t, NewEasel([]Part{{Scene: s}}, 1, Plate{Theme: Light}, w, 577).Sketch().SVG(w, 577, About{Link: "?x"}))
		}
	}
}

// Pictures of a comparison stand side by side, none over another.
func TestPlateOfSeveral(t *testing.T) {
	for n := 2; n <= 4; n++ {
		var parts []Part
		for i := range n {
			parts = append(parts, Part{situation(t, "rlft-4x3", Dark, 1), "scheme " + string(rune('A'+i)), "1 congestion tree"})
		}
		p := aPlate(parts[0].Scene, Light)
		w, h := p.Side(1200, 800)
		k := NewEasel(parts, 2, p, w, h).Sketch()
		if len(k.cuts) != n {
			t.Fatalf("%d pictures of %d", len(k.cuts), n)
		}
		for i, a := range k.cuts {
			for _, b := range k.cuts[:i] {
				if a.at.meets(&b.at) || a.from < b.to {
					t.Errorf("%v and %v", a, b)
				}
			}
			for _, o := range k.ops[a.from:a.to] {
				if x, y := o.n[0], o.n[1]; o.kind == opDisc && (x < a.at.x0 || x > a.at.x1 || y < a.at.y0 || y > a.at.y1) {
					t.Errorf("a disc at %v, %v is not in %v", x, y, a.at)
				}
			}
		}
		elements, text := wellFormed(t, k.SVG(w, h, About{Link: "?x"}))
		if elements["clipPath"] != n || !strings.Contains(text, "scheme B") {
			t.Errorf("%v", elements)
		}
	}
}

// What a person has moved to the middle stays there.
func TestTwinShowsTheSame(t *testing.T) {
	s := situation(t, "rlft-12x3", Dark, 5)
	s.PanBy(30, -20)
	s.SetIsolated(1)
	s.SetQuestions(ByVC, ByStarved)
	s.SetCycle([]int{7})
	x0, y0, x1, y1 := s.worldView()
	for _, size := range [][2]float64{{900, 600}, {1800, 1200}, {500, 900}} {
		in := Insets{Top: 40, Right: 100}
		w := s.Twin(size[0], size[1], in, Print)
		if w.isolated != 1 || w.asks != ByVC || w.asksLinks != ByStarved || len(w.cycle) != 1 {
			t.Errorf("what is asked is lost: %d, %d, %d, %v", w.isolated, w.asks, w.asksLinks, w.cycle)
		}
		if w.Legend()[0].Color != TreeColor(1, Print) || s.theme != Dark {
			t.Error("theme")
		}
		at := func(wx, wy float32) bool {
			x, y := float64(w.x(wx)), float64(w.y(wy))
			return x > -.5 && x < size[0]-in.Right+.5 && y > in.Top-.5 && y < size[1]+.5
		}
		if !at(x0, y0) || !at(x1, y1) {
			t.Errorf("%v: a part of what was to be seen is not", size)
		}
	}
}

func TestPNGTexts(t *testing.T) {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	a := About{Title: "Größe", Link: "https://example.org/?seed=7", TimeNS: 1.5, Version: "v1"}
	whole := append(append(append([]byte(nil), file.Bytes()[:PNGHead]...), PNGTexts(a.Pairs())...), file.Bytes()[PNGHead:]...)
	if img, err := png.Decode(bytes.NewReader(whole)); err != nil || img.Bounds().Dx() != 3 {
		t.Fatal(err)
	}
	got := map[string]string{}
	for at := 8; at < len(whole); {
		n := int(binary.BigEndian.Uint32(whole[at:]))
		body := whole[at+4 : at+8+n]
		if binary.BigEndian.Uint32(whole[at+8+n:]) != crc32.ChecksumIEEE(body) {
			t.Errorf("checksum of %q", body[:4])
		}
		if string(body[:4]) == "iTXt" {
			name, rest, _ := strings.Cut(string(body[4:]), "\x00")
			got[name] = rest[4:]
		}
		at += 12 + n
	}
	if got["Source"] != a.Link || got["Title"] != a.Title || got["Simulated time"] != "1.5 ns" || len(got) != 4 {
		t.Errorf("%q", got)
	}
}

// What is pinned is marked in a picture, too, and explained, but for a packet, which moves on.
func TestTwinMarksWhatIsPinned(t *testing.T) {
	s := situation(t, "rlft-4x3", Dark, 1)
	for _, c := range []struct {
		pin  Pinned
		told bool
	}{{Pinned{Port: -1, Switch: 3}, true}, {Pinned{Port: 5, Switch: -1}, true}, {Pinned{Port: 5, Switch: -1, Packet: true}, false}, {Pinned{Port: -1, Switch: -1}, false}} {
		s.SetPinned(c.pin)
		w := s.Twin(600, 400, Insets{}, Print)
		if told := slices.ContainsFunc(w.Legend(), func(e LegendEntry) bool { return e.Shape == "corners" }); told != c.told || (w.pin == s.pin) != (c.told || c.pin.Port < 0) {
			t.Errorf("%+v: the picture marks %+v, and explains it: %v", c.pin, w.pin, told)
		}
	}
}

// A list in columns has no heading alone at a column's foot, and fits into as many columns as there is room for.
func TestColumnsKeepHeadings(t *testing.T) {
	for entries := range 14 {
		for trees := 1; trees < 9; trees++ {
			p := Plate{Legend: make([]LegendEntry, entries), TreesTitle: "Trees", Trees: make([]PlateTree, trees)}
			list := p.list(plateColumn)
			for n := 1; n < 5; n++ {
				high, used, at := columns(list, plateColumn*float64(n)+plateRim), 1, 0.0
				for i := range list {
					if breaks(list, i, at, high) {
						if used, at = used+1, 0; i > 0 && list[i-1].entry == nil && list[i-1].tree == nil {
							t.Errorf("%d entries and %d trees in %d columns: the heading is the last of one", entries, trees, n)
						}
					}
					if at += list[i].high(); at > high+1e-9 {
						t.Errorf("%d entries and %d trees in %d columns: one is %g high, of %g", entries, trees, n, at, high)
					}
				}
				if used > n {
					t.Errorf("%d entries and %d trees take %d columns of %d", entries, trees, used, n)
				}
			}
		}
	}
}

// A video's pictures go on, and so does what its legend tells, of each scheme.
func TestEaselGoesOn(t *testing.T) {
	a, b := situation(t, "rlft-4x3", Print, 1), situation(t, "rlft-4x3", Print, 1)
	e := NewEasel([]Part{{Scene: a}, {Scene: b}}, 2, aPlate(a, Print), 1200, 500)
	f := congested(a.net, 4, 3)
	f.Reacting = 1
	old, plain := e.Parts[0].Scene.frame, len(a.Legend())
	says := func(shape string) int {
		return len(slices.DeleteFunc(slices.Clone(e.Legend), func(x LegendEntry) bool { return x.Shape != shape }))
	}
	if len(e.Legend) != plain || says("pause") != 0 {
		t.Errorf("of two alike the legend is %v", e.Legend)
	}
	e.SetFrame(1, f)
	if len(e.Legend) != plain+1 || says("pause") != 1 || e.Parts[0].Scene.frame != old || e.Parts[1].Scene.frame != f {
		t.Errorf("the second part has not gone on, or the first has: %v", e.Legend)
	}
	if e.SetFrame(0, f); len(e.Legend) != plain+1 || e.Parts[0].Scene.frame != f {
		t.Errorf("the legend is %v", e.Legend)
	}
	// Queues set aside in the second scheme alone: its hosts hold back, those of the first are blocked.
	g := congested(a.net, 4, 3)
	g.Sorted, g.SetAsideTotal = observe.ByRoot, 3
	e.SetFrame(0, old)
	if e.SetFrame(1, g); len(e.Legend) != plain+3 || says("slot") != 1 || says("pulse") != 1 || says("ring") != 2 || e.Legend[0].Shape != "diamond" || e.Legend[plain+2].Shape != "bar" {
		t.Errorf("with set-aside queues in one of two the legend is %v", e.Legend)
	}
}
