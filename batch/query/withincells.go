// SPDX-License-Identifier: MIT

package query

import (
	"errors"
	"math"
	"sync/atomic"

	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
)

// withinCells finds neighbours in a grid. Its cells are at least as large as the distance at which
// positions may be neighbours. It serves positions and discs that no filter keeps apart. The list
// of each shape is found as a whole, so that no pairs have to be brought in order.
type withinCells struct {
	within strip.Within
	origin [2]float64
	scale  float64 // cells per unit
	turned bool    // rows run along y
	rows   int
	stride int     // cells of a row, and an empty one
	alike  bool    // all have the same radius, or none matters
	radius float32 // the greatest
	tight  bool    // cells are not much larger than what they are for

	dealt   []point      // in the order of rows
	counts  []uint32     // parts x rows: points, then places
	starts  []uint32     // of rows, in dealt
	charged int64        // bytes charged for shapes
	share   int          // rows that are a worker's at a time
	crowded atomic.Int64 // what mostCrowded is about, in all rows so far, less what it allows these
}

// point is a shape as cells know it.
type point struct {
	x, y   float64
	radius float32
	slot   uint32
	cell   uint32 // of its row
}

const (
	// Lists are looked for in cells if a point shares its own with no more than so many, on
	// average, or if so large a part of what it is compared with are neighbours that their pairs
	// would take longer.
	mostCrowded = 6
	// rowsHold is how many points rows hold, about, that are put in order of cells at a time: as
	// many as are in cache together.
	rowsHold = 1 << 14
	// cellBytes is what a point takes where it is in order of cells, and eight cells.
	cellBytes = 32
	// dealtBytes is what a shape takes besides: where it is dealt, its list and its row.
	dealtBytes = 65
)

// suits reports whether neighbours may be found in cells.
func (t *withinTask) suits(a *Asker) bool {
	ix, has := a.ix, a.ix.shapes.has
	has.sensor = has.sensor && a.options.IgnoreSensors
	return !ix.all && t.period == [2]float64{} && len(ix.worlds.name) == 1 && has == attributes{} && (a.options.Centres || ix.shapes.only == kernels.Circle)
}

// findInCells makes the list of each slot, unless cells are too crowded, and reports whether it
// did.
func (t *withinTask) findInCells(a *Asker) (done bool, err error) {
	g, ix := &t.grid, a.ix
	if g.fit(ix, t.r, a.options.Centres); !g.tight && ix.Len()/(g.rows*(g.stride-1)) > mostCrowded {
		return false, nil // even if they were spread evenly
	}
	if err := a.upTo(&g.charged, 0, 0, dealtBytes*int64(t.slots)); err != nil {
		return false, err
	}
	g.dealt, g.starts = scratch.Resize(g.dealt, ix.Len()), scratch.Resize(g.starts, g.rows+1)
	if g.within.Lists = scratch.Resize(g.within.Lists, t.slots); ix.Len() < t.slots {
		clear(g.within.Lists)
	}
	parts := max(1, min(a.set.Workers, ix.Len()/shareAtLeast))
	g.counts = scratch.Resize(g.counts, parts*g.rows)
	if err := guard.Each(parts, a, (*Asker).countShare); err != nil {
		return false, err
	}
	g.lay(parts)
	if err := guard.Each(parts, a, (*Asker).dealShare); err != nil {
		return false, err
	}
	g.within = strip.Within{Limit: t.limit, Square: float64(t.r * t.r), Half: a.options.HalfLists, Lists: g.within.Lists}
	if !a.options.Centres && g.alike {
		g.within.Rounded, g.within.Square = true, strip.RoundedSquare(t.limit, g.radius)
	}
	g.share = min(rowsHold, max(ix.Len()/(4*a.set.Workers), 1))
	g.share = 1 + int(uint64(g.share)*uint64(g.rows)/uint64(ix.Len()))
	g.crowded.Store(0)
	a.phase((g.rows+g.share-1)/g.share, false)
	if err = guard.Each(max(1, min(a.set.Workers, g.rows/g.share)), a, (*Asker).listShare); err == nil || err != errCrowded {
		return true, err
	}
	for _, w := range a.workers {
		w.strip.lists = w.strip.lists[:0]
	}
	a.found.Store(0)
	a.failed.Store(false)
	return false, nil
}

