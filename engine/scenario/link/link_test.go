package link_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"

	_ "github.com/congestree/congestree/engine" // the mechanisms
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// long is a scenario whose readable form is too long for a readable link.
func long(t testing.TB) scenario.Scenario {
	s, err := scenario.ParseQuery("network=pgft-4.4.8-1.4.4-1.1.1&routing=adaptive-th&threshold=60&queuing=flow2sl&vcs=5&voq=true&traffic=HS33-3" +
		"&hotspots=1,77,127&load=0.85&generation=constant&seed=90210&hotspot-from=12.5&hotspot-until=80&bandwidth=56&delay=11&packet=2048&buffer=96&warmup=5")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLinkForms(t *testing.T) {
	hs10 := scenario.Default().Must("network", "rlft-12x3").Must("queuing", "dbbm").Must("voq", "true").Must("traffic", "HS10-1")
	for _, c := range []struct {
		s    scenario.Scenario
		want string
	}{
		{hs10.Must("queuing", "vftree").Must("seed", "7"), "?preset=hs10-1&queuing=vftree&seed=7"},
		{scenario.Default(), "?network=rlft-8x3"}, // an address without anything is the default preset, which is another scenario
	} {
		if got := link.Of(c.s); got != c.want {
			t.Errorf("link %q, want %q", got, c.want)
		}
	}
	if text := link.Of(long(t)); !strings.HasPrefix(text, "#1.") || len(text) >= len(long(t).Query()) {
		t.Errorf("a readable form of %d bytes became %q", len(long(t).Query()), text)
	}
	// The readable form is kept up to exactly MaxReadable bytes, and no longer.
	list := "1"
	for i := int64(2); i <= 48; i++ {
		list += "," + strconv.FormatInt(i, 10)
	}
	s, at := scenario.Default().Must("hotspots", list), map[int]bool{}
	for seed := int64(2); seed < 1<<53; seed *= 10 {
		s = s.Must("seed", strconv.FormatInt(seed, 10))
		n := len(s.Query())
		if readable, want := strings.HasPrefix(link.Of(s), "?"), n <= link.MaxReadable; readable != want {
			t.Errorf("%d bytes: readable is %v", n, readable)
		}
		at[n] = true
	}
	if !at[link.MaxReadable] || !at[link.MaxReadable+1] {
		t.Error("the lengths beside the limit were not tried")
	}
}

func TestParseLinkFindsTheScenario(t *testing.T) {
	packed := link.Of(long(t))[1:]
	deflt, _ := scenario.PresetByName(scenario.DefaultPreset)
	for _, c := range []struct {
		link string
		want scenario.Scenario
	}{
		{"", deflt.Scenario()},
		{"https://example.org/congestree/", deflt.Scenario()},
		{"https://example.org/?ui.theme=dark", deflt.Scenario()},
		{"/index.html#", deflt.Scenario()},
		{"?network=rlft-8x3", scenario.Default()},
		{"?seed=7", scenario.Default().Must("seed", "7")},
		{"#seed=7", scenario.Default().Must("seed", "7")},
		{"seed=7", scenario.Default().Must("seed", "7")},
		{"preset=hot-spot", deflt.Scenario()},
		{"http://[::1]:8080/a=b/?seed=7", scenario.Default().Must("seed", "7")},
		{"?seed=7#load=0.5", scenario.Default().Must("seed", "7").Must("load", "0.5")},
		{packed, long(t)},
		{"#" + packed, long(t)},
		{" https://example.org/x/index.html#" + packed + "\n", long(t)},
		{"#" + packed + "&ui.t=50000", long(t)},
		{"#" + packed + "&amp;t=50us&amp;theme=dark", long(t)},
		{"?ui.theme=dark#" + packed, long(t)},
		{"?fbclid=IwAR0x#" + packed, long(t)},
	} {
		got, err := link.Parse(c.link)
		if err != nil || !got.Equal(c.want) {
			t.Errorf("%q: got %q, %v; want %q", c.link, got.Query(), err, c.want.Query())
		}
	}
}

// seal makes a version 1 link of any bytes, with a good checksum of what they decompress to.
func seal(text []byte, stream []byte) string {
	raw := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(text))
	return "#1." + base64.RawURLEncoding.EncodeToString(append(raw, stream...))
}

