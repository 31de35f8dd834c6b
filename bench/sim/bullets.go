// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"math"
	"math/rand/v2"

	"daylight/batch"
	"daylight/soa"
)

// bullets fly between thin walls and boxes at up to two hundred times their own size
// a frame. A step sees shapes where they are, so each frame is cut into as many steps
// as it takes for no bullet to move farther than its radius in one: then it cannot
// pass what it should hit, however thin.
type bullets struct {
	world
	radius float64
}

func newBullets(n int, seed uint64, opts ...batch.Option) (World, error) {
	b := &bullets{newWorld(), 0.05}
	r := rand.New(rand.NewPCG(seed, 0))
	// Cells of four metres, each with a bullet and something to hit.
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	if err := b.box(0, 0, 4*float64(columns), 4*float64(columns), 0.02); err != nil {
		return nil, err
	}
	for i := range n {
		x, y := float64(4*(i%columns)), float64(4*(i/columns))
		if _, err := b.shapes.AddCircle(soa.At(x+0.5, y+0.5, 0), b.radius); err != nil {
			return nil, err
		}
		slot := b.shapes.Len() - 1
		sin, cos := soa.SinCos(2 * math.Pi * r.Float64())
		speed := between(r, 100, 300)
		b.vx.Data()[slot], b.vy.Data()[slot] = speed*float64(cos), speed*float64(sin)
		if i%4 == 0 {
			if _, err := b.wall(x+2, y+1, x+between(r, 2, 3), y+3, 0.01); err != nil {
				return nil, err
			}
		} else if _, err := b.shapes.AddBox(soa.At(x+2, y+2, 6*r.Float64()), between(r, 0.1, 0.9), 0.02, soa.Static()); err != nil {
			return nil, err
		}
	}
	return b, b.ready(batch.Separation{
		Velocities: &batch.Velocities{X: b.vx, Y: b.vy, DT: dt, Restitution: 1},
	}, opts...)
}

func (b *bullets) Step(ctx context.Context) error {
	fastest := 0.0
	vx, vy := b.vx.Data(), b.vy.Data()
	for i := range vx {
		fastest = max(fastest, math.Sqrt(float64(vx[i]*vx[i])+float64(vy[i]*vy[i])))
	}
	steps := math.Ceil(fastest * dt / b.radius)
	for range int(max(steps, 1)) {
		b.fall(0, dt/max(steps, 1))
		if err := b.settle(ctx); err != nil {
			return err
		}
	}
	return nil
}
