// SPDX-License-Identifier: MIT

package minkowski

import (
	"cmp"
	"math"
	"slices"
)

// A Push is a translation of the body b that separates it from the body a. All numbers are in
// the unit of the coordinates.
type Push struct {
	X, Y float64
	// Length is the length of the translation.
	Length float64
	// Least is a lower bound: no translation that separates the bodies is shorter.
	Least float64
	// Exact says that, up to rounding, no shorter translation separates the bodies. If it is
	// false the Finder gave up the search; the translation still separates them.
	Exact bool
}

// A Finder finds one Push after another and uses its memory again, so that it allocates only
// when it meets larger bodies than before. The zero value is ready for use. A Finder belongs
// to one goroutine at a time.
type Finder struct {
	// Effort bounds the work for one push, in corners of sums that are looked at, and the memory,
	// in corners of sums that there are, of about 50 bytes each. The Finder checks it before each
	// edge and arc, and each part of the first body, so it may look at somewhat more. 0 stands
	// for DefaultEffort.
	Effort int

	bodies  [2][]Part
	boxes   [2][]extent // of their parts, radii included
	sums    []sum       // those that may matter
	corners []corner
	curves  []curve
	spans   []span
	ways    []way
	mirror  []Vec
	scale   float64
	work    int
	// What is looked for must lie nearer than this.
	best Push
	// grown is how much sums are grown before it is asked what they cover, and outset how
	// much outside of its sum a curve is searched. Both are far above rounding. So the seam of
	// two sums that have an edge in common is covered, while an edge that continues another
	// is not.
	grown, outset float64
}

// DefaultEffort is the effort of a Finder that sets none. It takes some milliseconds. Two
// bodies of some dozens of parts need far less.
const DefaultEffort = 1 << 21

// A curve is a piece of the boundary of a sum: an edge moved outward, or an arc about a
// corner from the normal of the edge before to that of the edge after.
type curve struct {
	sum, corner int32
	arc         bool
	near        float64 // no point of it is nearer to the origin
}

type span struct{ lo, hi float64 }

// way is a translation that may part the bodies.
type way struct{ x, y, length float64 }

// Part finds the shortest translation of b after which the interiors of the two bodies do not
// meet; a body without area is not to meet the interior of the other. It is zero, with Exact set,
// if they do not meet now. If the sums of their parts have more corners together than Effort, Part
// takes no more of them, supposes that the bodies meet, and finds a translation that is certain. Part
// neither changes nor keeps the slices. Coordinates and radii must be finite; their squares must not
// overflow.
func (f *Finder) Part(a, b []Part) Push {
	f.sums, f.corners, f.curves, f.scale, f.work = f.sums[:0], f.corners[:0], f.curves[:0], 0, 0
	f.bodies = [2][]Part{a, b}
	most := f.bound()
	f.grown = float64(f.scale * 0x1p-41)
	f.outset = 2 * f.grown
	effort := f.Effort
	if effort == 0 {
		effort = DefaultEffort
	}
	for i := range a {
		if len(f.corners) > effort {
			f.out()
			return f.best
		}
		for k := range b {
			if difference(&f.boxes[0][i], &f.boxes[1][k]).away() <= most {
				f.add(&a[i], &b[k])
			}
		}
	}
	seam := !f.covered(0, 0, -f.grown)
	if seam && !(thin(a) || thin(b)) {
		return Push{Exact: true}
	}
	if seam && !f.covered(0, 0, f.grown) {
		return Push{Exact: true}
	}
	f.out()
	// What lies farther than the way that is known does not count.
	f.sums = slices.DeleteFunc(f.sums, func(s sum) bool { return s.away() > f.best.Length })
	f.list()
	for i := range f.curves {
		c := &f.curves[i]
		if c.near >= f.best.Length {
			break
		}
		if f.work > effort {
			f.best.Least = max(0, c.near-2*f.outset)
			return f.best
		}
		if c.arc {
			f.alongArc(c)
		} else {
			f.alongEdge(c)
		}
	}
	if seam && f.best.Length <= 4*f.outset {
		return Push{Exact: true} // it lies on the outline
	}
	f.best.Least, f.best.Exact = max(0, f.best.Length-2*f.outset), true
	// What is left of moving curves outward would only look odd.
	if math.Abs(f.best.X) <= 4*f.outset {
		f.best.X = 0
	}
	if math.Abs(f.best.Y) <= 4*f.outset {
		f.best.Y = 0
	}
	return f.best
}

