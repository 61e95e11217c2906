package routing

// The subnet manager of a scenario: the fields that say how many paths it looks for, and its result.

import (
	"sync"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	const group, when = "Congestion control", "congestion-control=drb"
	for _, f := range []scenario.Field{
		{Name: "drb-paths", Label: "Paths", Group: group, Unit: "paths", Kind: scenario.Int, Min: 1, Max: MaxPaths, Default: "4", Rank: 90, When: when,
			Doc: "Disjoint paths the subnet manager looks for between two hosts, so many may be open at a time [DRB-T §7.2.3]."},
		{Name: "drb-detour", Label: "Detour", Group: group, Unit: "hops", Kind: scenario.Int, Min: 0, Max: 8, Default: "2", Rank: 91, When: when,
			Doc: "Hops a path may have more than the shortest one."},
		{Name: "drb-vls", Label: "VLs of paths", Group: group, Unit: "VLs", Kind: scenario.Int, Min: 1, Max: 8, Default: "2", Rank: 92, When: when,
			Doc: "Data VLs among which paths change, so that all together cannot deadlock; every queue has so many VCs. In a torus 2 or more."},
	} {
		scenario.AddField(f)
	}
}

// PlanOf reads what the manager of a scenario is asked for. It never takes the risk of a deadlock.
func PlanOf(s scenario.Scenario) Plan {
	return Plan{Paths: int(s.Int("drb-paths")), Detour: int(s.Int("drb-detour")), VCs: int(s.Int("drb-vls"))}
}

// The last subnet is kept, because it is asked for when a scenario is checked and when it is opened,
// and people change other fields more often.
var (
	lastSubnet *Subnet
	lastPlan   Plan
	subnetLock sync.Mutex
)

// SubnetOf returns the managed network of a scenario. It is shared: read only.
func SubnetOf(s scenario.Scenario, n *topology.Network) (*Subnet, error) {
	plan := PlanOf(s)
	subnetLock.Lock()
	defer subnetLock.Unlock()
	if lastSubnet != nil && lastSubnet.Net == n && lastPlan == plan {
		return lastSubnet, nil
	}
	sub, err := Manage(n, plan)
	if err != nil {
		return nil, err
	}
	lastSubnet, lastPlan = sub, plan
	return sub, nil
}
