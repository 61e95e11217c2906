package iotrace

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/traffic/vef"
)

// The numbers decide the trace, to the bit: links name it by them.
func TestDisksAreTheSameEverywhere(t *testing.T) {
	d := Disks{Clients: 48, Disks: 16, Millis: 1000, Seed: 1}
	a, err := d.Trace()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Name(), "VEF-2928f7bf80e9c2cc"; got != want {
		t.Errorf("the trace is %s, was %s: links of IO-48x16-1000-1 would show another run", got, want)
	}
	var text strings.Builder
	if err := d.Write(&text); err != nil {
		t.Fatal(err)
	}
	b, err := Read(strings.NewReader(text.String()), vef.Limits{})
	if err != nil || b.Name() != a.Name() {
		t.Errorf("what is written reads as %v: %v", b, err)
	}
	d.Seed = 2
	if c, err := d.Trace(); err != nil || c.Name() == a.Name() {
		t.Errorf("another seed gives the same trace: %v", err)
	}
}

// Clients ask, disks answer, in the order of time, and the first disk is wanted about three times as often as the average.
func TestDisksAnswer(t *testing.T) {
	d := Disks{Clients: 30, Disks: 10, Millis: 4000, Seed: 7}
	tr, err := d.Trace()
	if err != nil {
		t.Fatal(err)
	}
	most, _ := d.Bound()
	if n := int64(len(tr.Messages)); tr.Tasks != 40 || n > most || n < 30*4000/80*7 {
		t.Fatalf("%d hosts, %d records of at most %d", tr.Tasks, n, most)
	}
	asked, answered, first, bytes := 0, 0, 0, map[int64]int{}
	last := int64(0)
	for _, m := range tr.Messages {
		if m.TimePS < last {
			t.Fatal("out of order")
		}
		last = m.TimePS
		bytes[m.Bytes]++
		switch src, dst := int(m.Src), int(m.Dst); {
		case src < 30 && dst >= 30:
			asked++
			if dst == 30 {
				first++
			}
		case src >= 30 && dst < 30:
			answered++
		default:
			t.Fatalf("%d sends to %d", src, dst)
		}
	}
	if asked != answered || len(bytes) != 2 || bytes[command] == 0 || bytes[block] < asked/3 {
		t.Errorf("%d requests, %d answers, %v", asked, answered, bytes)
	}
	if share := 10 * float64(first) / float64(asked); share < 2.2 || share > 3.2 {
		t.Errorf("the first disk is wanted %.2f times as often as the average one", share)
	}
}

func TestDisksRefuse(t *testing.T) {
	for _, c := range []struct {
		d    Disks
		want string
	}{
		{Disks{0, 1, 1, 1}, "clients is 0; allowed: 1–60000"},
		{Disks{1, 5001, 1, 1}, "disks is 5001; allowed: 1–5000"},
		{Disks{1, 1, 0, 1}, "milliseconds is 0"},
		{Disks{1, 1, 1, 0}, "the seed is 0"},
		{Disks{1, 1, 1, 1 << 63}, "the seed is"},
		{Disks{60000, 5000, 100000, 1}, "choose fewer clients, or a shorter time"},
		{Disks{1, 1, 1, 3}, "nobody reads or writes within 1 ms"},
	} {
		if _, err := c.d.Trace(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.d, err, c.want)
		}
	}
}
