// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"daylight/cmd/internal/table"
	"daylight/soa"
)

// learn takes from a part what is not of a shape.
func (l *Loader) learn(p *part) {
	s := l.set
	s.Moving = s.Moving || p.moving
	s.IDs = s.IDs.And(p.ids)
	for _, name := range p.unknown {
		if len(l.unknown) < mostUnknown && !slices.Contains(l.unknown, name) {
			l.unknown = append(l.unknown, name)
		}
	}
	l.ignoredColumns.add(&p.ignoredColumns)
	for _, srid := range p.systems {
		if !slices.Contains(l.systems, srid) {
			l.systems = append(l.systems, srid)
		}
	}
	l.lonLat = l.lonLat || p.lonLat
	l.extent = max(l.extent, p.extent)
	if p.passed > 0 {
		if l.passed.n == 0 {
			l.passed.first = p.firstPassed
		}
		l.passed.n += p.passed
	}
	p.global = p.global[:0]
	for range p.worlds.names {
		p.global = append(p.global, noWorld)
	}
}

// noWorld stands for a world that no shape of the set is in yet.
const noWorld = math.MaxUint32

// skip reports whether the row that failed with err may be left out, and counts it.
func (l *Loader) skip(err error) bool {
	var e *table.Error
	if !l.c.SkipBad || !errors.As(err, &e) || e.Fatal {
		return false
	}
	if l.set.Skipped == 0 {
		l.set.FirstBad = err
	}
	l.set.Skipped++
	if l.c.Bad != nil {
		l.c.Bad(e)
	}
	return true
}

// refuse deals with a row of which no shape came.
func (l *Loader) refuse(p *part, f *failure) error {
	if f.nowhere != "" {
		n := l.nowhere[f.nowhere]
		if n == nil {
			n = &nowhere{first: fmt.Sprintf(":%d", f.line)}
			if l.features {
				n.first += fmt.Sprintf(": feature %d", l.set.Rows-l.first+1)
			}
			l.nowhere[f.nowhere] = n
		}
		n.n++
		l.set.Nowhere++
		l.set.Rows++
		return nil
	}
	err := f.err
	if f.late {
		// That its label is taken would have been found out before the shape was looked at.
		if w, known := l.common.worlds[f.world]; known {
			label := f.label
			if label == "" {
				label = strconv.Itoa(l.set.Rows)
			}
			if twin, found := l.known.find(l.set, w, label); found {
				err = l.twice(label, w, f.line, l.set.Place(twin))
			} else if from, found := l.duplicates.find(w, label); found {
				err = l.twice(label, w, f.line, from)
			}
		}
	}
	var e *table.Error
	if f.header && l.set.Rows == l.first && errors.As(err, &e) {
		e.ID = ""
		if l.c.Table.Flag == "" {
			e.Msg += " (if this row is a header, add --header or drop --columns)"
		} else {
			e.Msg += " (if this row is a header, drop " + l.c.Table.Flag + ")"
		}
	}
	l.number(err)
	l.set.Rows++
	if l.skip(err) {
		return nil
	}
	return err
}

// number tells which feature of a collection is to blame, if the table at hand is one.
func (l *Loader) number(err error) {
	var e *table.Error
	if l.features && errors.As(err, &e) && !e.Fatal {
		e.Feature = l.set.Rows - l.first + 1
	}
}

func (l *Loader) twice(label string, world uint32, line int, from string) *table.Error {
	msg := fmt.Sprintf("id %s is in world %s already, from %s", table.Quote(label), table.Quote(l.common.names[world]), from)
	return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: line, Msg: msg, Err: errors.New(msg)}
}

// worldOf is the number in the set of a part's world.
func (l *Loader) worldOf(p *part, at uint32) uint32 {
	if w := p.global[at]; w != noWorld {
		return w
	}
	name := p.worlds.names[at]
	l.set.named = l.set.named || name != ""
	if name == "" {
		name = DefaultWorld
	}
	w := l.common.world(name)
	p.global[at] = w
	l.set.elsewhere = l.set.elsewhere || name != DefaultWorld
	return w
}

