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

// queues is a table of queues.
func (x *inspector) queues(id, caption string) {
	t := ui.InspectTable{ID: id, Caption: caption, Head: []string{lang.T("Queue"), lang.T("Packets"), lang.T("First"), lang.T("Leaves by"), lang.T("Waits for (credits)")}}
	fifo := slices.ContainsFunc(x.f.Queues, func(q observe.QueueRow) bool { return q.Kind == observe.QueueVC })
	if fifo {
		t.Head = append(t.Head, "HoL")
	}
	// Where each queue is for one destination, that has all of it.
	hogs := x.f.Sorted != observe.ByHost
	if id == sourceQueues {
		hogs = !x.rules.ByDestination()
	}
	if hogs {
		t.Head = append(t.Head, lang.T("Most"))
	}
	waiting := 0
	for i := range x.f.Queues {
		q := &x.f.Queues[i]
		r := ui.InspectRow{Name: x.queueName(q)}
		full := number(q.Packets)
		if q.Capacity > 0 {
			full += "/" + number(q.Capacity)
		}
		r.Cells = append(r.Cells, cell(full+", "+x.kib(q.Packets)+" KiB"))
		if q.HeadOut == observe.NoPort || int(q.HeadOut) >= x.n.Ports() {
			for len(r.Cells)+1 < len(t.Head) {
				r.Cells = append(r.Cells, cell("—"))
			}
			t.Rows = append(t.Rows, r)
			continue
		}
		r.Cells = append(r.Cells, cell(number(q.HeadSrc)+" → "+number(q.HeadDst)))
		by := lang.T("its link")
		if !x.n.IsHost(int(q.HeadOut)) {
			_, local := x.n.SwitchOf(int(q.HeadOut))
			if by = lang.T("port {0}", number(local)); q.Next != q.VC {
				by = lang.T("port {0}, VC {1}", number(local), number(q.Next))
			}
		}
		r.Cells = append(r.Cells, cell(by))
		wait := ui.InspectCell{Text: lang.T("its turn")}
		switch {
		case q.Stopped != 0:
			wait = ui.InspectCell{Text: lang.T("a Go"), Class: "bad"}
		case q.Wait == observe.WaitCredit:
			wait = ui.InspectCell{Text: lang.T("credits"), Class: "bad"}
			if q.Held != 0 {
				wait.Class = treeClass(q.Held)
			}
			if waiting++; waiting <= 3 {
				x.say(lang.T("{0}: the first packet, host {1} → host {2}, {3}.", r.Name, number(q.HeadSrc), number(q.HeadDst), x.waitsFor(q.Wait, q.HeadOut, q.Next, q.Held)))
			}
		}
		most := cell("—")
		if q.MostHas > 0 && q.Most != observe.NoPort {
			of := max(q.Capacity, q.Packets)
			most = cell(number(q.Most) + ": " + percent(float64(q.MostHas)/float64(of)))
			if 2*q.MostHas >= of && id != sourceQueues {
				most.Class = "bad"
			}
		}
		wait.Text += " (" + number(q.Credits) + ")"
		r.Cells = append(r.Cells, wait)
		if fifo {
			r.Cells = append(r.Cells, cell(number(q.Low)+", "+number(q.High)))
		}
		if hogs {
			r.Cells = append(r.Cells, most)
		}
		t.Rows = append(t.Rows, r)
	}
	var notes []string
	if len(t.Rows) == observe.MaxQueueRows {
		notes = append(notes, lang.T("Only the first {0} queues are listed.", number(observe.MaxQueueRows)))
	}
	if fifo {
		notes = append(notes, lang.T("HoL: packets that suffer low-order and high-order HoL blocking."))
	}
	if hogs {
		notes = append(notes, lang.T("Most: the destination with most packets in the queue, and the share of the buffer that they take from all others (buffer hogging)."))
	}
	if t.Note = strings.Join(notes, " "); len(t.Rows) == 0 {
		t.Note = lang.T("No packet is here.")
	}
	x.doc.Tables = append(x.doc.Tables, t)
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
