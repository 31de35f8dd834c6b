// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"

	"daylight/bench"
	"daylight/bench/scene"
)

const (
	asDrawn = bench.AsDrawn
	spatial = bench.Spatial
)

// newScene makes a scene with its shapes numbered in the given order. Everybody's pairs
// are the same; but libraries keep shapes in the order in which they are given, and
// where neighbours in space are neighbours in memory, caches help them more than
// anything else could.
func newScene(kind scene.Kind, n int, order string) (*scene.Scene, error) {
	s, err := scene.New(kind, n, scene.DefaultSeed)
	if err != nil || order == asDrawn {
		return s, err
	}
	if order != spatial {
		return nil, fmt.Errorf("no order called %q: choose %s or %s", order, asDrawn, spatial)
	}
	code := make([]uint64, n)
	perm := make([]int, n)
	for i := range perm {
		perm[i] = i
		scale := (1 << 16) / float64(s.L)
		code[i] = spread(uint32(float64(s.X[i])*scale)) | spread(uint32(float64(s.Y[i])*scale))<<1
	}
	slices.SortStableFunc(perm, func(a, b int) int { return cmp.Compare(code[a], code[b]) })
	for _, column := range []*[]float32{&s.X, &s.Y, &s.Theta, &s.VX, &s.VY, &s.Omega, &s.S1, &s.S2} {
		*column = permuted(*column, perm)
	}
	s.Form = permuted(s.Form, perm)
	s.Sides = permuted(s.Sides, perm)
	return s, nil
}

func permuted[T any](column []T, perm []int) []T {
	out := make([]T, len(perm))
	for k, i := range perm {
		out[k] = column[i]
	}
	return out
}

// spread puts a zero before each of 32 bits.
func spread(v uint32) uint64 {
	x := uint64(v)
	x = (x | x<<16) & 0x0000FFFF0000FFFF
	x = (x | x<<8) & 0x00FF00FF00FF00FF
	x = (x | x<<4) & 0x0F0F0F0F0F0F0F0F
	x = (x | x<<2) & 0x3333333333333333
	return (x | x<<1) & 0x5555555555555555
}

// dump lays a scene out for programs in other languages. All is little-endian:
//
//	8 bytes   "DAYLIGHT"
//	uint32    1, the version of this layout
//	uint32    kind of the scene, in the order circles boxes polys mixed heavy cluster;
//	          256 more if its shapes are in spatial order
//	uint32    n, the number of shapes
//	float32   L, the side of the world
//	float32   n each of x, y, theta, vx, vy, omega, s1, s2
//	uint8     n of corners: 0 for a circle, 4 for a box of half extents s1, s2,
//	          else k + 16 for a regular polygon of k corners and circumradius s1
//
// The columns mean what package scene says; the state is that before the first step.
func dump(s *scene.Scene, order string) ([]byte, error) {
	kind := uint32(s.Kind)
	if order == spatial {
		kind += 256
	}
	var b bytes.Buffer
	b.WriteString("DAYLIGHT")
	corners := make([]uint8, s.Len())
	for i := range corners {
		corners[i] = s.Sides[i]
		if s.Form[i] == scene.Polygon {
			corners[i] += 16
		}
	}
	for _, part := range []any{
		[]uint32{1, kind, uint32(s.Len())}, s.L,
		s.X, s.Y, s.Theta, s.VX, s.VY, s.Omega, s.S1, s.S2, corners,
	} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func writeDump(name string, kind scene.Kind, n int, order string) error {
	s, err := newScene(kind, n, order)
	if err != nil {
		return err
	}
	text, err := dump(s, order)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

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
