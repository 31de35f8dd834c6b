// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/soa"
)

// bullets fly between thin walls and boxes, at up to fifty times their own size a frame.
// A bullet bounces off the first shape on its way through a frame, and waits there for the next
// frame. So it never passes a wall, for any speed and any thickness. Bullets do not meet each
// other.
type bullets struct {
	world
	vx, vy *soa.Column[float64]
	dx, dy *soa.Column[float32] // ways during the frame, were there nothing to hit
	part   *soa.Column[float32] // of the way, before something is hit
	radius float64
}

func newBullets(n int, seed uint64, opts batch.Config) (World, error) {
	b := &bullets{world: newWorld(seed), radius: 0.05}
	b.vx, b.vy = soa.Attach[float64](b.shapes), soa.Attach[float64](b.shapes)
	b.dx, b.dy, b.part = soa.Attach[float32](b.shapes), soa.Attach[float32](b.shapes), soa.Attach[float32](b.shapes)
	// Cells of four metres, each with a bullet and something to hit.
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	b.box(0, 0, 4*float64(columns), 4*float64(columns), 0.02)
	for i := range n {
		x, y := float64(4*(i%columns)), float64(4*(i/columns))
		id := b.added(b.shapes.AddCircle(soa.At(x+0.5, y+0.5, 0), b.radius, soa.Attrs{Group: -1}))
		sin, cos := soa.SinCos(2 * math.Pi * b.rand.Float64())
		speed := b.between(100, 300)
		b.check(b.vx.Set(id, speed*float64(cos)), b.vy.Set(id, speed*float64(sin)))
		if i%4 == 0 {
			b.wall(x+2, y+1, x+b.between(2, 3), y+3, 0.01)
		} else {
			b.added(b.shapes.AddBox(soa.At(x+2, y+2, 6*b.rand.Float64()), b.between(0.1, 0.9), 0.02, soa.Attrs{Static: true}))
		}
	}
	opts.Mode = batch.ModeSwept
	opts.Columns[0] = batch.Columns{Motion: soa.Motion{VX: b.dx, VY: b.dy}}
	return b, b.start(opts)
}

func (b *bullets) Step(ctx context.Context) error {
	if err := b.shapes.Update(b.aim); err != nil {
		return err
	}
	if err := b.find(ctx); err != nil {
		return err
	}
	return b.shapes.Update(b.fly)
}

// aim says how far bullets would fly in this frame, were there nothing to hit.
func (b *bullets) aim(c soa.Live) {
	dx, dy := b.dx.Data(c), b.dy.Data(c)
	vx, vy := b.vx.Data(c), b.vy.Data(c)
	for i := range dx {
		dx[i], dy[i] = float32(vx[i]*dt), float32(vy[i]*dt)
	}
}

// fly moves every bullet to what it hits first, or to the end of its way.
func (b *bullets) fly(c soa.Live) {
	dx, dy, part := b.dx.Data(c), b.dy.Data(c), b.part.Data(c)
	for i := range part {
		part[i] = 1
	}
	for k, time := range b.contacts.Time {
		if i, _, _, into := b.hit(c, k); into > 0 {
			part[i] = min(part[i], time)
		}
	}
	for i, p := range part {
		c.X[i] += float64(float64(dx[i]) * float64(p))
		c.Y[i] += float64(float64(dy[i]) * float64(p))
	}
	// In a corner a bullet may bounce off two walls, one after the other.
	vx, vy := b.vx.Data(c), b.vy.Data(c)
	for k, time := range b.contacts.Time {
		if i, nx, ny, into := b.hit(c, k); into > 0 && time == part[i] {
			vx[i] -= float64(2 * into * nx)
			vy[i] -= float64(2 * into * ny)
		}
	}
}

// hit returns the slot of a contact's bullet, the normal into what it hits, and how fast
// it moves that way: one that is leaving is of no interest.
func (b *bullets) hit(c soa.Live, k int) (slot int, nx, ny, into float64) {
	contact := b.contacts.At(k)
	nx, ny = float64(contact.NX), float64(contact.NY)
	slot, _ = c.Slot(contact.A)
	if c.Static[slot] {
		slot, _ = c.Slot(contact.B)
		nx, ny = -nx, -ny
	}
	return slot, nx, ny, float64(b.vx.Data(c)[slot]*nx) + float64(b.vy.Data(c)[slot]*ny)
}
