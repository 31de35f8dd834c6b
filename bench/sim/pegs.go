// SPDX-License-Identifier: MIT

package sim

import (
	"math"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/soa"
)

const (
	pegRows    = 8
	pegSpace   = 3.0
	pegRadius  = 0.3
	pegBins    = 11
	pegHopper  = 8.0 // half the width of what they fall from
	pegOpening = 4.0 // half its opening
)

// newPegs makes Galton's board: grains fall through rows of pegs, to the left or to the right of
// each, into bins.
func newPegs(n int, seed uint64, opts batch.Config) (World, error) {
	p := newWorld(seed)
	half := pegBins * pegSpace / 2
	deep := 4 + 2*float64(n)/(pegBins*pegSpace) // of the bins, under the pegs
	for row := range pegRows {
		y := float64(-2 * (row + 1))
		for k := range pegBins + 1 - row%2 {
			x := float64((float64(k)+float64(float64(row%2)/2))*pegSpace) - half
			p.added(p.shapes.AddCircle(soa.At(x, y, 0), pegRadius, soa.Attrs{Static: true}))
		}
	}
	bottom := float64(-2*pegRows) - 2 - deep
	for k := range pegBins + 1 {
		x, top := float64(float64(k)*pegSpace)-half, float64(-2*pegRows)-2
		if k == 0 || k == pegBins {
			top = 0
		}
		p.wall(x, bottom, x, top, 0.1)
	}
	p.wall(-half, bottom-1, half, bottom-1, 1)
	columns := int(2 * (pegHopper - 1))
	high := pegHopper + float64(float64(n/columns+2)*1.1)
	for _, sign := range [2]float64{-1, 1} {
		for _, w := range [2][4]float64{{pegOpening, 1, pegHopper, pegHopper}, {pegHopper, pegHopper, pegHopper, high}} {
			p.wall(sign*(w[0]+0.2), w[1], sign*(w[2]+0.2), w[3], 0.2)
		}
	}
	for i := range n {
		x := float64(i%columns) - float64(columns-1)/2
		pose := soa.At(x+p.between(-0.02, 0.02), pegHopper+float64(float64(i/columns)*1.1), 6*p.rand.Float64())
		p.grain([3]form{disc, square, hexagon}[i%3], pose)
	}
	return &p, p.readyToTurn(solver.Config{MaxPush: 0.2, Friction: 0.2, Restitution: 0.3, RestitutionAbove: 1}, opts)
}

// newPyramid makes rows of boxes, each of one box less than that below, which stay where they are.
func newPyramid(n int, seed uint64, opts batch.Config) (World, error) {
	p := newWorld(seed)
	rows := int(math.Ceil((math.Sqrt(float64(8*n+1)) - 1) / 2))
	p.wall(float64(-rows), -1, float64(rows), -1, 1)
	for row, left := 0, n; left > 0; row++ {
		for k := range min(rows-row, left) {
			x := (float64(k) - float64(float64(rows-row-1)/2)) * 1.1
			p.added(p.shapes.AddBox(soa.At(x, float64(row)+0.5, 0), 0.5, 0.5, soa.Attrs{}))
			left--
		}
	}
	return &p, p.readyToTurn(solver.Config{Friction: 0.6}, opts)
}
