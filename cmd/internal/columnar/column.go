// SPDX-License-Identifier: MIT

package columnar

import (
	"errors"
	"fmt"
	"strconv"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/geometry"
)

// Column is some rows of a column.
type Column struct {
	// Numbers are the values, if they are numbers; nil if they are not. What stands where a
	// value is missing means nothing.
	Numbers []float64
	// Int64s are the values, if they are whole numbers of 64 bits; nil if they are not.
	Int64s []int64

	array  arrow.Array
	whole  func(i int) int64  // of whole numbers
	text   func(i int) string // of texts
	bytes  func(i int) []byte // of binaries
	inner  *Column            // the values of a dictionary
	place  func(i int) int    // in the dictionary
	void   bool
	single bool // the numbers are float32
	ids    IDs  // what the values are as ids; NoIDs stands for texts
	buffer []float64
}

// number has any type of numbers that float64 is not.
type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32
}

func floats[T number](c *Column, values []T) {
	if c.buffer == nil {
		c.buffer = make([]float64, 0, len(values))
	}
	c.Numbers = c.buffer[:0]
	for _, v := range values {
		c.Numbers = append(c.Numbers, float64(v))
	}
	c.buffer = c.Numbers
	_, c.single = any(values).([]float32)
}

func wholes[T number](c *Column, values []T) {
	floats(c, values)
	c.Int64s, _ = any(values).([]int64)
	c.whole = func(i int) int64 { return int64(values[i]) }
	c.ids = ids[T]()
}

// ids is what numbers of a type are as ids.
func ids[T number]() IDs {
	switch any(*new(T)).(type) {
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int64:
		return Int64
	case uint8:
		return Uint8
	case uint16:
		return Uint16
	case uint32:
		return Uint32
	case uint64:
		return Uint64
	}
	return TextIDs
}

// IDs is what the values are as ids.
func (c *Column) IDs() IDs {
	switch {
	case c.place != nil:
		return c.inner.IDs()
	case c.ids == NoIDs:
		return TextIDs
	}
	return c.ids
}

// set takes an array's values for the column's.
func (c *Column) set(a arrow.Array) error {
	*c = Column{array: a, buffer: c.buffer, inner: c.inner}
	switch a := a.(type) {
	case array.ExtensionArray:
		return c.set(a.Storage())
	case *array.Float64:
		c.Numbers = a.Float64Values()
	case *array.Float32:
		floats(c, a.Float32Values())
	case *array.Int64:
		wholes(c, a.Int64Values())
	case *array.Int32:
		wholes(c, a.Int32Values())
	case *array.Int16:
		wholes(c, a.Int16Values())
	case *array.Int8:
		wholes(c, a.Int8Values())
	case *array.Uint64:
		floats(c, a.Uint64Values())
		c.ids = Uint64
		c.text = func(i int) string { return strconv.FormatUint(a.Value(i), 10) }
	case *array.Uint32:
		wholes(c, a.Uint32Values())
	case *array.Uint16:
		wholes(c, a.Uint16Values())
	case *array.Uint8:
		wholes(c, a.Uint8Values())
	case *array.String:
		c.text = a.Value
	case *array.LargeString:
		c.text = a.Value
	case *array.StringView:
		c.text = a.Value
	case *array.Binary:
		c.bytes = a.Value
	case *array.LargeBinary:
		c.bytes = a.Value
	case *array.BinaryView:
		c.bytes = a.Value
	case *array.FixedSizeBinary:
		c.bytes = a.Value
	case *array.Dictionary:
		if c.inner == nil {
			c.inner = new(Column)
		}
		c.place = a.GetValueIndex
		return c.inner.set(a.Dictionary())
	case *array.Null:
		c.void = true
	default:
		c.text = a.ValueStr
	}
	return nil
}

// Null reports whether a value is missing.
func (c *Column) Null(i int) bool {
	return c.void || (c.array != nil && c.array.IsNull(i)) || (c.place != nil && c.inner.Null(c.place(i)))
}

// Sparse reports whether any value may be missing.
func (c *Column) Sparse() bool {
	return c.void || c.place != nil || (c.array != nil && c.array.NullN() != 0)
}

// Whole is a value as a whole number, if the column is of such.
func (c *Column) Whole(i int) (v int64, ok bool) {
	if c.whole == nil {
		return 0, false
	}
	return c.whole(i), true
}

// Texts reports whether values are texts as they are.
func (c *Column) Texts() bool { return c.text != nil && c.place == nil }

// Number is a value that is a number, of a dictionary too.
func (c *Column) Number(i int) (v float64, ok bool) {
	switch {
	case c.place != nil:
		return c.inner.Number(c.place(i))
	case c.Numbers == nil:
		return 0, false
	}
	return c.Numbers[i], true
}

