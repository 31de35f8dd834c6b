// SPDX-License-Identifier: MIT

package soa_test

import (
	"errors"
	"fmt"
	"math"

	"daylight/kernels"
	"daylight/soa"
)

func Example() {
	shapes := soa.New(soa.Capacity(100))
	wall, err := shapes.AddSegmentBetween(soa.Point{X: 0, Y: 0}, soa.Point{X: 10, Y: 0}, 0, soa.Static())
	if err != nil {
		fmt.Println(err)
		return
	}
	crate, err := shapes.AddBox(soa.At(3, 1, math.Pi/2), 0.5, 0.25)
	if err != nil {
		fmt.Println(err)
		return
	}

	// A frame: write poses in place, then refresh.
	x, _ := shapes.Positions()
	slot, _ := shapes.Slot(crate)
	x[slot] += 0.5
	stats := shapes.Refresh(kernels.Best(), 0, shapes.Len())

	pose, _ := shapes.Pose(crate)
	fmt.Println("wall", wall, "crate", crate, "at", pose.X, pose.Y)
	fmt.Println(stats.Rotated, "rotated")
	bounds := shapes.Columns()
	fmt.Printf("crate reaches from x %.3f to %.3f\n", x[slot]+float64(bounds.MinX[slot]), x[slot]+float64(bounds.MaxX[slot]))
	// Output:
	// wall 0:1 crate 1:1 at 3.5 1
	// 2 rotated
	// crate reaches from x 3.250 to 3.750
}

func ExampleShapes_AddPolygon() {
	shapes := soa.New()
	// Clockwise, with a corner given twice and one in the middle of a side.
	id, err := shapes.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: 0, Y: 0}, {X: 0, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 1}, {X: 2, Y: 0}}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	shape, _ := shapes.Shape(id)
	fmt.Println(shape.Vertices)

	_, err = shapes.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}, {X: 3, Y: 1}}, 0)
	fmt.Println(err)
	fmt.Println(errors.Is(err, soa.ErrNotConvex))
	// Output:
	// [{0 0} {2 0} {2 2} {0 2}]
	// soa: AddPolygon: vertex 3 of 4: not convex (the outline bends inward here); use its convex hull or split it
	// true
}

func ExampleAttach() {
	shapes := soa.New()
	name := soa.Attach[string](shapes)
	var ids []soa.ID
	for _, n := range []string{"ada", "bob", "cleo"} {
		id, _ := shapes.AddCircle(soa.At(0, 0, 0), 1)
		slot, _ := shapes.Slot(id)
		name.Data()[slot] = n
		ids = append(ids, id)
	}
	_ = shapes.Remove(ids[0])
	fmt.Println(name.Data())
	_ = shapes.Reorder([]uint32{1, 0})
	fmt.Println(name.Data())
	slot, _ := shapes.Slot(ids[2])
	fmt.Println(name.Data()[slot])
	// Output:
	// [cleo bob]
	// [bob cleo]
	// cleo
}

func ExampleShapes_Quarantined() {
	shapes := soa.New()
	for range 3 {
		_, _ = shapes.AddCircle(soa.At(0, 0, 0), 1)
	}
	x, _ := shapes.Positions()
	x[1] = math.NaN()
	stats := shapes.Refresh(nil, 0, shapes.Len())
	fmt.Println(stats.Quarantined, "in quarantine")
	for id, fault := range shapes.Quarantined() {
		fmt.Println(id, fault)
	}
	x[1] = 7
	stats = shapes.Refresh(nil, 0, shapes.Len())
	fmt.Println(stats.Quarantined, "in quarantine")
	// Output:
	// 1 in quarantine
	// 1:1 position not finite
	// 0 in quarantine
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
	_, err = shapes.AddEllipse(soa.At(0, 0, 0), 2, 1, n)
	fmt.Printf("%d vertices, within %.4f: %v\n", n, soa.EllipseError(2, 1, n), err)
	// Output:
	// 32 vertices, within 0.0096: <nil>
}

func ExampleConvexHull() {
	shapes := soa.New()
	cloud := []soa.Point{{X: 1e6, Y: 0}, {X: 1e6 + 4, Y: 0}, {X: 1e6 + 2, Y: 1}, {X: 1e6, Y: 4}, {X: 1e6 + 1, Y: 1}}
	hull, err := soa.ConvexHull(nil, cloud)
	if err != nil {
		fmt.Println(err)
		return
	}
	id, _ := shapes.AddOutline(hull, 0)
	shape, _ := shapes.Shape(id)
	fmt.Println(shape.Vertices)
	// Output:
	// [{-2 -2} {2 -2} {-2 2}]
}

func ExampleShapes_AddChain() {
	shapes := soa.New()
	wall, err := shapes.AddChain(nil, []soa.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 3}}, 0.1, 1, soa.Static())
	fmt.Println(wall, err)
	// Output:
	// [0:1 1:1] <nil>
}
