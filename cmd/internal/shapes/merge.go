// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// merged merges a part and reports progress. A polygon whose corners lie in several parts becomes
// one shape.
func (l *Loader) merged(p *part) error {
	if p.changed > 0 {
		return l.changed(p.changed)
	}
	n, whole := len(p.loose), p.rows()+len(p.failed) > 0
	if n > 0 {
		if err := l.join(p.loose[0]); err != nil {
			return err
		}
	}
	if n > 1 || whole {
		if err := l.settleLoose(); err != nil {
			return err
		}
	}
	if err := l.mergedWhole(p); err != nil || n < 2 {
		return err
	}
	return l.join(p.loose[1])
}

// join adds the corners of a loose polygon to the one before, if both are the same polygon.
func (l *Loader) join(s *loose) error {
	w := l.pending
	if w == nil || w.cells[schema.ID] != s.cells[schema.ID] || w.cells[schema.World] != s.cells[schema.World] {
		if err := l.settleLoose(); err != nil {
			return err
		}
		l.pending = s
		return nil
	}
	if !slices.Equal(w.head.Columns, s.head.Columns) {
		return l.changed(s.line)
	}
	for f, cell := range s.cells {
		w.differs = cmp.Or(w.differs, same(&w.cells[f], cell, schema.Field(f), ""))
	}
	for n, cell := range s.kept {
		w.differs = cmp.Or(w.differs, same(&w.kept[n], cell, schema.NumFields, l.c.Keep[n]))
	}
	w.filled |= s.filled
	if w.failed == nil {
		w.failed = s.failed
	}
	if err := l.account.take(looseBytes * int64(len(s.corners))); err != nil {
		return l.fatal(w.line, "no memory for a polygon", err)
	}
	w.charged += looseBytes * int64(len(s.corners))
	if w.corners = append(w.corners, s.corners...); len(w.corners) > table.MaxRow/16 {
		return l.fatal(w.line, "the corners of the polygon are longer than 64 MiB", nil)
	}
	return nil
}

// changed returns the fatal error for a corner whose names differ from those of the corner before
// it: the corner would become another shape.
func (l *Loader) changed(line int) error {
	return l.fatal(line, "the objects of a polygon's corners need the same names in the same order", nil)
}

// looseBytes is the memory of a corner of a polygon that continues in other parts.
const looseBytes = 64

// settleLoose merges the polygon that waits for more corners.
func (l *Loader) settleLoose() error {
	if l.pending == nil {
		return nil
	}
	l.Corners = true // not set yet if rows bring their own names
	if l.loose == nil {
		p := newPart(len(l.c.Keep))
		l.loose, l.looseTo = &parser{c: &l.c}, &p
	}
	like := l.parsers[0]
	l.loose.file, l.loose.own, l.loose.features = like.file, like.own, like.features
	l.loose.tighten(l.pending, l.looseTo)
	charged := l.pending.charged
	l.pending = nil
	err := l.mergedWhole(l.looseTo)
	l.looseTo.drop(l.c.Memory)
	if cap(l.loose.batch.corners) > 2*mostCorners {
		l.loose = nil
	}
	l.account.left += charged
	return err
}

// mergedWhole is merged for a part whose polygons are complete.
func (l *Loader) mergedWhole(p *part) error {
	if err := l.merge(p); err != nil {
		return err
	}
	return l.report(l.set.Rows)
}

// report tells how many rows there are, and what is wrong with that.
func (l *Loader) report(rows int) error {
	if l.c.Progress == nil {
		return nil
	}
	if err := l.c.Progress(rows); err != nil {
		line := 1
		if n := len(l.set.line); n > 0 {
			line = int(l.set.line[n-1])
		}
		return l.fatal(line, err.Error(), err)
	}
	return nil
}

// merge adds the shapes of a part to the set: those whose ids are new in their world. Config.Scan
// gets their boxes instead.
func (l *Loader) merge(p *part) error {
	l.learn(p)
	s := l.set
	if l.refused() {
		if err := s.faults.enough(s.Rows); err != nil {
			return err
		}
	}
	switch {
	case l.c.Scan != nil:
		return l.each(p, func(k int) error { return l.c.Scan(int64(s.Rows), p.nameOf(k), p.boxes[k]) })
	case !l.partial() && !slices.ContainsFunc(p.failed, func(f failure) bool { return f.outside == 0 }) && l.enterAll(p):
		for _, f := range p.failed {
			l.passBy(f.outside)
		}
		return l.append(p, 0, p.rows())
	}
	begin, end := 0, 0 // these shapes are to be copied to the set
	err := l.each(p, func(k int) error {
		left, err := l.enter(p, k)
		if left {
			full := l.append(p, begin, end)
			begin = k + 1
			return cmp.Or(full, err)
		}
		end = k + 1
		return nil
	})
	full := l.append(p, begin, end)
	return cmp.Or(err, full)
}

// each goes over the rows of a part in order: it calls do for each shape, and tells of those of
// which none came.
func (l *Loader) each(p *part, do func(k int) error) error {
	failed := p.failed
	for k := 0; ; {
		if len(failed) > 0 && failed[0].before == k {
			if err := l.refuse(&failed[0]); err != nil {
				return err
			}
			failed = failed[1:]
			continue
		}
		if k == p.rows() {
			return nil
		}
		var err error
		if l.partial() {
			err = l.unbroken(p.nameOf(k), string(p.labels.at(k)), int(p.line[k]))
		}
		if err == nil {
			err = do(k)
		}
		k++
		if l.set.Rows++; err != nil {
			return err
		}
	}
}