// Text is a value as the text of a cell: a number as decimal.AppendText has it, in its own type, which of
// a float32 may be another float64. It is the column's own memory, or appended to
// scratch, which is returned.
func (c *Column) Text(i int, scratch []byte) (string, []byte) {
	switch {
	case c.place != nil:
		return c.inner.Text(c.place(i), scratch)
	case c.whole != nil:
		begin := len(scratch)
		scratch = strconv.AppendInt(scratch, c.whole(i), 10)
		return view(scratch[begin:]), scratch
	case c.text != nil:
		return c.text(i), scratch
	case c.bytes != nil:
		return view(c.bytes(i)), scratch
	case c.Numbers != nil:
		begin := len(scratch)
		size := 64
		if c.single {
			size = 32
		}
		scratch = decimal.AppendText(scratch, c.Numbers[i], size)
		return view(scratch[begin:]), scratch
	}
	return "", scratch
}

// view is bytes as a text, for as long as they stay as they are.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Geometry reads a value as a geometry: Well-Known Binary, text of any kind, or nested lists
// of points.
func (c *Column) Geometry(i int, g *geometry.Geometry) error {
	switch {
	case c.place != nil:
		return c.inner.Geometry(c.place(i), g)
	case c.bytes != nil:
		return g.ReadBinary(c.bytes(i))
	}
	if c.array == nil && c.text != nil {
		return g.Read(c.text(i))
	}
	switch c.array.(type) {
	case *array.String, *array.LargeString, *array.StringView:
		return g.Read(c.text(i))
	}
	a := c.array
	if e, ok := a.(array.ExtensionArray); ok {
		a = e.Storage()
	}
	g.Reset()
	depth, err := depthOf(a)
	if err != nil {
		return err
	}
	g.Kind = geometry.Kind(depth)
	if err := nested(g, a, i, depth); err != nil {
		return err
	}
	if len(g.Points) == 0 {
		return fmt.Errorf("the %v is empty", g.Kind)
	}
	return g.Finite()
}

var errNested = errors.New("the column holds no geometries: want text, WKB, or points, lines and polygons as lists of x and y")

// depthOf is how many lists a point lies in.
func depthOf(a arrow.Array) (int, error) {
	for depth := 0; depth <= int(geometry.MultiPolygon); depth++ {
		switch v := a.(type) {
		case *array.List:
			a = v.ListValues()
		case *array.LargeList:
			a = v.ListValues()
		case *array.Struct, *array.FixedSizeList:
			return depth, nil
		default:
			return 0, errNested
		}
	}
	return 0, errNested
}

// nested reads element i of lists in lists.
func nested(g *geometry.Geometry, a arrow.Array, i, depth int) error {
	if a.IsNull(i) {
		return errors.New("a part of the geometry is null")
	}
	if depth == 0 {
		return coordinates(g, a, i)
	}
	var from, to int64
	var values arrow.Array
	switch v := a.(type) {
	case *array.List:
		from, to = v.ValueOffsets(i)
		values = v.ListValues()
	case *array.LargeList:
		from, to = v.ValueOffsets(i)
		values = v.ListValues()
	default:
		return errNested
	}
	begin := len(g.Points)
	for k := from; k < to; k++ {
		if err := nested(g, values, int(k), depth-1); err != nil {
			return err
		}
		if depth == 3 {
			g.Parts = append(g.Parts, len(g.Rings))
		}
	}
	// A ring is a list of points in a list.
	if depth == 1 && g.Kind >= geometry.Polygon {
		return g.CloseRing(begin)
	}
	return nil
}

// coordinates reads a point: a structure of x and y, or a list of fixed length.
func coordinates(g *geometry.Geometry, a arrow.Array, i int) error {
	switch v := a.(type) {
	case *array.Struct:
		if v.NumField() < 2 {
			return errNested
		}
		x, okX := v.Field(0).(*array.Float64)
		y, okY := v.Field(1).(*array.Float64)
		if !okX || !okY {
			return errNested
		}
		if x.IsNull(i) || y.IsNull(i) {
			return errors.New("a coordinate is null")
		}
		g.Add(x.Value(i), y.Value(i))
	case *array.FixedSizeList:
		values, ok := v.ListValues().(*array.Float64)
		n := int(v.DataType().(*arrow.FixedSizeListType).Len())
		if !ok || n < 2 {
			return errNested
		}
		at := (i + v.Offset()) * n
		g.Add(values.Value(at), values.Value(at+1))
	default:
		return errNested
	}
	return nil
}
