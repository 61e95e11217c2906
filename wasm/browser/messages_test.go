package browser

// How pages drive the runs in their frames: protocol 1 by itself, congestree.js, and the hosts that api.html names.

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// ask speaks protocol 1 to the frame i without the helper, and returns its answer.
const ask = frameHead + `<script>
const open = {}; let n = 0; window.events = [];
addEventListener('message', e => {
  if (e.data && e.data.event) { events.push({event: e.data.event, origin: e.origin, detail: e.data}); return; }
  const f = open[e.data && e.data.id]; if (f) f({origin: e.origin, ...e.data});
});
window.ask = (method, params, frame = 0) => window.raw({congestree: 1, id: ++n, method, params}, n, frame);
window.raw = (message, id, frame = 0) => new Promise(done => { open[id] = done; frames[frame].postMessage(message, '*'); });
</script>`

// reply is an answer of protocol 1.
type reply struct {
	Origin string
	ID     any
	Result json.RawMessage
	Error  *struct{ Code, Message string }
}

func TestMessages(t *testing.T) {
	t.Parallel()
	at := around(t, map[string]string{"": ask + `<iframe title="run" width="640" height="400" src="SITEembed.html?preset=uniform&camera=x"></iframe>`})
	b := tab(t, Options{Width: 800, Height: 600})
	check(t, b.Go(at))
	check(t, b.Until("events.length > 0", time.Minute))
	hello := eval[reply](t, b, "ask('hello')")
	if hello.Error != nil || !strings.Contains(string(hello.Result), `"poster"`) || loaded(b) != 0 {
		t.Errorf("hello of the picture: %s", hello.Result)
	}
	if want := site[:strings.Index(site, "/some/")]; hello.Origin != want {
		t.Errorf("the answer comes from %s, not %s", hello.Origin, want)
	}
	for what, code := range map[string]string{ // what would be refused later is refused by the picture, too, and starts nothing
		`raw({congestree: 2, id: 'a', method: 'hello'}, 'a')`:  "bad-version",
		`raw({congestree: 2, id: 'b', method: 'play'}, 'b')`:   "bad-version",
		`raw({congestree: '1', id: 5, method: 'pause'}, 5)`:    "bad-version",
		`raw({congestree: 1, method: 'hello'}, 'null')`:        "bad-message",
		`raw({congestree: 1, id: {}, method: 'seek'}, 'null')`: "bad-message",
		`raw({congestree: 1, id: 6}, 6)`:                       "unknown-method",
		`raw({congestree: 1, id: 7, method: 'eval'}, 7)`:       "unknown-method",
	} {
		if r := eval[reply](t, b, what); r.Error == nil || r.Error.Code != code || r.Error.Message == "" {
			t.Errorf("%s to the picture: %+v %s, want %s", what, r.Error, r.Result, code)
		}
	}
	if eval[string](t, b, "ask('hello').then(h => h.result.state)") != "poster" || loaded(b) != 0 {
		t.Error("what was refused has started the simulator")
	}
	// The first request that needs it starts the simulator; it rests where it was asked to go.
	var m measures
	read := func(r reply) measures {
		t.Helper()
		m = measures{}
		if r.Error != nil {
			t.Fatalf("refused: %+v", r.Error)
		}
		check(t, json.Unmarshal(r.Result, &m))
		return m
	}
	if read(eval[reply](t, b, "ask('seek', {ns: 33333})")); m.Now != 33333 || m.State != "paused" || len(m.Checksum) != 16 {
		t.Errorf("after seek: %+v", m)
	}
	at33 := m.Checksum
	if left := eval[string](t, b, "ask('hello').then(h => h.result.left_out)"); !strings.Contains(left, "camera=x") {
		t.Errorf("of a frame's address with a wrong camera there is left out: %q", left)
	}
	if r := eval[reply](t, b, "ask('set', {field: 'queuing', value: 'vftree'})"); r.Error != nil || !strings.Contains(string(r.Result), "queuing=vftree") {
		t.Errorf("set: %+v %s", r.Error, r.Result)
	}
	read(eval[reply](t, b, "ask('load', {link: '?preset=uniform'})"))
	if read(eval[reply](t, b, "ask('seek', {ns: 33333})")); m.Checksum != at33 {
		t.Error("the same instant of the same scenario has another state")
	}
	if read(eval[reply](t, b, "ask('until', {kind: 'time', value: 12})")); m.Now != 12000 {
		t.Errorf("until 12 µs it came to %v ns", m.Now)
	}
	eval[reply](t, b, "ask('subscribe', {every_ms: 100})")
	eval[reply](t, b, "ask('play')")
	check(t, b.Until("events.filter(e => e.event === 'measures' && e.detail.measures.state === 'running').length > 2", time.Minute))
	eval[reply](t, b, "ask('unsubscribe')")
	eval[reply](t, b, "ask('pause')")
	if r := eval[reply](t, b, "ask('picture', {type: 'svg', width: 320})"); r.Error != nil || !strings.HasPrefix(string(r.Result), `"data:image/svg+xml`) {
		t.Errorf("picture: %+v %.60s", r.Error, r.Result)
	}
	before := eval[string](t, b, "ask('hello').then(h => h.result.link)")
	if left := eval[string](t, b, "ask('hello').then(h => String(h.result.left_out))"); left != "null" {
		t.Errorf("of a link that is shown as a whole there is left out: %q", left)
	}

	// What is wrong is refused in words, and changes nothing.
	for what, code := range map[string]string{
		`raw({congestree: 1, id: 'a', method: 'eval', params: {code: 'top.hurt()'}}, 'a')`:                  "unknown-method",
		`raw({congestree: 1, id: 'b', method: 'constructor'}, 'b')`:                                         "unknown-method",
		`raw({congestree: 2, id: 'c', method: 'play'}, 'c')`:                                                "bad-version",
		`raw({congestree: 1, id: 'd', method: 'seek', params: {ns: 1e99}}, 'd')`:                            "bad-params",
		`raw({congestree: 1, id: 'e', method: 'seek', params: {ns: '<img src=x>'}}, 'e')`:                   "bad-params",
		`raw({congestree: 1, id: 'f', method: 'load', params: {link: 'x'.repeat(9000)}}, 'f')`:              "bad-params",
		`raw({congestree: 1, id: 'g', method: 'load', params: {link: '?load=9'}}, 'g')`:                     "refused",
		`raw({congestree: 1, id: 'h', method: 'load', params: {link: 'javascript:top.hurt()'}}, 'h')`:       "refused",
		`raw({congestree: 1, id: 'i', method: 'set', params: {field: 'load', value: '7'}}, 'i')`:            "refused",
		`raw({congestree: 1, id: 'j', method: 'set', params: {field: '__proto__', value: '1'}}, 'j')`:       "refused",
		`raw({congestree: 1, id: 'k', method: 'hello', params: {x: 'x'.repeat(70000)}}, 'k')`:               "bad-message",
		`raw({congestree: 1, id: 'l', method: 'hello', more: 1}, 'l')`:                                      "bad-message",
		`raw((() => { const m = {congestree: 1, id: 'm', method: 'hello'}; m.self = m; return m })(), 'm')`: "bad-message",
		`raw({congestree: 1, id: 'n', method: 'hello', params: {n: 1n}}, 'n')`:                              "bad-message",
		`raw({congestree: 1, method: 'hello'}, 'null')`:                                                     "bad-message",
		`raw({congestree: 1, id: 'o', method: 'load', params: {link: 'é'.repeat(40000)}}, 'o')`:             "bad-message",
	} {
		if r := eval[reply](t, b, what); r.Error == nil || r.Error.Code != code || r.Error.Message == "" {
			t.Errorf("%.90s: %+v %s, want %s", what, r.Error, r.Result, code)
		}
	}
	// What is none of its business is not answered, answers least of all.
	eval[bool](t, b, `(window.others = 0, addEventListener('message', () => others++), ['slide:start', 7, null, {method: 'play'}, {congestree: 1, id: 9, error: {}}, {congestree: 1, event: 'x'}].forEach(m => frames[0].postMessage(m, '*')), true)`)
	if after := eval[string](t, b, "ask('hello').then(h => h.result.link)"); after != before || eval[int](t, b, "others") != 1 {
		t.Errorf("%s became %s, and %d answers came", before, after, eval[int](t, b, "others"))
	}
	// Another frame of the page around is not the page around.
	eval[bool](t, b, `(() => { const f = document.createElement('iframe'); f.srcdoc = '<script>addEventListener("message", e => parent.postMessage({event: "stolen", answer: e.data}, "*")); parent.frames[0].postMessage({congestree: 1, id: 1, method: "measures"}, "*")<\/script>'; document.body.append(f); return true })()`)
	check(t, b.Until("events.some(e => e.event === 'stolen')", time.Minute))
	if code := eval[string](t, b, "events.find(e => e.event === 'stolen').detail.answer.error?.code"); code != "forbidden" {
		t.Errorf("a stranger is answered %q", code)
	}

	// A page without an origin (slides on a disk) is answered, too.
	renew(t, b, Options{Width: 700, Height: 500})
	file := filepath.Join(t.TempDir(), "slides.html")
	check(t, os.WriteFile(file, []byte(strings.ReplaceAll(ask+`<iframe title="run" width="500" height="320" src="SITEembed.html?preset=karol-8"></iframe>`, "SITE", site)), 0o644))
	check(t, b.Go("file://"+file))
	check(t, b.Until("events.length > 0", time.Minute))
	if read(eval[reply](t, b, "ask('seek', {ns: 2000})")); m.Now != 2000 {
		t.Errorf("a page without an origin is answered %+v", m)
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()
	at := around(t, nil)
	t.Run("reveal", func(t *testing.T) {
		b := tab(t, Options{Width: 1000, Height: 700})
		check(t, b.Go(at+"reveal.html"))
		check(t, b.Until("window.Reveal && Reveal.isReady()", time.Minute))
		eval[bool](t, b, "(run.on('measures', m => window.last = m), Reveal.next(), true)")
		check(t, b.Until("window.last && last.state === 'running' && last.simulated_ns > 0", 2*time.Minute))
		picture(t, b)
		eval[bool](t, b, "(Reveal.next(), true)") // the fragment
		check(t, b.Until("last.simulated_ns === 20000 && last.state === 'paused'", time.Minute))
		if n := eval[float64](t, b, "sought.then(m => m.simulated_ns)"); n != 20000 {
			t.Error("the fragment went to", n)
		}
		eval[bool](t, b, "(run.play(), true)")
		check(t, b.Until("last.state === 'running'", time.Minute))
		eval[bool](t, b, "(Reveal.next(), true)") // away from the slide
		check(t, b.Until("last.state === 'paused'", time.Minute))
		why := eval[string](t, b, "run.set('load', 99).then(() => 'accepted', e => e.name + ' ' + e.code)")
		if why != "CongestreeError refused" {
			t.Error("the script says", why)
		}
	})
	for name, frames := range map[string]int{"quarto": 1, "mkdocs": 1, "jupyter": 3} {
		t.Run(name, func(t *testing.T) {
			b := tab(t, Options{Width: 1000, Height: 900})
			check(t, b.Go(at+name+".html"))
			check(t, b.Until("frames.length === "+strconv.Itoa(frames), time.Minute))
			check(t, b.Eval(`new Promise(done => { const s = document.createElement('script'); s.src = '`+site+`congestree.js'; s.onload = () => done(true); document.head.append(s) })`, nil))
			eval[bool](t, b, "(window.run = Congestree(document.querySelector('iframe')), true)")
			if loaded(b) != 0 {
				t.Error("the simulator is loaded before anybody asks")
			}
			m := eval[measures](t, b, "run.seek(25000)")
			if m.Now != 25000 || m.Hosts != 128 || m.Delivered == 0 {
				t.Errorf("%+v", m)
			}
			picture(t, b)
			if eval[bool](t, b, "'hurt' in window") {
				t.Error("the title became markup")
			}
		})
	}
}

// The script that api.html shows does what it says, as it stands there.
func TestDocumentedScript(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../public/docs/api.html")
	check(t, err)
	_, code, _ := strings.Cut(string(text), `<h2 id="script">`)
	_, code, _ = strings.Cut(code, "<pre><code>")
	code, _, ok := strings.Cut(code, "</code></pre>")
	if !ok || !strings.Contains(code, "https://…/congestree.js") {
		t.Fatalf("no script in api.html: %s", code)
	}
	code = strings.ReplaceAll(html.UnescapeString(code), "https://…/", "SITE")
	at := around(t, map[string]string{"": frameHead + `<iframe title="run" width="640" height="400" src="SITEembed.html?preset=uniform"></iframe><img id="image" alt="">
<script>window.said = []; const log = console.log; console.log = (...x) => { said.push(x); log(...x); };</script>` + code})
	b := tab(t, Options{Width: 800, Height: 900})
	check(t, b.Go(at))
	check(t, b.Until("document.getElementById('image').src.startsWith('data:image/svg+xml') && said.length > 0 && said[0].length === 2", time.Minute))
	if n := eval[int](t, b, "document.getElementById('image').naturalWidth"); n != 1200 {
		t.Errorf("the picture is %d pixels wide", n)
	}
	if !eval[bool](t, b, "said.every(x => x[1] >= 0)") {
		t.Error("it logs what is not known yet")
	}
	m := eval[measures](t, b, "Congestree(document.querySelector('iframe')).measures()")
	if m.Hosts != 128 || !strings.HasSuffix(m.Link, "?preset=vftree&load=0.8") { // the shortest way to say the hot spot with vFtree
		t.Errorf("%+v", m)
	}
}

// Of a flood of requests before the simulator runs those that find room are answered when it does, the others at once.
func TestMessagesFlood(t *testing.T) {
	t.Parallel()
	at := around(t, map[string]string{"": ask + `<iframe title="run" width="640" height="400" src="SITEembed.html?preset=uniform"></iframe>`})
	b := tab(t, Options{Width: 800, Height: 600})
	check(t, b.Go(at))
	check(t, b.Until("events.length > 0", time.Minute))
	eval[bool](t, b, "(window.answers = [], Array.from({length: 300}, (_, i) => ask('speed', {ns_per_s: 10 + i}).then(a => answers.push(a.error ? a.error.code : 'done'))), true)")
	check(t, b.Until("answers.length === 300", 2*time.Minute))
	if busy, done := eval[int](t, b, "answers.filter(a => a === 'busy').length"), eval[int](t, b, "answers.filter(a => a === 'done').length"); busy != 300-256 || done != 256 {
		t.Errorf("%d are told that it is busy, %d are done", busy, done)
	}
	if r := eval[reply](t, b, "ask('seek', {ns: 5000})"); r.Error != nil {
		t.Errorf("afterwards: %+v", r.Error)
	}
}

// Where the simulator cannot be had the page around is told, and what it asked for is refused.
func TestEmbedTellsOfFailedDownloads(t *testing.T) {
	t.Parallel()
	b, err := chromium.Tab(Options{Width: 800, Height: 600, Before: `const get = fetch; window.fetch = (u, ...o) => String(u).includes('page.wasm') ? Promise.resolve(new Response('', {status: 404})) : get(u, ...o);`})
	check(t, err)
	defer b.Close()
	check(t, b.Go(around(t, map[string]string{"": ask + `<iframe title="run" width="500" height="320" src="SITEembed.html?preset=uniform"></iframe>`})))
	check(t, b.Until("events.length > 0", time.Minute))
	for _, method := range []string{"load', {link: '?preset=hot-spot'}", "seek', {ns: 5}"} { // before it is known, and after
		if r := eval[reply](t, b, "ask('"+method+")"); r.Error == nil || r.Error.Code != "failed" || !strings.Contains(r.Error.Message, "404") {
			t.Errorf("%s: %+v", method, r)
		}
	}
	until(t, b, "events.some(e => e.event === 'failed' && e.detail.reason.includes('404'))")
	check(t, b.Go(site+"embed.html?preset=uniform"))
	check(t, b.Until("!document.getElementById('start').hidden", time.Minute))
	eval[bool](t, b, "(document.getElementById('start').click(), true)")
	check(t, b.Until("document.getElementById('loading-text')?.textContent.includes('404')", time.Minute))
	if cut := eval[float64](t, b, "['loading', 'poster-foot'].map(id => document.getElementById(id).getBoundingClientRect().top).reduce((strip, foot) => strip - foot)"); cut > 0 {
		t.Errorf("the loader's words cut off title and link: %v pixels of them are seen", cut)
	}
}

// Out of sight, where a browser may draw nothing, promises are kept all the same; a run that was to play waits to be seen.
func TestEmbedOutOfSight(t *testing.T) {
	t.Parallel()
	at := around(t, map[string]string{"": ask + `<div style="height: 3000px"></div><iframe title="run" width="640" height="400" src="SITEembed.html?preset=uniform&loop=80us-120us"></iframe>`})
	b := tab(t, Options{Width: 800, Height: 600})
	check(t, b.Go(at))
	check(t, b.Until("events.length > 0", time.Minute))
	var m measures
	if r := eval[reply](t, b, "ask('load', {link: '?preset=hot-spot&queuing=dbbm'})"); r.Error != nil {
		t.Fatalf("load: %+v", r.Error)
	}
	if r := eval[reply](t, b, "ask('seek', {ns: 5000})"); r.Error != nil {
		t.Fatalf("seek: %+v", r.Error)
	}
	if r := eval[reply](t, b, "ask('play')"); r.Error != nil {
		t.Fatalf("play: %+v", r.Error)
	}
	time.Sleep(time.Second)
	check(t, json.Unmarshal(eval[reply](t, b, "ask('measures')").Result, &m))
	if m.Now != 5000 || m.State != "paused" { // neither the loop of its own address, nor time that nobody watches
		t.Errorf("out of sight it is %s at %v ns", m.State, m.Now)
	}
	eval[bool](t, b, "(scrollTo(0, document.body.scrollHeight), true)")
	eval[bool](t, b, "(setInterval(() => ask('measures').then(r => { window.last = r.result; }), 100), true)")
	check(t, b.Until("window.last && last.state === 'running' && last.simulated_ns > 5500 && last.simulated_ns < 80000", time.Minute))
}

// A frame that is to play by itself does so once it is seen, whatever has started the simulator before that does not say where to rest.
func TestEmbedPlaysOnceSeen(t *testing.T) {
	t.Parallel()
	at := around(t, map[string]string{"": ask + `<div style="height: 3000px"></div><iframe title="run" width="640" height="400" src="SITEembed.html?preset=uniform&autoplay=1"></iframe>`})
	for _, method := range []string{"theme', {theme: 'dark'}", "seek', {ns: 3000}"} {
		b := tab(t, Options{Width: 800, Height: 600})
		check(t, b.Go(at))
		check(t, b.Until("events.length > 0", time.Minute))
		if r := eval[reply](t, b, "ask('"+method+")"); r.Error != nil {
			t.Fatalf("%s: %+v", method, r.Error)
		}
		eval[bool](t, b, "(setInterval(() => ask('measures').then(r => { window.last = r.result; }), 100), true)")
		time.Sleep(time.Second)
		if before := eval[measures](t, b, "last"); before.State != "paused" {
			t.Errorf("%s: out of sight it is %s at %v ns", method, before.State, before.Now)
		}
		eval[bool](t, b, "(scrollTo(0, document.body.scrollHeight), true)")
		const plays = "last.state === 'running' && last.simulated_ns > 0"
		if strings.HasPrefix(method, "seek") {
			time.Sleep(2 * time.Second)
			if after := eval[measures](t, b, "last"); after.State != "paused" || after.Now != 3000 {
				t.Errorf("a run that was to rest at 3000 ns is %s at %v ns", after.State, after.Now)
			}
			continue
		}
		check(t, b.Until(plays, 20*time.Second))
	}
}

// What is opened is answered once its instant is shown, and rests there however the frame was started.
func TestLoadsAreShown(t *testing.T) {
	t.Parallel()
	b := framed(t, Options{Width: 900, Height: 700, Before: hasty}, "?preset=uniform")
	eval[bool](t, b, "(frames[0].document.getElementById('start').click(), true)")
	const run = "frames[0].congestree"
	check(t, b.Until(run+" && "+run+".measures().simulated_ns > 0", time.Minute))
	if m := eval[measures](t, b, run+".load('?preset=hot-spot&t=200us')"); m.Now != 200_000 || m.State != "paused" {
		t.Errorf("loaded: %s at %v ns", m.State, m.Now)
	}
	if m := eval[measures](t, b, run+".load('?tour=hol&step=3')"); m.Now == 0 || m.State != "paused" || !eval[bool](t, b, "frames[0].document.documentElement.dataset.tourThere === 'true'") {
		t.Errorf("the tour: %s at %v ns", m.State, m.Now)
	}
	// The caption of a wide frame stands on the bar: the legend, which only frames with a panel have, takes no room.
	eval[any](t, b, "Object.assign(document.querySelector('iframe').style, {position: 'fixed', inset: '0 auto auto 0', maxWidth: 'none', width: '880px', height: '600px'})")
	const gap = "(d => d.querySelector('[data-testid=embed-bar]').getBoundingClientRect().top - d.querySelector('[data-testid=tour]').getBoundingClientRect().bottom)(frames[0].document)"
	if until(t, b, "frames[0].innerWidth > 800"); eval[float64](t, b, gap) != 0 {
		t.Errorf("there are %v pixels below the tour", eval[float64](t, b, gap))
	}
	eval[any](t, b, "document.querySelector('iframe').removeAttribute('style')")
	if left := eval[string](t, b, run+".load('?preset=uniform&camera=x').then(m => m.left_out)"); !strings.Contains(left, "camera=x") {
		t.Errorf("of a link with a wrong camera there is left out: %q", left)
	}
	// What is asked for next need not wait: the link and the picture are shown, whatever the run does then.
	for _, next := range []string{"play()", "pause()", "seek(3000)", "loop(1000, 2000)"} {
		if got := eval[string](t, b, `Promise.all([`+run+`.load('?preset=uniform'), `+run+`.picture({width: 100}), `+run+`.`+next+`]).then(([m, picture]) => m.link.split('?')[1] + ' ' + (picture.size > 0), e => e.message)`); got != "preset=uniform true" {
			t.Errorf("load, picture and %s: %s", next, got)
		}
	}
	// A step that will not be come to is told, too.
	if got := eval[string](t, b, `Promise.race([Promise.all([`+run+`.load('?tour=hol&step=2'), `+run+`.loop()]).then(() => 'there'), new Promise(done => setTimeout(done, 20000, 'never'))]).catch(e => e.message)`); got != "no window is played any more" {
		t.Errorf("load of a tour, and no loop: %s", got)
	}
	// Readers bring no scenario of their own into a frame that is not editable.
	before := eval[string](t, b, run+".link()")
	eval[bool](t, b, `(() => { const w = frames[0], d = new w.DataTransfer(); d.items.add(new w.File(['{"preset":"vftree","seed":9}'], 'x.json')); w.dispatchEvent(new w.DragEvent('drop', {dataTransfer: d, cancelable: true})); return true })()`)
	time.Sleep(time.Second)
	if after := eval[string](t, b, run+".link()"); after != before {
		t.Errorf("a dropped file made %s of %s", after, before)
	}
}

// A picture is made of what is not laid out, too.
func TestPictureWithoutLayout(t *testing.T) {
	t.Parallel()
	b := tab(t, Options{Width: 800, Height: 600})
	check(t, b.Go(around(t, map[string]string{"": ask + `<iframe title="run" style="display: none" src="SITEembed.html?preset=karol-8"></iframe>`})))
	check(t, b.Until("events.length > 0", time.Minute))
	if r := eval[reply](t, b, "ask('load', {link: '?preset=karol-8&t=2us'})"); r.Error != nil {
		t.Fatalf("load: %+v", r.Error)
	}
	if r := eval[reply](t, b, "ask('picture', {width: 300})"); r.Error != nil || !strings.HasPrefix(string(r.Result), `"data:image/png`) {
		t.Errorf("%+v %.40s", r.Error, r.Result)
	}
}

// A subscription that is refused is told to who wrote it, and the measures come as usual.
func TestRefusedInterval(t *testing.T) {
	t.Parallel()
	b, err := chromium.Tab(Options{Width: 800, Height: 600})
	check(t, err)
	defer b.Close()
	check(t, b.Go(around(t, map[string]string{"": frameHead + `<script src="SITEcongestree.js"></script><iframe title="run" width="640" height="400" src="SITEembed.html?preset=karol-8"></iframe>`})))
	eval[bool](t, b, "(window.run = Congestree(document.querySelector('iframe')), window.told = [0, 0], window.bad = 0, run.on('failed', () => bad++), run.on('measures', () => told[0]++, {every_ms: 50}), run.on('measures', () => told[1]++, {every_ms: 250}), true)")
	eval[any](t, b, "run.play()")
	check(t, b.Until("told[0] > 2 && told[1] > 2", time.Minute))
	if eval[int](t, b, "bad") != 0 {
		t.Error("a wrong interval passes for a frame that cannot run")
	}
	// An event that there is none of, and a listener that is none, are told to who wrote them.
	const wrong = "(event, f) => { try { run.on(event, f); return 'taken' } catch (e) { return e.name + ': ' + e.message } }"
	for args, want := range map[string]string{
		"'foo', () => {}":    `TypeError: on(event, listener): there is no event "foo"; there are ready, failed, measures`,
		"Symbol(), () => {}": `TypeError: on(event, listener): there is no event "Symbol()"; there are ready, failed, measures`,
		"'ready'":            "TypeError: on(event, listener) takes a function",
	} {
		if got := eval[string](t, b, "("+wrong+")("+args+")"); got != want {
			t.Errorf("on(%s): %s", args, got)
		}
	}
	// What no message can hold is refused at once, and does not keep the frame's next words from being heard.
	if why := eval[string](t, b, "run.load(new URL(location)).then(() => 'accepted', e => e.name + ' ' + e.code)"); why != "CongestreeError bad-message" {
		t.Error("a URL object for a link:", why)
	}
	eval[bool](t, b, `(() => {
		const f = document.createElement('iframe');
		f.title = 'another';
		f.src = document.querySelector('iframe').src;
		document.body.append(f);
		window.later = Congestree(f);
		window.heard = [];
		later.on('ready', () => heard.push('ready'));
		later.load(new URL(location)).catch(e => heard.push(e.code));
		later.hello().then(h => heard.push(h.state));
		return true;
	})()`)
	check(t, b.Until("heard.length === 3", time.Minute))
	if got := eval[string](t, b, "heard.sort().join(' ')"); got != "bad-message poster ready" {
		t.Error("a frame that is asked before it is there:", got)
	}
	// Who closes a connection hears no more of it; what it still waits for is not answered to the next one.
	if got := eval[string](t, b, `(async () => {
		run.until('time', 900000).catch(() => {});
		run.close();
		await new Promise(done => setTimeout(done, 500));
		let sent = 0;
		addEventListener('message', e => { if (e.data.event === 'measures') sent++; });
		const next = Congestree(document.querySelector('iframe')), states = [];
		for (let i = 0; i < 9; i++) states.push(Array.isArray((await next.hello()).methods));
		await new Promise(done => setTimeout(done, 1000));
		return states.filter(s => s).length + ' ' + sent;
	})()`); got != "9 0" {
		t.Error("after close, answers and measures:", got)
	}
}

// A request may come when the frame's first script runs, and the next, which starts the simulator, does not yet.
func TestRequestsBetweenScripts(t *testing.T) {
	t.Parallel()
	at := around(t, map[string]string{"": ask + `<script>open.early = m => window.answered = m</script><iframe title="run" width="500" height="320" src="SITEembed.html?preset=karol-8"></iframe>`})
	b := tab(t, Options{Width: 700, Height: 500, Before: `if (parent !== window) Object.defineProperty(window, 'congestreeMessages', {configurable: true, set(value) {
		Object.defineProperty(window, 'congestreeMessages', {value});
		dispatchEvent(new MessageEvent('message', {source: parent, data: {congestree: 1, id: 'early', method: 'seek', params: {ns: 2000}}}));
	}})`})
	check(t, b.Go(at))
	check(t, b.Until("window.answered?.result?.simulated_ns === 2000", time.Minute))
}
