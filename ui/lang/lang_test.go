package lang

import (
	"strings"
	"testing"
)

func TestT(t *testing.T) {
	defer Set("en")
	sentences = nil
	kept := Error("Close")
	for _, c := range []struct{ tag, sentence, want string }{
		{"en", "Close", "Close"},
		{"es", "Close", "Cerrar"},
		{"es-MX", "Close", "Cerrar"},
		{"es", "never said {0}", "never said 7"},
		{"xx", "Close", "Cerrar"}, // unknown: as before
	} {
		Set(c.tag)
		if said := kept.Error(); said != T("Close") {
			t.Errorf("%s: an error made before says %q", c.tag, said)
		}
		if got := T(c.sentence, "7"); got != c.want {
			t.Errorf("%s: %q, want %q", c.tag, got, c.want)
		}
	}
	if Set("xx") || !Set("ES") {
		t.Error("languages are those of All, in any case")
	}
	if got := N(1, "{0} tree", "{0} trees"); got != "1 tree" {
		t.Error(got)
	}
	if got := N(3, "{0} tree of {1}", "{0} trees of {1}", "x"); got != "3 trees of x" {
		t.Error(got)
	}
}

func TestNumbersAreGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 1: "1", 9999: "9999", 10_000: "10 000", 65_536: "65 536", 2_364_038: "2 364 038", -12_345: "-12 345"} {
		if got := N(n, "one", "{0} ports"); n != 1 && got != strings.ReplaceAll(want, " ", "\u202f")+" ports" || n == 1 && got != "one" {
			t.Errorf("%d is written %q", n, got)
		}
	}
}