// enterAll is enter for all shapes of a part, if they are in one world and their labels are
// numbers that grow on from those before, as in most tables: then none is there twice. If
// they are not, it does nothing.
func (l *Loader) enterAll(p *part) bool {
	s, n := l.set, p.rows()
	if n == 0 || len(p.worlds.names) != 1 || len(p.labels.long) > 0 || uint64(s.Len()+n) > math.MaxUint32 {
		return false
	}
	// Only a world that is there already has labels.
	name := p.worlds.names[0]
	if name == "" {
		name = DefaultWorld
	}
	last := int64(-1)
	if w, known := l.common.worlds[name]; known {
		if last = l.known.lastOf(w); last == math.MaxInt64 {
			return false
		}
	} else if l.known.index != nil {
		return false
	}
	for _, number := range p.number {
		if number <= last {
			return false
		}
		last = number
	}
	world := l.worldOf(p, 0)
	l.known.setLast(world, last)
	begin := s.Len()
	s.labels.cells = append(s.labels.cells, p.labels.cells...)
	for k := range s.kept {
		s.kept[k].append(&p.kept[k])
	}
	s.line = append(s.line, p.line...)
	s.world = slices.Grow(s.world, n)[:begin+n]
	for k := begin; k < len(s.world); k++ {
		s.world[k] = world
	}
	s.Rows += n
	return true
}

// enter gives shape k of a part its place in the set: world, label and line.
func (l *Loader) enter(p *part, k int) error {
	s := l.set
	if uint64(s.Len()) >= math.MaxUint32 {
		return fmt.Errorf("more than %d shapes", uint32(math.MaxUint32))
	}
	world := p.world[k] // of a part that was spilled
	if p.spill == nil {
		world = l.worldOf(p, p.world[k])
	}
	label, number := p.labels.at(k), p.number[k]
	if len(label) == 0 {
		number = int64(s.Rows)
		l.digits = strconv.AppendInt(l.digits[:0], number, 10)
		label = l.digits
	}
	j := s.Len()
	addLabel(&s.labels, label)
	for n := range s.kept {
		addLabel(&s.kept[n], p.kept[n].at(k))
	}
	s.world = append(s.world, world)
	s.line = append(s.line, p.line[k])
	if twin, found := l.known.insert(s, j, number); found {
		err := l.twice(string(label), world, int(p.line[k]), s.Place(twin))
		s.labels.drop()
		for n := range s.kept {
			s.kept[n].drop()
		}
		s.world, s.line = s.world[:j], s.line[:j]
		return err
	}
	return nil
}

// scanned looks whether the id of shape k of a part, which does not enter the Set, is in its world
// already, which is an error.
func (l *Loader) scanned(p *part, k int, world uint32) error {
	d := &l.duplicates
	if d.limit == 0 {
		return nil
	}
	label, number := p.labels.at(k), p.number[k]
	if len(label) == 0 {
		number = int64(l.set.Rows)
		l.digits = strconv.AppendInt(l.digits[:0], number, 10)
		label = l.digits
	}
	d.first[len(d.first)-1].features = l.features
	one := idRow{world: world, line: p.line[k], row: int64(l.set.Rows), cut: p.cuts.first != nil && p.cuts.begin(k+1)-p.cuts.begin(k) > 1, label: label}
	from, err := d.enter(&one, number)
	if err != nil {
		return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: int(p.line[k]), Fatal: true, Msg: err.Error(), Err: err}
	}
	if from != "" {
		return l.twice(string(label), world, int(p.line[k]), from)
	}
	return nil
}

// late deals with the rows whose ids are there twice, and of which that has become known only now
// that all have been read.
func (l *Loader) late() error {
	list, err := l.duplicates.late()
	if err != nil {
		return err
	}
	for i := range list {
		r := &list[i]
		twice := l.twice(string(r.label), r.world, int(r.line), l.duplicates.place(r.firstFile, r.firstLine))
		twice.File = l.set.files[r.file].name
		if f := l.duplicates.first[r.file]; f.features {
			twice.Feature = int(r.row) - f.row + 1
		}
		if !l.skip(twice) {
			return twice
		}
		l.shown--
		l.c.Tiling.Late(l.second, r.row, r.cut)
	}
	return nil
}

