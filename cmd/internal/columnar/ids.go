// SPDX-License-Identifier: MIT

package columnar

import (
	"fmt"
	"slices"
	"strconv"
)

// IDs is what ids are: texts, or whole numbers of a type.
type IDs uint8

// The types; NoIDs is that of no ids at all.
const (
	NoIDs IDs = iota
	TextIDs
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
)

var typesOfIDs = []string{"", "text", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}

func (t IDs) String() string { return typesOfIDs[t] }

// MarshalText is the name of the type.
func (t IDs) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText takes the name of a type.
func (t *IDs) UnmarshalText(text []byte) error {
	k := slices.Index(typesOfIDs, string(text))
	if k < 0 {
		return fmt.Errorf("%q is no type of ids", text)
	}
	*t = IDs(k)
	return nil
}

// And is the type of ids of which some are t and some are o.
func (t IDs) And(o IDs) IDs {
	switch {
	case t == NoIDs || t == o:
		return o
	case o == NoIDs:
		return t
	}
	return TextIDs
}

// Whole reports whether ids are whole numbers.
func (t IDs) Whole() bool { return t > TextIDs }

// OfText is the type of an id of a format without types: Int64 if it is a whole number of 64 bits as
// it is written by everybody, without a plus or zeros in front.
func OfText(id string) IDs {
	var room [20]byte
	if v, err := strconv.ParseInt(id, 10, 64); err != nil || string(strconv.AppendInt(room[:0], v, 10)) != id {
		return TextIDs
	}
	return Int64
}
