// SPDX-License-Identifier: MIT

package contacts

import (
	"daylight/batch"
	"daylight/batch/tile"
	"daylight/region"
	"daylight/soa"
)

// bounds finds the boxes of shapes, some at a time.
type bounds struct {
	list   []Shape
	reach  batch.Config
	store  *soa.Shapes
	ids    []soa.ID
	boxes  tile.Bounds
	worlds numbers
	bodies numbers
	// The numbers by which the plan knows worlds.
	hashes map[string]uint32
	last   string
	was    uint32
}

// atATime is of how many shapes boxes are found in one go.
const atATime = 1 << 10

func newBounds(s *settings) *bounds {
	b := &bounds{store: soa.New(), hashes: map[string]uint32{}}
	b.reach = batch.Config{Mode: s.Mode, Margin: s.Margin}
	if s.Mode == batch.ModeSwept {
		b.reach.Columns = newMoves(b.store)
	}
	b.last, b.was = "", WorldNumber("")
	return b
}

// add takes in a shape, and reports whether it is time to ask for each.
func (b *bounds) add(s Shape) (full bool, err error) {
	id, err := s.addTo(b.store, &b.worlds, &b.bodies)
	if err != nil {
		return false, err
	}
	if err := putMoves(b.reach.Columns, id, &s); err != nil {
		return false, err
	}
	b.list, b.ids = append(b.list, s), append(b.ids, id)
	return len(b.list) >= atATime, nil
}

// each calls do with the shapes that were added, and begins anew. Shapes without a box, which
// meet nothing, are left out.
func (b *bounds) each(do func(s *Shape, world uint32, box region.Box)) error {
	if len(b.list) == 0 {
		return nil
	}
	if err := b.boxes.Fill(b.store, b.reach); err != nil {
		return err
	}
	for k := range b.list {
		s := &b.list[k]
		if box := b.boxes.Box(b.ids[k]); box.MinX <= box.MaxX && box.MinY <= box.MaxY {
			do(s, b.world(s.World), box)
		}
	}
	clear(b.list) // which lets go of texts
	b.list, b.ids = b.list[:0], b.ids[:0]
	return b.store.Clear()
}

// mostWorlds is of how many worlds the numbers are kept.
const mostWorlds = 1 << 16

func (b *bounds) world(name string) uint32 {
	if name == b.last {
		return b.was
	}
	w, known := b.hashes[name]
	if !known {
		w = WorldNumber(name)
		if len(b.hashes) < mostWorlds {
			b.hashes[name] = w
		}
	}
	b.last, b.was = name, w
	return w
}

func newMoves(s *soa.Shapes) batch.Columns {
	return batch.Columns{VX: soa.Attach[float32](s), VY: soa.Attach[float32](s), Spin: soa.Attach[float32](s)}
}

// putMoves enters how a shape moves, in columns that are there.
func putMoves(m batch.Columns, id soa.ID, s *Shape) error {
	if m.VX == nil {
		return nil
	}
	if err := m.VX.Set(id, s.DX); err != nil {
		return err
	}
	if err := m.VY.Set(id, s.DY); err != nil {
		return err
	}
	return m.Spin.Set(id, s.Turn)
}
