package lang

import "testing"

func TestTime(t *testing.T) {
	for ps, want := range map[int64]string{0: "0.0 ns", 327_680: "327.7 ns", 999_949: "999.9 ns", 999_950: "1.0 µs", 1_000_000: "1.0 µs", 81_300_000: "81.3 µs", 999_949_999: "999.9 µs", 999_950_000: "1.0 ms", 1_000_000_000: "1.0 ms", 1_500_000_000: "1.5 ms"} {
		if got := Time(ps); got != want {
			t.Errorf("Time(%d) = %q, want %q", ps, got, want)
		}
	}
}
