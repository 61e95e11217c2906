// Package jumps makes a Go program's WebAssembly faster: jumps forward go where they lead, instead of through a table.
//
// WebAssembly has no goto. Go's compiler therefore lays a function out as one loop around nested blocks, one for the end of each
// basic block, and begins the loop with a table of them all, indexed by the number of the basic block to go to: a function
// that was left in the middle (a goroutine that waits) goes on there. Every jump within the function takes the same way: it
// sets the number and goes to the loop's beginning (cmd/internal/obj/wasm, "jump to basic block"). V8 compiles that to
// what it says, an indirect branch for each jump, and a loop's beginning at which all variables meet.
//
// But the blocks lie in the order of their ends, and a block that has not ended yet can be left at once: a jump to a basic block
// farther on is a plain br out of that block. Those are most jumps; jumps back, and functions that are entered
// again, keep the table. What a function computes is the same, instruction by instruction.
package jumps

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Count says what was done.
type Count struct {
	Functions int // in the program
	Direct    int // jumps that go where they lead now
	Back      int // jumps back, left as they were
}

// Direct returns a module of Go's with direct jumps. It is an error if the bytes are no WebAssembly module, or have an
// instruction that is not known here (a newer compiler's): nothing is changed by guesswork.
func Direct(module []byte) ([]byte, Count, error) {
	var c Count
	const header = "\x00asm\x01\x00\x00\x00"
	if !bytes.HasPrefix(module, []byte(header)) {
		return nil, c, errors.New("no WebAssembly module of version 1")
	}
	out := append(make([]byte, 0, len(module)), header...)
	r := &reader{b: module, at: len(header)}
	for r.at < len(r.b) && r.err == nil {
		id := r.byte()
		section := r.bytes(r.u32())
		if id == codeSection && r.err == nil {
			section, r.err = code(section, &c)
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(section)))
		out = append(out, section...)
	}
	return out, c, r.err
}

const codeSection = 10

// code returns the section with all functions' bodies rewritten.
func code(section []byte, c *Count) ([]byte, error) {
	r := &reader{b: section}
	n := r.u32()
	out := binary.AppendUvarint(make([]byte, 0, len(section)), uint64(n))
	for i := uint32(0); i < n && r.err == nil; i++ {
		body := r.bytes(r.u32())
		if r.err == nil {
			body, r.err = function(body, c)
		}
		if r.err != nil {
			return nil, fmt.Errorf("function %d: %w", i, r.err)
		}
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	if r.err == nil && r.at != len(r.b) {
		r.err = errors.New("bytes after the last function")
	}
	c.Functions += int(n)
	return out, r.err
}

// function rewrites one body.
func function(body []byte, c *Count) ([]byte, error) {
	code, err := decode(body)
	if err != nil {
		return nil, err
	}
	loop, d := entryLoop(code)
	if loop < 0 || readsNumber(code, d) {
		return body, nil
	}
	table, blocks := code[d].table, d-2-loop
	out := make([]byte, 0, len(body))
	copied := 0
	ended, inner := 0, 0 // of the loop's blocks; blocks, loops and ifs within
	for j := d + 1; j < len(code) && ended <= blocks; j++ {
		switch code[j].op {
		case opBlock, opLoop, opIf:
			inner++
		case opEnd:
			if inner > 0 {
				inner--
			} else {
				ended++
			}
		case opBr:
			if int(code[j].value) != inner+blocks-ended || code[j-1].op != opSet || code[j-1].value != 0 || code[j-2].op != opConst {
				continue
			}
			to := int(table[min(uint64(code[j-2].value), uint64(len(table)-1))])
			if to < ended || to >= blocks {
				c.Back++
				continue
			}
			c.Direct++
			op, depth, first, last := byte(opBr), inner+to-ended, j-2, j
			if code[j-3].op == opIf && j+1 < len(code) && code[j+1].op == opEnd { // of which nothing else is left
				op, depth, first, last = opBrIf, depth-1, j-3, j+1
				j, inner = last, inner-1
			}
			out = append(out, body[copied:code[first].at]...)
			out = append(out, op)
			out = binary.AppendUvarint(out, uint64(depth))
			copied = code[last].end
		}
	}
	return append(out, body[copied:]...), nil
}

// readsNumber says whether anything but the table needs the number that jumps set. Go's compiler only uses the variable once more, to
// put the target of an indirect call aside, for an instruction.
func readsNumber(code []instruction, table int) bool {
	for j, i := range code {
		if i.op == opGet && i.value == 0 && j != table-1 && (j < 2 || code[j-2].op != opSet || code[j-2].value != 0) {
			return true
		}
	}
	return false
}

// entryLoop returns where the loop of a function begins and where its table is; -1 if it has none. Between the two are nothing but
// the blocks, and the number that the table is asked for.
func entryLoop(code []instruction) (loop, table int) {
	for d := 2; d < len(code); d++ {
		if code[d].op != opBrTable || code[d-1].op != opGet || code[d-1].value != 0 {
			continue
		}
		for loop = d - 2; loop >= 0 && code[loop].op == opBlock && code[loop].void; loop-- {
		}
		if loop < 0 || code[loop].op != opLoop || !code[loop].void {
			return -1, -1
		}
		return loop, d
	}
	return -1, -1
}
