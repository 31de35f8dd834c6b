// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/soa"
)

// A solver keeps the impulse of every contact point under the pair and the point's
// feature, and starts from it in the next step.
func ExamplePoint() {
	shapes := soa.New()
	shapes.AddBox(soa.At(0, -1, 0), 4, 1, soa.Attrs{Static: true})
	crate, _ := shapes.AddBox(soa.At(3.5, 0.99, 0), 1, 1, soa.Attrs{})

	engine, err := batch.New(shapes, batch.Config{Mode: batch.ModeManifolds})
	if err != nil {
		fmt.Println(err)
		return
	}
	type key struct {
		a, b    soa.ID
		feature uint32
	}
	impulses := map[key]float64{}
	for range 3 {
		contacts, err := engine.Step(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, c := range contacts.All() {
			x, y, _ := shapes.Position(c.A) // to which points are relative
			for _, p := range c.Points[:c.N] {
				_, warm := impulses[key{c.A, c.B, p.Feature}]
				fmt.Printf("(%.3f, %.3f) depth %.3f, warm %v\n", x+float64(p.X), y+float64(p.Y), p.Depth, warm)
				impulses[key{c.A, c.B, p.Feature}] = 1
			}
		}
		x, y, _ := shapes.Position(crate)
		_ = shapes.SetPosition(crate, x-0.25, y) // the crate slides, and is wholly on the floor in the third step
	}
	// Output:
	// (4.000, -0.005) depth 0.010, warm false
	// (2.500, -0.005) depth 0.010, warm false
	// (4.000, -0.005) depth 0.010, warm true
	// (2.250, -0.005) depth 0.010, warm true
	// (4.000, -0.005) depth 0.010, warm false
	// (2.000, -0.005) depth 0.010, warm true
}
