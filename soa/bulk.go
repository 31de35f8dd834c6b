// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"slices"

	"daylight/internal/kernels"
	"daylight/internal/store"
)

// AddCircles is AddCircle for each entry of columns of one length, which are only read. It appends
// the IDs to dst, in the order of the entries. Everything is checked before anything is added: an
// *Error names the first entry that AddCircle would refuse as its Row, and then nothing has been
// added. attrs are the attributes of each; nil stands for the default. Call Grow before you add
// many columns one after the other. Capsules are added one by one: call Grow, then AddCapsule for
// each row.
func (s *Shapes) AddCircles(dst []ID, p Poses, radius []float64, attrs []Attrs) ([]ID, error) {
	const op = "AddCircles"
	if err := s.resize(op); err != nil {
		return dst, err
	}
	defer s.use.release()
	n := len(p.X)
	if err := s.checkColumns(op, n, attrs, append(p.entries(), entries{"radius", len(radius)})...); err != nil {
		return dst, err
	}
	a, b, reach := s.extendParameters(n)
	for i, r := range radius {
		if !(r >= 0 && r <= maxLocal) || p.fault(i) != store.Sound {
			c := checks{op: op}
			c.circle(p.at(i), r)
			return dst, inRow(c.err, i)
		}
		a[i], b[i], reach[i] = float32(r), 0, 0
	}
	first := s.Len()
	dst = s.extend(dst, kernels.Circle, n, 1, &p, attrs)
	for i := first; i < first+n; i++ {
		s.col.SetBounds(i, 0, 0, s.col.P[i])
	}
	return dst, nil
}

// AddBoxes is AddBox for each entry of columns of one length, as AddCircles is for circles.
func (s *Shapes) AddBoxes(dst []ID, p Poses, hx, hy []float64, attrs []Attrs) ([]ID, error) {
	const op = "AddBoxes"
	if err := s.resize(op); err != nil {
		return dst, err
	}
	defer s.use.release()
	n := len(p.X)
	if err := s.checkColumns(op, n, attrs, append(p.entries(), entries{"hx", len(hx)}, entries{"hy", len(hy)})...); err != nil {
		return dst, err
	}
	a, b, reach := s.extendParameters(n)
	for i := range n {
		x, y := float32(hx[i]), float32(hy[i])
		// Comparisons with NaN are false.
		if !(x > 0 && y > 0 && hx[i] <= maxLocal && hy[i] <= maxLocal) || p.fault(i) != store.Sound {
			c := checks{op: op}
			c.halfExtents(p.at(i), hx[i], hy[i])
			return dst, inRow(c.err, i)
		}
		a[i], b[i], reach[i] = x, y, diagonal(x, y)
	}
	return s.extend(dst, kernels.Box, n, store.Unrotated, &p, attrs), nil
}

// AddPolygons is AddPolygon for the outlines points[offsets[i]:offsets[i+1]], one less than there
// are offsets, as AddCircles is for circles. A radius of nil stands for zeros. If p has no columns,
// the points are in world coordinates, as those of AddOutline are.
func (s *Shapes) AddPolygons(dst []ID, p Poses, points []Point, offsets []int, radius []float64, attrs []Attrs) ([]ID, error) {
	const op = "AddPolygons"
	if err := s.resize(op); err != nil {
		return dst, err
	}
	defer s.use.release()
	n := max(len(offsets)-1, 0)
	world := p.X == nil && p.Y == nil && p.C == nil && p.S == nil
	var columns []entries
	if radius != nil {
		columns = append(columns, entries{"radius", len(radius)})
	}
	if !world {
		columns = append(columns, p.entries()...)
	}
	if err := s.checkColumns(op, n, attrs, columns...); err != nil {
		return dst, err
	}
	for i := range n {
		if from, to := offsets[i], offsets[i+1]; from < 0 || from > to || to > len(points) {
			return dst, inRow(refuse(op, fmt.Sprintf("points %d to %d of %d", from, to, len(points)), ErrRange, "want offsets that grow, within the points"), i)
		}
	}
	before := len(dst)
	for i := range n {
		var id ID
		var err error
		r, a := entry(radius, i, 0), entry(attrs, i, Attrs{})
		if pts := points[offsets[i]:offsets[i+1]]; world {
			id, err = s.addWorld(op, pts, r, a)
		} else {
			id, err = s.addLocal(op, p.at(i), pts, r, a)
		}
		if err != nil {
			return dst[:before], s.undo(dst[before:], inRow(err, i))
		}
		dst = append(dst, id)
	}
	return dst, nil
}

