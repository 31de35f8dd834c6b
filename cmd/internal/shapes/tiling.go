// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"slices"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/cmd/internal/table"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// Tiling says what becomes of shapes that are read for tiles. One of Scan and Keep is there.
type Tiling struct {
	// Mode and Margin are what is asked of the shapes, which tells how far they reach.
	Mode   batch.Mode
	Margin float64
	// Scan is shown the shapes as they come, in order, and none of them enters the Set. It may
	// not keep what it is shown.
	Scan func(Scanned) error
	// Records says that Scan writes shapes by Scanned.Spilled.
	Records bool
	// Duplicates is how much memory Scan may take, in bytes, to find ids that are twice in a world, which
	// are errors; with 0 nobody looks. Where it is not enough, all ids are written to a file that
	// Scratch makes, and those that are there twice are found when all tables have been read: after
	// other bad rows, and after Scan was shown their shapes.
	Duplicates int64
	Scratch    func() (Scratch, error)
	// Late is told of rows that are left out though Scan was shown their shapes, in order: their
	// numbers, and whether the shapes are cut into convex parts.
	Late func(second bool, row int64, cut bool)
	// LeftOut are the numbers of rows that Keep is not asked about, in order, of the one Loader and of
	// that which Beside makes: those whose ids Scan found to be there twice.
	LeftOut [2][]int64
	// Worlds names the worlds in the order of their numbers, for Keep: rows of other worlds
	// are errors.
	Worlds []string
	// Keep says whether a shape enters the Set. It is called from several goroutines.
	Keep func(world uint32, b region.Box) bool
	// Cut says that some shapes of the tables are cut into convex parts, though maybe not of
	// those that enter the Set; see Set.Cut.
	Cut bool

	known map[string]uint32 // numbers of Worlds
}

// Span is where in a table some rows lie: Size bytes from At on, or Size batches of a table that
// is stored by columns. Only what is Ranged can be read by itself.
type Span struct {
	At, Size int64
	Batches  bool
	Ranged   bool
}

// Range are rows that can be read by themselves: Row is the number of the first, counted over
// all tables.
type Range struct {
	At, Size int64
	Row      int64
}

// Scanned are shapes that lie side by side in a table.
type Scanned struct {
	Second bool // they are of a Loader that Beside made
	Span   Span
	Row    int64 // number of the first row, counted over all tables
	Rows   int   // good and bad
	World  []uint32
	Boxes  []region.Box

	l    *Loader
	part *part
	rows []int64
	left []bool // nil if none is
}

// Left reports whether shape k is left out, since its id is there twice.
func (s *Scanned) Left(k int) bool { return s.left != nil && s.left[k] }

// RowOf is the number of shape k's row, counted over all tables.
func (s *Scanned) RowOf(k int) int64 { return s.rows[k] }

// WorldName is the name of shape k's world.
func (s *Scanned) WorldName(k int) string { return s.l.common.names[s.World[k]] }

// Cut reports whether shape k is cut into convex parts.
func (s *Scanned) Cut(k int) bool { return s.part.cuts.begin(k+1)-s.part.cuts.begin(k) > 1 }

// FirstCut is the first shape that is cut into convex parts, or -1.
func (s *Scanned) FirstCut() int {
	if s.part.cuts.first == nil {
		return -1
	}
	for k := range s.Boxes {
		if s.Cut(k) && !s.Left(k) {
			return k
		}
	}
	return -1
}

// bounds finds the boxes of a part.
type bounds struct {
	tile.Bounds
	moves batch.Columns
	ids   []soa.ID
}

// tile finds the boxes of the part's shapes, and which of them are to be kept.
func (p *parser) tile() {
	if t := p.c.Tiling; t != nil {
		if err := p.part.measure(p.c); err != nil {
			p.part.failed = append(p.part.failed, failure{before: p.part.rows(), err: &table.Error{File: p.file, Line: p.line, Msg: err.Error(), Fatal: true, Err: err}})
		}
		if t.Keep == nil {
			return
		}
		to := p.part
		for k, b := range to.boxes {
			w, known := t.world(to.worlds.names[to.world[k]])
			to.keep = append(to.keep, known && t.Keep(w, b))
		}
	}
}

// world is the number of a world that the Tiling names.
func (t *Tiling) world(name string) (uint32, bool) {
	if name == "" {
		name = DefaultWorld
	}
	w, known := t.known[name]
	return w, known
}

