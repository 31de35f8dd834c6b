// SPDX-License-Identifier: MIT

package broadphase

import (
	"fmt"

	"daylight/kernels"
)

// visitor marks an entry of a strip in which the box does not begin.
const visitor = kernels.Visitor

// Entry takes an entry of a strip apart: the box's index, and whether the strip is
// its home, the one in which the box begins.
func Entry(e uint32) (slot int, home bool) {
	return int(e &^ visitor), e < visitor
}

// part is a range of boxes that was counted, and how many visits they make.
type part struct {
	lo, hi int
	visits uint64
}

// Count counts, for part k, boxes lo to hi-1 by strip. Parts are numbered from 0 and
// are consecutive ranges that cover all boxes. Different parts may be counted at the
// same time.
func (s *Sweep) Count(t *kernels.Table, k, lo, hi int) {
	p := &s.plan
	m := int(p.mask) + 1
	counts := s.counts[k*m : (k+1)*m]
	clear(counts)
	counted := part{lo, hi, 0}
	// Stretches small enough to be counted while they are in cache.
	const stretch = 1024
	for lo < hi {
		end := min(lo+stretch, hi)
		if !s.quantised {
			s.quantise(t, lo, end)
		}
		if s.f.World == nil {
			counted.visits += p.tally(counts, s.boxes[lo:end])
			lo = end
			continue
		}
		for i, q := range s.boxes[lo:end] {
			if q.Y0 < 0 {
				continue
			}
			at := uint32(q.Y0) >> p.shift
			more := min(uint32(q.Y1)>>p.shift-at, p.mask)
			if s.f.World != nil {
				at += p.first(s.f.World[lo+i])
			}
			counts[at&p.mask]++
			for v := range more {
				counts[(at+v+1)&p.mask]++
			}
			counted.visits += uint64(more)
		}
		lo = end
	}
	s.parts[k] = counted
}

// tally counts boxes of one world by strip. Neighbours in storage are mostly of one
// strip, whose count stays in a register.
func (p *plan) tally(counts []uint32, boxes []kernels.Codes) (visits uint64) {
	cur, homes, next := uint32(0), uint32(0), uint32(0)
	shift := p.shift & 31
	for _, q := range boxes {
		at := uint32(q.Y0) >> shift
		more := uint32(q.Y1)>>shift - at
		if at != cur || more > 1 {
			counts[cur&p.mask] += homes
			counts[(cur+1)&p.mask] += next
			visits += uint64(next)
			homes, next = 0, 0
			if q.Y0 < 0 {
				continue
			}
			cur = at
			if more > 1 {
				more = min(more, p.mask)
				for v := range more {
					counts[(at+v+1)&p.mask]++
				}
				visits += uint64(more)
				more = 0
			}
		}
		homes++
		next += more
	}
	counts[cur&p.mask] += homes
	counts[(cur+1)&p.mask] += next
	return visits + uint64(next)
}

// quantise maps boxes lo to hi-1 to codes.
func (s *Sweep) quantise(t *kernels.Table, lo, hi int) {
	p := &s.plan
	b := s.b.part(lo, hi)
	x, y := &p.x, &p.y
	if p.swapped {
		b = kernels.Bounds{X: b.Y, Y: b.X, MinX: b.MinY, MinY: b.MinX, MaxX: b.MaxY, MaxY: b.MaxX}
	}
	var skip []bool
	if s.f.Skip != nil {
		skip = s.f.Skip[lo:hi]
	}
	out := s.boxes[lo:hi]
	if !p.careful {
		t.Quantise(out, b, skip, kernels.Scale{
			OriginX: x.origin, ScaleX: x.scale, TopX: x.top,
			OriginY: y.origin, ScaleY: y.scale, TopY: y.top,
			Grow: p.grow,
		})
		return
	}
	for i := range out {
		if !usable(&b, i) || skip != nil && skip[i] {
			out[i] = kernels.Codes{X0: 0, X1: -1, Y0: -1, Y1: -1}
			continue
		}
		q := &out[i]
		q.X0, q.X1 = x.careful(b.X[i]-x.origin, b.MinX[i], b.MaxX[i], p.grow)
		q.Y0, q.Y1 = y.careful(b.Y[i]-y.origin, b.MinY[i], b.MaxY[i], p.grow)
	}
}

