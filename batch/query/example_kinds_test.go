// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"log"

	"daylight/batch/query"
	"daylight/soa"
)

// crates are boxes of 2 by 2 in a row, with their middles at (0, 0), (4, 0) and (8, 0), and an index
// of them with its Asker.
func crates() (*soa.Shapes, *query.Index, *query.Asker) {
	s := soa.New()
	for i := range 3 {
		if _, err := s.AddBox(soa.At(float64(4*i), 0, 0), 1, 1, soa.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	ix, err := query.New(s)
	if err != nil {
		log.Fatal(err)
	}
	a, err := ix.NewAsker(query.Canonical(true))
	if err != nil {
		log.Fatal(err)
	}
	return s, ix, a
}

// Of two rays the first hits, whether anything is hit, and all hits. The second passes above.
func ExampleAsker_CastRays() {
	_, _, a := crates()
	ctx := context.Background()
	rays := query.Rays{X: []float64{-5, -5}, Y: []float64{0.5, 3}, DX: []float64{20, 20}, DY: []float64{0, 0}}
	first, err := a.CastRays(ctx, rays)
	if err != nil {
		log.Fatal(err)
	}
	for i, shape := range first.Shape {
		fmt.Println(shape, first.Fraction[i], first.X[i], first.Y[i], first.NX[i], first.NY[i])
	}
	blocked, err := a.CastRaysAny(ctx, rays)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(blocked)
	all, err := a.CastRaysAll(ctx, rays)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(all.Offsets, all.Shape, all.Fraction)
	// Output:
	// 0:1 0.2 -1 0.5 -1 0
	// none 1 15 3 0 0
	// [true false]
	// [0 3 3] [0:1 1:1 2:1] [0.2 0.4 0.6]
}

// Which crates hold each point, or are within 1 of it, and by how much they overlap.
func ExampleAsker_OverlapPoints() {
	_, _, a := crates()
	p := query.Points{X: []float64{0.75, 2.5}, Y: []float64{0, 0}}
	for _, r := range []float64{0, 1} {
		o, err := a.OverlapPoints(context.Background(), p, query.Within(r))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(o.Offsets, o.Shape, o.Depth, o.NX, o.NY)
	}
	// Output:
	// [0 1 1] [0:1] [0.25] [1] [0]
	// [0 1 2] [0:1 1:1] [0.25 -0.5] [1 -1] [0 0]
}

// Which AABBs, and which crates, a window meets. A crate that stands on a corner is smaller than its AABB.
func ExampleAsker_OverlapBoxes() {
	s, ix, a := crates()
	for id := range s.All() {
		if err := s.SetAngle(id, 0.785398); err != nil {
			log.Fatal(err)
		}
	}
	if err := ix.Refit(); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	w := query.Boxes{MinX: []float64{1}, MinY: []float64{1}, MaxX: []float64{4}, MaxY: []float64{2}}
	aabbs, err := a.OverlapAABBs(ctx, w)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(aabbs.Shape)
	shapes, err := a.OverlapBoxes(ctx, w)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v %.3f %.2f %.2f\n", shapes.Shape, shapes.Depth, shapes.NX, shapes.NY)
	// Output:
	// [0:1 1:1]
	// [1:1] [0.293] [-0.71] [0.71]
}

// Where may a ball of radius 1 be put? Nothing may overlap it.
func ExampleAsker_OverlapShapes() {
	_, _, a := crates()
	balls := soa.New()
	for _, x := range []float64{1.5, 6, 12} {
		if _, err := balls.AddCircle(soa.At(x, 0, 0), 1, soa.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	o, err := a.OverlapShapes(context.Background(), query.Probes{Shapes: balls})
	if err != nil {
		log.Fatal(err)
	}
	for i := range o.Len() {
		lo, hi := o.Row(i)
		fmt.Println(o.Shape[lo:hi], o.Depth[lo:hi])
	}
	// Output:
	// [0:1] [0.5]
	// [1:1 2:1] [0 0]
	// [] []
}

// Which crates hold all of a ball.
func ExampleAsker_Covers() {
	_, _, a := crates()
	balls := soa.New()
	for _, radius := range []float64{0.5, 1.5} {
		if _, err := balls.AddCircle(soa.At(4.25, 0, 0), radius, soa.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	o, err := a.Covers(context.Background(), query.Probes{Shapes: balls})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(o.Offsets, o.Shape)
	// Output:
	// [0 1 1] [1:1]
}

// The crate nearest to each other crate, at most 3 away. A shape of the index does not find itself.
func ExampleAsker_NearestToShapes() {
	s, _, a := crates()
	o, err := a.NearestToShapes(context.Background(), query.Probes{Shapes: s}, 1, query.Within(3))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(o.Offsets, o.Shape, o.Distance)
	// Output:
	// [0 1 2 3] [1:1 0:1 1:1] [2 2 2]
}

// Who is within 2 of whom, as a loop over columns wants it: slots, in compressed rows.
func ExampleAsker_WithinDistance() {
	_, _, a := crates()
	ctx := context.Background()
	for _, opts := range [][]query.Option{nil, {query.Once(true)}, {query.Centres(true)}} {
		rows, err := a.WithinDistance(ctx, 2, opts...)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rows.Offsets, rows.Index)
	}
	// Output:
	// [0 1 3 4] [1 0 2 1]
	// [0 1 2 2] [1 2]
	// [0 0 0 0] []
}

// A character that may step to the right, as long as nothing is met, and then asks what it touches.
func ExampleIndex_CastShape() {
	_, ix, _ := crates()
	people := soa.New()
	id, err := people.AddCircle(soa.At(2, 3, 0), 0.5, soa.Attrs{})
	if err != nil {
		log.Fatal(err)
	}
	hit, ok := ix.CastShape(people, id, 0, -2, 0)
	fmt.Println(ok)
	hit, ok = ix.CastShape(people, id, 2, -4, 0)
	fmt.Printf("%v %v after %.2f, normal %.2f %.2f\n", ok, hit.Shape, hit.Fraction, hit.NX, hit.NY)
	if err := people.SetPosition(id, 4, 1.25); err != nil {
		log.Fatal(err)
	}
	fmt.Println(ix.OverlapShape(nil, people, id))
	// Output:
	// false
	// true 1:1 after 0.39, normal -0.45 0.89
	// [1:1]
}
