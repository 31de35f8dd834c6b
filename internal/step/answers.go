// SPDX-License-Identifier: MIT

package step

import (
	"math"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/narrow"
	"daylight/region"
)

// doubt is the error bound of a pair of that scale. It includes the rounding of vertices when they
// are stored, which moves points by less than 2^-20 of a shape's reach, those of thin parts of
// regions most.
func doubt(scale float32) float32 { return 1.5 * pair.ErrorBound(scale) }

// limitOfDoubts is the greatest separation of any pair in doubt. The AABBs of such a pair meet, and
// reach 2^-16 farther than the shapes, so that its scale is little more than three times both
// reaches.
func (j *Job) limitOfDoubts() float32 {
	most := float32(0)
	for i := range j.Cols.Reach {
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
func (j *Job) reach(slot uint32) float32 {
	c := j.Cols.Class[slot] % kernels.NumClasses
	return j.Cols.Reach[slot] + (float32(j.Cols.P[slot]*radiusP[c]) + float32(j.Cols.Q[slot]*radiusQ[c]))
}

// omit removes those of the first n contacts that Config.Omit leaves out. It returns how many are
// kept, and how many of these are undecided, with NaN for a separation.
func (w *Worker) omit(j *Job, out *pair.Hits, n int) (kept, open int) {
	w.calling = "Omit"
	for i := range n {
		if a, b := out.A[i], out.B[i]; !j.Cfg.Omit(w.ids[a], w.ids[b]) {
			out.A[kept], out.B[kept], out.Sep[kept], out.NX[kept], out.NY[kept] = a, b, out.Sep[i], out.NX[i], out.NY[i]
			open += kernels.One(out.Sep[i] != out.Sep[i])
			kept++
		}
	}
	w.calling = ""
	return kept, open
}

// applyDecide asks Config.Decide about the doubtful ones among n contacts that kernel f found. It
// removes pairs that are no contacts, and returns the number left.
func (w *Worker) applyDecide(j *Job, args *pair.Args, f pair.Contact, n int) int {
	if w.doubts == nil {
		w.doubts = &doubts{hits: narrow.Hits(Flush)}
	}
	d, out, kept, m := w.doubts, &args.Out, 0, 0
	args.Limit = j.Cfg.limitSep()
	w.calling = "Decide"
	for i := range n {
		if !(out.Sep[i] >= -j.limitSep) && kept == i { // so far all were beyond doubt, as nearly all are
			kept++
			continue
		}
		a, b, sep := out.A[i], out.B[i], out.Sep[i]
		if sep >= -j.limitSep {
			s, t := w.slots[a], w.slots[b]
			dx, dy := math.Abs(j.Cols.X[t]-j.Cols.X[s]), math.Abs(j.Cols.Y[t]-j.Cols.Y[s])
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
				found = j.Cfg.Decide(w.ids[a], w.ids[b], found)
				if found == region.Apart || j.Cfg.Open && found == region.Touching {
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
	if m == 0 || !j.Cfg.Mode.Depths() {
		return kept
	}
	// With another limit a kernel may find another depth and normal. Pairs in doubt get the depth
	// and normal of closed shapes, also with Strict: so no depth depends on Strict.
	d.args = pair.Args{Block: args.Block, Pairs: d.pairs[:m], Limit: j.Cfg.Margin, Out: d.hits}
	n = narrow.Decide(f, &d.args)
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

// manifolds finds the points of n answers of a kernel, which are the contacts from at on. It is
// called before emit, which overwrites separations.
func (w *Worker) manifolds(j *Job, a, b kernels.Class, at, n int) {
	if w.numPoints == nil {
		w.numPoints = make([]uint8, Flush)
	}
	w.out.resizePoints(at + n)
	w.points = pair.Manifolds{N: w.numPoints, Points: w.out.pointsFrom(at)}
	j.Cfg.Table.Manifolds.Of(a, b)(&w.Args, n, &w.points)
}

// closest finds the closest points of n answers of a kernel, which are the contacts from at on,
// both relative to A.
func (w *Worker) closest(_ *Job, _, _ kernels.Class, at, n int) {
	w.out.resizePoints(at + n)
	points := w.out.pointsFrom(at)
	pair.Witness(&w.Args, n, points)
	for i := range points[1][:n] {
		p, a, b := &points[1][i], &w.Rec[w.Args.Out.A[i]], &w.Rec[w.Args.Out.B[i]]
		p.X, p.Y = float32((b.X-a.X)+float64(p.X)), float32((b.Y-a.Y)+float64(p.Y))
	}
}

// pointsFrom returns the points from an entry on as kernels see them, which write them in place.
// That the conversion compiles proves that both types have the same fields.
func (c *Contacts) pointsFrom(at int) (points [2][]pair.Point) {
	for k := range points {
		p := c.Points[k][at:]
		points[k] = unsafe.Slice((*pair.Point)(unsafe.SliceData(p)), len(p))
	}
	return points
}
