package engine

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

// A change of the network takes with it what does not fit, and nothing else.
func TestAnotherNetworkFits(t *testing.T) {
	for _, c := range []struct{ preset, set, network, want string }{
		{"hot-spot", "", "mesh-8x8", "routing=dor"},
		{"hot-spot", "", "torus-8x8", "routing=dor"},
		{"hot-spot", "", "bmin-8x3", "routing=self"},
		{"hot-spot", "", "rlft-12x3", ""},
		{"adaptive", "", "knary-4x3", ""},
		{"adaptive", "", "torus-4x4", "routing=dor"},
		{"drb-torus-8x8", "", "rlft-8x3", "routing=dmodk"},
		{"drb-torus-8x8", "", "torus-6x6", "traffic=UT"},
		{"drb-torus-8x8", "", "rlft-12x3", "routing=dmodk traffic=UT"},
		{"drb-link-hot-spot", "", "rlft-8x3", "routing=dmodk traffic=UT"},
		{"fbicm-64-hot-spot", "", "bmin-8x4", "traffic=FBICM-6"},
		{"fbicm-256-hot-spot", "", "bmin-8x3", "traffic=FBICM-3"},
		{"fbicm-64-cfqs", "", "torus-8x8", "routing=dor"},
		{"fbicm-64-cfqs", "", "rlft-8x3", "routing=dmodk traffic=HS25-1"},
		{"fbicm-64-voqnet", "", "bmin-8x4", "traffic=FBICM-6"}, // a packet for each of 256 fits into 16 KiB
		{"fbicm-64-voqnet", "packet=128", "bmin-8x4", "traffic=FBICM-6 buffer=32"},
		{"fbicm-64-voqnet", "packet=4096", "rlft-36x3", "routing=dmodk queuing=1q traffic=HS25-1"}, // no buffer has a packet for each of 11 664
		{"afi-config-1", "routing=afi", "torus-8x8", "routing=dor"},
		{"iba-cc-hot-spot", "", "torus-8x8", "routing=dor"},
		{"drb-drb-torus-8x8", "", "rlft-8x3", "routing=dmodk"},
		{"hs10-1", "vcs=12", "torus-8x8", "routing=dor vcs=8"},
		{"rar-hs25-4", "", "rlft-8x3", "hotspots=auto"},
	} {
		p, ok := scenario.PresetByName(c.preset)
		if !ok {
			t.Fatal(c.preset)
		}
		s := p.Scenario()
		if name, value, ok := strings.Cut(c.set, "="); ok {
			s = s.Must(name, value)
		}
		asked := s.Must("network", c.network)
		got, changed, err := Fit(asked, "network")
		if err != nil {
			t.Errorf("%s on %s: %v", c.preset, c.network, err)
			continue
		}
		var what []string
		for _, f := range changed {
			what = append(what, f+"="+got.Get(f))
		}
		if strings.Join(what, " ") != c.want {
			t.Errorf("%s on %s: changes %v, want %s", c.preset, c.network, what, c.want)
		}
		if err := Check(got); err != nil {
			t.Error(err)
		}
	}
	// What was asked for is not changed, and what cannot be helped is said.
	s := scenario.Default().Must("network", "mesh-8x8").Must("routing", "adaptive")
	if got, changed, err := Fit(s, "network", "routing"); err == nil || changed != nil || !got.Equal(s) || err.(*scenario.Error).Field != "routing" {
		t.Errorf("%v, %v", changed, err)
	}
	// The reason is what stays when all else has been made to fit.
	for _, c := range [][]string{{"network", "torus-3x3", "traffic", "transpose"}, {"network", "mesh-4x4", "traffic", "IHS"}, {"network", "torus-4x4", "queuing", "dbbm", "vcs", "16"}} {
		s, keep := scenario.Default(), []string(nil)
		for i := 0; i < len(c); i += 2 {
			s, keep = s.Must(c[i], c[i+1]), append(keep, c[i])
		}
		if got, _, err := Fit(s, keep...); err == nil || err.(*scenario.Error).Field != c[len(c)-2] || !got.Equal(s) {
			t.Errorf("%v: %v", c, err)
		}
	}
	big := scenario.Default().Must("network", "rlft-48x3").Must("buffer", "4096").Must("packet", "64")
	if _, _, err := Fit(big, "network"); err == nil || Check(big).Error() != err.Error() {
		t.Errorf("%v instead of %v", err, Check(big))
	}
}

// Where the source queues are what takes too much memory, they are what is blamed and made smaller.
func TestSourceQueuesFitIntoMemory(t *testing.T) {
	s := scenarioOf(t, "network=rlft-16x3 queuing=voqnet packet=64 buffer=64")
	var e *scenario.Error
	if err := Check(s); !errors.As(err, &e) || e.Field != "source-queue" {
		t.Fatalf("refused for %v", err)
	}
	fitting, changed, err := Fit(s, "network")
	if q := fitting.Int("source-queue"); err != nil || len(changed) != 1 || q >= 64 || q < 16 || Check(fitting.Must("source-queue", strconv.FormatInt(q+1, 10))) == nil {
		t.Errorf("%v: %v changed, source queues of %d", err, changed, q)
	}
}
