// SPDX-License-Identifier: MIT

package shapes

import (
	"math"
	"slices"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/schema"
	"daylight/region"
)

// groups goes through the batches of a file. It passes over batches that the box or the tile does
// not need. Either every tile or none has the columns of cut shapes, so all batches that may hold
// one are read until one is found. The choice of batches depends only on the rows before them, not
// on how far the parsers are.
type groups struct {
	l    *Loader
	r    *columnar.Reader
	head *schema.Header
	cuts bool // they may hold shapes that are cut

	// State of next:
	over bool  // a tile leaves some out
	left int64 // rows of batches that are left out, behind the last that is read
	// State of merge:
	passing, passed bool // over the batch at hand, and over some
}

// next returns the next batch that may be needed.
func (g *groups) next() (*piece, error) {
	l := g.l
	for {
		w := l.take()
		var err error
		if w.batch, err = g.r.Next(); err != nil {
			return w, err
		}
		why := l.beyond(g.r, &w.batch, g.head)
		if w.unsure = why == errElsewhere && g.cuts && !l.cut.Load(); why == nil || w.unsure {
			w.left, g.left, w.rows = g.left, 0, w.batch.Rows
			return w, nil
		}
		g.over = g.over || why == errElsewhere
		g.left += w.batch.Rows
		w.batch.Drop()
		l.put(w)
	}
}

// merge takes a piece of a batch, in the order of the file.
func (g *groups) merge(w *piece) error {
	l := g.l
	defer l.put(w)
	l.passBy(int(w.left))
	if w.rows > 0 { // the first of its batch
		if g.passing = w.unsure && l.cut.Load(); g.passing {
			l.passBy(int(w.rows))
			g.passed = true
		}
	}
	if g.passing {
		return nil
	}
	return l.merged(&w.part)
}

// end takes what is known of the batches that were passed over.
func (g *groups) end() {
	l := g.l
	l.passBy(int(g.left))
	if g.over || g.passed {
		l.set.Moving = l.set.Moving || l.c.Rays && (g.head.Have.Has(schema.X2) || g.head.Have.Has(schema.WKT))
		l.set.IDs = l.set.IDs.And(l.idsBeyond(g.r, g.head))
	}
}

var (
	acrossFields = schema.SetOf(schema.X, schema.Lon, schema.X1, schema.X2, schema.MinX, schema.MaxX)
	upFields     = schema.SetOf(schema.Y, schema.Lat, schema.Y1, schema.Y2, schema.MinY, schema.MaxY)
	// spread holds the fields that give a row several points, which bound the size of its shape.
	spread = schema.SetOf(schema.X1, schema.X2, schema.MinX, schema.MaxX, schema.Y1, schema.Y2, schema.MinY, schema.MaxY, schema.WKT)
)

// span bounds the shapes of a batch, by the file's statistics of columns.
type span struct {
	places region.Box // of all coordinates
	drift  region.Box // of all motions
	reach  float64    // the sum of the sizes of a row, at most
	turns  bool
	seen   schema.FieldSet
}

// spanOf is the span of a batch. It is not ok if statistics are missing.
func (l *Loader) spanOf(r *columnar.Reader, b *columnar.Batch, head *schema.Header) (s span, ok bool) {
	s = span{places: nothing, reach: l.c.Radius}
	for k, f := range head.Fields {
		if f >= schema.NumFields || f == schema.Angle || !(acrossFields | upFields | schema.Lengths | schema.Velocities | schema.SetOf(schema.Points, schema.VertexX, schema.WKT)).Has(f) || schema.Velocities.Has(f) && !l.c.Reach.Moves {
			continue
		}
		if k >= len(r.Names) || f == schema.Points || f == schema.VertexX || f == schema.WKT && r.Names[k] != r.Geometry {
			return s, false // the file says nothing of constants, points as text and a second geometry
		}
		if f == schema.WKT {
			box, ok := r.Covered(b)
			if !ok {
				return s, false
			}
			extend(&s.places, point{X: box[0], Y: box[1]}, 0, 0)
			extend(&s.places, point{X: box[2], Y: box[3]}, 0, 0)
			s.seen |= schema.SetOf(schema.X, schema.Y, schema.WKT)
			continue
		}
		low, high, ok := r.Bounds(b, r.Names[k])
		if !ok {
			return s, false
		}
		s.add(f, low, high, l.c.Time)
	}
	return s, s.seen&acrossFields != 0 && s.seen&upFields != 0
}

