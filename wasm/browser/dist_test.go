package browser

// A release: hashed names, one folder under any path of a plain server; and the page as one file.

import (
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

// makeSite runs the builder.
func makeSite(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"run", "./wasm/site"}, args...)...)
	cmd.Dir = filepath.Dir(public)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("site %q: %v\n%s", args, err, out)
	}
}

// native is the checksum of a scenario at a time.
func native(t *testing.T, query string, ns int64) string {
	t.Helper()
	s, err := scenario.ParseQuery(query)
	check(t, err)
	sim, err := engine.Open(s)
	check(t, err)
	sim.Advance(ns*engine.Nanosecond, engine.NoLimit)
	sum := strconv.FormatUint(sim.Checksum(), 16)
	return strings.Repeat("0", 16-len(sum)) + sum
}

// await is until for what may take long on a busy machine: programs that are fetched, unpacked and started.
func await(t *testing.T, b *Tab, expression string) {
	t.Helper()
	check(t, b.Until(expression, 60*time.Second))
}

const aRun = "network=rlft-4x3&queuing=vftree&vcs=2&seed=5"

func TestReleaseOnAPlainServer(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "dist")
	makeSite(t, "dist", "-version", "v0.0.1", dir)
	check(t, filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if strings.HasSuffix(p, ".wasm") {
			t.Errorf("%s is not packed", p)
		}
		return err
	}))
	address, stop := Serve(dir, "/deep/down/")
	defer stop()
	want := native(t, aRun, 20_000)
	for _, at := range []string{"", "v/v0.0.1/"} {
		b := tab(t, Options{Width: 640, Height: 400})
		check(t, b.Go(address+at+"?"+aRun))
		check(t, b.Running())
		if m := seek(t, b, "20000"); m.Checksum != want || m.Link != address+at+"?"+aRun {
			t.Errorf("%s: %+v, want the checksum %s", at, m, want)
		}
		for _, r := range b.Requests() {
			if !strings.HasPrefix(r, address+at) && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") {
				t.Errorf("foreign request %s", r)
			}
		}
		if v := eval[string](t, b, "congestree.version + ' ' + document.cookie + Object.keys(localStorage).filter(k => k !== 'congestree')"); strings.TrimSpace(v) == "" || strings.Count(v, " ") != 1 || !strings.HasSuffix(v, " ") {
			t.Errorf("version, cookies and storage: %q", v)
		}
	}

	// A link of other results is led to the release that has them.
	list := filepath.Join(dir, "versions.json")
	text, err := os.ReadFile(list)
	check(t, err)
	more := strings.Replace(string(text), `"versions": [`, `"versions": [{"version": "v0.0.0", "results": 99, "path": "v/v0.0.1/"},`, 1)
	check(t, os.WriteFile(list, []byte(more), 0o644))
	b := tab(t, Options{Width: 900, Height: 600})
	check(t, b.Go(address+"?"+aRun+"&v=99"))
	check(t, b.Running())
	await(t, b, control("offer")+".textContent.includes('results 99') && "+control("offer-take")+".textContent.includes('v0.0.0')")
	eval[bool](t, b, "("+control("offer-take")+".click(), true)")
	await(t, b, "location.href === "+quote(address+"v/v0.0.1/?"+aRun+"&v=99"))
	// A frame stays one.
	check(t, b.Go(address+"embed.html?"+aRun+"&v=99&controls=0"))
	await(t, b, "document.getElementById('start')?.checkVisibility()")
	eval[bool](t, b, "(document.getElementById('start').click(), true)")
	await(t, b, control("offer-take")+"?.textContent.includes('v0.0.0')")
	eval[bool](t, b, "("+control("offer-take")+".click(), true)")
	await(t, b, "location.href === "+quote(address+"v/v0.0.1/embed.html?"+aRun+"&v=99&controls=0"))

	// A frame that was there before the next release came is started with that: what both have is there once, and a request is answered once.
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	check(t, err)
	messages := regexp.MustCompile(`message\.[0-9a-f]{10}\.js`)
	text, err = os.ReadFile(filepath.Join(dir, messages.FindString(string(index))))
	check(t, err)
	check(t, os.WriteFile(filepath.Join(dir, "message.0123456789.js"), text, 0o644))
	check(t, os.WriteFile(filepath.Join(dir, "index.html"), messages.ReplaceAll(index, []byte("message.0123456789.js")), 0o644))
	other, stopOther := Serve(dir, "/") // another origin, which no service worker has been to
	defer stopOther()
	check(t, b.Go(around(t, map[string]string{"": ask + `<script>const seen = {}; addEventListener('message', e => { if (e.data.id) seen[e.data.id] = (seen[e.data.id] || 0) + 1 })</script><iframe title="run" width="640" height="400" src="` + other + `embed.html?` + aRun + `"></iframe>`})))
	await(t, b, "events.length > 0")
	if r := eval[reply](t, b, "Promise.race([ask('seek', {ns: 2000}), new Promise(done => setTimeout(done, 20000, {}))])"); r.Error != nil || r.Result == nil {
		t.Errorf("the request that starts the simulator: %+v", r)
	}
	eval[any](t, b, "(async () => { for (let i = 0; i < 300; i++) await ask('measures'); })()")
	if n := eval[int](t, b, "Object.values(seen).filter(n => n > 1).length"); n != 0 {
		t.Errorf("%d requests are answered twice", n)
	}
}

