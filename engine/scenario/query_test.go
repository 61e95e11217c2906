package scenario_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"pgregory.net/rapid"
)

func TestParseQuery(t *testing.T) {
	for _, c := range []struct{ in, canonical string }{
		{"", ""},
		{"?", ""},
		{"#", ""},
		{"&&", ""},
		{"seed=1", ""}, // a default
		{"seed=7", "seed=7"},
		{"?seed=7", "seed=7"},
		{"#seed=7&", "seed=7"},
		{"seed=007", "seed=7"},
		{"seed=%37", "seed=7"},
		{"seed=+7+", "seed=7"},
		{"s%65ed=7", "seed=7"},
		{"preset=hs10-1&amp;seed=7&amp;", "preset=hs10-1&seed=7"}, // out of the source of an HTML page
		{"routing=ADAPTIVE", "routing=adaptive"},
		{"voq=on", "voq=true"},
		{"preset=hs10-1&queuing=vftree&seed=7", "preset=hs10-1&queuing=vftree&seed=7"},
		{"seed=7&queuing=vftree&preset=hs10-1", "preset=hs10-1&queuing=vftree&seed=7"},
		{"preset=hs10-1&queuing=dbbm", "preset=hs10-1"},
		{"network=rlft-12x3&queuing=dbbm&vcs=3&voq=true&traffic=HS10-1", "preset=hs10-1"}, // found by content
		{"preset=karol-8&network=rlft-8x3&traffic=HS25-1&warmup=1000", ""},                // and left where it says nothing
		{"traffic=HS10-2&hotspots=3,%205", "traffic=HS10-2&hotspots=3,5"},
		{"traffic=HS10-2&hotspots=3%2c5", "traffic=HS10-2&hotspots=3,5"},
		{"routing=adaptive&trigger=2TH&threshold=60&release=60", "routing=adaptive&trigger=2TH&threshold=60&release=60"},
		{"ui.t=5&seed=7&ui.theme=dark&ui.t=6&ui.=%20", "seed=7"},
	} {
		s, err := scenario.ParseQuery(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
		} else if got := s.Query(); got != c.canonical {
			t.Errorf("%q: canonical text %q, want %q", c.in, got, c.canonical)
		}
	}
}

