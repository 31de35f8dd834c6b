// SPDX-License-Identifier: MIT

package look

import (
	"math"

	"daylight/bench/sim"
	"daylight/soa"
)

// Figures are what the shapes of a frame are coloured by. Its columns are indexed by
// the Index of a shape's ID, which is dense from 0 and stays when the slot changes.
type Figures struct {
	Depth   []float32 // of the deepest contact; 0 without one
	Touches []bool
	Speed   []float32 // units per second since the frame before that was looked at

	// What stands for the upper end of a scale: a few times the mean, which changes
	// slowly, so that one outlier does not turn everything else pale, and colours
	// mean the same from frame to frame.
	DepthScale, SpeedScale float32

	x, y  []float64 // where the shapes were
	known []soa.ID  // whose positions those are
	frame int
}

// FramesPerSecond is how many frames of a simulation are a second.
const FramesPerSecond = 60

// Size is the number of entries of each column.
func (f *Figures) Size() int { return len(f.known) }

// Update measures a frame. Frames may be left out between two calls.
func (f *Figures) Update(w sim.World, frame int) {
	col := w.Shapes().Columns()
	f.room(col.ID)
	f.depths(w)
	elapsed := float64(frame-f.frame) / FramesPerSecond
	f.frame = frame
	sum, moving := 0.0, 0
	for slot, id := range col.ID {
		i := id.Index()
		x, y := col.X[slot], col.Y[slot]
		if f.known[i] != id {
			f.known[i], f.Speed[i] = id, 0
		} else if elapsed > 0 {
			dx, dy := x-f.x[i], y-f.y[i]
			v := math.Sqrt(dx*dx+dy*dy) / elapsed
			if !(v <= math.MaxFloat32) {
				v = 0
			}
			f.Speed[i] = float32(v)
		}
		f.x[i], f.y[i] = x, y
		if v := f.Speed[i]; v > 0 {
			sum += float64(v)
			moving++
		}
	}
	f.SpeedScale = follow(f.SpeedScale, 2*sum, moving)
}

// room makes the columns as long as the IDs need.
func (f *Figures) room(ids []soa.ID) {
	n := len(f.known)
	for _, id := range ids {
		n = max(n, int(id.Index())+1)
	}
	grow := n - len(f.known)
	if grow == 0 {
		return
	}
	f.known = append(f.known, make([]soa.ID, grow)...)
	f.Depth = append(f.Depth, make([]float32, grow)...)
	f.Speed = append(f.Speed, make([]float32, grow)...)
	f.Touches = append(f.Touches, make([]bool, grow)...)
	f.x = append(f.x, make([]float64, grow)...)
	f.y = append(f.y, make([]float64, grow)...)
}

func (f *Figures) depths(w sim.World) {
	clear(f.Depth)
	clear(f.Touches)
	c := w.Contacts()
	if c == nil {
		return
	}
	sum, deep := 0.0, 0
	for k := range c.A {
		a, b := int(c.A[k].Index()), int(c.B[k].Index())
		if max(a, b) >= len(f.Depth) {
			continue // of a shape that is gone
		}
		f.Touches[a], f.Touches[b] = true, true
		if len(c.Depth) == 0 {
			continue
		}
		d := c.Depth[k]
		f.Depth[a], f.Depth[b] = max(f.Depth[a], d), max(f.Depth[b], d)
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
