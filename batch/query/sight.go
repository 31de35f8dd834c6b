// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/soa"
)

// sight is what WithinDistance needs to find out who is hidden from whom.
type sight struct {
	at      [][2]float64 // by slot, the position of the shape; on a torus, the placed one
	world   []uint32     // by slot, if there are several
	place   []uint32     // by slot, on a torus
	hidden  []bool       // by entry of the rows
	entry   []int        // of each ray
	half    []uint32     // the half lists, while double makes whole ones
	next    []uint32     // by slot, the place of the next entry of its whole list
	columns columns      // of the rays
	attrs   []soa.Attrs

	circles *broadphase.Circles
	walls   [2][2]float64 // on a torus, from where to where walls lie along each axis
}

// sightRays finds out whether a ray meets a wall.
var sightRays = call{name: "WithinDistance", asks: rays, any: true, walls: true, honours: castRays.honours}

// mostPeriods is how many periods of a torus walls may lie across, along each axis.
const mostPeriods = 16

// abreastRays is how many rays are cast together.
const abreastRays = 1 << 16

// checkWalls refuses an Asker that cannot say what hides shapes.
func (a *Asker) checkWalls(walls *Asker) error {
	switch {
	case walls == nil:
		return nil
	case walls.ix == nil:
		return guard.Argument("query.Options", "Walls was not made by Index.NewAsker")
	case walls.ix == a.ix:
		return guard.Argument("query.Options", "Walls is an Asker of the same index: every shape would hide itself; make an index of what hides shapes alone")
	}
	return nil
}

// hide removes the pairs with a wall between their shapes from the half lists. Such a wall meets
// the segment between the positions of the two shapes, ends included. The segment begins at the
// shape in the lower slot.
func (t *withinTask) hide(a, walls *Asker) (err error) {
	s, rows := &t.sight, &t.rows
	if walls.ix.Len() == 0 {
		return nil
	}
	if s.hidden, err = grow(a.account, s.hidden[:0], len(rows.Answers)); err != nil {
		return err
	}
	s.hidden = s.hidden[:len(rows.Answers)]
	clear(s.hidden)
	if err := s.locate(a, walls, t); err != nil {
		return err
	}
	if err := s.reserve(a, len(rows.Answers)); err != nil {
		return err
	}
	for i := range rows.Len() {
		for e := rows.Offsets[i]; e < rows.Offsets[i+1]; e++ {
			if j := rows.Answers[e]; s.circles != nil {
				s.rays(a, uint32(i), j, e)
			} else {
				from, to := &s.at[i], &s.at[j]
				s.ray(from[0], from[1], to[0]-from[0], to[1]-from[1], e, uint32(i))
			}
			if len(s.entry) >= abreastRays {
				if err := s.cast(a, walls); err != nil {
					return err
				}
			}
		}
	}
	if err := s.cast(a, walls); err != nil {
		return err
	}
	t.leaveOut()
	return nil
}

// reserve makes room for the rays of so many entries, as many as are cast together, and begins with
// none.
func (s *sight) reserve(a *Asker, entries int) (err error) {
	n := min(abreastRays, entries)
	if s.circles != nil {
		const most = mostPeriods * mostPeriods // of an entry
		n = min(abreastRays, entries*most) + most
	}
	if s.entry, err = grow(a.account, s.entry[:0], n); err != nil {
		return err
	}
	if s.attrs = s.attrs[:0]; len(s.world) > 0 {
		if s.attrs, err = grow(a.account, s.attrs, n); err != nil {
			return err
		}
	}
	c := &s.columns
	for _, column := range []*[]float64{&c.x, &c.y, &c.u, &c.v} {
		if *column, err = grow(a.account, (*column)[:0], n); err != nil {
			return err
		}
	}
	return nil
}

