package render

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// element is one of a vector file.
type element struct {
	name string
	at   map[string]string
	text string
}

func elements(t *testing.T, raw []byte) (list []element) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			x := element{name: e.Name.Local, at: map[string]string{}}
			for _, a := range e.Attr {
				x.at[a.Name.Local] = a.Value
			}
			list = append(list, x)
		case xml.CharData:
			if len(list) > 0 {
				list[len(list)-1].text += string(e)
			}
		}
	}
}

// example is a figure with all that there is.
func example() *Figure {
	gap := math.NaN()
	return &Figure{Title: "HS25-1 on 432 hosts", Text: "Over simulated time", Foot: "Congestree test", Panels: []Panel{
		{Title: "Throughput, %", X: Axis{Label: "Simulated time, µs", Max: 100}, Y: Axis{Least: 100}, Right: &Axis{Least: 8}, Curves: []Curve{
			{Name: "offered", Ink: "--offered", Width: 1.25, Dash: []float64{5, 4}, X: []float64{0, 50, 100}, Y: []float64{110, 90, 100}},
			{Name: "accepted <&>", Ink: "--accepted", Width: 2.25, X: []float64{0, 25, 50, 75, 100}, Y: []float64{10, 60, gap, 58, 50}},
			{Name: "in trees", Ink: "--trapped", Width: 1, Fill: true, X: []float64{0, 100}, Y: []float64{0, 50}},
			{Name: "at a port (right)", Ink: "--low", Width: 1, Right: true, X: []float64{0, 100}, Y: []float64{1, 16}}}},
		{Title: "Latency, µs", X: Axis{Label: "Queuing", Min: -.5, Max: 2.5, Places: []float64{0, 1, 2}, Names: []string{"1q", "dbbm", "vftree"}}, Y: Axis{Log: true}, Curves: []Curve{
			{Name: "load 0.9", Ink: "--sweep-1", Signs: true, Bare: true, X: []float64{0, 1, 2}, Y: []float64{3, 20, 700}, Low: []float64{2, 10, 600}, High: []float64{4, 30, 900}}}},
	}}
}

// A figure is vectors: each curve one path through its points, broken where nothing is known, words as words, with axes,
// units, legend, title, and the link in its metadata.
func TestFiguresAreVectors(t *testing.T) {
	f := example()
	w, h := f.Size()
	raw := f.Sketch().SVG(w, h, About{Title: "T", Link: "https://example.org/?preset=hs25-1&seed=7", Version: "v1", Language: "en"})
	if dir := os.Getenv("RENDER_PNG"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "figure.svg"), raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	words, curves, filled, rasters, source := "", []element{}, 0, 0, ""
	for _, e := range elements(t, raw) {
		switch e.name {
		case "text":
			words += e.text + "\n"
			size, _ := strconv.ParseFloat(e.at["font-size"], 64)
			x, _ := strconv.ParseFloat(e.at["x"], 64)
			y, _ := strconv.ParseFloat(e.at["y"], 64)
			width := textWidth(e.text, size)
			left := x
			switch e.at["text-anchor"] {
			case "end":
				left -= width
			case "middle":
				left -= width / 2
			}
			if e.at["textLength"] == "" && (left < -1 || left+width > w+1) || y > h || y < size {
				t.Errorf("%q lies outside of %v × %v: from %v to %v at %v", e.text, w, h, left, left+width, y)
			}
		case "image":
			rasters++
		case "source":
			source = strings.TrimSpace(e.text)
		case "path":
			if e.at["stroke-linejoin"] == "round" {
				curves = append(curves, e)
			} else if e.at["fill-opacity"] != "" && strings.HasSuffix(e.at["d"], "z") {
				filled++
			}
		}
	}
	for _, want := range []string{"HS25-1 on 432 hosts", "Throughput, %", "Simulated time, µs", "Latency, µs", "Queuing", "offered", "accepted <&>", "load 0.9", "dbbm", "vftree", "100", "1000", "15"} {
		if !strings.Contains(words, want+"\n") {
			t.Errorf("no words %q among %q", want, words)
		}
	}
	golden(t, "figure.svg", raw)
	if source != "https://example.org/?preset=hs25-1&seed=7" {
		t.Errorf("the source is %q", source)
	}
	// In the plot: offered, two parts of accepted, the edge of what is filled, at a port; in the legend one each, but for the filled one.
	if rasters != 0 || filled != 1 || len(curves) != 5+3 {
		t.Errorf("%d rasters, %d filled, %d curves", rasters, filled, len(curves))
	}
	dashed := 0
	for _, c := range curves {
		if c.at["stroke-dasharray"] == "5 4" {
			dashed++
		}
	}
	if dashed != 2 {
		t.Errorf("%d dashed curves", dashed)
	}
}

