// SPDX-License-Identifier: MIT

package minkowski

import (
	"math"
	"slices"
)

// DefaultEffort is the effort of a Finder that sets none. Two bodies of some dozens of parts need
// far less, and so do bodies of thousands that overlap by little, near few of their parts.
const DefaultEffort = 1 << 21

// tries is how many normals of edges firstPush tries at most.
const tries = 64

// meet reports whether the bodies meet: whether the origin lies inside of a sum, or at least
// touches one. It makes one sum after another and keeps some that hold the origin, for firstPush.
func (f *Finder) meet() (inside, touches bool) {
	f.sums, f.corners = f.sums[:0], f.corners[:0]
	a, b := f.bodies[0], f.bodies[1]
	for i := range a {
		for k := range b {
			if !difference(&f.boxes[0][i], &f.boxes[1][k]).holds(0, 0, f.grown) || !f.add(&a[i], &b[k]) {
				continue
			}
			n := len(f.sums) - 1
			s := &f.sums[n]
			inside = inside || f.inside(s, 0, 0, -f.grown)
			touches = touches || inside || f.inside(s, 0, 0, f.grown)
			if s.from > tries || !f.inside(s, 0, 0, 0) {
				f.sums, f.corners = f.sums[:n], f.corners[:s.from]
			}
			if inside && len(f.corners) > tries {
				return
			}
		}
	}
	return
}

// rounds makes best the shortest translation that parts the bodies, and reports whether it is
// proven shortest. best is one that is certain, from firstPush.
//
// A sum matters only to translations at least as long as its box is away from the origin. So the
// Finder takes the sums nearest to the origin, as many as have few corners, and looks for a
// translation that is shorter than the others are away. If there is none it begins again with
// eight times as many, up to Effort. So what a push costs depends on the parts near to where the
// bodies overlap, not on all. If the search along curves is given up, the last sums that were taken
// are searched by cover, which needs far less where many lie above each other.
func (f *Finder) rounds() bool {
	effort := f.Effort
	if effort == 0 {
		effort = DefaultEffort
	}
	room := f.first
	if room == 0 {
		room = max(effort>>8, 1)
	}
	f.counts = f.counts[:0]
	sure := f.best
	least, last := 0.0, 0.0 // no translation shorter than least parts the bodies
	for {
		room = min(room, effort)
		next := effort
		if room < effort>>3 {
			next = room << 3
		}
		if far := f.far(room); far > last {
			last = far
			f.gather(far)
			limit := far - 2*f.outset
			if f.best = sure; limit < sure.Length {
				f.best = Push{Length: limit}
			}
			near, whole := f.search(effort)
			found := f.best.Length < limit
			if found && whole {
				return true
			}
			least = max(least, min(near, limit))
			if found {
				break
			}
			f.best = sure
			if !whole {
				next = effort // to find one that is better than sure, at least
			}
		}
		if room == effort {
			break
		}
		room = next
	}
	limit := math.Inf(1)
	if f.best == sure { // and what sums hold that lie farther away than these is not known
		limit = max(0, last-2*f.outset)
		f.best.Length = min(f.best.Length, limit)
	}
	covered, whole := f.cover(further * effort)
	if f.best.Length == limit {
		f.best, whole = sure, false
	}
	f.best.Least = max(0, min(max(least, covered, f.deepest()), f.best.Length)-2*f.outset)
	return whole
}

// far is a distance from the origin such that all sums whose boxes are nearer have no more corners
// together than there is room for.
func (f *Finder) far(room int) float64 {
	if f.total <= int64(room) {
		return f.most
	}
	a, b := f.bodies[0], f.bodies[1]
	if len(f.counts) == 0 {
		f.counts = slices.Grow(f.counts, 1<<11)[:1<<11]
		clear(f.counts)
		for i := range a {
			for k := range b {
				square := difference(&f.boxes[0][i], &f.boxes[1][k]).square()
				f.counts[math.Float64bits(square)>>52&(1<<11-1)] += int64(len(a[i].Core) + len(b[k].Core))
			}
		}
	}
	left := int64(room)
	for e, n := range f.counts {
		if left -= n; left < 0 {
			return min(f.most, math.Sqrt(math.Float64frombits(uint64(e)<<52)))
		}
	}
	return f.most
}

// gather makes the sums whose boxes are nearer than far.
func (f *Finder) gather(far float64) {
	f.sums, f.corners = f.sums[:0], f.corners[:0]
	a, b := f.bodies[0], f.bodies[1]
	for i := range a {
		for k := range b {
			if difference(&f.boxes[0][i], &f.boxes[1][k]).away() < far {
				f.add(&a[i], &b[k])
			}
		}
	}
}

// search looks along the curves of the sums that there are for what is shorter than best, nearest
// first. It reports whether it has seen all that may have it; if not, the next is near.
func (f *Finder) search(effort int) (near float64, whole bool) {
	f.work = 0
	// Sums that are farther away than the best translation is long do not matter.
	f.sums = slices.DeleteFunc(f.sums, func(s sum) bool { return s.away() > f.best.Length })
	f.list()
	for i := range f.curves {
		c := &f.curves[i]
		if c.near >= f.best.Length {
			break
		}
		if f.work > effort {
			return c.near, false
		}
		if c.arc {
			f.alongArc(c)
		} else {
			f.alongEdge(c)
		}
	}
	return f.best.Length, true
}
