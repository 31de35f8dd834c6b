// SPDX-License-Identifier: MIT

package bvh

// Searching is all that searches trees, by one instruction set: its assembly, which the methods
// call. A method whose field is nil runs portable Go, which defines what the assembly must compute.
// The zero value is portable Go alone.
type Searching struct {
	children   func(level *float32, list *uint32, count int, b *float32, out *uint32) int
	fit        func(level, above *float32, columns *uintptr, first, n int, x, y float64)
	matches    func(level *float32, nodes int, list, of *uint32, count int, boxes *float32, asked int, out, outOf *uint32) int
	pierce     func(level *float32, nodes int, list, of *uint32, count int, beams, limits *float32, asked int, out, outOf *uint32) int
	enterBoxes enterVector
	enterDiscs enterVector
	slabs      func(n, b *float32, limit float32, near *float32) uint32
	distances  func(n, b *float32, limit float32, near *float32) uint32
}

// Go is the portable code.
var Go = Searching{}

// enterVector is assembly for at least four pairs and a multiple of four. It returns false where a
// record or a ray does not exist.
type enterVector func(rec *float64, records int, places *uint32, rays *float64, asked int, of *uint32, count int, out *float64) bool
