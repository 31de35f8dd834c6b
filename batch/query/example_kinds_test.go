// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"log"

	"daylight/batch/query"
	"daylight/soa"
)

// crates are boxes of 2 by 2 in a row, with their middles at (0, 0), (4, 0) and (8, 0), and an
// index of them with its Asker.
func crates() (*soa.Shapes, *query.Index, *query.Asker) {
	s := soa.New()
	for i := range 3 {
		if _, err := s.AddBox(soa.At(float64(4*i), 0, 0), 1, 1, soa.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	ix, err := query.New(s, query.Config{})
	if err != nil {
		log.Fatal(err)
	}
	a, err := ix.NewAsker(query.AskerConfig{})
	if err != nil {
		log.Fatal(err)
	}
	return s, ix, a
}

// The first hits of two rays, whether anything is hit, and all hits. The second ray passes above.
func ExampleAsker_CastRays() {
	_, _, a := crates()
	ctx := context.Background()
	x, y, dx, dy := []float64{-5, -5}, []float64{0.5, 3}, []float64{20, 20}, []float64{0, 0}
	first, err := a.CastRays(ctx, x, y, dx, dy, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range first {
		fmt.Println(h.Shape, h.Fraction, h.X, h.Y, h.NX, h.NY)
	}
	blocked, err := a.CastRaysAny(ctx, x, y, dx, dy, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(blocked)
	all, err := a.CastRaysAll(ctx, x, y, dx, dy, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range all.Len() {
		for _, h := range all.Row(i) {
			fmt.Println("ray", i, h.Shape, h.Fraction)
		}
	}
	// Output:
	// 0:1 0.2 -1 0.5 -1 0
	// none 1 15 3 0 0
	// [true false]
	// ray 0 0:1 0.2
	// ray 0 1:1 0.4
	// ray 0 2:1 0.6
}

// Find the crates that hold each point, or are within 1 of it, and by how much they overlap.
func ExampleAsker_OverlapPoints() {
	_, _, a := crates()
	for _, r := range []float64{0, 1} {
		o, err := a.OverlapPoints(context.Background(), []float64{0.75, 2.5}, []float64{0, 0}, query.Options{Within: r, Canonical: true})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(o.Row(0), o.Row(1))
	}
	// Output:
	// [{0:1 0.25 1 0}] []
	// [{0:1 0.25 1 0}] [{1:1 -0.5 -1 0}]
}

// Find the AABBs, and the crates, that a window meets. A crate that stands on a corner is smaller
// than its AABB.
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
	minX, minY, maxX, maxY := []float64{1}, []float64{1}, []float64{4}, []float64{2}
	aabbs, err := a.OverlapAABBs(ctx, minX, minY, maxX, maxY, query.Options{Canonical: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(aabbs.Row(0))
	shapes, err := a.OverlapBoxes(ctx, minX, minY, maxX, maxY, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range shapes.Row(0) {
		fmt.Printf("%v %.3f (%.2f, %.2f)\n", o.Shape, o.Depth, o.NX, o.NY)
	}
	// Output:
	// [0:1 1:1]
	// 1:1 0.293 (-0.71, 0.71)
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
	o, err := a.OverlapShapes(context.Background(), balls, nil, query.Options{Canonical: true})
	if err != nil {
		log.Fatal(err)
	}
	for i := range o.Len() {
		fmt.Print("ball ", i, ":")
		for _, v := range o.Row(i) {
			fmt.Print(" ", v.Shape, " by ", v.Depth)
		}
		fmt.Println()
	}
	// Output:
	// ball 0: 0:1 by 0.5
	// ball 1: 1:1 by 0 2:1 by 0
	// ball 2:
}

// Find the crates that hold all of a ball.
func ExampleAsker_CoverShapes() {
	_, _, a := crates()
	balls := soa.New()
	for _, radius := range []float64{0.5, 1.5} {
		if _, err := balls.AddCircle(soa.At(4.25, 0, 0), radius, soa.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	o, err := a.CoverShapes(context.Background(), balls, nil, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(o.Row(0), o.Row(1))
	// Output:
	// [1:1] []
}

// The crate nearest to each other crate, at most 3 away. A shape of the index does not find itself.
func ExampleAsker_NearestToShapes() {
	s, _, a := crates()
	o, err := a.NearestToShapes(context.Background(), s, nil, 1, query.Options{Within: 3})
	if err != nil {
		log.Fatal(err)
	}
	for i := range o.Len() {
		for _, n := range o.Row(i) {
			fmt.Println(i, n.Shape, n.Distance)
		}
	}
	// Output:
	// 0 1:1 2
	// 1 0:1 2
	// 2 1:1 2
}

// Pairs within 2 of each other, as a loop over columns wants them: slots, in compressed rows.
func ExampleAsker_WithinDistance() {
	_, _, a := crates()
	ctx := context.Background()
	for _, o := range []query.Options{{}, {HalfLists: true}, {Centres: true}} {
		rows, err := a.WithinDistance(ctx, 2, o)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rows.Offsets, rows.Answers)
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
	for _, dx := range []float64{0, 2} {
		hit, err := ix.CastShape(people, id, dx, -2-dx, 0, query.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v after %.2f, normal %.2f %.2f\n", hit.Shape, hit.Fraction, hit.NX, hit.NY)
	}
	if err := people.SetPosition(id, 4, 1.25); err != nil {
		log.Fatal(err)
	}
	touched, err := ix.OverlapShape(nil, people, id, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(touched[0].Shape, touched[0].Depth)
	// Output:
	// none after 1.00, normal 0.00 0.00
	// 1:1 after 0.39, normal -0.45 0.89
	// 1:1 0.25
}
