// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"log"

	"daylight/batch"
	"daylight/soa"
)

// A bullet that is on one side of a sheet of paper now and on the other in the next
// frame.
func ExampleColumns() {
	shapes := soa.New()
	vx := soa.Attach[float32](shapes)
	bullet, err := shapes.AddCircle(soa.At(-6, 0.5, 0), 1, soa.Attrs{})
	if err != nil {
		log.Fatal(err)
	}
	paper, err := shapes.AddBox(soa.At(0, 0, 0), 0.0001, 10, soa.Attrs{})
	if err != nil {
		log.Fatal(err)
	}
	_ = vx.Set(bullet, 1200) // a second

	e, err := batch.New(shapes, batch.Config{Mode: batch.ModeSwept, Columns: batch.Columns{Motion: soa.Motion{VX: vx}}, Duration: 1. / 60})
	if err != nil {
		log.Fatal(err)
	}
	contacts, err := e.Step(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range contacts.All() {
		fmt.Printf("bullet %v, paper %v: %.4f of the way, normal (%g, %g)\n", c.A == bullet, c.B == paper, c.Time, c.NX, c.NY)
	}
	// Output: bullet true, paper true: 0.2500 of the way, normal (1, 0)
}
