package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTypes(t *testing.T) {
	dir := t.TempDir()
	for ext := range types {
		if err := os.WriteFile(filepath.Join(dir, "x"+ext), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h, err := handler(dir)
	if err != nil {
		t.Fatal(err)
	}
	for ext, want := range types {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/x"+ext, nil))
		if got := w.Header().Get("Content-Type"); got != want || w.Code != 200 || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %q %q, want %q", ext, w.Code, got, w.Header().Get("Cache-Control"), want)
		}
	}
}

func TestHelperComesFromTheModule(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if err := writeHelper(root, out); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(out, "vugu.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"window.vuguRender=", "vuguSetEventHandler", "eval is switched off", "readString(true)", "{stream:!!more}", "x.el.innerHTML!==h"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("vugu.js lacks %q", want)
		}
	}
}

func TestPackSkipsWhatIsDone(t *testing.T) {
	out := t.TempDir()
	raw := []byte(strings.Repeat("wasm ", 1000))
	f, err := pack(out, "a.gz", raw, manifest{})
	if err != nil || f.Raw != len(raw) || f.Bytes == 0 || f.Bytes > 200 {
		t.Fatalf("%+v, %v", f, err)
	}
	path := filepath.Join(out, "a.gz")
	before, _ := os.Stat(path)
	if again, err := pack(out, "a.gz", raw, manifest{Files: []file{f}}); err != nil || again != f {
		t.Errorf("again: %+v, %v", again, err)
	}
	if now, _ := os.Stat(path); !os.SameFile(before, now) {
		t.Error("compressed again though nothing changed")
	}
	if other, err := pack(out, "a.gz", raw[1:], manifest{Files: []file{f}}); err != nil || other.SHA256 == f.SHA256 {
		t.Errorf("changed: %+v, %v", other, err)
	}
	if now, _ := os.Stat(path); os.SameFile(before, now) {
		t.Error("a changed program was not compressed")
	}
}

// The worker is downloaded by everybody: it does without what would double its size.
func TestWorkerIsLean(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOOS", "js")
	t.Setenv("GOARCH", "wasm")
	text, err := output(root, "go", "list", "-deps", "./wasm/worker")
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(text)
	for _, heavy := range []string{"fmt", "encoding/json", "reflect", "github.com/klauspost/compress/flate"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("the worker links %s", heavy)
		}
	}
	if !slices.Contains(deps, "github.com/congestree/congestree/engine/fabric") {
		t.Errorf("these are not the worker's packages: %q", deps)
	}
}

func TestUsage(t *testing.T) {
	for want, args := range map[string][]string{"usage": nil, `unknown command "fly"; usage`: {"fly"}, `unexpected "now"; usage`: {"build", "now"}, `unexpected "b"; usage`: {"dist", "a", "b"}, `unexpected "c"; usage`: {"standalone", "?load=1", "c"},
		"the link cannot be opened": {"standalone", "?load=9"}} {
		if err := run(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestListenTakesTheNextPort(t *testing.T) {
	a, err := listen("")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := listen("")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if a.Addr().String() == b.Addr().String() {
		t.Error("the same port twice")
	}
}