// add takes the least and the greatest value of a field.
func (s *span) add(f schema.Field, low, high, time float64) {
	s.seen |= 1 << f
	switch {
	case f == schema.VX:
		s.drift.MinX, s.drift.MaxX = min(0, low*time), max(0, high*time)
	case f == schema.VY:
		s.drift.MinY, s.drift.MaxY = min(0, low*time), max(0, high*time)
	case f == schema.Omega:
		s.turns = low != 0 || high != 0
	case schema.Lengths.Has(f):
		s.reach += max(math.Abs(low), math.Abs(high))
	case acrossFields.Has(f):
		s.places.MinX, s.places.MaxX = min(s.places.MinX, low), max(s.places.MaxX, high)
	default:
		s.places.MinY, s.places.MaxY = min(s.places.MinY, low), max(s.places.MaxY, high)
	}
}

// box holds the boxes of all shapes of the batch; see Reach.box. No point of a shape is farther
// from its place than the sum of the sizes of its row.
func (s *span) box(margin float64) region.Box {
	b, d := s.places, s.drift
	size := 4 * s.reach
	if s.seen&spread != 0 {
		size += b.MaxX - b.MinX + b.MaxY - b.MinY
	}
	more := s.reach + margin + 0x1p-14*(size+margin+d.MaxX-d.MinX+d.MaxY-d.MinY)
	// This exceeds all rounding, also that of covering boxes in float32.
	more += 0x1p-22*(math.Abs(b.MinX)+math.Abs(b.MaxX)+math.Abs(b.MinY)+math.Abs(b.MaxY)) + 0x1p-124
	if s.turns {
		more += size
	}
	return region.Box{MinX: b.MinX + d.MinX - more, MinY: b.MinY + d.MinY - more, MaxX: b.MaxX + d.MaxX + more, MaxY: b.MaxY + d.MaxY + more}
}

// beyond returns the error that parser.place has for every row of a batch, by its span, or nil if a
// row may enter.
func (l *Loader) beyond(r *columnar.Reader, b *columnar.Batch, head *schema.Header) error {
	c := &l.c
	if c.Box == nil && c.Tile == nil {
		return nil
	}
	s, ok := l.spanOf(r, b, head)
	if !ok {
		return nil
	}
	all := s.box(c.Reach.Margin)
	if c.Box != nil && apart(&all, c.Box) {
		return errOutside
	}
	if c.Tile != nil && c.Tile.beyond(&all) {
		return errElsewhere
	}
	return nil
}

// beyond reports whether the tile needs no shape whose box lies within all.
func (t *Tile) beyond(all *region.Box) bool {
	if t.Takes != Answers {
		return !t.Touched(all)
	}
	for _, reached := range t.reached {
		if !apart(all, &reached) {
			return false
		}
	}
	return t.reached != nil
}

// idsBeyond is the type of the ids in a file, for rows that a tile skips. Every tile writes ids of
// one type.
func (l *Loader) idsBeyond(r *columnar.Reader, head *schema.Header) columnar.Type {
	k := slices.Index(head.Fields, schema.ID)
	switch {
	case l.c.Tile == nil || k >= len(r.Names): // or the column is a constant
		return columnar.NoType
	case k < 0:
		return columnar.Int64
	}
	return r.IDs(r.Names[k])
}
