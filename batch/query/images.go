// SPDX-License-Identifier: MIT

package query

import (
	"daylight/internal/scratch"
	"daylight/soa"
)

// images are the questions of a call on a torus. Each question is asked in every period in which it
// may find shapes, and the answers to its images become its own. The shapes stay where they are.
type images struct {
	on     bool
	period [2]float64
	asked  columns // as the caller asked
	attrs  []soa.Attrs
	skips  []soa.ID
	probes shapes // as they were loaded

	of      []uint32     // of each image, its question
	shift   [][2]float64 // and by how much it was moved
	room    [4][]float64
	attrsOf []soa.Attrs
	skipOf  []soa.ID
	numbers []uint32
	offsets []int
	reach   []float32 // of each question about the nearest: the greatest distance of an answer
	charged int64
}

// periodic returns the periods of the plane, and whether there are any.
func (o *Options) periodic() (period [2]float64, is bool) {
	period = o.Period
	return period, period != [2]float64{}
}

// reset keeps the questions of a call, from which images are made.
func (m *images) reset(q *questions) {
	m.period, m.on = q.options.periodic()
	if !m.on {
		return
	}
	m.asked, m.attrs, m.skips = q.columns, q.options.AttrsOf, q.options.SkipOf
	if q.call.asks == shapesOfStore {
		m.probes, q.probes.own = q.probes.own, m.probes
	}
}

// len is the number of questions.
func (m *images) len(q *questions) int {
	if q.call.asks == shapesOfStore {
		return m.probes.len()
	}
	return len(m.asked.x)
}

// extent returns the box of question i, as it was asked.
func (m *images) extent(q *questions, i int) (lo, hi [2]float64) {
	c := &m.asked
	switch q.call.asks {
	case points:
		lo = [2]float64{c.x[i], c.y[i]}
		hi = lo
	case boxes:
		lo, hi = [2]float64{c.x[i], c.y[i]}, [2]float64{c.u[i], c.v[i]}
	case rays:
		x, y := c.x[i]+c.u[i], c.y[i]+c.v[i]
		lo, hi = [2]float64{min(c.x[i], x), min(c.y[i], y)}, [2]float64{max(c.x[i], x), max(c.y[i], y)}
	default:
		r, b := &m.probes.rec[i], &m.probes.bound[i]
		lo = [2]float64{r.X + float64(b.MinX), r.Y + float64(b.MinY)}
		hi = [2]float64{r.X + float64(b.MaxX), r.Y + float64(b.MaxY)}
	}
	return lo, hi
}

// move makes the columns of images.
func (m *images) move(q *questions) {
	c := &q.columns
	for k, col := range [...]*[]float64{&c.x, &c.y, &c.u, &c.v} {
		if q.call.asks == points && k >= 2 {
			break
		}
		m.room[k] = picked(m.room[k], *col, m.of)
		*col = m.room[k]
		if k < 2 || q.call.asks == boxes {
			for j := range m.shift {
				(*col)[j] += m.shift[j][k&1]
			}
		}
	}
}

// every returns the numbers of all images.
func (m *images) every() []uint32 {
	for len(m.numbers) < len(m.of) {
		m.numbers = append(m.numbers, uint32(len(m.numbers)))
	}
	return m.numbers[:len(m.of)]
}

// picked returns the entries of a column that are listed, in the memory of room.
func picked[T any](room, col []T, of []uint32) []T {
	room = scratch.Resize(room, len(of))
	for k, i := range of {
		room[k] = col[i]
	}
	return room
}

// pick makes s the listed ones of some copies. The lanes of polygons are shared.
func (s *shapes) pick(all *shapes, of []uint32) {
	s.id, s.slot, s.rec = picked(s.id, all.id, of), picked(s.slot, all.slot, of), picked(s.rec, all.rec, of)
	s.class, s.bound = picked(s.class, all.class, of), picked(s.bound, all.bound, of)
	s.lanes, s.off, s.num = all.lanes, s.off[:0], s.num[:0]
	if len(all.off) > 0 {
		s.off, s.num = picked(s.off, all.off, of), picked(s.num, all.num, of)
	}
	if s.attrs = nil; all.attrs != nil {
		s.attrs = picked(s.attrs, all.attrs, of)
	}
	s.polygons, s.most, s.only, s.has = all.polygons, all.most, all.only, all.has
}
