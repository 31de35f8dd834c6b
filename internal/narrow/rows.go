// SPDX-License-Identifier: MIT

package narrow

import (
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/scratch"
)

// Rows are some shapes as kernels read them, a row for each.
type Rows struct {
	pair.Block
	Seen uint   // classes of the rows, a bit for each
	Most uint32 // lanes of the polygon that has most; 0 without polygons
}

// Mixed reports whether the rows are of several classes.
func (r *Rows) Mixed() bool { return r.Seen&(r.Seen-1) != 0 }

// Load gathers the classes and the lanes of the shapes in the given slots of a block. The caller
// gathers the records. only is the class of all shapes of the block, or NumClasses if they differ.
func (r *Rows) Load(t *isa.Table, from *pair.Block, only kernels.Class, slots []uint32) {
	n := len(slots)
	if only < kernels.NumClasses {
		r.alike(only, n)
	} else {
		r.classes(from.Class, slots)
	}
	r.Most, r.Lanes = 0, from.Lanes
	if r.Seen&(1<<kernels.Polygon) != 0 {
		r.Off, r.Num = scratch.Resize(r.Off, n), scratch.Resize(r.Num, n)
		r.Most = t.GatherRuns(r.Off, r.Num, from.Off, from.Num, slots, &r.Lanes)
	}
}

// alike sets n rows to one class. Most rows have it already.
func (r *Rows) alike(only kernels.Class, n int) {
	if r.Seen != 1<<only || len(r.Class) < n {
		r.Class = scratch.Resize(r.Class, n)
		for i := range r.Class {
			r.Class[i] = only
		}
	}
	r.Seen = 1 << only
}

// classes gathers the classes of the rows and notes which there are.
func (r *Rows) classes(all []kernels.Class, slots []uint32) {
	r.Class = scratch.Resize(r.Class, len(slots))
	seen, class := uint(0), r.Class[:len(slots)]
	for i, s := range slots {
		c := all[s]
		class[i] = c
		seen |= 1 << (c & 63)
	}
	r.Seen = seen
}
