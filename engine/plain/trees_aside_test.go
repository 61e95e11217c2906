package plain

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Where queues are set aside, all that TestLooks compares: congestion trees, what packets are to them, marks, ports and hosts.
func TestTreesAside(t *testing.T) {
	texts := []string{
		// Defects that there were: what an NFQ waits for behind a full buffer depended on the ports' numbers; hosts that have no credits because
		// queues that are set aside fill the next buffer were not blocked by these; a tree without buffers blocked hosts if there was another one.
		"network=rlft-4x3 queuing=recn-iq traffic=HS50-2 hotspot-else=silent hotspot-others=anywhere generation=constant load=0.5 source-queue=2 crossbar=multiplexed cfqs=3 cfq-detect=3 cfq-stop=3 cfq-go=2 bandwidth=0.8 seed=7659 buffer=0.3047",
		"network=mesh-4x3 routing=dor queuing=recn-iq traffic=HS100-1 hotspot-others=elsewhere source-queue=2 cfqs=32 cfq-detect=1 cfq-stop=5 cfq-go=1 bandwidth=8 delay=256 seed=11722 buffer=0.6426",
		"network=bmin-4x3 routing=self queuing=recn-iq admittance=by-destination traffic=HS100-1 hotspot-others=elsewhere generation=constant source-queue=2 arbiter=oldest-injected crossbar=multiplexed cfqs=32 cfq-detect=5 cfq-stop=2 cfq-go=0 bandwidth=1600 packet=16 delay=0.08 seed=28858 buffer=0.3164",
		// Of several Stops for the first packet of an NFQ it was not that for the nearest congested port that counted.
		"network=torus-9x1 routing=dor queuing=recn-iq traffic=UT generation=constant source-queue=2 arbiter=oldest-first crossbar=multiplexed cfqs=2 cfq-detect=1 cfq-stop=1 cfq-go=0 buffer=0.5 bandwidth=8 delay=6 seed=38506",
		// What is set aside was a victim of what its NFQ waits for; a queue that another root's Stop stops was held by its own line's; packets were
		// told to stand behind one of another queue.
		"network=rlft-4x3 queuing=recn-iq admittance=by-destination traffic=HS60-4 hotspot-else=silent hotspot-others=anywhere generation=constant source-queue=16 crossbar=multiplexed cfqs=1 cfq-detect=3 cfq-stop=3 cfq-go=2 bandwidth=1600 packet=16 delay=0.001 seed=25918 buffer=0.2324",
	}
	for _, text := range append(texts, drawn(rand.New(rand.NewPCG(2008, 14)), few(24), drawQueues)...) {
		if !strings.Contains(text, "packet=") {
			text = "packet=64 " + text
		}
		if s, err := build(text); err == nil && NewOf(s).aside {
			looksAgree(t, text, 200)
		}
	}
}
