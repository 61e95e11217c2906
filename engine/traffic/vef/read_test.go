package vef

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

const good = `VEF3 4 3 2 2 6 TRUE
# comments and empty lines mean nothing

C0 0 1 2 3
C1 3 1
0 0 1 100 0 10 -1
G0 0 6 0 0 0 1 5.5 0
1 1 2 200 2 1e3 0
G0 0 6 1 0 0 2 0 0
G0 0 6 2 0 0 2 0 1
G0 0 6 3 0 0 0 0 0
G1 1 0 1 0 64 3 0 G0
G1 1 0 3 64 0 3 7 G0
2 3 0 0 3 0 G1
`

func TestRead(t *testing.T) {
	for _, text := range []string{
		good,
		strings.ReplaceAll(good, "\n", "\r\n"),
		strings.ReplaceAll(good, " ", "\t  "),
		strings.TrimSuffix(good, "\n"),
		strings.Replace(good, "VEF3", "VEF", 1),
		strings.Replace(good, "4 3 2 2 6 TRUE", "4 3 2 1 1 FALSE", 1), // collectives of C0, and others
		strings.Replace(good, "# comments", "#"+strings.Repeat("x", 5000), 1),
		strings.Replace(good, "C0 0 1 2 3\nC1 3 1\n", "C0 0 1 2 3 # all\nC1 3 1 #"+strings.Repeat("x", 500)+"\n", 1),
	} {
		trace := parse(t, text)
		s := trace.Summary()
		if s.Tasks != 4 || s.Messages != 3 || s.Parts != 6 || s.Collectives[Barrier] != 1 || s.Collectives[Bcast] != 1 || s.Sends != 3+8+1 || s.Bytes != 364 {
			t.Errorf("%+v of\n%s", s, text)
		}
		if c := trace.Collectives[1]; c.Root != 0 || trace.Comms[c.Comm][c.Root] != 3 {
			t.Errorf("the root of G1 is rank %d", c.Root)
		}
		if m := trace.Messages[1]; m.TimePS != 1_000_000 || m.On != Received || m.ID != 0 {
			t.Errorf("message 1 is %+v", m)
		}
		if p := trace.Parts[0]; p.TimePS != 5500 || p.On != Sent {
			t.Errorf("task 0 enters G0 after %+v", p)
		}
		roundTrip(t, trace)
		play(t, trace, newIdeal(100, 1), 4, nil)
	}
	// Which number stands for which kind of dependency is found out.
	swapped := parse(t, "VEF3 2 3 0 0 0 TRUE\n0 0 1 1 0 0 -1\n1 1 0 1 1 0 0\n2 0 1 1 3 0 0\n")
	if swapped.Messages[1].On != Received || swapped.Messages[2].On != Sent {
		t.Errorf("types 1 and 3 became %v and %v", swapped.Messages[1].On, swapped.Messages[2].On)
	}
	// A dependency may stand further down.
	play(t, parse(t, "VEF3 2 2 0 0 0 TRUE\n0 1 0 1 2 0 1\n1 0 1 1 0 0 -1\n"), newIdeal(1, 1), 2, nil)
	// Comments stand behind a record, too.
	play(t, parse(t, "VEF3 2 2 0 0 0 TRUE # two tasks\n0 0 1 1 0 0 -1 #\n1 1 0 1 2 0 0 #answer "+strings.Repeat("x", 500)+"\n"), newIdeal(1, 1), 2, nil)
	// Received before the broadcast is entered: no deadlock, the root does not wait.
	play(t, parse(t, "VEF3 2 1 1 1 2 TRUE\nC0 0 1\nG0 0 0 0 8 0 0 0 -1\n0 0 1 8 3 0 G0\nG0 0 0 1 0 8 2 0 0\n"), newIdeal(1, 1), 2, nil)
}

