// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"

	"daylight/cmd/internal/geometry"
	"daylight/soa"
)

// Form is what the input says a shape is.
type Form uint8

// The forms.
const (
	Circle Form = iota
	Capsule
	Box
	Polygon
	NumForms
)

// Forms counts the shapes of each form.
func (s *Set) Forms() [NumForms]int { return s.forms }

// form is what the row is, which has become a shape.
func (p *parser) form(w *way) Form {
	switch w {
	case &byWKT:
		switch p.geom.Kind {
		case geometry.Point:
			return Circle
		case geometry.LineString:
			return Capsule
		}
		return Polygon
	case &byPoints:
		return Polygon
	case &byEnds, &byHalf, &byLength:
		return Capsule
	case &byRadius:
		return Circle
	}
	return Box
}

// Sample is a set of about n of the shapes, evenly spread over the input, with their worlds
// and motions; it has no labels.
func (s *Set) Sample(n int) (*Set, error) {
	o := &Set{Shapes: soa.New(), common: s.common, Moving: s.Moving}
	if s.Moves.DX != nil {
		o.Moves = newMoves(o.Shapes)
	}
	step := max(1, (s.Len()+n-1)/n)
	var ids []soa.ID
	for id := range s.Shapes.All() {
		ids = append(ids, id)
	}
	for k := 0; k < s.Len(); k += step {
		added, err := o.Shapes.Append(nil, s.Shapes, k, k+1)
		if err != nil {
			return nil, err
		}
		o.world = append(o.world, s.world[k])
		if s.Moves.DX == nil {
			continue
		}
		dx, err1 := s.Moves.DX.Get(ids[k])
		dy, err2 := s.Moves.DY.Get(ids[k])
		turn, err3 := s.Moves.Turn.Get(ids[k])
		if err := errors.Join(err1, err2, err3, o.Moves.put(added[0], motion{dx, dy, turn})); err != nil {
			return nil, err
		}
	}
	return o, nil
}
