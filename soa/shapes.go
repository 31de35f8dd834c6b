// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/store"
)

// Shapes is a store of shapes. The zero value is empty and ready for use.
// See the package comment for its layout and for what may run at once.
type Shapes struct {
	col     store.Columns
	list    []store.Column // those of col, then those attached
	own     int            // how many are of col
	spare   store.Spares
	index   indexTable
	lanes   laneStore
	outline outline
	local   []Point  // scratch of AddOutline
	moved   []bool   // scratch of Reorder
	off     []uint32 // scratch of relay
	use     use
	journal journal
	writes  writes
	regions regions
	shown   Live // the live columns, as the engine that holds the store sees them
}

// prepare makes the list of columns: the zero value has none.
func (s *Shapes) prepare() {
	if s.list == nil {
		if store.CheckMode() {
			s.index.separate()
		}
		s.list = s.col.List(&s.spare)
		s.own = len(s.list)
		s.lanes.local, s.lanes.world = &s.col.Local, &s.col.Lanes
	}
}

// New returns an empty store.
func New() *Shapes { return new(Shapes) }

// Grow makes room for n more shapes, so that adding them does not allocate, except for the
// vertices of polygons. Call it before you add many shapes. It refuses a number that is negative
// or more than a store can hold, and a call inside of Update.
func (s *Shapes) Grow(n int) error {
	const op = "Grow"
	if err := s.resize(op); err != nil {
		return err
	}
	defer s.use.release()
	if n < 0 {
		return refuse(op, fmt.Sprintf("%d shapes", n), errNegative, "")
	}
	// Entries of the store's own columns have at most eight bytes, so the sizes of columns do not
	// overflow.
	if room := min(maxShapes-uint64(s.Len()), math.MaxInt/8); uint64(n) > room {
		return refuse(op, fmt.Sprintf("%d shapes", n), ErrFull, fmt.Sprintf("there is room for %d more", room))
	}
	s.grow(n)
	return nil
}

// GrowVertices makes room for n more vertices of polygons, so that AddPolygon and its like do not
// move the present ones. Each polygon takes a power of two of them, four at least. It refuses what
// Grow refuses.
func (s *Shapes) GrowVertices(n int) error {
	const op = "GrowVertices"
	if err := s.resize(op); err != nil {
		return err
	}
	defer s.use.release()
	if n < 0 {
		return refuse(op, fmt.Sprintf("%d vertices", n), errNegative, "")
	}
	if room := min(maxLanes-uint64(len(s.lanes.world.D)), math.MaxInt/4); uint64(n) > room {
		return refuse(op, fmt.Sprintf("%d vertices", n), ErrFull, fmt.Sprintf("there is room for %d more", room))
	}
	s.lanes.grow(n)
	return nil
}

func (s *Shapes) grow(n int) {
	s.index.grow(n)
	for _, c := range s.list {
		c.Grow(n)
	}
}

// Clear removes all shapes and keeps the memory for others. It is refused inside of Update.
func (s *Shapes) Clear() error {
	if err := s.resize("Clear"); err != nil {
		return err
	}
	defer s.use.release()
	for k := len(s.col.ID) - 1; k >= 0; k-- {
		s.index.release(ID(s.col.ID[k]).Index())
	}
	for _, c := range s.list {
		c.Truncate()
	}
	s.col.Count = [kernels.NumClasses]int{}
	s.regions = regions{}
	s.lanes.reset()
	s.journal.noteAll()
	s.writes.noteAll()
	return nil
}

// Len returns the number of shapes. Slots are 0 to Len()-1.
func (s *Shapes) Len() int { return len(s.col.ID) }

