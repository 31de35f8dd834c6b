// SPDX-License-Identifier: MIT

package shapes

import "math"

// register knows which labels there are in which world. While the labels of each world
// are whole numbers that grow from row to row, as they do in most tables, it is enough to
// know the last; the first that is not has all of them entered into an index.
type register struct {
	last  []int64 // of each world; nil once there is an index
	index *index
}

// insert enters shape k of a set, which is its last, or returns the one that has its world
// and label already. Number is what labelNumber says of the label.
func (r *register) insert(s *Set, k int, number int64) (twin int, found bool) {
	if r.index == nil {
		if w := s.world[k]; number > r.lastOf(w) {
			r.setLast(w, number)
			return 0, false
		}
		r.fill(s, k)
	}
	return r.index.insert(s, k)
}

// lastOf is the last label of a world, if the labels of all worlds are numbers that grow:
// less than 0 if it has none, the greatest number there is if they are not.
func (r *register) lastOf(world uint32) int64 {
	switch {
	case r.index != nil:
		return math.MaxInt64
	case int(world) < len(r.last):
		return r.last[world]
	}
	return -1
}

// setLast says that labels were entered up to one that is greater than the last.
func (r *register) setLast(world uint32, number int64) {
	for len(r.last) <= int(world) {
		r.last = append(r.last, -1)
	}
	r.last[world] = number
}

// find returns the shape of a world that has a label.
func (r *register) find(s *Set, world uint32, label string) (twin int, found bool) {
	if r.index == nil {
		if n := labelNumber(label); n >= 0 && (int(world) >= len(r.last) || n > r.last[world]) {
			return 0, false
		}
		r.fill(s, s.Len())
	}
	return r.index.find(s, world, label)
}

// fill enters the first n shapes into an index.
func (r *register) fill(s *Set, n int) {
	r.last, r.index = nil, new(index)
	r.index.begin(s, n)
}

// labelNumber is the whole number that a label is, if it is one as strconv writes them;
// otherwise it is negative. Two labels with different numbers are different.
func labelNumber[T string | []byte](label T) int64 {
	if len(label) == 0 || len(label) > 18 || (label[0] == '0' && len(label) > 1) {
		return -1
	}
	n := int64(0)
	for i := range len(label) {
		d := label[i] - '0'
		if d > 9 {
			return -1
		}
		n = 10*n + int64(d)
	}
	return min(n, math.MaxInt64)
}
