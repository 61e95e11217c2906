package render

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// With VOQs the packets of a VC stand in blocks by their outputs, the first of each at the block's inner end, none in
// another's cell; a full buffer reaches to the port, however many queues share it. Without, they stand as they came.
func TestVOQsAreToldApart(t *testing.T) {
	const deep = 60
	c := cells{vcs: 2, cols: 4, w: 5, h: deep / 4, gutter: 3}
	s := NewScene(build(t, "rlft-8x3"))
	for _, tc := range []struct {
		name   string
		sorted int64
		outs   [2]string // by VC: the outputs of its packets in the order of arrival
		rows   [2]int    // that they take
	}{
		{"in order of arrival", observe.InOrder, [2]string{"5151", "0"}, [2]int{1, 1}},
		{"two queues", observe.ByOutput, [2]string{"5151", "7"}, [2]int{2, 1}},
		{"one hogs", observe.ByOutput, [2]string{"3333333130333333", ""}, [2]int{6, 0}},
		{"a packet each", observe.ByOutput, [2]string{"76543210", "01"}, [2]int{8, 2}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := &observe.Frame{Ports: make([]observe.PortState, s.net.SwitchPorts()), Hosts: make([]observe.HostState, s.net.Hosts)}
			f.Sorted, f.VCs, f.Capacity = tc.sorted, 2, 16
			for vc, outs := range tc.outs {
				for i, o := range outs {
					f.Slots = append(f.Slots, observe.SlotState{Port: 9, VC: uint8(vc), Place: uint16(i), Out: uint8(o - '0')})
				}
			}
			s.SetFrame(f)
			seats, blocks := s.sit(s.slots[9], &c, deep)
			type cell struct{ vc, row, col int }
			whose, last, turn, rows := map[cell]uint8{}, map[[2]int]seat{}, map[[2]int]int{}, [2]int{}
			for i, q := range seats {
				x := &f.Slots[i]
				at := cell{int(x.VC), q.row, q.col}
				if _, taken := whose[at]; taken {
					t.Fatalf("two packets at %+v", at)
				}
				whose[at] = x.Out
				rows[x.VC] = max(rows[x.VC], q.row+1)
				if _, _, d0, d1 := c.at(int(x.VC), q, 20, deep); d0 < -.01 || d1 > deep+.01 {
					t.Errorf("packet %d lies outside: %v–%v", i, d0, d1)
				}
				queue := [2]int{int(x.VC), int(x.Out)}
				if before, ok := last[queue]; tc.sorted == observe.ByOutput && ok && before.row*c.cols+before.col+1 != q.row*c.cols+q.col {
					t.Errorf("packet %d for output %d is not behind the one before it", i, x.Out)
				}
				last[queue] = q
				turn[queue]++
			}
			if rows != tc.rows {
				t.Errorf("%v rows, want %v", rows, tc.rows)
			}
			if tc.sorted != observe.ByOutput {
				if len(blocks) != 0 {
					t.Errorf("%d blocks", len(blocks))
				}
				return
			}
			sum := map[int]int{}
			for i, b := range blocks {
				if i > 0 && (b.vc < blocks[i-1].vc || b.vc == blocks[i-1].vc && b.out <= blocks[i-1].out) {
					t.Errorf("block %+v after %+v", b, blocks[i-1])
				}
				if b.row != sum[b.vc] || b.rows != (turn[[2]int{b.vc, b.out}]+c.cols-1)/c.cols {
					t.Errorf("block %+v begins at row %d and holds %d packets", b, sum[b.vc], turn[[2]int{b.vc, b.out}])
				}
				for row := b.row; row < b.row+b.rows; row++ {
					for col := range c.cols {
						if out, ok := whose[cell{b.vc, row, col}]; ok && int(out) != b.out {
							t.Errorf("a packet for output %d in the block of %d", out, b.out)
						}
					}
				}
				sum[b.vc] += b.rows
			}
		})
	}
}

// The number of the output stands beside its queue where there is room, and the legend names it.
func TestVOQsBearTheirPorts(t *testing.T) {
	for _, queuing := range []string{"voqsw", "1q"} {
		sim, err := engine.Open(scenario.Default().Must("network", "rlft-8x3").Must("traffic", "HS25-1").Must("queuing", queuing))
		if err != nil {
			t.Fatal(err)
		}
		sim.Advance(60*engine.Microsecond, engine.NoLimit)
		var f observe.Frame
		sim.Frame(&f, observe.Options{Detail: -1})
		s := NewScene(sim.Network())
		s.Resize(1440, 900, 1, panel)
		root := int(f.Trees[0].Root)
		sw := root / s.net.Radix
		cx, cy := s.freeCentre()
		s.PanBy(cx-float64(s.x(s.lay.sx[sw])), cy-float64(s.y(s.lay.sy[sw])))
		s.ZoomAt(cx, cy, 18)
		sim.Frame(&f, observe.Options{Detail: -1, Switches: s.WantSwitches()})
		s.SetFrame(&f)
		explained := false
		for _, e := range s.Legend() {
			explained = explained || e.Shape == "voq"
		}
		fed := 0 // input buffers of the root's switch whose queue for it is numbered
		for p := sw * s.net.Radix; p < (sw+1)*s.net.Radix; p++ {
			if s.net.Peer[p] == topology.NoPeer || f.Ports[p].Tree == 0 {
				continue
			}
			k := newSketch(1440, 900)
			half, deep := s.buffer(int(s.net.Stage[sw]))
			s.queues(&Mesh{sketch: k}, &f, p, s.x(s.lay.px[p]), s.y(s.lay.py[p]), half, deep)
			for _, w := range k.words {
				if w == string(appendInt(nil, root%s.net.Radix)) {
					fed++
				}
			}
		}
		if want := queuing == "voqsw"; explained != want || (fed > 0) != want {
			t.Errorf("%s: explained %v, %d buffers with the root's number", queuing, explained, fed)
		}
	}
}
