// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"daylight/internal/exact"
)

// mended makes a region of rings that may cross and touch.
func (c *cutter) mended() (*Region, error) {
	// Each polygon by the rule even-odd; where their outlines, the inside at the left, do not
	// wind zero times, is inside of one at least.
	var all []stretch
	for from := 0; from < len(c.ring); {
		to := from + 1
		for to < len(c.ring) && c.ring[to].polygon == c.ring[from].polygon {
			to++
		}
		edges, err := c.bounds(c.stretches(nil, from, to), evenOdd)
		if err != nil {
			return nil, err
		}
		all = append(all, edges...)
		from = to
	}
	edges, err := c.bounds(all, nonZero)
	if err != nil {
		return nil, err
	}
	if len(edges) == 0 {
		return nil, &Error{reason: ErrZeroArea, Where: c.points[0]}
	}
	return c.traced(edges)
}

// traced makes a region of what bounds returned.
func (c *cutter) traced(edges []stretch) (*Region, error) {
	c.index(edges)
	if m := c.sweep.run(); m.kind != noMeeting {
		return nil, c.notMended(edges)
	}
	r := &Region{rings: []int32{0}}
	trace(r, edges)
	c.parts(r)
	return r, nil
}

func (c *cutter) notMended(at []stretch) error {
	return &Error{reason: errNotMended, Where: at[0].a, advice: "the coordinates are too coarse for the outlines; scale or simplify them"}
}

// stretches appends the edges of rings.
func (c *cutter) stretches(dst []stretch, from, to int) []stretch {
	for k := from; k < to; k++ {
		r := &c.ring[k]
		for i := r.from; i < r.to; i++ {
			dst = appendStretch(dst, c.points[i], c.points[r.next(i)], 1, 1)
		}
	}
	return dst
}

// appendStretch appends the stretch from a to b unless the two are one point.
func appendStretch(dst []stretch, a, b Point, weight, count int32) []stretch {
	if before(b, a) {
		a, b, weight = b, a, -weight
	}
	if a != b {
		dst = append(dst, stretch{a, b, weight, count})
	}
	return dst
}

// A rule says which points are inside stretches.
type rule bool

const (
	// nonZero takes a point as inside if its winding number is not zero: how many times the
	// stretches wind round it counter-clockwise, minus how many times they do clockwise.
	nonZero rule = false
	// evenOdd takes a point as inside if a ray from it crosses an odd number of stretches.
	evenOdd rule = true
)

// bounds returns the stretches that have inside on one side only, each once, its weight 1
// if the inside lies at the left of the direction from a to b, above it, and -1 if below. They
// have nothing in common but ends.
func (c *cutter) bounds(all []stretch, by rule) ([]stretch, error) {
	c.crossed, c.fewest, c.most = false, 0, 0
	all, err := c.split(all)
	if err != nil {
		return nil, err
	}
	turns := func(s stretch) int32 {
		if by == evenOdd {
			return s.count
		}
		return s.weight
	}
	inside := func(w int32) bool {
		if by == evenOdd {
			return w%2 != 0
		}
		return w != 0
	}
	if len(all) == 0 {
		return nil, nil
	}
	weights := c.index(all)
	s := &c.sweep
	s.weight, s.above = make([]int32, len(all)), make([]int32, len(all))
	for k, i := range weights {
		s.weight[k] = turns(all[i])
	}
	m := s.run()
	weight, above := s.weight, s.above
	s.weight, s.above = nil, nil
	if m.kind != noMeeting {
		return nil, c.notMended(all)
	}
	edges := all[:0:0]
	for k := range above {
		c.fewest, c.most = min(c.fewest, above[k]), max(c.most, above[k])
		up, down := inside(above[k]), inside(above[k]-weight[k])
		if up == down {
			continue
		}
		e := stretch{a: s.p[s.left[k]], b: s.p[s.right[k]], weight: 1, count: 1}
		if down {
			e.weight = -1
		}
		edges = append(edges, e)
	}
	return edges, nil
}

// index prepares the sweep for stretches that meet at ends only. It returns which stretch each
// of the sweep's edges is.
func (c *cutter) index(all []stretch) []int32 {
	s := &c.sweep
	s.p = s.p[:0]
	for _, e := range all {
		s.p = append(s.p, e.a, e.b)
	}
	slices.SortFunc(s.p, comparePoints)
	s.p = slices.Compact(s.p)
	find := func(p Point) int32 {
		i, _ := slices.BinarySearchFunc(s.p, p, comparePoints)
		return int32(i)
	}
	c.ends = c.ends[:0]
	for _, e := range all {
		c.ends = append(c.ends, [2]int32{find(e.a), find(e.b)})
	}
	s.prepare(len(s.p), c.ends)
	// Prepare sorts by first end and keeps the order otherwise.
	which := make([]int32, len(all))
	for i := range which {
		which[i] = int32(i)
	}
	slices.SortStableFunc(which, func(i, k int32) int { return cmp.Compare(c.ends[i][0], c.ends[k][0]) })
	return which
}

