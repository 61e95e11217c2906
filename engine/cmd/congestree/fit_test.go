package main

import (
	"strings"
	"testing"
)

// --set network takes what does not fit with it, and says so; what was set by hand stays, and is refused.
func TestNetworkTakesSettingsWithIt(t *testing.T) {
	code, out, errs := command("link", "--preset", "hot-spot", "--set", "network=torus-4x4")
	if code != 0 || !strings.Contains(out, "routing=dor") || !strings.Contains(errs, "torus-4x4 needs another routing: it is dor now") {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
	if code, out, errs := command("link", "--preset", "hot-spot", "--set", "network=torus-4x4", "--set", "routing=dmodk"); code != 2 || out != "" || !strings.Contains(errs, "dor") {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
	if code, _, errs := command("link", "--preset", "hot-spot", "--set", "network=rlft-12x3"); code != 0 || errs != "" {
		t.Errorf("%d, %q", code, errs)
	}
}
