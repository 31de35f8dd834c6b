// SPDX-License-Identifier: MIT

package output

import "strconv"

// Value is a number or a text in a table of contacts. A number has the fewest digits that
// give the same number back, and a zero has no sign.
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
)

// Missing is the value where there is none.
var Missing = Value{}

// Single is a float32.
func Single(v float32) Value { return Value{v: float64(v), kind: SingleKind} }

// Double is a float64.
func Double(v float64) Value { return Value{v: v, kind: DoubleKind} }

// Whole is a whole number.
func Whole(v uint32) Value { return Value{v: float64(v), kind: WholeKind} }

// Text is a text.
func Text(s string) Value { return Value{text: s, kind: TextKind} }

// append writes a number as both CSV and JSON readers take it, and nothing of a value that
// is missing.
func (v Value) append(dst []byte) []byte {
	switch {
	case v.kind == missing:
		return dst
	case v.v == 0:
		return append(dst, '0')
	case v.kind == WholeKind:
		return strconv.AppendUint(dst, uint64(v.v), 10)
	case v.kind == SingleKind:
		return strconv.AppendFloat(dst, v.v, 'g', -1, 32)
	}
	return strconv.AppendFloat(dst, v.v, 'g', -1, 64)
}

// Number is a float32 as tables of contacts have it.
func Number(v float32) string { return string(Single(v).append(nil)) }
