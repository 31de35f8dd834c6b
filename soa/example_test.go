// SPDX-License-Identifier: MIT

package soa_test

import (
	"errors"
	"fmt"
	"math"

	"daylight/soa"
)

// A store of shapes: an ID names a shape for as long as it lives.
func Example() {
	shapes := soa.New()
	wall, err := shapes.AddSegmentBetween(soa.Point{X: 0, Y: 0}, soa.Point{X: 10, Y: 0}, 0, soa.Attrs{Static: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	crate, err := shapes.AddBox(soa.At(3, 1, math.Pi/2), 0.5, 0.25, soa.Attrs{})
	if err != nil {
		fmt.Println(err)
		return
	}

	x, y, _ := shapes.Position(crate)
	if err := shapes.SetPosition(crate, x+0.5, y); err != nil {
		fmt.Println(err)
		return
	}

	pose, _ := shapes.Pose(crate)
	fmt.Println("wall", wall, "crate", crate, "at", pose.X, pose.Y)
	// Output:
	// wall 0:1 crate 1:1 at 3.5 1
}

// All shapes move, by velocities in a column that follows the shapes and by those in a
// slice of the caller's own that is in order of adding.
func ExampleShapes_Update() {
	shapes := soa.New()
	velX := soa.Attach[float64](shapes)
	var velY []float64
	for i := range 3 {
		id, err := shapes.AddCircle(soa.At(float64(i), 0, 0), 0.4, soa.Attrs{})
		if err != nil {
			fmt.Println(err)
			return
		}
		_ = velX.Set(id, 10)
		velY = append(velY, float64(i))
	}

	err := shapes.Update(func(c soa.Live) {
		vx := velX.Data(c)
		for i, id := range c.ID {
			c.X[i] += vx[i]
			c.Y[i] += velY[id.Index()]
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for id := range shapes.All() {
		fmt.Println(shapes.Position(id))
	}
	// Output:
	// 10 0 <nil>
	// 11 1 <nil>
	// 12 2 <nil>
}

func ExampleShapes_AddPolygon() {
	shapes := soa.New()
	// Clockwise, with a corner given twice and one in the middle of a side.
	id, err := shapes.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: 0, Y: 0}, {X: 0, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 1}, {X: 2, Y: 0}}, 0, soa.Attrs{})
	if err != nil {
		fmt.Println(err)
		return
	}
	shape, _ := shapes.Shape(id)
	fmt.Println(shape.Vertices)

	_, err = shapes.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}, {X: 3, Y: 1}}, 0, soa.Attrs{})
	fmt.Println(err)
	fmt.Println(errors.Is(err, soa.ErrNotConvex))
	// Output:
	// [{0 0} {2 0} {2 2} {0 2}]
	// soa: AddPolygon: vertex 3 of 4: not convex (the outline bends inward here); AddRegion and AddRegionAt take concave outlines, AddHull their convex hull
	// true
}

func ExampleAttach() {
	shapes := soa.New()
	name := soa.Attach[string](shapes)
	var ids []soa.ID
	for _, n := range []string{"ada", "bob", "cleo"} {
		id, _ := shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
		_ = name.Set(id, n)
		ids = append(ids, id)
	}
	_ = shapes.Remove(ids[0])
	fmt.Println(name.Get(ids[2]))
	_, err := name.Get(ids[0])
	fmt.Println(errors.Is(err, soa.ErrNoShape))
	// Output:
	// cleo <nil>
	// true
}

// Constructors for common outlines: an ellipse to within a tolerance, the hull of a cloud
// of points, and a wall whose segments do not meet each other.
func ExampleShapes_AddEllipse() {
	shapes := soa.New()
	n, err := soa.EllipseVertices(2, 1, 0.01)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = shapes.AddEllipse(soa.At(0, 0, 0), 2, 1, n, 0, soa.Attrs{})
	fmt.Printf("%d vertices: %v\n", n, err)
	// Output:
	// 32 vertices: <nil>
}

func ExampleConvexHull() {
	shapes := soa.New()
	cloud := []soa.Point{{X: 1e6, Y: 0}, {X: 1e6 + 4, Y: 0}, {X: 1e6 + 2, Y: 1}, {X: 1e6, Y: 4}, {X: 1e6 + 1, Y: 1}}
	hull, err := soa.ConvexHull(nil, cloud)
	if err != nil {
		fmt.Println(err)
		return
	}
	id, _ := shapes.AddOutline(hull, 0, soa.Attrs{})
	shape, _ := shapes.Shape(id)
	fmt.Println(shape.Vertices)
	// Output:
	// [{-2 -2} {2 -2} {-2 2}]
}

func ExampleShapes_AddChain() {
	shapes := soa.New()
	wall, err := shapes.AddChain(nil, []soa.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 3}}, 0.1, soa.Attrs{Body: 1, Static: true})
	fmt.Println(wall, err)
	// Output:
	// [0:1 1:1] <nil>
}

// Shapes and attributes from columns: everything is checked before anything is added.
func ExampleShapes_AddCircles() {
	shapes := soa.New()
	discs, err := shapes.AddCircles(nil, soa.Poses{X: []float64{0, 5}, Y: []float64{0, 0}}, []float64{1, 2}, []soa.Attrs{{World: 1}, {World: 2}})
	fmt.Println(discs, err)
	boxes, err := shapes.AddBoxes(nil, soa.Poses{X: []float64{9}, Y: []float64{1}}, []float64{1}, []float64{0.5}, nil)
	fmt.Println(boxes, err)

	// Two outlines in world coordinates, since there are no poses.
	points := []soa.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}, {X: 4, Y: 4}, {X: 6, Y: 4}, {X: 6, Y: 6}, {X: 4, Y: 6}}
	outlines, err := shapes.AddPolygons(nil, soa.Poses{}, points, []int{0, 3, 7}, nil, nil)
	fmt.Println(outlines, err)

	err = shapes.SetAttrsOf(outlines, []soa.Attrs{{Static: true}, {}})
	first, _ := shapes.Attrs(outlines[0])
	fmt.Println(first.Static, err)

	_, err = shapes.AddCircles(nil, soa.Poses{X: []float64{0, 1}, Y: []float64{0, 1}}, []float64{1, -1}, nil)
	fmt.Println(err)
	// Output:
	// [0:1 1:1] <nil>
	// [2:1] <nil>
	// [3:1 4:1] <nil>
	// true <nil>
	// soa: AddCircles: row 1: radius -1: negative
}
