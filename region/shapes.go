// SPDX-License-Identifier: MIT

package region

import (
	"slices"
	"unsafe"
)

// Shapes is a list of shapes in a few arrays, without a pointer for each shape. A shape takes 72
// bytes, and 16 for each point of its core, of its parts and of its outline. A shape of several
// parts takes 36 more for each part, and 32 for each cut between two parts. The zero value is
// empty. Any number of goroutines may read the list while none appends to it.
type Shapes struct {
	blocks []*shapeBlock
	n      int
	bytes  int64
}

// blockShapes is how many shapes are in a block. Blocks do not move as the list grows.
const blockShapes = 1 << 10

// shapeBlock holds shapes, and their points, parts and cuts, one shape after the other.
type shapeBlock struct {
	flat   []flatShape
	points []Point // the core; or the corners of the parts, then the outline
	boxes  []Box   // of parts
	marks  []int32 // where parts begin, then where rings begin
	cuts   []cut
	many   []Shape // shapes with lines
}

// flatShape is a shape without its points. It has indices of its first elements in the arrays of
// its block. Its elements end where those of the next shape begin.
type flatShape struct {
	box                              Box
	radius, area                     float64
	points, boxes, marks, cuts, many uint32
	parts                            int32 // of a region
}

// Len returns the number of shapes.
func (l *Shapes) Len() int { return l.n }

// Bytes returns roughly how many bytes the shapes take.
func (l *Shapes) Bytes() int64 { return l.bytes }

// Append adds a copy of a shape.
func (l *Shapes) Append(s *Shape) {
	if l.n%blockShapes == 0 {
		l.blocks = append(l.blocks, &shapeBlock{flat: make([]flatShape, 0, blockShapes)})
	}
	l.n++
	b := l.blocks[len(l.blocks)-1]
	f := b.end()
	switch r := s.region; {
	case s.many != nil:
		b.many = append(b.many, *s)
		l.bytes += int64(unsafe.Sizeof(*s)) + int64(len(s.many.cores))*thinBytes
	case r != nil:
		f.parts, f.area = int32(r.Parts()), r.area
		b.points = append(append(b.points, r.corners...), r.outline...)
		b.boxes = append(b.boxes, r.boxes...)
		b.marks = append(append(b.marks, r.starts...), r.rings...)
		b.cuts = append(b.cuts, r.cuts...)
	default:
		b.points = append(b.points, s.core...)
	}
	f.box, f.radius = s.box, s.radius
	to := b.end()
	l.bytes += int64(unsafe.Sizeof(f)) + 16*int64(to.points-f.points) + 32*int64(to.boxes-f.boxes+to.cuts-f.cuts) + 4*int64(to.marks-f.marks)
	if b.flat = append(b.flat, f); len(b.flat) == blockShapes {
		b.points, b.boxes, b.marks, b.cuts, b.many = slices.Clip(b.points), slices.Clip(b.boxes), slices.Clip(b.marks), slices.Clip(b.cuts), slices.Clip(b.many)
	}
}

// thinBytes is the memory of a core of a shape with lines: its points and its box, and the points
// of the line.
const thinBytes = 160

// end returns the lengths of the arrays of a block, where the next shape begins.
func (b *shapeBlock) end() flatShape {
	return flatShape{points: uint32(len(b.points)), boxes: uint32(len(b.boxes)), marks: uint32(len(b.marks)), cuts: uint32(len(b.cuts)), many: uint32(len(b.many))}
}

// At returns shape i. If it has a region, At makes that in room, or in a new Region if room is nil.
// The caller must not reuse room while it uses the shape. The points belong to the list and are
// read only.
func (l *Shapes) At(i int, room *Region) Shape {
	b, k := l.blocks[i/blockShapes], i%blockShapes
	f, next := &b.flat[k], b.end()
	if k+1 < len(b.flat) {
		next = b.flat[k+1]
	}
	points := b.points[f.points:next.points:next.points]
	switch {
	case next.many > f.many:
		return b.many[f.many]
	case f.parts == 0 && len(points) == 0:
		return Shape{}
	case f.parts == 0:
		return Shape{core: points, radius: f.radius, box: f.box}
	case room == nil:
		room = new(Region)
	}
	marks := b.marks[f.marks:next.marks:next.marks]
	starts, rings := marks[:f.parts+1], marks[f.parts+1:]
	corners := starts[f.parts]
	*room = Region{
		box: f.box, area: f.area, boxes: b.boxes[f.boxes:next.boxes:next.boxes], cuts: b.cuts[f.cuts:next.cuts:next.cuts],
		corners: points[:corners:corners], starts: starts, outline: points[corners:], rings: rings,
	}
	return Shape{region: room, radius: f.radius, box: f.box}
}

// Bounds returns the bounds of shape i.
func (l *Shapes) Bounds(i int) Box {
	f := &l.blocks[i/blockShapes].flat[i%blockShapes]
	s := Shape{radius: f.radius, box: f.box}
	return s.Bounds()
}
