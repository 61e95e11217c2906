package browser

// What is on screen travels: in a link, in the share dialog's forms, in a file; and a link that is wrong in part still
// opens the rest.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const viewLink = "?preset=hot-spot&t=100us&camera=0.25,0.6,2.5&theme=light&packets=2&chart=blocked"

func TestViewTravels(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 900, Height: 600, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(site+viewLink))
	check(t, b.Until("document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 100000", time.Minute))
	if bg := eval[string](t, b, "getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()"); bg != "#f5f7f9" {
		t.Error("theme=light in a dark system gives the ground", bg)
	}
	if v := eval[string](t, b, control("look-packets")+".selectedIndex + ''"); v != "1" {
		t.Error("packets=2 chose the entry", v)
	}
	until(t, b, control("chart")+".value === 'blocked' && document.querySelector('.plot-head').textContent.includes('high-order HoL')")
	// One tree alone, then what the dialog makes of it.
	check(t, b.Until("congestree.measures().trees && congestree.measures().trees.length > 1", time.Minute))
	eval[bool](t, b, `(document.querySelector('[data-testid="tree"], .trees .tree').click(), true)`)
	check(t, b.Until("!"+control("show-all")+".hidden", time.Minute))
	eval[bool](t, b, "("+control("open-share")+".click(), true)")
	const text = `document.querySelector('[data-testid="share-text"]').value`
	check(t, b.Until(control("share")+".open && "+text+".includes('tree=')", time.Minute))
	link := eval[string](t, b, text)
	for _, part := range []string{"preset=hot-spot", "t=100us", "camera=0.25,0.6,2.5", "packets=2", "chart=blocked", "theme=light", "tree=S"} {
		if !strings.Contains(link, part) {
			t.Errorf("the link %s lacks %s", link, part)
		}
	}
	if n := len(link) - len(site); n > 160 {
		t.Errorf("the link's own part has %d characters: %s", n, link)
	}
	want := eval[measures](t, b, "congestree.measures()")

	// In a profile that has never seen it: the same state, camera, tree.
	renew(t, b, Options{Width: 1200, Height: 700, Features: "prefers-color-scheme=dark"})
	check(t, b.Go(link))
	check(t, b.Until("document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 100000 && congestree.measures().checksum === "+quote(want.Checksum), time.Minute))
	check(t, b.Until("!"+control("show-all")+".hidden", time.Minute))
	eval[bool](t, b, "("+control("open-share")+".click(), true)")
	check(t, b.Until(text+" === "+quote(link), time.Minute))

	// A parameter that is wrong is said; the others count, and nobody's markup gets in.
	check(t, b.Go(site+"?preset=uniform&t=20us&camera=%3Cimg%20src%3Dx%20onerror%3Dhurt()%3E&theme=light"))
	check(t, b.Until("document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 20000", time.Minute))
	if says := eval[string](t, b, control("error")+".textContent"); !strings.Contains(says, "camera=<img") || !strings.Contains(says, "0.5,0.5,3") {
		t.Errorf("the banner says %q", says)
	}
	if n := eval[int](t, b, "document.querySelectorAll('[data-testid=\"error\"] img').length"); n != 0 {
		t.Error("the banner holds markup of the link's")
	}
	if bg := eval[string](t, b, "getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()"); bg != "#f5f7f9" {
		t.Error("the theme was lost with the camera:", bg)
	}
}

const hostileTitle = `"><img src=x onerror=hurt()>](javascript:hurt()) }\input{x} `