func TestRefused(t *testing.T) {
	edit := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in the good trace", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	p2p := func(n int, lines string) string {
		return "VEF3 3 " + strconv.Itoa(n) + " 0 0 0 TRUE\n" + lines
	}
	for _, c := range []struct{ text, want string }{
		{"", "line 1: no VEF trace: it is empty"},
		{"\n\n# nothing\n", "it is empty; a trace begins with \"VEF3"},
		{"# no header\n", "one of input and output with \"IO1 <hosts> <unit>\""},
		{"0 1 2 64\n5 2 1 64\n", "begins with \"0\"; allowed: VEF3 (and VEF, VEF1, VEF2), or IO1"},
		{"hello world", "line 1: no VEF trace: it begins with \"hello\"; allowed: VEF3 (and VEF, VEF1, VEF2), or IO1 of a trace of input and output"},
		{"VEFX 1 0 0 0 0 TRUE", "begins with \"VEFX\""},
		{"VEF3", "the number of tasks is missing"},
		{"VEF3 0 0 0 0 0 TRUE", "the number of tasks is \"0\"; allowed: whole numbers from 1 to 65536"},
		{"VEF3 65537 0 0 0 0 TRUE", "from 1 to 65536"},
		{"VEF3 1 9999999999 0 0 0 TRUE", "the number of messages"},
		{"VEF3 1 8388608 0 0 8388608 TRUE", "16777216 records; allowed: up to 8388608"},
		{"VEF3 1 0 65537 0 0 TRUE", "65537 communicators; allowed: up to 65536"},
		{"VEF3 1 0 0 0 0", "the last word of the first line is \"\"; allowed: TRUE, FALSE"},
		{"VEF3 1 0 0 0 0 TRUE 7", "\"7\" is one word too many"},
		{"VEF3 1 0 1 0 0 TRUE", "the end of the trace where communicator C0 should stand"},
		{"VEF3 1 0 1 0 0 TRUE\nC1 0", "line 2: \"C1\" where communicator C0"},
		{"VEF3 1 0 1 0 0 TRUE\nC0", "has no tasks"},
		{"VEF3 2 0 1 0 0 TRUE\nC0 0 2", "line 2: a task of the communicator is \"2\"; allowed: whole numbers from 0 to 1"},
		{"VEF3 2 0 1 0 0 TRUE\nC0 1 1", "task 1 stands twice"},
		{"VEF3 2 0 1 0 0 TRUE\nC0 1 0 1", "too many tasks"},
		{edit("0 0 1 100", "1 0 1 100"), "line 6: message 1 where message 0 should stand"},
		{edit("0 0 1 100", "0 4 1 100"), "line 6: the source is \"4\"; allowed: whole numbers from 0 to 3"},
		{edit("0 0 1 100", "0 0 -1 100"), "line 6: the destination is \"-1\""},
		{edit("0 0 1 100", "0 0 1 1e2"), "line 6: the length is \"1e2\""},
		{edit("0 0 1 100", "0 0 1 99999999999"), "line 6: the length is \"99999999999\"; allowed: whole numbers from 0 to 68719476736"},
		{edit("0 10 -1", "4 10 -1"), "line 6: the type of dependency is \"4\""},
		{edit("0 10 -1", "0 ten -1"), "line 6: the time is \"ten\"; allowed: nanoseconds"},
		{edit("0 10 -1", "0 -3 -1"), "the time is \"-3\""},
		{edit("0 10 -1", "0 1e300 -1"), "the time is \"1e300\""},
		{edit("0 10 -1", "0 2000000000000000 -1"), "the time is"},
		{edit("0 10 -1", "0 10"), "line 6: the id of the dependency is missing"},
		{edit("0 10 -1", "0 10 -1 0"), "\"0\" is one word too many"},
		{edit("2 1e3 0", "2 1e3 x"), "line 8: the message it depends on is \"x\""},
		{edit("2 1e3 0", "2 1e3 3"), "line 8: there is no message 3 to depend on; allowed: up to 2"},
		{edit("2 1e3 0", "2 1e3 2"), "line 8: task 1 depends on message 2, which it neither sends nor receives"},
		{edit("2 1e3 0", "1 1e3 0"), "line 8: dependency type 1 names a message the task receives; in the lines before, it named a message the task sends"},
		{edit("2 0 1", "3 0 1"), "dependency type 3 names a message the task receives; in the lines before, type 2 did"},
		{edit("3 0 G0", "3 0 G2"), "there is no collective G2"},
		{edit("2 3 0 0 3 0 G1", "2 2 0 0 3 0 G1"), "line 14: task 2 depends on collective G1, in which it has no part"},
		{edit("G1 1 0 1", "G2 1 0 1"), "line 12: the number of the collective is \"2\"; allowed: whole numbers from 0 to 1"},
		{edit("G1 1 0 1", "G1 2 0 1"), "the communicator is \"2\""},
		{edit("G1 1 0 1", "G1 1 10 1"), "the operation is \"10\"; allowed: whole numbers from 0 to 9"},
		{edit("G1 1 0 3", "G1 1 1 3"), "line 13: collective G1 is reduce on communicator C1 here and bcast on C1 in a line before"},
		{edit("G1 1 0 3", "G1 1 0 1"), "line 13: a second record of task 1 for collective G1"},
		{edit("G1 1 0 3", "G1 1 0 2"), "task 2 is not in communicator C1"},
		{edit("G1 1 0 1 0 64", "G1 1 0 1 5 64"), "line 12: a second task sends in collective G1, bcast; allowed: one, the root"},
		{edit("2 3 0 0 3 0 G1\n", ""), "line 13: the trace ends after 2 messages; its first line says 3"},
		{p2p(2, "0 0 1 1 0 0 -1 # the last\n\n# no more\n"), "line 2: the trace ends after 1 messages; its first line says 2"},
		{"# a trace\nVEF3 3 1 0 0 0 TRUE\n", "line 2: the trace ends after 0 messages; its first line says 1"},
		{good + "3 3 0 0 3 0 G1\n", "line 15: one message more than the 3 of the first line"},
		{edit("G1 1 0 3 64 0 3 7 G0\n", ""), "line 1: the trace has 2 collectives with 5 records; its first line says 2 and 6"},
		{strings.Replace(edit("G1 1 0 3 64 0 3 7 G0\n", ""), "2 2 6", "2 2 5", 1), "line 12: collective G1 has no record of task 3"},
		{p2p(1, "0 0 1 1 1 0 0\n"), "line 2: message 0 never starts: it waits for message 0 to be sent: a circle"},
		{p2p(2, "0 0 1 1 2 0 1\n1 1 0 1 2 0 0\n"), "line 2: message 0 never starts: it waits for message 1 to be received: it waits for message 0 to be received: a circle"},
		{"VEF3 2 1 1 1 2 TRUE\nC0 0 1\nG0 0 6 0 0 0 0 0 -1\n0 0 1 8 3 0 G0\nG0 0 6 1 0 0 2 0 0\n",
			"line 4: message 0 never starts: it waits for collective G0 of task 0, which waits for collective G0 of task 1: it waits for message 0 to be received: a circle"},
		{"VEF3 2 1 1 1 2 TRUE\nC0 0 1\nG0 0 1 0 0 8 0 0 -1\n0 0 1 8 3 0 G0\nG0 0 1 1 8 0 2 0 0\n", "a circle"}, // the root of a reduce waits
		{p2p(2, "0 0 1 1 0 999999999999999 -1\n1 0 1 1 1 1000000 0\n"), "line 3: the computing up to message 1 adds up to more than 10^6 s"},
		{"VEF3 2 0 0 1 2 TRUE\nG0 0 6 0 0 0 0 0 -1\n", "line 2: a collective, but no communicator"},
		{"VEF3 2 0 1 1 2 TRUE\nC0 0 1\nG0 0 6 0 0 0 2 0 0\nG0 0 6 1 0 0 0 0 -1\n", "line 3: there is no message 0 to depend on; the trace has none"},
		{p2p(1, "0 0 1 1 3 0 G0\n"), "line 2: there is no collective G0 to depend on; the trace has none"},
		{edit("# comments", strings.Repeat("x", 100)), "is too long"},
		{edit("# comments", "\x00\xff\"\n"), "line 2: \"\\x00\\xff\\\"\" where communicator C0"},
	} {
		_, err := Read(strings.NewReader(c.text), Limits{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gave\n%v, want\n%s", c.text, err, c.want)
		}
		if err != nil && !IsTrace(err) {
			t.Errorf("%v is no *Error", err)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		want   string
	}{
		{Limits{Text: 100}, "longer than 100 bytes"},
		{Limits{Records: 8}, "9 records; allowed: up to 8"},
		{Limits{Memory: 100}, "takes 624 bytes; allowed: up to 100"},
	} {
		if _, err := Read(strings.NewReader(good), c.limits); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.limits, err, c.want)
		}
	}
	if _, err := Read(strings.NewReader(good), Limits{Text: int64(len(good)) + 1, Records: 9, Memory: Memory(3, 6)}); err != nil {
		t.Error(err)
	}
	// 100 times 256·255 blocks of 2^36 bytes: 2^58.6.
	var b strings.Builder
	const n, times = 256, 100
	b.WriteString("VEF3 256 0 1 " + strconv.Itoa(times) + " " + strconv.Itoa(n*times) + " TRUE\nC0")
	for i := range n {
		b.WriteString(" " + strconv.Itoa(i))
	}
	for g := range times {
		for i := range n {
			b.WriteString("\nG" + strconv.Itoa(g) + " 0 7 " + strconv.Itoa(i) + " 68719476736 0 0 0 -1")
		}
	}
	if _, err := Read(strings.NewReader(b.String()), Limits{}); err != nil {
		t.Errorf("2^58.6 bytes are within the limit: %v", err)
	}
	// A reader that fails is reported as itself, with the line, be it a comment.
	broken := errors.New("the disk is gone")
	for n, line := range map[int]int{40: 2, 90: 6} {
		var u *Unread
		if _, err := Read(io.MultiReader(strings.NewReader(good[:n]), iotest.ErrReader(broken)), Limits{}); !errors.Is(err, broken) || IsTrace(err) || !errors.As(err, &u) || u.Line != line {
			t.Errorf("a broken reader gave %v in line %+v", err, u)
		}
	}
}

