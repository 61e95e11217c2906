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
	got := PageSettings("https://example.org/a/?preset=hot-spot&t=40us&ui.theme=dark&title=%3Cb%3E&colour=red#1.abc&camera=0.5%2C.5,3&t=%zz&select=queuing")
	want := []Setting{{Field: "t", Value: "40us"}, {Field: "theme", Value: "dark"}, {Field: "title", Value: "<b>"}, {Field: "camera", Value: "0.5,.5,3"}, {Field: "select", Value: "queuing"}}
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got[i], want[i])
		}
	}
}
