// SPDX-License-Identifier: MIT

package soa

import (
	"iter"

	"daylight/internal/checkmode"
)

// Live holds the columns that Update shows to the function that it calls. They are the store's
// own memory and have one entry for each slot; entry i of every column is about the shape ID[i].
// X, Y, C and S may be read and written in place; ID and Static may only be read.
//
// A Live and its columns are valid until that function returns. So are the slots of shapes: the
// next step of an engine may move every shape to another one.
type Live struct {
	ID    []ID // which shape lies in the slot
	Poses      // positions, and cosines and sines of angles

	// Static says which shapes are static. It is nil if no shape ever was.
	Static []bool

	shapes *Shapes
}

// Slot returns the slot of a shape, and whether it exists.
func (l *Live) Slot(id ID) (int, bool) {
	if l.shapes == nil {
		return 0, false
	}
	i, ok := l.shapes.index.find(id)
	return int(i), ok
}

// Update calls f with the live columns of the store. It is the fast way to move many
// shapes: plain loops over slices, without a look-up per shape.
//
//	err := shapes.Update(func(c soa.Live) {
//		vx, vy := velX.Data(c), velY.Data(c) // columns of the caller's, see Attach
//		for i := range c.X {
//			c.X[i] += vx[i] * dt
//			c.Y[i] += vy[i] * dt
//		}
//	})
//
// The name of the shape in slot i is c.ID[i], not i. If you have a slice of your own, in the
// order in which shapes were added, index it by c.ID[i].Index().
//
// While f runs, shapes cannot be added or removed: such calls return ErrInUse and change nothing.
// All other calls work as usual. f may call Update, and may write to the columns from several
// goroutines if it waits for them. While a step of an engine is under way, Update returns
// ErrInUse and does not call f. It allocates nothing.
func (s *Shapes) Update(f func(Live)) error {
	if !s.use.begin() {
		return inUse("Update")
	}
	defer s.endUpdate()
	f(s.live())
	return nil
}

func (s *Shapes) endUpdate() {
	if s.use.end() && checkmode.On() {
		for _, c := range s.list { // what somebody kept is of no use
			c.Elsewhere()
		}
	}
}

func (s *Shapes) live() Live {
	c, n := &s.col, len(s.col.ID)
	return Live{
		ID: s.ids(), Poses: Poses{X: c.X[:n:n], Y: c.Y[:n:n], C: c.C[:n:n], S: c.S[:n:n]},
		Static: c.Static[:len(c.Static):len(c.Static)],
		shapes: s,
	}
}

// All ranges over the IDs of all shapes, in the order in which they are stored. The loop may
// remove the shape whose ID it was given. If it removes other shapes, or adds some, it may miss a
// few.
func (s *Shapes) All() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for i := 0; i < len(s.col.ID); {
			id := ID(s.col.ID[i])
			if !yield(id) {
				return
			}
			if i < len(s.col.ID) && ID(s.col.ID[i]) == id {
				i++ // else it was removed, and the last shape lies here now
			}
		}
	}
}
