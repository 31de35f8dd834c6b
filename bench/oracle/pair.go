// SPDX-License-Identifier: MIT

package oracle

import (
	"fmt"
	"math/big"
)

// Pair is the truth about two shapes, A and B.
type Pair struct {
	// The hull of the cores' Minkowski difference {b - a} and the sum of the radii,
	// all times 2^scale.
	hull   []point
	radii  *big.Int
	scale  uint
	origin reach

	squared *big.Rat // of the cores' distance, in the caller's units
	radius  *big.Rat // sum of the radii, in the caller's units
}

// Measure finds the truth about a against b. It fails if either has no meaning; see
// Shape.Check.
func Measure(a, b Shape) (*Pair, error) {
	if err := a.Check(); err != nil {
		return nil, fmt.Errorf("oracle: shape A: %w", err)
	}
	if err := b.Check(); err != nil {
		return nil, fmt.Errorf("oracle: shape B: %w", err)
	}
	// A vertex is a product of a rotation and a local coordinate, each an integer over
	// its own power of two, plus a position.
	turn := digits(a.C, a.S, b.C, b.S)
	var local uint
	for _, s := range []Shape{a, b} {
		for _, v := range s.Vertices {
			local = max(local, digits(v[0], v[1]))
		}
	}
	scale := max(turn+local, digits(a.X, a.Y, a.Radius, b.X, b.Y, b.Radius))

	differences := make([]point, 0, len(a.Vertices)*len(b.Vertices))
	cornersA := a.corners(turn, local, scale)
	for _, q := range b.corners(turn, local, scale) {
		for _, p := range cornersA {
			differences = append(differences, q.minus(p))
		}
	}
	radii := new(big.Int).Add(scaled(a.Radius, scale), scaled(b.Radius, scale))
	return measure(hull(differences), radii, scale), nil
}

// corners returns the vertices of the core in the world, times 2^scale.
func (s Shape) corners(turn, local, scale uint) []point {
	c, sn := scaled(s.C, turn), scaled(s.S, turn)
	position := point{scaled(s.X, scale), scaled(s.Y, scale)}
	corners := make([]point, len(s.Vertices))
	for i, v := range s.Vertices {
		p := point{scaled(v[0], local), scaled(v[1], local)}
		rotated := p.times(c).plus(p.left().times(sn))
		corners[i] = rotated.shifted(scale - turn - local).plus(position)
	}
	return corners
}

func measure(h []point, radii *big.Int, scale uint) *Pair {
	p := &Pair{hull: h, radii: radii, scale: scale, origin: origin(h)}
	f := p.origin.squared
	p.squared = new(big.Rat).SetFrac(f.num, new(big.Int).Lsh(f.den, 2*scale))
	p.radius = new(big.Rat).SetFrac(radii, new(big.Int).Lsh(big.NewInt(1), scale))
	return p
}

// Touching says whether A and B have a point in common: separation <= 0.
func (p *Pair) Touching() bool { return p.Cmp(0) <= 0 }

// Overlapping says whether some movement is needed to part A and B: separation < 0.
// Shapes that only touch do not overlap.
func (p *Pair) Overlapping() bool { return p.Cmp(0) < 0 }

// Core returns the signed distance of the cores, radii left out: its sign (+1 apart, 0
// touching, -1 overlapping) and its square, which is exact. Together with Radius this
// is the whole answer: separation = sign * sqrt(squared) - radius. The square is the
// caller's to change.
func (p *Pair) Core() (sign int, squared *big.Rat) {
	return p.origin.sign, new(big.Rat).Set(p.squared)
}

// Radius returns the exact sum of the radii. It is the caller's to change.
func (p *Pair) Radius() *big.Rat {
	return new(big.Rat).Set(p.radius)
}
