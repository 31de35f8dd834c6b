// SPDX-License-Identifier: MIT

package batch

import (
	"math"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/region"
)

// doubt is the error bound of a pair of that scale. It includes the rounding of vertices when they are
// stored, which moves points by less than 2^-20 of a shape's reach, those of thin parts of regions most.
func doubt(scale float32) float32 { return 1.5 * pair.ErrorBound(scale) }

// limitOfDoubts is the greatest separation of any pair in doubt. The AABBs of such a pair meet, and reach
// 2^-16 farther than the shapes, so that its scale is little more than three times both reaches.
func (j *job) limitOfDoubts() float32 {
	most := float32(0)
	for i := range j.cols.Reach {
		most = max(most, j.reach(uint32(i)))
	}
	return doubt(6.25 * most)
}

// The radius of a shape is this share of P plus this share of Q of its record.
var (
	radiusP = [kernels.NumClasses]float32{kernels.Circle: 1, kernels.Polygon: 1}
	radiusQ = [kernels.NumClasses]float32{kernels.Capsule: 1}
)

// reach is how far the shape in a slot reaches from its position.
func (j *job) reach(slot uint32) float32 {
	c := j.cols.Class[slot] % kernels.NumClasses
	return j.cols.Reach[slot] + (float32(j.cols.P[slot]*radiusP[c]) + float32(j.cols.Q[slot]*radiusQ[c]))
}

// omit removes those of the first n contacts that Config.Omit leaves out. It returns how many are
// kept, and how many of these are undecided, with NaN for a separation.
func (w *worker) omit(j *job, out *pair.Hits, n int) (kept, open int) {
	w.calling = "Omit"
	for i := range n {
		if a, b := out.A[i], out.B[i]; !j.cfg.omit(w.ids[a], w.ids[b]) {
			out.A[kept], out.B[kept], out.Sep[kept], out.NX[kept], out.NY[kept] = a, b, out.Sep[i], out.NX[i], out.NY[i]
			open += kernels.One(out.Sep[i] != out.Sep[i])
			kept++
		}
	}
	w.calling = ""
	return kept, open
}

// applyDecide asks Config.Decide about those of n contacts, which kernel f found, that are in doubt. It
// removes those that turn out to be none, and returns how many there are then.
func (w *worker) applyDecide(j *job, args *pair.Args, f pair.Contact, n int) int {
	if w.doubts == nil {
		w.doubts = &doubts{hits: newHits()}
	}
	d, out, kept, m := w.doubts, &args.Out, 0, 0
	args.Limit = j.cfg.limitSep()
	w.calling = "Decide"
	for i := range n {
		if !(out.Sep[i] >= -j.limitSep) && kept == i { // so far all were beyond doubt, as nearly all are
			kept++
			continue
		}
		a, b, sep := out.A[i], out.B[i], out.Sep[i]
		if sep >= -j.limitSep {
			s, t := w.slots[a], w.slots[b]
			dx, dy := math.Abs(j.cols.X[t]-j.cols.X[s]), math.Abs(j.cols.Y[t]-j.cols.Y[s])
			if bound := doubt(j.reach(s) + j.reach(t) + float32(dx+dy)); sep > bound {
				continue
			} else if sep >= -bound {
				found := region.Overlapping
				switch {
				case sep > 0:
					found = region.Apart
				case sep == 0:
					found = region.Touching
				}
				found = j.cfg.decide(w.ids[a], w.ids[b], found)
				if found == region.Apart || j.cfg.open && found == region.Touching {
					continue
				}
				d.pairs[m], d.at[m] = kernels.Pair{A: a, B: b}, kept
				m++
				if sep = min(sep, 0); found == region.Touching {
					sep = 0
				}
				d.touching[m-1] = found == region.Touching
			}
		}
		out.A[kept], out.B[kept], out.Sep[kept], out.NX[kept], out.NY[kept] = a, b, sep, out.NX[i], out.NY[i]
		kept++
	}
	w.calling = ""
	if m == 0 || !j.cfg.mode.depths() {
		return kept
	}
	// With another limit a kernel may find another depth and normal. Pairs in doubt get the depth
	// and normal of closed shapes, also with Strict: so no depth depends on Strict.
	d.args = pair.Args{Block: args.Block, Pairs: d.pairs[:m], Limit: j.cfg.margin, Out: d.hits}
	c := f(&d.args)
	if n = c.N; c.Open > 0 {
		n = pair.Resolve(&d.args, n)
	}
	for k, i := 0, 0; i < n; i++ {
		for d.pairs[k].A != d.hits.A[i] || d.pairs[k].B != d.hits.B[i] {
			k++
		}
		at := d.at[k]
		if out.NX[at], out.NY[at] = d.hits.NX[i], d.hits.NY[i]; !d.touching[k] {
			out.Sep[at] = min(out.Sep[at], d.hits.Sep[i])
		}
	}
	return kept
}

// manifolds finds the points of n answers of a kernel, which are the contacts from at on. It is called
// before emit, which overwrites separations.
func (w *worker) manifolds(j *job, a, b kernels.Class, at, n int) {
	if w.numPoints == nil {
		w.numPoints = make([]uint8, flush)
	}
	w.out.resizePoints(at + n)
	w.points = pair.Manifolds{N: w.numPoints, Points: w.out.pointsFrom(at)}
	j.cfg.table.Manifolds.Of(a, b)(&w.args, n, &w.points)
}

// closest finds the closest points of n answers of a kernel, which are the contacts from at on.
func (w *worker) closest(_ *job, _, _ kernels.Class, at, n int) {
	w.out.resizePoints(at + n)
	pair.Witness(&w.args, n, w.out.pointsFrom(at))
}

// pointsFrom returns the points from an entry on as kernels see them, which write them in place. That
// the conversion compiles proves that both types have the same fields.
func (c *Contacts) pointsFrom(at int) (points [2][]pair.Point) {
	for k := range points {
		p := c.Points[k][at:]
		points[k] = unsafe.Slice((*pair.Point)(unsafe.SliceData(p)), len(p))
	}
	return points
}
