// SPDX-License-Identifier: MIT

package mtv_test

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/soa"
)

// A box falls on a floor of boxes, beside one of their seams. The shortest way out leads sideways.
// Other candidates are a little longer; the program takes the one that opposes the velocity most.
func ExampleCandidates() {
	shapes := soa.New()
	shapes.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{Static: true})
	shapes.AddBox(soa.At(1.75, 1.5, 0), 1, 1, soa.Attrs{})
	vx, vy := float32(0), float32(-4) // of the second relative to the first
	contacts, _, err := batch.Collide(context.Background(), shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var ways mtv.Candidates
	for _, tolerance := range []float64{0.1, 0.5} {
		if err := ways.Find(shapes, contacts, tolerance); err != nil {
			fmt.Println(err)
			return
		}
		for i := range contacts.A {
			c := ways.Contacts.At(ways.Start[i])
			for k := ways.Start[i]; k < ways.Start[i+1]; k++ {
				if w := ways.Contacts.At(k); vx*w.NX+vy*w.NY < vx*c.NX+vy*c.NY {
					c = w
				}
			}
			fmt.Println(c.Depth, c.NX, c.NY)
		}
	}
	// Output:
	// 0.25 1 0
	// 0.5 0 1
}
