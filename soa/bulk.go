// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"slices"

	"daylight/internal/simd"
	"daylight/internal/store"
)

// addBoxes is AddBox for each entry of columns of one length: positions, rotations, and half
// sides. It ends before the first box that AddBox refuses, and returns how many it added.
func (s *Shapes) addBoxes(x, y []float64, c, sn []float32, hx, hy []float64) (int, error) {
	const op = "AddBox"
	if err := s.resize(op); err != nil {
		return 0, err
	}
	defer s.use.release()
	n, err := s.roomFor(op, len(x))
	if err != nil {
		return 0, err
	}
	p, q, reach := s.extendParameters(n)
	for i := range p {
		a, b := float32(hx[i]), float32(hy[i])
		// What is no number compares with nothing.
		if !(a > 0 && b > 0 && hx[i] <= maxLocal && hy[i] <= maxLocal) || store.PoseFault(x[i], y[i], c[i], sn[i]) != store.Sound {
			n = i
			break
		}
		p[i], q[i] = a, b
		reach[i] = outward(math.Sqrt(float64(float64(a)*float64(a)) + float64(float64(b)*float64(b))))
	}
	s.extend(simd.Box, n, store.Unrotated, x, y)
	col := &s.col
	col.C, col.S = append(col.C, c[:n]...), append(col.S, sn[:n]...)
	return n, nil
}

// addCircles is addBoxes for AddCircle, of circles that are not turned.
func (s *Shapes) addCircles(x, y, radius []float64) (int, error) {
	const op = "AddCircle"
	if err := s.resize(op); err != nil {
		return 0, err
	}
	defer s.use.release()
	n, err := s.roomFor(op, len(x))
	if err != nil {
		return 0, err
	}
	p, q, reach := s.extendParameters(n)
	for i := range p {
		if r := radius[i]; !(r >= 0 && r <= maxLocal) || store.PoseFault(x[i], y[i], 1, 0) != store.Sound {
			n = i
			break
		}
		p[i], q[i], reach[i] = float32(radius[i]), 0, 0
	}
	first := s.Len()
	s.extend(simd.Circle, n, 1, x, y)
	col := &s.col
	col.C, col.S = fill(col.C, n, 1), fill(col.S, n, 0)
	for i := first; i < first+n; i++ {
		col.SetBounds(i, 0, 0, col.P[i])
	}
	return n, nil
}

// roomFor checks that n shapes can be added.
func (s *Shapes) roomFor(op string, n int) (int, error) {
	if uint64(s.Len())+uint64(n) > maxShapes || uint64(len(s.index.slot))+uint64(n) > maxShapes {
		return 0, noRoom(op)
	}
	return n, nil
}

// extendParameters makes room for n more parameters of shapes behind those that there are.
func (s *Shapes) extendParameters(n int) (p, q, reach []float32) {
	c, first := &s.col, s.Len()
	c.P, c.Q, c.Reach = slices.Grow(c.P, n), slices.Grow(c.Q, n), slices.Grow(c.Reach, n)
	return c.P[first : first+n], c.Q[first : first+n], c.Reach[first : first+n]
}

// extend adds n shapes of a class, whose parameters have been written, but for their rotations.
// It is to all columns what insert is to one entry of each.
func (s *Shapes) extend(class simd.Class, n int, rc float32, x, y []float64) {
	c, first := &s.col, s.Len()
	c.ID = slices.Grow(c.ID, n)
	for i := range n {
		c.ID = append(c.ID, uint64(s.index.take(uint32(first+i))))
		s.journal.note(uint32(first+i), first+i+1)
	}
	c.Class = fill(c.Class, n, class)
	c.Count[class] += n
	c.X, c.Y = append(c.X, x[:n]...), append(c.Y, y[:n]...)
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
