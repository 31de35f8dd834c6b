// SPDX-License-Identifier: MIT

package strip

// What assembly with many arguments is called with. Its generator reads this file and finds
// the fields by their names.

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
