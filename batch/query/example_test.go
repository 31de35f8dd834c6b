// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"log"

	"daylight/batch/query"
	"daylight/soa"
)

// Walls, and what can be asked about them.
func Example() {
	walls := soa.New()
	for i := range 3 {
		if _, err := walls.AddBox(soa.At(float64(4*i), 0, 0), 1, 1, soa.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	ix, err := query.New(walls, query.Config{})
	if err != nil {
		log.Fatal(err)
	}
	hit, err := ix.CastRay(-5, 0.5, 10, 0, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(hit.Shape, hit.Fraction, hit.X, hit.Y, hit.NX, hit.NY)

	a, err := ix.NewAsker(query.AskerConfig{})
	if err != nil {
		log.Fatal(err)
	}
	near, err := a.NearestToPoints(context.Background(), []float64{2.25, 9.5}, []float64{0, 0}, 2, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range near.Len() {
		for _, n := range near.Row(i) {
			fmt.Println(i, n.Shape, n.Distance, n.X, n.Y)
		}
	}
	// Output:
	// 0:1 0.4 -1 0.5 -1 0
	// 0 1:1 0.75 3 0
	// 0 0:1 1.25 1 0
	// 1 2:1 0.5 9 0
	// 1 1:1 4.5 5 0
}

// A character that walks until it is stopped.
func ExampleAsker_CastShapes() {
	walls, people := soa.New(), soa.New()
	if _, err := walls.AddBox(soa.At(5, 0, 0), 1, 3, soa.Attrs{}); err != nil {
		log.Fatal(err)
	}
	if _, err := people.AddCircle(soa.At(0, 0, 0), 0.5, soa.Attrs{}); err != nil {
		log.Fatal(err)
	}
	ix, err := query.New(walls, query.Config{})
	if err != nil {
		log.Fatal(err)
	}
	a, err := ix.NewAsker(query.AskerConfig{})
	if err != nil {
		log.Fatal(err)
	}
	hits, err := a.CastShapes(context.Background(), people, nil, []float64{10}, []float64{0}, nil, query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	h := hits[0]
	fmt.Printf("%.3f %v %v, touching at %v %v\n", h.Fraction, h.NX, h.NY, h.X, h.Y)
	// Output:
	// 0.350 -1 0, touching at 4 0
}
