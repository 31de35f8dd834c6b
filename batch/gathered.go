// SPDX-License-Identifier: MIT

package batch

// Contacts that a caller puts together from several answers: package tile does, of a scene
// that was cut.

// Keep leaves of the contacts those for which keep is true, in their order. It is called
// once for each, in order, and must not change them.
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

// Append appends contacts that were found in the same mode. Whose they are is the caller's to
// know: afterwards Of is nil, as of all contacts that a caller put together.
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

// Sort puts contacts, no two of which are of the same pair, in canonical order, which is by
// (A, B); see Canonical. It takes scratch of the size of the contacts.
func (c *Contacts) Sort() {
	for i := 1; i < len(c.A); i++ {
		if c.A[i] < c.A[i-1] || c.A[i] == c.A[i-1] && c.B[i] < c.B[i-1] {
			var s sorter
			s.contacts(c)
			return
		}
	}
}
