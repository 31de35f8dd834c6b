// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"math"
	"slices"
)

// number is the value of a bound of a column of numbers.
func (b *bound) number(n *node) (v float64, ok bool) {
	le, size := binary.LittleEndian, n.cell()
	if b.size != size || n.meaning != noMeaning && (n.meaning != anInteger || n.unsigned) {
		return 0, false
	}
	switch n.physical {
	case floats64:
		v = math.Float64frombits(le.Uint64(b.data[:]))
	case floats32:
		v = float64(math.Float32frombits(le.Uint32(b.data[:])))
	case int32s:
		v = float64(int32(le.Uint32(b.data[:])))
	case int64s:
		w := int64(le.Uint64(b.data[:]))
		if w < -1<<53 || w > 1<<53 {
			return 0, false
		}
		v = float64(w)
	default:
		return 0, false
	}
	return v, !math.IsNaN(v)
}

// RowsOf is how many rows a batch has, if that is known before it is loaded, as of Parquet.
func (r *Reader) RowsOf(b *Batch) int64 {
	if r.parquet == nil {
		return 0
	}
	return r.parquet.groups[b.number].rows
}

// Bounds are the least and the greatest number in a column of a batch, which may be in a group of columns, as the
// file says: no value is beyond, but for those that are missing or not a number.
func (r *Reader) Bounds(b *Batch, path ...string) (low, high float64, ok bool) {
	if r.parquet == nil {
		return 0, 0, false
	}
	n := r.parquet.root
	for _, name := range path {
		k := slices.IndexFunc(n.members, func(m *node) bool { return m.name == name })
		if k < 0 {
			return 0, 0, false
		}
		n = n.members[k]
	}
	if len(n.members) > 0 || len(path) == 0 {
		return 0, 0, false
	}
	c := &r.parquet.groups[b.number].chunks[n.leaf]
	low, ok = c.low.number(r.parquet.leaves[n.leaf])
	high, is := c.high.number(r.parquet.leaves[n.leaf])
	return low, high, ok && is && low <= high
}

// Covered is the least and greatest x and y (min x, min y, max x, max y) of the geometries of a batch: by the columns that GeoParquet 1.1 says
// cover them, or by the coordinates themselves where these are columns.
func (r *Reader) Covered(b *Batch) (box [4]float64, ok bool) {
	if r.parquet == nil {
		return box, false
	}
	if r.covering[0] == nil {
		n := r.parquet.root
		path := []string{r.Geometry}
		for k := slices.IndexFunc(n.members, func(m *node) bool { return m.name == r.Geometry }); k >= 0 && n.members[k].members != nil; k = 0 {
			if n = n.members[k]; len(n.members) > 1 {
				break
			}
			path = append(path, n.members[0].name)
		}
		for i, name := range []string{"x", "y"} {
			low, high, is := r.Bounds(b, append(slices.Clone(path), name)...)
			if box[i], box[i+2] = low, high; !is {
				return box, false
			}
		}
		return box, true
	}
	for i, path := range r.covering {
		low, high, is := r.Bounds(b, path...)
		if box[i] = low; i >= 2 {
			box[i] = high
		}
		if !is {
			return box, false
		}
	}
	return box, true
}
