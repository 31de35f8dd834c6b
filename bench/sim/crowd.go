// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"math"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/soa"
)

// crowd is a room full of people who all want to leave by one door. People who have
// left come in again at the far end of the room. Lengths are in metres.
type crowd struct {
	world
	speed        *soa.Column[float64] // how fast each would like to walk; 0 for walls
	vx, vy       *soa.Column[float64] // how fast each walks
	lastX, lastY *soa.Column[float64] // where each stood before
	side         float64              // the room is [0, side) x [0, side), the door in its right wall
	middle, door float64              // where the door is, and half its width
}

const (
	wallThick = 0.1 // half of it
	shoulders = 0.3 // the greatest radius of a person
	patience  = 0.5 // seconds to get up to speed
)

func newCrowd(n int, seed uint64, opts batch.Config) (World, error) {
	c := &crowd{world: newWorld(seed)}
	c.speed, c.vx, c.vy = soa.Attach[float64](c.shapes), soa.Attach[float64](c.shapes), soa.Attach[float64](c.shapes)
	c.lastX, c.lastY = soa.Attach[float64](c.shapes), soa.Attach[float64](c.shapes)
	c.side = max(5, math.Sqrt(float64(n)/1.5))
	c.middle = c.side / 2
	c.door = max(0.7, c.side/40)
	for range n {
		x, y := c.between(0, c.side), c.between(0, c.side)
		id := c.added(c.shapes.AddCircle(soa.At(x, y, 0), c.between(0.2, shoulders), soa.Attrs{}))
		c.check(c.lastX.Set(id, x), c.lastY.Set(id, y), c.speed.Set(id, c.between(0.9, 1.7)))
	}
	// The room, its door, and a corridor behind it that is as wide as the room.
	s, t, out := c.side, wallThick, c.side+4
	for _, w := range [][4]float64{
		{-t, -t, out, -t}, {-t, s + t, out, s + t}, {-t, -t, -t, s + t}, {out, -t, out, s + t},
		{s, -t, s, c.middle - c.door - t}, {s, c.middle + c.door + t, s, s + t},
	} {
		c.wall(w[0], w[1], w[2], w[3], t)
	}
	// The margin shows whom one might be pushed into; nobody is pushed by more than that.
	opts.Margin = 0.1
	return c, c.readyToPart(separate.Config{MaxPush: 0.1}, opts)
}

func (c *crowd) Step(ctx context.Context) error {
	if err := c.shapes.Update(c.walk); err != nil {
		return err
	}
	return c.world.Step(ctx)
}

// walk has everybody take a step: as fast as the last one, pushes included, and a
// little faster towards the door, or beyond it straight on. So who is held up pushes
// gently, and nobody is faster than he likes.
func (c *crowd) walk(live soa.Live) {
	x, y := live.X, live.Y
	vx, vy := c.vx.Data(live), c.vy.Data(live)
	lastX, lastY := c.lastX.Data(live), c.lastY.Data(live)
	for i, speed := range c.speed.Data(live) {
		if speed == 0 {
			continue // a wall
		}
		if x[i] > c.side+3 {
			x[i], y[i] = c.between(0.5, 1.5), c.between(0.5, c.side-0.5)
			lastX[i], lastY[i] = x[i], y[i]
		}
		gx, gy := c.side+0.5-x[i], c.middle-y[i]
		if x[i] > c.side-shoulders {
			gx, gy = 1, 0
		} else if math.Abs(gy) < c.door-shoulders {
			gy = 0 // any part of the door will do
		}
		haste := speed / length(gx, gy)
		ux, uy := (x[i]-lastX[i])/dt, (y[i]-lastY[i])/dt
		ux += float64((float64(gx*haste) - ux) * (dt / patience))
		uy += float64((float64(gy*haste) - uy) * (dt / patience))
		if v := length(ux, uy); v > speed {
			ux, uy = ux*(speed/v), uy*(speed/v)
		}
		lastX[i], lastY[i] = x[i], y[i]
		vx[i], vy[i] = ux, uy
		x[i] += float64(ux * dt)
		y[i] += float64(uy * dt)
	}
}

func length(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }
