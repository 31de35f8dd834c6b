// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"errors"
	"math"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/soa"
)

// drum is a wheel of static segments that turns and mixes the grains in it, which it
// carries up by friction.
type drum struct {
	world
	staves []soa.ID
	radius float64
	angle  float64
	speed  float64 // radians per second
}

const (
	drumSides = 32
	drumThick = 0.5
)

func newDrum(n int, seed uint64, opts batch.Config) (World, error) {
	return newDrumOf(n, seed, opts, 4, disc, square, pentagon)
}

// newDrumOf is newDrum with so many sub-steps, and grains of these forms in turn.
func newDrumOf(n int, seed uint64, opts batch.Config, subSteps int, forms ...form) (World, error) {
	d := &drum{world: newWorld(seed)}
	d.radius = 1 + math.Sqrt(float64(n))          // a third full
	d.speed = math.Sqrt(0.2 * gravity / d.radius) // at a fifth of what would hold them to the wall
	for range drumSides {
		half := drumThick + float64(0.0985*d.radius) // a little over tan(pi / drumSides)
		d.staves = append(d.staves, d.added(d.shapes.AddCapsule(soa.At(0, 0, 0), half, drumThick, soa.Attrs{Static: true})))
	}
	for i := range n {
		// Anywhere in the middle; they push each other apart as they fall.
		q := 0.7 * d.radius * math.Sqrt(d.rand.Float64())
		sin, cos := soa.SinCos(2 * math.Pi * d.rand.Float64())
		d.grain(forms[i%len(forms)], soa.At(q*float64(cos), q*float64(sin), 6*d.rand.Float64()))
	}
	d.check(d.turn(0))
	return d, d.readyToTurn(solver.Config{SubSteps: subSteps, MaxPush: 0.2, Friction: 0.8}, opts)
}

func (d *drum) Step(ctx context.Context) error {
	if err := d.world.Step(ctx); err != nil {
		return err
	}
	return d.turn(d.speed * dt)
}

// turn moves every stave to where it is now, and tells the solver how it goes on.
func (d *drum) turn(by float64) error {
	d.angle += by
	for k, id := range d.staves {
		sin, cos := soa.SinCos(d.angle + float64(2*math.Pi/drumSides*float64(k)))
		out := d.radius + drumThick
		pose := soa.Pose{X: out * float64(cos), Y: out * float64(sin), C: -sin, S: cos}
		if err := errors.Join(d.shapes.SetPose(id, pose), d.motion.VX.Set(id, float32(-d.speed*pose.Y)), d.motion.VY.Set(id, float32(d.speed*pose.X)), d.motion.Spin.Set(id, float32(d.speed))); err != nil {
			return err
		}
	}
	return nil
}
