// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"hash/maphash"
	"math"
	"strconv"
)

// ids knows which ids there are in which world, and from where. While those of each world are whole numbers
// that grow from row to row, as they do in most tables, it is enough to know the last; the first that is not
// has all of them entered into an index. The rows are those of a Set. If nothing enters that, it is the ids'
// own: then rows are kept as runs while they grow, and once the index would take too much memory all go to a
// file, of which late finds those that are there twice in the end.
type ids struct {
	set   *Set     // has the ids, worlds, lines and files of all rows, but for those of runs
	last  []int64  // of each world, the last id
	slots []uint32 // the index: 1 + number of a row, 0 when free; a power of two of them. Nil while ids grow
	seed  maphash.Seed

	alone bool // the set is the ids' own
	runs  []Run
	n     int   // rows that have been entered
	limit int64 // bytes that may be taken; 0 if nobody looks for ids that are there twice
	need  int64
	dir   string // of a log
	log   *idLog // in place of all else; nil while there is room
}

// Run is rows of a world whose ids, and whose lines, are numbered on from the first.
type Run struct {
	World  uint32
	Number int64
	Line   int64
	Step   int64 // from line to line, 0 or 1
	N      int64
}

// GoesOn adds a row to a run, unless it is not the next of it.
func (r *Run) GoesOn(world uint32, number, line int64) bool {
	if r.N == 0 || r.World != world || r.Number+r.N != number {
		return false
	}
	if r.N == 1 && (line == r.Line || line == r.Line+1) {
		r.Step = line - r.Line
	}
	if r.Line+r.Step*r.N != line {
		return false
	}
	r.N++
	return true
}

// What is kept of a row that enters no set takes at most, in bytes: columns grow by a quarter, for which the old and
// the new ones are there together, and the index doubles.
const (
	duplicateRun = 96
	duplicateID  = 72
)

// file begins a table.
func (d *ids) file(name string, row int) {
	if !d.alone || d.limit == 0 {
		return
	}
	d.set.files = append(d.set.files, file{name: name, first: d.n, row: row})
	d.runs = append(d.runs, Run{}) // so that none goes on from the table before
}

// lastOf is the last id of a world, if the ids of all worlds are numbers that grow: less than 0 if it has
// none, the greatest number there is if they are not.
func (d *ids) lastOf(world uint32) int64 {
	switch {
	case d.slots != nil:
		return math.MaxInt64
	case uint64(world) < uint64(len(d.last)): // noWorld is more than an int of 32 bits
		return d.last[world]
	}
	return -1
}

// setLast says that ids were entered up to one that is greater than the last.
func (d *ids) setLast(world uint32, number int64) {
	for len(d.last) <= int(world) {
		d.last = append(d.last, -1)
	}
	d.last[world] = number
}

// enter enters a row, or says from where the one is that has its world and id already. Once there
// is a log that is found out late. Number is what labelNumber says of the label.
func (d *ids) enter(r *idRow, number int64) (from string, err error) {
	s := d.set
	if d.log == nil && number > d.lastOf(r.world) {
		d.setLast(r.world, number)
		if !d.alone {
			s.add(r.world, r.label, r.line)
			return "", nil
		}
		if d.follow(r, number) {
			return "", nil
		}
	} else if d.log == nil && (d.slots != nil || d.list()) && d.room(duplicateID+2*int64(max(0, len(r.label)-shortest))) {
		j := s.Len()
		s.add(r.world, r.label, r.line)
		d.n++
		if twin, found := d.place(j); found {
			d.n--
			s.labels.drop()
			s.world, s.line = s.world[:j], s.line[:j]
			return s.Place(twin), nil
		}
		return "", nil
	}
	if d.log == nil {
		if err := d.overflow(); err != nil {
			return "", err
		}
	}
	r.file = len(s.files) - 1
	d.n++
	return "", d.log.add(r)
}

// follow keeps a row whose id is greater than those before it.
func (d *ids) follow(r *idRow, number int64) bool {
	if n := len(d.runs); n > 0 && d.runs[n-1].GoesOn(r.world, number, int64(r.line)) {
		d.n++
		return true
	}
	if !d.room(duplicateRun) {
		return false
	}
	d.runs = append(d.runs, Run{Number: number, World: r.world, Line: int64(r.line), N: 1})
	d.n++
	return true
}

