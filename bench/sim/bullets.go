// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"math"
	"math/rand/v2"

	"daylight/batch"
	"daylight/soa"
)

// bullets fly between thin walls and boxes, at up to fifty times their own size a frame.
// What a bullet meets first on its way through a frame it bounces off; there it waits for
// the next frame, so that however fast it is, and however thin the wall, it never is on
// the other side. Bullets do not meet each other.
type bullets struct {
	world
	dx, dy *soa.Column[float32] // ways during the frame, were there nothing to hit
	part   *soa.Column[float32] // of the way, before something is hit
	radius float64
}

func newBullets(n int, seed uint64, opts ...batch.Option) (World, error) {
	b := &bullets{world: newWorld(), radius: 0.05}
	b.dx, b.dy, b.part = soa.Attach[float32](b.shapes), soa.Attach[float32](b.shapes), soa.Attach[float32](b.shapes)
	r := rand.New(rand.NewPCG(seed, 0))
	// Cells of four metres, each with a bullet and something to hit.
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	if err := b.box(0, 0, 4*float64(columns), 4*float64(columns), 0.02); err != nil {
		return nil, err
	}
	for i := range n {
		x, y := float64(4*(i%columns)), float64(4*(i/columns))
		if _, err := b.shapes.AddCircle(soa.At(x+0.5, y+0.5, 0), b.radius, soa.Group(-1)); err != nil {
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
	return b, b.start(append(opts, batch.WithMode(batch.ModeSwept), batch.Motion(batch.Moves{DX: b.dx, DY: b.dy}))...)
}

func (b *bullets) start(opts ...batch.Option) (err error) {
	b.engine, err = batch.New(b.shapes, opts...)
	return err
}

func (b *bullets) Step(ctx context.Context) error {
	dx, dy := b.dx.Data(), b.dy.Data()
	for i, vx := range b.vx.Data() {
		dx[i], dy[i] = float32(vx*dt), float32(b.vy.Data()[i]*dt)
	}
	contacts, err := b.engine.Step(ctx)
	if err != nil {
		return err
	}
	b.contacts = contacts
	dx, dy = b.dx.Data(), b.dy.Data() // a step may have moved shapes to other slots
	part := b.part.Data()
	for i := range part {
		part[i] = 1
	}
	for k, time := range contacts.Time {
		if i, _, _, into := b.hit(k); into > 0 {
			part[i] = min(part[i], time)
		}
	}
	x, y := b.shapes.Positions()
	for i, p := range part {
		x[i] += float64(float64(dx[i]) * float64(p))
		y[i] += float64(float64(dy[i]) * float64(p))
	}
	// In a corner a bullet may bounce off two walls, one after the other.
	for k, time := range contacts.Time {
		if i, nx, ny, into := b.hit(k); into > 0 && time == part[i] {
			b.vx.Data()[i] -= float64(2 * into * nx)
			b.vy.Data()[i] -= float64(2 * into * ny)
		}
	}
	return nil
}

// hit returns the slot of a contact's bullet, the normal into what it hits, and how fast
// it moves that way: one that is leaving is of no interest.
func (b *bullets) hit(k int) (slot int, nx, ny, into float64) {
	c := b.contacts.At(k)
	nx, ny = float64(c.NX), float64(c.NY)
	slot, _ = b.shapes.Slot(c.A)
	if b.shapes.Columns().Static[slot] {
		slot, _ = b.shapes.Slot(c.B)
		nx, ny = -nx, -ny
	}
	return slot, nx, ny, float64(b.vx.Data()[slot]*nx) + float64(b.vy.Data()[slot]*ny)
}
