// SPDX-License-Identifier: MIT

package scene_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"daylight/bench/scene"
	"daylight/internal/must"
)

// The reference counts were found by another program, in another language, with its
// own separating axis test, so agreement says that the scenes are the same scenes.
// They differ by a few pairs at most where float32 rounding decides.
const tolerance = 0.0002

type counts struct {
	kind            scene.Kind
	n, steps        int
	boxes, overlaps int // pairs whose AABBs overlap; pairs that overlap
}

var reference = []counts{
	{scene.Boxes, 10_000, 0, 13213, 9019},
	{scene.Boxes, 10_000, 4, 13235, 9058},
	{scene.Boxes, 100_000, 0, 132157, 90778},
	{scene.Boxes, 100_000, 4, 132184, 90767},
	{scene.Circles, 10_000, 0, 8280, 6518},
	{scene.Circles, 10_000, 4, 8308, 6575},
	{scene.Circles, 100_000, 0, 83317, 65563},
	{scene.Circles, 100_000, 4, 83154, 65400},
	{scene.Polys, 10_000, 0, 7087, 5209},
	{scene.Polys, 10_000, 4, 7165, 5220},
	{scene.Polys, 100_000, 0, 71627, 52056},
	{scene.Polys, 100_000, 4, 71566, 52015},
	{scene.Mixed, 10_000, 0, 9409, 6879},
	{scene.Mixed, 10_000, 4, 9560, 6931},
	{scene.Mixed, 100_000, 0, 94895, 68864},
	{scene.Mixed, 100_000, 4, 94873, 68839},
	{scene.Heavy, 10_000, 0, 76439, 50853},
	{scene.Heavy, 10_000, 4, 76585, 50876},
	{scene.Heavy, 100_000, 0, 850889, 559066},
	{scene.Heavy, 100_000, 4, 851323, 558966},
	{scene.Cluster, 10_000, 0, 40485, 28265},
	{scene.Cluster, 10_000, 4, 40512, 28266},
	{scene.Cluster, 100_000, 0, 442587, 315016},
	{scene.Cluster, 100_000, 4, 443346, 315656},
}

// million runs when DAYLIGHT_SCENE_MILLION is set.
var million = []counts{
	{scene.Boxes, 1_000_000, 0, 1324715, 909049},
	{scene.Boxes, 1_000_000, 4, 1325634, 909349},
	{scene.Circles, 1_000_000, 4, 833914, 654938},
	{scene.Polys, 1_000_000, 4, 717214, 519863},
	{scene.Mixed, 1_000_000, 4, 950364, 687935},
	{scene.Heavy, 1_000_000, 4, 8786739, 5704068},
	{scene.Cluster, 1_000_000, 4, 5268977, 3924764},
}

func TestCounts(t *testing.T) {
	cases := reference
	if os.Getenv("DAYLIGHT_SCENE_MILLION") != "" {
		cases = slices.Concat(cases, million)
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("scene=%v/n=%d/steps=%d", c.kind, c.n, c.steps), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && c.n > 10_000 {
				t.Skip("large scene")
			}
			s := must.Get(scene.New(c.kind, c.n, scene.DefaultSeed))(t)
			s.Advance(c.steps)
			boxes, overlaps := countPairs(s)
			t.Logf("AABB pairs %d (reference %d), overlaps %d (reference %d)", boxes, c.boxes, overlaps, c.overlaps)
			if d := math.Abs(float64(boxes - c.boxes)); d > tolerance*float64(c.boxes) {
				t.Errorf("AABB pairs: got %d, want %d", boxes, c.boxes)
			}
			if d := math.Abs(float64(overlaps - c.overlaps)); d > tolerance*float64(c.overlaps) {
				t.Errorf("overlaps: got %d, want %d", overlaps, c.overlaps)
			}
		})
	}
}

// solid is one shape as textbook geometry in the world, all float64.
type solid struct {
	minX, minY, maxX, maxY float64
	x, y, radius           float64      // a circle, if there are no corners
	corners                [][2]float64 // counter-clockwise
}

