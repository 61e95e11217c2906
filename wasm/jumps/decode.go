package jumps

// Reading WebAssembly: as much of it as tells where an instruction ends.

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Opcodes that matter here.
const (
	opBlock   = 0x02
	opLoop    = 0x03
	opIf      = 0x04
	opEnd     = 0x0b
	opBr      = 0x0c
	opBrIf    = 0x0d
	opBrTable = 0x0e
	opGet     = 0x20 // local.get
	opSet     = 0x21
	opConst   = 0x41 // i32.const
)

// instruction is one of a function's.
type instruction struct {
	op      byte
	void    bool     // of block, loop and if: without a result
	at, end int      // bytes of the body
	value   int64    // of br, local.get, local.set and i32.const
	table   []uint32 // of br_table, the default last
}

// decode returns the instructions of a function's body.
func decode(body []byte) ([]instruction, error) {
	r := &reader{b: body}
	for n := r.u32(); n > 0 && r.err == nil; n-- { // locals
		r.u32()
		r.byte()
	}
	code := make([]instruction, 0, len(body)/2)
	for r.at < len(body) && r.err == nil {
		i := instruction{at: r.at}
		i.op = r.byte()
		r.operands(&i)
		i.end = r.at
		code = append(code, i)
	}
	return code, r.err
}

// operands reads what follows an opcode.
func (r *reader) operands(i *instruction) {
	switch op := i.op; {
	case op == opBlock || op == opLoop || op == opIf:
		i.void = r.s64() == -64
	case op == opBr, op == opGet, op == opSet:
		i.value = int64(r.u32())
	case op == opConst:
		i.value = r.s64()
	case op == opBrTable:
		for n := r.u32(); r.err == nil; n-- {
			i.table = append(i.table, r.u32())
			if n == 0 {
				break
			}
		}
	case op == opBrIf, op == 0x10, op == 0x12, // br_if, call, return_call
		op >= 0x22 && op <= 0x26, // local.tee, global.get, global.set, table.get, table.set
		op == 0x3f, op == 0x40,   // memory.size, memory.grow
		op == 0xd2: // ref.func
		r.u32()
	case op == 0x11, op == 0x13, // call_indirect, return_call_indirect
		op >= 0x28 && op <= 0x3e: // loads and stores: alignment, offset
		r.u32()
		r.u32()
	case op == 0x42, op == 0xd0: // i64.const, ref.null
		r.s64()
	case op == 0x43: // f32.const
		r.bytes(4)
	case op == 0x44: // f64.const
		r.bytes(8)
	case op == 0xfc:
		switch sub := r.u32(); {
		case sub <= 7: // saturating conversions
		case sub == 9, sub == 11, sub == 13, sub >= 15 && sub <= 17: // data.drop, memory.fill, elem.drop, table.grow, .size, .fill
			r.u32()
		case sub == 8, sub == 10, sub == 12, sub == 14: // memory.init, .copy, table.init, .copy
			r.u32()
			r.u32()
		default:
			r.fail(fmt.Errorf("unknown instruction 0xfc %d at byte %d", sub, i.at))
		}
	case op <= 1, op == 5, op == opEnd, op == 0x0f, op == 0x1a, op == 0x1b, // unreachable, nop, else, end, return, drop, select
		op >= 0x45 && op <= 0xc4, op == 0xd1: // numbers, ref.is_null
	default:
		r.fail(fmt.Errorf("unknown instruction 0x%x at byte %d", op, i.at))
	}
}

// reader reads bytes until something is wrong.
type reader struct {
	b   []byte
	at  int
	err error
}

var errShort = errors.New("it ends too early, or a number is too long")

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err, r.at = err, len(r.b)
	}
}

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		r.fail(errShort)
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)-r.at) {
		r.fail(errShort)
		return nil
	}
	r.at += int(n)
	return r.b[r.at-int(n) : r.at]
}

// u32 reads an unsigned number.
func (r *reader) u32() uint32 {
	x, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 || n > 5 || x > 1<<32-1 {
		r.fail(errShort)
		return 0
	}
	r.at += n
	return uint32(x)
}

// s64 reads a signed number.
func (r *reader) s64() (x int64) {
	for shift := uint(0); shift < 70; shift += 7 {
		b := r.byte()
		if r.err != nil {
			return 0
		}
		x |= int64(b&0x7f) << shift
		if b < 0x80 {
			if shift+7 < 64 && b&0x40 != 0 {
				x |= -1 << (shift + 7)
			}
			return x
		}
	}
	r.fail(errShort)
	return 0
}
