package pack

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/klauspost/compress/zstd"
)

func trace(t testing.TB) *vef.Trace {
	t.Helper()
	v, err := vef.Ptrans(vef.Grid{P: 4, Q: 6, N: 960, NB: 16})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func write(w io.Writer, name string, v *vef.Trace) error {
	return WriteText(w, name, func(w io.Writer) error { return vef.Write(w, v) })
}

func packed(t testing.TB, name string, v *vef.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, name, v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The name decides how it is written, the first bytes how it is read.
func TestForms(t *testing.T) {
	v := trace(t)
	text := packed(t, "a.vef", v)
	for name, magic := range map[string]string{"a.vef": "VEF3", "a.vef.gz": "\x1f\x8b", "a.vef.zst": "\x28\xb5\x2f\xfd"} {
		file := packed(t, name, v)
		if !bytes.HasPrefix(file, []byte(magic)) {
			t.Errorf("%s begins with %q", name, file[:4])
		}
		if name != "a.vef" && len(file) > len(text)/4 {
			t.Errorf("%s takes %d bytes of %d", name, len(file), len(text))
		}
		if !bytes.Equal(file, packed(t, name, v)) {
			t.Errorf("%s is not the same when written again", name)
		}
		again, err := Read(iotest.OneByteReader(bytes.NewReader(file)), vef.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(packed(t, "a.vef", again), text) {
			t.Errorf("%s was read as another trace", name)
		}
	}
}

// Written by other programs: of several parts, as pigz and pzstd make them.
func TestParts(t *testing.T) {
	text := packed(t, "a.vef", trace(t))
	half := len(text) / 2
	var g, z, skipped bytes.Buffer
	for _, part := range [][]byte{text[:half], text[half:]} {
		w := gzip.NewWriter(&g)
		w.Write(part)
		w.Close()
		e, _ := zstd.NewWriter(nil)
		frame := e.EncodeAll(part, nil)
		z.Write(frame)
		// pzstd puts one before each that is skipped, and says how long it is.
		skipped.Write(append(binary.LittleEndian.AppendUint32([]byte("P*M\x18\x04\x00\x00\x00"), uint32(len(frame))), frame...))
	}
	for _, file := range [][]byte{g.Bytes(), z.Bytes(), skipped.Bytes()} {
		if v, err := Read(bytes.NewReader(file), vef.Limits{}); err != nil || !bytes.Equal(packed(t, "a.vef", v), text) {
			t.Errorf("of two parts: %v", err)
		}
	}
}

func TestDamaged(t *testing.T) {
	v := trace(t)
	for _, name := range []string{"a.vef.gz", "a.vef.zst"} {
		file := packed(t, name, v)
		kind := map[string]string{"a.vef.gz": "gzip", "a.vef.zst": "zstd"}[name]
		cut := func(n int) []byte { return file[:n] }
		flipped := bytes.Clone(file)
		flipped[len(file)/2] ^= 0x55
		for what, bad := range map[string][]byte{"cut to its head": cut(5), "cut in half": cut(len(file) / 2), "without its end": cut(len(file) - 3), "flipped": flipped} {
			_, err := Read(bytes.NewReader(bad), vef.Limits{})
			if err == nil {
				t.Errorf("%s %s was read", name, what)
			} else if !vef.IsTrace(err) && !strings.Contains(err.Error(), "the "+kind+" file is damaged or cut off") {
				t.Errorf("%s %s: %v", name, what, err)
			}
		}
	}
	// The message names the right kind also where the file is longer than what is buffered of it.
	random, line := uint32(1), 0
	var long strings.Builder
	fmt.Fprintf(&long, "VEF3 2 40000 0 0 0 TRUE\n")
	for ; line < 40000; line++ {
		random = random*1664525 + 1013904223
		fmt.Fprintf(&long, "%d 0 1 %d 0 %d -1\n", line, random>>4, random>>1)
	}
	for _, name := range []string{"gzip", "zstd"} {
		var b bytes.Buffer
		end := map[string]string{"gzip": ".gz", "zstd": ".zst"}[name]
		if err := WriteText(&b, "a.vef"+end, func(w io.Writer) error { _, err := io.WriteString(w, long.String()); return err }); err != nil {
			t.Fatal(err)
		}
		if b.Len() < 3<<16 {
			t.Fatalf("only %d bytes", b.Len())
		}
		if _, err := Read(bytes.NewReader(b.Bytes()[:b.Len()-3]), vef.Limits{}); err == nil || !strings.Contains(err.Error(), "the "+name+" file is damaged or cut off") {
			t.Errorf("a long %s file without its end: %v", name, err)
		}
		// It names the line that it broke off in.
		_, err := Read(bytes.NewReader(b.Bytes()[:b.Len()/2]), vef.Limits{})
		var torn *vef.Error
		if !errors.As(err, &torn) || torn.Line < 15000 || torn.Line > 21000 || !strings.Contains(err.Error(), ": the "+name+" file is damaged or cut off") {
			t.Errorf("half of a long %s file: %v", name, err)
		}
	}
	for _, short := range []string{"", "V", "\x1f\x8b", "\x28\xb5\x2f", "PK\x03\x04"} {
		if _, err := Read(strings.NewReader(short), vef.Limits{}); err == nil || strings.Contains(err.Error(), "EOF") && !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%q: %v", short, err)
		}
	}
	broken := errors.New("the disk is gone")
	if _, err := Read(iotest.ErrReader(broken), vef.Limits{}); !errors.Is(err, broken) {
		t.Errorf("a broken reader gave %v", err)
	}
}

// full is a disk with so many bytes left.
type full int

var errFull = errors.New("no space left")

func (f *full) Write(b []byte) (int, error) {
	if len(b) > int(*f) {
		return 0, errFull
	}
	*f -= full(len(b))
	return len(b), nil
}

func TestFullDisk(t *testing.T) {
	v := trace(t)
	for _, name := range []string{"a.vef", "a.vef.gz", "a.vef.zst"} {
		for _, left := range []full{0, full(len(packed(t, name, v)) - 1)} {
			if err := write(&left, name, v); !errors.Is(err, errFull) {
				t.Errorf("%s on a full disk: %v", name, err)
			}
		}
	}
}

// endless is a comment that does not end for so many bytes.
type endless struct{ n int64 }

func (e *endless) Read(b []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	for i := range b {
		b[i] = '#'
	}
	e.n -= int64(len(b))
	return len(b), nil
}

// Bombs are stopped by their ratio, or by the limit of the text, long before they are unpacked.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacked natively")
	}
	bomb := func(text io.Reader, wrap func(io.Writer) io.WriteCloser) []byte {
		var b bytes.Buffer
		w := wrap(&b)
		if _, err := io.CopyBuffer(w, text, make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	line := "1 0 1" + strings.Repeat(" ", 193) + "5\n"
	z := bomb(io.MultiReader(strings.NewReader("IO1 4 ns\n"), strings.NewReader(strings.Repeat(line, 128<<20/len(line)))), func(w io.Writer) io.WriteCloser {
		e, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		return e
	})
	if _, err := Read(bytes.NewReader(z), vef.Limits{}); !vef.IsTrace(err) || !strings.Contains(err.Error(), "4000 times its size") {
		t.Errorf("a zstd bomb of %d bytes: %v", len(z), err)
	}
	if _, err := Read(bytes.NewReader(z), vef.Limits{Text: 1 << 20}); err == nil || !strings.Contains(err.Error(), "longer than 1048576 bytes") {
		t.Errorf("a zstd bomb against a limit: %v", err)
	}
	// gzip cannot reach the ratio: that it says nothing stops it, or the limit of the text.
	g := bomb(&endless{256 << 20}, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	if _, err := Read(bytes.NewReader(g), vef.Limits{}); err == nil || !strings.Contains(err.Error(), "blanks and comments") {
		t.Errorf("a gzip bomb of %d bytes: %v", len(g), err)
	}
	if _, err := Read(bytes.NewReader(g), vef.Limits{Text: 8 << 20}); err == nil || !strings.Contains(err.Error(), "longer than 8388608 bytes") {
		t.Errorf("a gzip bomb of %d bytes against a limit: %v", len(g), err)
	}
	// A window of 2 GiB is refused before it is allocated.
	if _, err := Read(strings.NewReader("\x28\xb5\x2f\xfd\x00\xa8VEF3 1 0 0 0 0 TRUE"), vef.Limits{}); !errors.Is(err, vef.ErrWindow) {
		t.Errorf("a huge window: %v", err)
	}
}

// What says nothing is bounded by what is read of it, in every form; a trace may be padded, and have a long comment.
func TestIdleText(t *testing.T) {
	if testing.Short() {
		t.Skip("read natively")
	}
	const free = 16 << 20
	pad := func(unit string, n int) string { return strings.Repeat(unit, n/len(unit)) }
	two := "0 0 1 10 0 0 -1\n1 1 0 10 2 5 0\n"
	records := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text string
		refused    bool
	}{
		{"blanks", "VEF3 2 2 0 0 0 TRUE\n" + pad(" ", 2*free) + "\n" + two, true},
		{"empty lines first", pad("\n", 2*free) + "VEF3 2 2 0 0 0 TRUE\n" + two, true},
		{"a comment", "VEF3 2 2 0 0 0 TRUE\n#" + pad("#", 2*free) + "\n" + two, true},
		{"comments", "VEF3 2 2 0 0 0 TRUE\n" + pad("#####\n", 2*free) + two, true},
		{"comments of words", "VEF3 2 2 0 0 0 TRUE\n" + pad("# 0 0 1 10 0 0 -1\n", 2*free) + two, true},
		{"blanks behind the records", "VEF3 2 2 0 0 0 TRUE\n" + two + pad(" ", 2*free), true},
		{"a trace of input and output, empty lines", "IO1 4 ns\n" + pad("\n", 2*free) + "1 0 1 100\n", true},
		{"the same, comments", "IO1 4 ns\n" + pad("# 1 0 1 100\n", 2*free) + "1 0 1 100\n", true},
		{"a long comment", "VEF3 2 2 0 0 0 TRUE\n#" + pad("#", free-1000) + "\n" + two, false},
		{"wide columns", "VEF3 2 50000 0 0 0 TRUE\n" + records("%d"+pad(" ", 600)+"0 1 10 0 0 -1\n", 50000), false},
		{"the same of input and output", "IO1 4 ns\n" + strings.Repeat("1 0 1"+pad(" ", 400)+"100\n", 60000), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := &counting{r: strings.NewReader(c.text)}
			_, err := Read(text, vef.Limits{})
			if refused := err != nil && vef.IsTrace(err) && strings.Contains(err.Error(), "almost nothing but blanks and comments"); refused != c.refused || err != nil && !refused {
				t.Errorf("%v", err)
			}
			if c.refused && text.n > free+1<<20 {
				t.Errorf("%d bytes were read first", text.n)
			}
		})
	}
}

// counting tells how much is read.
type counting struct {
	r io.Reader
	n int
}

func (c *counting) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += n
	return n, err
}

func FuzzRead(f *testing.F) {
	v := trace(f)
	for _, name := range []string{"a.vef", "a.vef.gz", "a.vef.zst"} {
		f.Add(packed(f, name, v))
	}
	if file, err := os.ReadFile("../testdata/ptrans-16.vef"); err == nil {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		const most = 8 << 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		v, err := Read(bytes.NewReader(file), vef.Limits{Text: 1 << 20, Records: 1 << 14, Memory: most})
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 4*most+3*vef.MaxWindow {
			t.Fatalf("%d bytes took %d of memory: %v", len(file), took, err)
		}
		if err != nil {
			if err.Error() == "" || len(err.Error()) > 2000 {
				t.Fatalf("a poor refusal of %d bytes: %.200v", len(err.Error()), err)
			}
			return
		}
		text := packed(t, "a.vef", v)
		for _, name := range []string{"a.vef.gz", "a.vef.zst"} {
			again, err := Read(bytes.NewReader(packed(t, name, v)), vef.Limits{})
			if err != nil || !bytes.Equal(packed(t, "a.vef", again), text) {
				t.Fatalf("%s: %v", name, err)
			}
		}
	})
}