// Arrange lays out the strips once every part is counted. If tall boxes would take
// more than two places each on average, it makes the strips higher and returns true:
// then count all parts again, which happens rarely and hardly ever twice. Arrange is
// serial; it costs a pass over parts x strips. It fails if the parts counted are not
// consecutive ranges that cover all boxes.
func (s *Sweep) Arrange() (again bool, err error) {
	p := &s.plan
	s.quantised = true
	visits, end := uint64(0), 0
	for k, c := range s.parts {
		if c.lo != end || c.hi < c.lo {
			return false, fmt.Errorf("broadphase: part %d counted boxes [%d, %d), but the parts before it end at %d: count consecutive ranges", k, c.lo, c.hi, end)
		}
		visits, end = visits+c.visits, c.hi
	}
	if end != p.n {
		return false, fmt.Errorf("broadphase: %d parts counted %d of %d boxes: count every part before Arrange", len(s.parts), end, p.n)
	}
	n, m := uint64(p.n-p.left), int(p.mask)+1
	if visits > n+uint64(m) {
		for ; visits > n+uint64(m); visits /= 2 {
			p.shift++
		}
		p.divide()
		s.reset()
		return true, nil
	}
	s.starts = grown(s.starts, m+1)
	at := uint32(0)
	for b := range m {
		s.starts[b] = at
		for k := b; k < len(s.counts); k += m {
			c := s.counts[k]
			s.counts[k] = at
			at += c
		}
	}
	s.starts[m] = at
	s.entries = grown(s.entries, int(at))
	return false, nil
}

// reset prepares a count.
func (s *Sweep) reset() {
	s.counts = grown(s.counts, s.plan.parts*(int(s.plan.mask)+1))
	clear(s.parts)
}

// Scatter deals the boxes of part k into the strips, after Arrange returned false. The
// ranges must be those of Count. Different parts may be scattered at the same time.
func (s *Sweep) Scatter(k, lo, hi int) {
	p := &s.plan
	m := int(p.mask) + 1
	places := s.counts[k*m : (k+1)*m]
	for i, q := range s.boxes[lo:hi] {
		if q.Y0 < 0 {
			continue
		}
		at := uint32(q.Y0) >> p.shift
		more := min(uint32(q.Y1)>>p.shift-at, p.mask)
		slot := uint32(lo + i)
		if s.f.World != nil {
			at += p.first(s.f.World[slot])
		}
		b := at & p.mask
		s.entries[places[b]] = slot
		places[b]++
		for v := range more {
			b := (at + v + 1) & p.mask
			s.entries[places[b]] = slot | visitor
			places[b]++
		}
	}
}

// Strips returns how many strips there are, empty ones included.
func (s *Sweep) Strips() int {
	return max(len(s.starts)-1, 0)
}

// Entries returns a strip's boxes in order of index; see Entry. The slice holds until
// the next Plan and is not to be written to.
func (s *Sweep) Entries(strip int) []uint32 {
	return s.entries[s.starts[strip]:s.starts[strip+1]]
}

// EntriesIn is len(Entries(strip)).
func (s *Sweep) EntriesIn(strip int) int {
	return int(s.starts[strip+1] - s.starts[strip])
}

// EntryCount is how many entries all strips have together: one for each box that takes
// part and one for each further strip that it reaches, at most two for each box plus
// one for each strip.
func (s *Sweep) EntryCount() int { return len(s.entries) }

// LeftOut is how many boxes take no part in the frame.
func (s *Sweep) LeftOut() int { return s.plan.left }
