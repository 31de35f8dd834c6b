// SPDX-License-Identifier: MIT

package shapes

import (
	"math"
	"slices"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/cmd/internal/table"
	"daylight/region"
	"daylight/soa"
)

// Tiling says what becomes of shapes that are read for tiles: with Scan they are shown, and without they are what
// ReadSpilled reads.
type Tiling struct {
	Reach // of all shapes, or of those of a Loader that Beside did not make
	// Second is that of those which Beside made; nil stands for the same.
	Second *Reach
	// Scan is shown the shapes as they come, in order, and none of them enters the Set. It may
	// not keep what it is shown.
	Scan func(Scanned) error
	// Records says that Scan writes shapes by Scanned.AppendSpilled.
	Records bool
	// Doubled tells of the rows of a set, of those that Scan was shown, whose ids are in their worlds already, in no order, or
	// of the first of them. They are errors. nil has nobody look.
	Doubled func(second, first bool, tell func(r *Doubled) error) error
	// LeftOut are the numbers of rows that ReadSpilled leaves out, in order, of the one Loader and of
	// that which Beside makes: those whose ids were found to be there twice.
	LeftOut [2][]int64
	// Worlds names the worlds in the order of their numbers, for ReadSpilled.
	Worlds []string
	// Cut says that some shapes of the tables are cut into convex parts, though maybe not of
	// those that ReadSpilled reads; see Set.Cut.
	Cut bool
}

// Reach is how far shapes reach, which tells which tiles they go to.
type Reach struct {
	// Mode and Margin are what is asked of the shapes: batch.ModeSwept has them reach along their motion.
	Mode   batch.Mode
	Margin float64
	// Loose has boxes be larger than shapes by more than what is stored is off, and than anything is rounded.
	Loose bool
	// Rays has them reach from where they are to where they lead, see Config.Rays.
	Rays bool
	// Centres has them reach from their positions, and not from their outlines.
	Centres bool
}

// box is the box of a part with the box b of its outline, at (x, y), that moves so.
func (r *Reach) box(b region.Box, x, y float64, v motion) region.Box {
	more := 0.0
	if r.Centres {
		more = r.Margin
		b = region.Box{MinX: x, MinY: y, MaxX: x, MaxY: y}
	}
	if r.Rays {
		b.MinX, b.MaxX = min(b.MinX, x+v.dx), max(b.MaxX, x+v.dx)
		b.MinY, b.MaxY = min(b.MinY, y+v.dy), max(b.MaxY, y+v.dy)
	}
	if r.Loose {
		more += 0x1p-14*(b.MaxX-b.MinX+b.MaxY-b.MinY+r.Margin) + 0x1p-40*(math.Abs(x)+math.Abs(y)) + 0x1p-140
	}
	return region.Box{MinX: b.MinX - more, MinY: b.MinY - more, MaxX: b.MaxX + more, MaxY: b.MaxY + more}
}

// Scanned are shapes that lie side by side in a table.
type Scanned struct {
	Second bool // they are of a Loader that Beside made
	World  []uint32
	Boxes  []region.Box

	l    *Loader
	part *part
	rows []int64
}

// Doubled is a row whose id is in its world already, from an earlier row. Files are numbered as Scanned.File has them.
type Doubled struct {
	World           uint32
	Label           string
	Row             int64
	Cut             bool // its shape is cut into convex parts
	File, FirstFile int
	Line, FirstLine uint32
}

// File is the number of the table that the shapes are from, among those of their set.
func (s *Scanned) File() int { return len(s.l.set.files) - 1 }

// RowOf is the number of shape k's row, counted over all tables.
func (s *Scanned) RowOf(k int) int64 { return s.rows[k] }

// WorldName is the name of shape k's world.
func (s *Scanned) WorldName(k int) string { return s.l.common.names[s.World[k]] }

// ID is shape k's id, which is empty if its row names none, and then is the number of the row; the whole number that
// it is, or one below 0; and the line of the row.
func (s *Scanned) ID(k int) (label []byte, number int64, line uint32) {
	return s.part.labels.at(k), s.part.number[k], s.part.line[k]
}

// Cut reports whether shape k is cut into convex parts.
func (s *Scanned) Cut(k int) bool { return s.part.cuts.parts(k) > 1 }

// Filtered reports whether some of the shapes may not meet some others, for what their columns say of them.
func (s *Scanned) Filtered() bool {
	return s.part.filtered || len(s.part.body) > 0 || s.part.cuts.first != nil
}

// bounds finds the boxes of a part.
type bounds struct {
	tile.Bounds
	moves batch.Columns
	ids   []soa.ID
}

// tile finds the boxes of the part's shapes.
func (p *parser) tile() {
	if p.c.Tiling == nil {
		return
	}
	if err := p.part.measure(p.c); err != nil {
		p.part.failed = append(p.part.failed, failure{before: p.part.rows(), err: &table.Error{File: p.file, Line: int(p.part.line[len(p.part.line)-1]), Msg: err.Error(), Fatal: true, Err: err}})
	}
}

// measure finds the boxes of a part's shapes.
func (p *part) measure(c *Config) error {
	if c.Exact {
		for k := range p.given {
			p.boxes = append(p.boxes, region.Box(p.given[k].Bounds()))
		}
		return nil
	}
	t := &c.Tiling.Reach
	if c.second && c.Tiling.Second != nil {
		t = c.Tiling.Second
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
	if err := b.Fill(p.shapes, batch.Config{Mode: t.Mode, Margin: t.Margin, Columns: b.moves}); err != nil {
		return err
	}
	// Of a shape that is cut the box covers all parts, so that the tile that owns a pair has
	// all that makes up its row.
	for k := range p.rows() {
		var box region.Box
		for i, id := range b.ids[p.cuts.begin(k):p.cuts.begin(k+1)] {
			one := b.Box(id)
			if t.Loose {
				x, y, err := p.shapes.Position(id)
				if err != nil {
					return err
				}
				var v motion
				if t.Rays && len(p.moves) > 0 {
					v = p.moves[k]
				}
				one = t.box(one, x, y, v)
			}
			if i == 0 {
				box = one
			} else {
				box = region.Box{MinX: min(box.MinX, one.MinX), MinY: min(box.MinY, one.MinY), MaxX: max(box.MaxX, one.MaxX), MaxY: max(box.MaxY, one.MaxY)}
			}
		}
		p.boxes = append(p.boxes, box)
	}
	return nil
}

// leftOut reports whether a row was found out to be left out when the tables were scanned.
func (t *Tiling) leftOut(second bool, row int64) bool {
	list := t.LeftOut[0]
	if second {
		list = t.LeftOut[1]
	}
	_, found := slices.BinarySearch(list, row)
	return found
}
