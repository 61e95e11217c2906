package lang

import "testing"

func TestT(t *testing.T) {
	defer Set("en")
	sentences = nil
	for _, c := range []struct{ tag, sentence, want string }{
		{"en", "Close", "Close"},
		{"es", "Close", "Cerrar"},
		{"es-MX", "Close", "Cerrar"},
		{"es", "never said {0}", "never said 7"},
		{"fr", "Close", "Cerrar"}, // unknown: as before
	} {
		Set(c.tag)
		if got := T(c.sentence, "7"); got != c.want {
			t.Errorf("%s: %q, want %q", c.tag, got, c.want)
		}
	}
	if Set("fr") || !Set("ES") {
		t.Error("languages are those of All, in any case")
	}
	if got := N(1, "{0} tree", "{0} trees"); got != "1 tree" {
		t.Error(got)
	}
	if got := N(3, "{0} tree of {1}", "{0} trees of {1}", "x"); got != "3 trees of x" {
		t.Error(got)
	}
}
