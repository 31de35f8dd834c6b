// SPDX-License-Identifier: MIT

package sim

import (
	"math"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/soa"
)

// pour is grains that flow out of a vessel above a floor, on which they pile up.
type pour struct {
	world
	opening, floor float64 // its width, at height 0, and the height of the floor
}

// newHeap pours rough grains. The slope of the heap is what friction, and the corners of grains,
// can hold.
func newHeap(n int, seed uint64, opts batch.Config) (World, error) {
	return newPour(n, seed, opts, 9, 0.6)
}

// newHopper pours smoother grains from an opening of ten grains. An arch would soon jam an opening
// of two grains.
func newHopper(n int, seed uint64, opts batch.Config) (World, error) {
	return newPour(n, seed, opts, 10, 0.3)
}

// newPour makes a funnel, whose walls rise steeply from its opening and then go straight up.
func newPour(n int, seed uint64, opts batch.Config, opening, friction float64) (World, error) {
	p := &pour{world: newWorld(seed), opening: opening}
	side := math.Sqrt(float64(n))
	p.floor = float64(-0.6*side) - 2
	top := float64(opening/2) + float64(0.6*side) // half the width of the vessel
	rise := float64(1.4 * 0.6 * side)
	columns := int(2 * (top - 0.6) / 1.1)
	height := rise + float64(float64(n/columns+3)*1.1)
	const thick = 0.5
	for _, sign := range [2]float64{-1, 1} {
		p.wall(sign*(float64(opening/2)+thick), 0, sign*(top+thick), rise, thick)
		p.wall(sign*(top+thick), rise, sign*(top+thick), height, thick)
	}
	p.wall(float64(-2*side)-10, p.floor-1, float64(2*side)+10, p.floor-1, 1)
	for i := range n {
		x := float64((float64(i%columns) - float64(float64(columns-1)/2)) * 1.1)
		pose := soa.At(x+p.between(-0.02, 0.02), rise+float64(float64(i/columns+1)*1.1), 6*p.rand.Float64())
		p.grain([2]form{square, hexagon}[i%2], pose)
	}
	return p, p.readyToTurn(solver.Config{SubSteps: 8, MaxPush: 0.2, Friction: friction}, opts)
}
