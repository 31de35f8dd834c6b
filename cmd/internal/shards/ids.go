// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/zeebo/xxh3"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Ids are routed by their hash, so that those which are the same come to one tile, whoever read them. What is written
// of an id is its world, the number of its row, its line and its text, as uvarints but for the text. Ids that are
// numbers, and rows that have none, mostly follow each other: those are written as runs, to a list of all tiles.

// run is rows that follow each other, whose ids and lines are numbered on from the first.
type run struct {
	shapes.Run
	named bool // the rows have ids, and these are not the numbers of rows
	row   int64
}

// mostRuns is how many runs of ids a span has at most. Further ids are written one by one.
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
}

// NewIDs has put write what is for each of so many lists, and one more.
func NewIDs(lists, most int, put func(set, list int, text []byte) error) *IDs {
	return &IDs{put: put, most: most, rooms: make([][]byte, lists+1)}
}

// Named reports whether there is an id of a set.
func (r *IDs) Named(set int) bool { return r.named[set] }

// Add routes the ids of shapes.
func (r *IDs) Add(in *shapes.Scanned) error {
	set := SetOf(in.Second)
	if set != r.set {
		if err := r.End(); err != nil {
			return err
		}
		r.set = set
	}
	for k, world := range in.World {
		if in.Left(k) {
			continue
		}
		label, number, text := in.ID(k)
		row, line := in.RowOf(k), int64(text)
		named := len(label) > 0
		r.named[set] = r.named[set] || named
		if !named {
			number = row
		}
		if l := &r.last; l.named == named && l.row+l.N == row && l.GoesOn(world, number, line) {
			continue
		}
		if named && (number < 0 || r.runs == mostRuns) {
			t := int(xxh3.Hash(label) % uint64(len(r.rooms)-1))
			room := binary.AppendUvarint(r.rooms[t], uint64(world))
			room = binary.AppendUvarint(room, uint64(row))
			room = binary.AppendUvarint(room, uint64(line))
			room = append(binary.AppendUvarint(room, uint64(len(label))), label...)
			if err := r.keep(t, room); err != nil {
				return err
			}
			continue
		}
		if err := r.endRun(); err != nil {
			return err
		}
		if r.last = (run{shapes.Run{World: world, Number: number, Line: line, N: 1}, named, row}); named {
			r.runs++
		}
	}
	return nil
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
	if l.N == 0 {
		return nil
	}
	t := len(r.rooms) - 1
	room := r.rooms[t]
	named := uint64(0)
	if l.named {
		named = 1
	}
	for _, v := range [...]uint64{named, uint64(l.World), uint64(l.Number), uint64(l.row), uint64(l.Line), uint64(l.Step), uint64(l.N)} {
		room = binary.AppendUvarint(room, v)
	}
	l.N = 0
	return r.keep(t, room)
}