// fit chooses cells.
func (g *withinCells) fit(ix *Index, r float64, centres bool) {
	least, most := float32(0), float32(0)
	if !centres {
		least, most = ix.shapes.radii()
	}
	g.alike, g.radius = least == most, most
	b, n := &ix.root.box, float64(ix.Len())
	wide, tall := float64(b.MaxX)-float64(b.MinX), float64(b.MaxY)-float64(b.MinY)
	g.origin = [2]float64{ix.tree.x + float64(b.MinX), ix.tree.y + float64(b.MinY)}
	if centres && ix.shapes.polygons { // these may lie far beside their positions
		lo, hi := ix.shapes.positions()
		wide, tall, g.origin = hi[0]-lo[0], hi[1]-lo[1], lo
	}
	if g.turned = tall > wide; g.turned {
		wide, tall, g.origin = tall, wide, [2]float64{g.origin[1], g.origin[0]}
	}
	// Kernels round distances, by less than 2^-16 of them and of the radii.
	reach := float64((r+float64(2*float64(most)))*(1+0x1p-15)) + 2*tiny
	// There are not many more cells than points.
	cell := max(reach, wide/n, math.Sqrt(wide*tall/n))
	g.scale = 1 / cell
	g.rows, g.stride = int(tall/cell)+1, int(wide/cell)+2
	g.tight = cell == reach && reach <= 3*(r+float64(2*float64(least))+tiny)
}

// cellOf returns the row of a coordinate, or the cell of one along rows; last is the greatest. It
// is monotone, and of two coordinates no farther apart than a cell is wide it differs by at most
// one: cells are wider than the distance they are for by more than rounding does, of fewer than
// 2^32 of them.
func (g *withinCells) cellOf(v float64, axis, last int) int {
	k := int((v - g.origin[axis]) * g.scale)
	return min(max(k, 0), last)
}

// countShare counts the points of part k by row.
func (a *Asker) countShare(k int) error {
	g, s := &a.pairs.grid, &a.ix.shapes
	counts := g.counts[k*g.rows:][:g.rows]
	clear(counts)
	lo, hi := g.part(s.len(), k)
	last := len(counts) - 1
	if c := s.from; c != nil {
		y := c.Y
		if g.turned {
			y = c.X
		}
		for _, v := range y[lo:hi] {
			counts[g.cellOf(v, 1, last)]++
		}
		return nil
	}
	for i := range s.rec[lo:hi] {
		r := &s.rec[lo+i]
		y := r.Y
		if g.turned {
			y = r.X
		}
		counts[g.cellOf(y, 1, last)]++
	}
	return nil
}

// part is the range of points of part k.
func (g *withinCells) part(n, k int) (lo, hi int) {
	parts := len(g.counts) / g.rows
	return guard.Cut(n, k, parts), guard.Cut(n, k+1, parts)
}

// lay finds where rows begin, and where each part goes on in them.
func (g *withinCells) lay(parts int) {
	at := uint32(0)
	for row := range g.rows {
		g.starts[row] = at
		for k := row; k < len(g.counts); k += g.rows {
			n := g.counts[k]
			g.counts[k] = at
			at += n
		}
	}
	g.starts[g.rows] = at
}

// dealShare deals the points of part k to rows.
func (a *Asker) dealShare(k int) error {
	g, s := &a.pairs.grid, &a.ix.shapes
	places := g.counts[k*g.rows:][:g.rows]
	lo, hi := g.part(s.len(), k)
	last, wide := len(places)-1, g.stride-2
	if c := s.from; c != nil {
		x, y, p := c.X, c.Y, c.P
		if g.turned {
			x, y = y, x
		}
		for i := lo; i < hi; i++ {
			row := g.cellOf(y[i], 1, last)
			to := &g.dealt[places[row]]
			places[row]++
			to.x, to.y, to.radius, to.slot, to.cell = x[i], y[i], p[i], uint32(i), uint32(1+g.cellOf(x[i], 0, wide))
		}
		return nil
	}
	for i := lo; i < hi; i++ {
		r := &s.rec[i]
		x, y := r.X, r.Y
		if g.turned {
			x, y = y, x
		}
		row := g.cellOf(y, 1, last)
		to := &g.dealt[places[row]]
		places[row]++
		to.x, to.y, to.radius, to.slot, to.cell = x, y, r.P, s.slot[i], uint32(1+g.cellOf(x, 0, wide))
	}
	return nil
}

// listShare lists the neighbours of rows until no row is left.
func (a *Asker) listShare(k int) error {
	w, g := a.workers[k], &a.pairs.grid
	w.strip.within = g.within
	w.strip.within.By = k
	return a.each(g.rows, g.share, func(lo, hi int) error { return a.list(w, lo, hi) })
}

