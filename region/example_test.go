// SPDX-License-Identifier: MIT

package region_test

import (
	"fmt"

	"daylight/region"
)

// Two plots of land share a border; one of them has a pond with a hut in it.
func Example() {
	at := func(x, y float64) region.Point { return region.Point{X: x, Y: y} }
	rectangle := func(x, y, w, h float64) []region.Point {
		return []region.Point{at(x, y), at(x+w, y), at(x+w, y+h), at(x, y+h)}
	}
	shape := func(rings ...[]region.Point) *region.Shape {
		r, err := region.New([][][]region.Point{rings}, region.Config{})
		if err != nil {
			panic(err)
		}
		s, err := region.NewShape(r, nil, 0)
		if err != nil {
			panic(err)
		}
		return &s
	}
	plot := shape(rectangle(0, 0, 4, 4), rectangle(1, 1, 2, 2)) // a pond is no land
	next := shape(rectangle(4, 0, 3, 4))
	across := shape(rectangle(3, 1, 2, 1))
	fmt.Println(plot.Area())
	fmt.Println(plot.Compare(next), "-", plot.Relate(next))
	fmt.Println(plot.Compare(across), plot.Intersect(across).Area)

	hut, err := region.NewConvex([]region.Point{at(2, 2)}, .5)
	if err != nil {
		panic(err)
	}
	fmt.Println(plot.Compare(&hut))
	// Output:
	// 12
	// touching - intersects touches
	// overlapping 1
	// apart
}

// Rings that cross are refused, and the error says where; Mend takes them apart.
func ExampleNew() {
	bowTie := [][][]region.Point{{{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 1, Y: 0}, {X: 0, Y: 1}}}}
	_, err := region.New(bowTie, region.Config{})
	fmt.Println(err)
	r, err := region.New(bowTie, region.Config{Mend: true})
	fmt.Println(r.Area(), r.Rings(), err)
	// Output:
	// region: polygon 0, ring 0, point 0: outlines cross, at (0.5, 0.5), with polygon 0, ring 0, point 2; mend the outlines or ask for Mend
	// 0.5 2 <nil>
}
