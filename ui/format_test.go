package ui

import (
	"math"
	"strings"
	"testing"
)

// plain turns the thin spaces into ordinary ones.
func plain(s string) string { return strings.ReplaceAll(s, space, " ") }

func TestFormats(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{count(0), "0"}, {count(999), "999"}, {count(1000), "1000"}, {count(9999), "9999"}, {count(10_000), "10 000"}, {count(1234567), "1 234 567"},
		{simTime(0), "0.000 µs"}, {simTime(123_456_789), "123.456 µs"}, {simTime(1_500_000_000), "1500.000 µs"}, {simTime(15_000_000_000), "15 000.000 µs"}, {fixed(-1234, 0), "-1234"}, {fixed(-123456, 1), "-123 456.0"},
		{nanos(123_456_000), "123456"}, {nanos(1_500), "1.5"}, {nanos(1), "0.001"}, {nanos(0), "0"},
		{percent(0), "0.0 %"}, {percent(0.6434), "64.3 %"}, {percent(1.2), "120.0 %"}, {percent(-1), none}, {percent(math.NaN()), none},
		{duration(-1), none}, {duration(0), "0 ns"}, {duration(823.4), "823 ns"}, {duration(999.6), "1.00 µs"}, {duration(18_420), "18.42 µs"},
		{duration(123_456), "123.5 µs"}, {duration(1_234_567), "1.23 ms"},
		{hops(0), none}, {hops(950), "950 hops/s"}, {hops(999.4), "999 hops/s"}, {hops(999.6), "1 k hops/s"}, {hops(42_000), "42 k hops/s"}, {hops(999_400), "999 k hops/s"}, {hops(999_600), "1.00 M hops/s"}, {hops(3_420_000), "3.42 M hops/s"},
		{hex16(0), "0000000000000000"}, {hex16(0xabc), "0000000000000abc"}, {hex16(math.MaxUint64), "ffffffffffffffff"},
		{SpeedLabel(10), "10 ns per s"}, {SpeedLabel(500), "500 ns per s"}, {SpeedLabel(20_000), "20 µs per s"},
		{SpeedLabel(10_000_000), "10 ms per s"}, {SpeedLabel(2_500), "2.5 µs per s"}, {SpeedLabel(6056.3199999999997), "6.06 µs per s"}, {SpeedLabel(999_600), "1 ms per s"},
		{speedValue(10_000_000), "10000000"},
		{plural(1, "{0} tree", "{0} trees"), "1 tree"}, {plural(0, "{0} tree", "{0} trees"), "0 trees"}, {plural(1200, "{0} tree", "{0} trees"), "1200 trees"},
	} {
		if plain(c.got) != c.want {
			t.Errorf("%q, want %q", plain(c.got), c.want)
		}
	}
}

func TestSpeeds(t *testing.T) {
	list := speeds()
	if list[0] != MinSpeed || list[len(list)-1] != MaxSpeed {
		t.Errorf("speeds from %v to %v", list[0], list[len(list)-1])
	}
	for i, v := range list {
		up, down := NextSpeed(v, true), NextSpeed(v, false)
		if i+1 < len(list) && up != list[i+1] || i+1 == len(list) && up != MaxSpeed {
			t.Errorf("after %v comes %v", v, up)
		}
		if i > 0 && down != list[i-1] || i == 0 && down != MinSpeed {
			t.Errorf("before %v comes %v", v, down)
		}
	}
	for _, c := range []struct {
		speed float64
		want  int
	}{{10_000, len(list)}, {12_345, len(list) + 1}, {5, len(list) + 1}, {2e7, len(list) + 1}} {
		tr := Transport{m: &Model{Speed: c.speed}}
		got := tr.Speeds()
		found := false
		for i, v := range got {
			found = found || v == c.speed
			if i > 0 && got[i-1] >= v {
				t.Errorf("speed %v: the menu is not ascending", c.speed)
			}
		}
		if !found || len(got) != c.want {
			t.Errorf("speed %v: in the menu %v, %d entries", c.speed, found, len(got))
		}
	}
}

func TestThousandsStayOnALine(t *testing.T) {
	for text, want := range map[string]string{
		"at 11 664 hosts, 1 234 567 B": "at 11_664 hosts, 1_234_567 B",
		"10 100 ns; ports 3 1000":      "10_100 ns; ports 3 1000",
		"seed 7, 20 µs, 5 12":          "seed 7, 20 µs, 5 12",
		"":                             "",
	} {
		if got := strings.ReplaceAll(together(text), space, "_"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
