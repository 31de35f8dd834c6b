// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// Impact finds when pairs of shapes in motion first come within a.Limit of each other.
// It takes pairs that are farther apart than that where the block has them, at time 0,
// which a Contact kernel has found out. It writes the pairs that meet by time 1 to a.Out and
// a.Time, in the order of a.Pairs, and returns their number. It leaves no entry open. Touching
// counts, if only for a moment, unless the limit is negative. Open sets have the float32 below zero
// as limit; grazing open sets do not meet. Like a Contact it does not allocate and keeps nothing of
// a.
type Impact func(a *ImpactArgs) int

// ImpactFamily is one Impact for pairs of boxes and one for pairs of any classes.
type ImpactFamily struct {
	BoxBox, Any Impact
}

// Of returns the kernel for a pair of classes, in either order.
func (f *ImpactFamily) Of(a, b kernels.Class) Impact {
	if a == kernels.Box && b == kernels.Box {
		return f.BoxBox
	}
	return f.Any
}

// ImpactArgs is one call's work. Hints are not read.
type ImpactArgs struct {
	Args
	// Motion and Turn have an entry for each of Block.Rec, all finite: how far each shape moves,
	// and by how many radians it turns about its position, from time 0 to time 1, both at a
	// constant rate. A nil Turn stands for zeros; a circle's does not matter.
	Motion []Motion
	Turn   []float32
	// Time has an entry for each of Out: the first time in [0, 1] at which the separation is
	// a.Limit. Out.Sep is a.Limit, and the normal is the one at that time.
	Time []float32
}

// Motion is how far a shape moves from time 0 to time 1.
type Motion struct{ DX, DY float32 }

// relative returns the motion of B relative to A.
func (a *ImpactArgs) relative(p kernels.Pair) (wx, wy float64) {
	s, o := a.Motion[p.A], a.Motion[p.B]
	return float64(o.DX) - float64(s.DX), float64(o.DY) - float64(s.DY)
}

// TimeOfImpactBound returns how far the separation of a pair at its time of impact may be from
// the limit, where scale is that of ErrorBound at that time and motion is |wx| + |wy|,
// the motion of B relative to A over the whole step. No earlier time has a separation
// below the limit by more than that, and a pair that is not reported has none either.
// Hence the time differs from the true one by the bound over the speed of approach,
// and is right to rounding for a pair that meets head on; one that only grazes may be
// taken for a miss, or the other way round, within the bound. Turning makes a pair come
// up to 2^-19 of the scale early, and never late by more than the bound; one that turns by
// more than 2^7 radians and keeps close may run out of steps, and comes up where it does.
//
// Derivation, with u = 2^-24 and S the scale. The arithmetic is float64, whose roundings are
// negligible against the errors below. An axis of a polygon, as stored and turned, is 3u off,
// acting on the reach of all points at the impact, vertices 2u and a support 1u of their reach, and
// (c, s) up to 2^-22 off unit length adds 4u: 10u S at most. The angle between two normals makes
// that 2.62 times as much (ErrorBound), 26u S. Distances are proven to 1u S, and taken as reached
// from 1u S on. Then the time is rounded to float32, which moves a shape by u of its motion. The
// tests measure 6u.
func TimeOfImpactBound(scale, motion float32) float32 {
	return float32(32*0x1p-24*scale) + float32(2*0x1p-24*motion) + 0x1p-60
}

// impacts decides pairs of any classes.
func impacts(a *ImpactArgs) int {
	out := columns(&a.Args)
	time := a.Time[:len(a.Pairs)]
	n := 0
	for _, p := range a.Pairs {
		t, nx, ny, hit := a.meet(p)
		if !hit {
			continue
		}
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, a.Limit
		out.NX[n], out.NY[n], time[n] = float32(nx)+0, float32(ny)+0, float32(t)
		n++
	}
	return n
}

