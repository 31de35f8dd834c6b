// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"unsafe"

	"daylight/internal/kernels/bvh"
	"daylight/internal/store"
	"daylight/soa"
)

// fitSlots is how many shapes are brought up to date and put into leaves at a time, so that they
// are in cache: as many as the leaves below sixteen nodes hold.
const fitSlots = fan * fan * fan

// readInPlace makes the tree of slots as they are, and has the index read shapes in the store. It
// reports whether it did: not if shapes lie in no order of space (but for Config.AnyOrder), in
// several worlds, or in quarantine. Then it has changed nothing but the tree.
func (ix *Index) readInPlace(c *store.Columns) bool {
	n, t := len(c.X), &ix.tree
	if n < fewestRuns*fan && (n <= fan || !ix.anyOrder) || !oneWorld(c.World) {
		return false
	}
	t.x, t.y = middle(c.X, nil), middle(c.Y, nil)
	t.size(n)
	t.levels[1][len(t.levels[1])-1] = emptyNode
	ix.unsound.Store(0)
	ix.spread((n+fitSlots-1)/fitSlots, 1, (*Index).fitLeaves)
	if ix.jumbled = !t.orderly(); ix.unsound.Load() > 0 || ix.jumbled && !ix.anyOrder {
		return false
	}
	t.reduce(2)
	s := &ix.shapes
	ids := unsafe.Slice((*soa.ID)(unsafe.SliceData(c.ID)), cap(c.ID))
	*s = shapes{from: c, id: ids[:n], class: c.Class, lanes: c.Lanes, has: attributesIn(c)}
	s.kinds(c)
	if s.polygons {
		s.off, s.num = c.Off, c.Num
	}
	world := uint32(0)
	if c.World != nil {
		world = c.World[0]
	}
	ix.worlds = worlds{name: append(ix.worlds.name[:0], world), start: append(ix.worlds.start[:0], 0, uint32(n))}
	ix.stored, ix.root, ix.seen = n, t.subtree(0, n), store.Of(ix.store).Changes()
	return true
}

func oneWorld(world []uint32) bool {
	for _, w := range world {
		if w != world[0] {
			return false
		}
	}
	return true
}

// fitLeaves brings pieces lo to hi-1 of the store up to date and makes their leaves.
func (ix *Index) fitLeaves(lo, hi int) {
	c, t := &ix.building.cols, &ix.tree
	b := bvh.Boxes{X: c.X, Y: c.Y, MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY}
	door := store.Of(ix.store)
	for k := lo; k < hi; k++ {
		from, end := k*fitSlots, min((k+1)*fitSlots, len(c.X))
		ix.unsound.Add(int64(door.Refresh(ix.table, from, end).Quarantined))
		ix.table.Fit(t.levels[0], t.levels[1], &b, from/fan, (end+fan-1)/fan, t.x, t.y)
	}
}

// orderly reports whether the leaves are those of storage in an order of space. It looks at some.
func (t *tree) orderly() bool {
	const looks = 64
	whole := t.n / fan
	step := (whole + looks - 1) / looks
	own, wide, n := 0.0, 0.0, 0
	var run [fan]centre
	for leaf := 0; leaf < whole; leaf += step {
		for k := range run {
			run[k] = t.centre(leaf*fan + k)
		}
		_, _, size := halfPerimeter(run[:], 1)
		own += size
		for k := range run { // for comparison, shapes spread over all of the storage
			run[k] = t.centre((leaf + k*whole/fan) % whole * fan)
		}
		_, _, size = halfPerimeter(run[:], 1)
		wide += size
		n++
	}
	// If shapes were spread evenly, leaves would be 1/whole of the area.
	return own <= raggedness*wide/math.Sqrt(float64(whole))
}

// centre returns the centre of the box of a place.
func (t *tree) centre(place int) centre {
	n, k := &t.levels[0][place/fan], place%fan
	return centre{x: float32(0.5*n.MinX[k]) + float32(0.5*n.MaxX[k]), y: float32(0.5*n.MinY[k]) + float32(0.5*n.MaxY[k])}
}

// changed returns ErrChanged if the index reads shapes in the store and these may have changed.
func (ix *Index) changed() error {
	if ix.shapes.from != nil && store.Of(ix.store).Changes() != ix.seen {
		return ErrChanged
	}
	return nil
}
