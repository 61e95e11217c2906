package sweep

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// What a page has kept of a sweep comes back, as far as it was done, and what it cannot have kept is refused.
func TestKept(t *testing.T) {
	c := schemes(t, "load=0.5,1;scheme=1,2;until=5us")
	all := results(t, c.Plan)
	some := []*Record{all[3], all[0]}
	got, err := c.Kept(Lines(some))
	if err != nil || len(got) != 4 || got[1] != nil || got[2] != nil || !sameResult(got[0], all[0]) || !sameResult(got[3], all[3]) || got[3].Link != all[3].Link {
		t.Fatalf("%v, %v", got, err)
	}
	other := *all[0]
	other.Fingerprint = "00000000000000f2" // brought, beside those measured here
	if got, err := c.Kept(Lines([]*Record{all[3], &other})); err != nil || got[3].Fingerprint != all[3].Fingerprint || got[0].Fingerprint != other.Fingerprint {
		t.Errorf("of two engines: %v", err)
	}
	narrow := planned(t, "load=0.5,1;scheme=1,2;until=5us", tiny, threeSchemes()[:2]...)
	if got, err := narrow.Kept(Lines(all)); err != nil || got[3].Fields[1].Value != "vFtree" {
		t.Errorf("in another comparison: %v, %v", got, err)
	}
	if _, err := c.Kept(Lines(results(t, plan(t, "load=0.5,1")))); !errors.Is(err, ErrOther) {
		t.Errorf("another sweep: %v", err)
	}
	for name, spoil := range map[string]func(*Record){
		"sweep or of":         func(r *Record) { r.Of++ },
		"sweep":               func(r *Record) { r.Sweep = "0123456789abcdef" },
		"fields":              func(r *Record) { r.Fields = slices.Clone(r.Fields); r.Fields[0].Value = "0.7" },
		"link: it":            func(r *Record) { r.Link = all[2].Link },
		"link":                func(r *Record) { r.Link = "https://evil.example/" + r.Link },
		"link: it is not":     func(r *Record) { r.Link = "?load=9" },
		"negative":            func(r *Record) { less := -0.1; r.Throughput = &less },
		"time is":             func(r *Record) { r.WallS = -1 },
		"checksum":            func(r *Record) { r.Checksum = "<b>" },
		"or fingerprint":      func(r *Record) { r.Fingerprint = "" },
		"engine":              func(r *Record) { r.Engine = "<b>\n" },
		"the point is there ": func(r *Record) { *r = *all[0] },
	} {
		spoilt := *all[1]
		spoil(&spoilt)
		if got, err := c.Kept(Lines([]*Record{all[0], &spoilt})); err == nil || errors.Is(err, ErrOther) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	lines := Lines(all)
	for _, text := range []string{"", "x", "null", "{}\n", string(lines[:len(lines)-9]), string(lines) + "x\n", "[" + string(lines) + "]", string(bytes.Replace(lines, []byte(`"throughput":`), []byte(`"throughput":"9`), 1))} {
		if got, err := c.Kept([]byte(text)); err == nil || errors.Is(err, ErrOther) {
			t.Errorf("%.60q: %v, %v", text, got, err)
		}
	}
}

// Whatever stands in a browser's storage is refused, or is drawn and kept the same again.
func FuzzKept(f *testing.F) {
	form, _ := ParseForm("load=0.5,1;until=5us")
	c, err := form.Plan(tiny)
	if err != nil {
		f.Fatal(err)
	}
	lines := Lines(results(f, c.Plan))
	f.Add(lines)
	f.Add(lines[:len(lines)-1])
	f.Add(bytes.Replace(lines, []byte("null"), []byte("-1"), 3))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, err := c.Kept(text)
		if err != nil {
			return
		}
		for _, curve := range c.Draw(records).Curves {
			for _, p := range curve.Points {
				if p != nil && p.Link != "" && p.Link[0] != '?' && p.Link[0] != '#' {
					t.Fatalf("the link %q", p.Link)
				}
			}
		}
		records = slices.DeleteFunc(records, func(r *Record) bool { return r == nil })
		again, err := c.Kept(Lines(records))
		if err != nil || !bytes.Equal(Lines(slices.DeleteFunc(again, func(r *Record) bool { return r == nil })), Lines(records)) {
			t.Fatalf("it came back as %v, %v", again, err)
		}
	})
}