// learn takes from a part what is not of a shape.
func (l *Loader) learn(p *part) {
	s := l.set
	s.IDs, s.cut = s.IDs.And(p.ids), s.cut || p.cut
	if p.cut || p.cuts.first != nil {
		l.cut.Store(true)
	}
	l.said.add(&p.said)
	s.Moving = s.Moving || l.Moving
	p.global = p.global[:0]
	for range p.worlds.names {
		p.global = append(p.global, noWorld)
	}
}

// noWorld stands for a world that no shape of the set is in yet.
const noWorld = math.MaxUint32

// worldOf is the number in the set of the world of shape k of a part.
func (l *Loader) worldOf(p *part, k int) uint32 {
	at := p.world[k]
	if w := p.global[at]; w != noWorld {
		return w
	}
	name := p.nameOf(k)
	l.set.named = l.set.named || p.worlds.names[at] != ""
	w := l.common.world(name)
	p.global[at] = w
	l.set.elsewhere = l.set.elsewhere || name != DefaultWorld
	return w
}

// nameOf is the name of the world of shape k of a part.
func (p *part) nameOf(k int) string {
	if name := p.worlds.names[p.world[k]]; name != "" {
		return name
	}
	return DefaultWorld
}

// enterAll is enter for all shapes of a part, if they are in one world and their labels are
// numbers that grow on from those before, as in most tables. Then no label is there twice. If they
// are not, it does nothing.
func (l *Loader) enterAll(p *part) bool {
	s, n := l.set, p.rows()
	if n == 0 || len(p.worlds.names) != 1 || len(p.labels.long) > 0 || uint64(s.Len()+n) > math.MaxUint32 {
		return false
	}
	last := l.ids.lastOf(noWorld) // only a world that is there already has labels
	if w, known := l.common.worlds[p.nameOf(0)]; known {
		last = l.ids.lastOf(w)
	}
	for _, number := range p.number {
		if number <= last {
			return false
		}
		last = number
	}
	world := l.worldOf(p, 0)
	l.ids.setLast(world, last)
	begin := s.Len()
	s.labels.cells = append(s.labels.cells, p.labels.cells...)
	s.line = append(s.line, p.line...)
	s.world = slices.Grow(s.world, n)[:begin+n]
	for k := begin; k < len(s.world); k++ {
		s.world[k] = world
	}
	s.Rows += n
	return true
}

// enter gives shape k of a part its place in the set. It is left out if its id is in its world
// already, which is an error unless bad rows are skipped.
func (l *Loader) enter(p *part, k int) (left bool, err error) {
	s := l.set
	if uint64(s.Len()) >= math.MaxUint32 {
		return true, fmt.Errorf("more than %d shapes", uint32(math.MaxUint32))
	}
	world, label, number := l.worldOf(p, k), p.labels.at(k), p.number[k]
	if len(label) == 0 {
		number = int64(s.Rows)
		l.digits = strconv.AppendInt(l.digits[:0], number, 10)
		label = l.digits
	}
	if from := l.ids.enter(world, label, number, p.line[k]); from != "" {
		return true, l.unlessSkipped(l.twice(string(label), world, int(p.line[k]), from))
	}
	return false, nil
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
	if l.shapes, err = s.Shapes.Append(l.shapes[:0], p.shapes, slot, p.cuts.begin(to)); err != nil {
		return err
	}
	s.keepCorners(p, int(l.shapes[0].Index()), slot, p.cuts.begin(to))
	for n := range s.kept {
		s.kept[n].append(&p.kept[n], from, to)
	}
	if l.c.Exact || l.c.Given {
		before := s.Given.Bytes()
		for k := range p.given[from:to] {
			s.Given.Append(&p.given[from+k])
		}
		// The workers' parts hold some shapes once more, and larger.
		if err := l.account.take(2 * (s.Given.Bytes() - before)); err != nil {
			return l.noRoom(p, from, err)
		}
	}
	if t := l.c.Tile; t != nil {
		for k := from; k < to; k++ {
			s.sides = append(s.sides, t.sides(p.boxes[k]))
			if t.Takes == Questions {
				t.reach(p.nameOf(k), p.boxes[k])
			}
		}
	}
	plain := p.cuts.first == nil && s.cuts.first == nil && !s.moves() && !p.bodies.used
	for k, j := from, first; k < to; k, j = k+1, j+1 {
		if plain && s.world[j] == 0 {
			continue
		}
		if err := l.settle(p, k, j, l.shapes[p.cuts.begin(k)-slot:p.cuts.begin(k+1)-slot]); err != nil {
			return err
		}
	}
	return nil
}

// settle gives shape j of the set, which is a copy of shape k of a part, what the part does not
// know of it. Its own parts, one if it is not cut, are parts.
func (l *Loader) settle(p *part, k, j int, parts []soa.ID) error {
	s := l.set
	w, body := s.world[j], p.bodyOf(l, k)
	s.cuts.add(j, len(parts))
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
		a, err := s.Shapes.Attrs(id)
		if err != nil {
			return err
		}
		if a.World = w; body != 0 {
			a.Body = body
		}
		if err := s.Shapes.SetAttrs(id, a); err != nil {
			return err
		}
	}
	return nil
}

// bodyOf is the number of the body of shape k of a part.
func (p *part) bodyOf(l *Loader, k int) uint32 {
	if !p.bodies.used {
		return 0
	}
	return l.body(p.bodies.names[p.body[k]])
}

// body is the number of a body by its name. The empty name is 0.
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