// measure finds the boxes of a part's shapes.
func (p *part) measure(c *Config) error {
	if c.Exact {
		for k := range p.given {
			p.boxes = append(p.boxes, region.Box(p.given[k].Bounds()))
		}
		return nil
	}
	if p.bounds == nil || p.bounds.moves.VX != nil && p.bounds.moves.VX.Shapes() != p.shapes {
		p.bounds = new(bounds)
		if c.Time > 0 {
			p.bounds.moves = newMoves(p.shapes)
		}
	}
	b := p.bounds
	b.ids = b.ids[:0]
	for id := range p.shapes.All() {
		b.ids = append(b.ids, id)
	}
	for k := range p.moves {
		for _, id := range b.ids[p.cuts.begin(k):p.cuts.begin(k+1)] {
			if err := putMotion(&b.moves, id, p.moves[k]); err != nil {
				return err
			}
		}
	}
	if err := b.Fill(p.shapes, batch.Config{Mode: c.Tiling.Mode, Margin: c.Tiling.Margin, Columns: b.moves}); err != nil {
		return err
	}
	// Of a shape that is cut the box covers all parts, so that the tile that owns a pair has
	// all that makes up its row.
	for k := range p.rows() {
		var box region.Box
		for i, id := range b.ids[p.cuts.begin(k):p.cuts.begin(k+1)] {
			if one := b.Box(id); i == 0 {
				box = one
			} else {
				box = region.Box{MinX: min(box.MinX, one.MinX), MinY: min(box.MinY, one.MinY), MaxX: max(box.MaxX, one.MaxX), MaxY: max(box.MaxY, one.MaxY)}
			}
		}
		p.boxes = append(p.boxes, box)
	}
	return nil
}

// mergeTiled is merge where only some shapes enter the set. Labels are only looked at where two
// shapes of the set have the same.
func (l *Loader) mergeTiled(p *part) error {
	s, t := l.set, l.c.Tiling
	seen := Scanned{Second: l.second, Span: l.span, Row: int64(s.Rows), World: l.seen.World[:0], l: l, part: p, rows: l.seen.rows[:0]}
	var some []uint32
	failed := p.failed
	for k := range p.rows() + 1 {
		for len(failed) > 0 && failed[0].before == k {
			if err := l.refuse(p, &failed[0]); err != nil {
				return err
			}
			failed = failed[1:]
		}
		if k == p.rows() {
			break
		}
		row := int64(s.Rows)
		switch {
		case t.Scan != nil:
			world := l.worldOf(p, p.world[k])
			seen.World, seen.rows = append(seen.World, world), append(seen.rows, row)
			l.shown++
			if dup := l.scanned(p, k, world); dup != nil {
				l.number(dup)
				if !l.skip(dup) {
					return dup
				}
				l.shown--
				if seen.left == nil {
					seen.left = make([]bool, p.rows())
				}
				seen.left[k] = true
			}
		case l.leftOut(row):
		case p.keep[k]:
			if dup := l.enter(p, k); dup != nil {
				l.number(dup)
				if !l.skip(dup) {
					return dup
				}
				break
			}
			s.rows, s.boxes = append(s.rows, row), append(s.boxes, p.boxes[k])
			some = append(some, uint32(k))
		default:
			if _, known := t.world(p.worlds.names[p.world[k]]); !known {
				return &table.Error{File: s.files[len(s.files)-1].name, Line: int(p.line[k]), Fatal: true,
					Msg: fmt.Sprintf("the plan knows no world %s: it was made of another table", table.Quote(p.worlds.names[p.world[k]]))}
			}
		}
		s.Rows++
	}
	if t.Scan != nil {
		seen.Boxes, seen.Rows = p.boxes, s.Rows-int(seen.Row)
		l.seen = seen
		return t.Scan(seen)
	}
	return l.appendSome(p, some)
}

// leftOut reports whether a row was found out to be left out when the tables were scanned.
func (l *Loader) leftOut(row int64) bool {
	list := l.c.Tiling.LeftOut[0]
	if l.second {
		list = l.c.Tiling.LeftOut[1]
	}
	_, found := slices.BinarySearch(list, row)
	return found
}

// appendSome copies some shapes of a part, which have been entered.
func (l *Loader) appendSome(p *part, some []uint32) error {
	if len(some) == 0 {
		return nil
	}
	s := l.set
	if err := l.charge(p, 0, len(some)); err != nil {
		return err
	}
	first := s.Len() - len(some)
	if p.cuts.first == nil {
		l.ids = l.ids[:0]
		if err := store.Of(s.Shapes).AppendSlots(&l.ids, p.shapes, some); err != nil {
			return err
		}
	}
	for n, k := range some {
		if l.c.Exact || l.c.Given {
			s.Given = append(s.Given, p.given[k])
		}
		var parts []soa.ID
		if p.cuts.first == nil {
			parts = l.ids[n : n+1]
		} else {
			var err error // parts stay those of one region only if they are copied together
			if l.ids, err = s.Shapes.Append(l.ids[:0], p.shapes, p.cuts.begin(int(k)), p.cuts.begin(int(k)+1)); err != nil {
				return err
			}
			parts = l.ids
		}
		s.keepCorners(p, int(parts[0].Index()), p.cuts.begin(int(k)), p.cuts.begin(int(k)+1))
		if err := l.settle(p, int(k), first+n, parts); err != nil {
			return err
		}
	}
	return nil
}
