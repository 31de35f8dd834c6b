// SPDX-License-Identifier: MIT

package look

import (
	"math"

	"daylight/bench/sim"
	"daylight/soa"
)

// Figures are what the shapes of a frame are coloured by.
type Figures struct {
	// Of is indexed by the Index of a shape's ID, which is dense from 0 and stays when
	// the slot changes.
	Of []Figure

	// What stands for the upper end of a scale: a few times the mean, which changes
	// slowly, so that one outlier does not turn everything else pale, and colours
	// mean the same from frame to frame.
	DepthScale, SpeedScale float32

	// Changed reports whether the last Update found other shapes than the one before.
	Changed bool

	count int
	frame int
}

// Figure is one shape's. Slots and indices are in different orders, so all that is
// kept of a shape shares a cache line.
type Figure struct {
	ID    soa.ID  // 0: there is no such shape
	Depth float32 // of the deepest contact; Apart without one
	Speed float32 // units per second since the frame before that was looked at
	x, y  float64 // where it was
}

// Apart is the depth of a shape without a contact.
const Apart float32 = -math.MaxFloat32

// Touches reports whether the shape touches another. A near miss, which an engine with
// a margin reports as well, is a contact of negative depth.
func (f *Figure) Touches() bool { return f.Depth >= 0 }

// FramesPerSecond is how many frames of a simulation are a second.
const FramesPerSecond = 60

// Update measures a frame. Frames may be left out between two calls.
func (f *Figures) Update(w sim.World, frame int) {
	col := w.Shapes().Columns()
	per := float32(0)
	if frame > f.frame {
		per = FramesPerSecond / float32(frame-f.frame)
	}
	f.frame = frame
	f.Changed = len(col.ID) != f.count
	f.count = len(col.ID)
	sum, moving := 0.0, 0
	x, y := col.X[:len(col.ID)], col.Y[:len(col.ID)]
	for slot, id := range col.ID {
		i := int(id.Index())
		if i >= len(f.Of) {
			f.Of = append(f.Of, make([]Figure, i+1-len(f.Of))...)
		}
		s := &f.Of[i]
		s.Depth = Apart
		if s.ID != id {
			*s = Figure{ID: id, Depth: Apart}
			f.Changed = true
		} else if per > 0 {
			dx, dy := float32(x[slot]-s.x), float32(y[slot]-s.y)
			s.Speed = float32(math.Sqrt(float64(dx*dx+dy*dy))) * per
			if !(s.Speed <= math.MaxFloat32) {
				s.Speed = 0
			}
		}
		s.x, s.y = x[slot], y[slot]
		if s.Speed > 0 {
			sum += float64(s.Speed)
			moving++
		}
	}
	f.SpeedScale = follow(f.SpeedScale, 2*sum, moving)
	if f.Changed {
		f.forget(w.Shapes())
	}
	f.depths(w)
}

// forget empties the entries of shapes that are gone.
func (f *Figures) forget(shapes *soa.Shapes) {
	for i := range f.Of {
		if !shapes.Has(f.Of[i].ID) {
			f.Of[i] = Figure{Depth: Apart}
		}
	}
}

func (f *Figures) depths(w sim.World) {
	c := w.Contacts()
	if c == nil {
		return
	}
	sum, deep := 0.0, 0
	for k := range c.A {
		a, b := int(c.A[k].Index()), int(c.B[k].Index())
		if max(a, b) >= len(f.Of) {
			continue // of a shape that is gone
		}
		d := float32(0)
		if len(c.Depth) > 0 {
			d = c.Depth[k]
		}
		if p := &f.Of[a]; d > p.Depth {
			p.Depth = d
		}
		if p := &f.Of[b]; d > p.Depth {
			p.Depth = d
		}
		if d > 0 {
			sum += float64(d)
			deep++
		}
	}
	f.DepthScale = follow(f.DepthScale, 3*sum, deep)
}

// follow moves a scale a tenth of the way to the mean sum/n.
func follow(scale float32, sum float64, n int) float32 {
	if n == 0 {
		return scale
	}
	mean := float32(sum / float64(n))
	if !(scale > 0) {
		return mean
	}
	return scale + (mean-scale)/10
}