// thin reports whether a body has no area: points and segments. One that touches two parts of
// another body may lie on the seam between them, and so inside of that, where what has an area
// would overlap one of the two.
func thin(body []Part) bool {
	for i := range body {
		if len(body[i].Core) > 2 || body[i].Radius > 0 {
			return false
		}
	}
	return true
}

// covered reports whether a point lies in any sum grown by a little. The sum that has it is
// asked first the next time.
func (f *Finder) covered(x, y, grow float64) bool {
	for i := range f.sums {
		if f.inside(&f.sums[i], x, y, grow) {
			return true
		}
	}
	return false
}

// out finds a translation that is certain: along some direction until one body lies on one
// side of a line and the other on the other.
func (f *Finder) out() {
	f.best = Push{Length: math.Inf(1)}
	try := func(nx, ny float64) {
		if d := f.reaches(nx, ny) + f.outset; d < f.best.Length {
			f.best = Push{X: float64(d * nx), Y: float64(d * ny), Length: d}
		}
	}
	try(1, 0)
	try(0, 1)
	try(-1, 0)
	try(0, -1)
	tried := 0
	for i := range f.sums {
		s := &f.sums[i]
		if !f.inside(s, 0, 0, 0) {
			continue
		}
		for _, c := range f.corners[s.from:s.to] {
			if tried++; tried > 64 {
				return
			}
			if s.to-s.from > 1 {
				try(c.nx, c.ny)
			}
		}
	}
}

// list makes the curves, nearest first.
func (f *Finder) list() {
	for i := range f.sums {
		s := &f.sums[i]
		c := f.corners[s.from:s.to]
		for k := range c {
			if len(c) > 1 {
				x, y, along, long := f.edge(s, k)
				t := min(max(along, 0), long)
				near := length(x-float64(t*c[k].ny), y+float64(t*c[k].nx))
				if near < f.best.Length {
					f.curves = append(f.curves, curve{int32(i), int32(k), false, near})
				}
			}
			if s.radius > 0 {
				// The nearest point of the whole circle.
				near := math.Abs(length(c[k].x, c[k].y) - s.radius - f.outset)
				if near < f.best.Length {
					f.curves = append(f.curves, curve{int32(i), int32(k), true, near})
				}
			}
		}
	}
	slices.SortFunc(f.curves, func(a, b curve) int {
		return cmp.Or(cmp.Compare(a.near, b.near), cmp.Compare(a.sum, b.sum), cmp.Compare(a.corner, b.corner))
	})
}

// edge gives where an edge moved outward begins, how far along it the point of its line
// nearest to the origin lies, and its length.
func (f *Finder) edge(s *sum, k int) (x, y, along, long float64) {
	c := &f.corners[s.from+k]
	q := &f.corners[s.from+(k+1)%(s.to-s.from)]
	r := s.radius + f.outset
	x, y = c.x+float64(r*c.nx), c.y+float64(r*c.ny)
	return x, y, -cross(c.nx, c.ny, x, y), length(q.x-c.x, q.y-c.y)
}

// take notes a translation if it is the shortest so far.
func (f *Finder) take(x, y float64) {
	if l := length(x, y); l < f.best.Length {
		f.best.X, f.best.Y, f.best.Length = x, y, l
	}
}

