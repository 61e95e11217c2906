package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestLinkBothWays(t *testing.T) {
	if out := good(t, "link", "http://localhost:8080/?preset=hs10-1&tour=hol&step=3&select=host:5"); !strings.HasPrefix(out, "query preset=hs10-1\n") {
		t.Errorf("a pin during a tour: %s", out)
	}
	if got := good(t, "link", "--preset", "hs10-1", "--set", "queuing=vftree", "--set", "seed=7"); got != "?preset=hs10-1&queuing=vftree&seed=7\n" {
		t.Errorf("link %q", got)
	}
	want := "query preset=hs10-1&seed=7\nnetwork=rlft-12x3 (default rlft-8x3)\nqueuing=dbbm (default 1q)\nvoq=true (default false)\n" +
		"traffic=HS10-1 (default HS25-1)\nseed=7 (default 1)\n"
	if got := good(t, "link", "https://example.org/?preset=hs10-1&seed=7"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	long := []string{"link", "--preset", "afi-config-1", "--set", "traffic=HS33-3", "--set", "hotspots=10,20,300", "--set", "seed=90210", "--set", "load=0.85",
		"--set", "hotspot-from=12.5", "--set", "hotspot-until=80", "--set", "packet=2048", "--set", "buffer=96", "--set", "source-queue=100", "--set", "bandwidth=56", "--set", "delay=11"}
	link := strings.TrimSpace(good(t, long...))
	if !strings.HasPrefix(link, "#1.") {
		t.Errorf("link %q is not packed", link)
	}
	var made, read struct {
		Link, Query string
		Scenario    map[string]any
	}
	if err := json.Unmarshal([]byte(good(t, append(long, "--format", "json")...)), &made); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(good(t, "link", "--format", "json", link)), &read); err != nil {
		t.Fatal(err)
	}
	if made.Link != link || read.Link != link || read.Query != made.Query || read.Scenario["seed"] != 90210.0 || read.Scenario["preset"] != "afi-config-1" {
		t.Errorf("made %+v, read %+v", made, read)
	}
}
