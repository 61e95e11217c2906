package plain

import (
	"strings"
	"testing"
)

// Queues per destination, in switches and hosts, and those that are set aside.
func TestQueues(t *testing.T) {
	for _, c := range []struct{ base, sets string }{
		{"queuing=voqnet network=rlft-8x2 traffic=HS25-1 buffer=16", "_ crossbar=multiplexed arbiter=oldest-first arbiter=oldest-injected generation=constant,delay=100,source-queue=4"},
		{"queuing=voqnet network=bmin-4x3 routing=self traffic=HS25-1 buffer=1", "_ crossbar=multiplexed,arbiter=oldest-injected source-queue=1"},
		{"queuing=voqnet network=torus-4x4 routing=dor traffic=UT buffer=4", "_ crossbar=multiplexed arbiter=oldest-first"},

		{"admittance=by-destination network=rlft-8x2 traffic=HS25-1 buffer=1", "_ queuing=dbbm queuing=flow2sl,voq=true queuing=vftree,generation=constant,source-queue=2 arbiter=oldest-first queuing=dbbm,arbiter=oldest-injected,voq=true"},
		{"admittance=by-destination network=bmin-4x3 routing=self traffic=HS25-1 buffer=1", "queuing=voqsw,arbiter=oldest-injected,crossbar=multiplexed queuing=voqsw"},
		{"admittance=by-destination network=torus-4x4 routing=dor traffic=UT buffer=1", "_ queuing=dbbm,vcs=2,arbiter=oldest-injected"},

		{"queuing=fbicm network=rlft-8x2 traffic=HS25-1 buffer=4", "_ admittance=by-destination crossbar=multiplexed arbiter=oldest-injected delay=700"},
		{"queuing=recn-iq network=bmin-4x4 routing=self traffic=HS60-4 buffer=2", "_ admittance=by-destination,arbiter=oldest-injected,crossbar=multiplexed arbiter=oldest-first,cfq-stop=2,cfq-go=1"},
		{"queuing=fbicm network=bmin-8x3 routing=self traffic=HS25-1 buffer=8", "admittance=by-destination,arbiter=oldest-injected,crossbar=multiplexed,generation=constant"},
		{"queuing=recn-iq network=pgft-4.4-1.2-1.2 traffic=HS100-1 buffer=2", "cfq-detect=2,cfq-stop=3,cfq-go=1 cfqs=2,cfq-detect=1"},
	} {
		for set := range strings.FieldsSeq(c.sets) {
			agrees(t, "packet=64 bandwidth=8 "+c.base+" "+strings.ReplaceAll(strings.TrimPrefix(set, "_"), ",", " "), 60)
		}
	}
}

// Of each of these scenarios the two had told something else.
func TestFoundQueues(t *testing.T) {
	for _, text := range []string{
		// A step by event went past notifications.
		"network=rlft-8x2 queuing=fbicm bandwidth=8 buffer=4 delay=6",
		// A host refused packets while its source queue was full of those of a line.
		"network=rlft-4x3 queuing=fbicm bandwidth=8 buffer=1 traffic=HS60-4 load=1.2 source-queue=2 cfq-detect=1 cfq-stop=2 cfq-go=1",
		// An output was not looked at when a line was free again for it.
		"network=rlft-8x2 queuing=fbicm bandwidth=8 buffer=4 cfqs=1 cfq-detect=2",
		// A packet that several Stops hold up went to the queue of whichever line had the lowest number.
		"network=rlft-4x3 queuing=recn-iq cfq-detect=1 cfq-go=0 cfq-stop=1 buffer=0.5 seed=10",
		// There were two lines for one congested port.
		"network=mesh-4x3 routing=dor queuing=fbicm cfq-detect=1 cfq-go=0 cfq-stop=1 buffer=0.2354",
		// A packet that waits already did not hear of a Stop for a port farther away.
		"network=bmin-4x4 routing=self queuing=fbicm cfq-go=0 cfq-stop=1 delay=0 buffer=0.7471",
	} {
		agrees(t, "packet=64 "+text, 150)
	}
}
