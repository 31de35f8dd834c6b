// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"slices"

	"daylight/bench/scene"
)

// The orders in which a scene's shapes can be numbered.
const (
	asDrawn = "scene"   // as they are drawn: neighbours in number are far apart
	spatial = "spatial" // along a Z-order curve, as they lie before the first step
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
