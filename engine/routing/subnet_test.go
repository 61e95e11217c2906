package routing

import (
	"strings"
	"testing"
	"time"

	"github.com/congestree/congestree/engine/topology"
)

func manage(t testing.TB, net string, p Plan) *Subnet {
	t.Helper()
	_, r := table(t, net)
	s, err := Manage(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What holds for the paths of every network: the first is the deterministic one, all arrive without
// passing a switch twice, none is longer than allowed, those of a pair share no link between switches,
// and they cannot deadlock, all together.
func TestManagedPaths(t *testing.T) {
	for _, c := range []struct {
		net  string
		plan Plan
		mean float64 // paths per pair, at least
	}{
		{"mesh-4x4", Plan{4, 4, 2}, 2},
		{"mesh-8x4", Plan{4, 4, 2}, 2.3},
		{"torus-4x4", Plan{4, 4, 2}, 3.4},
		{"torus-8x8", Plan{4, 4, 2}, 2.8},
		{"torus-4x4" + oneWaySuffix, Plan{4, 0, 2}, 1.9},
		{"torus-8x8" + oneWaySuffix, Plan{4, 0, 2}, 1.6},
		{"bmin-8x3", Plan{4, 0, 1}, 3.8},
		{"bmin-8x3-butterfly", Plan{4, 0, 2}, 3.8},
		{"rlft-8x2", Plan{4, 0, 1}, 3.6},
		{"rlft-4x3", Plan{8, 0, 1}, 1.8},
	} {
		begun := time.Now()
		s := manage(t, c.net, c.plan)
		took := time.Since(begun)
		n := s.Net
		_, table := table(t, c.net)
		deps := NewDependencies(n, c.plan.VCs)
		pairs, paths, deterministic := 0, 0, 0
		for dst := uint32(0); int(dst) < n.Hosts; dst++ {
			away := distances(n, int(dst))
			for src := uint32(0); int(src) < n.Hosts; src++ {
				if src == dst {
					if len(s.Paths(src, dst)) != 0 {
						t.Fatalf("%s: a path from host %d to itself", c.net, src)
					}
					continue
				}
				pairs++
				links := map[int]bool{}
				for i, offset := range s.Paths(src, dst) {
					paths++
					path := s.Walk(src, dst, offset)
					deps.AddPath(path)
					last := path[len(path)-1].Port
					if !n.IsHost(int(n.Peer[last])) || n.Host(int(n.Peer[last])) != int(dst) {
						t.Fatalf("%s: path %d of %d→%d does not arrive", c.net, i, src, dst)
					}
					if k := len(path); k > away[src]+c.plan.Detour || i == 0 && (k != away[src] || offset != 0) {
						t.Fatalf("%s: path %d of %d→%d crosses %d switches, the shortest %d", c.net, i, src, dst, k, away[src])
					}
					seen := map[int]bool{}
					for k, h := range path {
						sw, local := n.SwitchOf(h.Port)
						if seen[sw] || h.VC >= c.plan.VCs {
							t.Fatalf("%s: path %d of %d→%d at %s, VC %d", c.net, i, src, dst, n.PortName(h.Port), h.VC)
						}
						seen[sw] = true
						if k < len(path)-1 {
							if links[h.Port] {
								t.Fatalf("%s: two paths of %d→%d share %s", c.net, src, dst, n.PortName(h.Port))
							}
							links[h.Port] = true
						}
						if i == 0 {
							if out, _ := table.Step(sw, dst); int(out) == local {
								deterministic++
							} else {
								t.Fatalf("%s: the first path of %d→%d is not the deterministic one", c.net, src, dst)
							}
						}
					}
				}
			}
		}
		mean := float64(paths) / float64(pairs)
		t.Logf("%s %+v: %.2f paths per pair, LMC %d, %v", c.net, c.plan, mean, s.LMC, took.Round(time.Millisecond))
		if mean < c.mean || mean > float64(c.plan.Paths) {
			t.Errorf("%s %+v: %.2f paths per pair, want %.2f", c.net, c.plan, mean, c.mean)
		}
		if cycle := deps.Cycle(); cycle != nil {
			t.Errorf("%s %+v can deadlock: %s", c.net, c.plan, Words(n, cycle))
		}
	}
}

// By hand: the corners of a square have two ways, along X and along Y first, its sides one way and a
// detour of two hops; in a BMIN the hosts of different groups have a way over each up port of their
// switch, those of one switch the only one.
func TestManagedPathsByHand(t *testing.T) {
	s := manage(t, "mesh-2x2", Plan{4, 2, 2})
	n := s.Net
	at := func(sw, port int) int { return sw*n.Radix + port }
	right, left, up := topology.PortRight, topology.PortLeft, topology.PortUp
	for _, c := range []struct {
		src, dst uint32
		paths    [][]int
	}{
		{0, 3, [][]int{{at(0, right), at(1, up)}, {at(0, up), at(2, right)}}},
		{1, 2, [][]int{{at(1, left), at(0, up)}, {at(1, up), at(3, left)}}},
		{0, 1, [][]int{{at(0, right)}, {at(0, up), at(2, right), at(3, topology.PortDown)}}},
		{0, 0, nil},
	} {
		paths := s.Paths(c.src, c.dst)
		if len(paths) != len(c.paths) {
			t.Errorf("%d→%d has %d paths, want %d", c.src, c.dst, len(paths), len(c.paths))
			continue
		}
		for i, want := range c.paths {
			path := s.Walk(c.src, c.dst, paths[i])
			for k, p := range want {
				if path[k].Port != p || path[k].VC != i%2 {
					t.Errorf("%d→%d, path %d, hop %d: %s VC %d, want %s VC %d", c.src, c.dst, i, k, n.PortName(path[k].Port), path[k].VC, n.PortName(p), i%2)
				}
			}
			if len(path) != len(want)+1 {
				t.Errorf("%d→%d, path %d has %d hops", c.src, c.dst, i, len(path))
			}
		}
	}
	b := manage(t, "bmin-8x3", Plan{4, 0, 1})
	for src := uint32(0); src < 64; src++ {
		for dst := uint32(0); dst < 64; dst++ {
			want := 4
			if b.Net.Multi.Group(1, int(src)) == b.Net.Multi.Group(1, int(dst)) {
				want = 1
			}
			if got := len(b.Paths(src, dst)); src != dst && got != want {
				t.Errorf("BMIN: %d→%d has %d paths, want %d", src, dst, got, want)
			}
		}
	}
}

// Every port has its own LIDs, a host's are aligned to their number, and none is beyond InfiniBand's.
func TestLIDs(t *testing.T) {
	for paths, want := range map[int]int{1: 0, 2: 1} { // no more bits than the offsets need
		if s := manage(t, "mesh-2x2", Plan{Paths: paths, VCs: 2}); s.LMC != want {
			t.Errorf("%d paths: LMC %d, want %d", paths, s.LMC, want)
		}
	}
	for _, net := range []string{"torus-4x4", "bmin-8x3", "rlft-4x3"} {
		s := manage(t, net, Plan{4, 2, 2})
		taken := map[uint16]bool{0: true}
		take := func(first, many int) {
			for lid := first; lid < first+many; lid++ {
				if taken[uint16(lid)] || lid > maxLID {
					t.Fatalf("%s: LID %d is given twice, or none", net, lid)
				}
				taken[uint16(lid)] = true
			}
		}
		for h, base := range s.Base {
			if int(base)%(1<<s.LMC) != 0 {
				t.Errorf("%s: host %d has LID %d, LMC %d", net, h, base, s.LMC)
			}
			take(int(base), 1<<s.LMC)
		}
		for _, lid := range s.Switch {
			take(int(lid), 1)
		}
	}
}

func TestBadPlansAreRefused(t *testing.T) {
	for _, c := range []struct {
		net  string
		plan Plan
	}{
		{"mesh-4x4", Plan{0, 0, 1}}, {"mesh-4x4", Plan{9, 0, 1}}, {"mesh-4x4", Plan{4, -1, 1}}, {"mesh-4x4", Plan{4, 17, 1}},
		{"mesh-4x4", Plan{4, 0, 0}}, {"mesh-4x4", Plan{4, 0, 17}}, {"torus-4x4", Plan{4, 0, 1}}, {"mesh-64x64", Plan{1, 0, 1}},
	} {
		_, r := table(t, c.net)
		if s, err := Manage(r, c.plan); err == nil || s != nil || err.Error() == "" {
			t.Errorf("%s with %+v was managed", c.net, c.plan)
		}
	}
	_, r := table(t, "torus-8x8")
	r.lanes = 1
	if _, err := Manage(r, Plan{Paths: 2, VCs: 2}); err == nil || !strings.Contains(err.Error(), "can deadlock") {
		t.Errorf("a torus without dateline VCs: %v", err)
	}
}

// The tables are what they were when each path's dependencies were followed through the whole graph, without an order and a memory.
func TestManagedTablesNeverChange(t *testing.T) {
	for _, c := range []struct {
		net  string
		want uint64
	}{{"torus-8x8", 0xf25f28f350dfb1e}, {"mesh-8x8", 0x48018aa9757943bc}, {"torus-12x12", 0x6c6ab1c09f78d13}, {"bmin-8x4", 0xf05e36cfaab9f825}, {"rlft-8x3", 0x98e4eeb463798095}} {
		s := manage(t, c.net, Plan{Paths: 4, Detour: 2, VCs: 2})
		h := uint64(14695981039346656037)
		note := func(x uint64) { h = (h ^ x) * 1099511628211 }
		for _, e := range s.table {
			note(uint64(e))
		}
		for _, list := range [][]uint8{s.count, s.first} {
			for _, x := range list {
				note(uint64(x))
			}
		}
		if h != c.want {
			t.Errorf("%s: %#x, want %#x", c.net, h, c.want)
		}
	}
}

// "Up to four disjoint paths of minimal length" ([DRB-T] §7.2.3) are one or two for nearly all pairs: at most as many as links lead
// nearer, less those that close a ring which could deadlock.
func TestShortestDisjointPathsAreFew(t *testing.T) {
	for _, c := range []struct {
		net         string
		links, safe [5]int // pairs by number of links that lead nearer, and of paths
	}{
		{"mesh-4x4", [5]int{0, 96, 144}, [5]int{0, 96, 144}},
		{"mesh-8x4", [5]int{0, 320, 672}, [5]int{0, 320, 672}},
		{"torus-4x4", [5]int{0, 64, 96, 64, 16}, [5]int{0, 68, 106, 54, 12}},
		{"torus-8x8", [5]int{0, 768, 2432, 768, 64}, [5]int{0, 1587, 1986, 434, 25}},
		{"torus-4x4" + oneWaySuffix, [5]int{0, 64, 96, 64, 16}, [5]int{0, 66, 101, 60, 13}},
		{"torus-8x8" + oneWaySuffix, [5]int{0, 768, 2432, 768, 64}, [5]int{0, 1353, 2198, 450, 31}},
	} {
		s := manage(t, c.net, Plan{Paths: 4, VCs: 2})
		n := s.Net
		var links, pairs [5]int
		for dst := range uint32(n.Hosts) {
			away := distances(n, int(dst)) // host h is at switch h
			for src := range uint32(n.Hosts) {
				if src == dst {
					continue
				}
				nearer := 0
				for p := int(src) * n.Radix; p < (int(src)+1)*n.Radix; p++ {
					if q := int(n.Peer[p]); q != topology.NoPeer && !n.IsHost(q) && away[q/n.Radix] < away[src] {
						nearer++
					}
				}
				links[nearer]++
				pairs[len(s.Paths(src, dst))]++
			}
		}
		if links != c.links || pairs != c.safe {
			t.Errorf("%s: pairs by links that lead nearer %v, want %v, by paths %v, want %v", c.net, links, c.links, pairs, c.safe)
		}
	}
}
