// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"math"
	"strconv"
)

// duplicates finds ids that are twice in a world, of rows that do not enter the Set. While the ids of
// each world are whole numbers that grow it keeps stretches of them, one for all rows that are
// numbered one by one; from the first that is not on, every id; and once that takes too much
// memory, it writes them to a file, of which late finds those that are there twice in the end.
type duplicates struct {
	known register
	runs  []run
	set   Set // of ids, worlds, lines and files alone, once known has an index
	n     int // rows that have been entered
	first []firstRow

	limit int64 // bytes; 0 if nobody looks for duplicate ids
	need  int64
	open  func() (Scratch, error)
	log   *idLog // in place of the others; nil while they have room
}

// run are rows of a world whose ids, and whose lines, are numbered on from the first.
type run struct {
	number int64
	world  uint32
	line   uint32
	step   uint32 // from line to line, 0 or 1
	n      uint32
}

// What is kept of a row takes at most, in bytes: columns grow by a quarter, and the index
// doubles.
const (
	duplicateRun = 64
	duplicateID  = 72
)

// firstRow is the number of the first row of a table, and whether its rows are features.
type firstRow struct {
	row      int
	features bool
}

// file begins a table.
func (d *duplicates) file(name string, row int) {
	if d.limit == 0 {
		return
	}
	d.first = append(d.first, firstRow{row: row})
	d.set.files = append(d.set.files, file{name: name, first: d.n})
	d.runs = append(d.runs, run{}) // so that none goes on from the table before
}

// enter enters a row, or says from where the one is that has its world and id already. Once there
// is a log that is found out late. Number is what labelNumber says of the label.
func (d *duplicates) enter(r *idRow, number int64) (from string, err error) {
	if d.log == nil && d.known.index == nil {
		if number > d.known.lastOf(r.world) {
			d.known.setLast(r.world, number)
			if d.follow(r.world, number, r.line) {
				d.n++
				return "", nil
			}
		} else if d.list() {
			return d.enter(r, number)
		}
	} else if d.log == nil && d.room(duplicateID+2*int64(max(0, len(r.label)-shortest))) {
		s, j := &d.set, d.set.Len()
		addLabel(&s.labels, r.label)
		s.world, s.line = append(s.world, r.world), append(s.line, r.line)
		if twin, found := d.known.index.insert(s, j); found {
			from = s.Place(twin)
			s.labels.drop()
			s.world, s.line = s.world[:j], s.line[:j]
			return from, nil
		}
		d.n++
		return "", nil
	}
	if d.log == nil {
		if err := d.overflow(); err != nil {
			return "", err
		}
	}
	r.file = len(d.set.files) - 1
	d.n++
	return "", d.log.add(r)
}

// overflow goes on with a log, which begins with all that has been entered.
func (d *duplicates) overflow() error {
	to, err := d.open()
	if err != nil {
		return err
	}
	d.log = newIDLog(to)
	file, n := -1, 0
	enter := func(world uint32, label []byte, line uint32) error {
		for file+1 < len(d.set.files) && d.set.files[file+1].first <= n {
			file++
		}
		// These are no doubles, so it is enough that the number of the row is less than those to come.
		one := idRow{world: world, label: label, line: line, row: int64(n), file: file}
		n++
		return d.log.add(&one)
	}
	if d.known.index == nil {
		err = d.each(enter)
	} else {
		for k := range d.set.Len() {
			if err = enter(d.set.world[k], d.set.labels.at(k), d.set.line[k]); err != nil {
				break
			}
		}
	}
	d.known, d.runs, d.set = register{}, nil, Set{files: d.set.files}
	return err
}

// each shows the rows of all runs.
func (d *duplicates) each(do func(world uint32, label []byte, line uint32) error) error {
	var digits []byte
	for _, r := range d.runs {
		for k := range r.n {
			digits = strconv.AppendInt(digits[:0], r.number+int64(k), 10)
			if err := do(r.world, digits, r.line+r.step*k); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow keeps a row whose id is greater than those before it.
func (d *duplicates) follow(world uint32, number int64, line uint32) bool {
	if n := len(d.runs); n > 0 {
		r := &d.runs[n-1]
		if r.n > 0 && r.n < 1<<31 && r.world == world && r.number+int64(r.n) == number {
			if r.n == 1 && line-r.line <= 1 {
				r.step = line - r.line
			}
			if r.line+r.step*r.n == line {
				r.n++
				return true
			}
		}
	}
	if !d.room(duplicateRun) {
		return false
	}
	d.runs = append(d.runs, run{number: number, world: world, line: line, n: 1})
	return true
}

// list keeps the ids of all rows so far one by one.
func (d *duplicates) list() bool {
	if !d.room(duplicateID * int64(d.n)) {
		return false
	}
	s := &d.set
	_ = d.each(func(world uint32, label []byte, line uint32) error {
		addLabel(&s.labels, label)
		s.world, s.line = append(s.world, world), append(s.line, line)
		return nil
	})
	d.known.fill(s, s.Len())
	d.runs = nil
	return true
}

// find says from where the row is that has a world and an id.
func (d *duplicates) find(world uint32, label string) (from string, found bool) {
	if d.limit == 0 || d.log != nil {
		return "", false
	}
	if d.known.index == nil {
		if n := labelNumber(label); n >= 0 && n > d.known.lastOf(world) || !d.list() {
			return "", false // without room the row is bad for what is wrong with its shape
		}
	}
	twin, found := d.known.index.find(&d.set, world, label)
	if found {
		from = d.set.Place(twin)
	}
	return from, found
}

// late finds the rows that are there twice and were not found when they were entered.
func (d *duplicates) late() ([]twin, error) {
	if d.log == nil {
		return nil, nil
	}
	return d.log.twins(d.limit)
}

// place says from where a row is.
func (d *duplicates) place(file int, line uint32) string {
	return fmt.Sprintf("%s:%d", d.set.files[file].name, line)
}

// room takes bytes, unless there are not so many left.
func (d *duplicates) room(bytes int64) bool {
	d.need += bytes
	return d.need <= d.limit && uint64(d.n) < math.MaxUint32-1
}

// close lets go of everything.
func (d *duplicates) close() {
	if d.log != nil {
		d.log.to.Close()
	}
	*d = duplicates{}
}
