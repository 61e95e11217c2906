package plain

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var controlNetworks = []string{"network=torus-5x4 traffic=UT routing=dor", "network=torus-4x4 traffic=transpose generation=constant routing=dor", "network=mesh-5x3 traffic=HS25-1 routing=dor",
	"network=rlft-8x2 traffic=HS25-1", "network=rlft-4x3 traffic=HS40-2 generation=constant", "network=bmin-4x3 routing=self traffic=HS25-1"}

// Marks and notifications under both controls, and what sources do.
func TestControl(t *testing.T) {
	for _, x := range []struct {
		control  string
		networks []string
		sets     []string
	}{
		// With a path there is nothing to spread over: this is what is told alone.
		{"drb drb-paths=1 drb-vls=1", controlNetworks[3:5], []string{
			"cc-threshold=8", "cc-threshold=1 cc-victims=true", "cc-marking-rate=3", "cc-marking-rate=2 cc-threshold=12 cc-victims=true", "cc-threshold=0",
			"cc-thresholds=S1-1_S1.2:1-15_S2.0-0 cc-victim-ports=S1.1_S2.1:2", "queuing=dbbm cc-thresholds=S1.0:0:1-14 cc-threshold=7 cc-victim-ports=S1.2:3:2",
			"cn-packet=4096", "cn-packet=16 delay=1000", "delay=0",
			"cn-vl=data", "cn-vl=data cn-packet=4096 cc-victims=true", "cn-vl=data cn-packet=1000 queuing=dbbm",
			"queuing=dbbm", "queuing=vftree voq=true", "queuing=flow2sl voq=true crossbar=multiplexed", "voq=true", "voq=true crossbar=multiplexed",
			"cn-vl=data queuing=flow2sl voq=true", "cn-vl=data voq=true crossbar=multiplexed",
			"arbiter=oldest-first", "arbiter=oldest-injected queuing=dbbm cn-vl=data",
		}},
		{"drb drb-paths=1", controlNetworks[:3], []string{
			"voq=true", "voq=true crossbar=multiplexed cc-thresholds=S1-1_S(2,1):1-15_S3.0-0", "queuing=flow2sl vcs=3 voq=true cn-packet=1000", "cn-vl=data voq=true queuing=dbbm vcs=2 cn-packet=500",
		}},
		{"iba-cc", controlNetworks, []string{
			"ccti-timer=10", "queuing=dbbm vcs=2 cn-packet=4096", "cn-vl=data queuing=flow2sl vcs=3 voq=true cn-packet=1000",
			"cn-packet=4096 delay=500 cc-victims=true",
			"ccti-timer=2 cct=linear-1-1 ccti-falls=quiet", "ccti-timer=3 cct=square-0-10 ccti-increase=4", "cct=entries-0.1.2.16386.5.32770 ccti-limit=5 ccti-timer=10 ccti-increase=2",
			"ccti-min=1 ccti-limit=9 ccti-timer=1.024", "cc-scope=host ccti-falls=quiet ccti-timer=1.5 queuing=dbbm vcs=2", "delay=0 ccti-timer=2 cc-scope=host", "queuing=dbbm vcs=2 arbiter=oldest-first ccti-timer=5",
		}},
		{"iba-cc", []string{"network=rlft-8x2 traffic=HS25-1"}, []string{
			"routing=oblivious ccti-timer=20", "routing=adaptive cn-vl=data queuing=vftree", "routing=adaptive trigger=TH cn-vl=data voq=true queuing=dbbm ccti-timer=5", "routing=adaptive-th ccti-timer=5",
		}},
		{"drb", controlNetworks, []string{
			"voq=true", "queuing=dbbm vcs=2 cn-packet=4096", "cn-vl=data queuing=flow2sl vcs=2 voq=true cn-packet=1000", "cn-packet=4096 delay=500 cc-victims=true",
			"drb-vls=4 voq=true crossbar=multiplexed", "drb-detour=0", "drb-detour=1 drb-paths=3 drb-timer=3",
			"drb-timer=1", "drb-timer=2 drb-hysteresis=1 drb-notifications=3", "drb-timer=1 drb-hysteresis=3 drb-notifications=2 cc-threshold=10", "delay=0 drb-timer=2", "queuing=dbbm vcs=2 arbiter=oldest-first drb-timer=3",
		}},
	} {
		for _, network := range x.networks {
			for i, set := range x.sets {
				if i%3 > 0 && testing.Short() {
					continue
				}
				agrees(t, network+" buffer=48 congestion-control="+x.control+" "+set, 60)
			}
		}
	}
	// So many notifications that their counts are halved.
	agrees(t, "network=mesh-2x2 routing=dor traffic=HS50-1 hotspot-else=silent load=0.5 buffer=192 congestion-control=drb cc-victims=true", 2000)
}

// drawControl draws the fields of congestion control.
func drawControl(r *rand.Rand) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	text := strings.Join([]string{
		" congestion-control=" + one("iba-cc", "drb", "drb"),
		"cc-threshold=" + one("15", "15", "12", "8", "1"), "cc-marking-rate=" + one("0", "0", "1", "7"), "cc-victims=" + one("false", "false", "true"),
		"cn-vl=" + one("own", "own", "data"), "cn-packet=" + one("64", "16", "1000", "256"),
		"cct=" + one("linear-2-1", "linear-0-1", "linear-3-5", "square-1-20", "entries-1.2.3"), "ccti-timer=" + one("1.024", "3", "20", "153.6"), "ccti-falls=" + one("each", "quiet"),
		"ccti-increase=" + one("1", "2", "9"), "ccti-min=" + one("0", "0", "2"), "ccti-limit=" + one("127", "8", "2"), "cc-scope=" + one("flow", "host"),
		"drb-paths=" + one("4", "2", "8"), "drb-detour=" + one("0", "2", "4"), fmt.Sprint("drb-vls=", 2+r.IntN(2)), "drb-notifications=" + one("1", "1", "2", "5"),
		"drb-timer=" + one("1", "2", "10", "500"), "drb-hysteresis=" + one("1", "2", "3"),
	}, " ")
	return text
}

// drawControlled draws a scenario that has it.
func drawControlled(r *rand.Rand) string {
	text := draw(r) + drawControl(r)
	if strings.Contains(text, "=drb") && !strings.Contains(text, "routing=self") && !strings.Contains(text, "routing=dor") {
		text += " routing=dmodk"
	}
	return text
}