// locate finds where shapes and walls are, and the worlds of the shapes.
func (s *sight) locate(a, walls *Asker, t *withinTask) (err error) {
	ix, n := a.ix, t.slots
	several := len(ix.worlds.name) > 1
	if s.circles = nil; t.period != [2]float64{} {
		s.circles = t.circles
	}
	s.world, s.place = s.world[:0], s.place[:0]
	for _, column := range []struct {
		of   *[]uint32
		used bool
	}{{&s.world, several}, {&s.place, s.circles != nil}} {
		if column.used {
			if *column.of, err = grow(a.account, (*column.of)[:0], n); err != nil {
				return err
			}
			*column.of = (*column.of)[:n]
		}
	}
	if s.at, err = grow(a.account, s.at[:0], n); err != nil {
		return err
	}
	s.at = s.at[:n]
	for k, name := range ix.worlds.name {
		for p := ix.worlds.start[k]; p < ix.worlds.start[k+1]; p++ {
			slot, r := ix.shapes.slotOf(p), ix.shapes.record(p)
			s.at[slot] = [2]float64{r.X, r.Y}
			if several {
				s.world[slot] = name
			}
			if s.circles != nil {
				s.place[slot] = p
				s.at[slot][0], _ = s.circles[0].Place(r.X, 0, 0)
				s.at[slot][1], _ = s.circles[1].Place(r.Y, 0, 0)
			}
		}
	}
	if s.circles == nil {
		return nil
	}
	b, tree := &walls.ix.root.box, &walls.ix.tree
	s.walls = [2][2]float64{{tree.x + float64(b.MinX), tree.x + float64(b.MaxX)}, {tree.y + float64(b.MinY), tree.y + float64(b.MaxY)}}
	for k, w := range s.walls {
		if turn := s.circles[k].Turn(); t.period[k] != 0 && !(w[1]-w[0] < (mostPeriods-2)*turn) {
			return withinDistance.bad(-1, "Options.Walls lie across %g, %g periods of the torus: want less than %d, move their positions by whole periods", w[1]-w[0], (w[1]-w[0])/turn, mostPeriods-2)
		}
	}
	return nil
}

// ray adds a ray of an entry.
func (s *sight) ray(x, y, dx, dy float64, entry int, lower uint32) {
	c := &s.columns
	s.entry = append(s.entry, entry)
	c.x, c.y, c.u, c.v = append(c.x, x), append(c.y, y), append(c.u, dx), append(c.v, dy)
	if len(s.world) > 0 {
		s.attrs = append(s.attrs, soa.Attrs{World: s.world[lower]})
	}
}

// rays adds the rays of an entry on a torus: from the shape in the lower slot to the nearest image
// of the other, in each period in which it may meet walls.
func (s *sight) rays(a *Asker, lower, upper uint32, entry int) {
	var between, turn [2]float64
	if !a.options.Centres {
		p, q := a.ix.shapes.aabb(s.place[lower]), a.ix.shapes.aabb(s.place[upper])
		between = [2]float64{float64(0.5 * (float64(q.MinX) + float64(q.MaxX) - float64(p.MinX) - float64(p.MaxX))),
			float64(0.5 * (float64(q.MinY) + float64(q.MaxY) - float64(p.MinY) - float64(p.MaxY)))}
	}
	from, by := s.at[lower], s.at[upper]
	first, last := [2]int{}, [2]int{}
	for k := range by {
		by[k] = s.circles[k].Nearest(from[k], by[k], between[k]) - from[k]
		if turn[k] = s.circles[k].Turn(); turn[k] != 0 {
			first[k] = int(math.Ceil((s.walls[k][0]-from[k]-max(by[k], 0))/turn[k] - 0x1p-20))
			last[k] = int(math.Floor((s.walls[k][1]-from[k]-min(by[k], 0))/turn[k] + 0x1p-20))
		}
	}
	for kx := first[0]; kx <= last[0]; kx++ {
		for ky := first[1]; ky <= last[1]; ky++ {
			s.ray(from[0]+float64(turn[0]*float64(kx)), from[1]+float64(turn[1]*float64(ky)), by[0], by[1], entry, lower)
		}
	}
}

