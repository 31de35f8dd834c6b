// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/soa"
)

// A simulation moves shapes, finds their contacts and pushes them apart, each frame.
// Here three people walk into a wall.
func ExampleSeparator() {
	shapes := soa.New()
	shapes.AddSegmentBetween(soa.Point{X: 3, Y: -5}, soa.Point{X: 3, Y: 5}, 0, soa.Static())
	for i := range 3 {
		shapes.AddCircle(soa.At(float64(i)-1, 0, 0), 0.25)
	}
	engine, err := batch.New(shapes, batch.Margin(0.05))
	if err != nil {
		fmt.Println(err)
		return
	}
	separator, err := engine.Separator(batch.Separation{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	for range 200 {
		x, _ := shapes.Positions()
		for i, static := range shapes.Columns().Static {
			if !static {
				x[i] += 0.02
			}
		}
		contacts, err := engine.Step(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		if _, err := separator.Separate(ctx, contacts); err != nil {
			fmt.Println(err)
			return
		}
	}
	x, _ := shapes.Positions()
	fmt.Printf("%.1f\n", x[1:])
	// Output:
	// [1.8 2.3 2.8]
}

// A single separation needs no engine and no separator.
func ExampleSeparate() {
	shapes := soa.New()
	mass := soa.Attach[float64](shapes)
	shapes.AddCircle(soa.At(0, 0, 0), 1)
	shapes.AddCircle(soa.At(1.25, 0, 0), 1)
	copy(mass.Data(), []float64{1. / 4, 1. / 2}) // inverse masses
	ctx := context.Background()
	contacts, _, err := batch.Collide(ctx, shapes)
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := batch.Separate(ctx, shapes, contacts, batch.Separation{InvMass: mass})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, _ := shapes.Positions()
	fmt.Println("overlap", stats.Deepest, "gone; now at", x)
	// Output:
	// overlap 0.75 gone; now at [-0.25 1.75]
}
