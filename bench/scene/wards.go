// SPDX-License-Identifier: MIT

package scene

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"daylight/region"
)

const (
	// MaxWards is the greatest number of wards of a map.
	MaxWards = 1_000_000
	// MaxWardCorners is the greatest mean number of corners of a ward, and DefaultWardCorners the
	// usual one.
	MaxWardCorners     = 5_000
	DefaultWardCorners = 500
)

// ErrCorners is wrapped by the error of Wards for a number of corners that is too small or too
// large.
var ErrCorners = errors.New("bad number of corners")

// Wards returns a seeded map of n polygons, each a list of rings, with that many corners in all.
// The first ring is the outline, counter-clockwise; the others are holes. Rings do not repeat their
// first point.
//
// The wards tile the plane in rows of cells one unit wide. Neighbours share each point of their
// common border, bit for bit, and never overlap. Some borders have a tongue like a T, which locks
// two wards. A fifth of the wards are enclaves and come last: each fills the hole of another ward.
// A border is displaced at its midpoint, then each half at its own, and so on, until there are
// enough corners.
//
// Coordinates are the float64 numbers nearest to multiples of 1e-6, so that nearly all are no
// float32. Whether borders meet is decided in whole millionths. The same arguments give the same
// map on every platform.
func Wards(n, corners int, seed uint64) ([][][]region.Point, error) {
	if n < 1 || n > MaxWards {
		return nil, fmt.Errorf("scene: %w %d: give 1 to %d", ErrCount, n, MaxWards)
	}
	m := wardMap{random: random(seed), known: map[[2]int32]int32{}}
	m.draw(n)
	total := 0
	for _, b := range m.borders {
		total += b.wards * (len(b.points) - 1)
	}
	if corners < total || corners > n*MaxWardCorners {
		return nil, fmt.Errorf("scene: %w %d: give %d to %d for %d wards", ErrCorners, corners, total, n*MaxWardCorners, n)
	}
	for size, before := int64(million), total; total < corners; size, before = max(size*5/8, 64), total {
		m.index(size)
		for _, k := range m.shuffled() {
			total += m.divide(&m.borders[k], corners-total)
		}
		if total == before {
			return nil, fmt.Errorf("scene: %w %d: these borders have room for %d", ErrCorners, corners, total)
		}
	}
	return m.polygons(), nil
}

const million = 1_000_000 // a unit, in the numbers of a wardMap

// A wardMap is a map in the making, in millionths.
type wardMap struct {
	random
	points  [][2]int64
	borders []border
	known   map[[2]int32]int32 // the border between two corners of cells
	wards   [][][]side         // the rings of each
	near    map[[2]int64][][2]int32
	size    int64 // near has the pieces of borders whose bounding boxes meet a square of this size
}

// A border is a chain of points between one or two wards. A side is a border as a ring follows it.
type (
	border struct {
		points []int32
		wards  int
	}
	side struct {
		border   int32
		backward bool
	}
)

// below draws a whole number from 0 to n-1.
func (m *wardMap) below(n int64) int64 { return int64(m.next() >> 33 % uint64(n)) }

func (m *wardMap) point(x, y int64) int32 {
	m.points = append(m.points, [2]int64{x, y})
	return int32(len(m.points) - 1)
}

// draw makes the cells and enclaves. Cells lie like bricks: each has six corners on a lattice of
// half a unit by one.
func (m *wardMap) draw(n int) {
	enclaves, cells := n/5, n-n/5
	columns := int(math.Ceil(math.Sqrt(float64(cells))))
	wide := int32(2*columns + 2)
	for r := range int64(cells/columns + 2) {
		for i := range int64(wide) {
			m.point(i*million/2+m.below(million/5), r*million+m.below(million/5))
		}
	}
	hosts := func(c int) bool { return c*enclaves/cells != (c+1)*enclaves/cells }
	var inner [][][]side
	for c := range cells {
		r := c / columns
		o := int32(r)*wide + int32(2*(c%columns)+r%2)
		tongue := (c+1)%columns > 0 && c+1 < cells && !hosts(c+1) && m.below(3) == 0
		ward := [][]side{{
			m.side(o, o+1, false), m.side(o+1, o+2, false), m.side(o+2, o+2+wide, tongue),
			m.side(o+2+wide, o+1+wide, false), m.side(o+1+wide, o+wide, false), m.side(o+wide, o, false),
		}}
		if hosts(c) {
			x, y := int64(2*(c%columns)+r%2+1)*million/2, int64(r)*million+million/2
			var ring []int32
			for _, d := range [][2]int64{{0, 0}, {3, 0}, {3, 3}, {0, 3}} { // the middle is a tenth away, as corners' are
				ring = append(ring, m.point(x+(d[0]-1)*million/10+m.below(million/10), y+(d[1]-1)*million/10+m.below(million/10)))
			}
			k := int32(len(m.borders))
			m.borders = append(m.borders, border{append(ring, ring[0]), 2})
			ward = append(ward, []side{{k, true}})
			inner = append(inner, [][]side{{{k, false}}})
		}
		m.wards = append(m.wards, ward)
	}
	m.wards = append(m.wards, inner...)
}

