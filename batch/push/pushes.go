// SPDX-License-Identifier: MIT

package push

import (
	"daylight/batch"
	"daylight/internal/hold"
	"daylight/internal/qp"
	"daylight/internal/scratch"
	"daylight/soa"
)

// Pushes are the pushes of all shapes that have a contact, except sensors, as columns; see
// Out. Each assumes that its shape is the only one that moves: of two shapes that overlap,
// move one, or move both by half.
type Pushes struct {
	ID         []soa.ID // ascending
	X, Y, Left []float64

	start []uint32 // by index of a shape, where its contacts begin in row
	row   []uint32 // contact, twice, and one more if the shape is its B
	s     solver
}

// Find computes the pushes of all shapes in the contacts; of a Join, those of the shapes of the
// first set. It overwrites what was there before, and allocates only where a column must grow. It
// fails if the contacts have no depths, see batch.Mode, and with soa.ErrInUse if somebody else holds
// the shapes. It runs on the calling goroutine.
func (p *Pushes) Find(c *batch.Contacts) error {
	if err := p.s.begin(c); err != nil {
		return err
	}
	defer hold.Release(p.s.of)
	p.ID, p.X, p.Y, p.Left = p.ID[:0], p.X[:0], p.Y[:0], p.Left[:0]
	both := !p.s.joined()
	top := uint32(0)
	for i, a := range c.A {
		top = max(top, a.Index(), c.B[i].Index())
	}
	p.start = scratch.Resize(p.start, int(top)+2)
	clear(p.start)
	for i, a := range c.A {
		if p.s.anySensor(a, c.B[i]) {
			continue
		}
		p.start[a.Index()+1]++
		if both {
			p.start[c.B[i].Index()+1]++
		}
	}
	for k := 1; k < len(p.start); k++ {
		p.start[k] += p.start[k-1]
	}
	p.row = scratch.Resize(p.row, 2*c.Len())
	for i, a := range c.A {
		if p.s.anySensor(a, c.B[i]) {
			continue
		}
		p.row[p.start[a.Index()]] = uint32(2 * i)
		p.start[a.Index()]++
		if !both {
			continue
		}
		b := c.B[i].Index()
		p.row[p.start[b]] = uint32(2*i + 1)
		p.start[b]++
	}
	lo := uint32(0)
	for _, hi := range p.start[:len(p.start)-1] {
		if lo == hi {
			continue
		}
		p.s.constraints = p.s.constraints[:0]
		var id soa.ID
		for _, e := range p.row[lo:hi] {
			i := e / 2
			if e%2 == 0 {
				id = c.A[i]
				p.s.add(qp.New(c.A[i], c.B[i], -c.NX[i], -c.NY[i], c.Depth[i]))
			} else {
				id = c.B[i]
				p.s.add(qp.New(c.B[i], c.A[i], c.NX[i], c.NY[i], c.Depth[i]))
			}
		}
		lo = hi
		push := p.s.push()
		p.ID = append(p.ID, id)
		p.X, p.Y, p.Left = append(p.X, push.X), append(p.Y, push.Y), append(p.Left, push.Left)
	}
	return nil
}
