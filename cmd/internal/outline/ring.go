// SPDX-License-Identifier: MIT

package outline

import (
	"math"

	"daylight/soa"
)

// Ring appends the boundary of a convex core, counter-clockwise, grown by a radius, relative
// to origin, with its rounding cut into about per points for a full turn.
func Ring(dst []soa.Point, core []soa.Point, radius float64, origin soa.Point, per int) []soa.Point {
	n := len(core)
	at := func(p soa.Point, angle float64) soa.Point {
		sin, cos := math.Sincos(angle)
		return soa.Point{X: p.X - origin.X + radius*cos, Y: p.Y - origin.Y + radius*sin}
	}
	if n == 1 {
		for k := range per {
			dst = append(dst, at(core[0], 2*math.Pi*float64(k)/float64(per)))
		}
		return dst
	}
	for i, p := range core {
		if radius == 0 {
			dst = append(dst, soa.Point{X: p.X - origin.X, Y: p.Y - origin.Y})
			continue
		}
		from, to := Normal(core[(i+n-1)%n], p), Normal(p, core[(i+1)%n])
		turn := math.Mod(to-from+4*math.Pi, 2*math.Pi)
		steps := max(1, int(math.Ceil(turn/(2*math.Pi)*float64(per))))
		for k := 0; k <= steps; k++ {
			dst = append(dst, at(p, from+turn*float64(k)/float64(steps)))
		}
	}
	return dst
}

// Normal is the angle of the outward normal of the edge from p to q.
func Normal(p, q soa.Point) float64 { return math.Atan2(-(q.X - p.X), q.Y-p.Y) }
