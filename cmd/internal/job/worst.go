// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"math"
	"slices"

	"daylight/batch"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/tracks"
	"daylight/internal/store"
	"daylight/soa"
)

// met are two moments that touch after a share of the time that their world is about.
type met struct {
	pair   [2]uint32 // their names
	at     [2]spot
	of     span
	share  float64
	change float64 // by which they may get deeper until the end of that time, at most
}

// spot is a moment of a set.
type spot struct{ set, k int }

// two are two moments after a share of the time that their world is about. Their positions are told from where the first is when that
// time begins, (x, y), so that far from the origin they are as fine as near it.
func (f *frames) two(at [2]spot, share float64) (list [2]shapes.Moment, x, y float64) {
	first := &f.places[at[0].set][at[0].k]
	x, y = first.X, first.Y
	for side, p := range at {
		one, from := f.moments[p.set][p.k], &f.places[p.set][p.k]
		if from.Track != tracks.None {
			one.Pose = soa.At(0, 0, from.Angle+float64(share*one.Turn))
		}
		one.Pose.X, one.Pose.Y = from.X-x+float64(share*one.DX), from.Y-y+float64(share*one.DY)
		one.Placed = true
		list[side] = one
	}
	return list, x, y
}

func (s span) at(share float64) int64 {
	return s.from + int64(math.RoundToEven(share*float64(s.to-s.from)))
}

// rise is by how much two may get deeper from the time on at which they touch along a normal. The depth of convex shapes that do not
// turn is a concave function of the time, so it grows no faster than then; that of others grows no faster than they move.
func (m *meeting) rise(r *Result, n *met, nx, ny float32) float64 {
	a, b := &m.moments[n.at[0].set][n.at[0].k], &m.moments[n.at[1].set][n.at[1].k]
	x, y := b.DX-a.DX, b.DY-a.DY
	speed := -(float64(x*float64(nx)) + float64(y*float64(ny)))
	if a.Turn != 0 || b.Turn != 0 || r.folded != nil {
		speed = math.Hypot(x, y) + float64(math.Abs(a.Turn)*reach(r.A, n.at[0].k)) + float64(math.Abs(b.Turn)*reach(r.B, n.at[1].k))
	}
	return max(0, speed) * (1 - n.share)
}

// reach is how far shape k of a set reaches from its position, at most.
func reach(s *shapes.Set, k int) (far float64) {
	c := store.Of(s.Shapes).Columns()
	from, to := s.Slots(k)
	for i := from; i < to; i++ {
		far = max(far, math.Hypot(float64(max(-c.MinX[i], c.MaxX[i])), float64(max(-c.MinY[i], c.MaxY[i]))))
	}
	return far
}

// probes is at how many times a way is looked at in a round, rounds how often: what is between them is a quarter as long each time.
const probes, rounds = 7, 2

// deepen looks for greater depths between the times at which two touch in a step and its end, where there may be any.
func (m *meeting) deepen(ctx context.Context, list []met) error {
	list = slices.DeleteFunc(list, func(n met) bool {
		worst := float64(m.list[n.pair].Worst)
		return n.change <= worst+0x1p-20*math.Abs(worst)
	})
	for some := range slices.Chunk(list, max(1, int(m.room)/(2*probes))) {
		to := make([]float64, len(some))
		for i := range to {
			to[i] = 1
		}
		for range rounds {
			if err := m.probe(ctx, some, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// probe looks at two between the shares of some, which are brought near the deepest, and others, which are, too.
func (m *meeting) probe(ctx context.Context, some []met, to []float64) error {
	f := &frames{sets: m.sets}
	for i := range some {
		n, step := &some[i], (to[i]-some[i].share)/(probes+1)
		for k := range probes {
			f.both(n, m.frames, n.share+float64(step*float64(k+1)))
		}
	}
	a, b, err := f.take(&m.Spec, false, "times of pairs that touch")
	if err != nil {
		return err
	}
	c := m.Config
	c.Mode = batch.ModeContacts
	r, err := Run(ctx, a, b, c)
	if err != nil {
		return err
	}
	deepest, depth := make([]int, len(some)), make([]float32, len(some))
	for i := range r.Len() {
		p, _ := r.Pair(i)
		w := int(a.World(p))
		if d, _, _ := r.Measure(i); deepest[w/probes] == 0 || d > depth[w/probes] {
			deepest[w/probes], depth[w/probes] = w%probes+1, d
		}
	}
	for i := range some {
		n, step := &some[i], (to[i]-some[i].share)/(probes+1)
		share := n.share + float64(step*float64(deepest[i]))
		if t := m.list[n.pair]; deepest[i] > 0 && depth[i] > t.Worst {
			t.Worst, t.WorstTime = depth[i], n.of.at(share)
			m.list[n.pair] = t
		}
		n.share, to[i] = max(n.share, share-step), min(to[i], share+step)
	}
	return nil
}

// both adds two as they are after a share of a time, in a world of their own.
func (f *frames) both(n *met, from *frames, share float64) {
	list, _, _ := from.two(n.at, share)
	for side, one := range list {
		one.World = uint32(len(f.worlds))
		f.pair(side, one)
	}
	f.worlds = append(f.worlds, "")
}

// pair adds one of two.
func (f *frames) pair(side int, one shapes.Moment) {
	if f.sets[1] == nil {
		side = 0
	}
	f.moments[side] = append(f.moments[side], one)
}