// append copies the shapes from to to-1 of a part, which have been entered.
func (l *Loader) append(p *part, from, to int) error {
	if from >= to {
		return nil
	}
	s := l.set
	if err := l.charge(p, from, to); err != nil {
		return err
	}
	first := s.Len() - (to - from) // they have been entered
	slot := p.cuts.begin(from)
	var err error
	if l.ids, err = s.Shapes.Append(l.ids[:0], p.shapes, slot, p.cuts.begin(to)); err != nil {
		return err
	}
	s.keepCorners(p, int(l.ids[0].Index()), slot, p.cuts.begin(to))
	if l.c.Exact || l.c.Given {
		s.Given = append(s.Given, p.given[from:to]...)
	}
	if p.cuts.first == nil && s.cuts.first == nil && !s.moves() && !p.bodies.used && (p.spill == nil || !p.spill.bodied) {
		return l.place(p, from, to, first)
	}
	for k := from; k < to; k++ {
		parts := l.ids[p.cuts.begin(k)-slot : p.cuts.begin(k+1)-slot]
		if err := l.settle(p, k, first+k-from, parts); err != nil {
			return err
		}
	}
	return nil
}

// place is the rest of append for shapes that are whole, do not move and are of no body.
func (l *Loader) place(p *part, from, to, first int) error {
	s := l.set
	for _, f := range p.forms[from:to] {
		s.forms[f]++
	}
	for k, w := range s.world[first:] {
		if w == 0 {
			continue
		}
		if err := s.setAttrs(l.ids[k], w, 0); err != nil {
			return err
		}
	}
	return nil
}

// settle gives shape j of the set, which is a copy of shape k of a part, what the part does not
// know of it. Its own parts, one if it is not cut, are parts.
func (l *Loader) settle(p *part, k, j int, parts []soa.ID) error {
	s := l.set
	w := s.world[j]
	s.forms[p.forms[k]]++
	body := p.bodyOf(l, k)
	s.cuts.add(j, len(parts))
	s.draw(p, p.cuts.begin(k), p.cuts.begin(k+1), s.cuts.begin(j))
	if s.moves() {
		for _, id := range parts {
			if err := s.put(id, p.moves[k]); err != nil {
				return err
			}
		}
	}
	if body == 0 && len(parts) > 1 && s.Shapes.Region(parts[len(parts)-1]) != parts[0] {
		body = l.common.newBody() // the parts of a shape that is not one region never meet
	}
	if w == 0 && body == 0 {
		return nil
	}
	for _, id := range parts {
		if s.Shapes.Region(id) != id {
			continue // a region has the attributes of its first part
		}
		if err := s.setAttrs(id, w, body); err != nil {
			return err
		}
	}
	return nil
}

// setAttrs gives a shape its world and, if it is not 0, its body. Its other attributes stay as they are.
func (s *Set) setAttrs(id soa.ID, world, body uint32) error {
	a, err := s.Shapes.Attrs(id)
	if err != nil {
		return err
	}
	a.World = world
	if body != 0 {
		a.Body = body
	}
	return s.Shapes.SetAttrs(id, a)
}

// bodyOf is the number of the body of shape k of a part.
func (p *part) bodyOf(l *Loader, k int) uint32 {
	switch {
	case p.spill != nil:
		return p.spill.bodies[k]
	case !p.bodies.used:
		return 0
	}
	return l.body(p.bodies.names[p.body[k]])
}

// body is the number of a body by its name; that of none is 0.
func (l *Loader) body(name string) uint32 {
	if name == "" {
		return 0
	}
	b, known := l.common.bodies[name]
	if !known {
		b = l.common.newBody()
		l.common.bodies[name] = b
	}
	return b
}
