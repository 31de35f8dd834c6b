// SPDX-License-Identifier: MIT

package shapes

import (
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/table"
)

// What reading a row leaves in memory, in bytes, at most: columns grow by a quarter.
const (
	rowBytes    = 200 // of a shape in the store, with its world, its line and its place in the index
	givenBytes  = 450 // of one as it is given, and in a scene, if Config.Exact or Config.Given
	cornerBytes = 24  // of a corner as it is given, if Config.Corners, 6 more of its outline and 12 of its shape
	vertexBytes = 90  // of a vertex of a polygon: nine columns of lanes, and padding
	mendBytes   = 700 // of a point or a crossing of outlines while they are mended
	movesBytes  = 22  // of how a shape moves, or where a ray leads
	// outlineCorners is what an outline that is kept takes beside its corners, as vertices.
	outlineCorners = 3
	keptBytes      = 20 // of a cell that is kept
	nameBytes      = 80 // of a world or a body, in a map
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

// charge takes what shapes from to to-1 of a part are going to need in the set.
func (l *Loader) charge(p *part, from, to int) error {
	n := int64(p.cuts.begin(to)-p.cuts.begin(from)) * rowBytes
	n += int64(len(p.labels.long)) * int64(to-from) / int64(p.rows())
	n += vertexBytes * int64(p.vertices) * int64(to-from) / int64(p.rows())
	for k := range p.kept {
		n += keptBytes*int64(to-from) + int64(len(p.kept[k].long))*int64(to-from)/int64(p.rows())
	}
	n += nameBytes * int64(len(p.worlds.names)+len(p.bodies.names))
	n += (cornerBytes*int64(len(p.corners.points)) + 6*int64(len(p.corners.ends)) + 12*int64(len(p.corners.slots))) * int64(to-from) / int64(p.rows())
	if l.c.Exact || l.c.Given {
		n += givenBytes * int64(to-from)
	}
	if l.c.Time > 0 {
		n += movesBytes * int64(to-from)
	}
	if err := l.account.take(n); err != nil {
		return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: int(p.line[from]), Msg: "no memory for the rows from here on", Fatal: true, Err: err}
	}
	return nil
}