// One file runs without a server: that of the command, and that which the page makes of itself.
func TestSingleFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made, saved := filepath.Join(dir, "made.html"), filepath.Join(dir, "saved.html")
	makeSite(t, "standalone", "-o", made, "?"+aRun)

	b := tab(t, Options{Width: 640, Height: 400, Before: `{
		const make = URL.createObjectURL;
		URL.createObjectURL = blob => { window.savedBlob = blob; return make.call(URL, blob); };
	}`})
	check(t, b.Go(site+"?"+aRun))
	check(t, b.Running())
	seek(t, b, "7000")
	eval[bool](t, b, "("+control("save-file")+".click(), true)")
	await(t, b, "window.savedBlob && savedBlob.type === 'text/html'")
	text := eval[string](t, b, "savedBlob.arrayBuffer().then(b => new Promise(done => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(new Blob([b])); }))")
	_, text, _ = strings.Cut(text, ",")
	raw, err := base64.StdEncoding.DecodeString(text)
	check(t, err)
	check(t, os.WriteFile(saved, raw, 0o644))

	// Where the server has another release by now, its page and the programs of this one would make no file that runs.
	eval[any](t, b, `(() => { savedBlob = null; const get = fetch; window.fetch = (u, ...o) => u === './' ? get(u).then(r => r.text()).then(text => new Response(text.replace('release" content=""', 'release" content="v9 0"'))) : get(u, ...o); })()`)
	eval[bool](t, b, "("+control("save-file")+".click(), true)")
	await(t, b, `document.querySelector('.banner').textContent.includes('another release') && !savedBlob`)

	want := native(t, aRun, 20_000)
	for _, file := range []string{made, saved} {
		renew(t, b, Options{Width: 640, Height: 400})
		check(t, b.Go("file://"+file))
		if file == made {
			check(t, b.Running())
		} else { // it opens at the instant at which it was saved
			await(t, b, "document.documentElement.dataset.state === 'paused' && congestree.measures().simulated_ns === 7000")
		}
		m := seek(t, b, "20000")
		link := "file://" + made + "?" + aRun
		if file == saved {
			link = site + "?" + aRun
		}
		if m.Checksum != want || m.Link != link {
			t.Errorf("%s: %+v, want the checksum %s and the link %s", file, m, want, link)
		}
		// What comes later stands in it, too: a picture of the tours, and the writer of zips.
		if got := eval[string](t, b, `(async () => { const i = new Image(); i.src = congestreeInline.url('gallery/hol.jpg'); await i.decode(); congestreeInline.script('vendor/fflate/fflate.js'); return i.naturalWidth > 100 ? typeof fflate.zip : 'no picture'; })()`); got != "function" {
			t.Errorf("%s: %s", file, got)
		}
		// Only what knows of a page can be framed, and nothing is previewed, which the file's policy would not let be.
		check(t, b.Press("s"))
		await(t, b, control("share")+".open && "+control("share-text")+".value")
		if framed := eval[bool](t, b, "!!"+control("share-frame")+" && !!"+control("share-markdown")); framed != (file == saved) || eval[bool](t, b, control("share-preview")+".checkVisibility()") {
			t.Errorf("%s can be framed: %v, or is previewed", file, framed)
		}
		if file == saved {
			eval[bool](t, b, "("+control("share-frame")+".click(), true)")
			await(t, b, control("share-text")+".value.startsWith("+quote(`<iframe src="`+site+"embed.html?")+")")
		}
		for _, r := range b.Requests() {
			if r != "file://"+file && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") {
				t.Errorf("%s asks for %s", file, r)
			}
		}
	}
}
