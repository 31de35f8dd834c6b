// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/soa"
)

// A ball jumps through a platform from below and lands on it. The platform ignores what moves up,
// and what is not yet above it.
func ExampleSolver_oneWay() {
	shapes := soa.New()
	vx, vy := soa.Attach[float32](shapes), soa.Attach[float32](shapes)
	platform, _ := shapes.AddBox(soa.At(0, 2, 0), 3, 0.1, soa.Attrs{Static: true})
	ball, _ := shapes.AddCircle(soa.At(0, 0, 0), 0.25, soa.Attrs{})
	vy.Set(ball, 8)

	engine, _ := batch.New(shapes, batch.Config{Margin: 0.2})
	s, _ := solver.New(shapes, solver.Config{
		Columns: [2]solver.Columns{{Motion: soa.Motion{VX: vx, VY: vy}}}, Duration: 1. / 60, Gravity: soa.Point{Y: -9.81},
		Omit: func(c *batch.Contacts, i int) bool {
			if c.A[i] != platform { // it was added first, so it is A
				return false
			}
			up, _ := vy.Get(c.B[i])
			return up > 0 || c.NY[i] < 0.9 || c.Depth[i] > 0.05
		},
	})
	for frame := range 121 {
		if frame%30 == 0 {
			_, y, _ := shapes.Position(ball)
			fmt.Printf("%.1f s: %.2f\n", float64(frame)/60, y)
		}
		contacts, err := engine.Step(context.Background())
		if err == nil {
			_, err = s.Solve(context.Background(), contacts)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// 0.0 s: 0.00
	// 0.5 s: 2.77
	// 1.0 s: 3.10
	// 1.5 s: 2.35
	// 2.0 s: 2.35
}
