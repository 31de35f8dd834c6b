// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/soa"
)

// grains fall into a box and come to rest. They are pushed, but not turned, as the grains of other
// simulations are.
type grains struct {
	world
	x, y *soa.Column[float64] // positions in the frame before
}

func newGrains(n int, seed uint64, opts batch.Config) (World, error) {
	g := &grains{world: newWorld(seed)}
	g.x, g.y = soa.Attach[float64](g.shapes), soa.Attach[float64](g.shapes)
	// A box twice as wide as the heap will be high, and grains in loose rows above it.
	columns := int(math.Sqrt(float64(2*n))) + 1
	width := float64(columns) * 1.05
	height := float64(n/columns + 2)
	g.box(0, 0, width, 2*height, 1)
	for i := range n {
		x := (float64(i%columns) + g.between(0.48, 0.52)) * 1.05
		y := float64(i/columns) + g.between(0.48, 0.52)
		radius := g.between(0.4, 0.5)
		g.polygon(soa.At(x, y, g.rand.Float64()), 6, radius)
	}
	// Resting grains keep a little overlap, the slop, and so their contacts.
	opts.Margin = 0.05
	return g, g.readyToFall(solver.Config{SubSteps: 8, Slop: 0.005, Restitution: 0.2, RestitutionAbove: 1, Friction: 0.5}, opts)
}

func (g *grains) Step(ctx context.Context) error {
	if err := g.shapes.Update(func(c soa.Live) {
		copy(g.x.Data(c), c.X)
		copy(g.y.Data(c), c.Y)
	}); err != nil {
		return err
	}
	if err := g.world.Step(ctx); err != nil {
		return err
	}
	return g.shapes.Update(g.rest)
}

// rest keeps what has moved by less than a tenth of what it falls in this frame
// where it was: something holds it. Without that a heap creeps for ever, if ever so slowly.
func (g *grains) rest(c soa.Live) {
	const little = 0.1 * gravity * dt * dt
	x, y := c.X, c.Y
	vx, vy := g.motion.VX.Data(c), g.motion.VY.Data(c)
	lastX, lastY := g.x.Data(c), g.y.Data(c)
	for i, px := range lastX {
		py := lastY[i]
		if dx, dy := x[i]-px, y[i]-py; float64(dx*dx)+float64(dy*dy) < little*little {
			x[i], y[i], vx[i], vy[i] = px, py, 0, 0
		}
	}
}
