package play

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

func TestFitting(t *testing.T) {
	const us = 1e6
	for _, c := range []struct {
		name           string
		packet, begins int64
		want           float64
	}{
		{"4 KB at 100 Gb/s", 327_680, 0, 10_000},
		{"and a hot spot at 40 µs", 327_680, 40 * us, 20_000},
		{"4 KB at 40 Gb/s", 819_200, 0, 20_000},
		{"4 KB at 2 Gb/s", 16_384_000, 0, 500_000},
		{"64 B at 8 Gb/s", 64_000, 0, 2_000},
		{"the burst of [FBICM] at 1000 µs", 64_000, 1000 * us, 500_000},
		{"InfiniBand's control of a hot spot", 327_680, 193.6 * us, 100_000},
		{"hardly anything", 1, 0, MinSpeed},
		{"for ever", 1, 1e18, MaxSpeed},
	} {
		if got := Fitting(c.packet, c.begins); got != c.want {
			t.Errorf("%s: %v ns per second, want %v", c.name, got, c.want)
		}
	}
	for preset, want := range map[string]int64{"hot-spot": 40 * us, "uniform": 0, "fbicm-64-hot-spot": 1000 * us, "fbicm-64-uniform": 0, "fbicm-64-ramp": 150 * us, "drb-torus-8x8": 0,
		"iba-cc-hot-spot": 193.6 * us, "iba-cc-firm": 193.6 * us, "drb-shortest-torus-8x8": 0} {
		p, ok := scenario.PresetByName(preset)
		if got := engine.BeginsPS(p.Scenario()); !ok || got != want {
			t.Errorf("%s begins at %d ps, want %d", preset, got, want)
		}
	}
	p, _ := scenario.PresetByName("iba-cc-hot-spot") // a CCTI that falls after quiet intervals does so with the second one at the earliest
	if got, want := engine.BeginsPS(p.Scenario().Must("ccti-falls", "quiet")), int64(347.2*us); got != want {
		t.Errorf("with quiet intervals it begins at %d ps, want %d", got, want)
	}
}
