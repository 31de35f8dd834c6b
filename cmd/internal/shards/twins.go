// SPDX-License-Identifier: MIT

package shards

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Next reads what IDs has put, in any order, with the number of the share and the span that it is from, until io.EOF.
// It may use the memory that it is given.
type Next func(room []byte) (text []byte, share, span int, err error)

// idRow is a row whose id is looked at.
type idRow struct {
	row, line   int64
	share, span int32
	cut         bool // its shape is cut into convex parts
	kept        bool // it is among those that are the same
}

// errTwins says that ids would take more memory than they may.
var errTwins = errors.New("so many ids are there, or there twice, that there is no memory to compare them (--memory allows more)")

// twinBytes is what a row whose id another has takes in memory, about, beside a long text, while the list of them grows, seenBytes what an id of a list takes beside
// its text, and runBytes what a run does of rows without ids, of which there may be any number.
const (
	twinBytes = 144
	seenBytes = 96
	runBytes  = 2 * 112
)

// Twins finds rows of a set whose id is in their world already, of runs and of lists of ids. They are errors, in the
// order of rows, with the numbers of these, and of those of them whose shapes are cut. They take so many bytes of memory
// at most.
func (p *Together) Twins(set int, runList Next, lists []Next, room int64) (found []*table.Error, rows, cut []int64, err error) {
	named := false
	for _, s := range p.shares {
		named = named || s.Sets[set].Named
	}
	if !named { // and all numbers of rows differ
		return nil, nil, nil, nil
	}
	numbers := map[string]uint32{}
	for k, name := range p.Worlds {
		numbers[name] = uint32(k)
	}
	place := func(share int, world uint32, row int64) (uint32, int64, bool) {
		names := p.shares[share].Numbering.Worlds
		if uint64(world) >= uint64(len(names)) {
			return 0, 0, false
		}
		return numbers[names[world]], p.first[set][share] + row, true
	}
	err = twins(runList, lists, place, room, false, func(world uint32, label string, r, first *idRow) error {
		msg := fmt.Sprintf("id %s is in world %s already, from %s:%d", table.Quote(label), table.Quote(p.Worlds[world]), p.nameOf(first), p.lineOf(first))
		e := &table.Error{File: p.nameOf(r), Line: int(p.lineOf(r)), Msg: msg, Err: errors.New(msg)}
		if p.shares[r.share].Spans[r.span].Features {
			e.Feature = int(p.inSpan(set, r)) + 1
		}
		if found, rows = append(found, e), append(rows, r.row); r.cut {
			cut = append(cut, r.row)
		}
		return nil
	})
	return found, rows, cut, err
}

func (p *Together) nameOf(r *idRow) string { return p.names[p.shares[r.share].Spans[r.span].File] }

func (p *Together) lineOf(r *idRow) int64 {
	return r.line + p.linesBefore(int(r.share), &p.shares[r.share].Spans[r.span])
}

// inSpan is the number of a row among those of its span.
func (p *Together) inSpan(set int, r *idRow) int64 {
	n := r.row - p.first[set][r.share]
	for _, s := range p.shares[r.share].Spans[:r.span] {
		if p.set(s.File) == set {
			n -= s.Rows
		}
	}
	return n
}

// finder finds twins.
type finder struct {
	// place has the numbers of a world and a row, by those that a share gives them, if there is such a world.
	place func(share int, world uint32, row int64) (uint32, int64, bool)
	room  int64 // bytes that may yet be taken
	// least is not below the row of the first twin, and has no meaning unless first, which asks for that alone.
	first bool
	least int64
	runs  []placed
	same  []sameID // rows that have an id of a world which several have, some of them several times
	text  []byte
	block []byte
	// before is the row that the last one was kept with.
	before int64
}

// twins tells of all rows whose ids are in their worlds already, in order, and of the first that has each id; or of the first
// such row.
func twins(runList Next, lists []Next, place func(int, uint32, int64) (uint32, int64, bool), room int64, first bool, tell func(world uint32, label string, r, first *idRow) error) error {
	f := &finder{place: place, room: room, first: first, least: math.MaxInt64, before: -1}
	if err := f.readRuns(runList); err != nil {
		return err
	}
	if err := f.overlaps(); err != nil {
		return err
	}
	for _, next := range lists {
		if err := f.look(next); err != nil {
			return err
		}
	}
	slices.SortFunc(f.same, func(a, b sameID) int {
		return cmp.Or(cmp.Compare(a.world, b.world), bytes.Compare(f.label(&a), f.label(&b)), cmp.Compare(a.row, b.row))
	})
	var found [][2]int32 // places of a twin, and of the first that has its id
	for i, begin := 1, 0; i < len(f.same); i++ {
		if r, o := &f.same[i], &f.same[begin]; r.world != o.world || !bytes.Equal(f.label(r), f.label(o)) {
			begin = i
		} else if r.row != f.same[i-1].row {
			found = append(found, [2]int32{int32(i), int32(begin)})
		}
	}
	slices.SortFunc(found, func(a, b [2]int32) int { return cmp.Compare(f.same[a[0]].row, f.same[b[0]].row) })
	for _, t := range found {
		r := &f.same[t[0]]
		if err := tell(r.world, string(f.label(r)), &r.idRow, &f.same[t[1]].idRow); err != nil || first {
			return err
		}
	}
	return nil
}

// sameID is a row with an id of which there are several, and where that is in text.
type sameID struct {
	idRow
	world uint32
	size  uint32
	from  int
}

func (f *finder) label(s *sameID) []byte { return f.text[s.from:][:s.size] }

