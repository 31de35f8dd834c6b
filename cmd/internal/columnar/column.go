// SPDX-License-Identifier: MIT

package columnar

import (
	"unsafe"

	"daylight/cmd/internal/geometry"
)

// Column is some rows of a column.
type Column struct {
	// Numbers are the values, if they are numbers; nil if they are not. What stands where a
	// value is missing means nothing.
	Numbers []float64
	// Int64s are the values, if they are whole numbers that 64 bits with a sign hold; nil if they are not.
	Int64s []int64

	// Sparse says that values may be missing.
	Sparse bool

	of    *vector
	first int       // of the rows, among its values
	room  []float64 // of Numbers
}

// set takes n values of a vector, from the first on, for the column's.
func (c *Column) set(a *vector, first, n int) {
	c.Numbers, c.Int64s, c.of, c.first, c.Sparse = nil, nil, a, first, a.form == nothing || a.valid != nil
	switch {
	case a.form != numbers:
	case !a.typ.Whole():
		c.Numbers = a.floats[first:][:n]
	default:
		if a.typ != Uint64 {
			c.Int64s = a.ints[first:][:n]
		}
		if cap(c.room) < n {
			c.room = make([]float64, max(n, sliceRows))
		}
		c.Numbers = c.room[:n]
		for i := range n {
			c.Numbers[i] = a.number(first + i)
		}
	}
}

// Null reports whether a value is missing.
func (c *Column) Null(i int) bool { return c.of.missing(c.first + i) }

// IDs is what the values are as ids.
func (c *Column) IDs() Type { return c.of.ids() }

// Text is a value as the text of a cell: a number as decimal.AppendText has it, in its own type, which of
// a float32 may be another float64. It is the column's own memory, or appended to
// scratch, which is returned.
func (c *Column) Text(i int, scratch []byte) (string, []byte) {
	a, k := c.of, c.first+i
	switch {
	case a.form == nothing:
		return "", scratch
	case a.form == texts:
		return view(a.bytes(k)), scratch
	}
	begin := len(scratch)
	scratch = a.appendText(scratch, k)
	return view(scratch[begin:]), scratch
}

// view is bytes as a text, for as long as they stay as they are.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Geometry reads a value as a geometry: Well-Known Binary, text of any kind, or nested lists
// of points.
func (c *Column) Geometry(i int, g *geometry.Geometry) error {
	a, k := c.of, c.first+i
	switch {
	case a.form == texts && a.raw():
		return g.ReadBinary(a.bytes(k))
	case a.form == texts:
		return g.Read(view(a.bytes(k)))
	}
	return a.geometry(k, g)
}
