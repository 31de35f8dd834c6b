// SPDX-License-Identifier: MIT

package movers

import (
	"math"

	"daylight/batch"
)

const (
	minInvMass = 1e-12
	maxInvMass = 1e12
)

// Prepare makes the traits of slots lo to hi. It returns the first whose inverse mass is out of
// range, or -1.
func (s *Sets) Prepare(lo, hi uint32) (bad int) {
	bad = -1
	c := &s.Cols
	traits := s.Traits[lo:hi]
	minX, minY, maxX, maxY := c.MinX[lo:hi], c.MinY[lo:hi], c.MaxX[lo:hi], c.MaxY[lo:hi]
	x, y, skip := c.X[lo:hi], c.Y[lo:hi], c.Skip[lo:hi]
	static := c.Static
	if static != nil {
		static = static[lo:hi]
	}
	for i := range traits {
		size, tall := maxX[i]-minX[i], maxY[i]-minY[i]
		d := (x[i] + y[i]) + (float64(size) + float64(tall))
		if tall > size {
			size = tall
		}
		if d-d != 0 || skip[i] {
			size = float32(math.NaN()) // in quarantine: its contacts are ignored
		}
		w := 1.0
		if static != nil && static[i] {
			w = 0
		}
		t := &traits[i]
		t.W, t.Grid, t.Size = w, 0, size
	}
	if s.Inv == nil && s.Still == [2]bool{} {
		return bad
	}
	for i := lo; i < hi; i++ {
		t := &s.Traits[i]
		if s.Inv != nil {
			w := s.Inv[i]
			if !(w == 0 || (w >= minInvMass && w <= maxInvMass)) && bad < 0 {
				bad = int(i)
			}
			if t.W != 0 {
				t.W = w
			}
		}
		if s.StandsStill(i) {
			t.W = 0
		}
	}
	return bad
}

// Ends are the slots of some contacts' shapes.
type Ends struct{ A, B [256]uint32 }

// FindEnds finds the ends of contacts from lo on, before hi, and returns their number.
func (s *Sets) FindEnds(e *Ends, c *batch.Contacts, lo, hi int) int {
	hi = min(lo+len(e.A), hi)
	s.Find(e.A[:], c.A[lo:hi], 0)
	s.Find(e.B[:], c.B[lo:hi], s.Second())
	return hi - lo
}

// Second is the set of the shapes B of contacts.
func (s *Sets) Second() int {
	if s.Of[1] != nil {
		return 1
	}
	return 0
}

// LinkEnds returns the slots of contact lo+k, or of the leads of their bodies, and whether the
// contact can move anything.
func (s *Sets) LinkEnds(e *Ends, c *batch.Contacts, lo, k int) (a, b uint32, ok bool) {
	i := lo + k
	// NaN and infinite depths and normals fail here.
	if sum := c.Depth[i] + (c.NX[i] + c.NY[i]); !(sum-sum == 0) {
		return 0, 0, false
	}
	a, b = e.A[k], e.B[k]
	if a == NoSlot || b == NoSlot || s.IsSensor(a) || s.IsSensor(b) {
		return 0, 0, false
	}
	if a, b = s.LeadOf(a), s.LeadOf(b); a == b {
		return 0, 0, false
	}
	p, q := &s.Traits[a], &s.Traits[b]
	size := p.Size + q.Size
	return a, b, size-size == 0 && (p.W != 0 || q.W != 0)
}