// solids does not use the package's own corners, so that a mistake there shows.
func solids(s *scene.Scene) []solid {
	all := make([]solid, s.Len())
	for i := range all {
		o := &all[i]
		o.x, o.y = float64(s.X[i]), float64(s.Y[i])
		angle := float64(s.Theta[i])
		switch s.Form[i] {
		case scene.Circle:
			o.radius = float64(s.S1[i])
			o.minX, o.maxX = o.x-o.radius, o.x+o.radius
			o.minY, o.maxY = o.y-o.radius, o.y+o.radius
			continue
		case scene.Box:
			sin, cos := math.Sincos(angle)
			hx, hy := float64(s.S1[i]), float64(s.S2[i])
			for _, k := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				u, v := k[0]*hx, k[1]*hy
				o.corners = append(o.corners, [2]float64{o.x + cos*u - sin*v, o.y + sin*u + cos*v})
			}
		case scene.Polygon:
			n := int(s.Sides[i])
			for k := range n {
				sin, cos := math.Sincos(angle + 2*math.Pi*float64(k)/float64(n))
				o.corners = append(o.corners, [2]float64{o.x + float64(s.S1[i])*cos, o.y + float64(s.S1[i])*sin})
			}
		}
		o.minX, o.minY = math.Inf(1), math.Inf(1)
		o.maxX, o.maxY = math.Inf(-1), math.Inf(-1)
		for _, p := range o.corners {
			o.minX, o.maxX = min(o.minX, p[0]), max(o.maxX, p[0])
			o.minY, o.maxY = min(o.minY, p[1]), max(o.maxY, p[1])
		}
	}
	return all
}

// countPairs counts the pairs whose AABBs overlap and the pairs that overlap. A box
// is entered in every cell of a grid that it covers, and a pair is counted in the
// cell that holds the lower left corner of the boxes' intersection.
func countPairs(s *scene.Scene) (boxes, overlaps int) {
	all := solids(s)
	const size = 2.0
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range all {
		lo = min(lo, all[i].minX, all[i].minY)
		hi = max(hi, all[i].maxX, all[i].maxY)
	}
	side := int((hi-lo)/size) + 1
	cell := func(v float64) int { return int((v - lo) / size) }
	cover := func(o *solid, visit func(int)) {
		for cy := cell(o.minY); cy <= cell(o.maxY); cy++ {
			for cx := cell(o.minX); cx <= cell(o.maxX); cx++ {
				visit(cy*side + cx)
			}
		}
	}
	start := make([]int32, side*side+1)
	for i := range all {
		cover(&all[i], func(c int) { start[c+1]++ })
	}
	for c := range side * side {
		start[c+1] += start[c]
	}
	entries := make([]int32, start[side*side])
	fill := slices.Clone(start)
	for i := range all {
		cover(&all[i], func(c int) { entries[fill[c]] = int32(i); fill[c]++ })
	}
	for c := range side * side {
		inside := entries[start[c]:start[c+1]]
		for k, i := range inside {
			a := &all[i]
			for _, j := range inside[k+1:] {
				b := &all[j]
				if a.minX > b.maxX || b.minX > a.maxX || a.minY > b.maxY || b.minY > a.maxY {
					continue
				}
				if cell(max(a.minY, b.minY))*side+cell(max(a.minX, b.minX)) != c {
					continue
				}
				boxes++
				if overlap(a, b) {
					overlaps++
				}
			}
		}
	}
	return boxes, overlaps
}

func overlap(a, b *solid) bool {
	switch {
	case a.corners == nil && b.corners == nil:
		return math.Hypot(b.x-a.x, b.y-a.y) <= a.radius+b.radius
	case a.corners == nil:
		return touchesCircle(b, a)
	case b.corners == nil:
		return touchesCircle(a, b)
	}
	return !edgeParts(a.corners, b.corners) && !edgeParts(b.corners, a.corners)
}

// edgeParts says whether all of q lies strictly outside one edge of p.
func edgeParts(p, q [][2]float64) bool {
	for i, v := range p {
		w := p[(i+1)%len(p)]
		nx, ny := w[1]-v[1], v[0]-w[0]
		deepest := math.Inf(1)
		for _, u := range q {
			deepest = min(deepest, nx*(u[0]-v[0])+ny*(u[1]-v[1]))
		}
		if deepest > 0 {
			return true
		}
	}
	return false
}

// touchesCircle says whether the centre is inside the polygon or within the radius
// of its edges.
func touchesCircle(p, c *solid) bool {
	inside := true
	for i, v := range p.corners {
		w := p.corners[(i+1)%len(p.corners)]
		ex, ey := w[0]-v[0], w[1]-v[1]
		dx, dy := c.x-v[0], c.y-v[1]
		if ey*dx-ex*dy > 0 {
			inside = false
		}
		t := min(max((dx*ex+dy*ey)/(ex*ex+ey*ey), 0), 1)
		if math.Hypot(dx-t*ex, dy-t*ey) <= c.radius {
			return true
		}
	}
	return inside
}
