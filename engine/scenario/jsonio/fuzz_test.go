package jsonio_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/jsonio"
)

// A stranger's file is refused in words, or is a scenario that is written and read as the same.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"preset":"hs10-1","seed":7}`, `{"load":5e-1,"voq":true,"hotspots":"3,5","traffic":"HS10-2"}`, `{"seed":1e3`, `[{"seed":1}]`, `{"seed":{}}`,
		`{"seed":1}{"seed":2}`, `{"seed":1,"seed":2}`, `{"load":1e999}`, `{"load":1e-999999999}`, `{"seed":null}`, "{\"network\":\"\\ud800\"}", `{"network":"rlft-99999999x9"}`,
		`{"network":"<script>"}`, strings.Repeat(`{"a":`, 50), "\xef\xbb\xbf{}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := jsonio.Read(bytes.NewReader(text))
		if err != nil {
			if e, ok := err.(*scenario.Error); !ok || e.Reason == "" || len(e.Error()) > 4000 {
				t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
			}
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatalf("%q was accepted, but %v", s.Query(), err)
		}
		again, err := jsonio.Read(bytes.NewReader(jsonio.Append(nil, s)))
		if err != nil || !again.Equal(s) {
			t.Fatalf("%s was read as %q, %v", jsonio.Append(nil, s), again.Query(), err)
		}
	})
}