func TestParseQueryRefuses(t *testing.T) {
	for _, c := range []struct {
		in, field string
		says      []string // in the message
	}{
		{"sede=7", "sede", []string{"sede", "not a field", "seed"}},
		{"=7", "", []string{"not a field"}},
		{"Seed=7", "Seed", []string{"not a field"}},
		{"seed=7&seed=7", "seed", []string{"twice"}},
		{"preset=hs10-1&preset=hs10-1", "preset", []string{"twice"}},
		{"preset=hs11-1", "preset", []string{`"hs11-1" is unknown; perhaps you mean hs10-1 or `}},
		{"preset=nosuch", "preset", []string{"the presets are hot-spot, uniform, "}},
		{"preset=", "preset", []string{"the presets are", "hs10-1"}},
		{"seed", "seed", []string{"whole number", "0–9007199254740991"}},
		{"seed=-1", "seed", []string{"out of range", "0–"}},
		{"seed=99999999999999999999", "seed", []string{"99999999999999999999 is out of range"}},
		{"seed=-99999999999999999999", "seed", []string{"out of range"}},
		{"seed=" + strings.Repeat("9", 400), "seed", []string{"out of range", "9…"}},
		{"load=1000000000000000000.5", "load", []string{"out of range", "0–1.2"}},
		{"load=1000000000000000000.5e3", "load", []string{"not a decimal number"}},
		{"load=1.1234567", "load", []string{"six digits"}},
		{"seed=" + strings.Repeat("x", 59) + "%C3%BC!", "seed", []string{strings.Repeat("x", 59) + "…"}}, // cut before the ü
		{"seed=1;load=1", "seed", []string{"whole number"}},
		{"load=1.21", "load", []string{"0–1.2 of link bandwidth"}},
		{"load=NaN", "load", []string{"0–1.2"}},
		{"voq=maybe", "voq", []string{"true"}},
		{"routing=fast", "routing", []string{"dmodk"}},
		{"routing=", "routing", []string{"is unknown; allowed: dmodk"}},
		{"routing=adaptiv", "routing", []string{`"adaptiv" is unknown; perhaps you mean adaptive or adaptive-th; allowed: dmodk, `}},
		{"routing=DRB", "routing", []string{`"DRB" is unknown here, but a value of congestion-control; allowed: dmodk, `}},
		{"traffic=torus-8x8", "traffic", []string{"unknown here, but a value of network; allowed: UT, "}},
		{"queuing=voq", "queuing", []string{`"voq" is unknown here, but a field of its own; allowed: 1q, `}},
		{"queuing=vfree", "queuing", []string{"perhaps you mean vftree; allowed: 1q, "}},
		{"traffic=trnspose", "traffic", []string{"perhaps you mean transpose; allowed: UT, "}},
		{"network=rlft-7x3", "network", []string{"even"}},
		{"network=blob-7", "network", []string{"rlft-<ports>x<stages>"}},
		{"routing=adaptive&trigger=2TH&threshold=60&release=61", "release", []string{"above the threshold, 60 % full"}},
		{"hotspot-from=5&hotspot-until=3", "hotspot-until", []string{"before it begins"}}, // a rule across fields
		{"seed=%3", "seed", []string{"hexadecimal"}},
		{"seed=%zz", "seed", []string{"hexadecimal"}},
		{"%=1", "", []string{"hexadecimal"}},
		{"network=" + strings.Repeat("x", 600), "network", []string{"512"}},
		{strings.Repeat("ui.a=b&", 700), "", []string{"4900", "4096"}},
		{"\x00\xff=1", "\x00\xff", []string{"not a field"}},
		{"load=7&seed=1&voq=maybe&sede=2&sede=3&load=8", "sede", []string{"sede (also refused: load, voq): is not a field of a scenario; perhaps you mean seed"}},
		{"load=7&voq=maybe&preset=nosuch", "preset", []string{`preset (also refused: load, voq): "nosuch" is unknown; the presets are hot-spot, `}},
		{"seed=1&seed=x&load=7", "seed", []string{"seed (also refused: load): is given twice"}},
		{"a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1&j=1&k=1", "a", []string{"a (also refused: b, c, d, e, f, g, h, i, …): is not a field"}},
	} {
		s, err := scenario.ParseQuery(c.in)
		checkRefusal(t, c.in, s, err, c.field, c.says)
	}
}

func checkRefusal(t *testing.T, in string, s scenario.Scenario, err error, field string, says []string) {
	t.Helper()
	if len(in) > 80 {
		in = in[:80] + "…"
	}
	var e *scenario.Error
	if !errors.As(err, &e) {
		t.Errorf("%q: accepted, or no *scenario.Error: %v", in, err)
		return
	}
	if e.Field != field {
		t.Errorf("%q: the refusal is of field %q, want %q", in, e.Field, field)
	}
	for _, word := range says {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q: the refusal does not say %q: %s", in, word, err)
		}
	}
	if !s.Equal(scenario.Default()) {
		t.Errorf("%q: a refused text left %q behind", in, s.Query())
	}
}

func TestQueryIsNoLongerThanAnyOtherForm(t *testing.T) {
	for _, p := range scenario.Presets() {
		s := p.Scenario().Must("seed", "12345")
		q := s.Query()
		if long := "preset=" + p.Name + "&seed=12345"; len(q) > len(long) {
			t.Errorf("%s: %q is longer than %q", p.Name, q, long)
		}
	}
}