// cast casts the rays, and notes the entries of rays that meet anything.
func (s *sight) cast(a, walls *Asker) error {
	c, o := &s.columns, Options{Inside: true, IgnoreSensors: true}
	if len(s.world) > 0 {
		o.AttrsOf = s.attrs
	} else if a.ix.Len() > 0 {
		o.Attrs.World = a.ix.worlds.name[0]
	}
	if err := walls.ask(a.ctx, &sightRays, &o, *c); err != nil {
		return err
	}
	met, err := answerEach(walls, &walls.any, (*Asker).answerShort, anyHit)
	if err != nil {
		return err
	}
	for k, e := range s.entry {
		s.hidden[e] = s.hidden[e] || met[k]
	}
	s.entry, s.attrs = s.entry[:0], s.attrs[:0]
	c.x, c.y, c.u, c.v = c.x[:0], c.y[:0], c.u[:0], c.v[:0]
	return nil
}

// answerShort finds out whether the rays of a block meet anything. It searches for the shapes whose
// boxes meet the boxes of the rays. The boxes of long rays meet many. Then answerShort leaves the
// rays to castAlone, and the next blocks to answerRays.
func (a *Asker) answerShort(w *worker, from int, questions []uint32) error {
	b := &w.long
	if b.pending > 0 {
		b.pending--
		return a.answerRays(w, from, questions)
	}
	for _, q := range questions {
		a.any[q] = false
	}
	w.tooLong = 0
	if err := a.searchBlock(w, from, questions, (*Asker).meetShort); err != nil {
		return err
	}
	b.done(w.tooLong, len(questions))
	return nil
}

// meetShort answers questions from the result of the last search, unless that is too large.
func (a *Asker) meetShort(w *worker, _ subtree, _ int, questions []uint32) error {
	if n := len(questions); len(w.search.found.Node) > mostLeaves*n {
		w.tooLong += n
		return a.castAlone(w, 0, questions)
	}
	a.meetFound(&w.search, questions)
	return nil
}

// meetFound marks the questions whose rays meet a shape that the last search found.
func (a *Asker) meetFound(s *search, questions []uint32) {
	for i, p := range s.found.Node {
		q := questions[s.found.Box[i]]
		if a.any[q] {
			continue
		}
		if f := a.filter(q); f.passes(&a.ix.shapes, p) {
			r := ray{X: a.x[q], Y: a.y[q], DX: a.u[q], DY: a.v[q]}
			_, a.any[q] = a.ix.shapes.intersect(p, &r, true)
		}
	}
}

// leaveOut takes what is hidden out of the rows.
func (t *withinTask) leaveOut() {
	rows, at, begin := &t.rows, 0, 0
	for i := range rows.Len() {
		end := rows.Offsets[i+1]
		for e := begin; e < end; e++ {
			rows.Answers[at] = rows.Answers[e] // no branch: hidden entries are unpredictable
			at += kernels.One(!t.sight.hidden[e])
		}
		begin, rows.Offsets[i+1] = end, at
	}
	rows.Answers = rows.Answers[:at]
}

// double adds each pair of the half lists to the row of its upper slot, too.
func (t *withinTask) double(a *Asker) (err error) {
	rows, s := &t.rows, &t.sight
	if n := 2 * uint64(len(rows.Answers)); n > mostEntries {
		return tooMany(mostEntries, int(n))
	}
	s.half, rows.Answers = rows.Answers, s.half
	if s.next, err = grow(a.account, s.next[:0], t.slots); err != nil {
		return err
	}
	if rows.Answers, err = grow(a.account, rows.Answers[:0], 2*len(s.half)); err != nil {
		return err
	}
	next, to := s.next[:t.slots], rows.Answers[:2*len(s.half)]
	clear(next)
	for _, j := range s.half {
		next[j]++
	}
	at := uint32(0)
	for i, n := range next {
		next[i] = at
		at += n + uint32(rows.Offsets[i+1]-rows.Offsets[i])
	}
	begin := 0
	for i := range next { // the lower slots have entered themselves in row i already
		row := s.half[begin:rows.Offsets[i+1]]
		begin = rows.Offsets[i+1]
		rows.Offsets[i+1] = int(next[i]) + copy(to[next[i]:], row)
		for _, j := range row {
			to[next[j]] = uint32(i)
			next[j]++
		}
	}
	rows.Answers = to
	return nil
}
