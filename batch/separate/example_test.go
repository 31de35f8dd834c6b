// SPDX-License-Identifier: MIT

package separate_test

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/soa"
)

// A simulation moves shapes, finds their contacts and pushes them apart, each frame.
// Here three people walk into a wall.
func ExampleSeparator() {
	shapes := soa.New()
	shapes.AddSegmentBetween(soa.Point{X: 3, Y: -5}, soa.Point{X: 3, Y: 5}, 0, soa.Attrs{Static: true})
	var people []soa.ID
	for i := range 3 {
		id, _ := shapes.AddCircle(soa.At(float64(i)-1, 0, 0), 0.25, soa.Attrs{})
		people = append(people, id)
	}
	engine, err := batch.New(shapes, batch.Config{Margin: 0.05})
	if err != nil {
		fmt.Println(err)
		return
	}
	separator, err := separate.New(shapes, separate.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	for range 200 {
		_ = shapes.Update(func(c soa.Live) {
			for i := range c.X {
				if !c.Static[i] {
					c.X[i] += 0.02
				}
			}
		})
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
	for _, id := range people {
		x, _, _ := shapes.Position(id)
		fmt.Printf("%.1f ", x)
	}
	// Output:
	// 1.8 2.3 2.8
}

// A single separation needs no engine. The lighter of two shapes is pushed farther.
func ExampleNew() {
	shapes := soa.New()
	mass := soa.Attach[float64](shapes)
	a, _ := shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	b, _ := shapes.AddCircle(soa.At(1.25, 0, 0), 1, soa.Attrs{})
	_ = mass.Set(a, 1./4) // inverse masses
	_ = mass.Set(b, 1./2)
	ctx := context.Background()
	contacts, _, err := batch.Collide(ctx, shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	separator, err := separate.New(shapes, separate.Config{Columns: [2]separate.Columns{{InvMass: mass}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := separator.Separate(ctx, contacts)
	if err != nil {
		fmt.Println(err)
		return
	}
	xa, _, _ := shapes.Position(a)
	xb, _, _ := shapes.Position(b)
	fmt.Println("overlap", stats.Deepest, "gone; now at", xa, "and", xb)
	// Output:
	// overlap 0.75 gone; now at -0.25 and 1.75
}
