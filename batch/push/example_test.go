// SPDX-License-Identifier: MIT

package push_test

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/soa"
)

// A disc lies across two boxes that are one body. The shortest push parts it from both.
func ExampleBodies() {
	shapes := soa.New()
	shapes.AddBox(soa.At(-1, 0, 0), 1, 1, soa.Attrs{Body: 1})
	shapes.AddBox(soa.At(1, 0, 0), 1, 1, soa.Attrs{Body: 1})
	shapes.AddCircle(soa.At(0, 1.5, 0), 1, soa.Attrs{})
	contacts, _, err := batch.Collide(context.Background(), shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var bodies push.Bodies
	if err := bodies.Find(contacts); err != nil {
		fmt.Println(err)
		return
	}
	for k := range bodies.A {
		fmt.Printf("%d contacts, push (%.1f, %.1f)\n", bodies.Start[k+1]-bodies.Start[k], bodies.X[k], bodies.Y[k])
	}
	// Output:
	// 2 contacts, push (0.0, 0.5)
}

// A crate in a corner leaves both walls at once.
func ExampleOut() {
	shapes := soa.New()
	shapes.AddBox(soa.At(0, -1, 0), 10, 1, soa.Attrs{Static: true})
	shapes.AddBox(soa.At(-1, 0, 0), 1, 10, soa.Attrs{Static: true})
	crate, _ := shapes.AddBox(soa.At(0.75, 0.5, 0), 1, 1, soa.Attrs{})
	contacts, _, err := batch.Collide(context.Background(), shapes, batch.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := push.Out(contacts, crate)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.X, out.Y, out.Left)
	// Output:
	// 0.25 0.5 0
}
