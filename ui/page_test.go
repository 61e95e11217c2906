package ui

// What the tests share: a page that does what the real one does, without a browser, and the
// component tree as HTML.

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	_ "github.com/congestree/congestree/engine" // the mechanisms
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/vugu/html"
	"github.com/vugu/html/atom"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"
)

// fakePage owns a model and records what the panel asks for.
type fakePage struct {
	Model
	calls []string
	root  *Root
	env   *vugu.BuildEnv
	ee    *staticrender.RWMutexEventEnv
}

func newPage(t *testing.T) *fakePage {
	t.Helper()
	p := &fakePage{ee: &staticrender.RWMutexEventEnv{}}
	p.State, p.Speed = Running, 10_000
	p.FieldErrors, p.FieldTexts = map[string]string{}, map[string]string{}
	p.Frame.ChecksumPS, p.Frame.Accepted, p.Frame.Offered, p.Frame.LatencyNS, p.Frame.NetworkNS = -1, -1, -1, -1, -1
	p.load(scenario.Default())
	p.root = NewRoot(&p.Model, p)
	env, err := vugu.NewBuildEnv(p.ee)
	if err != nil {
		t.Fatal(err)
	}
	p.env = env
	return p
}

func (p *fakePage) load(s scenario.Scenario) {
	p.Scenario = s
	if n, err := topology.Build(s.Get("network")); err == nil {
		p.Net = n
	}
}

func (p *fakePage) note(s ...string) { p.calls = append(p.calls, strings.Join(s, " ")) }

func (p *fakePage) SetField(name, value string) {
	p.note("set", name, value)
	s, err := p.Scenario.With(name, value)
	if err != nil {
		p.FieldErrors[name], p.FieldTexts[name] = err.(*scenario.Error).Reason, value
		return
	}
	delete(p.FieldErrors, name)
	delete(p.FieldTexts, name)
	p.load(s)
}

func (p *fakePage) LoadPreset(name string) {
	p.note("preset", name)
	if v, ok := scenario.PresetByName(name); ok {
		p.load(v.Scenario())
	}
}
func (p *fakePage) Play()            { p.note("play"); p.State = Running }
func (p *fakePage) Pause()           { p.note("pause"); p.State = Paused }
func (p *fakePage) Step()            { p.note("step") }
func (p *fakePage) StepBack()        { p.note("back") }
func (p *fakePage) SetProof(on bool) { p.note("prove", strconv.FormatBool(on)); p.Proves = on }
func (p *fakePage) SetStep(u string) { p.note("step by", u); p.Model.Step = u }
func (p *fakePage) RunUntil(g, v string) {
	p.note("until", g, v)
	p.UntilError = ""
	if v == "soon" {
		p.UntilError = "write a number"
	}
}
func (p *fakePage) Loop(on bool, from, to int64) {
	p.note("loop", micros(from), micros(to))
	if p.LoopFrom, p.LoopTo = from, to; !on {
		p.LoopFrom, p.LoopTo = 0, 0
	}
}
func (p *fakePage) Restart()             { p.note("restart") }
func (p *fakePage) SetSpeed(v float64)   { p.note("speed", speedValue(v)); p.Speed = v }
func (p *fakePage) CopyLink()            { p.note("copy") }
func (p *fakePage) ShowShare(on bool)    { p.note("share", map[bool]string{true: "on", false: "off"}[on]) }
func (p *fakePage) SetShare(n, v string) { p.note("share", n, v) }
func (p *fakePage) DoShare(w string)     { p.note("share", w) }
func (p *fakePage) Isolate(id uint32)    { p.note("isolate", count(uint64(id))); p.Isolated = id }
func (p *fakePage) FitView()             { p.note("fit") }
func (p *fakePage) FillScreen()          { p.note("fill") }
func (p *fakePage) ZoomView(f float64) {
	p.note("zoom", map[bool]string{true: "in", false: "out"}[f > 1])
}
func (p *fakePage) DoBannerAction()       { p.note("action") }
func (p *fakePage) SetLanguage(s string)  { p.note("language", s) }
func (p *fakePage) TakeOffer(b bool)      { p.note("offer", map[bool]string{true: "yes", false: "no"}[b]) }
func (p *fakePage) Undo()                 { p.note("undo") }
func (p *fakePage) Redo()                 { p.note("redo") }
func (p *fakePage) SaveFile()             { p.note("save") }
func (p *fakePage) Install()              { p.note("install") }
func (p *fakePage) DismissBanner()        { p.note("dismiss"); p.Banner = "" }
func (p *fakePage) ChooseTrace()          { p.note("trace") }
func (p *fakePage) ShowPapers(b bool)     { p.note("papers"); p.Papers = b }
func (p *fakePage) SetPapers(a PapersAt)  { p.note("papers at", a.Link()); p.PapersAt = a }
func (p *fakePage) CopyPapers(a PapersAt) { p.note("copy papers", a.Link()) }
func (p *fakePage) SetLook(what, value string) {
	p.note("look " + what + " " + value)
}
func (p *fakePage) ShowExport(b bool)  { p.note("export"); p.Model.Export.Open = b }
func (p *fakePage) Export(a ExportAsk) { p.note("save", a.Kind) }
func (p *fakePage) CancelExport()      { p.note("stop") }

