// SPDX-License-Identifier: MIT

package shapes

import (
	"math"
	"strconv"
)

// doubled finds ids that are twice in a world, of rows that do not enter the Set. While the ids of
// each world are whole numbers that grow it keeps stretches of them, one for all rows that are
// numbered one by one; from the first that is not on, every id.
type doubled struct {
	known register
	runs  []run
	set   Set // of ids, worlds, lines and files alone, once known has an index
	n     int // rows that have been entered

	limit int64 // bytes; 0 if nobody looks for doubled ids
	need  int64
	full  bool // it would take more
}

// run are rows of a world whose ids, and whose lines, are numbered on from the first.
type run struct {
	number int64
	world  uint32
	line   uint32
	step   uint32 // from line to line, 0 or 1
	n      uint32
}

// What is kept of a row takes at most, in bytes: columns grow by a quarter, and the index is
// doubled.
const (
	doubledRun = 64
	doubledID  = 72
)

// file begins a table.
func (d *doubled) file(name string) {
	if d.limit == 0 || d.full {
		return
	}
	d.set.files = append(d.set.files, file{name: name, first: d.n})
	d.runs = append(d.runs, run{}) // so that none goes on from the table before
}

// enter enters a row, or says from where the one is that has its world and id already. It is false
// once there is no memory to know that.
func (d *doubled) enter(world uint32, label []byte, number int64, line uint32) (from string, knows bool) {
	if d.known.index == nil {
		if number > d.known.lastOf(world) {
			d.known.setLast(world, number)
			d.n++
			return "", d.follow(world, number, line)
		}
		if !d.list() {
			return "", false
		}
	}
	if !d.room(doubledID + 2*int64(max(0, len(label)-shortest))) {
		return "", false
	}
	s, j := &d.set, d.set.Len()
	addLabel(&s.labels, label)
	s.world, s.line = append(s.world, world), append(s.line, line)
	if twin, found := d.known.index.insert(s, j); found {
		from = s.Place(twin)
		s.labels.drop()
		s.world, s.line = s.world[:j], s.line[:j]
		return from, true
	}
	d.n++
	return "", true
}

// follow keeps a row whose id is greater than those before it.
func (d *doubled) follow(world uint32, number int64, line uint32) bool {
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
	if !d.room(doubledRun) {
		return false
	}
	d.runs = append(d.runs, run{number: number, world: world, line: line, n: 1})
	return true
}

// list keeps the ids of all rows so far one by one.
func (d *doubled) list() bool {
	if !d.room(doubledID * int64(d.n)) {
		return false
	}
	s := &d.set
	var digits []byte
	for _, r := range d.runs {
		for k := range r.n {
			digits = strconv.AppendInt(digits[:0], r.number+int64(k), 10)
			addLabel(&s.labels, digits)
			s.world, s.line = append(s.world, r.world), append(s.line, r.line+r.step*k)
		}
	}
	d.known.fill(s, s.Len())
	d.runs = nil
	return true
}

// find says from where the row is that has a world and an id.
func (d *doubled) find(world uint32, label string) (from string, found bool) {
	if d.limit == 0 || d.full {
		return "", false
	}
	if d.known.index == nil {
		if n := labelNumber(label); n >= 0 && n > d.known.lastOf(world) || !d.list() {
			return "", false
		}
	}
	twin, found := d.known.index.find(&d.set, world, label)
	if found {
		from = d.set.Place(twin)
	}
	return from, found
}

// room takes bytes, or lets go of everything if there are not so many left: then no more rows can be entered.
func (d *doubled) room(bytes int64) bool {
	d.need += bytes
	if d.need > d.limit || uint64(d.n) >= math.MaxUint32-1 {
		*d = doubled{limit: d.limit, full: true}
		return false
	}
	return true
}
