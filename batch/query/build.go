// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/failure"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/internal/team"
)

// building is the state of a Build or Refit under way.
type building struct {
	cols  store.Columns
	phase func(ix *Index, lo, hi int)
	n     int // things to do in the phase
	parts int
	tasks []piece
	runs  []centre
	order []uint32
}

// piece is a range of centres to arrange, the first of which is to have the place lo.
type piece struct {
	centres []centre
	lo      int
}

// shareAtLeast is how many shapes a goroutine is to have, for it costs some microseconds.
const shareAtLeast = 8192

// spread has the workers do a phase on n things, each on a range of them.
func (ix *Index) spread(n int, phase func(ix *Index, lo, hi int)) {
	b := &ix.building
	b.phase, b.n = phase, n
	b.parts = max(1, min(ix.workers, n/shareAtLeast))
	ix.run(b.parts, (*Index).part)
}

// part is worker k's range of a phase.
func (ix *Index) part(k int) error {
	b := &ix.building
	b.phase(ix, team.Cut(b.n, k, b.parts), team.Cut(b.n, k+1, b.parts))
	return nil
}

// run calls f for 0 to n-1, each on a goroutine. A panic, which would be a mistake in here,
// is passed on to the caller of Build.
func (ix *Index) run(n int, f func(ix *Index, k int) error) {
	if n == 1 {
		_ = f(ix, 0)
		return
	}
	if err := team.Each(n, ix, f, failure.Panicked); err != nil {
		panic(err)
	}
}

// centresOf finds the middles of a range of the slots.
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

// arrangeWorld puts the centres of the shapes with the places from lo to hi-1, which are of one world, in
// order.
func (ix *Index) arrangeWorld(lo, hi int) {
	if ix.useStorage(lo, hi) {
		return
	}
	b := &ix.building
	b.tasks = append(b.tasks[:0], piece{ix.centres[lo:hi], lo})
	// The first cuts are made here, until there is a piece for each worker.
	for most := min(ix.workers, (hi-lo)/shareAtLeast); len(b.tasks) < most; {
		for k := range b.tasks {
			t := b.tasks[k]
			cut := cutOf(t.lo, t.lo+len(t.centres))
			divide(t.centres, cut-t.lo)
			b.tasks[k].centres = t.centres[:cut-t.lo]
			b.tasks = append(b.tasks, piece{t.centres[cut-t.lo:], cut})
		}
	}
	ix.run(len(b.tasks), (*Index).arrangeTask)
}

func (ix *Index) arrangeTask(k int) error {
	t := &ix.building.tasks[k]
	arrange(t.centres, t.lo)
	return nil
}

// Storage is taken for spatial from so many leaves on, and if their boxes are, on average,
// not so many times larger than those of squares.
const (
	fewestRuns = 64
	raggedness = 3
)

// useStorage is arrangeWorld for shapes that are stored as neighbours in space, as a step of an engine
// leaves them: strip by strip, along the x axis in each. Sixteen that follow each other are a
// leaf as they are, so that only leaves need to be arranged. It reports whether storage is
// like that.
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
		// As many from all over the storage, by which that is judged.
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

// halfPerimeter is the middle of the box about sixteen centres, every step-th of s, and half its halfPerimeter.
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
	n := len(ix.slots)
	c := &ix.building.cols
	ix.shapes.size(c, n)
	ix.spread(n, (*Index).copyPart)
	ix.shapes.copyLanes(c, ix.slots)
	ix.shapes.copyAttrs(c, ix.slots, filtered(c))
	t := &ix.tree
	t.size(n)
	ix.spread(len(t.levels[0])*fan, (*Index).fitPart)
	t.reduce()
	ix.stored = len(c.X)
	ix.root = t.subtree(0, n)
	ix.building.cols = store.Columns{}
}

func (ix *Index) copyPart(lo, hi int) {
	ix.shapes.copy(ix.table, &ix.building.cols, ix.slots, lo, hi)
}

// fitPart fits the leaves that begin between places lo and hi-1.
func (ix *Index) fitPart(lo, hi int) {
	t := &ix.tree
	t.fitLeaves((lo+fan-1)/fan, (hi+fan-1)/fan, func(p int) box {
		s, r := &ix.shapes.bound[p], &ix.shapes.rec[p]
		x, y := r.X-t.x, r.Y-t.y
		return boxOf(
			down(x+float64(s.MinX)), down(y+float64(s.MinY)),
			up(x+float64(s.MaxX)), up(y+float64(s.MaxY)),
		)
	})
}
