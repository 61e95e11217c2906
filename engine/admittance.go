package engine

// How packets wait in their hosts.

import (
	"sort"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

const (
	admittance    = "admittance"
	byDestination = "by-destination"
)

func init() {
	scenario.AddField(scenario.Field{Name: admittance, Label: "Admittance queues", Group: "Hardware", Kind: scenario.Choice, Default: "fifo", Rank: 55,
		When: "queuing!=voqnet and congestion-control=none",
		Doc:  "Whether packets wait in their host for others to other destinations. Under VOQnet they do not, nor for flows that congestion control throttles.",
		Options: []scenario.Option{
			{Name: "fifo", Label: "FIFO", Rank: 1, Doc: "A queue per VC: a packet that may not enter the network holds up all behind it. RECN-IQ and FBICM add a queue for each CAM line that the host's switch has told it."},
			{Name: byDestination, Label: "By destination", Rank: 2, Source: "[FBICM] §4.1", Doc: "A queue for each destination, each as long as the source queue: a packet that may not enter the network holds up none to another destination. " +
				"Those that may (credits, and no CAM line of the host that a Stop has reached) take turns by destination, or with arbiter=oldest-injected the oldest goes."},
		}})
}

// admits says whether hosts have admittance queues by destination.
func admits(s scenario.Scenario) bool {
	return s.Get(admittance) == byDestination && scenario.Lookup(admittance).Active(s)
}

// admittanceFits refuses admittance queues by destination where they are what takes too much memory, so many bytes in all,
// and says which would fit.
func admittanceFits(s scenario.Scenario, n *topology.Network, bytes int64, fit func(scenario.Scenario) bool) *scenario.Error {
	if !admits(s) || !fit(s.Must(admittance, "fifo")) {
		return nil
	}
	refuse := func(reason string) *scenario.Error {
		return &scenario.Error{Field: admittance, Value: s.Get(admittance), Reason: reason}
	}
	hosts, mib := strconv.Itoa(n.Hosts), strconv.FormatInt((bytes+1<<20-1)>>20, 10)
	if f := scenario.Lookup("source-queue"); f.Active(s) {
		length := int(s.Int(f.Name))
		most := sort.Search(length, func(i int) bool { return !fit(s.Must(f.Name, strconv.Itoa(max(i, 1)))) }) - 1
		if most >= 1 {
			return refuse("a queue at each of " + hosts + " hosts for each of them would take " + mib + " MiB of memory, with the buffers and links; at most " + strconv.Itoa(MaxMemory>>20) +
				" MiB are used: choose a source queue of at most " + strconv.Itoa(most) + " packets, a smaller network, or fifo")
		}
	}
	return refuse("a queue at each of " + hosts + " hosts for each of them would take " + mib + " MiB of memory, with the buffers and links; at most " + strconv.Itoa(MaxMemory>>20) +
		" MiB are used: choose a smaller network, or fifo")
}
