// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"daylight/bench/scene"
)

// The phases that ask about a scene at rest; native/questions.hpp draws the same
// questions, to the bit.
const (
	rays     = "ray"     // the first shape that each ray meets
	points   = "point"   // the shapes that hold each point
	windows  = "window"  // the shapes whose AABBs meet each window
	nearests = "nearest" // the shapes nearest to each point
	withins  = "within"  // pairs of shapes within a distance
)

const (
	questionCount  = 100_000
	rayLength      = 20
	windowSide     = 4
	neighbours     = 8
	withinDistance = 1
)

// questions are those of all phases, as columns.
type questions struct {
	rays    struct{ x, y, dx, dy []float64 }
	points  struct{ x, y []float64 }
	windows struct{ minX, minY, maxX, maxY []float64 }
}

func newQuestions(s *scene.Scene) (q questions) {
	state := uint64(7)
	unit := func() float32 { // SplitMix64, 24 bits per draw
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
		z = (z ^ (z >> 27)) * 0x94D049BB133111EB
		return float32(float32((z^(z>>31))>>40) * (1.0 / (1 << 24)))
	}
	for range questionCount {
		x, y := float32(unit()*s.L), float32(unit()*s.L)
		var u, v, d float32
		for {
			u, v = unit()-0.5, unit()-0.5
			if d = float32(u*u) + float32(v*v); d <= 0.25 && d >= 1e-4 {
				break
			}
		}
		d = float32(math.Sqrt(float64(d)))
		q.points.x, q.points.y = append(q.points.x, float64(x)), append(q.points.y, float64(y))
		q.rays.dx, q.rays.dy = append(q.rays.dx, float64(rayLength*(u/d))), append(q.rays.dy, float64(rayLength*(v/d)))
		w := &q.windows
		w.minX, w.minY = append(w.minX, float64(x)), append(w.minY, float64(y))
		w.maxX, w.maxY = append(w.maxX, float64(x+windowSide)), append(w.maxY, float64(y+windowSide))
	}
	q.rays.x, q.rays.y = q.points.x, q.points.y
	return q
}
