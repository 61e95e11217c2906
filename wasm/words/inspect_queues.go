package words

// The inspector's tables of queues, and of an output's VCs.

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// waitsFor says what the first packet of a queue, or a packet, waits for.
func (x *inspector) waitsFor(wait uint8, out uint32, next, held uint8) string {
	if wait == observe.WaitStop {
		return stopped(x.n, x.f, held)
	}
	if int(out) >= x.n.Ports() || wait != observe.WaitCredit {
		return lang.T("is next in turn for its output, which has credits")
	}
	to := peer(x.n, int(out))
	switch t := x.tree(held); {
	case to < 0:
		return ""
	case t != "":
		return lang.T("waits for VC {0} at {1}, held by {2}", number(next), x.port(to), t)
	default:
		return lang.T("waits for VC {0} at {1}", number(next), x.port(to))
	}
}

func (x *inspector) queueName(q *observe.QueueRow) string {
	vc := lang.T("VC {0}", number(q.VC))
	switch q.Kind {
	case observe.QueueOutput:
		return lang.T("{0} → port {1}", vc, number(q.Index))
	case observe.QueueNFQ:
		return vc + " NFQ"
	case observe.QueueLine:
		if x.rules.ByRoute() {
			return vc + " SAQ " + number(q.Index)
		}
		return vc + " CFQ " + number(q.Index)
	case observe.QueueHost:
		return lang.T("host {0}", number(q.Index))
	}
	return vc
}

// sourceQueues is the name of the table of a host's queues.
const sourceQueues = "source"

// queueColumns are those of a table of queues that not every one has.
type queueColumns struct {
	source bool // of a host, not of an input buffer
	fifo   bool // some have HoL blocking: FIFOs, and VOQs where packets take other VCs
	hogs   bool // a queue may be filled by one destination's packets
}

// queueColumns finds out which a table of the queues shown has.
func (x *inspector) queueColumns(id string) (c queueColumns) {
	c.source = id == sourceQueues
	c.fifo = slices.ContainsFunc(x.f.Queues, func(q observe.QueueRow) bool {
		return q.Kind == observe.QueueVC || q.Kind == observe.QueueOutput && x.f.TellsHoL()
	})
	// Where each queue is for one destination, that has all of it.
	c.hogs = x.f.Sorted != observe.ByHost
	if c.source {
		c.hogs = !x.rules.ByDestination()
	}
	return
}

// queues is a table of queues.
func (x *inspector) queues(id, caption string) {
	t := ui.InspectTable{ID: id, Caption: caption, Head: []string{lang.T("Queue"), lang.T("Packets"), lang.T("First"), lang.T("Leaves by"), lang.T("Waits for (credits)")}}
	c := x.queueColumns(id)
	if c.fifo {
		t.Head = append(t.Head, "HoL")
	}
	if c.hogs {
		t.Head = append(t.Head, lang.T("Most"))
	}
	waiting := 0
	for i := range x.f.Queues {
		q := &x.f.Queues[i]
		r := ui.InspectRow{Name: x.queueName(q), Cells: []ui.InspectCell{x.queueFill(q)}}
		if q.HeadOut == observe.NoPort || int(q.HeadOut) >= x.n.Ports() { // it is empty
			for len(r.Cells)+1 < len(t.Head) {
				r.Cells = append(r.Cells, cell("—"))
			}
			t.Rows = append(t.Rows, r)
			continue
		}
		if q.Stopped == 0 && q.Wait == observe.WaitCredit {
			if waiting++; waiting <= 3 {
				x.say(lang.T("{0}: the first packet, host {1} → host {2}, {3}.", r.Name, number(q.HeadSrc), number(q.HeadDst), x.waitsFor(q.Wait, q.HeadOut, q.Next, q.Held)))
			}
		}
		r.Cells = append(r.Cells, cell(number(q.HeadSrc)+" → "+number(q.HeadDst)), x.leavesBy(q), queueWait(q))
		if c.fifo {
			r.Cells = append(r.Cells, cell(number(q.Low)+", "+number(q.High)))
		}
		if c.hogs {
			r.Cells = append(r.Cells, c.most(q))
		}
		t.Rows = append(t.Rows, r)
	}
	t.Note = c.note(len(t.Rows))
	x.doc.Tables = append(x.doc.Tables, t)
}

