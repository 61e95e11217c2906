package jumps

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is one with functions of these bodies and nothing else. Numbers below 128 are a byte each.
func module(bodies ...[]byte) []byte {
	code := []byte{byte(len(bodies))}
	for _, b := range bodies {
		code = append(append(code, byte(len(b))), b...)
	}
	return append([]byte("\x00asm\x01\x00\x00\x00\x05\x03\x01\x00\x01\x0a"), append([]byte{byte(len(code))}, code...)...)
}

// Bodies as Go's compiler lays them out: no locals, the loop, three blocks, the table.
var (
	entry = []byte{0, opLoop, void, opBlock, void, opBlock, void, opBlock, void, opGet, 0, opBrTable, 2, 0, 1, 2, opEnd}
	exit  = []byte{opEnd, 0, opEnd} // of the loop, unreachable, of the function
)

const void = 0x40

func body(parts ...[]byte) []byte {
	return slices.Concat(append(append([][]byte{entry}, parts...), exit)...)
}

func jump(to, depth byte) []byte { return []byte{opConst, to, opSet, 0, opBr, depth} }

func TestDirect(t *testing.T) {
	end, nop := []byte{opEnd}, []byte{1}
	when := []byte{opGet, 1, opIf, void} // needs a second parameter
	for _, c := range []struct {
		name         string
		body, want   []byte
		direct, back int
	}{
		{"to the next block", body(jump(1, 2), end, nop, end, nop), body([]byte{opBr, 0}, end, nop, end, nop), 1, 0},
		{"over a block", body(jump(2, 2), end, nop, end, nop), body([]byte{opBr, 1}, end, nop, end, nop), 1, 0},
		{"back", body(nop, end, jump(0, 1), end, nop), body(nop, end, jump(0, 1), end, nop), 0, 1},
		{"to itself", body(nop, end, jump(1, 1), end, nop), body(nop, end, jump(1, 1), end, nop), 0, 1},
		{"beyond the table: its last", body(jump(9, 2), end, nop, end, nop), body([]byte{opBr, 1}, end, nop, end, nop), 1, 0},
		{"if and nothing else", body(when, jump(2, 3), end, nop, end, nop, end, nop), body([]byte{opGet, 1, opBrIf, 1}, nop, end, nop, end, nop), 1, 0},
		{"if with more in it", body(when, nop, jump(2, 3), end, nop, end, nop, end, nop), body(when, nop, []byte{opBr, 2}, end, nop, end, nop, end, nop), 1, 0},
		{"back in an if", body(nop, end, when, jump(0, 2), end, nop, end, nop), body(nop, end, when, jump(0, 2), end, nop, end, nop), 0, 1},
		{"both", body(when, jump(1, 3), end, jump(2, 2), end, jump(0, 1), end, nop), body([]byte{opGet, 1, opBrIf, 0, opBr, 1}, end, jump(0, 1), end, nop), 2, 1},
		{"another block's br", body([]byte{opConst, 1, opSet, 0, opBr, 0}, end, nop, end, nop), body([]byte{opConst, 1, opSet, 0, opBr, 0}, end, nop, end, nop), 0, 0},
		{"another variable", body([]byte{opConst, 1, opSet, 2, opBr, 2}, end, nop, end, nop), body([]byte{opConst, 1, opSet, 2, opBr, 2}, end, nop, end, nop), 0, 0},
		{"the number is read", body(jump(1, 2), end, []byte{opGet, 0, 0x1a}, end, nop), body(jump(1, 2), end, []byte{opGet, 0, 0x1a}, end, nop), 0, 0},
		{"set aside for an instruction", body(jump(1, 2), end, []byte{opConst, 5, opSet, 0, opConst, 0, opGet, 0, 0x1a, 0x1a}, end, nop),
			body([]byte{opBr, 0}, end, []byte{opConst, 5, opSet, 0, opConst, 0, opGet, 0, 0x1a, 0x1a}, end, nop), 1, 0},
		{"no loop", []byte{0, opBlock, void, opGet, 0, opBrTable, 0, 0, opEnd, opEnd}, []byte{0, opBlock, void, opGet, 0, opBrTable, 0, 0, opEnd, opEnd}, 0, 0},
		{"no jumps", []byte{1, 2, 0x7e, opConst, 0, 0x0f, opEnd}, []byte{1, 2, 0x7e, opConst, 0, 0x0f, opEnd}, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, n, err := Direct(module(c.body))
			if want := module(c.want); err != nil || !bytes.Equal(got, want) {
				t.Errorf("error %v\n got %x\nwant %x", err, got, want)
			}
			if n != (Count{1, c.direct, c.back}) {
				t.Errorf("counted %+v", n)
			}
		})
	}
}

