// SPDX-License-Identifier: MIT

package strip

// The argument structs of assembly with many arguments. Its generator reads this file and finds the
// fields by their names.

// sweepArgs is a strip, where to go on in it and where its pairs go: see Sweep. The columns
// of filters are those of a strip that has them.
type sweepArgs struct {
	x0, x1, y0, y1, order              *int32
	apart, end                         *uint32
	rows, upto, i, j                   int
	out                                *uint64
	room                               int
	world, body, category, mask, group *uint32
}

// withinArgs are points in cells (cells is how many entries start has), where to go on in them,
// what is looked for, and where it goes: see Within. half is -1 if pairs are listed once, else 0;
// left is how much work there is left to do.
type withinArgs struct {
	x, y              *float64
	radius            *float32
	slot, cell, start *uint32
	points, slots     int
	cells, stride     int
	point, end        int
	limit             float32
	half              int32
	square            float64
	tag               uint64
	lists             *uint64
	out               *uint32
	n, room, left     int
}

// listArgs are so many lists, where they are, and where they go: see GatherLists. from is one of so
// many lenders' slices.
type listArgs struct {
	lists    *uint64
	offsets  *int
	count    int
	from     *[]uint32
	lenders  int
	out      *uint32
	at, room int
	long     *uint32
}