// queueFill says how much a queue holds, and of how much, if it has a room of its own.
func (x *inspector) queueFill(q *observe.QueueRow) ui.InspectCell {
	full := number(q.Packets)
	if q.Capacity > 0 {
		full += "/" + number(q.Capacity)
	}
	return cell(full + ", " + x.kib(q.Packets) + " KiB")
}

// leavesBy is where the first packet of a queue goes.
func (x *inspector) leavesBy(q *observe.QueueRow) ui.InspectCell {
	if x.n.IsHost(int(q.HeadOut)) {
		return cell(lang.T("its link"))
	}
	_, local := x.n.SwitchOf(int(q.HeadOut))
	if q.Next != q.VC {
		return cell(lang.T("port {0}, VC {1}", number(local), number(q.Next)))
	}
	return cell(lang.T("port {0}", number(local)))
}

// queueWait is what a queue waits for, and the credits there.
func queueWait(q *observe.QueueRow) ui.InspectCell {
	wait := ui.InspectCell{Text: lang.T("its turn")}
	switch {
	case q.Stopped != 0:
		wait = ui.InspectCell{Text: lang.T("a Go"), Class: "bad"}
	case q.Wait == observe.WaitCredit:
		wait = ui.InspectCell{Text: lang.T("credits"), Class: "bad"}
		if q.Held != 0 {
			wait.Class = treeClass(q.Held)
		}
	}
	wait.Text += " (" + number(q.Credits) + ")"
	return wait
}

// most is the destination with most packets in a queue.
func (c *queueColumns) most(q *observe.QueueRow) ui.InspectCell {
	if q.MostHas == 0 || q.Most == observe.NoPort {
		return cell("—")
	}
	of := max(q.Capacity, q.Packets)
	most := cell(number(q.Most) + ": " + percent(float64(q.MostHas)/float64(of)))
	if 2*q.MostHas >= of && !c.source {
		most.Class = "bad"
	}
	return most
}

// note explains the columns of a table of so many rows.
func (c *queueColumns) note(rows int) string {
	if rows == 0 {
		return lang.T("No packet is here.")
	}
	var notes []string
	if rows == observe.MaxQueueRows {
		notes = append(notes, lang.T("Only the first {0} queues are listed.", number(observe.MaxQueueRows)))
	}
	if c.fifo {
		notes = append(notes, lang.T("HoL: packets that suffer low-order and high-order HoL blocking."))
	}
	if c.hogs {
		notes = append(notes, lang.T("Most: the destination with most packets in the queue, and the share of the buffer that they take from all others (buffer hogging)."))
	}
	return strings.Join(notes, " ")
}

// outs is a table of the VCs of one output.
func (x *inspector) outs(port int) {
	to := peer(x.n, port)
	t := ui.InspectTable{ID: "output", Caption: lang.T("Output, to {0}", x.port(to)), Head: []string{lang.T("VC"), lang.T("Credits"), lang.T("Packets waiting"), lang.T("Asked for by inputs"), lang.T("Next buffer")}}
	for i := range x.f.Outs {
		o := &x.f.Outs[i]
		asks := "—"
		if o.Asking != 0 {
			asks = ""
			for m := o.Asking; m != 0; m &= m - 1 {
				asks += number(bits.TrailingZeros64(m)) + " "
			}
		}
		credits := ui.InspectCell{Text: lang.T("{0} of {1}", number(o.Credits), number(o.Capacity))}
		if o.Credits == 0 {
			credits.Class = "bad"
		}
		next := cell("—")
		if s := x.tree(o.Held); s != "" {
			next = ui.InspectCell{Text: lang.T("in {0}", s), Class: treeClass(o.Held)}
		}
		t.Rows = append(t.Rows, ui.InspectRow{Name: number(o.VC), Cells: []ui.InspectCell{credits, cell(number(o.Waiting)), cell(strings.TrimSpace(asks)), next}})
	}
	x.doc.Tables = append(x.doc.Tables, t)
}
