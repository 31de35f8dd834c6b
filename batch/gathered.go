// SPDX-License-Identifier: MIT

package batch

// Contacts that a caller puts together from several answers: package tile does, of a scene
// that was cut.

// Keep removes the contacts for which keep returns false; the others stay in order. It calls keep
// once for each contact, in order. keep must not change the contacts.
func (c *Contacts) Keep(keep func(i int) bool) {
	n := 0
	for i := range c.A {
		if !keep(i) {
			continue
		}
		if n < i {
			c.copyAt(n, c, i, 1)
		}
		n++
	}
	c.truncate(n)
}

func (c *Contacts) truncate(n int) {
	c.A, c.B = c.A[:n], c.B[:n]
	if len(c.Depth) > 0 {
		c.Depth, c.NX, c.NY = c.Depth[:n], c.NX[:n], c.NY[:n]
	}
	if len(c.Points.N) > 0 {
		resizePoints(&c.Points, n)
	}
	if len(c.Time) > 0 {
		c.Time = c.Time[:n]
	}
	if len(c.AX) > 0 {
		c.Witness.resize(n)
	}
}

// Append appends contacts that were found in the same mode. It does not check that they are of
// the same shapes. Afterwards Shapes returns nil, as for all contacts that a caller has put together.
func (c *Contacts) Append(o *Contacts) {
	c.A, c.B = append(c.A, o.A...), append(c.B, o.B...)
	c.Depth, c.NX, c.NY = append(c.Depth, o.Depth...), append(c.NX, o.NX...), append(c.NY, o.NY...)
	c.Time = append(c.Time, o.Time...)
	p, q := &c.Points, &o.Points
	p.N = append(p.N, q.N...)
	for k := range 2 {
		p.X[k], p.Y[k] = append(p.X[k], q.X[k]...), append(p.Y[k], q.Y[k]...)
		p.Depth[k], p.Feature[k] = append(p.Depth[k], q.Depth[k]...), append(p.Feature[k], q.Feature[k]...)
	}
	c.AX, c.AY = append(c.AX, o.AX...), append(c.AY, o.AY...)
	c.BX, c.BY = append(c.BX, o.BX...), append(c.BY, o.BY...)
	c.of, c.with = nil, nil
}

// Sort sorts contacts by (A, B), the canonical order; see Canonical. No two may be of the same
// pair. It allocates as much memory as the contacts take.
func (c *Contacts) Sort() {
	for i := 1; i < len(c.A); i++ {
		if c.A[i] < c.A[i-1] || c.A[i] == c.A[i-1] && c.B[i] < c.B[i-1] {
			var s sorter
			s.contacts(c)
			return
		}
	}
}
