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

// packing is a box of polygons that is shaken up and down for a while and then left
// alone, again and again: the heap grows denser.
type packing struct {
	world
	walls []soa.ID
	homes []soa.Pose
	frame int
}

const (
	shakeFrames = 240 // of one round
	shakeFor    = 120 // of them shaken
	shakeHeight = 0.25
	shakeEvery  = 24 // frames
)

func newPacking(n int, seed uint64, opts batch.Config) (World, error) {
	p := &packing{world: newWorld(seed)}
	side := math.Sqrt(float64(n))
	p.box(0, 0, 1.2*side, 4*side, 1)
	for id := range p.shapes.All() {
		home, err := p.shapes.Pose(id)
		p.check(err)
		p.walls, p.homes = append(p.walls, id), append(p.homes, home)
	}
	columns := int(side)
	for i := range n {
		x := (float64(i%columns) + 0.5) * 1.2 * side / float64(columns)
		y := (float64(i/columns) + 0.5) * 1.2
		pose := soa.At(x, y, 6*p.rand.Float64())
		p.polygon(pose, 3+p.rand.IntN(6), p.between(0.3, 0.6))
	}
	return p, p.readyToTurn(solver.Config{MaxPush: 0.2, Restitution: 0.3, RestitutionAbove: 1, Friction: 0.2}, opts)
}

func (p *packing) Step(ctx context.Context) error {
	if err := p.world.Step(ctx); err != nil {
		return err
	}
	return p.shake()
}

// shake moves the box along a sine, and tells the solver how fast it goes on.
func (p *packing) shake() error {
	p.frame++
	now, next := lift(p.frame), lift(p.frame+1)
	for k, id := range p.walls {
		home := p.homes[k]
		if err := errors.Join(p.shapes.SetPosition(id, home.X, home.Y+now), p.motion.VY.Set(id, float32((next-now)/dt))); err != nil {
			return err
		}
	}
	return nil
}

// lift is how high the box is lifted in a frame.
func lift(frame int) float64 {
	if frame%shakeFrames >= shakeFor {
		return 0
	}
	sin, _ := soa.SinCos(2 * math.Pi / shakeEvery * float64(frame%shakeEvery))
	return shakeHeight * float64(sin)
}
