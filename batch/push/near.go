// SPDX-License-Identifier: MIT

package push

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/store"
	"daylight/soa"
)

// near yields the solid parts of a body whose AABBs come as near to p as off.
func (x *bodyIndex) near(body soa.ID, p soa.Point, off float64, yield func(soa.ID)) {
	r, known := x.places.runs[body]
	if !known {
		if x.places.runs == nil {
			x.places.runs = map[soa.ID]run{}
		}
		r = x.arrange(body)
		x.places.runs[body] = r
	}
	places, axis := x.places.all[r.first:r.end], r.axis
	lo, hi := [2]float64{p.X - off, p.Y - off}, [2]float64{p.X + off, p.Y + off}
	i, _ := slices.BinarySearchFunc(places, hi[axis], func(l place, to float64) int {
		if l.lo[axis] <= to {
			return -1
		}
		return 1
	})
	for i--; i >= 0 && places[i].upto >= lo[axis]; i-- {
		l := &places[i]
		if l.lo[0] <= hi[0] && l.hi[0] >= lo[0] && l.lo[1] <= hi[1] && l.hi[1] >= lo[1] {
			yield(l.part)
		}
	}
}

// arrange sorts the parts of a body along the axis on which the body is longer.
func (x *bodyIndex) arrange(body soa.ID) run {
	n := &x.places
	r := run{first: len(n.all)}
	inf := math.Inf(1)
	whole := place{lo: [2]float64{inf, inf}, hi: [2]float64{-inf, -inf}}
	x.each(body, func(id soa.ID) {
		core, _ := x.core(x.corners[1][:0], id)
		x.corners[1] = core
		l := place{lo: [2]float64{inf, inf}, hi: [2]float64{-inf, -inf}, part: id}
		for _, p := range core {
			l.lo = [2]float64{min(l.lo[0], p.X), min(l.lo[1], p.Y)}
			l.hi = [2]float64{max(l.hi[0], p.X), max(l.hi[1], p.Y)}
		}
		if !(l.lo[0] <= l.hi[0] && l.lo[1] <= l.hi[1]) {
			return // a sensor, or in quarantine
		}
		for a := range 2 {
			whole.lo[a], whole.hi[a] = min(whole.lo[a], l.lo[a]), max(whole.hi[a], l.hi[a])
		}
		n.all = append(n.all, l)
	})
	r.end = len(n.all)
	if whole.hi[1]-whole.lo[1] > whole.hi[0]-whole.lo[0] {
		r.axis = 1
	}
	places := n.all[r.first:r.end]
	slices.SortFunc(places, func(k, l place) int {
		return cmp.Or(cmp.Compare(k.lo[r.axis], l.lo[r.axis]), cmp.Compare(k.part, l.part))
	})
	upto := -inf
	for i := range places {
		upto = max(upto, places[i].hi[r.axis])
		places[i].upto = upto
	}
	return r
}

// core appends the corners of a solid part in world coordinates, and returns its radius.
func (x *bodyIndex) core(dst []soa.Point, id soa.ID) (core []soa.Point, radius float64) {
	i, found := store.Of(x.shapes).Slot(uint64(id))
	c := &x.cols
	if !found || x.senses && c.Sensor[i] {
		return dst, 0
	}
	pose := soa.Pose{X: c.X[i], Y: c.Y[i], C: c.C[i], S: c.S[i]}
	radius = eachCorner(c, i, func(px, py float32) {
		dst = append(dst, pose.Transform(soa.Point{X: float64(px), Y: float64(py)}))
	})
	return dst, radius
}
