package pack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/klauspost/compress/zstd"
)

// frames packs a text as a file of one frame, in one piece (whose size the head tells) or piece by piece.
func frames(t testing.TB, text []byte, whole bool, o ...zstd.EOption) []byte {
	t.Helper()
	var b bytes.Buffer
	e, err := zstd.NewWriter(&b, append(o, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if whole {
		return e.EncodeAll(text, nil)
	}
	for len(text) > 0 {
		n := min(len(text), 1000)
		e.Write(text[:n])
		text = text[n:]
		e.Flush()
	}
	e.Close()
	return b.Bytes()
}

// What every frame of a file asks for is seen, however the file was packed and is read, and nothing else is changed.
func TestWindows(t *testing.T) {
	text := packed(t, "a.vef", trace(t))
	skippable := binary.LittleEndian.AppendUint32([]byte("\x5a\x2a\x4d\x18"), 3000)
	skippable = append(skippable, make([]byte, 3000)...)
	sound := [][]byte{
		frames(t, text, true), frames(t, text, false), frames(t, text[:10], true), frames(t, nil, true, zstd.WithZeroFrames(true)),
		frames(t, text[:300], true, zstd.WithSingleSegment(true)), frames(t, text, true, zstd.WithSingleSegment(true), zstd.WithEncoderCRC(false)),
		frames(t, text, false, zstd.WithEncoderCRC(false), zstd.WithEncoderLevel(zstd.SpeedBestCompression)),
		frames(t, make([]byte, 1<<20), false, zstd.WithWindowSize(vef.MaxWindow)), skippable,
	}
	wide := [][]byte{
		frames(t, text, false, zstd.WithWindowSize(2*vef.MaxWindow)),
		append([]byte("\x28\xb5\x2f\xfd\x00\x81"), text...),                                      // 72 MiB
		append([]byte("\x28\xb5\x2f\xfd\x00\xff"), text...),                                      // as large as can be written
		append(append([]byte("\x28\xb5\x2f\xfd\xa0"), "\x01\x00\x00\x04"...), text...),           // a single segment of 64 MiB and a byte
		append(append([]byte("\x28\xb5\x2f\xfd\xe0"), "\x00\x00\x00\x00\x01\x00\x00\x00"...), 0), // of 4 GiB
	}
	read := func(file []byte) ([]byte, error) {
		return io.ReadAll(vef.Windows(iotest.HalfReader(bytes.NewReader(file))))
	}
	all := bytes.Join(sound, nil)
	for i, file := range append(sound, all, text, nil, []byte("\x28\xb5"), all[:len(all)/2]) {
		if got, err := read(file); err != nil || !bytes.Equal(got, file) {
			t.Errorf("sound file %d: %d of %d bytes, %v", i, len(got), len(file), err)
		}
	}
	for i, file := range wide {
		for _, before := range [][]byte{nil, all} { // also behind sound frames
			if _, err := read(append(bytes.Clone(before), file...)); !errors.Is(err, vef.ErrWindow) {
				t.Errorf("wide file %d behind %d bytes: %v", i, len(before), err)
			}
			if _, err := io.ReadAll(vef.Windows(iotest.OneByteReader(bytes.NewReader(append(bytes.Clone(before), file...))))); !errors.Is(err, vef.ErrWindow) {
				t.Errorf("wide file %d behind %d bytes, byte by byte: %v", i, len(before), err)
			}
		}
	}
	// Whoever reads on is told again.
	r := vef.Windows(bytes.NewReader(wide[2]))
	for range 3 {
		if n, err := r.Read(make([]byte, 100)); n != 0 || !errors.Is(err, vef.ErrWindow) {
			t.Fatalf("%d bytes, %v", n, err)
		}
	}
}
