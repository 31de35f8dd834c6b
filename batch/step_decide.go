// SPDX-License-Identifier: MIT

package batch

import (
	"math"

	"daylight/internal/simd"
	"daylight/internal/simd/pair"
	"daylight/region"
)

// decides reports whether pairs in doubt are decided by Config.Decide.
func (c *config) decides() bool { return c.decide != nil }

// doubt is the error bound of a pair of that scale, storing included: of each shape that moves
// points by less than 2^-20 of its reach, and thin parts of regions by the most.
func doubt(scale float32) float32 { return 1.5 * pair.ErrorBound(scale) }

// bound sets which separations kernels report: with Config.Decide those of all pairs in doubt, whose
// AABBs meet, since they reach 2^-16 farther than the shapes. So the scale of a pair is little more
// than three times both reaches.
func (j *job) bound() {
	j.limitSep = j.cfg.limitSep()
	if !j.cfg.decides() {
		return
	}
	most := float32(0)
	for i := range j.cols.Reach {
		most = max(most, j.reach(uint32(i)))
	}
	j.limitSep = doubt(6.25 * most)
}

// The radius of a shape is this share of P plus this share of Q of its record.
var (
	radiusP = [simd.NumClasses]float32{simd.Circle: 1, simd.Polygon: 1}
	radiusQ = [simd.NumClasses]float32{simd.Capsule: 1}
)

// reach is how far the shape in a slot reaches from its position.
func (j *job) reach(slot uint32) float32 {
	c := j.cols.Class[slot] % simd.NumClasses
	return j.cols.Reach[slot] + (float32(j.cols.P[slot]*radiusP[c]) + float32(j.cols.Q[slot]*radiusQ[c]))
}

// settle leaves of n contacts of args, which f found, those that are some when pairs in doubt have been
// decided.
func (w *worker) settle(j *job, args *pair.Args, f pair.Contact, n int) int {
	if w.doubts == nil {
		w.doubts = &doubts{hits: newHits()}
	}
	d, out, kept, m := w.doubts, &args.Out, 0, 0
	args.Limit = j.cfg.limitSep()
	w.calling = "Decide"
	for i := range n {
		if !(out.Sep[i] >= -j.limitSep) && kept == i { // as nearly all are
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
				d.pairs[m], d.at[m] = simd.Pair{A: a, B: b}, kept
				m++
				sep = min(sep, 0)
			}
		}
		out.A[kept], out.B[kept], out.Sep[kept], out.NX[kept], out.NY[kept] = a, b, sep, out.NX[i], out.NY[i]
		kept++
	}
	w.calling = ""
	if m == 0 || !j.cfg.mode.depths() {
		return kept
	}
	// A kernel that need not know how far shapes are apart may find another normal, and that is theirs.
	d.args = pair.Args{Block: args.Block, Pairs: d.pairs[:m], Limit: args.Limit, Out: d.hits}
	c := f(&d.args)
	if n = c.N; c.Open > 0 {
		n = pair.Resolve(&d.args, n)
	}
	for k, i := 0, 0; i < n; i++ {
		for d.pairs[k].A != d.hits.A[i] || d.pairs[k].B != d.hits.B[i] {
			k++
		}
		at := d.at[k]
		out.Sep[at], out.NX[at], out.NY[at] = d.hits.Sep[i], d.hits.NX[i], d.hits.NY[i]
	}
	return kept
}
