// SPDX-License-Identifier: MIT

package output

import (
	"math"
	"strconv"
	"unsafe"
)

// Value is a number or a text in a table. A number has the fewest digits that give the same number back, and a zero has
// no sign, unless Signed made it.
type Value struct {
	v    float64
	text string
	kind Kind
}

// Kind is a type of values.
type Kind uint8

// The kinds: float32, float64, whole numbers of 32 bits, and texts.
const (
	missing Kind = iota
	SingleKind
	DoubleKind
	WholeKind
	TextKind
	plainKind // a text that is written as it is: a whole number, true or false
)

// Missing is the value where there is none.
var Missing = Value{}

// Single is a float32.
func Single(v float32) Value { return Value{v: float64(v) + 0, kind: SingleKind} }

// Double is a float64.
func Double(v float64) Value { return Value{v: v + 0, kind: DoubleKind} }

// Signed is a float64, or one that is written as a float32, whose zero keeps its sign.
func Signed(v float64, kind Kind) Value {
	if kind == SingleKind {
		v = float64(float32(v))
	}
	return Value{v: v, kind: kind}
}

// Whole is a whole number.
func Whole(v uint32) Value { return Value{v: float64(v), kind: WholeKind} }

// Int is a whole number of any size that float64 has.
func Int(v int64) Value { return Value{v: float64(v), kind: WholeKind} }

// Text is a text.
func Text(s string) Value { return Value{text: s, kind: TextKind} }

// Plain is a text that has no quotes in any format.
func Plain(s string) Value { return Value{text: s, kind: plainKind} }

// PlainBytes is Plain of bytes that stay as they are for as long as the value is used.
func PlainBytes(s []byte) Value { return Value{text: view(s), kind: plainKind} }

// append writes a number as both CSV and JSON readers take it, and nothing of a value that
// is missing.
func (v *Value) append(dst []byte) []byte {
	switch {
	case v.kind == missing:
		return dst
	case v.text != "":
		return append(dst, v.text...)
	case math.Float64bits(v.v) == 0:
		return append(dst, '0')
	case v.kind == SingleKind:
		return strconv.AppendFloat(dst, v.v, 'g', -1, 32)
	case v.kind == WholeKind:
		return strconv.AppendInt(dst, int64(v.v), 10)
	}
	return strconv.AppendFloat(dst, v.v, 'g', -1, 64)
}

// Number is a float32 as tables of contacts have it.
func Number(v float32) string {
	value := Single(v)
	return string(value.append(nil))
}

// view is bytes as a text, for as long as they stay as they are.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
