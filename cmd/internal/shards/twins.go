// SPDX-License-Identifier: MIT

package shards

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/zeebo/xxh3"

	"daylight/cmd/internal/shapes"
)

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
