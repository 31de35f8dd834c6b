// SPDX-License-Identifier: MIT

package oracle

import (
	"math"
	"math/big"
)

// Normals returns every unit normal from A to B that achieves the separation, each
// component good to an ulp. When the cores are apart there is one, the direction of
// the gap. When they overlap there are as many as shortest ways out: moving B by the
// depth along any of them ends the overlap. When the cores just touch at corners, or
// are both points in one place, or are segments on one line, a whole arc will do, and
// only some of it is listed: the normals of edges, the way out along the line, and
// (1, 0) for two points. Gap and Parts judge any direction.
func (p *Pair) Normals() [][2]float64 {
	normals := make([][2]float64, len(p.origin.normals))
	for i, n := range p.origin.normals {
		normals[i] = unit(n)
	}
	return normals
}

func unit(v point) [2]float64 {
	length := new(big.Float).SetPrec(precision).SetInt(v.dot(v))
	length.Sqrt(length)
	var n [2]float64
	for i, z := range []*big.Int{v.x, v.y} {
		f := new(big.Float).SetPrec(precision).SetInt(z)
		n[i], _ = f.Quo(f, length).Float64()
	}
	return n
}

// gapPrecision is what Gap carries, in bits: far more than cancellation between
// shapes of any sensible size can use up.
const gapPrecision = 512

// Gap returns the separation along the direction (nx, ny), which need not be of unit
// length: how far B's nearest point lies beyond A's farthest, in that direction. It is
// the separation for a normal that achieves it and less for every other direction, so
// the difference measures how good a normal is, whether the shapes are apart or overlap.
// The result is exact but for its last rounding (and an error below 2^-400 of
// the distance and radii, should they cancel). It is NaN for a direction that is zero
// or not finite.
func (p *Pair) Gap(nx, ny float64) float64 {
	if !finite(nx, ny) || (nx == 0 && ny == 0) {
		return math.NaN()
	}
	k := digits(nx, ny)
	n := point{scaled(nx, k), scaled(ny, k)}
	least := p.hull[0].dot(n)
	for _, q := range p.hull[1:] {
		if d := q.dot(n); d.Cmp(least) < 0 {
			least = d
		}
	}
	length := new(big.Float).SetPrec(gapPrecision).SetInt(n.dot(n))
	length.Sqrt(length)
	gap := new(big.Float).SetPrec(gapPrecision).SetInt(least)
	gap.Quo(gap, length)
	gap.Sub(gap, new(big.Float).SetPrec(gapPrecision).SetInt(p.radii))
	f, _ := gap.SetMantExp(gap, -int(p.scale)).Float64()
	return f
}

// Parts says whether moving B by depth * (nx, ny) leaves no overlap deeper than bound,
// without rounding. The direction is taken as it is, of unit length or not. It is false
// if a number is NaN or infinite.
func (p *Pair) Parts(nx, ny, depth, bound float64) bool {
	if !finite(nx, ny, depth, bound) {
		return false
	}
	return p.moved(nx, ny, depth).Cmp(-bound) >= 0
}

// moved is the pair after moving B by f * (nx, ny).
func (p *Pair) moved(nx, ny, f float64) *Pair {
	kn, kf := digits(nx, ny), digits(f)
	scale := max(p.scale, kn+kf)
	move := point{scaled(nx, kn), scaled(ny, kn)}.times(scaled(f, kf)).shifted(scale - kn - kf)
	h := make([]point, len(p.hull))
	for i, q := range p.hull {
		h[i] = q.shifted(scale - p.scale).plus(move)
	}
	return measure(h, new(big.Int).Lsh(p.radii, scale-p.scale), scale)
}