// meet decides one pair.
func (a *ImpactArgs) meet(p kernels.Pair) (t, nx, ny float64, hit bool) {
	wx, wy := a.relative(p)
	limit := float64(a.Limit)
	if a.Turn != nil {
		va, vb := float64(a.Turn[p.A]), float64(a.Turn[p.B])
		if a.Block.Class[p.A] == kernels.Circle {
			va = 0
		}
		if a.Block.Class[p.B] == kernels.Circle {
			vb = 0
		}
		if va != 0 || vb != 0 {
			return meetTurning(a.Block, p, wx, wy, va, vb, limit)
		}
	}
	if wx == 0 && wy == 0 {
		return 0, 0, 0, false // apart, and staying so
	}
	if a.Block.Class[p.A] == kernels.Circle && a.Block.Class[p.B] == kernels.Circle {
		return meetCircles(a.Block, p, wx, wy, limit)
	}
	return meetCores(a.Block, p, wx, wy, limit)
}

// meetCircles solves |d + t w| = r. The discriminant is taken from the distance at
// which the centres pass each other, which keeps its digits where b*b - a*c would lose
// them (C. Ericson, Real-Time Collision Detection, 2005, section 5.5.5, has the plain
// form).
func meetCircles(b *Block, p kernels.Pair, wx, wy, limit float64) (t, nx, ny float64, hit bool) {
	s, o := &b.Rec[p.A], &b.Rec[p.B]
	dx, dy := o.X-s.X, o.Y-s.Y
	r := limit + (float64(s.P) + float64(o.P))
	closing := -(float64(dx*wx) + float64(dy*wy))
	if !(closing > 0) || r < 0 {
		return 0, 0, 0, false
	}
	ww := float64(wx*wx) + float64(wy*wy)
	pass := float64(dx*wy) - float64(dy*wx)
	q := float64(ww*float64(r*r)) - float64(pass*pass)
	c := float64(dx*dx) + float64(dy*dy) - float64(r*r)
	if !(q >= 0) || q == 0 && limit < 0 {
		return 0, 0, 0, false
	}
	if c > 0 {
		if t = c / (closing + math.Sqrt(q)); !(t <= 1) {
			return 0, 0, 0, false
		}
	}
	ex, ey := dx+float64(t*wx), dy+float64(t*wy)
	if e := math.Sqrt(float64(ex*ex) + float64(ey*ey)); e > 0x1p-62 {
		return t, ex / e, ey / e, true
	}
	w := math.Sqrt(ww) // points that meet
	return t, -wx / w, -wy / w, true
}

// passage is what axes say about when two cores are within a distance of each other:
// from enter to exit. It ends up empty if enter > exit.
type passage struct {
	enter, exit float64
	nx, ny      float64 // of enter's axis, from A to B
	gap, speed  float64 // of the widest axis at the start, where none keeps the cores apart
	gx, gy      float64
}

// cut narrows a passage by the axes of c (D. Eberly, "Intersection of Convex Objects:
// The Method of Separating Axes", 2001, section 5; Ericson, section 5.5.6): along each
// the gap is a linear function of time, so the times at which it is at most r are a
// range. It returns false if that leaves none in [0, 1]. side is -1 where c is B, and
// then d and w are turned round, too.
func (s *passage) cut(c, o *core, dx, dy, wx, wy, r, side float64) bool {
	at := 0
	for i := 0; i < c.axes; i++ {
		x, y, d := c.axis(i)
		if i == 0 {
			at = o.toward(x, y)
		}
		var m float64
		m, at = o.lowest(x, y, at)
		g := m + (float64(x*dx) + float64(y*dy)) - d - r
		v := float64(x*wx) + float64(y*wy)
		switch {
		case g > 0:
			if g+v > 0 {
				return false
			}
			if t := g / -v; t > s.enter {
				s.enter, s.nx, s.ny = t, side*x, side*y
			}
		case v > 0:
			s.exit = min(s.exit, -g/v)
		}
		if g > s.gap {
			s.gap, s.speed, s.gx, s.gy = g, v, side*x, side*y
		}
	}
	return s.enter <= s.exit
}