// cellsOf puts the points of rows lo to hi-1 in the order of cells, and those of the rows before
// and behind; own are the points of the former, and crowded is the sum of the squares of how many
// of them each cell holds.
func (v *withinStrip) cellsOf(g *withinCells, lo, hi int) (own [2]int, crowded uint64) {
	c := &v.cells
	c.Stride = g.stride
	c.Start = scratch.Resize(c.Start, (hi-lo+2)*c.Stride+2)
	first := g.starts[max(lo-1, 0)]
	n := int(g.starts[min(hi+1, g.rows)] - first)
	room := n + kernels.Slack
	c.X, c.Y, c.Slot = scratch.Resize(c.X, room)[:n], scratch.Resize(c.Y, room)[:n], scratch.Resize(c.Slot, room)[:n]
	c.Cell = scratch.Resize(c.Cell, n)
	v.radii = scratch.Resize(v.radii, room)
	if c.Radius = nil; !g.alike {
		c.Radius = v.radii[:n]
	}
	c.Start[0], c.Start[len(c.Start)-1] = 0, uint32(n)
	for k := range hi - lo + 2 {
		row, places := lo-1+k, c.Start[k*c.Stride+1:][:c.Stride] // where cells end, once all points have their place
		var points []point
		if row >= 0 && row < g.rows {
			points = g.dealt[g.starts[row]:g.starts[row+1]]
		}
		clear(places)
		for i := range points {
			places[points[i].cell]++
		}
		at, squares := c.Start[k*c.Stride], uint64(0)
		for k, n := range places {
			squares += uint64(n) * uint64(n)
			places[k] = at
			at += n
		}
		if row >= lo && row < hi {
			crowded += squares
		}
		place(c, points, places, uint32(k*c.Stride))
	}
	return [2]int{int(g.starts[lo] - first), int(g.starts[hi] - first)}, crowded
}

// place gives points of a row, whose cells have numbers from first on, their places.
func place(c *strip.Cells, points []point, places []uint32, first uint32) {
	n := len(c.X)
	x, y, slot, cell, radius := c.X, c.Y[:n], c.Slot[:n], c.Cell[:n], c.Radius
	for i := range points {
		p := &points[i]
		at := places[p.cell]
		places[p.cell] = at + 1
		x[at], y[at], slot[at], cell[at] = p.x, p.y, p.slot, first+p.cell
		if radius != nil {
			radius[at] = p.radius
		}
	}
}

// errCrowded says that cells hold too many points.
var errCrowded = errors.New("cells are crowded")

// list lists the neighbours of the points of rows lo to hi-1.
func (a *Asker) list(w *worker, lo, hi int) (err error) {
	g, v := &a.pairs.grid, &w.strip
	if err := w.account.upTo(&v.charged, int(g.starts[min(hi+1, g.rows)]-g.starts[max(lo-1, 0)])+(hi-lo+2)*g.stride/8, cellBytes, 0); err != nil {
		return err
	}
	own, crowded := v.cellsOf(g, lo, hi)
	excess := int64(crowded) - mostCrowded*int64(own[1]-own[0])
	if g.crowded.Add(excess) > mostCrowded*int64(len(g.dealt))/4 && !g.tight {
		return errCrowded
	}
	for at, end := own[0], own[1]; at < end; {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		n, room := len(v.lists), v.cells.Room(at)
		if n+room > mostEntries {
			return tooMany(mostEntries, n+room)
		}
		if v.lists, err = grow(w.account, v.lists, max(room, fewestListed)); err != nil {
			return err
		}
		all := v.lists[:min(cap(v.lists), mostEntries)]
		var now int
		now, at = a.ix.table.Within(&v.cells, &v.within, at, end, all, n)
		v.lists = all[:now]
		if err := a.pairs.allow(a, now-n); err != nil {
			return err
		}
	}
	return nil
}

// fewestListed is for how many entries there is room at least when a walk goes on.
const fewestListed = 1024

// allow counts n more entries of lists.
func (t *withinTask) allow(a *Asker, n int) error {
	each := int64(2)
	if a.options.HalfLists {
		each = 1
	}
	if pairs := (a.found.Add(int64(n)) + each - 1) / each; pairs > int64(a.set.MaxAnswers) {
		return tooMany(a.set.MaxAnswers, int(pairs))
	}
	return nil
}

// listed is how many entries the lists of a part have.
func (t *withinTask) listed(part int) (n int) {
	for _, list := range t.grid.within.Lists[part<<t.shift : min((part+1)<<t.shift, t.slots)] {
		n += list.Len()
	}
	return n
}
