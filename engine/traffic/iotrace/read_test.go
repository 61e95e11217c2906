package iotrace

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/congestree/congestree/engine/traffic/vef"
)

const example = `IO1 4 ms   # four hosts: two clients, two disks
# time source destination bytes
1000.5 0 2 8192
1000.5 1 3 512

1000.500000001 2 0 4096 # the answer
1003.000000000999 3 1 0`

func TestRead(t *testing.T) {
	tr, err := Read(strings.NewReader(example), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []vef.Message{
		{Src: 0, Dst: 2, Bytes: 8192}, {Src: 1, Dst: 3, Bytes: 512},
		{Src: 2, Dst: 0, Bytes: 4096, Dep: vef.Dep{TimePS: 1}},
		{Src: 3, Dst: 1, Dep: vef.Dep{TimePS: 2_500_000_000}},
	}
	if tr.Tasks != 4 || len(tr.Messages) != len(want) {
		t.Fatalf("%d tasks, %d messages", tr.Tasks, len(tr.Messages))
	}
	for i, m := range tr.Messages {
		w := want[i]
		if m.Src != w.Src || m.Dst != w.Dst || m.Bytes != w.Bytes || m.TimePS != w.TimePS || m.On != vef.Start {
			t.Errorf("message %d is %+v, want %+v", i, m, w)
		}
	}
	for _, unit := range []struct{ unit, time string }{{"s", "0.000002"}, {"ms", ".002"}, {"us", "2"}, {"ns", "2000."}} {
		tr, err := Read(strings.NewReader("IO1 2 "+unit.unit+"\r\n0 0 1 1\r\n"+unit.time+"\t1 0 1\r\n"), vef.Limits{})
		if err != nil || tr.Messages[1].TimePS != 2_000_000 {
			t.Errorf("%s %s: %+v, %v", unit.time, unit.unit, tr, err)
		}
	}
	// the same records, however they are written, have the same name
	again, err := Any(strings.NewReader("\r\n# VEF3 or not\n \t# "+strings.Repeat("x", 500)+"\n\n IO1 4 us\n0 0 2 8192\n0 1 3 512\n.000001 2 0 4096\n2500 3 1 0\n"), vef.Limits{})
	if err != nil || again.Name() != tr.Name() {
		t.Errorf("%v, %v", again, err)
	}
	var text bytes.Buffer
	if err := vef.Write(&text, tr); err != nil {
		t.Fatal(err)
	}
	mpi, err := Any(&text, vef.Limits{})
	if err != nil || mpi.Name() != tr.Name() {
		t.Errorf("as VEF: %v", err)
	}
}

// Editors write texts with a byte order mark and lines that end as on DOS.
func TestByteOrderMark(t *testing.T) {
	for _, text := range []string{"VEF3 2 1 0 0 0 TRUE\n0 0 1 8 0 0 -1\n", "IO1 2 us\n0 0 1 8\n"} {
		plain, err := Any(strings.NewReader(text), vef.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		marked, err := Any(iotest.OneByteReader(strings.NewReader(byteOrder+text)), vef.Limits{})
		if err != nil || marked.Name() != plain.Name() {
			t.Errorf("%q with a byte order mark: %v", text, err)
		}
		if _, err := Any(strings.NewReader(byteOrder+strings.ReplaceAll(text, "\n", "\r\n")), vef.Limits{}); err != nil {
			t.Errorf("%q with CRLF: %v", text, err)
		}
	}
	for _, text := range []string{byteOrder, byteOrder[:2], byteOrder + byteOrder + "IO1 2 us\n0 0 1 8\n"} {
		if _, err := Any(strings.NewReader(text), vef.Limits{}); err == nil {
			t.Errorf("%q is no trace", text)
		}
	}
}

// What a trace is, its first word says, however many comments are before it, such as a line for each host.
func TestManyCommentsBeforeATrace(t *testing.T) {
	comments := strings.Repeat("# host 17 is node017\r\n\n", 5000)
	for _, text := range []string{"IO1 2 us\n0 0 1 8\n", "VEF3 2 1 0 0 0 TRUE\n0 0 1 8 0 0 -1\n"} {
		if tr, err := Any(strings.NewReader(byteOrder+comments+text), vef.Limits{}); err != nil || tr.Tasks != 2 {
			t.Errorf("%q: %v", text, err)
		}
		_, err := Any(strings.NewReader(comments+text+"x\n"), vef.Limits{})
		var e *vef.Error
		if !errors.As(err, &e) || e.Line != 10003 {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Any(strings.NewReader(strings.Repeat(" ", 18<<20)+"IO1 2 us\n0 0 1 8\n"), vef.Limits{}); err == nil || !strings.Contains(err.Error(), "almost nothing but blanks") {
		t.Error(err)
	}
	broken := errors.New("the disk is on fire")
	if _, err := Any(io.MultiReader(strings.NewReader(comments), failing{broken}), vef.Limits{}); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	const head = "IO1 4 us\n"
	for _, c := range []struct {
		text string
		line int
		says string
	}{
		{"", 1, "empty"},
		{"# nothing\n", 1, "empty"},
		{"IO2 4 us\n", 1, "allowed: IO1 <hosts>"},
		{"\n\nIO1 4\n", 3, "2 words"},
		{"IO1 1 us\n", 1, "allowed: 2–65536"},
		{"IO1 x us\n", 1, "the number of hosts"},
		{"IO1 4 min\n", 1, "allowed: s, ms, us, ns"},
		{head, 1, "no records"},
		{head + "1 0 1\n", 2, "3 words"},
		{head + "1 0 1 5 5\n", 2, "5 words"},
		{head + "# x\n-1 0 1 5\n", 3, "the time is \"-1\""},
		{head + "1e3 0 1 5\n", 2, "the time"},
		{head + ". 0 1 5\n", 2, "the time"},
		{head + "1.2.3 0 1 5\n", 2, "the time"},
		{head + "99999999999999999999 0 1 5\n", 2, "the time"},
		{head + "1 4 1 5\n", 2, "the source is \"4\"; allowed: 0–3"},
		{head + "1 0 -1 5\n", 2, "the destination"},
		{head + "1 0 +1 5\n", 2, "the destination"},
		{head + "1 2 2 5\n", 2, "sends to itself"},
		{head + "1 0 1 5x\n", 2, "the number of bytes"},
		{head + "1 0 1 999999999999\n", 2, "the number of bytes"},
		{head + "2 0 1 5\n1 0 1 5\n", 3, "earlier"},
		{head + "0 0 1 5\n1000000000001 0 1 5\n", 3, "1 000 000 s"},
		{head + strings.Repeat(" ", 600) + "\n", 2, "longer than 512"},
		{head + strings.Repeat("x", 1<<17), 2, "longer than 512"},
	} {
		_, err := Read(strings.NewReader(c.text), vef.Limits{})
		var e *vef.Error
		if !errors.As(err, &e) || e.Line != c.line || !strings.Contains(e.Reason, c.says) {
			t.Errorf("%.40q: %v, want line %d: …%s…", c.text, err, c.line, c.says)
		}
	}
	long := head + strings.Repeat("1 0 1 5\n", 100)
	for _, limits := range []vef.Limits{{Text: 200}, {Records: 99}, {Memory: 5000}} {
		if _, err := Read(strings.NewReader(long), limits); err == nil || !strings.Contains(err.Error(), "allowed") && !strings.Contains(err.Error(), "longer") {
			t.Errorf("%+v: %v", limits, err)
		}
	}
	broken := errors.New("the disk is on fire")
	if _, err := Read(failing{broken}, vef.Limits{}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// Whatever is read, it is refused with a line, or makes a trace that can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(example))
	f.Add([]byte("IO1 2 s\n0 0 1 1\n"))
	f.Add([]byte("IO1 65536 ns\n9.9999 65535 0 68719476736\n"))
	f.Add([]byte("IO1 3 us\n1 0 1 5\n0 0 1 5\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		tr, err := Read(bytes.NewReader(text), vef.Limits{Text: 1 << 16, Records: 1000})
		if err != nil {
			var e *vef.Error
			if !errors.As(err, &e) || e.Reason == "" || len(err.Error()) > 2000 {
				t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
			}
			return
		}
		var again bytes.Buffer
		if err := vef.Write(&again, tr); err != nil {
			t.Fatal(err)
		}
		b, err := vef.Read(&again, vef.Limits{})
		if err != nil || b.Name() != tr.Name() {
			t.Fatalf("read again: %v", err)
		}
		for _, m := range tr.Messages {
			if m.Src == m.Dst || int(m.Src) >= tr.Tasks || int(m.Dst) >= tr.Tasks || m.TimePS < 0 {
				t.Fatalf("%+v", m)
			}
		}
	})
}