// alongEdge looks for the nearest point of an edge that no other sum covers.
func (f *Finder) alongEdge(c *curve) {
	own := &f.sums[c.sum]
	k := &f.corners[own.from+int(c.corner)]
	x, y, foot, long := f.edge(own, int(c.corner))
	ux, uy := -k.ny, k.nx
	start := min(max(foot, 0), long)
	// The stretch of it that is nearer than what is known.
	off := dot(k.nx, k.ny, x, y)
	wide := math.Sqrt(max(0, float64((f.best.Length-off)*(f.best.Length+off))))
	first, last := max(0, foot-wide), min(long, foot+wide)
	x0, y0, x1, y1 := x+float64(first*ux), y+float64(first*uy), x+float64(last*ux), y+float64(last*uy)
	minX, maxX, minY, maxY := min(x0, x1)-f.outset, max(x0, x1)+f.outset, min(y0, y1)-f.outset, max(y0, y1)+f.outset
	f.spans = f.spans[:0]
	f.work += len(f.sums)
	for i := range f.sums {
		s := &f.sums[i]
		if int32(i) == c.sum || s.minX > maxX || s.maxX < minX || s.minY > maxY || s.maxY < minY {
			continue
		}
		if lo, hi := f.span(s, x, y, ux, uy, f.grown); lo < hi && lo < long && hi > 0 {
			f.spans = append(f.spans, span{lo, hi})
		}
	}
	slices.SortFunc(f.spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	// The block of spans, one reaching into the next, that start lies in.
	lo, hi, found := math.Inf(-1), math.Inf(-1), false
	for _, s := range f.spans {
		if s.lo >= hi {
			if lo < start && start < hi {
				break
			}
			lo = s.lo
		}
		hi = max(hi, s.hi)
		found = lo < start && start < hi
	}
	if !found {
		lo, hi = start, start
	}
	for _, t := range [2]float64{lo, hi} {
		if t >= 0 && t <= long {
			f.take(x+float64(t*ux), y+float64(t*uy))
		}
	}
}

// alongArc looks for the nearest point of an arc that no other sum covers: that nearest to
// the origin, one of its ends, or where it comes out of another sum.
func (f *Finder) alongArc(c *curve) {
	own := &f.sums[c.sum]
	corners := f.corners[own.from:own.to]
	k := &corners[c.corner]
	before := &corners[(int(c.corner)+len(corners)-1)%len(corners)]
	r := own.radius + f.outset
	f.ways = f.ways[:0]
	add := func(nx, ny float64) { // a direction from the corner
		if len(corners) > 1 {
			// Between the normals: less than half a turn for polygons, half for segments.
			if len(corners) == 2 {
				if cross(before.nx, before.ny, nx, ny) < 0 {
					return
				}
			} else if cross(before.nx, before.ny, nx, ny) < 0 || cross(nx, ny, k.nx, k.ny) < 0 {
				return
			}
		}
		x, y := k.x+float64(r*nx), k.y+float64(r*ny)
		if l := length(x, y); l < f.best.Length {
			f.ways = append(f.ways, way{x, y, l})
		}
	}
	if l := length(k.x, k.y); l > 0 {
		add(-k.x/l, -k.y/l)
	} else {
		add(1, 0)
	}
	if len(corners) > 1 {
		add(before.nx, before.ny)
		add(k.nx, k.ny)
	}
	for i := range f.sums {
		s := &f.sums[i]
		if int32(i) == c.sum || s.minX-f.outset > k.x+r || s.maxX+f.outset < k.x-r || s.minY-f.outset > k.y+r || s.maxY+f.outset < k.y-r {
			continue
		}
		// A little beyond what covered asks about.
		reach := s.radius + f.grown
		o := f.corners[s.from:s.to]
		f.work += len(o)
		for j := range o {
			if len(o) > 1 {
				// n.(k + r u) = d + reach
				if h := (o[j].d + reach - dot(o[j].nx, o[j].ny, k.x, k.y)) / r; h > -1 && h < 1 {
					w := math.Sqrt(float64((1 - h) * (1 + h)))
					add(float64(h*o[j].nx)-float64(w*o[j].ny), float64(h*o[j].ny)+float64(w*o[j].nx))
					add(float64(h*o[j].nx)+float64(w*o[j].ny), float64(h*o[j].ny)-float64(w*o[j].nx))
				}
			}
			if s.radius > 0 {
				dx, dy := o[j].x-k.x, o[j].y-k.y
				l := length(dx, dy)
				if l == 0 {
					continue
				}
				// |r u - (dx, dy)| = reach
				h := (float64(r*r) + float64(l*l) - float64(reach*reach)) / (2 * float64(r*l))
				if h > -1 && h < 1 {
					w := math.Sqrt(float64((1 - h) * (1 + h)))
					ex, ey := dx/l, dy/l
					add(float64(h*ex)-float64(w*ey), float64(h*ey)+float64(w*ex))
					add(float64(h*ex)+float64(w*ey), float64(h*ey)-float64(w*ex))
				}
			}
		}
	}
	slices.SortFunc(f.ways, func(a, b way) int {
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
	})
	for _, w := range f.ways {
		if !f.covered(w.x, w.y, f.grown/2) {
			f.take(w.x, w.y)
			return
		}
	}
}
