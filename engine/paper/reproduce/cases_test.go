package reproduce

import (
	"context"
	"math"
	"reflect"
	"testing"

	"github.com/congestree/congestree/engine/paper"
)

// Cells that share a run give what they give alone.
func TestCasesShareARun(t *testing.T) {
	var cells []paper.Cell
	for _, w := range []paper.Window{{From: 5, Until: 20}, {From: 12, Until: 30}, {From: 20, Until: 30}} {
		cells = append(cells, paper.Case(1, "FBICM", w), paper.Case(1, "FBICM", w).Queues())
	}
	table := paper.Table(true, "TH-AS-K", "vFtree", "HS10-1")
	for _, test := range []struct {
		miniature bool
		cells     []paper.Cell
	}{{false, cells}, {true, []paper.Cell{table.OverTime(), table}}} {
		shareARun(t, test.miniature, test.cells)
	}
}

func shareARun(t *testing.T, miniature bool, cells []paper.Cell) {
	t.Helper()
	if n := len((&Runner{Miniature: miniature}).together(cells)); n != 1 {
		t.Fatalf("%d runs for %s and the others", n, cells[0].ID())
	}
	run := func(cells ...paper.Cell) map[string]*Record {
		got := map[string]*Record{}
		r := &Runner{Jobs: 1, Miniature: miniature, Commit: "abc", Done: func(r *Record) error { got[r.Cell] = r; return nil }}
		if err := r.Run(context.Background(), cells); err != nil {
			t.Fatal(err)
		}
		if n, parts := r.Progress(); n != len(cells) || math.Abs(float64(parts)/float64(n*1000)-1) > .1 {
			t.Errorf("%d cells and %d thousandths of %d are told", n, parts, len(cells))
		}
		return got
	}
	together := run(cells...)
	for _, c := range cells {
		a, b := *run(c)[c.ID()], *together[c.ID()]
		if a.Queues != nil && (*a.Queues < 1 || *a.Queues > 1000) {
			t.Errorf("%s: %v queues", c.ID(), *a.Queues)
		}
		a.WallS, b.WallS = 0, 0
		if c.IsCase() {
			a.LatencyMean, a.LatencyP99, a.NetworkMean = nil, nil, nil
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: alone\n%+v\nwith others\n%+v", c.ID(), a, b)
		}
	}
}

// A cell that shares a run with its course over time is handed over when its own window has ended.
func TestFirstOfARunIsKept(t *testing.T) {
	cell := paper.Table(true, "TH-AS-K", "vFtree", "HS10-1")
	ctx, cancel := context.WithCancel(context.Background())
	var got []string
	r := &Runner{Jobs: 1, Miniature: true, Done: func(r *Record) error {
		got = append(got, r.Cell)
		cancel()
		return nil
	}}
	if err := r.Run(ctx, []paper.Cell{cell.OverTime(), cell}); err != context.Canceled || !reflect.DeepEqual(got, []string{cell.ID()}) {
		t.Errorf("%v, and the records of %v", err, got)
	}
}

// Shards hold all cells, each once, and those of one run together.
func TestShards(t *testing.T) {
	all := paper.All()
	for _, n := range []int{1, 2, 7} {
		shard := map[string]int{}
		for i := range n {
			for _, c := range Shard(all, i, n) {
				if _, twice := shard[c.ID()]; twice {
					t.Fatalf("%d shards: %s is in two", n, c.ID())
				}
				shard[c.ID()] = i
			}
		}
		if len(shard) != len(all) {
			t.Errorf("%d shards hold %d of %d cells", n, len(shard), len(all))
		}
		for _, group := range (&Runner{}).together(all) {
			for _, c := range group {
				if shard[c.ID()] != shard[group[0].ID()] {
					t.Errorf("%d shards: %s and %s are in different ones", n, c.ID(), group[0].ID())
				}
			}
		}
	}
}
