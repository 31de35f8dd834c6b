// SPDX-License-Identifier: MIT

package output

import (
	"encoding/binary"
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

// AppendBinary appends the value in a form that ReadValue reads.
func (v Value) AppendBinary(dst []byte) []byte {
	dst = append(dst, byte(v.kind))
	switch v.kind {
	case SingleKind:
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(v.v)))
	case DoubleKind:
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v.v))
	case WholeKind:
		return binary.LittleEndian.AppendUint32(dst, uint32(v.v))
	case TextKind:
		return append(binary.AppendUvarint(dst, uint64(len(v.text))), v.text...)
	}
	return dst
}

// ReadValue reads a value from the beginning of text, and returns what follows it.
func ReadValue(text []byte) (v Value, rest []byte, ok bool) {
	rest, ok = SkipValue(text)
	if !ok {
		return v, nil, false
	}
	switch kind, text := Kind(text[0]), text[1:len(text)-len(rest)]; kind {
	case SingleKind:
		v = Single(math.Float32frombits(binary.LittleEndian.Uint32(text)))
	case WholeKind:
		v = Whole(binary.LittleEndian.Uint32(text))
	case DoubleKind:
		v = Double(math.Float64frombits(binary.LittleEndian.Uint64(text)))
	case TextKind:
		n, _ := binary.Uvarint(text)
		v = Text(string(text[len(text)-int(n):]))
	}
	return v, rest, true
}

// SkipValue is ReadValue for who only wants to know what follows the value.
func SkipValue(text []byte) (rest []byte, ok bool) {
	if len(text) == 0 {
		return nil, false
	}
	sizes := [...]uint64{missing: 0, SingleKind: 4, DoubleKind: 8, WholeKind: 4, TextKind: 0}
	kind, text := Kind(text[0]), text[1:]
	if int(kind) >= len(sizes) {
		return nil, false
	}
	size := sizes[kind]
	if kind == TextKind {
		n, k := binary.Uvarint(text)
		if k <= 0 {
			return nil, false
		}
		size, text = n, text[k:]
	}
	if size > uint64(len(text)) {
		return nil, false
	}
	return text[size:], true
}

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
