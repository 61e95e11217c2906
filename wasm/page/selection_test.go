package main

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

func TestSelections(t *testing.T) {
	for _, c := range []struct{ net, text, want, refused string }{
		{"rlft-12x3", "port:S2.14:7", "port:S2.14:7", ""},
		{"rlft-12x3", "S2.14:7", "port:S2.14:7", ""},
		{"rlft-12x3", "S2.14", "switch:S2.14", ""},
		{"rlft-12x3", "switch:S3.35", "switch:S3.35", ""},
		{"rlft-12x3", "host:431", "host:431", ""},
		{"rlft-12x3", " host 12 ", "host:12", ""},
		{"rlft-12x3", "7", "host:7", ""},
		{"rlft-12x3", "3-60", "flow:3-60", ""},
		{"rlft-12x3", "flow:3-60", "flow:3-60", ""},
		{"rlft-12x3", "packet:3-60-81.920001us", "packet:3-60-81.920001us", ""},
		{"mesh-5x7", "S(4,6):0", "port:S(4,6):0", ""},
		{"mesh-5x7", "switch:S(0,3)", "switch:S(0,3)", ""},
		{"rlft-12x3", "port:S2.14:12", "", "0–11"},
		{"rlft-12x3", "port:S2.72:1", "", "S2.0 – S2.71"},
		{"rlft-12x3", "port:S4.0:1", "", "S1.0 – S3.35"},
		{"rlft-12x3", "switch:S0.0", "", "S1.0 – S3.35"},
		{"rlft-12x3", "switch:S2", "", "S1.0 – S3.35"},
		{"rlft-12x3", "switch:2.14", "", "S1.0 – S3.35"},
		{"rlft-12x3", "port:S2.14", "", "switch:number"},
		{"rlft-12x3", "host:432", "", "0–431"},
		{"rlft-12x3", "host:-1", "", "0–431"},
		{"rlft-12x3", "flow:3-3", "", "both are 3"},
		{"rlft-12x3", "flow:432-3", "", "0–431"},
		{"rlft-12x3", "flow:3-432", "", "0–431"},
		{"rlft-12x3", "flow:3-4-5", "", "source-destination"},
		{"rlft-12x3", "packet:3-4", "", "generated"},
		{"rlft-12x3", "packet:3-4-soon", "", "120us"},
		{"rlft-12x3", "cable:3", "", "nothing to select"},
		{"rlft-12x3", "", "", "is no host"},
		{"mesh-5x7", "S(5,0)", "", "S(0,0) – S(4,6)"},
		{"mesh-5x7", "port:S(0,0):2", "", "0–1, 3"}, // a corner
		{"mesh-5x7", "S(4,6):1", "", "0, 2, 4"},
		{"rlft-12x3", "S2.14 port 7", "port:S2.14:7", ""},
		{"rlft-12x3", "S2.14 puerto 7", "port:S2.14:7", ""},
	} {
		n, err := topology.Build(c.net)
		if err != nil {
			t.Fatal(err)
		}
		pin, err := parsePin(n, c.text)
		switch {
		case c.refused != "":
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%q: %v, want %q", c.text, err, c.refused)
			}
			if pin != (observe.Pin{}) {
				t.Errorf("%q is refused and pins %q", c.text, formatPin(n, pin))
			}
		case err != nil:
			t.Errorf("%q: %v", c.text, err)
		case formatPin(n, pin) != c.want:
			t.Errorf("%q is %q, want %q", c.text, formatPin(n, pin), c.want)
		}
	}
	if formatPin(nil, observe.Pin{}) != "" {
		t.Error("nothing has no name")
	}
}

func TestRoots(t *testing.T) {
	for _, c := range []struct {
		net, text string
		want      int
		refused   string
	}{
		{"rlft-12x3", "S1.0:7", 7, ""},
		{"rlft-12x3", "port:S1.2:7", 31, ""},
		{"rlft-12x3", "31", 31, ""}, // of links before ports were named
		{"rlft-12x3", "0", 0, ""},
		{"mesh-5x7", "S(1,0):0", 5, ""},
		{"rlft-12x3", "2160", 0, "0 to 2159"},
		{"rlft-12x3", "-1", 0, "0 to 2159"},
		{"rlft-12x3", "S1.2", 0, "switch:number"},
		{"rlft-12x3", "host:3", 0, "switch:number"},
		{"rlft-12x3", "S2.14:12", 0, "0–11"},
	} {
		n, err := topology.Build(c.net)
		if err != nil {
			t.Fatal(err)
		}
		port, err := parseRoot(n, c.text)
		switch {
		case c.refused != "":
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%q: %v, want %q", c.text, err, c.refused)
			}
		case err != nil || port != c.want:
			t.Errorf("%q: %d, %v, want %d", c.text, port, err, c.want)
		default:
			if back, err := parseRoot(n, formatRoot(n, port)); back != port || err != nil {
				t.Errorf("%q is written as %q", c.text, formatRoot(n, port))
			}
		}
	}
}
