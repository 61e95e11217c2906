package main

import (
	"slices"
	"strings"
	"testing"

	_ "github.com/congestree/congestree/engine" // the mechanisms
	"github.com/congestree/congestree/engine/scenario"
)

func TestRunFileRoundTrip(t *testing.T) {
	s := scenario.Default().Must("seed", "42").Must("queuing", "vftree")
	view := []scenario.Setting{{Field: "t", Value: "40us"}, {Field: "camera", Value: "0.5,0.5,3"}}
	text := writeRun(s, "", "v1", `</script> "x"`, view)
	got, link, address, err := readRun(text)
	if err != nil || link != "" || !got.Equal(s) || len(scenario.PageSettings(address)) != 2 || scenario.PageSettings(address)[0] != view[0] {
		t.Errorf("%s\nreads as %q, %q, %q, %v", text, got.Query(), link, address, err)
	}
	if _, link, _, err := readRun(writeRun(s, "?preset=hot-spot&compare=queuing:vftree", "v1", "", nil)); err != nil || link != "?preset=hot-spot&compare=queuing:vftree" {
		t.Error(link, err)
	}
	if got, _, _, err := readRun(append([]byte("\ufeff"), text...)); err != nil || !got.Equal(s) {
		t.Errorf("with a BOM: %v", err)
	}
	if got, _, _, err := readRun([]byte(`{"preset": "uniform", "seed": 7}`)); err != nil || got.Get("seed") != "7" {
		t.Error("a scenario alone:", err)
	}
}

func TestRunFileRefuses(t *testing.T) {
	for text, says := range map[string]string{
		``:                  "not",
		`[]`:                "not",
		`{"congestree": 2}`: "newer",
		`{"congestree": 1}`: "either",
		`{"congestree": 1, "scenario": {}, "link": "?seed=1"}`:                             "either",
		`{"congestree": 1, "scenario": {"load": 7}}`:                                       "range",
		`{"congestree": 1, "scenario": {"sede": 7}}`:                                       "not a field",
		`{"congestree": 1, "scenario": {}, "html": "<b>"}`:                                 "not the file",
		`{"congestree": 1, "scenario": {}} trailing`:                                       "not the file",
		`{"congestree": 1, "scenario": {}}}`:                                               "not the file",
		`{"colour": "red"}`:                                                                "not a field",
		`{"congestree": 1, "scenario": {}, "title": "` + strings.Repeat("x", 70000) + `"}`: "64 KiB",
	} {
		if _, _, _, err := readRun([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.60s: %v, which does not say %q", text, err, says)
		}
	}
}

func FuzzReadRun(f *testing.F) {
	f.Add([]byte(`{"congestree": 1, "scenario": {"preset": "hot-spot"}, "view": {"t": "40us"}}`))
	f.Add([]byte(`{"congestree": 1, "link": "?seed=1"}`))
	f.Add([]byte(`{"seed": 1e3}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, link, view, err := readRun(text)
		if err != nil && (err.Error() == "" || len(err.Error()) > 4000) {
			t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
		}
		for _, set := range scenario.PageSettings(view) {
			if !slices.Contains(scenario.PageKeys, set.Field) {
				t.Fatalf("%q gives the page the key %q", text, set.Field)
			}
		}
		if err == nil && link == "" {
			if again, _, _, err := readRun(writeRun(s, "", "", "", scenario.PageSettings(view))); err != nil || !again.Equal(s) {
				t.Errorf("%q is read, but not what is written of it: %v", text, err)
			}
		}
	})
}

// A saved page does not hold the trace of a file.
func TestSavedPageSaysWhatItNeeds(t *testing.T) {
	for traffic, asks := range map[string]bool{"UT": false, "VEF-0123456789abcdef": true} {
		if said := savedPage("a.html", scenario.Default().Must("traffic", traffic)); strings.Contains(said, "asks for the trace") != asks || !strings.HasPrefix(said, "a.html is saved") {
			t.Errorf("%s: %q", traffic, said)
		}
	}
}
