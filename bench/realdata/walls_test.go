// SPDX-License-Identifier: MIT

package realdata

import (
	"context"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/soa"
)

// Bits that let people meet walls and nobody else.
const (
	personBit uint32 = 1 << iota
	wallBit
)

// addWalls puts the walls, as segments, into the world of every frame. A wall's
// number is its place in the ring.
func addWalls(t *testing.T, s numbered, walls []wall, frames int) {
	t.Helper()
	for f := range frames {
		for k, w := range walls {
			a := soa.Point{X: metres(w.x0), Y: metres(w.y0)}
			b := soa.Point{X: metres(w.x1), Y: metres(w.y1)}
			s.add(t, int32(k))(s.AddSegmentBetween(a, b, 0,
				soa.Attrs{World: uint32(f), Static: true, Body: 1, Category: wallBit, Ignore: ^uint32(personBit)}))
		}
	}
}

// wallDistance is the distance of a person's rim from a wall, in metres.
func (r *recording) wallDistance(walls []wall, radius int64) func(pair) float64 {
	return func(p pair) float64 {
		dx, dy := r.toWall(p, walls)
		return math.Hypot(float64(dx), float64(dy))/unitsPerMetre - metres(radius)
	}
}

// wallBound is the error bound for a person and a wall.
func (r *recording) wallBound(walls []wall, radius int64) func(pair) float64 {
	return func(p pair) float64 {
		a, w := r.rows[p.first()], walls[p.second()]
		reach := metres(radius + (w.x1-w.x0+w.y1-w.y0)/2)
		return errorBound(reach + math.Abs(metres(a.x-(w.x0+w.x1)/2)) + math.Abs(metres(a.y-(w.y0+w.y1)/2)))
	}
}

func TestWalls(t *testing.T) {
	r, walls := crowds(t)[0], building(t)
	_, frames := r.frames()
	radius := radii[1]
	near, borderline := touches(r, walls, radius.units)
	distance, bound := r.wallDistance(walls, radius.units), r.wallBound(walls, radius.units)

	people := crowdShapes(t, r, radius.metres, soa.Attrs{})
	house := newNumbered(len(walls) * len(frames))
	addWalls(t, house, walls, len(frames))
	join := func(opts batch.Config) (*batch.Contacts, []pair) {
		contacts, stats := must.Both(batch.Join(context.Background(), people.Shapes, house.Shapes, opts))(t)
		checkRun(t, contacts, stats, people.Len()+house.Len())
		pairs := make([]pair, contacts.Len())
		for k := range pairs {
			pairs[k] = ordered(people.number(t, contacts.A[k]), house.number(t, contacts.B[k]))
		}
		return contacts, pairs
	}

	// Strictly nearer than the radius. For the five at exactly the radius, the
	// distance and the radius round to the same float32: they touch, as they should.
	strict, pairs := join(batch.Config{Strict: true})
	judge(t, near, pairs, distance, bound)
	rows := map[int32]bool{}
	for _, p := range pairs {
		rows[p.first()] = true
	}
	check(t, "people in a frame at a wall", len(rows), 2_310)
	over := 0
	for _, p := range borderline {
		if slices.Contains(pairs, p) {
			over++
		}
	}
	t.Logf("%d pairs of a person and a wall over %d people in a frame; of %d more at exactly the radius, %d count as nearer", len(pairs), len(rows), len(borderline), over)
	var depths worst
	for k, c := range strict.All() {
		depths.see(t, pairs[k], "depth", math.Abs(float64(c.Depth)+distance(pairs[k])), bound(pairs[k]))
		// The centre may lie on the wall's line but never does here, so the way
		// out is the way from the nearest point of the wall.
		dx, dy := r.toWall(pairs[k], walls)
		d := math.Hypot(float64(dx), float64(dy))
		if off := math.Hypot(float64(c.NX)-float64(dx)/d, float64(c.NY)-float64(dy)/d); !(off*d/unitsPerMetre <= 2*bound(pairs[k])) {
			t.Errorf("pair (%d, %d): normal (%v, %v), want the direction of (%d, %d)", pairs[k].first(), pairs[k].second(), c.NX, c.NY, dx, dy)
		}
	}
	t.Logf("depths within %.2g m (%.2g%% of the error bound)", depths.deviation, 100*depths.share)

	// Touching counts: the borderline pairs belong to the truth.
	_, closed := join(batch.Config{})
	judge(t, slices.Concat(near, borderline), closed, distance, bound)

	// All in one set, kept apart by category and mask, must give the same bits.
	both := crowdShapes(t, r, radius.metres, soa.Attrs{Category: personBit, Ignore: ^uint32(wallBit)})
	addWalls(t, both, walls, len(frames))
	single := collide(t, both, batch.Config{Strict: true, Canonical: true})
	joined, pairs := join(batch.Config{Strict: true, Canonical: true})
	alone := both.pairs(t, single)
	if !slices.Equal(alone, pairs) || !slices.Equal(single.Depth, joined.Depth) || !slices.Equal(single.NX, joined.NX) || !slices.Equal(single.NY, joined.NY) {
		t.Errorf("one set with masks gives %d contacts, a join %d, and they are not the same", len(alone), len(pairs))
	}
	everyWay(t, both, collide(t, both, batch.Config{Strict: true}), batch.Config{Strict: true})
	byBruteForce(t, both, batch.Config{Strict: true})
}