// side finds or makes the border from one corner of a cell to the next. A new one gets a tongue to
// its right.
func (m *wardMap) side(from, to int32, tongue bool) side {
	a, b := min(from, to), max(from, to)
	if k, ok := m.known[[2]int32{a, b}]; ok {
		m.borders[k].wards++
		return side{k, from > to}
	}
	along := []int32{a}
	if tongue {
		p, q := m.points[a], m.points[b]
		dx, dy := (q[0]-p[0])/100, (q[1]-p[1])/100
		for _, t := range [][2]int64{{44, 0}, {44, 15}, {34, 15}, {34, 30}, {66, 30}, {66, 15}, {56, 15}, {56, 0}} {
			along = append(along, m.point(p[0]+t[0]*dx+t[1]*dy, p[1]+t[0]*dy-t[1]*dx))
		}
	}
	k := int32(len(m.borders))
	m.borders = append(m.borders, border{append(along, b), 1})
	m.known[[2]int32{a, b}] = k
	return side{k, from > to}
}

// divide displaces the midpoints of a border, as far as that adds no more than so many corners, and
// returns how many it adds.
func (m *wardMap) divide(of *border, most int) (added int) {
	old := of.points
	of.points = make([]int32, 0, 2*len(old))
	for i, b := range old {
		if i > 0 && added+of.wards <= most {
			if p, ok := m.displaced(old[i-1], b); ok {
				of.points = append(of.points, p)
				added += of.wards
			}
		}
		of.points = append(of.points, b)
	}
	return added
}

// displaced makes a point beside the middle of a piece of border, as near as it must be for other
// pieces.
func (m *wardMap) displaced(ia, ib int32) (int32, bool) {
	a, b := m.points[ia], m.points[ib]
	dx, dy := b[0]-a[0], b[1]-a[1]
	along, aside := m.below(1024)-512, m.below(1200)+600 // of 4096
	if m.below(2) == 0 {
		aside = -aside
	}
	for range 6 {
		p := [2]int64{(a[0]+b[0])/2 + (dx*along-dy*aside)/4096, (a[1]+b[1])/2 + (dy*along+dx*aside)/4096}
		if max(dx, -dx)+max(dy, -dy) >= 64 && m.free(ia, ib, p) {
			k := m.point(p[0], p[1])
			m.enter(ia, k)
			m.enter(k, ib)
			return k, true
		}
		along, aside = along/2, aside/2
	}
	return 0, false
}

// free reports whether the triangle of a piece and a point has nothing in common with other pieces
// but their ends.
func (m *wardMap) free(ia, ib int32, p [2]int64) bool {
	a, b := m.points[ia], m.points[ib]
	for square := range m.squares(a, b, p) {
		for _, o := range m.near[square] {
			atA, atB := o[0] == ia || o[1] == ia, o[0] == ib || o[1] == ib
			if atA && atB {
				continue // the piece itself
			}
			u, v := m.points[o[0]], m.points[o[1]]
			if !atA && meet(u, v, a, p) || !atB && meet(u, v, p, b) ||
				o[0] != ia && o[0] != ib && within(u, a, p, b) || o[1] != ia && o[1] != ib && within(v, a, p, b) {
				return false
			}
		}
	}
	return true
}

// index enters all pieces into squares of a size, which is about twice their mean length for speed
// alone.
func (m *wardMap) index(size int64) {
	m.size, m.near = size, map[[2]int64][][2]int32{}
	for _, b := range m.borders {
		for i, k := range b.points[1:] {
			m.enter(b.points[i], k)
		}
	}
}

func (m *wardMap) enter(a, b int32) {
	for square := range m.squares(m.points[a], m.points[b], m.points[b]) {
		m.near[square] = append(m.near[square], [2]int32{a, b})
	}
}

// squares yields the squares of the index that meet the bounding box of three points.
func (m *wardMap) squares(a, b, c [2]int64) func(yield func([2]int64) bool) {
	return func(yield func([2]int64) bool) {
		for x := min(a[0], b[0], c[0]) / m.size; x <= max(a[0], b[0], c[0])/m.size; x++ {
			for y := min(a[1], b[1], c[1]) / m.size; y <= max(a[1], b[1], c[1])/m.size; y++ {
				if !yield([2]int64{x, y}) {
					return
				}
			}
		}
	}
}

// shuffled lists all borders in random order, so that the last round reaches all parts of the map.
func (m *wardMap) shuffled() []int {
	order := make([]int, len(m.borders))
	for k := range order {
		j := m.below(int64(k + 1))
		order[k], order[j] = order[j], k
	}
	return order
}

// polygons are the wards in units.
func (m *wardMap) polygons() [][][]region.Point {
	all := make([][][]region.Point, len(m.wards))
	for w, rings := range m.wards {
		for _, ring := range rings {
			var points []region.Point
			for _, s := range ring {
				chain := slices.Clone(m.borders[s.border].points)
				if s.backward {
					slices.Reverse(chain)
				}
				for _, k := range chain[1:] {
					points = append(points, region.Point{X: float64(m.points[k][0]) / million, Y: float64(m.points[k][1]) / million})
				}
			}
			all[w] = append(all[w], points)
		}
	}
	return all
}

// turn is 1 if c lies to the left of the line from a to b, -1 to its right, and 0 on it.
func turn(a, b, c [2]int64) int {
	return cmp.Compare((b[0]-a[0])*(c[1]-a[1]), (b[1]-a[1])*(c[0]-a[0]))
}

// meet reports whether two segments meet. It takes segments on one line for segments that meet.
func meet(a, b, c, d [2]int64) bool {
	return turn(a, b, c)*turn(a, b, d) <= 0 && turn(c, d, a)*turn(c, d, b) <= 0
}

// within reports whether p lies in the triangle of a, b and c or on its sides.
func within(p, a, b, c [2]int64) bool {
	s, t, u := turn(a, b, p), turn(b, c, p), turn(c, a, p)
	return min(s, t, u) >= 0 || max(s, t, u) <= 0
}
