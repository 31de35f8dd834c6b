// SPDX-License-Identifier: MIT

package shards

import (
	"errors"
	"fmt"
	"io"
	"slices"

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
// those of them whose shapes are cut, in order, and the first of them as an error, or only that. They take so many bytes of
// memory at most, and temporary files in a directory.
func (p *Together) Twins(set int, runs Next, lists []Next, only bool, room int64, dir string) (first *table.Error, rows, cut []int64, err error) {
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
		if only {
			return nil
		}
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

// Doubled finds ids that are there twice among those of tables that are read one after the other.
type Doubled struct {
	IDs
	ids  [2]*Sorter // of each set, but for those of runs
	runs [2][]placed
	at   int32 // the table that is read
	room int64
}

// NewDoubled is to have its temporary files in a directory. Finding takes so much memory at most.
func NewDoubled(dir string, room int64) *Doubled {
	d := &Doubled{room: room, ids: [2]*Sorter{NewSorter(dir), NewSorter(dir)}}
	d.to, d.all = d, true
	return d
}

func (d *Doubled) id(set int, world uint32, r idRow, label []byte) error {
	r.span = d.at
	return addID(d.ids[set], world, r, label)
}

func (d *Doubled) run(set int, r run) error {
	d.runs[set] = append(d.runs[set], placed{run: r, span: d.at})
	return nil
}

func (d *Doubled) end(int) error { return nil }

// Close lets go of the files.
func (d *Doubled) Close() {
	for _, ids := range d.ids {
		ids.Close()
	}
}

// Add takes the ids of shapes.
func (d *Doubled) Add(in *shapes.Scanned) error {
	if at := int32(in.File()); at != d.at {
		if err := d.End(); err != nil {
			return err
		}
		d.at = at
	}
	return d.IDs.Add(in)
}

// Find tells of the rows of a set whose ids are there already, in no order; or of the first of them.
func (d *Doubled) Find(set int, first bool, tell func(r *shapes.Doubled) error) error {
	if err := d.End(); err != nil || !d.mixed[set] {
		return err
	}
	room := d.room
	one := func(t *twin) error {
		return tell(&shapes.Doubled{World: t.world, Label: string(t.label), Row: t.row, Cut: t.cut, File: int(t.span), Line: uint32(t.line), FirstFile: int(t.before.span), FirstLine: uint32(t.before.line)})
	}
	f := finder{runs: d.runs[set], tell: func(t *twin) error {
		if first {
			return nil
		}
		if room -= twinBytes; room < 0 {
			return errTwins
		}
		return one(t)
	}}
	err := f.part()
	if err == nil {
		err = f.look(d.ids[set])
	}
	if err == nil && first && f.first != nil {
		err = one(f.first)
	}
	return err
}
