package plain

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"
)

// With VOQnet all that TestLooks compares.
func TestTreesNet(t *testing.T) {
	texts := []string{
		// Defects that there were: trees held no packets of the network's; inputs did not contend for an output that had no credits for their
		// destination; over long links only queues that held all that they may were full.
		"packet=64 network=rlft-6x2 queuing=voqnet traffic=HS60-4 hotspot-else=silent hotspot-others=anywhere generation=constant load=0.5 source-queue=64 arbiter=oldest-first bandwidth=7.3 delay=6 seed=19034 buffer=2",
		"packet=64 network=rlft-6x2 queuing=voqnet traffic=HS100-1 hotspot-else=silent source-queue=1 arbiter=oldest-injected crossbar=multiplexed bandwidth=8 delay=64 seed=8990 buffer=5",
		// Over long links buffers without credits were full, whatever they held; packets were told to stand behind one for another destination.
		"network=rlft-8x2 queuing=voqnet traffic=HS60-4 hotspot-else=uniform generation=constant source-queue=64 arbiter=oldest-injected crossbar=multiplexed bandwidth=1600 packet=16 delay=0.16 seed=99246 buffer=3",
	}
	drawNet := func(r *rand.Rand) string {
		text := voqnetWords.ReplaceAllString(drawQueues(r), "queuing=voqnet")
		return bufferWords.ReplaceAllString(text, fmt.Sprintf("buffer=%d", 1+r.IntN(6)))
	}
	for _, text := range append(texts, drawn(rand.New(rand.NewPCG(2008, 20)), few(6), drawNet)...) {
		if _, err := build(text); err == nil {
			looksAgree(t, text, 150)
		}
	}
}

var voqnetWords, bufferWords = regexp.MustCompile("queuing=[a-z-]*"), regexp.MustCompile("buffer=[0-9.]*")