// End puts what is left, as at the end of a span of the tables.
func (r *IDs) End() error {
	if err := r.endRun(); err != nil {
		return err
	}
	r.runs = 0
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

// Next reads what IDs has put, in any order, with the number of the share and the span that it is from, until io.EOF.
// It may use the memory that it is given.
type Next func(room []byte) (text []byte, share, span int, err error)

// idRow is a row whose id is looked at.
type idRow struct {
	row         int64
	share, span int
	line        int64
}

// errTwins says that ids would take more memory than they may.
var errTwins = errors.New("so many ids are there, or there twice, that there is no memory to compare them (--memory allows more)")

// twinBytes is what a row whose id another has takes in memory, about, and seenBytes what an id of a list takes beside
// its text.
const (
	twinBytes = 160
	seenBytes = 96
)

// Twins finds rows of a set whose id is in their world already, of runs and of lists of ids. They are errors, in the
// order of rows, with the numbers of these. They take so many bytes of memory at most.
func (p *Together) Twins(set int, runList Next, lists []Next, room int64) (found []*table.Error, rows []int64, err error) {
	named := false
	for _, s := range p.shares {
		named = named || s.Sets[set].Named
	}
	if !named { // and all numbers of rows differ
		return nil, nil, nil
	}
	global := make([][]uint32, len(p.shares)) // numbers of worlds, by share
	numbers := map[string]uint32{}
	for k, name := range p.Worlds {
		numbers[name] = uint32(k)
	}
	for k, s := range p.shares {
		for _, name := range s.Numbering.Worlds {
			global[k] = append(global[k], numbers[name])
		}
	}
	runs, err := p.runs(set, runList, global)
	if err != nil {
		return nil, nil, err
	}
	same := map[string][]idRow{}
	var key []byte
	keep := func(world uint32, label []byte, before, r idRow) error {
		key = append(binary.LittleEndian.AppendUint32(key[:0], world), label...)
		list := same[string(key)]
		if len(list) == 0 {
			room -= twinBytes
			list = append(list, before)
		}
		if room -= twinBytes; room < 0 {
			return errTwins
		}
		same[string(key)] = append(list, r)
		return nil
	}
	if err := overlaps(runs, keep); err != nil {
		return nil, nil, err
	}
	for _, next := range lists {
		if err := p.twinsOf(set, next, global, runs, &room, keep); err != nil {
			return nil, nil, err
		}
	}
	type twin struct {
		idRow
		err *table.Error
	}
	var twins []twin
	for key, list := range same {
		slices.SortFunc(list, func(a, b idRow) int { return cmp.Compare(a.row, b.row) })
		first := list[0]
		for _, r := range list[1:] {
			world := uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16 | uint32(key[3])<<24
			msg := fmt.Sprintf("id %s is in world %s already, from %s:%d", table.Quote(key[4:]), table.Quote(p.Worlds[world]), p.nameOf(first), p.lineOf(first))
			e := &table.Error{File: p.nameOf(r), Line: int(p.lineOf(r)), Msg: msg, Err: errors.New(msg)}
			if p.shares[r.share].Spans[r.span].Features {
				e.Feature = int(p.inSpan(set, r)) + 1
			}
			twins = append(twins, twin{r, e})
		}
	}
	slices.SortFunc(twins, func(a, b twin) int { return cmp.Compare(a.row, b.row) })
	for _, t := range twins {
		found, rows = append(found, t.err), append(rows, t.row)
	}
	return found, rows, nil
}

func (p *Together) nameOf(r idRow) string { return p.names[p.shares[r.share].Spans[r.span].File] }

func (p *Together) lineOf(r idRow) int64 {
	return r.line + p.linesBefore(r.share, &p.shares[r.share].Spans[r.span])
}

// inSpan is the number of a row among those of its span.
func (p *Together) inSpan(set int, r idRow) int64 {
	n := r.row - p.first[set][r.share]
	for k, s := range p.shares[r.share].Spans[:r.span] {
		if p.set(s.File) == set && k < r.span {
			n -= s.Rows
		}
	}
	return n
}

// placed is a run of a share.
type placed struct {
	run
	idRow       // of its first row
	reach int64 // one more than the greatest number of it and those before it, in its world
}

// at is row k of a run.
func (r *placed) at(k int64) idRow {
	o := r.idRow
	o.row, o.line = o.row+k, o.line+k*r.Step
	return o
}

// runs are those of a set, by world and number.
func (p *Together) runs(set int, next Next, global [][]uint32) (list []placed, err error) {
	var room []byte
	for {
		text, k, span, err := next(room)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		room = text
		in := shapes.Packed{Text: text}
		for len(in.Text) > 0 {
			r := run{named: in.Uvarint() > 0}
			r.World, r.Number, r.row = uint32(in.Uvarint()), int64(in.Uvarint()), int64(in.Uvarint())
			r.Line, r.Step, r.N = int64(in.Uvarint()), int64(in.Uvarint()), int64(in.Uvarint())
			if in.Bad || int(r.World) >= len(global[k]) {
				return nil, shapes.ErrSpill
			}
			r.World = global[k][r.World]
			row := p.first[set][k] + r.row
			if !r.named {
				r.Number = row
			}
			if l := len(list) - 1; l >= 0 && !r.named && !list[l].named && list[l].World == r.World && list[l].Number+list[l].N == r.Number && list[l].share == k && list[l].span == span && list[l].idRow.line+list[l].Step*list[l].N == r.Line {
				list[l].N += r.N
				continue
			}
			list = append(list, placed{run: r, idRow: idRow{row: row, share: k, span: span, line: r.Line}})
		}
	}
	slices.SortFunc(list, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.World, b.World), cmp.Compare(a.Number, b.Number), cmp.Compare(a.idRow.row, b.idRow.row))
	})
	for i := range list {
		r := &list[i]
		if r.reach = r.Number + r.N; i > 0 && list[i-1].World == r.World {
			r.reach = max(r.reach, list[i-1].reach)
		}
	}
	return list, nil
}

