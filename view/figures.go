// SPDX-License-Identifier: MIT

package view

import (
	"math"
	"slices"

	"daylight/soa"
)

// figures are what the shapes of a frame are coloured by, and where they were in the frame before.
// All of it lies in the order of the slots, so that a look at a frame goes through memory as a step
// does.
type figures struct {
	// depth is that of a shape's deepest contact, by slot; apart without one.
	depth []float32
	// speed is that of a shape since the frame before that was looked at, by slot, in units per
	// second.
	speed []float32

	// The upper ends of the scales: a few times the mean, changing slowly. So one outlier does not
	// turn everything else pale, and colours mean the same from frame to frame. depthScale is 0
	// while no shapes overlap by more than rounding.
	depthScale, speedScale float32
	scales                 []scale // of the user's columns

	fps   int     // frames of the simulation in a second
	deep  float32 // depthScale, be it ever so small
	size  float32 // about half the size of a shape that moves
	past  []past  // by the index of a shape's ID
	frame int
	any   bool // a frame has been looked at
	again bool // it is looked at once more
}

// past is what the frame before left of a shape.
type past struct {
	id    soa.ID
	x, y  float64
	speed float32
}

// apart is the depth of a shape without a contact.
const apart float32 = -math.MaxFloat32

// framesPerSecond is how many frames of a simulation are a second, if nobody says otherwise.
const framesPerSecond = 60

// touches reports whether the shape in a slot touches another. A near miss, which an engine with a
// margin reports as well, is a contact of negative depth.
func (f *figures) touches(slot int) bool { return f.depth[slot] >= 0 }

// update measures a frame. Frames may be left out between two calls. If the frame is the one before
// once more, the scales stay.
func (f *figures) update(s *snapshot, c *cast, colours []Colouring) {
	if s.whole {
		f.past, f.any = f.past[:0], false
	}
	per := float32(0)
	f.again = f.any && s.frame == f.frame
	if s.frame > f.frame {
		per = float32(f.fps) / float32(s.frame-f.frame)
	}
	f.frame, f.any = s.frame, true
	if len(f.past) < c.size() {
		f.past = append(f.past, make([]past, c.size()-len(f.past))...)
	}
	f.speeds(s, per)
	if len(s.fresh) > 0 || f.size == 0 {
		f.size = typical(s, c)
	}
	f.depths(s, c)
	f.scales = slices.Grow(f.scales[:0], len(colours))[:len(colours)]
	for k := range colours {
		if !f.again || f.scales[k] == (scale{}) {
			f.scales[k].of(&colours[k], s.values[k])
		}
	}
}

func (f *figures) speeds(s *snapshot, per float32) {
	f.speed = slices.Grow(f.speed[:0], len(s.ids))[:len(s.ids)]
	sum, moving := 0.0, 0
	for slot, id := range s.ids {
		p := &f.past[id.Index()]
		if p.id != id {
			*p = past{id: id}
		} else if per > 0 {
			dx, dy := float32(s.x[slot]-p.x), float32(s.y[slot]-p.y)
			p.speed = float32(math.Sqrt(float64(dx*dx+dy*dy))) * per
			if !(p.speed <= math.MaxFloat32) {
				p.speed = 0
			}
		}
		p.x, p.y = s.x[slot], s.y[slot]
		f.speed[slot] = p.speed
		if p.speed > 0 {
			sum += float64(p.speed)
			moving++
		}
	}
	f.speedScale = f.follow(f.speedScale, 2*sum, moving)
}

// rounding is the depth, as a share of a shape's size, below which shapes only touch.
const rounding = 1e-4

// typical is the mean distance of a boundary from its shape's position, of the shapes that are not
// static, more or less.
func typical(s *snapshot, c *cast) float32 {
	sum, n := 0.0, 0
	for slot, id := range s.ids {
		if !s.isStatic(slot) {
			sum += reach(&c.shapes[id.Index()])
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return float32(sum / float64(n))
}

func (f *figures) depths(s *snapshot, c *cast) {
	f.depth = slices.Grow(f.depth[:0], len(s.ids))[:len(s.ids)]
	for i := range f.depth {
		f.depth[i] = apart
	}
	sum, deep := 0.0, 0
	for k := range s.a {
		d := float32(0)
		if len(s.depth) > 0 {
			d = s.depth[k]
		}
		for _, id := range [2]soa.ID{s.a[k], s.b[k]} {
			if slot, ok := c.find(s, int(id.Index())); ok && d > f.depth[slot] {
				f.depth[slot] = d
			}
		}
		if d > 0 {
			sum += float64(d)
			deep++
		}
	}
	f.deep = f.follow(f.deep, 3*sum, deep)
	if f.depthScale = f.deep; f.deep < rounding*f.size {
		f.depthScale = 0
	}
}

// follow moves a scale a tenth of the way to the mean sum/n, once a frame.
func (f *figures) follow(scale float32, sum float64, n int) float32 {
	if n == 0 || f.again && scale > 0 {
		return scale
	}
	mean := float32(sum / float64(n))
	if !(scale > 0) {
		return mean
	}
	return scale + (mean-scale)/10
}
