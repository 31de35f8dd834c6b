// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"unsafe"

	"daylight/cmd/internal/geometry"
)

// Column is some rows of a column.
type Column struct {
	// Numbers are the values, if they are numbers; nil if they are not. What stands where a
	// value is missing means nothing.
	Numbers []float64
	// Int64s are the values, if they are whole numbers of 64 bits; nil if they are not.
	Int64s []int64

	// Sparse says that values may be missing.
	Sparse bool

	of     *vector
	first  int       // of the rows, among its values
	floats []float64 // room of Numbers
}

// set takes n values of a vector, from the first on, for the column's.
func (c *Column) set(a *vector, first, n int) {
	c.Numbers, c.Int64s, c.of, c.first, c.Sparse = nil, nil, a, first, a.form == nothing || a.form == elsewhere
	for i := first; i < first+n && a.valid != nil && !c.Sparse; i++ {
		if i&7 == 0 && i+8 <= first+n && a.valid[i>>3] == 0xff {
			i += 7
			continue
		}
		c.Sparse = a.missing(i)
	}
	if a.form != numbers || a.spell != nil {
		return
	}
	data, ok := a.data[first*a.width:][:n*a.width], false
	if a.ids == NoType && a.width == 8 {
		if c.Numbers, ok = inPlace[float64](data, n); ok {
			return
		}
	}
	if cap(c.floats) < n {
		c.floats = make([]float64, max(n, sliceRows))
	}
	c.Numbers = c.floats[:n]
	switch {
	case a.ids == Int64:
		if c.Int64s, ok = inPlace[int64](data, n); !ok {
			c.Int64s = make([]int64, n)
			for i := range c.Int64s {
				c.Int64s[i] = a.whole(first + i)
			}
		}
		ok = widen(c.Numbers, c.Int64s)
	case a.ids == Int32:
		v, _ := inPlace[int32](data, n)
		ok = widen(c.Numbers, v)
	case a.ids == NoType && a.width == 4:
		v, _ := inPlace[float32](data, n)
		ok = widen(c.Numbers, v)
	}
	for i := 0; i < n && !ok; i++ {
		c.Numbers[i] = a.number(first + i)
	}
}

// widen has all numbers in float64, if they are as many.
func widen[T number](dst []float64, v []T) bool {
	for i, x := range v {
		dst[i] = float64(x)
	}
	return len(v) == len(dst)
}

// inPlace returns data as n numbers without a copy, if the machine stores numbers in this way.
func inPlace[T number](data []byte, n int) ([]T, bool) {
	at, size := unsafe.Pointer(unsafe.SliceData(data)), int(unsafe.Sizeof(*new(T)))
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 || uintptr(at)%uintptr(size) != 0 || len(data) < size*n {
		return nil, false
	}
	return unsafe.Slice((*T)(at), n), true
}

// at is the array that value i is in, and its place there.
func (c *Column) at(i int) (*vector, int) {
	a, i := c.of, c.first+i
	for a.form == elsewhere {
		a, i = a.place(i)
	}
	return a, i
}

// Null reports whether a value is missing.
func (c *Column) Null(i int) bool { return c.of.missing(c.first + i) }

// IDs is what the values are as ids.
func (c *Column) IDs() Type {
	a := c.of
	for a.form == elsewhere && len(a.fields) == 1 {
		a = a.fields[0]
	}
	if a.form != numbers || a.ids == NoType || a.spell != nil {
		return Text
	}
	return a.ids
}

// Whole is a value as a whole number, if the column is of such.
func (c *Column) Whole(i int) (v int64, ok bool) {
	if c.Numbers == nil || c.of.ids == NoType || c.of.ids == Uint64 {
		return 0, false
	}
	return c.of.whole(c.first + i), true
}

// Number is a value that is a number, of a dictionary too.
func (c *Column) Number(i int) (v float64, ok bool) {
	if c.Numbers != nil {
		return c.Numbers[i], true
	}
	if a, k := c.at(i); a.form == numbers && a.spell == nil {
		return a.number(k), true
	}
	return 0, false
}

// Text is a value as the text of a cell: a number as decimal.AppendText has it, in its own type, which of
// a float32 may be another float64. It is the column's own memory, or appended to
// scratch, which is returned.
func (c *Column) Text(i int, scratch []byte) (string, []byte) {
	a, k := c.at(i)
	switch {
	case a.form == nothing:
		return "", scratch
	case a.form == texts && a.spell == nil:
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
	a, k := c.at(i)
	if a.form == texts && a.spell == nil {
		if a.raw {
			return g.ReadBinary(a.bytes(k))
		}
		return g.Read(view(a.bytes(k)))
	}
	return a.geometry(k, g)
}
