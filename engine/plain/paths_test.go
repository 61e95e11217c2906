package plain

import (
	"testing"

	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/topology"
)

// The paths of DRB, walked by the switches' tables: so many at most, the shortest first and none longer than allowed; those of a pair
// share no link between switches ([DRB-T] §4.3.3). The first is shortest.
func TestPaths(t *testing.T) {
	for _, text := range []string{
		"network=torus-4x4 routing=dor", "network=torus-5x4 routing=dor drb-paths=3 drb-detour=1 half-ring=first", "network=torus-3x6 routing=dor drb-detour=0", "network=mesh-5x3 routing=dor drb-detour=4",
		"network=rlft-8x2 drb-vls=1", "network=rlft-4x3 drb-paths=8", "network=pgft-4.6-1.3-1.2", "network=bmin-4x3 routing=self", "network=bmin-8x2-butterfly routing=self drb-paths=2",
	} {
		s, err := build("congestion-control=drb " + text)
		if err != nil {
			t.Fatal(text, err)
		}
		n, err := topology.Build(s.Get("network"))
		if err != nil {
			t.Fatal(err)
		}
		sub, err := routing.SubnetOf(s, n)
		if err != nil {
			t.Fatal(text, err)
		}
		several := 0
		for dst := range n.Hosts {
			away := hopsTo(n, dst)
			for src := range n.Hosts {
				if src == dst {
					continue
				}
				paths, seen, last := sub.Paths(uint32(src), uint32(dst)), map[int]bool{}, 0
				if len(paths) == 0 || len(paths) > int(s.Int("drb-paths")) {
					t.Fatalf("%s: %d paths from %d to %d", text, len(paths), src, dst)
				}
				if len(paths) > 1 {
					several++
				}
				leaf, _ := n.SwitchOf(int(n.Peer[n.HostPort(src)]))
				for i, offset := range paths {
					hops, sw := 1, leaf
					for ; ; hops++ {
						out, vl, ok := sub.Hop(sw, uint32(dst), offset)
						if !ok || vl < 0 || vl >= int(s.Int("drb-vls")) || hops > n.Switches {
							t.Fatalf("%s: path %d from %d to %d ends at %s, VL %d", text, i, src, dst, n.SwitchName(sw), vl)
						}
						p := sw*n.Radix + out
						if peer := int(n.Peer[p]); n.IsHost(peer) {
							if n.Host(peer) != dst {
								t.Fatalf("%s: path %d from %d to %d leads to %d", text, i, src, dst, n.Host(peer))
							}
							break
						}
						if seen[p] {
							t.Fatalf("%s: path %d from %d to %d takes %s again", text, i, src, dst, n.PortName(p))
						}
						seen[p] = true
						sw, _ = n.SwitchOf(int(n.Peer[p]))
					}
					if hops < last || hops > away[leaf]+int(s.Int("drb-detour")) || i == 0 && hops != away[leaf] {
						t.Fatalf("%s: path %d from %d to %d crosses %d switches, the one before it %d, the shortest %d", text, i, src, dst, hops, last, away[leaf])
					}
					last = hops
				}
			}
		}
		if several < n.Hosts {
			t.Errorf("%s: only %d pairs have several paths", text, several)
		}
	}
}

// hopsTo returns how many switches there are at least on the way to a host, from each of them on.
func hopsTo(n *topology.Network, dst int) []int {
	away := make([]int, n.Switches)
	leaf, _ := n.SwitchOf(int(n.Peer[n.HostPort(dst)]))
	away[leaf] = 1
	for at := []int{leaf}; len(at) > 0; at = at[1:] {
		for p := at[0] * n.Radix; p < (at[0]+1)*n.Radix; p++ {
			if peer := int(n.Peer[p]); peer >= 0 && !n.IsHost(peer) {
				if sw, _ := n.SwitchOf(peer); away[sw] == 0 {
					away[sw] = away[at[0]] + 1
					at = append(at, sw)
				}
			}
		}
	}
	return away
}
