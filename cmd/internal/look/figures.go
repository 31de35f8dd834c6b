// SPDX-License-Identifier: MIT

package look

import (
	"math"
	"slices"

	"daylight/bench/sim"
	"daylight/internal/store"
	"daylight/soa"
)

// Figures are what the shapes of a frame are coloured by, and where they were in the
// frame before. All of it lies in the order of the slots, so that a look at a frame
// goes through memory as a step does.
type Figures struct {
	// Depth is that of a shape's deepest contact, by slot; Apart without one.
	Depth []float32
	// Speed is that of a shape since the frame before that was looked at, by slot, in
	// units per second.
	Speed []float32

	// What stands for the upper end of a scale: a few times the mean, which changes
	// slowly, so that one outlier does not turn everything else pale, and colours
	// mean the same from frame to frame. DepthScale is 0 while shapes touch at most:
	// depths that are nothing but rounding mean nothing.
	DepthScale, SpeedScale float32

	// Changed reports whether the last Update found other shapes than the one before.
	Changed bool

	depth float32           // DepthScale, be it ever so small
	size  float32           // about half the size of a shape that moves
	past  *soa.Column[past] // follows the shapes
	ids   []soa.ID          // by slot
	slots []uint32          // by the Index of a shape's ID, which is dense from 0
	count int
	frame int
	again bool // the frame was looked at before
}

// past is what the frame before left of a shape.
type past struct {
	x, y  float64
	speed float32
	seen  bool
}

// Apart is the depth of a shape without a contact.
const Apart float32 = -math.MaxFloat32

// FramesPerSecond is how many frames of a simulation are a second.
const FramesPerSecond = 60

// Touches reports whether the shape in a slot touches another. A near miss, which an
// engine with a margin reports as well, is a contact of negative depth.
func (f *Figures) Touches(slot int) bool { return f.Depth[slot] >= 0 }

// Size is one more than the greatest index of a shape there has been.
func (f *Figures) Size() int { return len(f.slots) }

// Find is the shape with an ID of that index.
func (f *Figures) Find(shapes *soa.Shapes, index int) (id soa.ID, slot int, ok bool) {
	if index < 0 || index >= len(f.slots) || int(f.slots[index]) >= len(f.ids) {
		return 0, 0, false
	}
	slot = int(f.slots[index])
	id = f.ids[slot]
	return id, slot, int(id.Index()) == index && shapes.Has(id)
}

// Update measures a frame. Frames may be left out between two calls. If the frame is the one before
// once more, for somebody who has just come, say, the scales stay.
func (f *Figures) Update(w sim.World, frame int) {
	shapes := w.Shapes()
	if f.past == nil {
		f.past = soa.Attach[past](shapes)
	}
	per := float32(0)
	f.again = f.count > 0 && frame == f.frame
	if frame > f.frame {
		per = FramesPerSecond / float32(frame-f.frame)
	}
	f.frame = frame
	_ = shapes.Update(func(c soa.Live) { f.update(c, per) })
	if f.Changed {
		f.size = typical(shapes)
	}
	f.depths(w)
}

func (f *Figures) update(c soa.Live, per float32) {
	x, y, data := c.X, c.Y, f.past.Data(c)
	f.ids = append(f.ids[:0], c.ID...)
	ids := f.ids
	f.Changed = len(ids) != f.count
	f.count = len(ids)
	f.Speed = slices.Grow(f.Speed[:0], len(ids))[:len(ids)]
	sum, moving := 0.0, 0
	for slot, id := range ids {
		i := int(id.Index())
		if i >= len(f.slots) {
			f.slots = append(f.slots, make([]uint32, i+1-len(f.slots))...)
		}
		f.slots[i] = uint32(slot)
		p := &data[slot]
		if !p.seen {
			p.seen = true
			f.Changed = true
		} else if per > 0 {
			dx, dy := float32(x[slot]-p.x), float32(y[slot]-p.y)
			p.speed = float32(math.Sqrt(float64(dx*dx+dy*dy))) * per
			if !(p.speed <= math.MaxFloat32) {
				p.speed = 0
			}
		}
		p.x, p.y = x[slot], y[slot]
		f.Speed[slot] = p.speed
		if p.speed > 0 {
			sum += float64(p.speed)
			moving++
		}
	}
	f.SpeedScale = f.follow(f.SpeedScale, 2*sum, moving)
}

// rounding is the depth, as a share of a shape's size, below which shapes only touch.
const rounding = 1e-4

// typical is the mean distance of a boundary from its shape's position, of the shapes
// that are not static, more or less.
func typical(shapes *soa.Shapes) float32 {
	c := store.Of(shapes).Columns()
	sum, n := 0.0, 0
	for slot, reach := range c.Reach {
		if c.Static == nil || !c.Static[slot] {
			sum += float64(max(reach, c.P[slot]))
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return float32(sum / float64(n))
}

func (f *Figures) depths(w sim.World) {
	f.Depth = slices.Grow(f.Depth[:0], f.count)[:f.count]
	for i := range f.Depth {
		f.Depth[i] = Apart
	}
	c := w.Contacts()
	if c == nil {
		return
	}
	sum, deep := 0.0, 0
	for k := range c.A {
		a, b := int(c.A[k].Index()), int(c.B[k].Index())
		if max(a, b) >= len(f.slots) {
			continue // of a shape that is gone
		}
		d := float32(0)
		if len(c.Depth) > 0 {
			d = c.Depth[k]
		}
		for _, slot := range [2]uint32{f.slots[a], f.slots[b]} {
			if int(slot) < len(f.Depth) && d > f.Depth[slot] {
				f.Depth[slot] = d
			}
		}
		if d > 0 {
			sum += float64(d)
			deep++
		}
	}
	f.depth = f.follow(f.depth, 3*sum, deep)
	if f.DepthScale = f.depth; f.depth < rounding*f.size {
		f.DepthScale = 0
	}
}

// follow moves a scale a tenth of the way to the mean sum/n, once a frame.
func (f *Figures) follow(scale float32, sum float64, n int) float32 {
	if n == 0 || f.again && scale > 0 {
		return scale
	}
	mean := float32(sum / float64(n))
	if !(scale > 0) {
		return mean
	}
	return scale + (mean-scale)/10
}
