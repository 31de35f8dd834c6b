// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/guard"
	"daylight/internal/scratch"
	"daylight/internal/store"
)

// building is the memory that Build and Refit reuse.
type building struct {
	cols  store.Columns
	tasks []piece
	runs  []centre
	order []uint32
}

// piece is a range of centres to arrange, which get the places from lo on.
type piece struct {
	centres []centre
	lo      int
}

// shareAtLeast is the least number of shapes for which another goroutine, which costs microseconds,
// pays.
const shareAtLeast = 8192

// spread has the workers do something with n items, each with a range of so many at least. A panic,
// which would be a bug of this package, is passed on to the caller of Build.
func (ix *Index) spread(n, each int, do func(ix *Index, lo, hi int)) {
	parts := max(1, min(ix.workers, n/each))
	if parts == 1 {
		do(ix, 0, n)
		return
	}
	part := func(ix *Index, k int) error {
		do(ix, guard.Cut(n, k, parts), guard.Cut(n, k+1, parts))
		return nil
	}
	if err := guard.Each(parts, ix, part); err != nil {
		panic(err)
	}
}

// centresOf computes the centres of the shapes in a range of the slots.
func (ix *Index) centresOf(lo, hi int) {
	c := &ix.building.cols
	for k := lo; k < hi; k++ {
		i := ix.slots[k]
		x, y := c.X[i]-ix.tree.x, c.Y[i]-ix.tree.y
		ix.centres[k] = centre{
			x:    float32(x + float64(0.5*(float64(c.MinX[i])+float64(c.MaxX[i])))),
			y:    float32(y + float64(0.5*(float64(c.MinY[i])+float64(c.MaxY[i])))),
			slot: i,
		}
	}
}

// arrangeWorld arranges the centres with the places lo to hi-1, which are of one world.
func (ix *Index) arrangeWorld(lo, hi int) {
	if ix.useStorage(lo, hi) {
		return
	}
	b := &ix.building
	b.tasks = append(b.tasks[:0], piece{ix.centres[lo:hi], lo})
	// The first divisions are made here, until there is a piece for each worker.
	for most := min(ix.workers, (hi-lo)/shareAtLeast); len(b.tasks) < most; {
		for k := range b.tasks {
			t := b.tasks[k]
			cut := cutOf(t.lo, t.lo+len(t.centres))
			divide(t.centres, cut-t.lo)
			b.tasks[k].centres = t.centres[:cut-t.lo]
			b.tasks = append(b.tasks, piece{t.centres[cut-t.lo:], cut})
		}
	}
	ix.spread(len(b.tasks), 1, func(ix *Index, lo, hi int) {
		for _, t := range ix.building.tasks[lo:hi] {
			arrange(t.centres, t.lo)
		}
	})
}

// Storage counts as spatially ordered from fewestRuns leaves on, if the boxes of leaves are on
// average no more than raggedness times as large as squares would be.
const (
	fewestRuns = 64
	raggedness = 3
)

// useStorage arranges a world whose shapes are stored in spatial order, as a step of an engine
// stores them: strip by strip, along the x axis in each. Sixteen consecutive shapes then form a
// leaf, so that only leaves need to be arranged. It reports whether the storage is in such an
// order; if not, it has changed nothing.
func (ix *Index) useStorage(lo, hi int) bool {
	a, z := (lo+fan-1)&^(fan-1), hi&^(fan-1)
	n := (z - a) / fan
	if n < fewestRuns {
		return false
	}
	b := &ix.building
	b.runs = scratch.Resize(b.runs, n)
	own, wide := 0.0, 0.0
	for k := range n {
		run := ix.centres[a+k*fan : a+k*fan+fan]
		x, y, size := halfPerimeter(run, 1)
		own += size
		b.runs[k] = centre{x: x, y: y, slot: uint32(k)}
		// For comparison, sixteen shapes spread over all of the storage.
		if k%16 == 0 {
			_, _, size = halfPerimeter(ix.centres[a+k:], n)
			wide += float64(16 * size)
		}
	}
	// If shapes were spread evenly, leaves would be 1/n of the area.
	if !(own <= raggedness*wide/math.Sqrt(float64(n))) {
		return false
	}
	arrange(b.runs, a/fan)
	b.order = scratch.Resize(b.order, n*fan)
	for k, r := range b.runs {
		for j := range uint32(fan) {
			b.order[k*fan+int(j)] = ix.centres[a+int(r.slot*fan+j)].slot
		}
	}
	for k, slot := range b.order {
		ix.centres[a+k].slot = slot
	}
	return true
}

// halfPerimeter returns the centre and half the perimeter of the box about sixteen centres, every
// step-th of s.
func halfPerimeter(s []centre, step int) (x, y float32, half float64) {
	minX, minY := s[0].x, s[0].y
	maxX, maxY := minX, minY
	for k := 1; k < fan && k*step < len(s); k++ {
		v := &s[k*step]
		minX, maxX = min(minX, v.x), max(maxX, v.x)
		minY, maxY = min(minY, v.y), max(maxY, v.y)
	}
	return float32(0.5*minX) + float32(0.5*maxX), float32(0.5*minY) + float32(0.5*maxY), (float64(maxX) - float64(minX)) + (float64(maxY) - float64(minY))
}