func deflate(t *testing.T, text []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 9)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func TestParseLinkRefuses(t *testing.T) {
	packed := link.Of(long(t))
	payload := packed[len("#1."):]
	flip := func(i int) string {
		c := byte('A')
		if payload[i] == c {
			c = 'B'
		}
		return "#1." + payload[:i] + string(c) + payload[i+1:]
	}
	bomb := bytes.Repeat([]byte("&"), 1_000_000)
	text := func(s string) string { return seal([]byte(s), deflate(t, []byte(s))) }
	for name, c := range map[string]struct {
		link, field string
		says        []string
	}{
		"a newer version":          {"#2.abc", "", []string{"version 2", "newer", "reads version 1"}},
		"a much newer version":     {"#999.", "", []string{"version 999", "newer", "reads version 1"}},
		"an absurd version":        {"#99999999999999999999.x", "", []string{"newer"}},
		"version 0":                {"#0.abc", "", []string{"no version 0"}},
		"nothing in it":            {"#1.", "", []string{"damaged"}},
		"not base64":               {"#1.!!!!", "", []string{"damaged"}},
		"ordinary base64":          {"#1." + payload[:20] + "+/==", "", []string{"damaged"}},
		"a line break in it":       {"#1." + payload[:20] + "\n" + payload[20:], "", []string{"damaged"}},
		"cut short":                {packed[:len(packed)/2], "", []string{"damaged"}},
		"cut by one":               {packed[:len(packed)-1], "", []string{"damaged"}},
		"changed checksum":         {flip(1), "", []string{"damaged"}},
		"changed in the middle":    {flip(len(payload) / 2), "", []string{"damaged"}},
		"garbage behind":           {packed + "AAAA", "", []string{"damaged"}},
		"a field behind":           {packed + "&seed=7", "", []string{"damaged"}},
		"garbage in the stream":    {seal([]byte("seed=7"), append(deflate(t, []byte("seed=7")), 0)), "", []string{"damaged"}},
		"no stream":                {seal(nil, nil), "", []string{"damaged"}},
		"a bomb":                   {seal(bomb, deflate(t, bomb)), "", []string{"65536"}},
		"too long":                 {"#1." + strings.Repeat("A", 2000), "", []string{"2002", "2000"}},
		"too long, with the page":  {"#1." + strings.Repeat("A", 100) + "&sweep=" + strings.Repeat("1", 4000), "", []string{"4109", "4096"}},
		"too long, readable":       {"?" + strings.Repeat("ui.a=b&", 700), "", []string{"4900", "4096"}},
		"unknown field":            {"?sede=7", "sede", []string{"not a field of a scenario; perhaps you mean seed"}},
		"unknown field inside":     {text("sede=7"), "sede", []string{"not a field"}},
		"bad value inside":         {text("load=7"), "load", []string{"0–1.2"}},
		"fields at odds inside":    {text("hotspot-from=5&hotspot-until=3"), "hotspot-until", []string{"before it begins"}},
		"given on both sides of #": {"?seed=7#seed=8", "seed", []string{"twice"}},
		"two scenarios":            {"?seed=7" + packed, "seed", []string{"two scenarios"}},
		"no address":               {"seed=7#load=1", "", []string{"this is no link", "such as ?preset=hs10-1&load=0.5"}},
		"a heading":                {"#heading", "heading", []string{"not a field"}},
		"words":                    {"localhost", "", []string{"this is no link", "such as ?preset=hs10-1&load=0.5"}},
		"a preset's name":          {"hs10-1", "", []string{"this is no link"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := link.Parse(c.link)
			checkRefusal(t, c.link, s, err, c.field, c.says)
		})
	}
	if n := len(seal(bomb, deflate(t, bomb))); n > link.Max {
		t.Errorf("the bomb has %d characters, so it tests the wrong limit", n)
	}
}

// checkRefusal: a refusal is a *scenario.Error of the right field that says the words, and leaves the default.
func checkRefusal(t *testing.T, in string, s scenario.Scenario, err error, field string, says []string) {
	t.Helper()
	e, ok := err.(*scenario.Error)
	if !ok || e.Field != field || !s.Equal(scenario.Default()) {
		t.Fatalf("%.80q: %v, left %q; want a *scenario.Error of field %q and the default", in, err, s.Query(), field)
	}
	for _, word := range says {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%.80q: the refusal does not say %q: %s", in, word, err)
		}
	}
}

