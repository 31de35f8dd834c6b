// SPDX-License-Identifier: MIT

package shapes

import (
	"sort"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/outline"
	"daylight/region"
	"daylight/soa"
)

// drawn is the outline, as it was given, of what lies in slots from to to-1: a shape that was cut
// into convex parts, or one of its members.
type drawn struct {
	from, to int
	outline  geom.Geometry
}

// draw keeps the outline of what lies in the slots from from on, if that is asked for. What is grown by a radius is not kept: its outline is made of its parts.
func (p *parser) draw(from int, radius float64, outline func() (geom.Geometry, error)) error {
	to := p.part.shapes.Len()
	if !p.c.Outlines || radius != 0 || to == from {
		return nil
	}
	g, err := outline()
	p.part.drawn = append(p.part.drawn, drawn{from, to, g})
	return err
}

// outlineOf is the outline of a region, where a pose puts it.
func outlineOf(r *region.Region, pose *soa.Pose) (g geom.Geometry, err error) {
	s, err := region.NewShape(r, nil, 0)
	if err != nil {
		return g, inWords(err)
	}
	g = outline.Given(&s)
	if pose != nil {
		g = g.TransformXY(func(v geom.XY) geom.XY {
			q := pose.Transform(soa.Point(v))
			return geom.XY{X: q.X + 0, Y: q.Y + 0} // a zero has no sign
		})
	}
	return g, nil
}

// draw takes over the outlines that a part has in slots from to to-1, which lie from at on here.
func (s *Set) draw(p *part, from, to, at int) {
	i := sort.Search(len(p.drawn), func(i int) bool { return p.drawn[i].from >= from })
	for _, d := range p.drawn[i:] {
		if d.from >= to {
			break
		}
		s.drawn = append(s.drawn, drawn{at + d.from - from, at + d.to - from, d.outline})
	}
}

// Outline is the outline of shape k. If that is of several convex parts, and Config.Outlines, it
// is the outline as it was given; part draws all else by its slot. Several members are one
// geometry.
func (s *Set) Outline(k int, part func(slot int) geom.Geometry) geom.Geometry {
	from, to := s.Slots(k)
	if to-from == 1 {
		return part(from)
	}
	var members []geom.Geometry
	i := sort.Search(len(s.drawn), func(i int) bool { return s.drawn[i].from >= from })
	for slot := from; slot < to; {
		if i < len(s.drawn) && s.drawn[i].from == slot {
			members = append(members, s.drawn[i].outline)
			slot = s.drawn[i].to
			i++
			continue
		}
		members = append(members, part(slot))
		slot++
	}
	return outline.Several(members)
}
