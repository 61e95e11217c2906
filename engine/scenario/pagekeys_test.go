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
