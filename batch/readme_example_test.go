// SPDX-License-Identifier: MIT

package batch_test

// The README's examples: each of its blocks of Go stands in one of these functions, so
// that it compiles and does what it says. TestREADME of internal/house compares them.

import (
	"context"
	"errors"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/batch/solver"
	"daylight/region"
	"daylight/soa"
)

func Example_simulation() {
	ctx, dt := context.Background(), 1.0/64
	shapes := soa.New()
	floor, err := shapes.AddBox(soa.At(0, -1, 0), 50, 1, soa.Attrs{Static: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	ball, err := shapes.AddCircle(soa.At(0, 2, 0), 0.5, soa.Attrs{}) // the ID names the shape for good
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := batch.New(shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for frame := range 120 {
		x, y, _ := shapes.Position(ball)
		_ = shapes.SetPosition(ball, x, y-1*dt) // one metre per second, downwards
		contacts, err := engine.Step(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, c := range contacts.All() {
			// c.A < c.B touch. Moving B by c.Depth along (c.NX, c.NY) parts them.
			fmt.Printf("frame %d: floor and ball %v, depth %.3f, normal (%g, %g)\n",
				frame, c.A == floor && c.B == ball, c.Depth, c.NX, c.NY)
			_ = shapes.SetPosition(c.B, x, y) // here: go back
		}
		if contacts.Len() > 0 {
			break
		}
	}
	// Output:
	// frame 95: floor and ball true, depth 0.000, normal (0, 1)
}

func Example_allAtOnce() {
	dt := 0.5
	shapes := soa.New()
	id, _ := shapes.AddCircle(soa.At(3, 4, 0), 1, soa.Attrs{})
	vy := make([]float64, shapes.Len())
	vy[id.Index()] = 20

	vx := soa.Attach[float64](shapes) // a column of your own, which follows the shapes
	_ = vx.Set(id, 1.5)
	err := shapes.Update(func(c soa.Live) {
		vx := vx.Data(c)
		for i, id := range c.ID {
			c.X[i] += vx[i] * dt
			c.Y[i] += vy[id.Index()] * dt // or a slice of yours, in order of adding
		}
	})

	x, y, _ := shapes.Position(id)
	fmt.Println(x, y, err)
	// Output:
	// 3.75 14 <nil>
}

func Example_neighbours() {
	ctx, people := context.Background(), soa.New()
	ann, _ := people.AddCircle(soa.At(0, 0, 0), 0.25, soa.Attrs{})
	_, _ = people.AddCircle(soa.At(1.5, 0, 0), 0.25, soa.Attrs{})
	_, _ = people.AddCircle(soa.At(9, 0, 0), 0.25, soa.Attrs{})

	engine, err := batch.New(people, batch.Config{Margin: 2}) // people within two metres
	if err != nil {
		fmt.Println(err)
		return
	}
	contacts, err := engine.Step(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range contacts.All() {
		gap := -c.Depth // how far apart they are; (c.NX, c.NY) points from A to B
		fmt.Println(c.A == ann, gap, c.NX, c.NY)
	}
	// Output:
	// true 1 1 0
}

func Example_torus() {
	ctx := context.Background()
	people := soa.New()
	people.AddCircle(soa.At(0.2, 1, 0), 0.3, soa.Attrs{})
	people.AddCircle(soa.At(99.9, 61, 0), 0.3, soa.Attrs{})
	engine, err := batch.New(people, batch.Config{Period: [2]float64{100, 60}})
	if err != nil {
		fmt.Println(err)
		return
	}
	contacts, err := engine.Step(ctx) // each pair once, by its nearest images
	if err != nil {
		fmt.Println(err)
		return
	}
	ix, err := query.New(people, query.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	asker, err := ix.NewAsker(query.AskerConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := asker.WithinDistance(ctx, 2, query.Options{Period: [2]float64{100, 60}, Centres: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d contact, depth %.1f; %d neighbour\n", contacts.Len(), contacts.Depth[0], len(rows.Row(0)))
	// Output:
	// 1 contact, depth 0.3; 1 neighbour
}

func Example_triggers() {
	ctx, shapes := context.Background(), soa.New()
	const solid, zone = 1, 2

	// A zone meets what is solid and no other zone, pushes nothing, and never moves.
	door, err := shapes.AddBox(soa.At(5, 0, 0), 1, 1, soa.Attrs{Category: zone, Ignore: zone, Static: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	hero, err := shapes.AddCircle(soa.At(0, 0, 0), 0.4, soa.Attrs{Category: solid})
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := batch.New(shapes, batch.Config{Events: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for x := 0.0; x < 9; x++ {
		_ = shapes.SetPosition(hero, x, 0)
		if _, err := engine.Step(ctx); err != nil {
			fmt.Println(err)
			return
		}
		changes, err := engine.Events()
		if err != nil {
			fmt.Println(err)
			return
		}
		for i := range len(changes.Begin.A) {
			fmt.Println("at", x, "enters", changes.Begin.A[i] == door)
		}
		for i := range len(changes.End.A) {
			fmt.Println("at", x, "leaves", changes.End.A[i] == door)
		}
	}
	// Output:
	// at 4 enters true
	// at 7 leaves true
}

func Example_questions() {
	ctx, shapes, people := context.Background(), soa.New(), soa.New()
	_, _ = shapes.AddBox(soa.At(10, 10, 0), 2, 1, soa.Attrs{})
	_, _ = shapes.AddCircle(soa.At(20, 10, 0), 1, soa.Attrs{})
	hero, _ := people.AddCircle(soa.At(5, 10, 0), 0.5, soa.Attrs{})
	x, y, dx, dy := []float64{5}, []float64{10}, []float64{20}, []float64{0}
	lon, lat := []float64{20.5}, []float64{10}

	ix, err := query.New(shapes, query.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	hit, err := ix.CastRay(0, 9.5, 20, 0, query.Options{}) // from any goroutine
	if err != nil {
		fmt.Println(err)
		return
	}
	under, err := ix.OverlapPoint(nil, 10.5, 9.5, query.Options{}) // what lies under the pointer
	if err != nil {
		fmt.Println(err)
		return
	}
	stop, err := ix.CastShape(people, hero, 20, 0, 0, query.Options{}) // where a shape of another store gets stuck
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(hit.Shape, hit.Fraction, under[0].Shape, stop.Fraction)

	asker, err := ix.NewAsker(query.AskerConfig{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sight, err := asker.CastRays(ctx, x, y, dx, dy, query.Options{}) // a column each
	if err != nil {
		fmt.Println(err)
		return
	}
	stuck, err := asker.CastShapes(ctx, people, nil, dx, dy, nil, query.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	zones, err := asker.OverlapPoints(ctx, lon, lat, query.Options{Within: 0.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	near, err := asker.NearestToPoints(ctx, x, y, 8, query.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := asker.WithinDistance(ctx, 8, query.Options{}) // neighbour lists for a force loop
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sight[0].Shape, sight[0].Fraction, stuck[0].Fraction, zones.Row(0)[0].Shape, near.Row(0)[0].Distance, rows.Answers)
	// Output:
	// 0:1 0.4 0:1 0.125
	// 0:1 0.15 0.125 1:1 3 [1 0]
}

func ExampleEngine_Advance() {
	ctx, shapes := context.Background(), soa.New()
	motion := soa.AttachMotion(shapes)
	engine, err := batch.New(shapes, batch.Config{Columns: [2]batch.Columns{{Motion: motion}}, Skin: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	left, _ := shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	right, _ := shapes.AddCircle(soa.At(2.03125, 0, 0), 1, soa.Attrs{})
	_ = motion.VX.Set(left, 1.875) // towards each other, by a sixteenth in a frame
	_ = motion.VX.Set(right, -1.875)
	for frame := range 3 {
		contacts, err := engine.Advance(ctx, 1.0/60)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, c := range contacts.All() {
			fmt.Printf("frame %d: depth %.3f\n", frame, c.Depth)
		}
	}
	// Output:
	// frame 0: depth 0.031
	// frame 1: depth 0.094
	// frame 2: depth 0.156
}

func Example_pushingApart() {
	ctx, shapes := context.Background(), soa.New()
	for i := range 5 {
		_, _ = shapes.AddCircle(soa.At(float64(i), 0, 0), 0.75, soa.Attrs{})
	}
	engine, err := batch.New(shapes, batch.Config{Margin: 0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	separator, err := separate.New(shapes, separate.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 50 {
		contacts, err := engine.Step(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		_, err = separator.Separate(ctx, contacts)
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	contacts, _, err := batch.Collide(ctx, shapes, batch.Config{Margin: -0.01})
	fmt.Println(contacts.Len(), "overlap by more than a hundredth", err)
	// Output:
	// 0 overlap by more than a hundredth <nil>
}

func Example_concaveShapes() {
	ctx, shapes := context.Background(), soa.New()
	outline := []region.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 4}, {X: 0, Y: 4}}
	ell, err := region.New([][][]region.Point{{outline}}, region.Config{}) // a polygon of one ring; more are its holes
	if err != nil {
		fmt.Println(err)
		return
	}
	wall, err := shapes.AddRegion(ell, 0, soa.Attrs{Static: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	disc, err := shapes.AddCircle(soa.At(1.5, 1.75, 0), 1, soa.Attrs{})
	if err != nil {
		fmt.Println(err)
		return
	}
	contacts, _, err := batch.Collide(ctx, shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range contacts.All() {
		fmt.Println(shapes.Region(c.A) == wall, c.B == disc) // A is a part of the wall
	}
	var bodies push.Bodies
	err = bodies.Find(contacts)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k := range bodies.A {
		// Moving body B by (X, Y) ends its overlap with all of body A.
		fmt.Printf("%v (%.2f, %.2f)\n", bodies.A[k] == wall, bodies.X[k], bodies.Y[k])
	}
	// Output:
	// true true
	// true true
	// true (0.50, 0.25)
}

// A box that is dropped on its corner topples over and comes to rest on a side.
func Example_turning() {
	ctx := context.Background()
	shapes := soa.New()
	_, floor := shapes.AddBox(soa.At(0, -1, 0), 50, 1, soa.Attrs{Static: true})
	box, err := shapes.AddBox(soa.At(0, 2, 0.6), 0.5, 0.5, soa.Attrs{})
	if err = errors.Join(floor, err); err != nil {
		fmt.Println(err)
		return
	}
	engine, err := batch.New(shapes, batch.Config{Margin: 0.1, Mode: batch.ModeManifolds})
	if err != nil {
		fmt.Println(err)
		return
	}
	columns := [2]solver.Columns{{Motion: soa.AttachMotion(shapes)}} // velocities and spins, which may also be an engine's
	moving, err := solver.New(shapes, solver.Config{Columns: columns, Duration: 1. / 60, SubSteps: 4,
		Gravity: soa.Point{Y: -9.81}, Friction: 0.6, Density: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 180 {
		contacts, err := engine.Step(ctx)
		if err == nil {
			_, err = moving.Solve(ctx, contacts)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	pose, err := shapes.Pose(box) // where it is, and the cosine and sine of its angle, pose.C and pose.S
	fmt.Printf("height %.2f, turned by %.2f, %v\n", pose.Y, math.Abs(float64(pose.S)), err)
	// Output: height 0.50, turned by 0.00, <nil>
}