// Has reports whether id names a shape of this store.
func (s *Shapes) Has(id ID) bool {
	_, ok := s.index.find(id)
	return ok
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

// Remove removes a shape, or a region with all its parts. It is refused inside of Update.
func (s *Shapes) Remove(id ID) error {
	if err := s.resize("Remove"); err != nil {
		return err
	}
	defer s.use.release()
	if len(s.regions.of) == 0 {
		return s.remove(id)
	}
	parts, err := s.whole("Remove", id)
	if err != nil {
		return err
	}
	if parts == nil {
		return s.remove(id)
	}
	for _, part := range parts {
		if err := s.remove(part); err != nil {
			return err // not reached: parts live as long as their region
		}
	}
	s.regions.forget(id)
	return nil
}

// undo removes the shapes that a call has added before it failed with err, and returns err.
func (s *Shapes) undo(ids []ID, err error) error {
	for _, id := range ids {
		if e := s.remove(id); e != nil { // not reached: they have just been added
			err = errors.Join(err, e)
		}
	}
	return err
}

func (s *Shapes) remove(id ID) error {
	i, ok := s.index.find(id)
	if !ok {
		return noShape("Remove", id)
	}
	if s.col.Class[i] == kernels.Polygon {
		s.lanes.release(s.col.Off[i], s.col.Num[i])
	}
	last := ID(s.col.ID[len(s.col.ID)-1])
	s.index.slot[last.Index()] = i
	s.index.release(id.Index())
	s.col.Count[s.col.Class[i]]--
	s.drop(int(i))
	s.journal.note(i, s.Len())
	s.journal.note(uint32(s.Len()), s.Len())
	return nil
}

// drop moves the last entry of every column to slot i. As in insert, the columns that every store
// has are written out.
func (s *Shapes) drop(i int) {
	c := &s.col
	drop(&c.ID, i)
	drop(&c.Class, i)
	drop(&c.X, i)
	drop(&c.Y, i)
	drop(&c.C, i)
	drop(&c.S, i)
	drop(&c.RC, i)
	drop(&c.RS, i)
	drop(&c.P, i)
	drop(&c.Q, i)
	drop(&c.Reach, i)
	drop(&c.Off, i)
	drop(&c.Num, i)
	drop(&c.MinX, i)
	drop(&c.MinY, i)
	drop(&c.MaxX, i)
	drop(&c.MaxY, i)
	drop(&c.Skip, i)
	drop(&c.Fault, i)
	if c.Filtered() {
		for _, column := range s.list[store.Always:s.own] {
			column.Drop(i)
		}
	}
	for _, column := range s.list[s.own:] {
		column.Drop(i)
	}
}

func drop[T any](column *[]T, i int) {
	d := *column
	last := len(d) - 1
	d[i] = d[last]
	*column = d[:last]
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
//
// If f writes to few shapes, it may say to which: see Live.Wrote.
func (s *Shapes) Update(f func(Live)) (err error) {
	if !s.use.begin() {
		return inUse("Update")
	}
	l := s.live()
	var filled uint64
	l.writes = &s.writes
	l.call, filled = s.writes.begin()
	var watched func() (int, bool)
	if store.CheckMode() && s.use.n.Load() == 1 {
		watched = s.writes.watch(s.list, s.Len())
	}
	defer s.endUpdate(l.call, filled, watched, &err)
	f(l)
	return nil
}

func (s *Shapes) endUpdate(call, filled uint64, watched func() (int, bool), err *error) {
	named, reads := s.writes.end(call, filled)
	if watched != nil {
		if i, found := watched(); found && named {
			s.writes.noteAll()
			reads = false
			*err = &Error{op: "Update", id: ID(s.col.ID[i]), Row: -1, Vertex: -1, Reason: errNotNamed, Advice: "call Wrote for every slot that is written to, or not at all"}
		}
	}
	if reads {
		s.use.changes.Add(^uint64(0))
	}
	if s.use.end() && store.CheckMode() {
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
		index:  &s.index,
	}
}

// ids returns the column of IDs, the same memory as []ID.
func (s *Shapes) ids() []ID {
	return unsafe.Slice((*ID)(unsafe.SliceData(s.col.ID)), len(s.col.ID))
}

// resize holds the store while shapes are added or removed, until use.release. It is refused while
// anybody else relies on the columns.
func (s *Shapes) resize(op string) error {
	if !s.use.hold() {
		return inUse(op)
	}
	s.use.changes.Add(1)
	s.prepare()
	return nil
}

// write keeps engines from the columns while they are written to, until use.end. It is refused
// while an engine reads them.
func (s *Shapes) write(op string) error {
	if !s.use.begin() {
		return inUse(op)
	}
	return nil
}

// Region returns the ID of the region that a shape is a part of, or the shape's own ID if it is a
// part of none.
func (s *Shapes) Region(id ID) ID {
	if lead, ok := s.regions.of[id]; ok {
		return lead
	}
	return id
}

// whole returns all parts of a region, nil for a shape of none, and refuses other parts.
func (s *Shapes) whole(op string, id ID) ([]ID, error) {
	lead, ok := s.regions.of[id]
	switch {
	case !ok:
		return nil, nil
	case lead != id:
		return nil, &Error{op: op, id: id, Row: -1, Vertex: -1, Reason: errPart, Advice: fmt.Sprintf("call it for the region, which is shape %v", lead)}
	}
	return s.regions.parts[id], nil
}
