package scenario

import "testing"

// A field named like a parameter of the page could not be given in a link.
func TestPageKeysAreNoFields(t *testing.T) {
	for _, k := range PageKeys {
		if Lookup(k) != nil || k == PresetKey {
			t.Errorf("%q is a field and a parameter of the page", k)
		}
	}
	for key, want := range map[string]string{"t": "t", "ui.t": "t", "sweep": "sweep"} {
		if name, ok := PageKey(key); !ok || name != want {
			t.Errorf("%q is %q, %v", key, name, ok)
		}
	}
	for _, key := range []string{"seed", "colour", "T", ""} {
		if _, ok := PageKey(key); ok {
			t.Errorf("%q passes as the page's", key)
		}
	}
}

func TestPageSettings(t *testing.T) {
	got := PageSettings("https://example.org/a/?preset=hot-spot&t=40us&ui.theme=dark&title=%3Cb%3E&colour=red#1.abc&camera=0.5%2C.5,3&t=%zz&select=queuing&title=a?t=1#b")
	want := []Setting{{Field: "t", Value: "40us"}, {Field: "theme", Value: "dark"}, {Field: "title", Value: "<b>"}, {Field: "camera", Value: "0.5,.5,3"}, {Field: "t", Value: "%zz"}, {Field: "select", Value: "queuing"}, {Field: "title", Value: "a?t=1#b"}}
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got[i], want[i])
		}
	}
}

// A link out of a file may have blanks around it, or the end of a line of Windows: they belong to no value. One out of the source of an HTML page has &amp; for &.
func TestPageSettingsOfALine(t *testing.T) {
	for _, address := range []string{"?preset=hot-spot&t=40us\r", "?preset=hot-spot&t=40us\r\n", " t=40us ", "#1.abc&t=40us\n", "?preset=hot-spot&amp;t=40us", "#1.abc&amp;t=40us"} {
		if got := PageSettings(address); len(got) != 1 || got[0] != (Setting{Field: "t", Value: "40us"}) {
			t.Errorf("%q: %q", address, got)
		}
	}
}

// What newsletters and social networks add to a link is no field, and no reason to refuse it.
func TestTrackers(t *testing.T) {
	s, err := ParseQuery("?preset=hot-spot&seed=7&utm_source=a%zz&utm_medium=b&fbclid=c&gclid=d&mc_cid=e&mc_eid=f")
	if err != nil || s.Query() != "preset=hot-spot&seed=7" {
		t.Error(s.Query(), err)
	}
	if _, err := ParseQuery("?preset=hot-spot&clid=c"); err == nil {
		t.Error("a key of nobody is accepted")
	}
}