func (p *fakePage) LoadCell(id string) { p.note("cell", id) }
func (p *fakePage) ShowHelp(b bool)    { p.note("help"); p.Help = b }
func (p *fakePage) SetKeys(b bool)     { p.note("keys", strconv.FormatBool(b)); p.KeysOff = !b }

// html renders the panel. Properties, which a static page has none of, become attributes.
func (p *fakePage) html(t *testing.T) *html.Node {
	t.Helper()
	res := p.env.RunBuild(p.root)
	var walk func(out *vugu.BuildOut)
	walk = func(out *vugu.BuildOut) {
		for _, n := range out.Out {
			n.Walk(func(n *vugu.VGNode) error {
				for _, pr := range n.Prop {
					text := strings.Trim(string(pr.JSONVal), `"`)
					if text != "false" {
						n.Attr = append(n.Attr, vugu.VGAttribute{Key: pr.Key, Val: html.UnescapeString(text)})
					}
				}
				return nil
			})
		}
		for _, c := range out.Components {
			walk(res.ResultFor(c))
		}
	}
	walk(res.Out)
	var b bytes.Buffer
	if err := staticrender.New(&b).Render(res); err != nil {
		t.Fatal(err)
	}
	list, err := html.ParseFragment(&b, &html.Node{Type: html.ElementNode, DataAtom: atom.Body, Data: "body"})
	if err != nil || len(list) != 1 {
		t.Fatalf("the panel is not one element: %v", err)
	}
	return list[0]
}

// fresh renders with nothing skipped.
func (p *fakePage) fresh(t *testing.T) *html.Node {
	t.Helper()
	p.root = NewRoot(&p.Model, p)
	return p.html(t)
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}

// all returns the elements that match, in document order.
func all(n *html.Node, match func(*html.Node) bool) []*html.Node {
	var out []*html.Node
	if n.Type == html.ElementNode && match(n) {
		out = append(out, n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out = append(out, all(c, match)...)
	}
	return out
}

func byTestID(n *html.Node, id string) []*html.Node {
	return all(n, func(e *html.Node) bool { return attr(e, "data-testid") == id })
}

// one returns the only element with a test id.
func one(t *testing.T, n *html.Node, id string) *html.Node {
	t.Helper()
	list := byTestID(n, id)
	if len(list) != 1 {
		t.Fatalf("%d elements with data-testid=%q", len(list), id)
	}
	return list[0]
}

// text is what an element says, its white space reduced to single blanks.
func text(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(text(c))
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// visible says that neither the element nor one around it is hidden.
func visible(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if has(n, "hidden") {
			return false
		}
	}
	return true
}

// event is what a handler gets, without a browser.
type event struct {
	vugu.DOMEvent
	ee        vugu.EventEnv
	props     map[string]any
	prevented bool
}

func (e *event) PropString(k ...string) string {
	s, _ := e.props[k[len(k)-1]].(string)
	return s
}

func (e *event) PropBool(k ...string) bool {
	b, _ := e.props[k[len(k)-1]].(bool)
	return b
}

func (e *event) PreventDefault()         { e.prevented = true }
func (e *event) EventEnv() vugu.EventEnv { return e.ee }

// on makes an event from pairs of property and value.
func (p *fakePage) on(pairs ...any) *event {
	e := &event{ee: p.ee, props: map[string]any{}}
	for i := 0; i < len(pairs); i += 2 {
		e.props[pairs[i].(string)] = pairs[i+1]
	}
	return e
}

// field returns the component of a field.
func (p *fakePage) field(t *testing.T, name string) *Field {
	t.Helper()
	for _, g := range p.root.groups {
		for _, f := range g.Fields {
			if f.f.Name == name {
				return f
			}
		}
	}
	t.Fatalf("no field %s in the panel", name)
	return nil
}
