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
	ix, err := query.New(walls)
	if err != nil {
		log.Fatal(err)
	}
	hit, ok := ix.CastRayClosest(-5, 0.5, 10, 0, nil)
	fmt.Println(ok, hit.Shape, hit.Fraction, hit.X, hit.Y, hit.NX, hit.NY)

	a, err := ix.NewAsker()
	if err != nil {
		log.Fatal(err)
	}
	near, err := a.NearestToPoints(context.Background(), query.Points{X: []float64{2.25, 9.5}, Y: []float64{0, 0}}, 2)
	if err != nil {
		log.Fatal(err)
	}
	for i := range 2 {
		for k := near.Offsets[i]; k < near.Offsets[i+1]; k++ {
			fmt.Println(i, near.Shape[k], near.Distance[k], near.X[k], near.Y[k])
		}
	}
	// Output:
	// true 0:1 0.4 -1 0.5 -1 0
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
	ix, err := query.New(walls)
	if err != nil {
		log.Fatal(err)
	}
	a, err := ix.NewAsker()
	if err != nil {
		log.Fatal(err)
	}
	hit, err := a.CastShapes(context.Background(), query.Casts{
		Probes: query.Probes{Shapes: people}, DX: []float64{10}, DY: []float64{0},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f %v %v, touching at %v %v\n", hit.Fraction[0], hit.NX[0], hit.NY[0], hit.X[0], hit.Y[0])
	// Output:
	// 0.350 -1 0, touching at 4 0
}
