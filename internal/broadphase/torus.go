// SPDX-License-Identifier: MIT

package broadphase

import (
	"daylight/internal/kernels"
	"daylight/internal/scratch"
)

// Torus gives the boxes of a periodic world to a Frame. It moves each box by whole periods, so that
// its lower sides lie in the first, and adds an image of each box that reaches beyond the end of
// the first, one period lower; two and a third where it does so along both axes. So every two boxes
// that meet anywhere on the torus meet as entries of the frame, once among those pairs that
// TorusRows.Once leaves, if each is shorter than half a period. It owns the columns that Wrap
// returns; the zero value is ready for use.
type Torus struct {
	owner []uint32 // of entry slots+i, the box that it is an image of
	image []uint8  // by entry: 1 if it was moved along x, 2 along y, and 0 for boxes themselves
	slots int      // boxes that are no images

	boxes   Boxes
	filters Filters
}

// Wrap returns columns and filters for Build, whose boxes grow as the circles say. If a box is too
// large, misfit is its index, else -1. Columns that are not changed stay those of the caller.
func (t *Torus) Wrap(b Boxes, f Filters, c *Circles) (boxes Boxes, filters Filters, misfit int) {
	n, to := len(b.X), &t.boxes
	t.slots, t.owner = n, t.owner[:0]
	t.image = scratch.Resize(t.image, n)
	clear(t.image)
	to.X, to.Y = scratch.Resize(to.X, n), scratch.Resize(to.Y, n)
	copy(to.X, b.X)
	copy(to.Y, b.Y)
	for i := range n {
		if f.Skip != nil && f.Skip[i] || !usable(&b, i) {
			continue
		}
		if !c.Fit(b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i]) {
			return Boxes{}, Filters{}, i
		}
		x, overX := c[0].Place(b.X[i], b.MinX[i], b.MaxX[i])
		y, overY := c[1].Place(b.Y[i], b.MinY[i], b.MaxY[i])
		to.X[i], to.Y[i] = x, y
		over := overX | overY<<1
		for image := uint8(1); image <= over; image++ {
			if image&^over == 0 {
				to.X, to.Y = append(to.X, x-float64(c[0].turn*float64(image&1))), append(to.Y, y-float64(c[1].turn*float64(image>>1)))
				t.owner, t.image = append(t.owner, uint32(i)), append(t.image, image)
			}
		}
	}
	if len(t.owner) > 0 {
		b.MinX, to.MinX = Extended(to.MinX, b.MinX, t.owner)
		b.MinY, to.MinY = Extended(to.MinY, b.MinY, t.owner)
		b.MaxX, to.MaxX = Extended(to.MaxX, b.MaxX, t.owner)
		b.MaxY, to.MaxY = Extended(to.MaxY, b.MaxY, t.owner)
		f = t.filters.Extend(&f, t.owner)
	}
	b.X, b.Y = to.X, to.Y
	return b, f, -1
}

// Images returns how many entries are images.
func (t *Torus) Images() int {
	if t == nil {
		return 0
	}
	return len(t.owner)
}

// Owner returns the box that an entry is or is an image of.
func (t *Torus) Owner(entry uint32) uint32 {
	if int(entry) < t.slots {
		return entry
	}
	return t.owner[int(entry)-t.slots]
}

// Bytes returns how much memory the torus holds.
func (t *Torus) Bytes() int64 {
	if t == nil {
		return 0
	}
	b, f := &t.boxes, &t.filters
	return 4*int64(cap(t.owner)) + int64(cap(t.image)) + 8*int64(cap(b.X)+cap(b.Y)+cap(f.Key)) +
		4*int64(cap(b.MinX)+cap(b.MinY)+cap(b.MaxX)+cap(b.MaxY)+cap(f.World)+cap(f.Category)+cap(f.Mask)+cap(f.Group)+cap(f.Body)) +
		int64(cap(f.Static)+cap(f.Skip)+cap(f.Side))
}

// Extend returns f with an entry more for each of some owners, in the memory of g.
func (g *Filters) Extend(f *Filters, owner []uint32) (all Filters) {
	all = *f
	all.World, g.World = Extended(g.World, f.World, owner)
	all.Category, g.Category = Extended(g.Category, f.Category, owner)
	all.Mask, g.Mask = Extended(g.Mask, f.Mask, owner)
	all.Group, g.Group = Extended(g.Group, f.Group, owner)
	all.Body, g.Body = Extended(g.Body, f.Body, owner)
	all.Static, g.Static = Extended(g.Static, f.Static, owner)
	all.Skip, g.Skip = Extended(g.Skip, f.Skip, owner)
	all.Side, g.Side = Extended(g.Side, f.Side, owner)
	all.Key, g.Key = Extended(g.Key, f.Key, owner)
	return all
}

// Extended returns a column followed by the entries of owners, in the memory of room, and that
// memory, to be used again. A column that is nil stays so.
func Extended[T any](room, col []T, owner []uint32) (all, kept []T) {
	if col == nil {
		return nil, room
	}
	n := len(col)
	room = scratch.Resize(room[:0], n+len(owner))
	copy(room, col)
	for k, o := range owner {
		room[n+k] = col[o]
	}
	return room, room
}

// TorusRows are the rows of a strip on a torus. The zero value is ready for use.
type TorusRows struct {
	Slots []uint32 // of each row, the box that its entry is or is an image of
	Image []uint8  // of each row, how it was moved: 1 along x, 2 along y, 3 along both, 0 if it was not
}

// Load takes the entries of the rows.
func (r *TorusRows) Load(t *Torus, entries []uint32) {
	r.Slots, r.Image = scratch.Resize(r.Slots, len(entries)), scratch.Resize(r.Image, len(entries))
	for k, e := range entries {
		r.Slots[k], r.Image[k] = t.Owner(e), t.image[e]
	}
}

// Seat moves the records of rows to where their entries lie.
func (t *Torus) Seat(rec []kernels.Record, entries []uint32) {
	for k, e := range entries {
		rec[k].X, rec[k].Y = t.boxes.X[e], t.boxes.Y[e]
	}
}

// Once removes, in place, the pairs of rows that stand for two boxes another time: of several that
// lie as far apart, the one stays neither of whose axes has both boxes moved.
func (r *TorusRows) Once(pairs []kernels.Pair) []kernels.Pair {
	n := 0
	for _, p := range pairs {
		pairs[n] = p
		n += kernels.One(r.Image[p.A]&r.Image[p.B] == 0)
	}
	return pairs[:n]
}

// Bytes returns how much memory the rows hold.
func (r *TorusRows) Bytes() int64 { return 4*int64(cap(r.Slots)) + int64(cap(r.Image)) }