// SetAttrsOf is SetAttrs for each of the shapes and regions. If it returns an error, it has changed
// nothing.
func (s *Shapes) SetAttrsOf(ids []ID, attrs []Attrs) error {
	const op = "SetAttrsOf"
	if err := s.write(op); err != nil {
		return err
	}
	defer s.use.end()
	if err := (entries{"attrs", len(attrs)}).want(op, len(ids)); err != nil {
		return err
	}
	for k, id := range ids {
		if _, ok := s.index.find(id); !ok {
			return inRow(noShape(op, id), k)
		}
		if _, err := s.whole(op, id); err != nil {
			return inRow(err, k)
		}
	}
	for k, id := range ids {
		i, _ := s.index.find(id)
		if err := s.changeAttrs(op, id, i, attrs[k]); err != nil {
			return inRow(err, k)
		}
	}
	return nil
}

// entries is how many entries a column has.
type entries struct {
	column string
	n      int
}

// want refuses a column of another length.
func (c entries) want(op string, n int) error {
	if c.n == n {
		return nil
	}
	return refuse(op, fmt.Sprintf("column %s of %d entries", c.column, c.n), ErrRange, fmt.Sprintf("there are %d shapes", n))
}

// entries are the columns of poses but for those of rotations, if both are nil.
func (p *Poses) entries() []entries {
	list := []entries{{"X", len(p.X)}, {"Y", len(p.Y)}}
	if p.C != nil || p.S != nil {
		list = append(list, entries{"C", len(p.C)}, entries{"S", len(p.S)})
	}
	return list
}

// checkColumns checks that columns have the right length, and that there is room for as many
// shapes.
func (s *Shapes) checkColumns(op string, n int, attrs []Attrs, others ...entries) error {
	for _, c := range others {
		if err := c.want(op, n); err != nil {
			return err
		}
	}
	if attrs != nil {
		if err := (entries{"attrs", len(attrs)}).want(op, n); err != nil {
			return err
		}
	}
	if uint64(s.Len())+uint64(n) > maxShapes || uint64(len(s.index.slot))+uint64(n) > maxShapes {
		return noRoom(op)
	}
	return nil
}

// extendParameters makes room for n more parameters of shapes behind the present ones.
func (s *Shapes) extendParameters(n int) (p, q, reach []float32) {
	c, first := &s.col, s.Len()
	c.P, c.Q, c.Reach = slices.Grow(c.P, n), slices.Grow(c.Q, n), slices.Grow(c.Reach, n)
	return c.P[first : first+n], c.Q[first : first+n], c.Reach[first : first+n]
}

// extend adds n shapes of a class, whose parameters have been written, and appends their IDs to
// dst. It is to all columns what insert is to one entry of each.
func (s *Shapes) extend(dst []ID, class kernels.Class, n int, rc float32, p *Poses, attrs []Attrs) []ID {
	c, first := &s.col, s.Len()
	c.ID, dst = slices.Grow(c.ID, n), slices.Grow(dst, n)
	for i := range n {
		id := s.index.take(uint32(first + i))
		c.ID, dst = append(c.ID, uint64(id)), append(dst, id)
		s.journal.note(uint32(first+i), first+i+1)
	}
	c.Class = fill(c.Class, n, class)
	c.Count[class] += n
	c.X, c.Y = append(c.X, p.X...), append(c.Y, p.Y...)
	if p.C == nil {
		c.C, c.S = fill(c.C, n, 1), fill(c.S, n, 0)
	} else {
		c.C, c.S = append(c.C, p.C...), append(c.S, p.S...)
	}
	c.RC, c.RS = fill(c.RC, n, rc), fill(c.RS, n, 0)
	c.P, c.Q, c.Reach = c.P[:first+n], c.Q[:first+n], c.Reach[:first+n]
	c.Off, c.Num = fill(c.Off, n, 0), fill(c.Num, n, 0)
	c.MinX, c.MinY = fill(c.MinX, n, 0), fill(c.MinY, n, 0)
	c.MaxX, c.MaxY = fill(c.MaxX, n, 0), fill(c.MaxY, n, 0)
	c.Skip, c.Fault = fill(c.Skip, n, false), fill(c.Fault, n, store.Fresh)
	if c.Filtered() || len(s.list) > s.own {
		for _, column := range s.list[store.Always:] {
			column.Push(n)
		}
	}
	for i, a := range attrs {
		s.setAttrs(first+i, a)
	}
	return dst
}

// fill appends n times the same value.
func fill[T any](column []T, n int, v T) []T {
	first := len(column)
	column = slices.Grow(column, n)[:first+n]
	for i := range column[first:] {
		column[first+i] = v
	}
	return column
}