// list enters all rows so far into an index.
func (d *ids) list() bool {
	s := d.set
	if d.alone {
		if !d.room(duplicateID * int64(d.n)) {
			return false
		}
		d.each(s.add)
		d.runs = nil
	}
	d.last, d.seed = nil, maphash.MakeSeed()
	d.index(s.Len())
	return true
}

// each shows the rows of all runs.
func (d *ids) each(do func(world uint32, label []byte, line uint32)) {
	var digits []byte
	for _, r := range d.runs {
		for k := range r.N {
			digits = strconv.AppendInt(digits[:0], r.Number+k, 10)
			do(r.World, digits, uint32(r.Line+r.Step*k))
		}
	}
}

// index makes an index of the first n rows.
func (d *ids) index(n int) {
	size := 1024
	for size < 4*n {
		size *= 2
	}
	d.slots = make([]uint32, size)
	for k := range n {
		d.place(k)
	}
}

// place adds row k, which has all before it, to the index, or returns the one that has its world and id already.
func (d *ids) place(k int) (twin int, found bool) {
	if 2*k >= len(d.slots) {
		d.index(k)
	}
	i, twin, found := d.look(d.set.world[k], d.set.labels.at(k))
	if !found {
		d.slots[i] = uint32(k + 1)
	}
	return twin, found
}

// look finds the row that has a world and an id, or where in the index it belongs.
func (d *ids) look(world uint32, label []byte) (at, k int, found bool) {
	mask := uint64(len(d.slots) - 1)
	for i := maphash.Bytes(d.seed, label) ^ uint64(world)*0x9e3779b97f4a7c15; ; i++ {
		v := d.slots[i&mask]
		if v == 0 {
			return int(i & mask), 0, false
		}
		if j := int(v - 1); d.set.world[j] == world && string(d.set.labels.at(j)) == string(label) {
			return 0, j, true
		}
	}
}

// find says from where the row is that has a world and an id.
func (d *ids) find(world uint32, label string) (from string, found bool) {
	if d.alone && d.limit == 0 || d.log != nil {
		return "", false
	}
	if d.slots == nil {
		if n := labelNumber(label); n >= 0 && n > d.lastOf(world) || !d.list() {
			return "", false // without room the row is bad for what is wrong with its shape
		}
	}
	if _, k, found := d.look(world, []byte(label)); found {
		return d.set.Place(k), true
	}
	return "", false
}

// overflow goes on with a log, which begins with all that has been entered.
func (d *ids) overflow() error {
	to, err := NewScratch(d.dir)
	if err != nil {
		return err
	}
	d.log = newIDLog(to)
	s, file := d.set, -1
	n := 0
	enter := func(world uint32, label []byte, line uint32) {
		for file+1 < len(s.files) && s.files[file+1].first <= n {
			file++
		}
		// These are no doubles, so it is enough that the number of the row is less than those to come.
		if err == nil {
			err = d.log.add(&idRow{world: world, label: label, line: line, row: int64(n), file: file})
		}
		n++
	}
	for k := range s.Len() {
		enter(s.world[k], s.labels.at(k), s.line[k])
	}
	d.each(enter)
	d.slots, d.last, d.runs, d.set = nil, nil, nil, &Set{files: s.files}
	return err
}

// late finds the rows that are there twice and were not found when they were entered.
func (d *ids) late() ([]twin, error) {
	if d.log == nil {
		return nil, nil
	}
	return d.log.twins(d.limit)
}

// from says from where a row is.
func (d *ids) from(file int, line uint32) string {
	return fmt.Sprintf("%s:%d", d.set.files[file].name, line)
}

// room takes bytes, unless there are not so many left. What enters a set is charged with that.
func (d *ids) room(bytes int64) bool {
	if !d.alone {
		return true
	}
	d.need += bytes
	return d.need <= d.limit && uint64(d.n) < math.MaxUint32-1
}

// close lets go of everything.
func (d *ids) close() {
	if d.log != nil {
		d.log.to.Close()
	}
	*d = ids{set: d.set}
}
