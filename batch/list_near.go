// SPDX-License-Identifier: MIT

package batch

import (
	"math"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/simd/pair"
)

// near returns those candidates of a list whose shapes are near enough to each other to touch. The answer
// lies in w.spare, where pairs may lie, too.
func (w *worker) near(j *job, pairs []simd.Pair) []simd.Pair {
	w.spare = scratch.Resize(w.spare, len(pairs))
	return w.spare[:pair.Near(w.spare, w.rec, w.reach, pairs, j.limitSep)]
}

// reaches finds how far the shapes of the rows of a list reach, and puts into the records of polygons
// what they say in place of a rotation; see store.Columns.Gather. core is how far they reach without
// radii.
func (w *rows) reaches(j *job, core []float32) {
	n := len(w.rec)
	w.reach = scratch.Resize(w.reach, n)
	reach, core, class := w.reach, core[:n], w.class[:n]
	for k := range w.rec {
		r, c := &w.rec[k], class[k]%simd.NumClasses
		reach[k] = core[k] + (float32(r.P*radiusP[c]) + float32(r.Q*radiusQ[c]))
		// Which shapes are polygons cannot be predicted, so bits choose, not a branch.
		polygon := -uint32(simd.One(c == simd.Polygon))
		r.C = math.Float32frombits(math.Float32bits(r.C)&^polygon | math.Float32bits(core[k])&polygon)
		r.S = math.Float32frombits(math.Float32bits(r.S) &^ polygon)
	}
	if w.most < pair.WalkLanes {
		return
	}
	lanes := &j.cols.Lanes
	for k, n := range w.num {
		if n >= pair.WalkLanes && w.ids[k] != 0 { // the vertices of a removed shape may be gone
			lo, hi := w.off[k], w.off[k]+n
			w.rec[k].S = pair.Corners(lanes.VX[lo:hi], lanes.VY[lo:hi])
		}
	}
}