func TestShareDialog(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 1100, Height: 760, Features: "prefers-color-scheme=dark", Before: `
		Object.defineProperty(navigator, 'clipboard', {value: {writeText: text => { window.copied = text; return Promise.resolve(); }}});
		Object.defineProperty(navigator, 'share', {value: what => { window.sent = what; return Promise.resolve(); }});
		const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return make.call(URL, blob); };`})
	check(t, b.Go(site+"?preset=uniform&seed=5&t=30us"))
	check(t, b.Until("document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 30000", time.Minute))
	check(t, b.Press("s"))
	check(t, b.Until(control("share")+".open", time.Minute))
	check(t, b.Until(`document.querySelector('[data-testid="share-preview"]').contentDocument?.querySelector('#start:not([hidden])')`, time.Minute)) // the preview is the picture, with a button
	poster := func(own bool, when string) {
		t.Helper()
		if b.Until(fmt.Sprintf(`(i => i && i.complete && i.naturalWidth > 0 && i.src.startsWith('blob:') === %t)(document.querySelector('[data-testid="share-preview"]').contentDocument?.getElementById('poster-picture'))`, own), 20*time.Second) != nil {
			t.Errorf("%s the preview's picture is of what is on screen: %t", when, !own)
		}
	}
	for _, v := range axe(t, b) {
		t.Error(v)
	}
	choose(t, b, "share-title-text", hostileTitle, "input")
	check(t, b.Until(`document.querySelector('[data-testid="share-preview"]').contentDocument?.getElementById('poster-title')?.textContent.includes('<img')`, time.Minute))
	form := func(name string) string {
		t.Helper()
		eval[bool](t, b, "("+control("share-"+name)+".click(), true)")
		check(t, b.Until(control("share-"+name)+".checked", time.Minute))
		time.Sleep(300 * time.Millisecond) // for the texts
		return eval[string](t, b, control("share-text")+".value")
	}
	poster(true, "of a link")
	if !eval[bool](t, b, `(i => (document.querySelector('[data-testid="share-close"]').click(), new Promise(done => { const late = new Image(); late.onload = () => done(true); late.onerror = () => done(false); late.src = i.src; })))(document.querySelector('[data-testid="share-preview"]').contentDocument.getElementById('poster-picture'))`) {
		t.Error("a preview that loads when the dialog is closed misses its picture")
	}
	check(t, b.Press("s"))
	check(t, b.Until(control("share")+".open", time.Minute))
	poster(true, "of a link, again")
	form("frame") // whose readers see the picture of all frames
	poster(false, "of a frame")
	for name, parts := range map[string][]string{
		"link":     {site + "?preset=uniform&seed=5&t=30us"},
		"frame":    {"<iframe src=\"" + site + "embed.html?preset=uniform&amp;seed=5&amp;t=30us&amp;", "&amp;title=%22%3E%3Cimg", "&quot;&gt;&lt;img src=x"},
		"markdown": {`\<img src\=x`, "](" + site + "?preset=uniform&seed=5&t=30us"},
		"latex":    {`\textgreater{}\textless{}img`, `\includegraphics[width=25mm]{congestree-qr-`},
		"bibtex":   {"@misc{congestree-", "urldate", `\textbraceright{}\textbackslash{}input\textbraceleft{}x\textbraceright{}`},
	} {
		text := form(name)
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s lacks %s:\n%s", name, part, text)
			}
		}
		eval[bool](t, b, "(window.copied = '', "+control("share-copy")+".click(), true)")
		check(t, b.Until("window.copied === "+quote(text)+" && "+control("share-done")+".textContent === 'Copied'", time.Minute))
	}
	form("qr")
	check(t, b.Until(`document.querySelector('[data-testid="share-qr-code"] path').getAttribute('d').length > 500`, time.Minute))
	picture(t, b)
	for _, kind := range []string{"pdf", "svg"} {
		eval[bool](t, b, "(window.saved = null, "+control("share-"+kind)+".click(), true)")
		check(t, b.Until("window.saved", time.Minute))
		if text := eval[string](t, b, "window.saved.text()"); !strings.HasPrefix(text, map[string]string{"pdf": "%PDF-1.4", "svg": "<svg"}[kind]) {
			t.Errorf("%s begins with %.20q", kind, text)
		}
	}
	form("link")
	eval[bool](t, b, "("+control("share-native")+".click(), true)")
	check(t, b.Until("window.sent && window.sent.url.startsWith("+quote(site+"?preset=uniform&seed=5&t=30us")+")", time.Minute))

	// Options that are wrong are said, and cost nothing.
	choose(t, b, "share-at-us", "soon", "input")
	check(t, b.Until("!"+control("share-error")+".hidden && "+control("share-text")+".value.startsWith("+quote(site+"?preset=uniform&seed=5")+") && !"+control("share-text")+".value.includes('&t=')", time.Minute))
	choose(t, b, "share-at-us", "12.5", "input")
	check(t, b.Until(control("share-error")+".hidden && "+control("share-text")+".value.includes('&t=12.5us')", time.Minute))

	// A file, dropped into another page, opens the same.
	form("file")
	eval[bool](t, b, "(window.saved = null, "+control("share-save")+".click(), true)")
	check(t, b.Until("window.saved", time.Minute))
	file := eval[string](t, b, "window.saved.text()")
	var kept struct {
		Congestree int
		View       map[string]string
		Title      string
	}
	if err := json.Unmarshal([]byte(file), &kept); err != nil || kept.Congestree != 1 || kept.View["t"] != "12.5us" {
		t.Fatalf("the file is %s (%v)", file, err)
	}
	other := open(t, "?preset=hot-spot")
	drop := func(name, text string) { // on the canvas, as no file of a disk: it has no entry
		eval[bool](t, other, `(() => { const d = new DataTransfer(); d.items.add(new File([`+quote(text)+`], '`+name+`')); document.querySelector('#stage > canvas').dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true, bubbles: true})); return true })()`)
	}
	drop("x.congestree.json", file)
	check(t, other.Until("congestree.link().endsWith('?preset=uniform&seed=5') && congestree.measures().simulated_ns === 12500", time.Minute))
	for text, says := range map[string]string{`{"congestree": 9}`: "newer", `{"congestree": 1, "scenario": {"load": 9}}`: "range", `<html>`: "not"} {
		drop("bad.json", text)
		check(t, other.Until(control("error")+"?.textContent.includes('"+says+"')", time.Minute))
		if !eval[bool](t, other, "congestree.link().endsWith('?preset=uniform&seed=5')") {
			t.Error("a bad file cost what was open")
		}
	}

	// Results are no trace, and what is wrong with them, or can be done with them, is said.
	for name, says := range map[string]string{"load.jsonl": "line 1: it is no result of a sweep", "Load.CSV": "of results the page reads the JSON lines of a sweep (.jsonl), no tables."} {
		drop(name, `{"sweep":"5bdb6a2003d9ba23","point":0,"of":4,"link":"?network=rlft-4x3"}`+"\n")
		check(t, other.Until(control("error")+"?.textContent.includes('"+name+" cannot be opened: "+says+"')", time.Minute))
	}

	// As a link does, it begins at time 0 and at its own speed, also where its scenario was one of those compared.
	eval[any](t, other, "congestree.load('?preset=uniform&seed=5&compare=queuing:vftree&speed=4000&t=30us').then(() => null)")
	drop("x.congestree.json", `{"congestree": 1, "scenario": {"preset": "uniform", "seed": 5}}`)
	check(t, other.Until("congestree.lanes().length === 1 && congestree.measures().state === 'running' && congestree.measures().simulated_ns < 30000 && "+control("speed")+".value !== '4000'", time.Minute))

	// The title stays with the scenario that it was typed for.
	shown := func() string {
		t.Helper()
		eval[bool](t, b, "("+control("share-close")+".click(), true)")
		check(t, b.Until("!"+control("share")+".open", time.Minute))
		eval[bool](t, b, "("+control("open-share")+".click(), true)")
		check(t, b.Until(control("share")+".open", time.Minute))
		return eval[string](t, b, control("share-title-text")+".value")
	}
	if title := shown(); title != hostileTitle {
		t.Errorf("the title has become %q", title)
	}
	eval[bool](t, b, "congestree.load('?preset=hot-spot').then(() => true)")
	if title := shown(); title == "" || title == hostileTitle {
		t.Errorf("another scenario is called %q", title)
	}
	// What is changed behind the dialog, as by a program or a trace that has been read, is not what is shared, nor is part of it.
	eval[bool](t, b, "congestree.load('?preset=uniform&seed=7').then(() => true)")
	const text = `document.querySelector('[data-testid="share-text"]').value`
	for form, begins := range map[string]string{"markdown": "[", "link": "http"} {
		eval[bool](t, b, "("+control("share-"+form)+".click(), true)")
		until(t, b, text+".startsWith('"+begins+"')")
		if got := eval[string](t, b, text); !strings.Contains(got, "preset=hot-spot") || strings.Contains(got, "seed=7") {
			t.Errorf("as %s it shares %s", form, got)
		}
	}
}

