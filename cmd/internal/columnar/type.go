// SPDX-License-Identifier: MIT

package columnar

import (
	"fmt"
	"slices"
	"strconv"
)

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

// MarshalText is the name of the type.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText takes the name of a type.
func (t *Type) UnmarshalText(text []byte) error {
	k := slices.Index(typeNames, string(text))
	if k < 0 {
		return fmt.Errorf("%q is no type", text)
	}
	*t = Type(k)
	return nil
}

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

// OfText is the type of an id of a format without types: Int64 if it is a whole number of 64 bits as
// it is written by everybody, without a plus or zeros in front.
func OfText(id string) Type {
	var room [20]byte
	if v, err := strconv.ParseInt(id, 10, 64); err != nil || string(strconv.AppendInt(room[:0], v, 10)) != id {
		return Text
	}
	return Int64
}