// grazes reports whether the cores are within their distance for no more than a moment.
func (s *passage) grazes() bool { return !(s.enter < min(s.exit, 1)) }

// meetSteps bounds the steps of Newton's method. A grazing pair, the slow case, gets
// four times nearer with each, and 2^-26 of the scale is near enough.
const meetSteps = 32

// meetCores decides two cores, at least one with edges, that do not turn.
//
// The axes of both bound the passage of d + t w through the cores' Minkowski
// difference grown by r with mitred corners. Where r is not positive that is the
// shape itself, unless a needle's miter is too long to be distinguished from its tip. Otherwise
// corners are round. The distance of the cores is a convex function of time, as that
// of a point on a line from a convex set, so Newton's method from a time before the
// impact approaches it from that side only and ends up there, or past the least
// distance, whence it never comes back.
func meetCores(b *Block, p kernels.Pair, wx, wy, limit float64) (t, nx, ny float64, hit bool) {
	s, o := &b.Rec[p.A], &b.Rec[p.B]
	dx, dy := o.X-s.X, o.Y-s.Y
	var ca, cb core
	ca.load(b, p.A)
	cb.load(b, p.B)
	r := limit + (ca.radius + cb.radius)
	if passBy(&ca, &cb, dx, dy, wx, wy, r) {
		return 0, 0, 0, false
	}
	c := passage{enter: math.Inf(-1), exit: math.Inf(1), gap: math.Inf(-1)}
	if !c.cut(&ca, &cb, dx, dy, wx, wy, r, 1) || !c.cut(&cb, &ca, -dx, -dy, -wx, -wy, r, -1) {
		return 0, 0, 0, false
	}
	if limit < 0 && c.grazes() {
		return 0, 0, 0, false
	}
	if c.enter > 0 {
		t, nx, ny = c.enter, c.nx, c.ny
	} else {
		// If a contact kernel found the pair apart, the cause is rounding or a round
		// corner.
		nx, ny, hit = c.gx, c.gy, c.speed < 0
	}
	if r < 0 || r == 0 && !(pointed(b, p.A) && pointed(b, p.B)) {
		return t, nx, ny, t > 0 || hit
	}
	reach := ca.reach + cb.reach
	for range meetSteps {
		x, y := dx+float64(t*wx), dy+float64(t*wy)
		scale := reach + math.Abs(x) + math.Abs(y)
		gap, d, mx, my, ok := distance(&ca, &cb, x, y, proof64*scale)
		if !ok {
			break
		}
		nx, ny = mx, my
		v := float64(mx*wx) + float64(my*wy)
		if t == 0 {
			hit = v < 0
		}
		if d-r <= 2*proof64*scale {
			break
		}
		if !(v < 0) {
			return 0, 0, 0, false
		}
		if t += (gap - r) / -v; !(t <= 1) {
			return 0, 0, 0, false
		}
	}
	return t, nx, ny, t > 0 || hit
}

// pointed reports whether two consecutive normals of a shape, or of it and another
// such, may enclose more than 135 degrees; see convexes.
func pointed(b *Block, k uint32) bool {
	switch b.Class[k] {
	case kernels.Box:
		return false
	case kernels.Polygon:
		return b.Rec[k].Q != 0
	}
	return true
}

// distance returns the distance of two cores, with its witnesses: d, the length of a vector between
// two of their points, and gap, the support gap along it, at most slack less. It is not
// ok if the cores overlap or are as near as slack.
func distance(a, b *core, dx, dy, slack float64) (gap, d, nx, ny float64, ok bool) {
	_, lane, ofB := axis(a, b, dx, dy)
	if _, d, nx, ny, ok = shortest(a, b, dx, dy, slack, lane, ofB); ok {
		return gapAlong(a, b, dx, dy, nx, ny), d, nx, ny, true
	}
	return 0, 0, 0, 0, false
}