func TestRefuses(t *testing.T) {
	good := module(body(jump(1, 2), []byte{opEnd, 1, opEnd, 1}))
	for name, b := range map[string][]byte{
		"nothing":                nil,
		"text":                   []byte("<html>"),
		"another version":        []byte("\x00asm\x02\x00\x00\x00"),
		"cut":                    good[:len(good)-4],
		"an unknown instruction": module([]byte{0, 0xfb, opEnd}),
		"a section without end":  []byte("\x00asm\x01\x00\x00\x00\x0a\xff\xff\xff\xff\x0f"),
		"a number too long":      []byte("\x00asm\x01\x00\x00\x00\x0a\x80\x80\x80\x80\x80\x80\x00"),
		"bytes after the last":   append(slices.Clone(good[:13]), 10, 3, 0, 1, 2),
	} {
		if out, _, err := Direct(b); err == nil {
			t.Errorf("%s: no error, %x", name, out)
		}
	}
}

// A program that does what jumps are for says the same natively, as it was compiled, and with direct jumps.
func TestProgram(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("no Node.js: ", err)
	}
	say := func(env []string, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%.2000s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	compiled, direct := filepath.Join(t.TempDir(), "compiled.wasm"), filepath.Join(t.TempDir(), "direct.wasm")
	say(append(os.Environ(), "GOOS=js", "GOARCH=wasm"), "go", "build", "-o", compiled, "./testdata/program")
	b, err := os.ReadFile(compiled)
	if err != nil {
		t.Fatal(err)
	}
	made, n, err := Direct(b)
	if err != nil {
		t.Fatal(err)
	}
	if n.Direct < 5*n.Back || n.Direct < n.Functions {
		t.Errorf("%+v: most jumps of this compiler are not found, or not forward", n)
	}
	if len(made) >= len(b) {
		t.Errorf("%d bytes have become %d", len(b), len(made))
	}
	if again, twice, err := Direct(made); err != nil || twice.Direct != 0 || !bytes.Equal(again, made) {
		t.Errorf("the second time it finds %d jumps forward (%v)", twice.Direct, err)
	}
	if err := os.WriteFile(direct, made, 0o600); err != nil {
		t.Fatal(err)
	}
	native := say(os.Environ(), "go", "run", "./testdata/program")
	script := filepath.Join(strings.TrimSpace(say(os.Environ(), "go", "env", "GOROOT")), "lib", "wasm", "wasm_exec_node.js")
	for _, program := range []string{compiled, direct} {
		if got := say([]string{"PATH=" + os.Getenv("PATH")}, node, "--stack-size=8192", script, program); got != native {
			t.Errorf("%s says\n%s\nnatively\n%s", filepath.Base(program), got, native)
		}
	}
}

// Whatever the bytes are, they give an error or a module of at most this size.
func FuzzDirect(f *testing.F) {
	f.Add(module(body(jump(1, 2), []byte{opEnd, 1, opEnd}, jump(0, 0))))
	f.Add(module([]byte{0, 0xfc, 10, 0, 0, 0x43, 1, 2, 3, 4, 0x42, 0x80, 1, 0x11, 1, 0, opEnd}))
	f.Fuzz(func(t *testing.T, b []byte) {
		out, _, err := Direct(b)
		if err == nil && len(out) > len(b) {
			t.Errorf("%x has become %x", b, out)
		}
	})
}