const (
	// plainRounds is how often crossings are looked for before stretches are led through
	// ends that are near. Rounding a crossing moves edges, which can make new crossings
	// with others as near as that: seldom more than once, but edges that all but run
	// along each other can go on for ever.
	plainRounds = 4
	mostRounds  = 60
	// mostGrowth is how many times as many stretches there may be as when that began: stretches led
	// through the same ends become one, so there are seldom more. Outlines that reach from 1e-300
	// to 1e286 would have more in each round.
	mostGrowth = 4
	// mostNear is how many stretches are held against others for ends that are near.
	mostNear = 1 << 28
)

// split divides stretches where they cross or touch until they have nothing in common but ends, and
// joins equal ones. It gives up after mostRounds, mostGrowth or mostNear, or once they cross too
// often. c.crossed says that it rounded a place where two cross; if not, all points are ends that
// were given.
func (c *cutter) split(all []stretch) ([]stretch, error) {
	spacing := 0.0
	for _, s := range all {
		for _, v := range [4]float64{s.a.X, s.a.Y, s.b.X, s.b.Y} {
			v = math.Abs(v)
			spacing = max(spacing, v-math.Nextafter(v, 0))
		}
	}
	most, tests := 0, mostNear
	for round := range mostRounds {
		all = unite(all)
		if round == plainRounds {
			most = mostGrowth*len(all) + 64
		}
		var points []crossPoint
		ok := true
		if round < plainRounds {
			points, ok = crossings(all, 2*c.crossings)
		} else if points, ok = nearCrossings(all, math.Ldexp(spacing, round/plainRounds), &tests, c.crossings); tests <= 0 || len(all) > most {
			break
		}
		if !ok {
			return nil, &Error{reason: ErrTooManyCrossings, Where: all[0].a, advice: fmt.Sprintf("they may cross %d times", c.crossings)}
		}
		if len(points) == 0 {
			return all, nil
		}
		out := make([]stretch, 0, len(all)+len(points))
		n := 0
		for i, s := range all {
			p := s.a
			from := n
			for n < len(points) && points[n].on == int32(i) {
				n++
			}
			// In their order along the stretch.
			ux, uy := s.b.X-s.a.X, s.b.Y-s.a.Y
			slices.SortStableFunc(points[from:n], func(a, b crossPoint) int {
				along := func(p Point) float64 { return float64(ux*(p.X-s.a.X)) + float64(uy*(p.Y-s.a.Y)) }
				return cmp.Compare(along(a.p), along(b.p))
			})
			for _, q := range points[from:n] {
				c.crossed = c.crossed || q.rounded
				out = appendStretch(out, p, q.p, s.weight, s.count)
				p = q.p
			}
			out = appendStretch(out, p, s.b, s.weight, s.count)
		}
		all = out
	}
	return nil, c.notMended(all)
}

// unite makes one of stretches with the same ends, and sorts all.
func unite(all []stretch) []stretch {
	slices.SortFunc(all, func(s, t stretch) int {
		return cmp.Or(comparePoints(s.a, t.a), comparePoints(s.b, t.b))
	})
	out := all[:0]
	for _, s := range all {
		if n := len(out); n > 0 && out[n-1].a == s.a && out[n-1].b == s.b {
			out[n-1].weight += s.weight
			out[n-1].count += s.count
			continue
		}
		out = append(out, s)
	}
	// A stretch that outlines run back as often as forth, an even number of times,
	// bounds nothing by any rule.
	return slices.DeleteFunc(out, func(s stretch) bool { return s.weight == 0 && s.count%2 == 0 })
}

// nearCrossings is crossings where ends that lie no farther than near from another stretch divide
// it. ok is false if it runs out of tests, or if it divides stretches more often than their number
// and that of crossings that are allowed say.
func nearCrossings(all []stretch, near float64, tests *int, crossings int) (points []crossPoint, ok bool) {
	room := 1 << 10
	ok = true
	meetings(all, near, func(i, k int32) bool {
		points = divide(points, i, &all[i], k, &all[k], near)
		if len(points) >= room { // many of them are the same
			points = sorted(points)
			room, ok = max(room, 2*len(points)), len(points)/2 <= crossings+len(all)
		}
		*tests--
		return ok && *tests > 0
	})
	return sorted(points), ok && *tests > 0
}

