// SPDX-License-Identifier: MIT

package shards

import (
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"github.com/zeebo/xxh3"

	"daylight/cmd/internal/shapes"
)

// Ids are routed by their hash, so that those which are the same come to one tile, whoever read them. What is written
// of an id is its world, twice the number of its row and 1 more if the shape is cut into convex parts, its line and its
// text, as uvarints but for the text. Ids that are numbers, and rows that have none, mostly follow each other: those are
// written as runs, to a list of all tiles.

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

// mostRuns is how many runs of ids a span has at most, or all tables that are read one after the other. Further ids are written one by one.
const mostRuns = 1 << 12

// IDs routes the ids of shapes, each to one of some lists, and runs to a list behind them.
type IDs struct {
	put   func(set, list int, text []byte) error
	most  int // bytes that are kept of a list until they are put
	set   int
	runs  int
	last  run
	rooms [][]byte
	named [2]bool // ids of a set there are
	// all says that there are no rows but these, so that the number of one without an id is what it goes by.
	all bool
}

// NewIDs has put write what is for each of so many lists, and one more.
func NewIDs(lists, most int, put func(set, list int, text []byte) error) *IDs {
	return &IDs{put: put, most: most, rooms: make([][]byte, lists+1)}
}

// Add routes the ids of shapes.
func (r *IDs) Add(in *shapes.Scanned) error {
	set := SetOf(in.Second)
	if set != r.set {
		if err := r.End(); err != nil {
			return err
		}
		r.set = set
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
		if r.last.goesOn(&one) {
			continue
		}
		if one.named && (one.number < 0 || r.runs == mostRuns) {
			t := int(xxh3.Hash(label) % uint64(len(r.rooms)-1))
			room := binary.AppendUvarint(r.rooms[t], uint64(world))
			room = binary.AppendUvarint(room, uint64(one.row)<<1|bit(one.cut))
			room = binary.AppendUvarint(room, uint64(line))
			if err := r.keep(t, appendText(room, label)); err != nil {
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

func bit(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// keep keeps what is to be put, and puts it if it is enough.
func (r *IDs) keep(t int, room []byte) error {
	if r.rooms[t] = room; len(room) < r.most {
		return nil
	}
	return r.full(t)
}

func (r *IDs) full(t int) error {
	err := r.put(r.set, t, r.rooms[t])
	r.rooms[t] = r.rooms[t][:0]
	return err
}

// endRun ends the run at hand.
func (r *IDs) endRun() error {
	l := &r.last
	if l.n == 0 {
		return nil
	}
	t := len(r.rooms) - 1
	room := r.rooms[t]
	for _, v := range [...]uint64{bit(l.cut)<<1 | bit(l.named), uint64(l.world), uint64(l.number), uint64(l.row), uint64(l.line), uint64(l.step), uint64(l.n)} {
		room = binary.AppendUvarint(room, v)
	}
	l.n = 0
	return r.keep(t, room)
}

// End puts what is left, as at the end of a span of the tables.
func (r *IDs) End() error {
	if err := r.endRun(); err != nil {
		return err
	}
	if !r.all {
		r.runs = 0
	}
	for t := range r.rooms {
		if len(r.rooms[t]) == 0 {
			continue
		}
		if err := r.full(t); err != nil {
			return err
		}
	}
	return nil
}

// Doubled finds ids that are there twice among those of tables that are read one after the other, in a temporary file
// unless they are few.
type Doubled struct {
	*IDs
	dir   string
	few   []byte
	file  *shapes.Scratch // has what comes behind these
	lists [2][ownLists + 1][]stretch
	at    int // the table that is read
	room  int64
	bytes []byte
}

// ownLists is to how many lists they are routed, of which one at a time is in memory, and fewBytes how much is there
// before there is a file.
const (
	ownLists = 1 << 10
	fewBytes = 1 << 20
)

// NewDoubled is to have its temporary file in a directory. Finding takes so much memory at most.
func NewDoubled(dir string, room int64) *Doubled {
	d := &Doubled{dir: dir, room: room}
	d.IDs = NewIDs(ownLists, 1<<11, d.put)
	d.all = true
	return d
}

// put keeps a part of a list.
func (d *Doubled) put(set, t int, text []byte) (err error) {
	at := int64(len(d.few))
	if at < fewBytes {
		d.few = append(d.few, text...)
	} else if d.file == nil {
		d.file, err = shapes.NewScratch(d.dir)
	}
	if d.file != nil {
		at += d.file.Size()
		_, err = d.file.Write(text)
	}
	d.lists[set][t] = append(d.lists[set][t], stretch{at: at, size: len(text), span: d.at})
	return err
}

// Close lets go of the file.
func (d *Doubled) Close() { d.file.Close() }

// Add takes the ids of shapes.
func (d *Doubled) Add(in *shapes.Scanned) error {
	if at := in.File(); at != d.at {
		if err := d.End(); err != nil {
			return err
		}
		d.at = at
	}
	return d.IDs.Add(in)
}

// Find tells of the rows of a set whose ids are there already, in order; of the first alone takes little memory.
func (d *Doubled) Find(set int, first bool, tell func(r *shapes.Doubled) error) error {
	if err := d.End(); err != nil || !d.named[set] { // no two rows have one number
		return err
	}
	var lists []Next
	for t := range ownLists {
		lists = append(lists, d.next(set, t))
	}
	same := func(_ int, world uint32, row int64) (uint32, int64, bool) { return world, row, true }
	return twins(d.next(set, ownLists), lists, same, d.room, first, func(world uint32, label string, r, first *idRow) error {
		return tell(&shapes.Doubled{World: world, Label: label, Row: r.row, Cut: r.cut, File: int(r.span), Line: uint32(r.line), FirstFile: int(first.span), FirstLine: uint32(first.line)})
	})
}

// next reads the stretches of a list.
func (d *Doubled) next(set, t int) Next {
	left := d.lists[set][t]
	return func([]byte) ([]byte, int, int, error) {
		if len(left) == 0 {
			return nil, 0, 0, io.EOF
		}
		s := left[0]
		left = left[1:]
		begin := int64(len(d.few))
		if s.at < begin {
			return d.few[s.at:][:s.size], 0, s.span, nil
		}
		d.bytes = slices.Grow(d.bytes[:0], s.size)[:s.size]
		_, err := d.file.ReadAt(d.bytes, s.at-begin)
		return d.bytes, 0, s.span, err
	}
}
