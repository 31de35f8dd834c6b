// SPDX-License-Identifier: MIT

package contacts

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"daylight/batch"
	"daylight/soa"
)

// random makes a scene of shapes of all kinds, in the order of their IDs: several worlds, giants,
// bodies, filters and motions, with some spots that are crowded.
func random(r *rand.Rand, n int) []Shape {
	side := math.Sqrt(float64(n))
	list := make([]Shape, n)
	for i := range list {
		x, y := r.Float64()*side, r.Float64()*side
		if r.IntN(4) == 0 {
			x, y = 3+r.NormFloat64(), 3+r.NormFloat64()
		}
		if r.IntN(8) == 0 {
			x, y = math.Round(x), math.Round(y) // on the edges of others
		}
		size := 0.2 + 0.4*r.Float64()
		if r.IntN(100) == 0 {
			size = side / 3
		}
		id := int64(i)*3 - 50
		p := soa.At(x, y, r.Float64()*7)
		s := Circle(id, x, y, size)
		switch r.IntN(6) {
		case 0:
			s = Capsule(id, p, size, size/3)
		case 1:
			s = Box(id, p, size, size/2)
		case 2:
			s = Box(id, soa.At(x, y, 0), size, size/2)
			s.Radius = 0.1
		case 3:
			s = Polygon(id, p, []soa.Point{{X: -size, Y: -size}, {X: size}, {Y: size}}, 0)
		case 4:
			var pts []soa.Point
			for k := range 7 {
				pts = append(pts, soa.Point{X: size * math.Cos(float64(k)), Y: size * math.Sin(float64(k))})
			}
			s = Polygon(id, p, pts, 0.05)
		}
		s.Name = "shape " + strconv.Itoa(i)
		if r.IntN(3) == 0 {
			s.World = "a world of its own"
		}
		s.DX, s.DY, s.Turn = float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())
		if r.IntN(5) == 0 {
			s.DX, s.DY, s.Turn = 0, 0, 0
		}
		if r.IntN(4) == 0 {
			s.Body = strconv.Itoa(r.IntN(9))
		}
		if r.IntN(4) == 0 {
			s.Filtered, s.Category, s.Mask, s.Group = true, 1<<r.IntN(3), int64(r.Uint32()), int64(r.IntN(3)-1)
		}
		s.Static, s.Sensor = r.IntN(10) == 0, r.IntN(10) == 0
		list[i] = s
	}
	return list
}

// shuffled is a copy in another order.
func shuffled(r *rand.Rand, list []Shape) []Shape {
	list = slices.Clone(list)
	r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return list
}

// single is what one run of the engine finds, in canonical order.
func singleRun(t testing.TB, set settings, sets ...[]Shape) []Contact {
	t.Helper()
	cfg := set.engine()
	var worlds, bodies numbers
	var sides []*side
	var moves []batch.Columns
	for _, list := range sets {
		s := &side{list: list, store: soa.New()}
		m := newMoves(s.store)
		for k := range list {
			id, err := list[k].addTo(s.store, &worlds, &bodies)
			if err == nil {
				err = putMoves(m, id, &list[k])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		sides, moves = append(sides, s), append(moves, m)
	}
	if set.Mode == batch.ModeSwept {
		cfg.Columns = moves[0]
		if len(moves) > 1 {
			cfg.Other = moves[1]
		}
	}
	a, b := sides[0], sides[len(sides)-1]
	var found *batch.Contacts
	var err error
	if len(sets) == 1 {
		found, _, err = batch.Collide(context.Background(), a.store, cfg)
	} else {
		found, _, err = batch.Join(context.Background(), a.store, b.store, cfg)
	}
	if err != nil {
		t.Fatal(err)
	}
	var list []Contact
	for i := range found.Len() {
		c, err := contact(found, i, set.Mode, a, b)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}
