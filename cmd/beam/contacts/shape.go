// SPDX-License-Identifier: MIT

package contacts

import (
	"fmt"
	"hash/fnv"
	"math"

	"daylight/region"
	"daylight/soa"
)

// Kinds of shapes.
const (
	KindCircle int64 = iota
	KindCapsule
	KindBox
	KindPolygon
)

// Shape is a convex shape, an element of a PCollection. Beam's schema of it has a field for
// each of these. Circle, Capsule, Box and Polygon make shapes whose other fields are not set.
//
// Lengths are in one unit of the caller's choice. What soa.Shapes refuses, such as a radius
// that is negative, is an error of the transform that gets the shape: a *ShapeError.
type Shape struct {
	// ID names the shape within its PCollection. Contacts of one PCollection have A < B, and
	// the normal points away from A.
	ID int64
	// World names the world that the shape is in. Shapes of different worlds never meet.
	World string
	// Name is carried along to the contacts of the shape. It means nothing to the transforms.
	Name string

	Kind     int64   // KindCircle, KindCapsule, KindBox or KindPolygon
	X, Y     float64 // position
	Cos, Sin float32 // rotation; both 0 stand for none
	// Radius is that of a circle, and how far other kinds are rounded.
	Radius float64
	// HX is half the length of a capsule, without its round ends. HX and HY are half the sides
	// of a box.
	HX, HY float64
	// Outline has the corners of a polygon, relative to its position: x, y, x, y and so on.
	Outline []float64

	// Corners may have those of a box along the axes, two that are opposite, the lower one first, or
	// of a polygon that is not grown, as they were given: x, y and so on, in the units of positions.
	// Where float32 cannot tell whether two such shapes touch, they decide, at a margin of 0.
	Corners []float64

	// DX, DY and Turn are how far the shape moves, and turns in radians, in ModeSwept. Other
	// modes ignore them.
	DX, DY, Turn float32

	// Body names the body that the shape is a part of, if it is not empty. Parts of one body
	// never meet.
	Body string
	// Filtered says that Category, Mask and Group are set. They are those of soa.Attrs: 32 bits
	// each, Group with a sign.
	Filtered              bool
	Category, Mask, Group int64
	Static, Sensor        bool
}

// Circle makes a circle.
func Circle(id int64, x, y, radius float64) Shape {
	return Shape{ID: id, Kind: KindCircle, X: x, Y: y, Radius: radius}
}

// Capsule makes a capsule, which lies along the x axis of its pose. Its round ends add radius
// to halfLength on both sides.
func Capsule(id int64, p soa.Pose, halfLength, radius float64) Shape {
	s := posed(id, KindCapsule, p)
	s.HX, s.Radius = halfLength, radius
	return s
}

// Box makes a box with sides of 2hx and 2hy.
func Box(id int64, p soa.Pose, hx, hy float64) Shape {
	s := posed(id, KindBox, p)
	s.HX, s.HY = hx, hy
	return s
}

// Polygon makes a convex polygon, which is grown by radius. The points are relative to the
// position, as in soa.Shapes.AddPolygon.
func Polygon(id int64, p soa.Pose, pts []soa.Point, radius float64) Shape {
	s := posed(id, KindPolygon, p)
	s.Radius = radius
	for _, q := range pts {
		s.Outline = append(s.Outline, q.X, q.Y)
	}
	return s
}

func posed(id, kind int64, p soa.Pose) Shape {
	return Shape{ID: id, Kind: kind, X: p.X, Y: p.Y, Cos: p.C, Sin: p.S}
}

// ShapeError says what is wrong with a shape.
type ShapeError struct {
	ID   int64
	Name string
	Err  error
}

func (e *ShapeError) Error() string {
	if e.Name != "" {
		return fmt.Sprintf("shape %d (%q): %v", e.ID, e.Name, e.Err)
	}
	return fmt.Sprintf("shape %d: %v", e.ID, e.Err)
}

func (e *ShapeError) Unwrap() error { return e.Err }

// numbers gives worlds and bodies numbers, from 1 on.
type numbers struct {
	of   map[string]uint32
	last string // most shapes are in the world of the one before
	was  uint32
}

func (n *numbers) number(name string) uint32 {
	if n.was != 0 && n.last == name {
		return n.was
	}
	k, known := n.of[name]
	if !known {
		if n.of == nil {
			n.of = map[string]uint32{}
		}
		k = uint32(len(n.of) + 1)
		n.of[name] = k
	}
	n.last, n.was = name, k
	return k
}

// corners are the Corners, as points.
func (s *Shape) corners() []region.Point {
	pts := make([]region.Point, 0, len(s.Corners)/2)
	for i := 1; i < len(s.Corners); i += 2 {
		pts = append(pts, region.Point{X: s.Corners[i-1], Y: s.Corners[i]})
	}
	return pts
}

// addTo adds the shape to a store.
func (s *Shape) addTo(to *soa.Shapes, worlds, bodies *numbers) (soa.ID, error) {
	attrs := soa.Attrs{World: worlds.number(s.World), Static: s.Static, Sensor: s.Sensor}
	if s.Body != "" {
		attrs.Body = bodies.number(s.Body)
	}
	if s.Filtered {
		if s.Category != int64(uint32(s.Category)) || s.Mask != int64(uint32(s.Mask)) || s.Group != int64(int32(s.Group)) {
			return 0, s.wrong(fmt.Errorf("category %d, mask %d and group %d: want 32 bits each", s.Category, s.Mask, s.Group))
		}
		attrs.Category, attrs.Ignore, attrs.Group = uint32(s.Category), ^uint32(s.Mask), int32(s.Group)
		if s.Category == 0 { // in no category, so it meets nothing
			attrs.Ignore = ^uint32(0)
		}
	}
	pose := soa.Pose{X: s.X, Y: s.Y, C: s.Cos, S: s.Sin}
	if pose.C == 0 && pose.S == 0 {
		pose.C = 1
	}
	var id soa.ID
	var err error
	switch s.Kind {
	case KindCircle:
		id, err = to.AddCircle(pose, s.Radius, attrs)
	case KindCapsule:
		id, err = to.AddCapsule(pose, s.HX, s.Radius, attrs)
	case KindBox:
		if s.Radius == 0 {
			id, err = to.AddBox(pose, s.HX, s.HY, attrs)
		} else {
			id, err = to.AddRoundedBox(pose, s.HX, s.HY, s.Radius, attrs)
		}
	case KindPolygon:
		if len(s.Outline)%2 != 0 {
			return 0, s.wrong(fmt.Errorf("an outline of %d numbers: want x and y of each corner", len(s.Outline)))
		}
		pts := make([]soa.Point, len(s.Outline)/2)
		for i := range pts {
			pts[i] = soa.Point{X: s.Outline[2*i], Y: s.Outline[2*i+1]}
		}
		id, err = to.AddPolygon(pose, pts, s.Radius, attrs)
	default:
		err = fmt.Errorf("there is no kind %d", s.Kind)
	}
	if err != nil {
		return 0, s.wrong(err)
	}
	return id, nil
}

func (s *Shape) wrong(err error) error { return &ShapeError{ID: s.ID, Name: s.Name, Err: err} }

// WorldNumber is the number by which a plan knows a world: a hash of its name. Worlds of the same
// number are cut alike, and meet no more than others do.
func WorldNumber(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32() & math.MaxInt32
}
