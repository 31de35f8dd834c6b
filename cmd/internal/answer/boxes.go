// SPDX-License-Identifier: MIT

package answer

import (
	"math"

	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// noBox is the empty box.
var noBox = region.Box{MinX: math.Inf(1), MinY: math.Inf(1), MaxX: math.Inf(-1), MaxY: math.Inf(-1)}

// none reports whether a box is empty, as for a shape that is left out of pairs.
func none(b *region.Box) bool { return b.MinX > b.MaxX }

// around is the smallest box around boxes.
func around(boxes ...[]region.Box) region.Box {
	all := noBox
	for _, list := range boxes {
		for _, b := range list {
			all = region.Box{MinX: min(all.MinX, b.MinX), MinY: min(all.MinY, b.MinY), MaxX: max(all.MaxX, b.MaxX), MaxY: max(all.MaxY, b.MaxY)}
		}
	}
	return all
}

// boxOf is the box around points.
func boxOf[P ~struct{ X, Y float64 }](points []P) region.Box {
	all := noBox
	for _, p := range points {
		q := struct{ X, Y float64 }(p)
		all = region.Box{MinX: min(all.MinX, q.X), MinY: min(all.MinY, q.Y), MaxX: max(all.MaxX, q.X), MaxY: max(all.MaxY, q.Y)}
	}
	return all
}

// gap is the distance between two boxes along the axis where it is greatest, negative if they
// overlap.
func gap(a, b *region.Box) float64 {
	return max(b.MinX-a.MaxX, a.MinX-b.MaxX, b.MinY-a.MaxY, a.MinY-b.MaxY)
}

// cornerBoxes are the boxes of parts by their corners, or nil if a part has more than corners.
func cornerBoxes(s *shapes.Set, parts []soa.ID) (boxes []region.Box) {
	var room [64]region.Point
	for _, id := range parts {
		corners := s.Corners(id, room[:0])
		if len(corners) == 0 {
			return nil
		}
		boxes = append(boxes, boxOf(corners))
	}
	return boxes
}
