// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/binary"
	"hash/maphash"
	mathbits "math/bits"
)

// labels keeps the callers' names of shapes: short ones in place, so that finding one
// takes a single look at memory, and long ones in a run of bytes. There are no pointers.
type labels struct {
	cells [][16]byte // the text, its length in the last byte; or where in long it lies
	long  []byte
}

const (
	shortest = 15   // length of the longest text that stays in place
	isLong   = 0xff // in place of a length
)

func addLabel[T string | []byte](l *labels, s T) {
	var c [16]byte
	if len(s) <= shortest {
		copy(c[:], s)
		c[15] = byte(len(s))
	} else {
		binary.LittleEndian.PutUint64(c[:], uint64(len(l.long)))
		binary.LittleEndian.PutUint32(c[8:], uint32(len(s)))
		c[15] = isLong
		l.long = append(l.long, s...)
	}
	l.cells = append(l.cells, c)
}

func (l *labels) clear() { l.cells, l.long = l.cells[:0], l.long[:0] }

// append adds the texts of another list.
func (l *labels) append(o *labels) {
	begin, shift := len(l.cells), uint64(len(l.long))
	l.cells = append(l.cells, o.cells...)
	l.long = append(l.long, o.long...)
	if len(o.long) == 0 || shift == 0 {
		return
	}
	for k := begin; k < len(l.cells); k++ {
		if c := &l.cells[k]; c[shortest] == isLong {
			binary.LittleEndian.PutUint64(c[:], binary.LittleEndian.Uint64(c[:])+shift)
		}
	}
}

func (l *labels) drop() {
	n := len(l.cells) - 1
	if c := &l.cells[n]; c[15] == isLong {
		l.long = l.long[:binary.LittleEndian.Uint64(c[:])]
	}
	l.cells = l.cells[:n]
}

func (l *labels) at(k int) []byte {
	c := &l.cells[k]
	if n := c[15]; n != isLong {
		return c[:n:n]
	}
	from := binary.LittleEndian.Uint64(c[:])
	to := from + uint64(binary.LittleEndian.Uint32(c[8:]))
	return l.long[from:to:to]
}

// index finds a shape by world and label: a hash table with open addressing that
// holds numbers of shapes alone and looks the rest up.
type index struct {
	seed  maphash.Seed
	slots []uint32 // 1 + number of a shape, 0 when free; a power of two of them
	n     int
}

func (x *index) hash(world uint32, label []byte) uint64 {
	h := maphash.Bytes(x.seed, label)
	return h ^ uint64(world)*0x9e3779b97f4a7c15
}

// begin enters the first n shapes of a set, which are all different.
func (x *index) begin(s *Set, n int) {
	x.seed, x.n = maphash.MakeSeed(), n
	x.slots = make([]uint32, max(1024, 1<<mathbits.Len(uint(2*n))))
	for k := range n {
		x.place(s, k)
	}
}

// insert adds shape k of the set, or returns the shape that has its world and label
// already.
func (x *index) insert(s *Set, k int) (twin int, found bool) {
	if 2*x.n >= len(x.slots) {
		old := x.slots
		x.slots = make([]uint32, 2*len(old))
		for _, v := range old {
			if v != 0 {
				x.place(s, int(v-1))
			}
		}
	}
	if twin, found = x.place(s, k); !found {
		x.n++
	}
	return twin, found
}

// find returns the shape that has a world and label.
func (x *index) find(s *Set, world uint32, label string) (k int, found bool) {
	mask := uint64(len(x.slots) - 1)
	for i := x.hash(world, []byte(label)); ; i++ {
		v := x.slots[i&mask]
		if v == 0 {
			return 0, false
		}
		if j := int(v - 1); s.world[j] == world && string(s.labels.at(j)) == label {
			return j, true
		}
	}
}

func (x *index) place(s *Set, k int) (twin int, found bool) {
	mask := uint64(len(x.slots) - 1)
	for i := x.hash(s.world[k], s.labels.at(k)); ; i++ {
		v := x.slots[i&mask]
		if v == 0 {
			x.slots[i&mask] = uint32(k + 1)
			return 0, false
		}
		j := int(v - 1)
		if s.world[j] == s.world[k] && string(s.labels.at(j)) == string(s.labels.at(k)) {
			return j, true
		}
	}
}
