package browser

// What the tests share: one browser, one server of public/ under a path, one tab per test.

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var (
	chromium *Browser
	site     string // address of the page
	public   string // its folder
	empty    string // address of the same server where there is nothing
)

// TestMain builds the site and starts the browser. Without a Chromium the tests are skipped,
// unless CONGESTREE_BROWSER=required (./build.sh test) or a CI says that there must be one.
func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	var err error
	chromium, err = Start(Brief, NoCard)
	if err != nil {
		must := os.Getenv("CONGESTREE_BROWSER") == "required" || os.Getenv("CI") != ""
		if errors.Is(err, ErrNone) && !must {
			os.Stderr.WriteString("browser tests skipped: " + err.Error() + "\n")
			return 0
		}
		os.Stderr.WriteString("browser tests: " + err.Error() + "\n")
		return 1
	}
	defer chromium.Close()
	root, err := filepath.Abs("../..")
	if err == nil {
		cmd := exec.Command("go", "run", "./wasm/site", "build")
		cmd.Dir, cmd.Stdout, cmd.Stderr = root, os.Stderr, os.Stderr
		err = cmd.Run()
	}
	if err != nil {
		os.Stderr.WriteString("browser tests: the site cannot be built: " + err.Error() + "\n")
		return 1
	}
	public = filepath.Join(root, "public")
	var stop func()
	site, stop = Serve(public, "/some/path/")
	empty = strings.TrimSuffix(site, "some/path/")
	defer stop()
	return m.Run()
}

// tab opens an empty tab, and complains at the end about whatever the page complained about.
func tab(t *testing.T, o Options) *Tab {
	t.Helper()
	b := lend(t, o)
	t.Cleanup(func() { complain(t, b) })
	return b
}

func complain(t *testing.T, b *Tab) {
	t.Helper()
	for _, r := range b.Reports() {
		t.Error("the page reports", r)
	}
}

// renew empties a test's own tab: what comes then finds nothing stored, as somebody else would.
func renew(t *testing.T, b *Tab, o Options) {
	t.Helper()
	complain(t, b)
	check(t, b.Empty(empty))
	check(t, b.Lend(cheap(o)))
}

// cheap makes of a tab one that takes little of a processor, for software paints, and tests run beside each other: it has half as many pixels each way,
// is shown some two times a second, and the browser leaves its canvases out when it puts the page together (see shown), though the page draws on them
// all the same. Tests of the window's pixels or of frames ask for a scale, and have all of it.
func cheap(o Options) Options {
	if o.Scale == 0 {
		o.Scale = .5
		o.Before = `{
			const ask = requestAnimationFrame.bind(window);
			window.requestAnimationFrame = f => setTimeout(() => ask(f), 450);
			window.unseen = new CSSStyleSheet();
			unseen.replaceSync('canvas { opacity: 0 }');
			document.adoptedStyleSheets.push(unseen);
		}
		` + o.Before
	}
	return o
}

// shown has the browser put a page together with its canvases from now on.
func shown(t *testing.T, b *Tab) {
	t.Helper()
	check(t, b.Eval("window.unseen && (unseen.disabled = true)", nil))
}

// left are tabs of tests that are over: another one and its process take a second to start.
var left struct {
	sync.Mutex
	tabs []*Tab
}

// lend opens an empty tab, or one that a test has left, if nothing went wrong in it.
func lend(t *testing.T, o Options) *Tab {
	t.Helper()
	var b *Tab
	var err error
	left.Lock()
	if n := len(left.tabs); n > 0 {
		b, left.tabs = left.tabs[n-1], left.tabs[:n-1]
	}
	left.Unlock()
	if b != nil {
		err = b.Lend(cheap(o))
	} else {
		b, err = chromium.Tab(cheap(o))
	}
	check(t, err)
	t.Cleanup(func() {
		if t.Failed() || b.Empty(empty) != nil {
			b.Close()
		} else {
			left.Lock()
			left.tabs = append(left.tabs, b)
			left.Unlock()
		}
	})
	return b
}

// open loads the page with a query and waits until it runs. Small pictures are quicker.
func open(t *testing.T, query string) *Tab {
	t.Helper()
	return openWith(t, "", query)
}

// openWith is open with a script that runs before the page's, such as hasty.
func openWith(t *testing.T, before, query string) *Tab {
	t.Helper()
	b := tab(t, Options{Width: 900, Height: 600, Before: before})
	check(t, b.Go(site+query))
	check(t, b.Running())
	return b
}

// load opens a link in a page that is open, and waits until it is shown.
func load(t *testing.T, b *Tab, link string) {
	t.Helper()
	eval[any](t, b, "congestree.load("+quote(link)+").then(() => null)")
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eval returns the value of an expression.
func eval[T any](t *testing.T, b *Tab, expression string) T {
	t.Helper()
	var v T
	if err := b.Eval(expression, &v); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func until(t *testing.T, b *Tab, expression string) {
	t.Helper()
	check(t, b.Until(expression, wait))
}

// measures as window.congestree gives them.
type measures struct {
	State      string
	Link       string
	Hosts      int
	Now        float64 `json:"simulated_ns"`
	Delivered  float64
	Hops       float64
	Checksum   string
	ChecksumNS float64 `json:"checksum_ns"`
	Throughput float64
	Trees      []struct {
		ID                    int
		Root                  string
		Hosts, Ports, Victims int
	}
}

func seek(t *testing.T, b *Tab, ns string) measures {
	t.Helper()
	return eval[measures](t, b, "congestree.seek("+ns+")")
}

// control is an expression for the element with a test id.
func control(id string) string {
	j, _ := json.Marshal(`[data-testid="` + id + `"]`)
	return "document.querySelector(" + string(j) + ")"
}

// choose sets a control as a person does.
func choose(t *testing.T, b *Tab, id, value, event string) {
	t.Helper()
	j, _ := json.Marshal(value)
	eval[bool](t, b, `(() => { const c = `+control(id)+`; c.value = `+string(j)+`; c.dispatchEvent(new Event('`+event+`', {bubbles: true})); return true })()`)
}

// picture takes a screenshot and keeps the canvas's part left of the panel and above the chart.
func picture(t *testing.T, b *Tab) image.Image {
	t.Helper()
	shown(t, b)
	raw, err := b.Picture()
	check(t, err)
	if dir := os.Getenv("CONGESTREE_PICTURES"); dir != "" {
		name := strings.ReplaceAll(t.Name(), "/", "-") + ".png"
		check(t, os.WriteFile(filepath.Join(dir, name), raw, 0o644))
	}
	img, err := png.Decode(bytes.NewReader(raw))
	check(t, err)
	r := img.Bounds()
	return img.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(image.Rect(0, 40, r.Dx()/2, r.Dy()*2/3))
}

// colours counts the different colours of a picture.
func colours(m image.Image) int {
	seen := map[[3]uint32]bool{}
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}

// differing is the share of pixels in which two pictures clearly differ.
func differing(a, b image.Image) float64 {
	n, d := 0, 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r, g, b1, _ := a.At(x, y).RGBA()
			s, h, b2, _ := b.At(x, y).RGBA()
			n++
			if gap(r, s)+gap(g, h)+gap(b1, b2) > 0x6000 {
				d++
			}
		}
	}
	return float64(d) / float64(n)
}

func gap(a, b uint32) uint32 { return max(a, b) - min(a, b) }
