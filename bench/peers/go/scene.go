// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
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
