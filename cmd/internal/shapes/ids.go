// SPDX-License-Identifier: MIT

package shapes

import (
	"hash/maphash"
	"math"
)

// ids knows which ids there are in which world. While those of each world are whole numbers that
// grow from row to row, as they do in most tables, it is enough to know the last; the first that is
// not has all of them entered into an index. Worlds, ids, lines and files are those of the set.
type ids struct {
	set   *Set
	last  []int64  // of each world, the last id
	slots []uint32 // the index: 1 + number of a row, 0 when free; a power of two of them. Nil while ids grow
	seed  maphash.Seed
}

// lastOf is the last id of a world, if the ids of all worlds are numbers that grow: less than 0 if
// it has none, the greatest number there is if they are not.
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

// enter enters a row, or says from where the one is that has its world and id already. Number is
// what LabelNumber says of the label.
func (d *ids) enter(world uint32, label []byte, number int64, line uint32) (from string) {
	s := d.set
	j := s.Len()
	s.add(world, label, line)
	if number > d.lastOf(world) {
		d.setLast(world, number)
		return ""
	}
	if d.slots == nil {
		d.last, d.seed = nil, maphash.MakeSeed()
		d.index(j)
	}
	if twin, found := d.place(j); found {
		s.labels.drop()
		s.world, s.line = s.world[:j], s.line[:j]
		return s.Place(twin)
	}
	return ""
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

// place adds row k, which has all before it, to the index, or returns the one that has its world
// and id already.
func (d *ids) place(k int) (twin int, found bool) {
	if 2*k >= len(d.slots) {
		d.index(k)
	}
	s, mask := d.set, uint64(len(d.slots)-1)
	for i := maphash.Bytes(d.seed, s.labels.at(k)) ^ uint64(s.world[k])*0x9e3779b97f4a7c15; ; i++ {
		v := &d.slots[i&mask]
		if *v == 0 {
			*v = uint32(k + 1)
			return 0, false
		}
		if j := int(*v - 1); s.world[j] == s.world[k] && string(s.labels.at(j)) == string(s.labels.at(k)) {
			return j, true
		}
	}
}
