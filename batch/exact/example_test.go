// SPDX-License-Identifier: MIT

package exact_test

import (
	"context"
	"fmt"

	"daylight/batch/exact"
	"daylight/region"
	"daylight/soa"
)

// Three tiles in a row, two of them touching, and a disc that overlaps one.
func Example() {
	var scene exact.Scene
	add := func(radius float64, core ...region.Point) {
		s, err := region.NewConvex(core, radius)
		if err != nil {
			panic(err)
		}
		if _, err := scene.Add(s, soa.Attrs{}); err != nil {
			panic(err)
		}
	}
	for _, x := range []float64{0, 1, 3} {
		add(0, region.Point{X: x}, region.Point{X: x + 1}, region.Point{X: x + 1, Y: 1}, region.Point{X: x, Y: 1})
	}
	add(.25, region.Point{X: 4, Y: .5})
	pairs, err := exact.Find(context.Background(), &scene, exact.Config{Areas: true})
	if err != nil {
		panic(err)
	}
	for i, v := range pairs.Verdicts {
		fmt.Printf("%d and %d are %v: %.4f\n", pairs.A[i], pairs.B[i], v, pairs.Common[i].Area)
	}
	// Output:
	// 0 and 1 are touching: 0.0000
	// 2 and 3 are overlapping: 0.0982
}