// Whatever one character of a link becomes, the link is refused or still means the same.
func TestNoSingleFaultGoesUnnoticed(t *testing.T) {
	text := link.Of(long(t))
	for i := len("#1."); i < len(text); i++ {
		for _, c := range []byte("A_z0&.=") {
			if c == text[i] {
				continue
			}
			bad := text[:i] + string(c) + text[i+1:]
			if s, err := link.Parse(bad); err == nil && !s.Equal(long(t)) {
				t.Errorf("character %d as %q opens %q", i, c, s.Query())
			}
		}
		if _, err := link.Parse(text[:i]); err == nil {
			t.Errorf("cut to %d characters, the link still opens", i)
		}
	}
}

func TestHostileLinksTakeLittleMemory(t *testing.T) {
	bomb := bytes.Repeat([]byte("&"), 1_000_000)
	text := seal(bomb, deflate(t, bomb))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const times = 10
	for range times {
		if _, err := link.Parse(text); err == nil {
			t.Fatal("a bomb was opened")
		}
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / times; each > 1<<20 {
		t.Errorf("a bomb of %d characters takes %d bytes", len(text), each)
	}
}

// Old links open for ever. Each file of testdata/links holds links of one codec version, one a
// line, with the fields they open, written out without presets. Lines are only ever added.
func TestOldLinksOpen(t *testing.T) {
	files, err := filepath.Glob("testdata/links/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden links", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "//") {
				continue
			}
			old, text, _ := strings.Cut(line, " ") // without a text: the bare defaults
			n++
			want, err := scenario.ParseQuery(text)
			if err != nil || strings.Contains(text, scenario.PresetKey) {
				t.Errorf("%s: %q does not say in plain fields what a link opens: %v", file, text, err)
				continue
			}
			s, err := link.Parse(old)
			if err != nil {
				t.Errorf("%s: %s: %v", file, old, err)
			} else if !s.Equal(want) {
				t.Errorf("%s: %s opens %q, not %q", file, old, s.Query(), text)
			}
		}
		if n == 0 {
			t.Errorf("%s holds no link", file)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("https://example.org/" + link.Of(long(f)))
	f.Add("?preset=hs10-1&queuing=vftree&seed=7")
	f.Add("#2.x")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := link.Parse(text)
		checkParsed(t, s, err)
	})
}

// checkParsed: a stranger's text is refused in words, or gives a scenario that every form keeps.
func checkParsed(t *testing.T, s scenario.Scenario, err error) {
	if err != nil {
		e, ok := err.(*scenario.Error)
		if !ok || e.Reason == "" || len(e.Error()) > 4000 {
			t.Fatalf("a poor refusal: %v", err)
		}
		return
	}
	if err := s.Validate(); err != nil {
		t.Fatalf("%q was accepted, but %v", s.Query(), err)
	}
	text := link.Of(s)
	if len(text) > link.Max {
		t.Fatalf("its link has %d characters", len(text))
	}
	for _, form := range []string{text, "?" + s.Query() + "&ui.x=1"} {
		back, err := link.Parse(form)
		if s.Query() == "" && form != text {
			continue // says nothing: the default preset
		}
		if err != nil || !back.Equal(s) {
			t.Fatalf("%q came back from %q as %q, %v", s.Query(), form, back.Query(), err)
		}
	}
}

// Addresses without a scenario open the default; what has no sign of an address is the scenario itself.
func TestAddresses(t *testing.T) {
	for _, address := range []string{"", "./", "../embed.html", "/congestree/", "https://example.org/congestree/index.html", "file:///home/x/congestree.html"} {
		s, err := link.Parse(address)
		if want, _ := link.Parse("?"); err != nil || !s.Equal(want) {
			t.Errorf("%q: %v, %s", address, err, s.Query())
		}
	}
	for _, text := range []string{"seed=7", "./?seed=7", "/a?seed=7", "../#seed=7", "#seed=7", "index.html?seed=7", "10.0.0.1?seed=7"} {
		if s, err := link.Parse(text); err != nil || s.Get("seed") != "7" {
			t.Errorf("%q: %v, seed %s", text, err, s.Get("seed"))
		}
	}
	if _, err := link.Parse("seed=7?seed=8"); err == nil {
		t.Error("neither an address nor its part is accepted")
	}
}
