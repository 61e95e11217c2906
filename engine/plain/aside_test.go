package plain

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
)

func TestVOQnet(t *testing.T) {
	for _, base := range []string{
		"network=rlft-8x2 traffic=HS25-1 buffer=16",
		"network=bmin-4x3 routing=self traffic=HS25-1 buffer=8",
		"network=bmin-8x2-butterfly routing=self traffic=UT buffer=8",
		"network=torus-4x4 routing=dor traffic=UT buffer=8",
	} {
		for _, set := range []string{"", "crossbar=multiplexed", "arbiter=oldest-first", "arbiter=oldest-injected", "arbiter=oldest-injected crossbar=multiplexed", "generation=constant delay=100 source-queue=4"} {
			agrees(t, "packet=64 bandwidth=8 queuing=voqnet "+base+" "+set, 150)
		}
	}
}

func TestAdmittance(t *testing.T) {
	for _, base := range []string{
		"network=rlft-8x2 traffic=HS25-1 buffer=48",
		"network=bmin-4x3 routing=self traffic=HS25-1 buffer=48",
		"network=torus-4x4 routing=dor traffic=UT buffer=48",
	} {
		for _, set := range []string{"", "queuing=dbbm", "queuing=flow2sl voq=true", "queuing=vftree generation=constant source-queue=2", "arbiter=oldest-first", "queuing=voqsw arbiter=oldest-injected crossbar=multiplexed",
			"queuing=dbbm arbiter=oldest-injected voq=true"} {
			agrees(t, "admittance=by-destination "+base+" "+set, 150)
		}
	}
}

// drawQueues makes a random scenario of queues that are more than VCs, in words.
func drawQueues(r *rand.Rand, queuing ...string) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	text := strings.Join([]string{
		"network=" + one("rlft-4x3", "rlft-8x2", "rlft-6x2", "knary-2x3", "bmin-4x3", "bmin-4x4", "bmin-8x2-butterfly", "pgft-4.4-1.2-1.2", "mesh-4x3", "torus-4x3"),
		"queuing=" + one(queuing...),
		"admittance=" + one("fifo", "by-destination"),
		"traffic=" + one("UT", "HS25-1", "HS50-2", "HS100-1", "HS60-4"),
		"hotspot-until=" + one("1000000", "1000000", "4"), "hotspot-else=" + one("uniform", "silent"), "hotspot-others=" + one("elsewhere", "anywhere"),
		"generation=" + one("constant", "poisson"),
		"load=" + one("1", "1", "1.2", "0.9", "0.5"),
		"source-queue=" + one("1", "2", "16", "64"),
		"arbiter=" + one("islip", "islip", "oldest-first", "oldest-injected"),
		"crossbar=" + one("demultiplexed", "multiplexed"),
		"cfqs=" + one("1", "2", "3", "8", "32"),
		"cfq-detect=" + one("1", "2", "3", "5", "5", "20"),
		"cfq-go=" + one("0", "1", "2", "4"), "cfq-stop=" + one("1", "2", "3", "5", "8"),
		"vcs=" + one("1", "2", "3", "4"),
		"packet=64", "bandwidth=" + one("8", "8", "7.3", "0.8"),
		"delay=" + one("6", "6", "0", "1", "64", "256", "700"),
		fmt.Sprint("seed=", r.IntN(100000)),
	}, " ")
	if r.IntN(3) == 0 { // packets of 80 ps: much falls into one instant
		text += " bandwidth=1600 packet=16 delay=" + one("0.001", "0.02", "0.05", "0.08", "0.16", "0.64")
	}
	switch {
	case strings.Contains(text, "bmin"):
		text += " routing=self"
	case strings.Contains(text, "mesh"), strings.Contains(text, "torus"):
		text += " routing=dor"
	}
	s, err := build(text)
	if err != nil && !strings.Contains(err.Error(), "buffer") {
		return text
	}
	packets := 1 + r.Int64N(12)
	if r.IntN(3) == 0 {
		packets += r.Int64N(60)
	}
	if strings.Contains(text, "voqnet") {
		packets = 16 * (1 + r.Int64N(6))
	}
	return fmt.Sprintf("%s buffer=%.4f", text, float64(packets*s.Int("packet")+r.Int64N(200))/1024)
}

func drawn(t *testing.T, n int, queuing ...string) {
	r := rand.New(rand.NewPCG(2008, 1))
	ran := 0
	if testing.Short() { // as WebAssembly
		n /= 10
	}
	for range n {
		text := drawQueues(r, queuing...)
		s, err := build(text)
		if err != nil {
			continue
		}
		ran++
		if d, _ := compare(s, 100*engine.PacketTime(s)); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
	if ran < n/2 {
		t.Errorf("only %d of %d scenarios are any", ran, n)
	}
}

func TestRandomVOQnet(t *testing.T) { drawn(t, 300, "voqnet", "voqnet", "voqsw", "dbbm", "flow2sl", "1q") }
