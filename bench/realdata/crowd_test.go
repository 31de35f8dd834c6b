// SPDX-License-Identifier: MIT

package realdata

import (
	"context"
	"fmt"
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// crowdShapes makes every row of a recording a circle, every frame a world.
func crowdShapes(t *testing.T, r *recording, radius float64, attrs soa.Attrs) numbered {
	t.Helper()
	s := newNumbered(len(r.rows))
	for k, p := range r.rows {
		attrs.World = uint32(p.frame)
		s.add(t, int32(k))(s.AddCircle(soa.At(metres(p.x), metres(p.y), 0), radius, attrs))
	}
	return s
}

// crowdBound is the error bound for two circles of the radius in a recording.
func (r *recording) crowdBound(radius float64) func(pair) float64 {
	return func(p pair) float64 {
		a, b := r.rows[p.first()], r.rows[p.second()]
		return errorBound(2*radius + math.Abs(metres(b.x-a.x)) + math.Abs(metres(b.y-a.y)))
	}
}

// checkCircles compares depths and normals with the truth: depth is the true one,
// and moving B by it along the normal leaves no overlap.
func checkCircles(t *testing.T, r *recording, pairs []pair, contacts *batch.Contacts, radius int64) {
	t.Helper()
	var depths, exits worst
	bound := r.crowdBound(metres(radius))
	for k, c := range contacts.All() {
		p := pairs[k]
		a, b := r.rows[p.first()], r.rows[p.second()]
		depths.see(t, p, "depth", math.Abs(float64(c.Depth)+r.separation(p, radius)), bound(p))
		x := metres(b.x-a.x) + float64(c.Depth)*float64(c.NX)
		y := metres(b.y-a.y) + float64(c.Depth)*float64(c.NY)
		exits.see(t, p, "the way out", math.Abs(math.Hypot(x, y)-metres(2*radius)), 2*bound(p))
	}
	t.Logf("%d pairs; depths within %.2g m (%.2g%% of the error bound), ways out within %.2g m", len(pairs), depths.deviation, 100*depths.share, exits.deviation)
}

func TestCrowd(t *testing.T) {
	for _, r := range crowds(t) {
		for k, radius := range radii {
			t.Run(fmt.Sprintf("%s/%.2f", r.name, radius.metres), func(t *testing.T) {
				s := crowdShapes(t, r, radius.metres, soa.Attrs{})
				contacts := collide(t, s, batch.Config{Strict: true})
				pairs := s.pairs(t, contacts)
				truth := crowdPairs(r, radius.units)
				apart := func(p pair) float64 { return r.separation(p, radius.units) }
				judge(t, truth, pairs, apart, r.crowdBound(radius.metres))
				checkCrowd(t, r, k, pairs)
				checkCircles(t, r, pairs, contacts, radius.units)

				overlaps := collide(t, s, batch.Config{Strict: true, Mode: batch.ModeOverlaps})
				missing, extra := difference(s.pairs(t, overlaps), pairs)
				if len(missing)+len(extra) > 0 {
					t.Errorf("mode overlap finds %d pairs that mode contact does not, and misses %d", len(missing), len(extra))
				}
			})
		}
	}
}

// The bits are the same with any number of workers, with all kernels, without a
// broad phase, and in steps after which storage is reordered.
func TestCrowdEveryWay(t *testing.T) {
	for _, r := range crowds(t) {
		s := crowdShapes(t, r, 0.20, soa.Attrs{})
		everyWay(t, s, collide(t, s, batch.Config{Strict: true}), batch.Config{Strict: true})
		byBruteForce(t, s, batch.Config{Strict: true})
		inSteps(t, s, batch.Config{Strict: true})
	}
}

// A margin does what other radii do: the separation of two circles of 0.20 m is
// below 0 exactly where that of circles of 0.15 m is below 0.10, and that of
// circles of 0.25 m below -0.10.
func TestCrowdMargin(t *testing.T) {
	for _, r := range crowds(t) {
		truth := crowdPairs(r, radii[1].units)
		for k, margin := range map[int]float64{0: 0.10, 2: -0.10} {
			s := crowdShapes(t, r, radii[k].metres, soa.Attrs{})
			contacts := collide(t, s, batch.Config{Strict: true, Margin: margin})
			pairs := s.pairs(t, contacts)
			apart := func(p pair) float64 { return r.separation(p, radii[1].units) }
			// The margin is rounded to float32 too, by up to 2^-25 of it.
			bound := r.crowdBound(radii[2].metres)
			judge(t, truth, pairs, apart, bound)
			checkCircles(t, r, pairs, contacts, radii[k].units)
		}
	}
}

// The recording as it happened: one world, people appear, walk and leave, one step
// of the engine a frame.
func TestCrowdSteps(t *testing.T) {
	for k, r := range crowds(t) {
		truth := map[int32][]pair{}
		for _, p := range crowdPairs(r, radii[1].units) {
			f := r.rows[p.first()].frame
			truth[f] = append(truth[f], p)
		}
		s := newNumbered(crowdFiles[k].people)
		engine := must.Get(batch.New(s.Shapes, batch.Config{Strict: true, Workers: 1 + k}))(t)
		here := map[int32]soa.ID{}
		first, frames := r.frames()
		for f, rows := range frames {
			frame := first + int32(f)
			walk(t, r, s, here, rows)
			contacts, err := engine.Step(context.Background())
			if err != nil {
				t.Fatalf("frame %d: %v", frame, err)
			}
			checkRun(t, contacts, engine.Stats(), len(rows))
			pairs := s.pairs(t, contacts)
			for i, p := range pairs {
				pairs[i] = inOrder(p.first(), p.second()) // IDs are not in the order of the rows
			}
			apart := func(p pair) float64 { return r.separation(p, radii[1].units) }
			judge(t, truth[frame], pairs, apart, r.crowdBound(radii[1].metres))
		}
		must.Do(t, livetest.Check(s.Shapes))
	}
}

// walk brings the shapes to the next frame, which has the people in rows.
func walk(t *testing.T, r *recording, s numbered, here map[int32]soa.ID, rows []int32) {
	t.Helper()
	staying := map[int32]bool{}
	for _, row := range rows {
		staying[r.rows[row].id] = true
	}
	for person, id := range here {
		if !staying[person] {
			must.Do(t, s.Remove(id))
			delete(here, person)
		}
	}
	for _, row := range rows {
		p := r.rows[row]
		x, y := metres(p.x), metres(p.y)
		id, ok := here[p.id]
		if !ok {
			here[p.id] = s.add(t, row)(s.AddCircle(soa.At(x, y, 0), radii[1].metres, soa.Attrs{}))
			continue
		}
		slot := s.slot(t, id)
		xs, ys := livetest.Positions(s.Shapes)
		xs[slot], ys[slot] = x, y
		livetest.Data(s.numbers)[slot] = row
	}
}
