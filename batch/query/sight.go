// SPDX-License-Identifier: MIT

package query

import (
	"slices"

	"daylight/internal/failure"
	"daylight/soa"
)

// sight is what WithinDistance needs to find out who is hidden from whom.
type sight struct {
	place        []uint32 // by slot
	world        []uint32 // by place; of the only one if there are no more
	hidden       []bool   // by entry of the rows
	entry        []int    // of each ray, that of the row of its lower slot
	x, y, dx, dy []float64
	attrs        []soa.Attrs
}

// abreastRays is how many rays are cast together.
const abreastRays = 1 << 16

// checkWalls refuses an Asker that cannot say what hides shapes.
func (a *Asker) checkWalls(walls *Asker) error {
	switch {
	case walls == nil:
		return nil
	case walls.ix == nil:
		return failure.Argument("query.Options", "Walls was not made by Index.NewAsker")
	case walls.ix == a.ix:
		return failure.Argument("query.Options", "Walls is an Asker of the same index: every shape would hide itself; make an index of what hides shapes alone")
	}
	return nil
}

// hide takes the pairs out of the rows that a shape of the walls lies between: one that meets the segment from
// the position of the shape in the lower slot to that of the other, ends included.
func (t *withinTask) hide(a, walls *Asker) (err error) {
	s, rows := &t.sight, &t.rows
	if s.hidden, err = grow(a.account, s.hidden[:0], len(rows.Answers)); err != nil {
		return err
	}
	s.hidden = s.hidden[:len(rows.Answers)]
	clear(s.hidden)
	if err := s.reserve(a, min(abreastRays, len(rows.Answers))); err != nil {
		return err
	}
	if err := s.locate(a, t.slots); err != nil {
		return err
	}
	for i := range rows.Len() {
		for e := rows.Offsets[i]; e < rows.Offsets[i+1]; e++ {
			if j := rows.Answers[e]; int(j) > i {
				s.ray(a.ix, uint32(i), j, e)
			}
			if len(s.entry) == abreastRays {
				if err := s.cast(a, walls); err != nil {
					return err
				}
			}
		}
	}
	if err := s.cast(a, walls); err != nil {
		return err
	}
	if !a.options.HalfLists {
		t.mirror()
	}
	t.leaveOut()
	return nil
}

// reserve makes room for n rays, and begins with none.
func (s *sight) reserve(a *Asker, n int) (err error) {
	if s.entry, err = grow(a.account, s.entry[:0], n); err != nil {
		return err
	}
	if s.attrs, err = grow(a.account, s.attrs[:0], n); err != nil {
		return err
	}
	for _, column := range []*[]float64{&s.x, &s.y, &s.dx, &s.dy} {
		if *column, err = grow(a.account, (*column)[:0], n); err != nil {
			return err
		}
	}
	return nil
}

// locate finds the places of slots and the worlds of places.
func (s *sight) locate(a *Asker, slots int) (err error) {
	ix := a.ix
	if s.place, err = grow(a.account, s.place[:0], slots); err != nil {
		return err
	}
	if s.world, err = grow(a.account, s.world[:0], ix.Len()); err != nil {
		return err
	}
	s.place, s.world = s.place[:slots], s.world[:ix.Len()]
	for p := range uint32(ix.Len()) {
		s.place[ix.shapes.slotOf(p)] = p
	}
	for k, name := range ix.worlds.name {
		for p := ix.worlds.start[k]; p < ix.worlds.start[k+1]; p++ {
			s.world[p] = name
		}
	}
	return nil
}

// ray adds the ray between the shapes of an entry.
func (s *sight) ray(ix *Index, lower, upper uint32, entry int) {
	p := s.place[lower]
	from, to := ix.shapes.record(p), ix.shapes.record(s.place[upper])
	s.entry = append(s.entry, entry)
	s.x, s.y = append(s.x, from.X), append(s.y, from.Y)
	s.dx, s.dy = append(s.dx, to.X-from.X), append(s.dy, to.Y-from.Y)
	s.attrs = append(s.attrs, soa.Attrs{World: s.world[p]})
}

// cast casts the rays there are, and notes the entries of those that meet anything.
func (s *sight) cast(a, walls *Asker) error {
	met, err := walls.CastRaysAny(a.ctx, s.x, s.y, s.dx, s.dy, Options{AttrsOf: s.attrs, Inside: true, IgnoreSensors: true})
	if err != nil {
		return err
	}
	for k, e := range s.entry {
		s.hidden[e] = met[k]
	}
	s.entry, s.attrs = s.entry[:0], s.attrs[:0]
	s.x, s.y, s.dx, s.dy = s.x[:0], s.y[:0], s.dx[:0], s.dy[:0]
	return nil
}

// mirror says of the entries of rows of upper slots what is said of those of lower ones.
func (t *withinTask) mirror() {
	s, rows := &t.sight, &t.rows
	for i := range rows.Len() {
		for e := rows.Offsets[i]; e < rows.Offsets[i+1] && int(rows.Answers[e]) < i; e++ {
			j := int(rows.Answers[e])
			k, _ := slices.BinarySearch(rows.Row(j), uint32(i))
			s.hidden[e] = s.hidden[rows.Offsets[j]+k]
		}
	}
}

// leaveOut takes what is hidden out of the rows.
func (t *withinTask) leaveOut() {
	rows, at, begin := &t.rows, 0, 0
	for i := range rows.Len() {
		end := rows.Offsets[i+1]
		for e := begin; e < end; e++ {
			if !t.sight.hidden[e] {
				rows.Answers[at] = rows.Answers[e]
				at++
			}
		}
		begin, rows.Offsets[i+1] = end, at
	}
	rows.Answers = rows.Answers[:at]
}