// The only known value of a curve makes no line; the figure has a dot there, as the chart on the page does.
func TestTheOnlyValueIsADotInAFigure(t *testing.T) {
	f := &Figure{Panels: []Panel{{Title: "Latency, µs", X: Axis{Label: "time, µs", Max: 20}, Y: Axis{Least: 1}, Curves: []Curve{
		{Name: "mean", Ink: "--accepted", Width: 2, X: []float64{0, 10, 20}, Y: []float64{math.NaN(), .5, math.NaN()}}}}}}
	w, h := f.Size()
	dots := 0
	for _, e := range elements(t, f.Sketch().SVG(w, h, About{Language: "en"})) {
		if e.name == "circle" {
			dots++
		}
	}
	if dots != 1 {
		t.Errorf("%d dots", dots)
	}
}

// Of a sweep over the values of a menu every point has its name in the figure, below the others' where they would touch, and none is cut off.
func TestPointsOfFiguresHaveTheirNames(t *testing.T) {
	names := []string{"1Q (one queue)", "DBBM", "vFtree", "Flow2SL", "VOQnet (one queue per destination)", "FBICM (CFQs by destination)", "RECN-IQ (SAQs by route)"}
	f := &Figure{Across: 2}
	for range 2 {
		p := Panel{Title: "Throughput, %", X: Axis{Label: "Queuing scheme", Min: -.5, Max: 6.5, Names: names}, Y: Axis{Least: 1}, Curves: []Curve{{Name: "mean", Signs: true, Bare: true}}}
		for i := range names {
			p.X.Places = append(p.X.Places, float64(i))
			p.Curves[0].X, p.Curves[0].Y = append(p.Curves[0].X, float64(i)), append(p.Curves[0].Y, 70)
		}
		f.Panels = append(f.Panels, p)
	}
	w, h := f.Size()
	seen, lowest, label := map[string]int{}, 0.0, 0.0
	for _, e := range elements(t, f.Sketch().SVG(w, h, About{Language: "en"})) {
		text := strings.TrimSpace(e.text)
		y, _ := strconv.ParseFloat(e.at["y"], 64)
		switch {
		case text == "Queuing scheme":
			label = y
		case slices.Contains(names, text):
			x, _ := strconv.ParseFloat(e.at["x"], 64)
			if half := textWidth(text, figureTick) / 2; x-half < 0 || x+half > w {
				t.Errorf("%s stands from %v to %v of %v", text, x-half, x+half, w)
			}
			seen[text]++
			lowest = max(lowest, y)
		}
	}
	for _, name := range names {
		if seen[name] != 2 {
			t.Errorf("%s is there %d times in two panels", name, seen[name])
		}
	}
	if label < lowest+figureText || label > h-4 {
		t.Errorf("the axis is named at %v, its lowest point at %v of %v", label, lowest, h)
	}
}

