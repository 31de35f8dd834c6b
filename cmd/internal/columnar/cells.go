// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// Field is a column that is written.
type Field struct {
	Name     string
	Type     Type
	Nullable bool
	// Repeats says that texts repeat, so that Parquet gets a dictionary of them.
	Repeats bool
	// Meta are pairs of names and values that Arrow has of the column.
	Meta [][2]string
}

// Cells are values of a column that is written.
type Cells struct {
	of      Field
	values  vector
	nulls   int
	tooLong bool // texts take more bytes than can be counted
}

// NewCells returns no values of each of some columns, and room for so many.
func NewCells(fields []Field, rows int) []Cells {
	list := make([]Cells, len(fields))
	for k, f := range fields {
		list[k] = Cells{of: f, values: vector{words: make([]uint64, 0, rows)}}
	}
	return list
}

// Null appends a value that is missing.
func (c *Cells) Null() {
	i := c.Len()
	c.values.words = append(c.values.words, placeOf(len(c.values.text), 0))
	c.bits(i + 1)
	c.values.valid[i>>3] &^= 1 << (i & 7)
	c.nulls++
}

// bits makes bits for n values. New bits say that the value is there.
func (c *Cells) bits(n int) []byte {
	for len(c.values.valid) < (n+7)/8 {
		c.values.valid = append(c.values.valid, 0xff)
	}
	return c.values.valid
}

// Float appends a number to a column of Float32 or Float64.
func (c *Cells) Float(v float64) {
	if c.of.Type == Float32 {
		v = float64(float32(v))
	}
	c.values.words = append(c.values.words, math.Float64bits(v))
}

// Whole appends a whole number, one of 64 bits without a sign by its bits.
func (c *Cells) Whole(v int64) { c.values.words = append(c.values.words, uint64(v)) }

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
	c.values.text = append(c.values.text, v...)
	c.end(len(v))
}

// AppendShort is AppendText of the first n bytes of some: to copy all of them is faster than so
// many.
func AppendShort(c *Cells, some *[16]byte, n int) {
	if c.of.Type != Text {
		AppendText(c, some[:n])
		return
	}
	c.values.text = append(c.values.text, some[:]...)[:len(c.values.text)+n]
	c.end(n)
}

// end ends a text of n bytes.
func (c *Cells) end(n int) {
	c.values.words = append(c.values.words, placeOf(len(c.values.text)-n, n))
	c.tooLong = c.tooLong || len(c.values.text) > math.MaxInt32
}

// Clear takes all values away and keeps the memory for others.
func (c *Cells) Clear() {
	v := &c.values
	*c = Cells{of: c.of, values: vector{valid: v.valid[:0], words: v.words[:0], text: v.text[:0]}}
}

// Type is the type of the column.
func (c *Cells) Type() Type { return c.of.Type }

// Len is how many values there are.
func (c *Cells) Len() int { return len(c.values.words) }

// TextBytes is how many bytes the texts take; 0 of a column of numbers.
func (c *Cells) TextBytes() int { return len(c.values.text) }

// IsNull reports whether value i is missing.
func (c *Cells) IsNull(i int) bool { return c.values.missing(i) }

// Number is value i of Float32 or Float64.
func (c *Cells) Number(i int) float64 { return math.Float64frombits(c.values.words[i]) }

// Int is whole number i, of 64 bits without a sign by its bits.
func (c *Cells) Int(i int) int64 { return int64(c.values.words[i]) }

// Text is text i.
func (c *Cells) Text(i int) []byte { return c.values.bytes(i) }

// appendNumbers appends the numbers of a column, of so many bytes each. If dense, it leaves out
// missing ones.
func (c *Cells) appendNumbers(dst []byte, width int, dense bool) []byte {
	dense = dense && c.nulls > 0
	for i, v := range c.values.words {
		switch {
		case dense && c.IsNull(i):
		case c.of.Type == Float32:
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(math.Float64frombits(v))))
		case width == 4:
			dst = binary.LittleEndian.AppendUint32(dst, uint32(v))
		default:
			dst = binary.LittleEndian.AppendUint64(dst, v)[:len(dst)+width]
		}
	}
	return dst
}

// invalid returns the number of the first text that is not valid UTF-8, or -1.
func (c *Cells) invalid() int {
	if c.of.Type != Text {
		return -1
	}
	whole := utf8.Valid(c.values.text)
	for i := range c.values.words {
		if text := c.Text(i); whole && len(text) > 0 && !utf8.RuneStart(text[0]) || !whole && !utf8.Valid(text) {
			return i
		}
	}
	return -1
}