// fill copies the shapes in ix.slots to places and fits the tree.
func (ix *Index) fill() {
	c, t, n := &ix.building.cols, &ix.tree, len(ix.slots)
	ix.shapes.size(c, n)
	t.size(n)
	ix.spread(len(t.levels[0]), shareAtLeast/fan, (*Index).fillLeaves)
	ix.shapes.copyLanes(c, ix.slots)
	ix.shapes.copyAttrs(c, ix.slots, c.Selective())
	t.reduce(1)
	ix.stored = len(c.X)
	ix.root = t.subtree(0, n)
	ix.building.cols = store.Columns{}
}

// fillLeaves copies the shapes of leaves lo to hi-1, and writes their boxes.
func (ix *Index) fillLeaves(lo, hi int) {
	t, n := &ix.tree, len(ix.slots)
	ix.shapes.copy(ix.table, &ix.building.cols, ix.slots, min(lo*fan, n), min(hi*fan, n))
	for i := lo; i < hi; i++ {
		for k := range fan {
			b := emptyBox
			if p := i*fan + k; p < n {
				s, r := &ix.shapes.bound[p], &ix.shapes.rec[p]
				x, y := r.X-t.x, r.Y-t.y
				b = boxOf(down(x+float64(s.MinX)), down(y+float64(s.MinY)), up(x+float64(s.MaxX)), up(y+float64(s.MaxY)))
			}
			to := &t.levels[0][i]
			to.MinX[k], to.MinY[k], to.MaxX[k], to.MaxY[k] = b.MinX, b.MinY, b.MaxX, b.MaxY
		}
	}
}

// centre is a shape to arrange: the centre of its box in the frame of the tree, and its slot.
type centre struct {
	x, y float32
	slot uint32
}

// arrange sorts centres, which get the places from lo on, so that the shapes of every node lie
// close together. It divides them in two recursively, across the longer side of their bounding box,
// at the end of a node of the highest level possible (overlap minimizing top-down loading of
// R-trees: T. Lee and S. Lee, 2003, by halves). It divides by number and not by coordinate, so its
// time does not depend on how the shapes are distributed.
func arrange(s []centre, lo int) {
	for {
		cut := cutOf(lo, lo+len(s))
		if cut < 0 {
			return
		}
		divide(s, cut-lo)
		arrange(s[:cut-lo], lo)
		s, lo = s[cut-lo:], cut
	}
}

// cutOf returns the place at which to divide places lo to hi-1: of the ends of nodes of the highest
// level that has one there, the one in the middle. It is -1 if all places are of one leaf.
func cutOf(lo, hi int) int {
	if lo>>fanShift == (hi-1)>>fanShift {
		return -1
	}
	shift := uint(fanShift)
	for lo>>(shift+fanShift) != (hi-1)>>(shift+fanShift) {
		shift += fanShift
	}
	return (lo>>shift + 1 + (hi-1)>>shift) / 2 << shift
}

// divide puts the n least centres along the longer side of their bounding box first.
func divide(s []centre, n int) {
	minX, minY := s[0].x, s[0].y
	maxX, maxY := minX, minY
	for i := range s {
		minX, maxX = min(minX, s[i].x), max(maxX, s[i].x)
		minY, maxY = min(minY, s[i].y), max(maxY, s[i].y)
	}
	if maxX-minX >= maxY-minY {
		selectLeast(s, n, keyX)
	} else {
		selectLeast(s, n, keyY)
	}
}

func keyX(v *centre) float32 { return v.x }
func keyY(v *centre) float32 { return v.y }

// selectLeast puts the n centres with the least keys first: Hoare's selection, with a pivot
// from a sample whose rank in it is that of n. Equal keys go to both sides. Should
// pivots be bad again and again, what remains is sorted.
func selectLeast(s []centre, n int, key func(*centre) float32) {
	lo, hi := 0, len(s)-1
	for rounds := 0; hi > lo; rounds++ {
		if rounds > 64 {
			slices.SortFunc(s[lo:hi+1], func(a, b centre) int { return cmp.Compare(key(&a), key(&b)) })
			return
		}
		p := pivot(s[lo:hi+1], n-lo, key)
		i, j := lo, hi
		for i <= j {
			for key(&s[i]) < p {
				i++
			}
			for key(&s[j]) > p {
				j--
			}
			if i <= j {
				s[i], s[j] = s[j], s[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

// sample is how many centres a pivot is chosen from, at most.
const sample = 15

// pivot is a key of s whose rank is likely near n.
func pivot(s []centre, n int, key func(*centre) float32) float32 {
	m := min(sample, len(s))
	var keys [sample]float32
	for k := range m {
		v := key(&s[k*(len(s)-1)/max(m-1, 1)])
		at := k
		for ; at > 0 && keys[at-1] > v; at-- {
			keys[at] = keys[at-1]
		}
		keys[at] = v
	}
	return keys[min(n*m/len(s), m-1)]
}

// middle returns the median of a sample of a column, in some slots or, if they are nil, in all.
func middle(col []float64, slots []uint32) float64 {
	const most = 255
	n := len(slots)
	if slots == nil {
		n = len(col)
	}
	m := min(most, n)
	if m == 0 {
		return 0
	}
	var keys [most]float64
	for k := range m {
		i := uint32(k * n / m)
		if slots != nil {
			i = slots[i]
		}
		keys[k] = col[i]
	}
	slices.Sort(keys[:m])
	return keys[m/2]
}