// Panels stand apart within the figure, however many there are in a row, and so do the words on a line.
func TestPanelsStandApart(t *testing.T) {
	for across := range 4 {
		f := example()
		f.Across = across
		f.Panels = append(f.Panels, f.Panels[0], f.Panels[1])
		for i := range 9 {
			name := strings.Repeat("name ", 4) + strconv.Itoa(i)
			f.Panels[0].Curves = append(f.Panels[0].Curves, Curve{Name: name, Ink: "--good", Sign: i, Signs: true, Bare: true, X: []float64{float64(10 * i)}, Y: []float64{50}})
			x := &f.Panels[1].X
			x.Max, x.Places, x.Names = 12, append(x.Places, float64(3+i)), append(x.Names, name)
		}
		w, h := f.Size()
		k := f.Sketch()
		if k.Width != w || k.Height != h || len(k.cuts) != 4 {
			t.Fatalf("%d across: %v × %v, %d plots", across, k.Width, k.Height, len(k.cuts))
		}
		for i, a := range k.cuts {
			if a.at.x0 < 0 || a.at.y0 < 0 || float64(a.at.x1) > w || float64(a.at.y1) > h {
				t.Errorf("%d across: plot %v outside of %v × %v", across, a.at, w, h)
			}
			for _, b := range k.cuts[:i] {
				if a.at.meets(&b.at) {
					t.Errorf("%d across: plots %v and %v", across, a.at, b.at)
				}
			}
		}
		var words []rect
		panel := 0
		for _, o := range k.ops {
			if o.kind != opText {
				continue
			}
			word := k.words[int(o.n[5])]
			if panel < 4 && word == f.Panels[panel].Title {
				if panel%max(1, across) > 0 && o.n[0] < k.cuts[panel-1].at.x1 {
					t.Errorf("%d across: panel %d begins at %v, beside %v", across, panel, o.n[0], k.cuts[panel-1].at)
				}
				panel++
			}
			wide := float32(textWidth(word, float64(o.n[3])))
			at := rect{o.n[0] - o.n[2]*wide, o.n[1] - o.n[3]*.7, o.n[0] + (1-o.n[2])*wide, o.n[1]}
			for i := range words {
				if at.meets(&words[i]) {
					t.Errorf("%d across: %q at %v lies on another word", across, word, at)
				}
			}
			words = append(words, at)
			for _, c := range k.cuts { // which have a rim of 6 px
				if c.at.x0, c.at.y0, c.at.x1, c.at.y1 = c.at.x0+6, c.at.y0+6, c.at.x1-6, c.at.y1-6; at.meets(&c.at) {
					t.Errorf("%d across: %q at %v lies in the plot %v", across, word, at, c.at)
				}
			}
		}
		if panel != 4 {
			t.Errorf("%d across: %d titles", across, panel)
		}
	}
	if (&Curve{Ink: "--none"}).ink() != (&Curve{Ink: "--accepted"}).ink() {
		t.Error("a colour that is none")
	}
}

// Every sign is drawn as a shape of its own.
func TestSignsOfCurves(t *testing.T) {
	for sign, want := range [][]uint8{{opDisc}, {opPath}, {opPath}, {opPath}, {opLine, opLine}, {opDisc}} {
		k := newSketch(20, 20)
		(&Curve{Sign: sign}).sign(k, 10, 8, inkOf(hex(0), 1))
		var got []uint8
		box := rect{20, 20, 0, 0}
		for _, o := range k.ops {
			got = append(got, o.kind)
			switch n := o.n; o.kind {
			case opDisc:
				box = rect{n[0] - n[2], n[1] - n[2], n[0] + n[2], n[1] + n[2]}
			default:
				pairs := 4
				if o.kind == opPath {
					pairs = 8
				}
				for i := 0; i < pairs; i += 2 {
					box = rect{min(box.x0, n[i]), min(box.y0, n[i+1]), max(box.x1, n[i]), max(box.y1, n[i+1])}
				}
			}
		}
		if x, y := (box.x0+box.x1)/2, (box.y0+box.y1)/2; !slices.Equal(got, want) || math.Abs(float64(x-10)) > .5 || math.Abs(float64(y-8)) > 1 || box.x1-box.x0 < 5 || box.y1-box.y0 < 5 {
			t.Errorf("sign %d: shapes %v, %v", sign, got, box)
		}
	}
}