// drawn makes a random valid scenario out of the registered schema: nothing here knows a field by name.
func drawn(t *rapid.T) scenario.Scenario {
	s := scenario.Default()
	if rapid.Bool().Draw(t, "from a preset") {
		s = rapid.SampledFrom(scenario.Presets()).Draw(t, "preset").Scenario()
	}
	for _, f := range scenario.Fields() {
		if rapid.IntRange(0, 2).Draw(t, "keep "+f.Name) > 0 {
			continue
		}
		value := ""
		switch f.Kind {
		case scenario.Int:
			value = number(rapid.Int64Range(f.Min, f.Max).Draw(t, f.Name))
		case scenario.Decimal:
			n := rapid.Int64Range(f.Min, f.Max).Draw(t, f.Name)
			if rapid.Bool().Draw(t, "round "+f.Name) {
				n -= n % scenario.Micro
			}
			value = number(max(n, f.Min)/scenario.Micro) + "." + number(scenario.Micro + max(n, f.Min)%scenario.Micro)[1:]
		case scenario.Bool:
			value = rapid.SampledFrom([]string{"true", "false"}).Draw(t, f.Name)
		default:
			var values []string
			for _, o := range f.Suggestions() {
				values = append(values, o.Name)
			}
			values = append(values, f.Default)
			value = rapid.SampledFrom(values).Draw(t, f.Name)
			if f.Name == "hotspots" && rapid.Bool().Draw(t, "list") {
				var list []string
				for range rapid.IntRange(1, 40).Draw(t, "hot spots") {
					if h := number(rapid.Int64Range(0, 65535).Draw(t, "host")); !slices.Contains(list, h) {
						list = append(list, h)
					}
				}
				value = strings.Join(list, ",")
			}
		}
		with, err := s.With(f.Name, value)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if with.Validate() == nil {
			s = with
		}
	}
	return s
}

func number(n int64) string {
	digits := []byte{}
	for {
		digits = append(digits, byte('0'+n%10))
		if n /= 10; n == 0 {
			slices.Reverse(digits)
			return string(digits)
		}
	}
}

func TestRandomScenariosSurviveEveryForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		q := s.Query()
		got, err := scenario.ParseQuery(q)
		if err != nil || !got.Equal(s) {
			t.Fatalf("%q came back as %q, %v", q, got.Query(), err)
		}
		other := drawn(t)
		if got.Key() != s.Key() || (other.Key() == s.Key()) != other.Equal(s) {
			t.Fatalf("%q and %q have the keys %q and %q", q, other.Query(), s.Key(), other.Key())
		}
		text := link.Of(s)
		if len(text) > link.Max {
			t.Fatalf("a link of %d characters: %s", len(text), text)
		}
		for _, form := range []string{text, text[1:], "https://example.org/a/b/" + text, " /index.html" + text + "\n"} {
			got, err := link.Parse(form)
			if err != nil || !got.Equal(s) {
				t.Fatalf("%q came back as %q, %v", form, got.Query(), err)
			}
		}
	})
}

func FuzzParseQuery(f *testing.F) {
	f.Add("preset=hs10-1&queuing=vftree&seed=7")
	f.Add("#traffic=HS10-2&hotspots=3%2C+5&ui.t=1")
	f.Fuzz(func(t *testing.T, q string) {
		s, err := scenario.ParseQuery(q)
		if err != nil {
			if e, ok := err.(*scenario.Error); !ok || e.Reason == "" || len(e.Error()) > 4000 {
				t.Fatalf("a poor refusal: %v", err)
			}
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatalf("%q was accepted, but %v", s.Query(), err)
		}
		for _, form := range []string{s.Query(), "?" + s.Query() + "&ui.x=1"} {
			if back, err := scenario.ParseQuery(form); err != nil || !back.Equal(s) {
				t.Fatalf("%q came back from %q as %q, %v", s.Query(), form, back.Query(), err)
			}
		}
	})
}

// Whoever sets a field that there is none of is told which may have been meant, or else which there are.
func TestWithNamesTheFields(t *testing.T) {
	_, err := scenario.Default().With("colour", strings.Repeat("7", 100))
	e, ok := err.(*scenario.Error)
	if !ok || e.Field != "colour" || len(e.Value) > 70 || !strings.Contains(e.Reason, "the fields are network, ") || !strings.Contains(e.Reason, ", seed, ") {
		t.Errorf("%+v", err)
	}
	for link, near := range map[string]string{"?cumpare=1": "compare", "?preest=hs10-1": "preset", "?tuor=hol": "tour", "?laod=1": "load"} {
		if _, err := scenario.ParseQuery(link); err == nil || !strings.HasSuffix(err.Error(), "is not a field of a scenario; perhaps you mean "+near) {
			t.Errorf("%s: %v", link, err)
		}
	}
	if _, err := scenario.Default().With("cumpare", "7"); err == nil || strings.Contains(err.Error(), "perhaps") {
		t.Errorf("a key of links is no field: %v", err)
	}
	if _, err := scenario.Default().With("sede", "7"); err.Error() != "sede: is not a field of a scenario; perhaps you mean seed" {
		t.Errorf("%v", err)
	}
}
