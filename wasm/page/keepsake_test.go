package main

import (
	"strings"
	"testing"

	_ "github.com/congestree/congestree/engine" // the mechanisms
	"github.com/congestree/congestree/engine/scenario"
)

func TestKeepsake(t *testing.T) {
	for _, link := range []string{"?preset=hot-spot&v=1&t=33.5us&autoplay=1", "#preset=uniform&seed=4", "?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm&v=16"} {
		k, ok := readKeepsake(keepsake{Link: link}.text())
		if !ok || k.Link != link {
			t.Errorf("%q came back as %+v, %v", link, k, ok)
		}
	}
	for _, k := range []keepsake{{Version: 1, Lang: "es"}, {Version: 1, Link: "?preset=hot-spot", Lang: "en"}} {
		if again, ok := readKeepsake(k.text()); !ok || again != k {
			t.Errorf("%+v came back as %+v, %v", k, again, ok)
		}
	}
	for _, text := range []string{
		"", "null", "[]", "7", `"?preset=hot-spot"`, `{}`, `{"version":1}`, `{"version":2,"link":"?preset=hot-spot"}`,
		`{"version":1,"link":"preset=hot-spot"}`, `{"version":1,"link":"javascript:alert(1)"}`, `{"version":1,"link":"?preset=<b>"}`,
		`{"version":1,"link":"?preset=hot spot"}`, `{"version":1,"link":"?load=9"}`, `{"version":1,"link":"?preset=hot-spot&compare=queuing:blue"}`, `{"version":1,"link":"?preset=hot-spot"} x`,
		`{"version":1,"lang":"xx"}`, `{"version":1,"lang":"ES"}`, `{"version":1,"link":"?preset=hot-spot","lang":"<b>"}`,
		`{"version":1,"link":"?preset=hot-spot&title=` + strings.Repeat("x", maxKeepsake) + `"}`,
	} {
		if k, ok := readKeepsake(text); ok {
			t.Errorf("%.80q was taken for %+v", text, k)
		}
	}
	// The longest link that opens is kept, and of a longer one the language.
	longest := "?preset=hot-spot" + strings.Repeat("&", scenario.MaxQuery-len("preset=hot-spot"))
	if k, ok := readKeepsake(keepsake{Link: longest, Lang: "es"}.text()); !ok || k.Link != longest || k.Lang != "es" {
		t.Errorf("the longest link came back as %+.80v, %v", k, ok)
	}
	if k, ok := readKeepsake(keepsake{Link: longest + "&", Lang: "es"}.text()); !ok || k.Link != "" || k.Lang != "es" {
		t.Errorf("a longer link came back as %+.80v, %v", k, ok)
	}
	if text := (keepsake{Link: longest + "&"}).text(); text != "" {
		t.Errorf("%d bytes would be stored", len(text))
	}
}

// Whatever stands in a browser's storage is refused, or is a link that opens and is stored the same again.
func FuzzKeepsake(f *testing.F) {
	for _, text := range []string{`{"version":1,"link":"?preset=hot-spot&t=3us"}`, `{"version":1,"link":"#1.AAAA"}`, `{"version":1,"link":"?x"}`, "[", `{"link":{}}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, ok := readKeepsake(text)
		if !ok {
			return
		}
		if k.Link == "" && k.Lang == "" || k.Link != "" && k.Link[0] != '?' && k.Link[0] != '#' || strings.ContainsAny(k.Link, " \n\x00") {
			t.Fatalf("%q", k.Link)
		}
		if again, ok := readKeepsake(k.text()); k.text() != "" && (!ok || again != k) {
			t.Fatalf("%+v became %+v, %v", k, again, ok)
		}
	})
}

func TestReleases(t *testing.T) {
	const list = `{"latest": {"version": "v2.0.0", "results": 3, "path": "//evil.example/"},
		"versions": [{"version": "v2.0.0", "results": 3, "path": "v/v2.0.0/"}, {"version": "v1.1.0", "results": 2, "path": "v/v1.1.0/"},
		{"version": "v1.0.0", "results": 2, "path": "v/v1.0.0/"}, {"version": "v0.9.0", "results": 1, "path": "https://evil.example/"}, {"version": "<b>", "results": 9, "path": "v/b/"}]}`
	for results, want := range map[int]string{3: "v2.0.0 ", 2: "v1.1.0 v/v1.1.0/", 1: "", 4: "", 9: ""} {
		r, ok := findRelease([]byte(list), results)
		if got := r.Version + " " + r.Path; ok != (want != "") || ok && got != want {
			t.Errorf("results %d: %q, %v; want %q", results, got, ok, want)
		}
	}
	for _, bad := range []string{"", "[]", "{", `{"versions": 7}`, `{"latest":{"version":"v1","results":2}}` + strings.Repeat(" ", maxReleases)} {
		if r, ok := findRelease([]byte(bad), 2); ok {
			t.Errorf("%.30q gives %+v", bad, r)
		}
	}
	for path, want := range map[string]string{"/": "", "/congestree/": "", "/congestree/index.html": "", "/congestree/v/v1.0.0/": "../../", "/v/v1.0.0/index.html": "../../", "/v/x/y/": ""} {
		if got := toTop(path); got != want {
			t.Errorf("from %s to the top is %q, want %q", path, got, want)
		}
	}
}

// A list of releases never leads out of the site.
func FuzzReleases(f *testing.F) {
	f.Add([]byte(`{"latest":{"version":"v1","results":1},"versions":[{"version":"v0","results":2,"path":"v/v0/"}]}`), 2)
	f.Add([]byte(`{"versions":[{"version":"v0","results":2,"path":"v/../../"}]}`), 2)
	f.Fuzz(func(t *testing.T, list []byte, results int) {
		r, ok := findRelease(list, results)
		if ok && r.Path != "" && (!strings.HasPrefix(r.Path, "v/") || strings.HasPrefix(r.Path, "v/.") || strings.Count(r.Path, "/") != 2) {
			t.Fatalf("%+v", r)
		}
	})
}
