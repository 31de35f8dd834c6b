// SPDX-License-Identifier: MIT

package push

import (
	"slices"

	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/qp"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// Pushes are the pushes of all shapes that have a contact, except sensors, as columns; see
// Out. Each assumes that its shape is the only one that moves: of two shapes that overlap,
// move one, or move both by half.
type Pushes struct {
	ID         []soa.ID // ascending
	X, Y, Left []float64

	// Workers, set before Find is called, is how many goroutines it may use, 1 to
	// daylight.MaxWorkers; 0 stands for GOMAXPROCS. The result does not depend on it.
	Workers int

	c       *batch.Contacts
	ends    []uint32 // where a shape's contacts end in row: by its index, later by its place in ID
	row     []uint32 // contact, twice, and one more if the shape is its B
	solvers []solver // by worker
}

// Find computes the pushes of all shapes in the contacts; for contacts between two sets, of the
// shapes of the first set. It overwrites the previous pushes, and allocates only to let a column
// grow and to start workers. It returns an error if the contacts have no depths (see batch.Mode),
// and soa.ErrInUse if somebody else holds the shapes.
func (p *Pushes) Find(c *batch.Contacts) error {
	workers := p.Workers
	if err := guard.Workers("push.Pushes", &workers); err != nil {
		return err
	}
	rows := 0
	if c != nil { // begin refuses nil
		rows = c.Len()
	}
	p.divide(rows, workers)
	s := &p.solvers[0]
	if err := s.begin(c); err != nil {
		return err
	}
	defer store.ReleaseBoth(s.of)
	p.c = c
	p.sort()
	n := len(p.ends)
	p.ID, p.X, p.Y, p.Left = scratch.Resize(p.ID, n), scratch.Resize(p.X, n), scratch.Resize(p.Y, n), scratch.Resize(p.Left, n)
	for k := range p.solvers {
		q := &p.solvers[k]
		q.of, q.sensors, q.refreshed = s.of, s.sensors, true
	}
	if err := guard.Each(len(p.solvers), p, (*Pushes).refresh); err != nil {
		return err
	}
	return guard.Each(len(p.solvers), p, (*Pushes).solve)
}

// workerRows is the least number of contacts for a worker.
const workerRows = 256

// divide makes a solver for each of the workers that n contacts keep busy, up to the number given.
func (p *Pushes) divide(n, workers int) {
	workers = max(1, min(workers, n/workerRows))
	p.solvers = slices.Grow(p.solvers[:0], workers)[:workers]
}

// sort sorts the contacts by the shapes that they push.
func (p *Pushes) sort() {
	c, s := p.c, &p.solvers[0]
	both := !s.joined()
	top := uint32(0)
	for i, a := range c.A {
		top = max(top, a.Index(), c.B[i].Index())
	}
	p.ends = scratch.Resize(p.ends, int(top)+2)
	clear(p.ends)
	for i, a := range c.A {
		if s.anySensor(a, c.B[i]) {
			continue
		}
		p.ends[a.Index()+1]++
		if both {
			p.ends[c.B[i].Index()+1]++
		}
	}
	for k := 1; k < len(p.ends); k++ {
		p.ends[k] += p.ends[k-1]
	}
	p.row = scratch.Resize(p.row, 2*c.Len())
	for i, a := range c.A {
		if s.anySensor(a, c.B[i]) {
			continue
		}
		p.row[p.ends[a.Index()]] = uint32(2 * i)
		p.ends[a.Index()]++
		if !both {
			continue
		}
		b := c.B[i].Index()
		p.row[p.ends[b]] = uint32(2*i + 1)
		p.ends[b]++
	}
	p.row = p.row[:p.ends[top+1]]
	p.ends = slices.Compact(p.ends) // without shapes that have no contacts
	if p.ends[0] == 0 {
		p.ends = p.ends[1:]
	}
}

// refresh brings the shapes of part k up to date.
func (p *Pushes) refresh(k int) error {
	for i, of := range p.solvers[0].of {
		if of == nil || i == 1 && !p.solvers[0].joined() {
			continue
		}
		n, parts := len(of.Columns().ID), len(p.solvers)
		of.Refresh(nil, guard.Cut(n, k, parts), guard.Cut(n, k+1, parts))
	}
	return nil
}

// solve finds the pushes of part k.
func (p *Pushes) solve(k int) error {
	c, s, lo := p.c, &p.solvers[k], uint32(0)
	from, to := p.cut(k), p.cut(k+1)
	if from > 0 {
		lo = p.ends[from-1]
	}
	for at := from; at < to; at++ {
		s.constraints = s.constraints[:0]
		for _, e := range p.row[lo:p.ends[at]] {
			i := e / 2
			if e%2 == 0 {
				p.ID[at] = c.A[i]
				s.add(qp.New(c.A[i], c.B[i], -c.NX[i], -c.NY[i], c.Depth[i]))
			} else {
				p.ID[at] = c.B[i]
				s.add(qp.New(c.B[i], c.A[i], c.NX[i], c.NY[i], c.Depth[i]))
			}
		}
		lo = p.ends[at]
		push := s.push()
		p.X[at], p.Y[at], p.Left[at] = push.X, push.Y, push.Left
	}
	return nil
}

// cut is the place in ID where part k begins. All parts have about the same number of contacts.
func (p *Pushes) cut(k int) int {
	at, _ := slices.BinarySearch(p.ends, uint32(guard.Cut(len(p.row), k, len(p.solvers))+1))
	if k == len(p.solvers) {
		return len(p.ends)
	}
	return at
}
