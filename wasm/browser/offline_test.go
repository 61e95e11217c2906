package browser

// The page without a network, and from one release to the next: whole or not at all.

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// host serves a folder that can be exchanged, or nothing, as a server that is gone.
type host struct {
	*httptest.Server
	dir  atomic.Value // string; "" = no network
	path string
}

func newHost(t *testing.T, path string) *host {
	h := &host{path: path}
	h.dir.Store("")
	h.Server = httptest.NewServer(http.StripPrefix(path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		dir := h.dir.Load().(string)
		if dir == "" {
			panic(http.ErrAbortHandler)
		}
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	})))
	t.Cleanup(h.Close)
	return h
}

// releaseOf makes a release of a version.
func releaseOf(t *testing.T, version string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), version)
	makeSite(t, "dist", "-version", version, dir)
	return dir
}

func TestOfflineAndUpdate(t *testing.T) {
	t.Parallel()
	one, two := releaseOf(t, "one"), releaseOf(t, "two")
	h := newHost(t, "/sub/path/")
	h.dir.Store(one)
	site := h.URL + h.path
	b, err := chromium.Tab(Options{Width: 900, Height: 600}) // a network that is gone is complained about
	check(t, err)
	defer b.Close()
	check(t, b.Go(site+"?preset=uniform"))
	check(t, b.Running())
	check(t, b.Until("navigator.serviceWorker.getRegistration().then(r => r && r.active && r.active.state === 'activated')", 60*time.Second))
	if m := eval[string](t, b, "fetch('manifest.webmanifest').then(r => r.json()).then(m => Promise.all(m.icons.map(i => fetch(i.src).then(r => r.ok))).then(all => m.start_url + m.icons.length + all.every(Boolean)))"); m != "./4true" {
		t.Errorf("the manifest is %s", m)
	}

	// No network: the page, its engine and another scenario are there.
	want := native(t, aRun, 15_000)
	h.dir.Store("")
	for _, query := range []string{"?" + aRun, ""} {
		check(t, b.Go(site+query))
		check(t, b.Running())
		if query != "" {
			if m := seek(t, b, "15000"); m.Checksum != want {
				t.Errorf("without a network: %+v, want the checksum %s", m, want)
			}
		}
	}

	// A release that is only half there does not come.
	const look = "navigator.serviceWorker.getRegistration().then(r => r.update()).then(r => new Promise(done => { const w = r.installing || r.waiting; if (!w || w.state === 'installed') return done(w && w.state); w.onstatechange = () => done(w.state); }))"
	half := filepath.Join(t.TempDir(), "half")
	check(t, os.CopyFS(half, os.DirFS(two)))
	text, err := os.ReadFile(filepath.Join(one, "index.html"))
	check(t, err)
	check(t, os.WriteFile(filepath.Join(half, "index.html"), text, 0o644))
	h.dir.Store(half)
	if state := eval[string](t, b, look); state != "redundant" {
		t.Errorf("a service worker with the page of another release is %s", state)
	}
	name := func() string {
		return strings.Fields(eval[string](t, b, `document.querySelector('meta[name="congestree-release"]').content`))[0]
	}
	check(t, b.Go(site+"?"+aRun))
	check(t, b.Running())
	if n := name(); n != "one" {
		t.Errorf("after half a release the page is %s", n)
	}

	// A whole one waits, is offered, and comes when it is wanted, at the instant where one was.
	h.dir.Store(two)
	if state := eval[string](t, b, look); state != "installed" {
		t.Errorf("a whole release is %s", state)
	}
	check(t, b.Until(control("offer")+".textContent.includes('new version') && !"+control("offer-take")+".hidden", 60*time.Second))
	if n := name(); n != "one" {
		t.Errorf("before anybody wanted it the page is %s", n)
	}
	// Who leaves it is not asked again, but for the next one.
	const shown = ".closest('.offer').getClientRects().length > 0"
	eval[bool](t, b, "("+control("offer-leave")+".click(), true)")
	until(t, b, "!("+control("offer")+shown+")")
	if eval[bool](t, b, "(dispatchEvent(new Event('congestree-offline')), new Promise(r => setTimeout(r, 500)).then(() => "+control("offer")+shown+"))") {
		t.Error("a release that was left is offered again")
	}
	eval[any](t, b, "(congestreeOffline.ready = 'another', dispatchEvent(new Event('congestree-offline')), null)")
	until(t, b, control("offer")+shown)
	seek(t, b, "12000")
	eval[bool](t, b, "("+control("offer-take")+".click(), true)")
	check(t, b.Until(`document.querySelector('meta[name="congestree-release"]').content.startsWith('two ') && window.congestree && congestree.measures().simulated_ns === 12000`, 60*time.Second))
	h.dir.Store("")
	check(t, b.Go(site+"?"+aRun))
	check(t, b.Running())
	if m := seek(t, b, "15000"); name() != "two" || m.Checksum != want {
		t.Errorf("the new release without a network: %s, %+v", name(), m)
	}
}