func TestTooManyBytes(t *testing.T) {
	for n, ok := range map[int]bool{4096: true, 4097: false} { // n·(n−1) blocks of 2^36 bytes
		_, err := Read(strings.NewReader(together(Alltoall, n, all(MaxSize), all(0), all(0))), Limits{})
		if ok && err != nil || !ok && (err == nil || !strings.Contains(err.Error(), "2^60")) {
			t.Errorf("alltoall of %d: %v", n, err)
		}
	}
}

// The traces that are shipped are what the generator makes, to the byte.
func TestGolden(t *testing.T) {
	for name, grid := range map[string]Grid{"ptrans-16.vef": {P: 4, Q: 4, N: 640, NB: 16, Runs: 2}, "ptrans-24.vef": {P: 4, Q: 6, N: 960, NB: 16, Copy: 100}} {
		trace, err := Ptrans(grid)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, trace); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name)
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s has changed; UPDATE=1 writes it anew", path)
		}
		play(t, parse(t, string(want)), newIdeal(100, 1), trace.Tasks, nil)
	}
}

// Whatever is read can be written, read again and played to its end.
func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 10 2 5 0\n"))
	for op := range numOps {
		send, recv := all(8), all(8)
		switch op {
		case Bcast, Scatter:
			send = only(2, 8)
		case Reduce, Gather:
			recv = only(2, 8)
		}
		f.Add([]byte(together(op, 5, send, recv, func(i int) int64 { return int64(i) })))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		const most = 8 << 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		trace, err := Read(bytes.NewReader(text), Limits{Text: 1 << 16, Records: 4096, Memory: most})
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 4*most {
			t.Fatalf("%d bytes of text took %d bytes of memory, where a trace may have %d", len(text), took, most)
		}
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Reason == "" || len(err.Error()) > 2000 {
				t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
			}
			return
		}
		roundTrip(t, trace)
		if s := trace.Summary(); s.Sends < 20_000 && s.Bytes < 1<<40 {
			n := newIdeal(1000, 1)
			p := play(t, trace, n, trace.Tasks, nil)
			if p.Finish() < s.ComputePS || n.sends > s.Sends {
				t.Fatalf("took %d ps and %d sends; the summary says %d and %d", p.Finish(), n.sends, s.ComputePS, s.Sends)
			}
		}
	})
}
