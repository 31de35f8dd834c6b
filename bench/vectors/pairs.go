// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"daylight/bench/oracle"
	"daylight/soa"
)

// unit is what every coordinate and radius is a multiple of.
const unit = 1. / 1024

// kinds are the ways in which pairs are hard. Each makes a pair from whole numbers of units.
var kinds = []func(*rand.Rand) (a, b oracle.Shape){latticed, shifted, sliver, inside, parallel}

// write writes the first n pairs, all kinds in turn.
func write(w io.Writer, n int) error {
	r := rand.New(rand.NewPCG(20, 26))
	var line []byte
	for i := range n {
		a, b := kinds[i%len(kinds)](r)
		p, err := oracle.Measure(a, b)
		if err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
		sign, squared := p.Core()
		line = appendShape(appendShape(line[:0], a), b)
		radii, _ := p.Radius().Float64() // a sum of two multiples of a unit
		line = fmt.Appendf(line, "%d %d %d %s\n", sign, squared.Num(), squared.Denom(), number(radii))
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

func appendShape(line []byte, s oracle.Shape) []byte {
	line = fmt.Appendf(line, "%s %d ", number(s.Radius), len(s.Vertices))
	for _, v := range s.Vertices {
		line = fmt.Appendf(line, "%s %s ", number(v[0]), number(v[1]))
	}
	return line
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// within is a whole number from -most to most, times a step.
func within(r *rand.Rand, most int, step float64) float64 {
	return float64(r.IntN(2*most+1)-most) * step
}

// shape is the hull of some points about (x, y), at most eight, which lie up to w and h steps from
// it.
func shape(r *rand.Rand, x, y float64, w, h int, step, radius float64) oracle.Shape {
	for {
		n := 1 + r.IntN(8)
		points := make([]soa.Point, n)
		for i := range points {
			points[i] = soa.Point{X: x + within(r, w, step), Y: y + within(r, h, step)}
		}
		corners := points[:min(n, 2)]
		if n == 2 && points[0] == points[1] {
			continue
		}
		if n > 2 {
			var err error
			if corners, err = soa.ConvexHull(nil, points); err != nil {
				continue // all on a line
			}
		}
		return polygon(corners, radius)
	}
}

func polygon(corners []soa.Point, radius float64) oracle.Shape {
	s := oracle.Shape{C: 1, Radius: radius}
	for _, p := range corners {
		s.Vertices = append(s.Vertices, [2]float64{p.X, p.Y})
	}
	return s
}

func box(x, y, hx, hy, radius float64) oracle.Shape {
	return polygon([]soa.Point{{X: x - hx, Y: y - hy}, {X: x + hx, Y: y - hy}, {X: x + hx, Y: y + hy}, {X: x - hx, Y: y + hy}}, radius)
}

// latticed shapes have small whole coordinates: they touch in corners and along edges, lie on one
// line, are equal, and can be pushed apart in several ways equally.
func latticed(r *rand.Rand) (a, b oracle.Shape) {
	return shape(r, 0, 0, 3, 3, 1, float64(r.IntN(2))), shape(r, within(r, 4, 1), within(r, 4, 1), 3, 3, 1, float64(r.IntN(2)))
}

// shifted shapes are latticed, but for some units: they overlap or are apart by hardly anything.
func shifted(r *rand.Rand) (a, b oracle.Shape) {
	a, b = latticed(r)
	dx, dy := within(r, 2, unit), within(r, 2, unit)
	for i := range b.Vertices {
		b.Vertices[i][0] += dx
		b.Vertices[i][1] += dy
	}
	return a, b
}

// sliver: one is long and thin.
func sliver(r *rand.Rand) (a, b oracle.Shape) {
	a = shape(r, 0, 0, 1<<20, 4, unit, 0)
	return a, shape(r, within(r, 1<<19, unit), within(r, 8, unit), 64, 64, unit, float64(r.IntN(16))*unit)
}

// inside: one lies in the other, far from its border or near to it.
func inside(r *rand.Rand) (a, b oracle.Shape) {
	size := 4 + r.IntN(1<<12)
	at := func() float64 { return within(r, size, unit) }
	return box(0, 0, float64(size+r.IntN(8))*unit, float64(size+r.IntN(8))*unit, float64(r.IntN(3))*unit),
		shape(r, at(), at(), 1+size/8, 1+size/8, unit, float64(r.IntN(3))*unit)
}

// parallel shapes have edges that are nearly so, at a distance of next to nothing.
func parallel(r *rand.Rand) (a, b oracle.Shape) {
	w, h := float64(1+r.IntN(1<<12))*unit, float64(1+r.IntN(1<<12))*unit
	a = box(0, 0, w, h, 0)
	b = box(within(r, 1<<10, unit), 2*h+within(r, 3, unit), w, h, float64(r.IntN(2))*unit)
	b.Vertices[0][1] += within(r, 1, unit)
	b.Vertices[1][1] += within(r, 1, unit)
	return a, b
}
