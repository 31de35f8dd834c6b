// SPDX-License-Identifier: MIT

package job

import (
	"sync"

	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// Overlapping decides exactly whether two shapes overlap, by the corners of their convex parts: two of the parts do. It
// is not known if a part is not given by its corners alone.
func Overlapping(a *shapes.Set, partsA []soa.ID, b *shapes.Set, partsB []soa.ID) (overlap, known bool) {
	boxesA, knownA := cornerBoxes(a, partsA)
	boxesB, knownB := cornerBoxes(b, partsB)
	if !knownA || !knownB || len(partsA) == 0 || len(partsB) == 0 {
		return false, false
	}
	decide := byCorners(a, b)
	wholeA, wholeB := around(boxesA), around(boxesB)
	var near []int // parts of b that may meet one of a
	for k := range boxesB {
		if boxesB[k].Meets(wholeA) {
			near = append(near, k)
		}
	}
	for i := range boxesA {
		if !boxesA[i].Meets(wholeB) {
			continue
		}
		for _, k := range near {
			if boxesA[i].Meets(boxesB[k]) && decide(partsA[i], partsB[k], region.Apart) == region.Overlapping {
				return true, true
			}
		}
	}
	return false, true
}

// around is the box around boxes.
func around(boxes []region.Box) region.Box {
	all := boxes[0]
	for _, b := range boxes[1:] {
		all = region.Box{MinX: min(all.MinX, b.MinX), MinY: min(all.MinY, b.MinY), MaxX: max(all.MaxX, b.MaxX), MaxY: max(all.MaxY, b.MaxY)}
	}
	return all
}

// cornerBoxes are the boxes of parts by their corners.
func cornerBoxes(s *shapes.Set, parts []soa.ID) (boxes []region.Box, known bool) {
	var room [64]region.Point
	for _, id := range parts {
		corners := s.Corners(id, room[:0])
		if len(corners) == 0 {
			return nil, false
		}
		b := region.Box{MinX: corners[0].X, MinY: corners[0].Y, MaxX: corners[0].X, MaxY: corners[0].Y}
		for _, v := range corners[1:] {
			b.MinX, b.MaxX = min(b.MinX, v.X), max(b.MaxX, v.X)
			b.MinY, b.MaxY = min(b.MinY, v.Y), max(b.MaxY, v.Y)
		}
		boxes = append(boxes, b)
	}
	return boxes, true
}

// rooms are for the corners of two shapes, of which few have more.
var rooms = sync.Pool{New: func() any { return new([2][64]region.Point) }}

// byCorners decides pairs of one step by their corners.
func byCorners(set, other *shapes.Set) func(a, b soa.ID, found region.Verdict) region.Verdict {
	return func(a, b soa.ID, found region.Verdict) region.Verdict {
		room := rooms.Get().(*[2][64]region.Point)
		defer rooms.Put(room)
		return region.CompareOutlines(set.Corners(a, room[0][:]), other.Corners(b, room[1][:]), found)
	}
}
