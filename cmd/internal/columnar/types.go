// SPDX-License-Identifier: MIT

package columnar

import "strconv"

// Type is a type of values: texts, or numbers of a kind.
type Type uint8

// The types; NoType is that of no values at all.
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

var typeNames = []string{"", "text", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "binary"}

func (t Type) String() string { return typeNames[t] }

// And is the type of ids of which some are t and some are o.
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

func (t Type) signed() bool { return t < Uint8 }

// OfText is the type of an id of a format without types: Int64 if it is a whole number of 64 bits as
// it is written by everybody, without a plus or zeros in front.
func OfText(id string) Type {
	var room [20]byte
	if v, err := strconv.ParseInt(id, 10, 64); err != nil || string(strconv.AppendInt(room[:0], v, 10)) != id {
		return Text
	}
	return Int64
}

// bytes is how long a number is; 0 of texts.
func (t Type) bytes() int {
	switch t {
	case Text, Binary:
		return 0
	case Float32:
		return 4
	case Float64:
		return 8
	}
	return 1 << ((t - Int8) % 4)
}

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