// meetings calls yield with each two stretches whose boxes come as near as that until it returns
// false. The stretches are sorted by their left ends.
func meetings(all []stretch, near float64, yield func(i, k int32) bool) {
	var open []int32
	for i := range all {
		s := &all[i]
		low, high := min(s.a.Y, s.b.Y)-near, max(s.a.Y, s.b.Y)+near
		n := 0
		for _, k := range open {
			t := &all[k]
			if t.b.X < s.a.X-near {
				continue
			}
			open[n] = k
			n++
			if min(t.a.Y, t.b.Y) <= high && low <= max(t.a.Y, t.b.Y) && !yield(int32(i), k) {
				return
			}
		}
		open = append(open[:n], int32(i))
	}
}

// divide appends where stretches s and t divide each other.
func divide(points []crossPoint, i int32, s *stretch, k int32, t *stretch, near float64) []crossPoint {
	if near > 0 {
		n := len(points)
		pull := func(p Point, on int32, u *stretch) {
			if p != u.a && p != u.b && u.distance(p) <= near {
				points = append(points, crossPoint{on, p, false})
			}
		}
		pull(t.a, i, s)
		pull(t.b, i, s)
		pull(s.a, k, t)
		pull(s.b, k, t)
		if len(points) > n {
			return points
		}
	}
	d1 := exact.Orient(s.a.X, s.a.Y, s.b.X, s.b.Y, t.a.X, t.a.Y)
	d2 := exact.Orient(s.a.X, s.a.Y, s.b.X, s.b.Y, t.b.X, t.b.Y)
	if d1*d2 > 0 {
		return points
	}
	d3 := exact.Orient(t.a.X, t.a.Y, t.b.X, t.b.Y, s.a.X, s.a.Y)
	d4 := exact.Orient(t.a.X, t.a.Y, t.b.X, t.b.Y, s.b.X, s.b.Y)
	if d3*d4 > 0 {
		return points
	}
	if d1*d2 < 0 && d3*d4 < 0 {
		p, _, _ := crossingOf(s, t)
		if p != s.a && p != s.b {
			points = append(points, crossPoint{i, p, true})
		}
		if p != t.a && p != t.b {
			points = append(points, crossPoint{k, p, true})
		}
		return points
	}
	// Ends that lie on the other: on its line, and between its ends by place.
	on := func(d int, p Point, on int32, u *stretch) {
		if d == 0 && before(u.a, p) && before(p, u.b) {
			points = append(points, crossPoint{on, p, false})
		}
	}
	on(d1, t.a, i, s)
	on(d2, t.b, i, s)
	on(d3, s.a, k, t)
	on(d4, s.b, k, t)
	return points
}

// distance returns how far p is from the stretch, or infinity if its foot is not between
// the ends, to rounding.
func (s *stretch) distance(p Point) float64 {
	ux, uy, vx, vy := s.b.X-s.a.X, s.b.Y-s.a.Y, p.X-s.a.X, p.Y-s.a.Y
	length := float64(ux*ux) + float64(uy*uy)
	if t := float64(ux*vx) + float64(uy*vy); t <= 0 || t >= length {
		return math.Inf(1)
	}
	return math.Abs(float64(ux*vy)-float64(uy*vx)) / math.Sqrt(length)
}

// trace makes the outline of edges as bounds returns them. Where several pass through one
// point, it makes rings that touch there. No ring passes through the point twice.
func trace(r *Region, edges []stretch) {
	type directed struct{ from, to Point }
	list := make([]directed, 0, len(edges))
	for _, e := range edges {
		if e.weight > 0 {
			list = append(list, directed{e.a, e.b})
		} else {
			list = append(list, directed{e.b, e.a})
		}
	}
	slices.SortFunc(list, func(v, w directed) int {
		return cmp.Or(comparePoints(v.from, w.from), comparePoints(v.to, w.to))
	})
	used := make([]bool, len(list))
	// next finds an edge that begins at p and is not used yet.
	next := func(p Point) int {
		i, _ := slices.BinarySearchFunc(list, p, func(w directed, p Point) int { return comparePoints(w.from, p) })
		for ; i < len(list) && list[i].from == p; i++ {
			if !used[i] {
				return i
			}
		}
		return -1
	}
	for i := range list {
		if used[i] {
			continue
		}
		// As many edges end at a point as begin there, so this ends where it began. A loop
		// that closes before that is a ring.
		var path []Point
		at := map[Point]int{}
		for k := i; k >= 0; k = next(path[len(path)-1]) {
			used[k] = true
			if len(path) == 0 {
				path = append(path, list[k].from)
				at[list[k].from] = 0
			}
			to := list[k].to
			from, closed := at[to]
			if !closed {
				at[to] = len(path)
				path = append(path, to)
				continue
			}
			for _, p := range path[from+1:] {
				delete(at, p)
			}
			r.outline = append(r.outline, path[from:]...)
			r.rings = append(r.rings, int32(len(r.outline)))
			path = path[:from+1]
		}
	}
}
