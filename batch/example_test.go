// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/soa"
)

// A simulation moves shapes and steps an engine, every frame.
func Example() {
	shapes := soa.New()
	wall, _ := shapes.AddBox(soa.At(0, -0.5, 0), 5, 0.5, soa.Attrs{Static: true})
	ball, _ := shapes.AddCircle(soa.At(0, 1.75, 0), 0.5, soa.Attrs{})

	engine, err := batch.New(shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	for frame := range 3 {
		x, y, _ := shapes.Position(ball)
		_ = shapes.SetPosition(ball, x, y-0.5)
		contacts, err := engine.Step(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("frame %d: %d contacts\n", frame, contacts.Len())
		for _, c := range contacts.All() {
			fmt.Printf("  wall and ball: %v, depth %.2f, normal (%g, %g)\n", c.A == wall && c.B == ball, c.Depth, c.NX, c.NY)
		}
	}
	// Output:
	// frame 0: 0 contacts
	// frame 1: 0 contacts
	// frame 2: 1 contacts
	//   wall and ball: true, depth 0.25, normal (0, 1)
}

// On a torus shapes meet across its seams.
func ExampleConfig_period() {
	shapes := soa.New()
	left, _ := shapes.AddCircle(soa.At(0.4, 5, 0), 0.5, soa.Attrs{})
	right, _ := shapes.AddCircle(soa.At(9.8, 5, 0), 0.5, soa.Attrs{})
	engine, err := batch.New(shapes, batch.Config{Period: [2]float64{10, 10}})
	if err != nil {
		fmt.Println(err)
		return
	}
	contacts, err := engine.Step(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := contacts.At(0)
	fmt.Printf("left and right: %v, depth %.1f, normal (%g, %g)\n", c.A == left && c.B == right, c.Depth, c.NX, c.NY)
	// Output:
	// left and right: true, depth 0.4, normal (-1, 0)
}

// A single answer needs no engine.
func ExampleCollide() {
	shapes := soa.New()
	shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	shapes.AddCircle(soa.At(1.5, 0, 0), 1, soa.Attrs{})
	shapes.AddCircle(soa.At(9, 0, 0), 1, soa.Attrs{})
	contacts, stats, err := batch.Collide(context.Background(), shapes, batch.Config{Canonical: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range contacts.All() {
		fmt.Printf("%d and %d overlap by %g\n", c.A.Index(), c.B.Index(), c.Depth)
	}
	fmt.Println(stats.Shapes, "shapes,", stats.Candidates, "candidate")
	// Output:
	// 0 and 1 overlap by 0.5
	// 3 shapes, 1 candidate
}

// People against walls: shapes of one set only meet those of the other.
func ExampleJoin() {
	people, walls := soa.New(), soa.New()
	people.AddCircle(soa.At(0.1, 1, 0), 0.2, soa.Attrs{})
	people.AddCircle(soa.At(0.2, 1, 0), 0.2, soa.Attrs{}) // overlaps the first, which is not asked
	walls.AddSegmentBetween(soa.Point{X: 0, Y: 0}, soa.Point{X: 0, Y: 3}, 0, soa.Attrs{})
	contacts, _, err := batch.Join(context.Background(), people, walls, batch.Config{Strict: true, Canonical: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range contacts.All() {
		fmt.Printf("person %d is %.2f into wall %d\n", c.A.Index(), c.Depth, c.B.Index())
	}
	// Output:
	// person 0 is 0.10 into wall 0
}

// Events tell what began and what ended since the step before.
func ExampleEngine_Events() {
	shapes := soa.New()
	shapes.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{Static: true})
	ball, _ := shapes.AddCircle(soa.At(1.5, 0, 0), 1, soa.Attrs{})
	engine, err := batch.New(shapes, batch.Config{Events: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for frame := range 3 {
		if frame == 2 {
			_ = shapes.SetPosition(ball, 9, 0)
		}
		contacts, err := engine.Step(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		ev, err := engine.Events()
		if err != nil {
			fmt.Println(err)
			return
		}
		persist := contacts.Len() - len(ev.Begin.A)
		fmt.Println("begin", len(ev.Begin.A), "persist", persist, "end", len(ev.End.A))
	}
	// Output:
	// begin 1 persist 0 end 0
	// begin 0 persist 1 end 0
	// begin 0 persist 0 end 1
}

// People keep a distance: pairs within a margin with their closest points.
func ExampleContacts_At() {
	shapes := soa.New()
	shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	shapes.AddBox(soa.At(3, 0, 0), 1, 5, soa.Attrs{})
	near, _, err := batch.Collide(context.Background(), shapes, batch.Config{Mode: batch.ModeDistance, Margin: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := near.At(0)
	x, y, _ := shapes.Position(c.A)
	fmt.Println("distance", -c.Depth)
	fmt.Println("nearest of A, in the world:", x+float64(c.Points[0].X), y+float64(c.Points[0].Y))
	fmt.Println("nearest of B, in the world:", x+float64(c.Points[1].X), y+float64(c.Points[1].Y))
	// Output:
	// distance 1
	// nearest of A, in the world: 1 0
	// nearest of B, in the world: 2 0
}

// A shape whose position has become NaN is left out of a step, which says so, and comes
// back once it is anywhere again.
func ExampleEngine_Step_quarantine() {
	shapes := soa.New()
	for range 3 {
		shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	}
	engine, err := batch.New(shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, bad := range []bool{true, false} {
		_ = shapes.Update(func(c soa.Live) {
			for i, id := range c.ID {
				if c.X[i] = 0; bad && id.Index() == 1 {
					c.X[i] = math.NaN()
				}
			}
		})
		contacts, err := engine.Step(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(contacts.Len(), "contacts,", engine.Stats().Quarantined, "in quarantine")
		for _, err := range shapes.Quarantined() {
			fmt.Println(err)
		}
	}
	// Output:
	// 1 contacts, 1 in quarantine
	// soa: Quarantined: shape 1:1: position (NaN, 0): not finite
	// 3 contacts, 0 in quarantine
}
