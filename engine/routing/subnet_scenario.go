package routing

// The subnet manager of a scenario: what it is asked for, and its result.

import (
	"sync"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// PlanOf reads what the manager of a scenario is asked for (fields drb-…, which the engine registers).
func PlanOf(s scenario.Scenario) Plan {
	return Plan{Paths: int(s.Int("drb-paths")), Detour: int(s.Int("drb-detour")), VCs: int(s.Int("drb-vls"))}
}

// The last subnet is kept, because it is asked for when a scenario is checked and when it is opened,
// and people change other fields more often.
var (
	lastSubnet *Subnet
	lastTable  *Table
	lastPlan   Plan
	lastError  error
	subnetLock sync.Mutex
)

// SubnetOf returns the managed network of a scenario, or an error of TableOf or Manage. It is shared: read only.
func SubnetOf(s scenario.Scenario, n *topology.Network) (*Subnet, error) {
	plan := PlanOf(s)
	table, err := TableOf(s, n)
	if err != nil {
		return nil, err
	}
	subnetLock.Lock()
	defer subnetLock.Unlock()
	if lastTable == nil || lastTable.net != n || lastTable.oneWay != table.oneWay || lastTable.lanes != table.lanes || lastPlan != plan {
		lastSubnet, lastError = Manage(table, plan)
		lastTable, lastPlan = table, plan
	}
	return lastSubnet, lastError
}
