// SPDX-License-Identifier: MIT

package sweep

import (
	"math"

	"daylight/internal/simd/isa"
)

// extent is what one look at all boxes finds: how many take part, and where. The zero
// value is that of no boxes.
type extent struct {
	n                      int
	minX, minY, maxX, maxY float64 // of the reference points
	reach                  float32 // greatest distance of a box's side from its anchor
	minWorld, maxWorld     uint32
}

// union returns the extent of the boxes of both. It is associative and commutative.
func (e extent) union(o extent) extent {
	if e.n == 0 {
		return o
	}
	if o.n == 0 {
		return e
	}
	return extent{
		n:    e.n + o.n,
		minX: min(e.minX, o.minX), minY: min(e.minY, o.minY),
		maxX: max(e.maxX, o.maxX), maxY: max(e.maxY, o.maxY),
		reach:    max(e.reach, o.reach),
		minWorld: min(e.minWorld, o.minWorld), maxWorld: max(e.maxWorld, o.maxWorld),
	}
}

// measure looks at boxes lo to hi-1. It changes nothing: ranges may be measured at the
// same time. Extents are bounds of reference points (the point of a box nearest its anchor), not
// of boxes, so that one giant does not make all codes coarser.
func measure(t *isa.Table, b *Boxes, filters *Filters, lo, hi int) extent {
	bounds, skip := slice(b, lo, hi), filters.skips(lo, hi)
	m := t.Measure(bounds, skip)
	if m.N == 0 {
		return extent{}
	}
	e := extent{n: m.N, minX: m.MinX, minY: m.MinY, maxX: m.MaxX, maxY: m.MaxY, reach: m.Reach}
	if filters.World != nil {
		e.minWorld = math.MaxUint32
		worlds := filters.World[lo:hi]
		if m.N == len(worlds) {
			for _, w := range worlds {
				e.minWorld, e.maxWorld = min(e.minWorld, w), max(e.maxWorld, w)
			}
			return e
		}
		for i, w := range worlds {
			if (skip == nil || !skip[i]) && usable(&bounds, i) {
				e.minWorld, e.maxWorld = min(e.minWorld, w), max(e.maxWorld, w)
			}
		}
	}
	return e
}