func TestNumbersOfAxes(t *testing.T) {
	for v, want := range map[float64]string{0: "0", math.Copysign(0, -1): "0", 999: "999", 1000: "1000", -123456: "-123\u202f456", -1000: "-1000", 1234.5: "1234.5", .1 + .2: "0.3", 1234567: "1\u202f234\u202f567", 9007199254740991: "9\u202f007\u202f199\u202f254\u202f740\u202f991", 12345.67: "12\u202f345.67", 1e-3: "0.001"} {
		if got := number(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// Points lie where their axes have them.
func TestFiguresAreTrue(t *testing.T) {
	f := &Figure{Panels: []Panel{{X: Axis{Min: 10, Max: 20}, Y: Axis{Least: 1}, Curves: []Curve{{Name: "c", Width: 2, X: []float64{10, 15, 20}, Y: []float64{0, 50, 100}}}}}}
	k := f.Sketch()
	var last []float32
	for _, c := range k.Curves() {
		if len(c) == 6 {
			last = c
		}
	}
	if last == nil {
		t.Fatal("no curve of three points")
	}
	if mid := (last[0] + last[4]) / 2; math.Abs(float64(last[2]-mid)) > .01 || last[4]-last[0] < 500 {
		t.Errorf("x: %v", last)
	}
	if mid := (last[1] + last[5]) / 2; math.Abs(float64(last[3]-mid)) > .01 || math.Abs(float64(last[1]-last[5])-figureHigh/1.04) > .1 {
		t.Errorf("y: %v", last)
	}
	for _, c := range []struct {
		a    Axis
		n    float64
		want string
	}{
		{Axis{Max: 100}, 6, "0 20 40 60 80 100"},
		{Axis{Max: 104}, 6, "0 20 40 60 80 100"},
		{Axis{Max: 1}, 6, "0 0.2 0.4 0.6 0.8 1"},
		{Axis{Min: 40, Max: 41}, 5, "40 40.2 40.4 40.6 40.8 41"},
		{Axis{Max: 25000}, 6, "0 5000 10\u202f000 15\u202f000 20\u202f000 25\u202f000"},
		{Axis{Min: .1, Max: 10, Log: true}, 6, "0.1 0.2 0.5 1 2 5 10"},
		{Axis{Min: 1, Max: 1e4, Log: true}, 6, "1 10 100 1000 10\u202f000"},
		{Axis{Places: []float64{3, 4}, Names: []string{"a", "b"}, Max: 5}, 6, "a b"},
		{Axis{Min: 1, Max: 1}, 6, ""},
	} {
		var got []string
		for _, x := range c.a.ticks(c.n) {
			got = append(got, x.name)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%+v: %q, want %q", c.a, text, c.want)
		}
	}
}

// Figures have the colours of the light page.
func TestFigureInksAreThePages(t *testing.T) {
	text := ""
	for _, name := range []string{"style", "sweep"} {
		css, err := os.ReadFile("../public/" + name + ".css")
		if err != nil {
			t.Fatal(err)
		}
		_, light, _ := strings.Cut(string(css), "prefers-color-scheme: light")
		text += light
	}
	for name, c := range figureInks {
		got := regexp.MustCompile(regexp.QuoteMeta(name) + `: (#[0-9a-f]{6})`).FindStringSubmatch(text)
		if want := string(appendHex(nil, straight(inkOf(c, 1))>>8, 6)); got == nil || got[1] != want {
			t.Errorf("%s is %s, in the style sheets %v", name, want, got)
		}
		if r := contrast(inkOf(c, 1), inkOf(hex(0xffffff), 1)); r < 3 {
			t.Errorf("%s has a contrast of %.1f on white", name, r)
		}
	}
}

// Where an axis ends before its curves do, each peak beyond it has a mark, and the highest its value; the rest keeps the height it needs.
func TestFiguresMarkWhatLeavesThem(t *testing.T) {
	draw := func(most float64) (marks int, words string) {
		f := &Figure{Panels: []Panel{{Title: "Throughput, %", X: Axis{Max: 6}, Y: Axis{Least: 100, Most: most}, Curves: []Curve{
			{Name: "offered", Ink: "--offered", Width: 1, X: []float64{0, 1, 2, 3, 4, 5, 6, 7}, Y: []float64{0, 300, 640.2, 200, 90, 180, 0, 999}},
			{Name: "accepted", Ink: "--accepted", Width: 1, X: []float64{0, 6}, Y: []float64{0, 80}}}}}}
		k := f.Sketch()
		for _, e := range elements(t, k.SVG(720, 400, About{})) {
			if e.name == "text" {
				words += e.text + "\n"
			}
		}
		for i := range k.ops {
			if k.ops[i].kind == opPath {
				marks++
			}
		}
		return
	}
	if marks, words := draw(150); marks != 2 || !strings.Contains(words, "640\n") || !strings.Contains(words, "150\n") || strings.Contains(words, "200\n") {
		t.Errorf("%d marks, words %q", marks, words)
	}
	if marks, words := draw(0); marks != 0 || strings.Contains(words, "640\n") || !strings.Contains(words, "600\n") {
		t.Errorf("without an end: %d marks, words %q", marks, words)
	}
}
