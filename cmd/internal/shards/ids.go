// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"encoding/binary"
	"strconv"

	"github.com/zeebo/xxh3"

	"daylight/cmd/internal/shapes"
)

// Ids that are numbers, and rows that have none, mostly follow each other: those are kept as runs.

// run is rows of a world that follow each other, whose ids and lines are numbered on from the first.
type run struct {
	world     uint32
	named     bool // the rows have ids, and these are not the numbers of rows
	cut       bool // the shapes are cut into convex parts
	number, n int64
	row       int64
	line      int64
	step      int64 // from line to line, 0 or 1
}

// goesOn adds the first row of another run, unless it is not the next of this one.
func (r *run) goesOn(o *run) bool {
	if r.n == 0 || r.world != o.world || r.named != o.named || r.cut != o.cut || r.number+r.n != o.number || r.row+r.n != o.row {
		return false
	}
	if r.n == 1 && (o.line == r.line || o.line == r.line+1) {
		r.step = o.line - r.line
	}
	if r.line+r.step*r.n != o.line {
		return false
	}
	r.n++
	return true
}

// mostRuns is how many runs of ids of a set there are at most, since all of them are in memory when ids are compared. Further
// ids are kept one by one.
const mostRuns = 1 << 10

// idRow is a row whose id is looked at.
type idRow struct {
	row, line   int64
	share, span int32
	cut         bool // its shape is cut into convex parts
}

// idsTo is where the ids of a set go, one by one and as runs, until the end of a span of the tables.
type idsTo interface {
	id(set int, world uint32, r idRow, label []byte) error
	run(set int, r run) error
	end(set int) error
}

// IDs hands on the ids of shapes.
type IDs struct {
	to    idsTo
	set   int
	runs  int
	last  run
	named [2]bool // ids of a set there are
	// all says that there are no rows but these, so that the number of one without an id is what it goes by.
	all    bool
	latest [2][]int64 // the last id of each world of a set
	mixed  [2]bool    // and the ids of a set are no numbers that grow from row to row in each world, so that some may be there twice
}

// Add takes the ids of shapes.
func (r *IDs) Add(in *shapes.Scanned) error {
	set := SetOf(in.Second)
	if set != r.set {
		if err := r.End(); err != nil {
			return err
		}
		r.set, r.runs = set, 0
	}
	var digits [20]byte
	for k, world := range in.World {
		label, number, line := in.ID(k)
		one := run{world: world, named: len(label) > 0, cut: in.Cut(k), number: number, n: 1, row: in.RowOf(k), line: int64(line)}
		r.named[set] = r.named[set] || one.named
		if !one.named {
			one.number, one.named = one.row, r.all
			label = strconv.AppendInt(digits[:0], one.row, 10)
		}
		if r.all && !r.mixed[set] {
			r.mixed[set] = !grows(&r.latest[set], world, one.number)
		}
		if r.last.goesOn(&one) {
			continue
		}
		if one.named && (one.number < 0 || r.runs == mostRuns) {
			if err := r.to.id(set, world, idRow{row: one.row, line: one.line, cut: one.cut}, label); err != nil {
				return err
			}
			continue
		}
		if err := r.endRun(); err != nil {
			return err
		}
		if r.last = one; one.named {
			r.runs++
		}
	}
	return nil
}

// grows notes the last id of a world, and reports whether it is greater than the one before.
func grows(last *[]int64, world uint32, number int64) bool {
	for len(*last) <= int(world) {
		*last = append(*last, -1)
	}
	before := (*last)[world]
	(*last)[world] = number
	return number > before
}

// endRun ends the run at hand.
func (r *IDs) endRun() (err error) {
	if r.last.n > 0 {
		err = r.to.run(r.set, r.last)
		r.last.n = 0
	}
	return err
}

// End ends what is kept, as at the end of a span of the tables.
func (r *IDs) End() error { return cmp.Or(r.endRun(), r.to.end(r.set)) }

// idLists routes ids by their hash, so that those which are the same come to one list, whoever read them. What is written of
// an id is its world, twice the number of its row and 1 more if the shape is cut into convex parts, its line and its
// text, as uvarints but for the text. Runs go to a list behind the others.
type idLists struct {
	put   func(set, list int, text []byte) error
	most  int // bytes that are kept of a list until they are put
	rooms [][]byte
}

func (l *idLists) id(set int, world uint32, r idRow, label []byte) error {
	t := int(xxh3.Hash(label) % uint64(len(l.rooms)-1))
	for _, v := range [...]uint64{uint64(world), uint64(r.row)<<1 | bit(r.cut), uint64(r.line)} {
		l.rooms[t] = binary.AppendUvarint(l.rooms[t], v)
	}
	l.rooms[t] = appendText(l.rooms[t], label)
	return l.full(set, t, l.most)
}

func (l *idLists) run(set int, r run) error {
	t := len(l.rooms) - 1
	for _, v := range [...]uint64{bit(r.cut)<<1 | bit(r.named), uint64(r.world), uint64(r.number), uint64(r.row), uint64(r.line), uint64(r.step), uint64(r.n)} {
		l.rooms[t] = binary.AppendUvarint(l.rooms[t], v)
	}
	return l.full(set, t, l.most)
}

func (l *idLists) end(set int) error {
	for t := range l.rooms {
		if err := l.full(set, t, 1); err != nil {
			return err
		}
	}
	return nil
}

// full puts what is kept of a list if there are so many bytes.
func (l *idLists) full(set, t, bytes int) (err error) {
	if len(l.rooms[t]) >= bytes {
		err = l.put(set, t, l.rooms[t])
		l.rooms[t] = l.rooms[t][:0]
	}
	return err
}

func bit(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}
