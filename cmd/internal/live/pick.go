// SPDX-License-Identifier: MIT

package live

import (
	"slices"
	"time"

	"daylight/batch/query"
	"daylight/soa"
)

// picker finds the shape under a pointer by an index of the shapes as they are in a frame.
type picker struct {
	index *query.Index
	frame int             // of the index
	next  time.Time       // before which it is not brought up to date again
	found []query.Overlap // room
}

// pointed is where a viewer's pointer is, and how far from a shape it may be.
type pointed struct{ x, y, near float64 }

// restraint is how many times as long as bringing the index up to date takes nobody does
// it again: so many shapes that this takes longer than a step are picked where they were a
// few frames ago.
const restraint = 4

// everything is a filter that any shape meets, but one that meets nothing.
var everything = query.Options{Attrs: soa.Attrs{Category: 1<<32 - 1}}

// look brings the index up to date, if it is time.
func (p *picker) look(shapes *soa.Shapes, frame int) error {
	begin := time.Now()
	if p.index != nil && (p.frame == frame || begin.Before(p.next)) {
		return nil
	}
	var err error
	if p.index == nil {
		p.index, err = query.New(shapes, query.Config{})
	} else if p.index.Refit() != nil {
		err = p.index.Build()
	}
	now := time.Now()
	p.frame, p.next = frame, now.Add(restraint*now.Sub(begin))
	return err
}

// at is the index of the shape there, the one that is drawn last if there are several, or the
// nearest if there is none; -1 if none is near.
func (p *picker) at(q pointed) int {
	var err error
	if p.found, err = p.index.OverlapPoint(p.found[:0], q.x, q.y, everything); err != nil {
		return -1
	}
	if len(p.found) > 0 {
		top := slices.MaxFunc(p.found, func(a, b query.Overlap) int { return int(a.Shape.Index()) - int(b.Shape.Index()) })
		return int(top.Shape.Index())
	}
	var room [1]query.Neighbour
	near, err := p.index.NearestToPoint(room[:0], q.x, q.y, 1, everything)
	if err == nil && len(near) > 0 && float64(near[0].Distance) <= q.near {
		return int(near[0].Shape.Index())
	}
	return -1
}

// pick finds the shape under a viewer's pointer.
func (s *Server) pick(v *viewer) {
	if v.pointer == nil {
		return
	}
	if err := s.picker.look(s.c.World.Shapes(), s.frame); err != nil {
		v.watched = -1 // nothing to ask; the next frame tries again
		return
	}
	v.watched = s.picker.at(*v.pointer)
}