// keep takes note of a row, and of one before it that has the same id.
func (f *finder) keep(world uint32, label []byte, before, r idRow) error {
	rows := []idRow{before, r}
	if !f.first && (before.kept || before.row == f.before) {
		rows = rows[1:]
	}
	f.before = before.row
	if f.first { // rows behind a twin are neither the first one nor the row before that
		last := max(before.row, r.row)
		if f.least = min(f.least, last); last > f.least {
			rows = rows[1:]
		}
		if r.row > f.least {
			return nil
		}
	}
	from := len(f.text)
	f.text = append(f.text, label...)
	for _, r := range rows {
		f.same = append(f.same, sameID{r, world, uint32(len(label)), from})
	}
	if f.room -= int64(len(rows))*twinBytes + 2*int64(max(0, len(label)-16)); f.room < 0 {
		return errTwins
	}
	return nil
}

// read reads a list, of which one takes an entry at a time.
func (f *finder) read(next Next, one func(in *shapes.Packed, share, span int) error) error {
	for {
		text, share, span, err := next(f.block)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		f.block = text
		for in := (shapes.Packed{Text: text}); len(in.Text) > 0; {
			if err := one(&in, share, span); err != nil {
				return err
			}
		}
	}
}

// placed is a run of a share.
type placed struct {
	run
	share, span int
	reach       int64 // one more than the greatest number of it and those before it, in its world
}

// at is row k of a run.
func (r *placed) at(k int64) idRow {
	return idRow{row: r.row + k, share: int32(r.share), span: int32(r.span), line: r.line + k*r.step, cut: r.cut}
}

// readRuns reads runs, and puts them in order by world and number.
func (f *finder) readRuns(next Next) error {
	err := f.read(next, func(in *shapes.Packed, share, span int) error {
		bits := in.Uvarint()
		r := placed{run: run{named: bits&1 != 0, cut: bits&2 != 0}, share: share, span: span}
		r.world, r.number, r.row = uint32(in.Uvarint()), int64(in.Uvarint()), int64(in.Uvarint())
		r.line, r.step, r.n = int64(in.Uvarint()), int64(in.Uvarint()), int64(in.Uvarint())
		known := false
		if r.world, r.row, known = f.place(share, r.world, r.row); in.Bad || !known {
			return shapes.ErrSpill
		}
		if !r.named {
			r.number = r.row
			if f.room -= runBytes; f.room < 0 {
				return errTwins
			}
		}
		f.runs = append(f.runs, r)
		return nil
	})
	slices.SortFunc(f.runs, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.world, b.world), cmp.Compare(a.number, b.number), cmp.Compare(a.row, b.row))
	})
	for i := range f.runs {
		r := &f.runs[i]
		if r.reach = r.number + r.n; i > 0 && f.runs[i-1].world == r.world {
			r.reach = max(r.reach, f.runs[i-1].reach)
		}
	}
	return err
}

// overlaps finds the ids that several runs have. Of the runs before one, that which reaches
// farthest has all ids that any of them has in common with it.
func (f *finder) overlaps() error {
	var digits []byte
	far := 0
	for i := range f.runs {
		r, o := &f.runs[i], &f.runs[far]
		if i > 0 && o.world == r.world {
			for m := r.number; m < min(r.number+r.n, o.number+o.n); m++ {
				digits = strconv.AppendInt(digits[:0], m, 10)
				if err := f.keep(r.world, digits, o.at(m-o.number), r.at(m-r.number)); err != nil {
					return err
				}
			}
		}
		if o.world != r.world || o.number+o.n < r.number+r.n {
			far = i
		}
	}
	return nil
}

// look finds the ids of a list that are there twice, or in a run. Meanwhile it takes of the room.
func (f *finder) look(next Next) error {
	seen, taken := map[string]idRow{}, int64(0)
	defer func() { f.room += taken }()
	var key []byte
	return f.read(next, func(in *shapes.Packed, share, span int) error {
		of, bits := uint32(in.Uvarint()), in.Uvarint()
		r := idRow{share: int32(share), span: int32(span), line: int64(in.Uvarint()), cut: bits&1 != 0}
		label := in.Name()
		world, row, known := f.place(share, of, int64(bits>>1))
		if in.Bad || !known {
			return shapes.ErrSpill
		}
		r.row = row
		key = append(binary.LittleEndian.AppendUint32(key[:0], world), label...)
		if first, known := seen[string(key)]; known {
			err := f.keep(world, label, first, r) // that it is in a run has been found of the first
			if !first.kept {
				first.kept = true
				seen[string(key)] = first
			}
			return err
		}
		n := seenBytes + int64(len(key))
		if taken, f.room = taken+n, f.room-n; f.room < 0 {
			return errTwins
		}
		seen[string(key)] = r
		if o, at := f.runOf(world, label); o != nil {
			return f.keep(world, label, o.at(at), r)
		}
		return nil
	})
}

// runOf is a run that has an id, and where. Of runs that overlap one is enough, as what they have in common has been found.
func (f *finder) runOf(world uint32, label []byte) (r *placed, at int64) {
	number, err := strconv.ParseInt(string(label), 10, 64)
	if len(f.runs) == 0 || err != nil || number < 0 || strconv.FormatInt(number, 10) != string(label) {
		return nil, 0
	}
	i, _ := slices.BinarySearchFunc(f.runs, number, func(o placed, number int64) int {
		return cmp.Or(cmp.Compare(o.world, world), cmp.Compare(o.number, number+1))
	})
	for i--; i >= 0 && f.runs[i].world == world && f.runs[i].reach > number; i-- {
		if o := &f.runs[i]; number < o.number+o.n {
			return o, number - o.number
		}
	}
	return nil, 0
}
