// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"math"
	"strconv"
	"unicode/utf8"
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
	valid   []byte    // a bit for each value up to the last that is missing
	floats  []float64 // of Float64
	singles []float32 // of Float32
	ints    []int64
	data    []byte  // texts one after the other
	ends    []int32 // of texts
	long    bool    // texts take more bytes than can be counted
}

// NewCells returns no values of each of some columns, and room for so many.
func NewCells(fields []Field, rows int) []Cells {
	list := make([]Cells, len(fields))
	for k, f := range fields {
		switch c := &list[k]; {
		case f.Type.bytes() == 0:
			c.ends = make([]int32, 0, rows)
		case f.Type.Whole():
			c.ints = make([]int64, 0, rows)
		case f.Type == Float32:
			c.singles = make([]float32, 0, rows)
		default:
			c.floats = make([]float64, 0, rows)
		}
		list[k].of = f
	}
	return list
}

// Null appends a value that is missing.
func (c *Cells) Null() {
	i := c.n
	switch {
	case c.of.Type.bytes() == 0:
		AppendText(c, "")
	case c.of.Type.Whole():
		c.Whole(0)
	default:
		c.Float(0)
	}
	c.bits(i + 1)
	c.valid[i>>3] &^= 1 << (i & 7)
	c.missing++
}

// bits makes bits for n values. Those that are new say that the value is there.
func (c *Cells) bits(n int) []byte {
	for len(c.valid) < (n+7)/8 {
		c.valid = append(c.valid, 0xff)
	}
	return c.valid
}

// Float appends a number to a column of Float32 or Float64.
func (c *Cells) Float(v float64) {
	if c.n++; c.of.Type == Float32 {
		c.singles = append(c.singles, float32(v))
	} else {
		c.floats = append(c.floats, v)
	}
}

// Whole appends a whole number, one of 64 bits without a sign by its bits.
func (c *Cells) Whole(v int64) {
	c.n++
	c.ints = append(c.ints, v)
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
	c.data = append(c.data, v...)
	c.end()
}

// AppendShort is AppendText of the first n bytes of some: to copy all of them is faster than so
// many.
func AppendShort(c *Cells, some *[16]byte, n int) {
	if c.of.Type != Text {
		AppendText(c, some[:n])
		return
	}
	c.data = append(c.data, some[:]...)[:len(c.data)+n]
	c.end()
}

// end ends a text.
func (c *Cells) end() {
	c.n++
	c.ends = append(c.ends, int32(len(c.data)))
	c.long = c.long || len(c.data) > math.MaxInt32
}

// Clear takes all values away and keeps the memory for others.
func (c *Cells) Clear() {
	*c = Cells{of: c.of, valid: c.valid[:0], floats: c.floats[:0], singles: c.singles[:0], ints: c.ints[:0], data: c.data[:0], ends: c.ends[:0]}
}

// Type is the type of the column.
func (c *Cells) Type() Type { return c.of.Type }

// Len is how many values there are.
func (c *Cells) Len() int { return c.n }

// TextBytes is how many bytes the texts take; 0 of a column of numbers.
func (c *Cells) TextBytes() int { return len(c.data) }

// IsNull reports whether value i is missing.
func (c *Cells) IsNull(i int) bool { return i>>3 < len(c.valid) && c.valid[i>>3]>>(i&7)&1 == 0 }

// Number is value i of Float32 or Float64.
func (c *Cells) Number(i int) float64 {
	if c.of.Type == Float32 {
		return float64(c.singles[i])
	}
	return c.floats[i]
}

// Int is whole number i, of 64 bits without a sign by its bits.
func (c *Cells) Int(i int) int64 { return c.ints[i] }

// Text is text i.
func (c *Cells) Text(i int) []byte {
	from := int32(0)
	if i > 0 {
		from = c.ends[i-1]
	}
	return c.data[from:c.ends[i]]
}

// appendNumbers appends the numbers of a column, of so many bytes each. It leaves out those that
// are missing if dense.
func (c *Cells) appendNumbers(dst []byte, width int, dense bool) []byte {
	dense = dense && c.missing > 0
	for i, v := range c.floats {
		if !dense || !c.IsNull(i) {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
		}
	}
	for i, v := range c.singles {
		if !dense || !c.IsNull(i) {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
	}
	for i, v := range c.ints {
		switch {
		case dense && c.IsNull(i):
		case width == 4:
			dst = binary.LittleEndian.AppendUint32(dst, uint32(v))
		default:
			dst = binary.LittleEndian.AppendUint64(dst, uint64(v))[:len(dst)+width]
		}
	}
	return dst
}

// invalid returns the number of the first text that is not valid UTF-8, or -1.
func (c *Cells) invalid() int {
	whole := c.of.Type != Text || utf8.Valid(c.data)
	for i, end := range c.ends {
		if c.of.Type == Text && (whole && int(end) < len(c.data) && !utf8.RuneStart(c.data[end]) || !whole && !utf8.Valid(c.Text(i))) {
			return i
		}
	}
	return -1
}