// Whatever was on screen before, a link that is opened in the page shows what it says and no more: the usual view needs no words.
func TestLinkBringsItsOwnView(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "run.congestree.json")
	check(t, os.WriteFile(path, []byte(`{"congestree": 1, "scenario": {"preset": "hot-spot", "seed": 7}, "view": {"t": "20us"}}`), 0o644))
	b := tab(t, Options{Width: 900, Height: 600})
	for i, c := range []struct {
		seed string
		open func()
	}{
		{"5", func() { load(t, b, "?preset=hot-spot&seed=5&t=20us") }},
		{"6", func() { eval[any](t, b, "location.hash = 'preset=hot-spot&seed=6&t=20us'") }},
		{"7", func() { drop(t, b, 300, 300, path) }},
	} {
		if before := "?preset=hot-spot&t=20us&camera=0.25,0.6,2.5&packets=2&links=2&layout=circles&chart=all&seed=1" + c.seed; i == 0 {
			check(t, b.Go(site+before))
		} else {
			load(t, b, before)
		}
		check(t, b.Until("congestree.link().includes('seed=1"+c.seed+"') && congestree.measures().simulated_ns === 20000", time.Minute))
		until(t, b, "congestreeChart.state.data?.end >= 20")
		check(t, b.Eval("congestreeChart.zoom([5, 10])", nil))
		c.open()
		check(t, b.Until("congestree.link().includes('seed="+c.seed+"') && congestree.measures().simulated_ns === 20000", time.Minute))
		until(t, b, "congestreeChart.state.data.link.includes('seed="+c.seed+"') && !congestreeChart.state.range")
		check(t, b.Press("s"))
		check(t, b.Until(control("share")+".open", time.Minute))
		link := eval[string](t, b, control("share-text")+".value")
		for _, part := range []string{"camera=", "packets=", "links=", "layout=", "chart="} {
			if strings.Contains(link, part) {
				t.Errorf("seed %s: %s is in %s", c.seed, part, link)
			}
		}
		eval[bool](t, b, "("+control("share-close")+".click(), true)")
		until(t, b, "!"+control("share")+".open")
	}
}

// Escape closes the dialog from within its preview, too, which is a frame of its own.
func TestEscapeInThePreview(t *testing.T) {
	t.Parallel()
	b := open(t, "?preset=uniform")
	check(t, b.Press("s"))
	check(t, b.Until(control("share")+`.open && `+control("share-preview")+`.contentDocument?.querySelector('#start:not([hidden])')`, time.Minute))
	eval[bool](t, b, "("+control("share-preview")+`.contentDocument.getElementById('start').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true})), true)`)
	check(t, b.Until("!"+control("share")+".open", time.Minute))
}
