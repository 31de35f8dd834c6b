// SPDX-License-Identifier: MIT

package strip

import (
	"math"

	"daylight/internal/kernels"
)

// Within looks for the neighbours of the points of cells from one to before another. It writes the
// slots of those of each point to out, in no order, from entry n on, and to w.Lists where they are.
// It stops when it has worked for a while, or before a point for whose list there may be too little
// room (see Cells.Room), and returns how many entries of out are written and which point is next.
// Several goroutines may do so at the same time, each with a Within and an output of its own; they
// may share Lists.
func (by *Sweeping) Within(c *Cells, w *Within, point, end int, out []uint32, n int) (int, int) {
	f, points, limit := by.withinPoints, len(c.X), w.Limit
	if c.Radius != nil {
		f = by.withinDiscs
	} else if w.Rounded {
		f, limit = by.withinAlike, float32(w.Square)
	}
	if f == nil || point >= end || len(w.Lists) == 0 || len(w.Lists) > math.MaxInt32 || len(out) == 0 || len(c.Start) == 0 || c.Room(point) > WithinWork {
		return within(c, w, point, end, out, n)
	}
	last := points + kernels.Slack
	_, _, _, _, _ = c.X[point:end], c.X[:last], c.Y[:points:last], c.Slot[:points:last], c.Cell[:points]
	if c.Radius != nil {
		_ = c.Radius[:points:last]
		kernels.RaceRead(c.Radius)
	}
	kernels.RaceRead(c.X)
	kernels.RaceRead(c.Y)
	kernels.RaceRead(c.Slot)
	kernels.RaceRead(c.Cell)
	kernels.RaceRead(c.Start)
	done, next := f(withinArgs{
		x: &c.X[0], y: &c.Y[0], radius: kernels.At(c.Radius), slot: &c.Slot[0], cell: &c.Cell[0], start: &c.Start[0],
		points: points, slots: len(w.Lists), cells: len(c.Start), stride: c.Stride, point: point, end: end,
		limit: limit, half: -int32(kernels.One(w.Half)), square: w.Square, tag: uint64(newList(w.By, 0, 0)),
		lists: (*uint64)(&w.Lists[0]), out: &out[0], n: n, room: len(out), left: WithinWork,
	})
	if done < 0 {
		panic("kernels: cells that are not in order, or a slot that does not exist")
	}
	return done, next
}

// GatherLists copies lists to out, one behind the other from entry at on, each in ascending order,
// and writes to offsets where each begins. from are the outputs of walks. It returns where the last
// ends. It writes to out no entries of others, but may read them.
func (by *Sweeping) GatherLists(lists []List, offsets []int, from [][]uint32, out []uint32, at int) int {
	if by.gatherLists == nil || len(from) == 0 || len(out) == 0 {
		return gatherLists(lists, offsets, from, out, at)
	}
	var long [kernels.CallEntries]uint32
	offsets = offsets[:len(lists)]
	for len(lists) > 0 {
		n := min(len(lists), kernels.CallEntries)
		done, some, end := by.gatherLists(listArgs{
			lists: (*uint64)(&lists[0]), offsets: &offsets[0], count: n, from: &from[0], lenders: len(from),
			out: &out[0], at: at, room: len(out), long: kernels.Local(&long[0]),
		})
		for _, k := range long[:some] {
			SortList(out[offsets[k]:][:lists[k].Len()])
		}
		if at = end; done == 0 { // too near an end for whole vectors
			at, done = gatherLists(lists[:1], offsets, from, out, at), 1
		}
		lists, offsets = lists[done:], offsets[done:]
	}
	return at
}
