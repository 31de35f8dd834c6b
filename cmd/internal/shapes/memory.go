// SPDX-License-Identifier: MIT

package shapes

import "daylight/internal/memory"

// What reading a row leaves in memory, in bytes, at most: columns grow by a quarter.
const (
	rowBytes    = 180 // of a shape in the store, with its world, its line and its place in the index
	vertexBytes = 90  // of a vertex of a polygon: nine columns of lanes, and padding
	vertexText  = 8   // characters of a vertex, at least
	movesBytes  = 16
	nameBytes   = 80 // of a world or a body, in a map
)

// inAdvance is how many bytes an account takes from the Budget at a time, so that several
// goroutines do not ask for each row.
const inAdvance = 1 << 20

// account is what rows take of a Budget. It is used by one goroutine.
type account struct {
	budget *memory.Budget
	left   int64 // reserved, and not used yet
}

// take charges bytes before they are allocated.
func (a *account) take(bytes int64) error {
	if a.left < bytes {
		if err := a.budget.Reserve(bytes + inAdvance); err != nil {
			return err
		}
		a.left += bytes + inAdvance
	}
	a.left -= bytes
	return nil
}

// price is what the row is going to need.
func (l *Loader) price() int64 {
	r := &l.row
	n := int64(rowBytes + 2*len(r.cell[ID]) + 2*len(r.cell[World]))
	if c := r.cell[World]; c != "" {
		if _, known := l.common.worlds[c]; !known {
			n += nameBytes
		}
	}
	if c := r.cell[Body]; c != "" {
		if _, known := l.common.bodies[c]; !known {
			n += nameBytes + int64(len(c))
		}
	}
	n += int64(len(r.cell[Points])+len(r.cell[WKT])) / vertexText * vertexBytes
	if l.c.Time > 0 {
		n += movesBytes
	}
	return n
}
