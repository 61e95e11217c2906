package vef

// The writer, the reader's counterpart: what it writes, Read reads back as the same trace.

import (
	"bufio"
	"io"
	"strconv"
)

// Write writes a trace as text.
func Write(w io.Writer, t *Trace) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var b []byte
	word := func(v int64) { b = append(strconv.AppendInt(b, v, 10), ' ') }
	line := func() error {
		b[len(b)-1] = '\n'
		_, err := out.Write(b)
		b = b[:0]
		return err
	}
	dep := func(d *Dep) {
		word(int64(d.On))
		b = strconv.AppendInt(b, d.TimePS/1000, 10)
		if ps := d.TimePS % 1000; ps != 0 {
			b = append(b, '.', byte('0'+ps/100), byte('0'+ps/10%10), byte('0'+ps%10))
		}
		b = append(b, ' ')
		switch d.On {
		case Start:
			word(-1)
		case Done:
			b = append(b, 'G')
			word(int64(t.Parts[d.ID].coll))
		default:
			word(int64(d.ID))
		}
	}
	b = append(b, "VEF3 "...)
	for _, v := range []int{t.Tasks, len(t.Messages), len(t.Comms), len(t.Collectives), len(t.Parts)} {
		word(int64(v))
	}
	b = append(b, "TRUE "...)
	if err := line(); err != nil {
		return err
	}
	for i, members := range t.Comms {
		b = append(b, 'C')
		word(int64(i))
		for _, task := range members {
			word(int64(task))
		}
		if err := line(); err != nil {
			return err
		}
	}
	for _, r := range t.order {
		task, d := t.record(int(r))
		if int(r) < len(t.Messages) {
			m := &t.Messages[r]
			word(int64(r))
			word(int64(m.Src))
			word(int64(m.Dst))
			word(m.Bytes)
		} else {
			p := &t.Parts[int(r)-len(t.Messages)]
			c := &t.Collectives[p.coll]
			b = append(b, 'G')
			word(int64(p.coll))
			word(int64(c.Comm))
			word(int64(c.Op))
			word(int64(task))
			word(p.Send)
			word(p.Recv)
		}
		dep(d)
		if err := line(); err != nil {
			return err
		}
	}
	return out.Flush()
}
