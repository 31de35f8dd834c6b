// SPDX-License-Identifier: MIT

//go:build !purego

package pair

// The argument structs of assembly with many arguments. Its generator reads this file and finds the
// fields by their names.

// polygonArgs is what the kernels of polygons look at, and where they have got to: pairs k
// to end are to be decided, contacts are written from entry n on. hints, outX and outY may
// be nil. shapes is how many entries rec and class have; runs, which is no more, how many
// off and num have; lanes how many the columns of lanes have.
type polygonArgs struct {
	pairs           *uint64
	k, end          int
	rec             *float64
	class           *uint8
	off, num        *uint32
	shapes, runs    int
	vx, vy, nx, ny  *float32
	d               *float32
	lanes           int
	limit           float32
	hints           *uint32
	outA, outB      *uint32
	sep, outX, outY *float32
	n               int
	scratch         *float32 // of convex
}

// clipArgs is what is clipped, and where the points go.
type clipArgs struct {
	rec         *float64 // of boxes: records, and which of them touch
	a, b        *uint32
	from        *float32 // of others: the rows of struct facets
	sep, nx, ny *float32
	count       int
	limit       float32
	n           *uint8
	first       *float32 // of Manifolds.Points: records of four words
	second      *float32
}

// facetArgs is about count polygons of a list.
type facetArgs struct {
	index, slot    *uint32
	off, num       *uint32
	vx, vy, nx, ny *float32
	x, y           *float32 // normals of the contacts
	count          int
	to             *float32 // the rows of struct facets
}
