// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"fmt"
	"math"
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

// bytes is how long a number is.
func (t Type) bytes() int {
	switch t {
	case Float32:
		return 4
	case Float64:
		return 8
	}
	return 1 << ((t - Int8) % 4)
}

// Field is a column that is written.
type Field struct {
	Name     string
	Type     Type
	Nullable bool
	// Repeats says that values do, so that Parquet has a dictionary of them.
	Repeats bool
	// Meta are pairs of names and values that Arrow has of the column.
	Meta [][2]string
}

// Cells are values of a column that is written.
type Cells struct {
	of      Field
	n       int
	missing int
	valid   []byte
	data    []byte  // numbers, or texts one after the other
	ends    []int32 // of texts
	long    bool    // texts take more bytes than can be counted
}

// NewCells returns no values of each of some columns, and room for so many.
func NewCells(fields []Field, rows int) []Cells {
	list := make([]Cells, len(fields))
	for k, f := range fields {
		list[k] = Cells{of: f}
		if f.Type == Text || f.Type == Binary {
			list[k].ends = make([]int32, 0, rows)
		} else {
			list[k].data = make([]byte, 0, rows*f.Type.bytes())
		}
	}
	return list
}

// there notes whether the next value is present. Bits are kept from the first missing value on.
func (c *Cells) there(yes bool) {
	if yes && c.missing == 0 {
		c.n++
		return
	}
	if c.missing == 0 {
		c.valid = c.valid[:0]
		for range c.n / 8 {
			c.valid = append(c.valid, 0xff)
		}
		if c.n&7 > 0 {
			c.valid = append(c.valid, 1<<(c.n&7)-1)
		}
	}
	if c.n&7 == 0 {
		c.valid = append(c.valid, 0)
	}
	if yes {
		c.valid[c.n>>3] |= 1 << (c.n & 7)
	} else {
		c.missing++
	}
	c.n++
}

// Null appends a value that is missing.
func (c *Cells) Null() {
	c.there(false)
	if c.of.Type == Text || c.of.Type == Binary {
		c.ends = append(c.ends, int32(len(c.data)))
		return
	}
	c.data = append(c.data, make([]byte, c.of.Type.bytes())...)
}

// Float appends a number to a column of Float32 or Float64.
func (c *Cells) Float(v float64) {
	c.there(true)
	if c.of.Type == Float32 {
		c.data = binary.LittleEndian.AppendUint32(c.data, math.Float32bits(float32(v)))
		return
	}
	c.data = binary.LittleEndian.AppendUint64(c.data, math.Float64bits(v))
}

// Whole appends a whole number, one of 64 bits without a sign by its bits.
func (c *Cells) Whole(v int64) {
	c.there(true)
	switch c.of.Type.bytes() {
	case 8:
		c.data = binary.LittleEndian.AppendUint64(c.data, uint64(v))
	case 4:
		c.data = binary.LittleEndian.AppendUint32(c.data, uint32(v))
	default:
		c.data = binary.LittleEndian.AppendUint64(c.data, uint64(v))[:len(c.data)+c.of.Type.bytes()]
	}
}

// AppendText appends a text, which of a column of whole numbers is one as OfText knows them.
func AppendText[T string | []byte](c *Cells, v T) {
	if c.of.Type.Whole() {
		n, sign := int64(0), int64(1)
		for i := range len(v) {
			if v[i] == '-' {
				sign = -1
				continue
			}
			n = 10*n + int64(v[i]-'0')
		}
		c.Whole(sign * n)
		return
	}
	c.there(true)
	if c.data = append(c.data, v...); len(c.data) > math.MaxInt32 {
		c.long = true
	}
	c.ends = append(c.ends, int32(len(c.data)))
}

// text is a value of texts.
func (c *Cells) text(i int) []byte {
	from := int32(0)
	if i > 0 {
		from = c.ends[i-1]
	}
	return c.data[from:c.ends[i]]
}

func (c *Cells) null(i int) bool { return c.missing > 0 && c.valid[i>>3]>>(i&7)&1 == 0 }
