// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"slices"
)

// boxPairs calls yield with those of two lists of boxes that come as near to each other as reach,
// until it returns false. Both are in order of their left sides and lie in a box of their own. If
// many lie above each other, upright has pairs come by lower sides, so that fewer are looked at;
// the order of all others depends on the boxes alone.
func boxPairs(a, b []Box, inA, inB Box, reach float64, upright bool, yield func(i, k int) bool) {
	if !inA.near(&inB, reach) {
		return
	}
	var roomA, roomB [64]int32
	as, bs := boxesNear(roomA[:0], a, &inB, reach), boxesNear(roomB[:0], b, &inA, reach)
	if many(len(as), len(bs)) {
		sweepBoxes([2][]Box{a, b}, [2][]int32{as, bs}, reach, upright, yield)
		return
	}
	for _, i := range as {
		box := &a[i]
		for _, k := range bs {
			if b[k].MinX-box.MaxX > reach {
				break
			}
			if box.near(&b[k], reach) && !yield(int(i), int(k)) {
				return
			}
		}
	}
}

// many reports whether pairs of so many boxes are too many to be looked at one by one. On 32 bits,
// an int may not hold their number.
func many(a, b int) bool { return int64(a)*int64(b) > 1<<12 }

// near reports whether boxes come as near to each other as reach along both axes.
func (b *Box) near(c *Box, reach float64) bool {
	return c.MinX-b.MaxX <= reach && b.MinX-c.MaxX <= reach && c.MinY-b.MaxY <= reach && b.MinY-c.MaxY <= reach
}

// boxesNear appends which boxes come as near to one as reach.
func boxesNear(dst []int32, boxes []Box, box *Box, reach float64) []int32 {
	for i := range boxes {
		if boxes[i].MinX-box.MaxX > reach {
			break
		}
		if box.near(&boxes[i], reach) {
			dst = append(dst, int32(i))
		}
	}
	return dst
}

// sweepBoxes is boxPairs of the boxes that are next of either list: a line moves over them, from
// the left or upward, and keeps the boxes that it crosses.
func sweepBoxes(boxes [2][]Box, next [2][]int32, reach float64, upright bool, yield func(i, k int) bool) {
	if upright {
		for list := range next {
			slices.SortFunc(next[list], func(i, k int32) int {
				return cmp.Or(cmp.Compare(boxes[list][i].MinY, boxes[list][k].MinY), cmp.Compare(i, k))
			})
		}
	}
	var open [2][]int32
	for len(next[0])+len(next[1]) > 0 {
		list := 0
		if len(next[0]) == 0 || len(next[1]) > 0 && boxes[1][next[1][0]].begin(upright) < boxes[0][next[0][0]].begin(upright) {
			list = 1
		}
		other, i := 1-list, next[list][0]
		next[list] = next[list][1:]
		box := &boxes[list][i]
		kept := open[other][:0]
		for _, k := range open[other] {
			o := &boxes[other][k]
			if box.begin(upright)-o.end(upright) > reach {
				continue
			}
			kept = append(kept, k)
			pair := [2]int{int(i), int(k)}
			if box.near(o, reach) && !yield(pair[list], pair[other]) {
				return
			}
		}
		open[other], open[list] = kept, append(open[list], i)
	}
}

// begin returns where a line that moves from the left, or upward, first meets the box, and end
// where it meets it last.
func (b *Box) begin(upright bool) float64 {
	if upright {
		return b.MinY
	}
	return b.MinX
}

func (b *Box) end(upright bool) float64 {
	if upright {
		return b.MaxY
	}
	return b.MaxX
}
