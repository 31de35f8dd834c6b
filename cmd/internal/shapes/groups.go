// SPDX-License-Identifier: MIT

package shapes

import (
	"math"
	"slices"

	"daylight/cmd/internal/columnar"
	"daylight/region"
)

var (
	acrossFields = setOf(X, Lon, X1, X2, MinX, MaxX)
	upFields     = setOf(Y, Lat, Y1, Y2, MinY, MaxY)
	// spread are places of which a row has several, so that its shape may be as large as they are apart.
	spread = setOf(X1, X2, MinX, MaxX, Y1, Y2, MinY, MaxY, WKT)
)

// span bounds the shapes of a batch, by what a file says of the least and greatest values of columns.
type span struct {
	places region.Box // of all that says where shapes are
	drift  region.Box // by which they move
	reach  float64    // all sizes of a row together
	turns  bool
	seen   fieldSet
}

// spanOf is the span of a batch. It is not ok if the file does not say enough.
func (l *Loader) spanOf(r *columnar.Reader, b *columnar.Batch, head *header) (s span, ok bool) {
	s = span{places: nothing, reach: l.c.Radius}
	for k, f := range head.fields {
		if f >= numFields || f == Angle || !(acrossFields | upFields | lengths | velocities | setOf(Points, WKT)).has(f) || velocities.has(f) && !l.c.Reach.Moves {
			continue
		}
		if k >= len(r.Names) || f == Points || f == WKT && r.Names[k] != r.Geometry {
			return s, false // which is a constant, points as text, or another geometry than the one that the file covers
		}
		if f == WKT {
			box, ok := r.Covered(b)
			if !ok {
				return s, false
			}
			extend(&s.places, point{X: box[0], Y: box[1]}, 0, 0)
			extend(&s.places, point{X: box[2], Y: box[3]}, 0, 0)
			s.seen |= setOf(X, Y, WKT)
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
func (s *span) add(f Field, low, high, time float64) {
	s.seen |= 1 << f
	switch {
	case f == VX:
		s.drift.MinX, s.drift.MaxX = min(0, low*time), max(0, high*time)
	case f == VY:
		s.drift.MinY, s.drift.MaxY = min(0, low*time), max(0, high*time)
	case f == Omega:
		s.turns = low != 0 || high != 0
	case lengths.has(f):
		s.reach += max(math.Abs(low), math.Abs(high))
	case acrossFields.has(f):
		s.places.MinX, s.places.MaxX = min(s.places.MinX, low), max(s.places.MaxX, high)
	default:
		s.places.MinY, s.places.MaxY = min(s.places.MinY, low), max(s.places.MaxY, high)
	}
}

// box holds the boxes of all shapes of the batch; see Reach.box. No point of a shape is farther from its place than all
// sizes of the row together.
func (s *span) box(margin float64) region.Box {
	b, d := s.places, s.drift
	size := 4 * s.reach
	if s.seen&spread != 0 {
		size += b.MaxX - b.MinX + b.MaxY - b.MinY
	}
	more := s.reach + margin + 0x1p-17*(size+margin+d.MaxX-d.MinX+d.MaxY-d.MinY)
	// What is rounded on the way, also where what covers geometries was rounded to float32, is less than this.
	more += 0x1p-22 * (math.Abs(b.MinX) + math.Abs(b.MaxX) + math.Abs(b.MinY) + math.Abs(b.MaxY))
	if s.turns {
		more += size
	}
	return region.Box{MinX: b.MinX + d.MinX - more, MinY: b.MinY + d.MinY - more, MaxX: b.MaxX + d.MaxX + more, MaxY: b.MaxY + d.MaxY + more}
}

// beyond reports whether no row of a batch enters, by its span.
func (l *Loader) beyond(r *columnar.Reader, b *columnar.Batch, head *header) bool {
	c := &l.c
	if c.Box == nil && c.Tile == nil {
		return false
	}
	s, ok := l.spanOf(r, b, head)
	if !ok {
		return false
	}
	all := s.box(c.Reach.Margin)
	if c.Box != nil && apart(&all, c.Box) {
		return true
	}
	// Rows have the columns of shapes that are cut in every tile or in none, so all are looked at until one is found.
	seen := !c.Concave || !s.seen.has(WKT) || l.cut.Load()
	return seen && c.Tile != nil && c.Tile.beyond(&all)
}

// beyond reports whether the tile needs no shape whose box lies within a box.
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

// idsBeyond is the type of the ids of a file whose rows a tile passes over. Answers have it in every tile.
func (l *Loader) idsBeyond(r *columnar.Reader, head *header) columnar.Type {
	k := slices.Index(head.fields, ID)
	switch {
	case l.c.Tile == nil || k >= len(r.Names): // the second is a constant
		return columnar.NoType
	case k < 0:
		return columnar.Int64
	}
	return r.IDs(r.Names[k])
}
