// SPDX-License-Identifier: MIT

package shards

import (
	"bytes"
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

// Next reads a list that was put for IDs, in the order of rows, with the number of the share and the span that it is from, until
// io.EOF. It may use the memory that it is given.
type Next func(room []byte) (text []byte, share, span int, err error)

// errTwins says that ids would take more memory than they may.
var errTwins = errors.New("so many ids are there, or there twice, that there is no memory to compare them (--memory allows more)")

// What is in memory takes at most, in bytes, while the lists of it grow: the number of a row whose id another has, and a run.
const (
	twinBytes = 24
	runBytes  = 4 * 56
)

// Twins finds rows of a set whose id is in their world already, of runs and of lists of ids: the numbers of these rows, and of
// those of them whose shapes are cut, in order, and the first of them as an error. They take so many bytes of memory at most,
// and temporary files in a directory.
func (p *Together) Twins(set int, runs Next, lists []Next, room int64, dir string) (first *table.Error, rows, cut []int64, err error) {
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
	worlds := make([][]uint32, len(p.shares))
	for k, s := range p.shares {
		for _, name := range s.Numbering.Worlds {
			worlds[k] = append(worlds[k], numbers[name])
		}
	}
	take := func(n int64) error {
		if room -= n; room < 0 {
			return errTwins
		}
		return nil
	}
	f := finder{tell: func(t *twin) error {
		if rows = append(rows, t.row); t.cut {
			cut = append(cut, t.row)
		}
		return take(twinBytes)
	}}
	if f.runs, err = p.readRuns(set, runs, worlds, take); err == nil {
		err = f.part()
	}
	for _, next := range lists {
		if err == nil {
			err = p.look(&f, set, next, worlds, dir)
		}
	}
	if t := f.first; t != nil {
		msg := fmt.Sprintf("id %s is in world %s already, from %s:%d", table.Quote(string(t.label)), table.Quote(p.Worlds[t.world]), p.nameOf(&t.before), p.lineOf(&t.before))
		first = &table.Error{File: p.nameOf(&t.idRow), Line: int(p.lineOf(&t.idRow)), Msg: msg, Err: errors.New(msg)}
		if p.shares[t.share].Spans[t.span].Features {
			first.Feature = int(p.inSpan(set, &t.idRow)) + 1
		}
	}
	slices.Sort(rows)
	slices.Sort(cut)
	return first, rows, cut, err
}

// look finds the ids of a list that are there twice, or in a run.
func (p *Together) look(f *finder, set int, next Next, worlds [][]uint32, dir string) error {
	ids := NewSorter(dir)
	defer ids.Close()
	err := read(next, func(in *shapes.Packed, share, span int) error {
		world, bits := in.Uvarint(), in.Uvarint()
		r := idRow{row: p.first[set][share] + int64(bits>>1), share: int32(share), span: int32(span), line: int64(in.Uvarint()), cut: bits&1 != 0}
		label := in.Name()
		if in.Bad || world >= uint64(len(worlds[share])) {
			return shapes.ErrSpill
		}
		return addID(ids, worlds[share][world], r, label)
	})
	if err != nil {
		return err
	}
	return f.look(ids)
}

// readRuns reads runs, each of which takes memory.
func (p *Together) readRuns(set int, next Next, worlds [][]uint32, take func(n int64) error) (runs []placed, err error) {
	err = read(next, func(in *shapes.Packed, share, span int) error {
		bits, world := in.Uvarint(), in.Uvarint()
		r := placed{run: run{named: bits&1 != 0, cut: bits&2 != 0}, share: int32(share), span: int32(span)}
		r.number, r.row, r.line = int64(in.Uvarint()), p.first[set][share]+int64(in.Uvarint()), int64(in.Uvarint())
		r.step, r.n = int64(in.Uvarint()), int64(in.Uvarint())
		if in.Bad || r.n <= 0 || world >= uint64(len(worlds[share])) {
			return shapes.ErrSpill
		}
		if r.world = worlds[share][world]; !r.named {
			r.number = r.row
		}
		runs = append(runs, r)
		return take(runBytes)
	})
	return runs, err
}

// read reads a list, of which one takes an entry at a time.
func read(next Next, one func(in *shapes.Packed, share, span int) error) error {
	var room []byte
	var in shapes.Packed
	for {
		text, share, span, err := next(room)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		room = text
		for in.Text = text; len(in.Text) > 0; {
			if err := one(&in, share, span); err != nil {
				return err
			}
		}
	}
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

// finder finds twins, each once, in no order: rows whose ids are in their worlds already.
type finder struct {
	tell  func(t *twin) error
	first *twin    // of all
	runs  []placed // all, and once part has been called those that have something for themselves
	text  []byte
}

// twin is a row whose id is in its world already, and one before it that has that id. That is the first of all if no list has the
// ids of rows before those of a run, and for the first twin in any case.
type twin struct {
	world uint32
	label []byte
	idRow
	before idRow
}

func (f *finder) found(world uint32, label []byte, r, before idRow) error {
	t := twin{world, label, r, before}
	if f.first == nil || r.row < f.first.row {
		first := t
		first.label = slices.Clone(label)
		f.first = &first
	}
	return f.tell(&t)
}

// placed is a run of a share.
type placed struct {
	run
	share, span int32
}

// at is row k of a run.
func (r *placed) at(k int64) idRow {
	return idRow{row: r.row + k, share: r.share, span: r.span, line: r.line + k*r.step, cut: r.cut}
}

// part finds the ids that several runs have, and leaves each to the run whose row comes first: then runs are in order by
// world and number, and no two of them have an id in common.
func (f *finder) part() error {
	order := func(a, b placed) int { return cmp.Or(cmp.Compare(a.world, b.world), cmp.Compare(a.number, b.number)) }
	rest := slices.SortedFunc(slices.Values(f.runs), order)
	var apart, here []placed // here are those that have the number at hand, from it on
	for len(rest)+len(here) > 0 {
		for len(rest) > 0 && (len(here) == 0 || order(rest[0], here[0]) == 0) {
			here, rest = append(here, rest[0]), rest[1:]
		}
		first := slices.MinFunc(here, func(a, b placed) int { return cmp.Compare(a.row, b.row) })
		for k := range here { // up to where one of them ends or another begins all is the same
			first.n = min(first.n, here[k].n)
		}
		if len(rest) > 0 && rest[0].world == first.world {
			first.n = min(first.n, rest[0].number-first.number)
		}
		for k := range here {
			r := &here[k]
			for m := int64(0); r.row != first.row && m < first.n; m++ {
				f.text = strconv.AppendInt(f.text[:0], r.number+m, 10)
				if err := f.found(r.world, f.text, r.at(m), first.at(m)); err != nil {
					return err
				}
			}
			r.number, r.row, r.line, r.n = r.number+first.n, r.row+first.n, r.line+first.n*r.step, r.n-first.n
		}
		apart, here = append(apart, first), slices.DeleteFunc(here, func(r placed) bool { return r.n == 0 })
	}
	f.runs = apart
	return nil
}

// addID adds an id to those that look is to look at.
func addID(ids *Sorter, world uint32, r idRow, label []byte) error {
	var room [64]byte
	text := room[:0]
	for _, v := range [...]uint64{uint64(world), uint64(r.row)<<1 | bit(r.cut), uint64(r.line), uint64(r.share), uint64(r.span)} {
		text = binary.AppendUvarint(text, v)
	}
	return ids.Add(xxh3.HashSeed(label, uint64(world))>>(64-KeyBits), text, label)
}

// look finds the ids that are there twice, or in a run: those that are the same have one hash, and follow each other in the order
// of hashes.
func (f *finder) look(ids *Sorter) error {
	var seen []twin // ids with the hash at hand, and the first rows that have them
	hash := uint64(0)
	f.text = f.text[:0]
	return ids.Each(func(key uint64, text []byte) error {
		in := shapes.Packed{Text: text}
		world, bits := uint32(in.Uvarint()), in.Uvarint()
		r := idRow{row: int64(bits >> 1), cut: bits&1 != 0, line: int64(in.Uvarint()), share: int32(in.Uvarint()), span: int32(in.Uvarint())}
		label := in.Text
		if key != hash {
			hash, seen, f.text = key, seen[:0], f.text[:0]
		}
		for _, s := range seen {
			if s.world == world && bytes.Equal(s.label, label) {
				return f.found(world, label, r, s.before)
			}
		}
		first := r
		if o, known := f.inRun(world, label); known {
			if first = o; r.row < o.row {
				first, r = r, o
			}
			if err := f.found(world, label, r, first); err != nil {
				return err
			}
		}
		begin := len(f.text)
		f.text = append(f.text, label...)
		seen = append(seen, twin{world: world, label: f.text[begin:], before: first})
		return nil
	})
}

// inRun is the row of a run that has an id, if there is one.
func (f *finder) inRun(world uint32, label []byte) (r idRow, known bool) {
	number := shapes.LabelNumber(label)
	if number < 0 {
		return r, false
	}
	i, _ := slices.BinarySearchFunc(f.runs, number, func(o placed, number int64) int {
		return cmp.Or(cmp.Compare(o.world, world), cmp.Compare(o.number, number+1))
	})
	if i == 0 || f.runs[i-1].world != world || f.runs[i-1].number+f.runs[i-1].n <= number {
		return r, false
	}
	return f.runs[i-1].at(number - f.runs[i-1].number), true
}
