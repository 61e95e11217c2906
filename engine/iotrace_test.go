package engine

import (
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// An I/O trace runs to its end in the network of [FBICM]: uncompressed at the pace of its time stamps,
// compressed until the network is what takes the time.
func TestIOTraceIsPlayed(t *testing.T) {
	var text strings.Builder
	text.WriteString("IO1 64 us\n")
	r := random.New(5, 5)
	const records = 2000
	for i := 0; i < records; i++ { // 48 clients and 16 disks
		src, dst := int(r.Below(48)), 48+int(r.Below(16))
		if i%2 == 1 {
			src, dst = dst, src
		}
		text.WriteString(strconv.Itoa(i/2) + " " + strconv.Itoa(src) + " " + strconv.Itoa(dst) + " 1024\n")
	}
	tr, err := iotrace.Read(strings.NewReader(text.String()), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Default().Must("network", "bmin-8x3").Must("routing", "self").Must("traffic", vef.Keep(tr)).Must("bandwidth", "8").Must("packet", "64").Must("buffer", "8")
	finish := func(factor string) int64 {
		m, err := Open(s.Must("compression", factor))
		if err != nil {
			t.Fatal(err)
		}
		m.Play(10*Millisecond, NoLimit)
		if err := m.CheckInvariants(); err != nil {
			t.Fatal(err)
		}
		e, ok := m.Execution()
		if !ok || e.Done != e.Total || e.Total != records {
			t.Fatalf("compressed by %s: %+v, %v", factor, e, ok)
		}
		return e.FinishPS
	}
	// The last record stands at 999 µs; 2000 KiB through 16 disks of 1 B/ns take 64 µs each way at least.
	if got := finish("1"); got < 999*Microsecond || got > 1010*Microsecond {
		t.Errorf("finished after %d ps at the pace of the trace", got)
	}
	if got := finish("4"); got < 249*Microsecond || got > 260*Microsecond {
		t.Errorf("finished after %d ps at four times its pace", got)
	}
	if got := finish("1000"); got < 64*Microsecond || got > 400*Microsecond {
		t.Errorf("finished after %d ps when only the network holds it up", got)
	}
}

// A trace that is made on the spot is the one of its text, and its times are compressed too.
func TestMadeIOTraceIsPlayed(t *testing.T) {
	d := iotrace.Disks{Clients: 12, Disks: 4, Millis: 300, Seed: 3}
	tr, err := d.Trace()
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Default().Must("network", "bmin-8x3").Must("routing", "self").Must("packet", "64").Must("buffer", "8")
	finish := func(traffic, factor string) int64 {
		m, err := Open(s.Must("traffic", traffic).Must("compression", factor))
		if err != nil {
			t.Fatal(err)
		}
		m.Play(400*Millisecond, NoLimit)
		e, ok := m.Execution()
		if !ok || e.Done != e.Total || e.Total != int64(len(tr.Messages)) {
			t.Fatalf("%s compressed by %s: %+v, %v", traffic, factor, e, ok)
		}
		return e.FinishPS
	}
	last := tr.Messages[len(tr.Messages)-1].TimePS
	for _, factor := range []string{"100", "1000"} {
		made := finish("io-12x4-300-3", factor)
		if file := finish(vef.Keep(tr), factor); made != file {
			t.Errorf("compressed by %s, made ends at %d ps, kept at %d", factor, made, file)
		}
		if f, _ := strconv.ParseInt(factor, 10, 64); made < last/f || made > last/f+100*Microsecond {
			t.Errorf("compressed by %s it ends at %d ps, its last record is at %d", factor, made, last/f)
		}
	}
}
