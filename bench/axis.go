// SPDX-License-Identifier: MIT

package bench

import (
	"cmp"
	"context"
	"slices"
	"time"

	"daylight/internal/simd"
	"daylight/internal/simd/pair"
	"daylight/internal/store"
)

// axisSweep is the textbook's sort and sweep: all boxes in the order of their left
// sides, each compared with those that begin before it ends. The kernels behind it are
// the engine's.
type axisSweep struct {
	*stage
	boxes []axisBox
	rec   []simd.Record
	slots []uint32 // all, in order
	bins  [simd.NumClasses * simd.NumClasses][]simd.Pair
	hits  pair.Hits
	args  pair.Args
	found int
	pairs int
}

type axisBox struct {
	minX, maxX, minY, maxY float64
	slot                   uint32
}

// axisBlock is how many pairs of a kind go to a kernel at a time.
const axisBlock = 2048

func newAxisSweep(s *stage, _ Case) (subject, error) {
	n := s.shapes.Len()
	a := &axisSweep{stage: s, rec: make([]simd.Record, n)}
	for i := range n {
		a.slots = append(a.slots, uint32(i))
	}
	const room = axisBlock + simd.Slack
	a.hits = pair.Hits{
		A: make([]uint32, room), B: make([]uint32, room),
		Sep: make([]float32, room), NX: make([]float32, room), NY: make([]float32, room),
	}
	return a, nil
}

func (a *axisSweep) warm(ctx context.Context, frames int) error {
	for range frames {
		a.move(false)
	}
	return ctx.Err()
}

func (a *axisSweep) step(ctx context.Context) (frame, error) {
	start := time.Now()
	a.move(false)
	t1 := time.Now()
	n := a.shapes.Len()
	store.Of(a.shapes).Refresh(a.table, 0, n)
	t2 := time.Now()
	c := store.Of(a.shapes).Columns()
	a.boxes = a.boxes[:0]
	for i := range n {
		a.boxes = append(a.boxes, axisBox{
			minX: c.X[i] + float64(c.MinX[i]), maxX: c.X[i] + float64(c.MaxX[i]),
			minY: c.Y[i] + float64(c.MinY[i]), maxY: c.Y[i] + float64(c.MaxY[i]),
			slot: uint32(i),
		})
	}
	slices.SortFunc(a.boxes, func(p, q axisBox) int { return cmp.Compare(p.minX, q.minX) })
	t3 := time.Now()
	c.Gather(a.table, a.rec, a.slots)
	a.args.Block = &pair.Block{Rec: a.rec, Class: c.Class, Off: c.Off, Num: c.Num, Lanes: c.Lanes}
	t4 := time.Now()
	a.pairs, a.found = 0, 0
	for i := range a.boxes {
		if i%4096 == 0 && ctx.Err() != nil {
			return frame{}, ctx.Err()
		}
		p := &a.boxes[i]
		for k := i + 1; k < len(a.boxes); k++ {
			q := &a.boxes[k]
			if q.minX > p.maxX {
				break
			}
			if p.minY <= q.maxY && q.minY <= p.maxY {
				a.add(c.Class, p.slot, q.slot)
			}
		}
	}
	for bin := range a.bins {
		a.decide(bin)
	}
	t5 := time.Now()
	f := frame{ns: t5.Sub(start).Nanoseconds(), candidates: a.pairs, contacts: a.found}
	f.phases = Phases{
		Move: t1.Sub(start).Nanoseconds(), Refresh: t2.Sub(t1).Nanoseconds(), Sort: t3.Sub(t2).Nanoseconds(),
		Load: t4.Sub(t3).Nanoseconds(), Sweep: t5.Sub(t4).Nanoseconds(), // kernels and all
	}
	return f, nil
}

// add puts a candidate among those of its kind, the shape that was added first in front: storage is
// never reordered here.
func (a *axisSweep) add(class []simd.Class, p, q uint32) {
	a.pairs++
	p, q = min(p, q), max(p, q)
	lo, hi := min(class[p], class[q]), max(class[p], class[q])
	bin := int(lo)*simd.NumClasses + int(hi)
	a.bins[bin] = append(a.bins[bin], simd.Pair{A: p, B: q})
	if len(a.bins[bin]) == axisBlock {
		a.decide(bin)
	}
}

// decide counts the contacts among the candidates of one kind.
func (a *axisSweep) decide(bin int) {
	if len(a.bins[bin]) == 0 {
		return
	}
	a.args.Pairs, a.args.Limit, a.args.Out = a.bins[bin], 0, a.hits
	lo, hi := simd.Class(bin/simd.NumClasses), simd.Class(bin%simd.NumClasses)
	got := a.table.Contacts.Of(lo, hi)(&a.args)
	n := got.N
	if got.Open > 0 {
		n = pair.Resolve(&a.args, n)
	}
	a.found += n
	a.bins[bin] = a.bins[bin][:0]
}

func (a *axisSweep) bytes() Phases { return Phases{} }
func (a *axisSweep) slow() bool    { return a.shapes.Len() > 100_000 }