// keepTwin takes note of a row with an id that one before it has, which has been noted unless it is the first of
// them.
type keepTwin func(world uint32, label []byte, before, r idRow) error

// overlaps finds the ids that several of some runs have, which are in order. Of the runs before one, that which reaches
// farthest has all ids that any of them has in common with it.
func overlaps(runs []placed, keep keepTwin) error {
	var digits []byte
	far := 0
	for i := range runs {
		r, o := &runs[i], &runs[far]
		if i > 0 && o.World == r.World {
			for m := r.Number; m < min(r.Number+r.N, o.Number+o.N); m++ {
				digits = strconv.AppendInt(digits[:0], m, 10)
				if err := keep(r.World, digits, o.at(m-o.Number), r.at(m-r.Number)); err != nil {
					return err
				}
			}
		}
		if o.World != r.World || o.Number+o.N < r.Number+r.N {
			far = i
		}
	}
	return nil
}

// twinsOf finds the ids of a list that are there twice, or in a run. Meanwhile it takes of the room.
func (p *Together) twinsOf(set int, next Next, global [][]uint32, runs []placed, room *int64, keep keepTwin) error {
	seen, taken := map[string]idRow{}, int64(0)
	defer func() { *room += taken }()
	var block, key []byte
	for {
		text, k, span, err := next(block)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		block = text
		in := shapes.Packed{Text: text}
		for len(in.Text) > 0 {
			world := uint32(in.Uvarint())
			r := idRow{row: p.first[set][k] + int64(in.Uvarint()), share: k, span: span, line: int64(in.Uvarint())}
			label := in.Name()
			if in.Bad || uint64(world) >= uint64(len(global[k])) {
				return shapes.ErrSpill
			}
			world = global[k][world]
			key = append(binary.LittleEndian.AppendUint32(key[:0], world), label...)
			if first, known := seen[string(key)]; known {
				if err := keep(world, label, first, r); err != nil {
					return err
				}
				continue // that it is in a run has been found of the first
			}
			n := seenBytes + int64(len(key))
			if taken, *room = taken+n, *room-n; *room < 0 {
				return errTwins
			}
			seen[string(key)] = r
			number, err := strconv.ParseInt(string(label), 10, 64)
			if len(runs) == 0 || err != nil || number < 0 || strconv.FormatInt(number, 10) != string(label) {
				continue
			}
			// Of runs that overlap one is enough, as what they have in common has been found.
			i, _ := slices.BinarySearchFunc(runs, number, func(o placed, number int64) int {
				return cmp.Or(cmp.Compare(o.World, world), cmp.Compare(o.Number, number+1))
			})
			for i--; i >= 0 && runs[i].World == world && runs[i].reach > number; i-- {
				if o := &runs[i]; number < o.Number+o.N {
					if err := keep(world, label, o.at(number-o.Number), r); err != nil {
						return err
					}
					break
				}
			}
		}
	}
}
