// SPDX-License-Identifier: MIT

package separate

import (
	"cmp"
	"math"
	"slices"

	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/probe"
	"daylight/internal/qp"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// seams finds contacts that would catch a shape on the seams of what it slides over. Such a contact
// is with a shape that cannot move, and which the sliding shape does not overlap after the pushes
// of its deeper contacts. An example is a side of a floor tile that lies against the next tile, so
// that nothing can touch it from outside.
type seams struct {
	start    []uint32 // by slot of a shape that moves, where its contacts begin in row
	row      []uint32 // contact, twice, and one more if the shape is its B
	ignored  []bool   // by contact
	table    *isa.Table
	contacts *batch.Contacts
	sides    [2]mover
	slots    uint32 // of both sets
	sliders  []slider
}

// slider decides the contacts of one shape after another, on a goroutine of its own.
type slider struct {
	candidates []candidate
	active     []qp.Constraint // candidates that the push satisfies
	of         [2]store.Store  // sliding shapes, and others
	probe      probe.Pair
}

// candidate is a constraint and its contact.
type candidate struct {
	qp.Constraint
	row    uint32
	active bool // the push satisfies it
}

// mover says which shapes of a set can move.
type mover struct {
	shapes *soa.Shapes
	cols   store.Columns
	offset uint32
	*Columns
}

func newMover(of [2]*soa.Shapes, k int, cfg *Config) mover {
	m := mover{shapes: of[k], cols: store.Of(of[k]).Columns(), Columns: &cfg.Columns[k]}
	if k == 1 {
		m.offset = uint32(of[0].Len())
	}
	return m
}

// slot returns the slot of a shape, counted over both sets, and whether it can move. It is not ok
// if the shape was removed, is in quarantine or is a sensor.
func (m *mover) slot(id soa.ID) (slot uint32, moves, ok bool) {
	i, ok := store.Of(m.shapes).Slot(uint64(id))
	if !ok || m.cols.Skip[i] || m.cols.Sensor != nil && m.cols.Sensor[i] {
		return 0, false, false
	}
	moves = !(m.cols.Static != nil && m.cols.Static[i])
	if moves && m.InvMass != nil {
		w, err := m.InvMass.Get(id)
		moves = err == nil && w != 0
	}
	return uint32(i) + m.offset, moves, true
}

// find marks the contacts that are to be ignored. The shapes are held; the second set is nil if
// there is one.
func (w *seams) find(c *batch.Contacts, of [2]*soa.Shapes, cfg *Config) ([]bool, error) {
	w.contacts = c
	sides := &w.sides
	sides[0] = newMover(of, 0, cfg)
	w.slots = uint32(of[0].Len())
	sides[1] = sides[0]
	if of[1] != nil {
		sides[1] = newMover(of, 1, cfg)
		w.slots += uint32(of[1].Len())
	}
	w.start = scratch.Resize(w.start, int(w.slots)+2)
	clear(w.start)
	w.row = scratch.Resize(w.row, c.Len())
	// moving returns the slot of the only shape of contact i that can move, and 1 if that is its B.
	moving := func(i int) (slot, second uint32, ok bool) {
		a, movesA, okA := sides[0].slot(c.A[i])
		b, movesB, okB := sides[1].slot(c.B[i])
		if !okA || !okB || movesA == movesB {
			return 0, 0, false
		}
		if movesB {
			return b, 1, true
		}
		return a, 0, true
	}
	for i := range c.A {
		if slot, _, ok := moving(i); ok {
			w.start[slot+2]++
		}
	}
	for k := 2; k < len(w.start); k++ {
		w.start[k] += w.start[k-1]
	}
	for i := range c.A {
		if slot, second, ok := moving(i); ok {
			w.row[w.start[slot+1]] = uint32(2*i) + second
			w.start[slot+1]++
		}
	}
	w.ignored = scratch.Resize(w.ignored, c.Len())
	clear(w.ignored)
	workers := max(1, min(cfg.Workers, int(w.start[w.slots])/sliderRows))
	w.sliders = slices.Grow(w.sliders[:0], workers)[:workers]
	if err := guard.Each(len(w.sliders), w, (*seams).refresh); err != nil {
		return nil, err
	}
	return w.ignored, guard.Each(len(w.sliders), w, (*seams).decideAll)
}

// sliderRows is the least number of contacts for a goroutine.
const sliderRows = 256

// refresh brings the shapes of part k up to date.
func (w *seams) refresh(k int) error {
	for i := range w.sides {
		if of := w.sides[i].shapes; i == 0 || of != w.sides[0].shapes {
			n, parts := of.Len(), len(w.sliders)
			store.Of(of).Refresh(w.table, guard.Cut(n, k, parts), guard.Cut(n, k+1, parts))
		}
	}
	return nil
}

// decideAll decides the contacts of all shapes of part k. All parts have about the same number of
// contacts.
func (w *seams) decideAll(k int) error {
	s, parts := &w.sliders[k], len(w.sliders)
	s.probe.Use(w.table)
	all := int(w.start[w.slots])
	lo, hi := uint32(guard.Cut(all, k, parts)), uint32(guard.Cut(all, k+1, parts))
	from, _ := slices.BinarySearch(w.start[:w.slots], lo)
	for slot := from; slot < int(w.slots) && w.start[slot] < hi; slot++ {
		if rows := w.row[w.start[slot]:w.start[slot+1]]; len(rows) > 1 {
			s.decide(w.contacts, rows, &w.sides, w.ignored)
		}
	}
	return nil
}

// decide decides the contacts of one shape that moves.
func (w *slider) decide(c *batch.Contacts, rows []uint32, sides *[2]mover, ignored []bool) {
	w.candidates = w.candidates[:0]
	for n, e := range rows {
		i, second := e/2, e%2
		of, other, sign := c.A[i], c.B[i], float32(-1)
		if second == 1 {
			of, other, sign = other, of, 1
		}
		if n == 0 {
			w.of = [2]store.Store{store.Of(sides[second].shapes), store.Of(sides[1-second].shapes)}
		}
		w.candidates = append(w.candidates, candidate{qp.New(of, other, float32(sign*c.NX[i]), float32(sign*c.NY[i]), c.Depth[i]), i, false})
	}
	slices.SortFunc(w.candidates, func(v, u candidate) int { return cmp.Compare(v.Other, u.Other) })
	w.active = w.active[:0]
	var x, y float64 // the push so far
	for range w.candidates {
		next := w.next(x, y)
		if next == nil {
			break
		}
		next.active = true
		w.active = append(w.active, next.Constraint)
		x, y, _ = qp.Solve(w.active)
	}
	// A constraint that the push still satisfies changes nothing, and is not ignored.
	far := math.Sqrt(float64(x*x) + float64(y*y))
	for k := range w.candidates {
		q := &w.candidates[k]
		if near := float64(q.NX*x)+float64(q.NY*y) < q.Depth+far; !q.active && near {
			ignored[q.row] = true
		}
	}
}

// next returns the next constraint to make active, or nil if the pushed shape overlaps no other:
// the one with the deepest overlap, and one whose normal is about that of the least push before any
// other.
func (w *slider) next(x, y float64) (best *candidate) {
	deepest, straight := 0.0, false
	for k := range w.candidates {
		q := &w.candidates[k]
		if q.active {
			continue
		}
		c, err := w.probe.Refreshed(w.of, uint64(q.Of), uint64(q.Other), x, y)
		if err != nil || float64(c.Depth) <= c.Bound {
			continue
		}
		along := -(float64(q.NX*float64(c.NX)) + float64(q.NY*float64(c.NY))) >= .5
		if depth := float64(c.Depth); best == nil || along && !straight || along == straight && depth > deepest {
			best, deepest, straight = q, depth, along
		}
	}
	return best
}
