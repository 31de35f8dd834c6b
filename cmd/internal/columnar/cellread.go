// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"math"
)

// AppendShort is AppendText of the first n bytes of some: to copy all of them is faster than so many.
func AppendShort(c *Cells, some *[16]byte, n int) {
	if c.of.Type != Text {
		AppendText(c, some[:n])
		return
	}
	c.there(true)
	end := len(c.data) + n
	c.data = append(c.data, some[:]...)[:end]
	c.ends = append(c.ends, int32(end))
	c.long = c.long || end > math.MaxInt32
}

// Clear takes all values away and keeps the memory for others.
func (c *Cells) Clear() {
	*c = Cells{of: c.of, valid: c.valid[:0], data: c.data[:0], ends: c.ends[:0]}
}

// Type is the type of the column.
func (c *Cells) Type() Type { return c.of.Type }

// TextBytes is how many bytes the texts take; 0 of a column of numbers.
func (c *Cells) TextBytes() int {
	if c.of.Type == Text || c.of.Type == Binary {
		return len(c.data)
	}
	return 0
}

// IsNull reports whether value i is missing.
func (c *Cells) IsNull(i int) bool { return c.missing > 0 && c.null(i) }

// Text is text i.
func (c *Cells) Text(i int) []byte { return c.text(i) }

// Number is value i of Float32 or Float64.
func (c *Cells) Number(i int) float64 {
	if c.of.Type == Float32 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(c.data[4*i:])))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(c.data[8*i:]))
}

// Int is whole number i, of at most 32 bits without a sign.
func (c *Cells) Int(i int) int64 {
	switch c.of.Type {
	case Uint32:
		return int64(binary.LittleEndian.Uint32(c.data[4*i:]))
	case Int32:
		return int64(int32(binary.LittleEndian.Uint32(c.data[4*i:])))
	}
	return int64(binary.LittleEndian.Uint64(c.data[8*i:]))
}

// Len is how many values there are.
func (c *Cells) Len() int { return c.n }
