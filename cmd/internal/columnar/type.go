// SPDX-License-Identifier: MIT

package columnar

import "strconv"

// Type is a type of values: texts, or numbers of a kind.
type Type uint8

// The types; a column without values has NoType.
const (
	NoType Type = iota
	Text
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float32
	Float64
	Binary
)

// And returns the type of a column of ids, some of type t and some of type o.
func (t Type) And(o Type) Type {
	switch {
	case t == NoType || t == o:
		return o
	case o == NoType:
		return t
	}
	return Text
}

// Whole reports whether values are whole numbers.
func (t Type) Whole() bool { return t > Text && t <= Uint64 }

func (t Type) signed() bool { return t > Text && t < Uint8 }

// OfText returns the type of an id in a format without types: Int64 for a whole number of 64 bits
// without a plus or leading zeros, else Text.
func OfText(id string) Type {
	var room [20]byte
	if v, err := strconv.ParseInt(id, 10, 64); err != nil || string(strconv.AppendInt(room[:0], v, 10)) != id {
		return Text
	}
	return Int64
}

var sizes = [...]int{Int8: 1, Int16: 2, Int32: 4, Int64: 8, Uint8: 1, Uint16: 2, Uint32: 4, Uint64: 8, Float32: 4, Float64: 8, Binary: 0}

// bytes is the length of a number, 0 for texts.
func (t Type) bytes() int { return sizes[t] }

// integer is the type of whole numbers of so many bits.
func integer(bits int, signed bool) Type {
	for t := Int8; t <= Uint64; t++ {
		if 8*t.bytes() == bits && t.signed() == signed {
			return t
		}
	}
	fail("a whole number of %d bits", bits)
	return NoType
}
