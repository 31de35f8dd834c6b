// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// TestWithinOnTorus compares neighbour lists with those of a step on the torus, and of positions
// with brute force over nine images, by any kernels and number of workers, with copies and in
// place, in whole lists and halves.
func TestWithinOnTorus(t *testing.T) {
	ctx := context.Background()
	const px, py, reach = 60.0, 90.0, 2.0
	s, r := soa.New(), seeded(t, 7)
	for range size(1600) {
		attrs := soa.Attrs{}
		if r.IntN(8) == 0 {
			attrs = soa.Attrs{Group: -1, Static: r.IntN(2) == 0}
		}
		addAny(t, s, r, somewhere(r, -70, -100, 250), 1, attrs)
	}
	e := must.Get(batch.New(s, batch.Config{Mode: batch.ModeDistance, Margin: reach, Period: [2]float64{px, py}}))(t)
	found := must.Get(e.Step(ctx))(t)
	want := make([][]uint32, s.Len())
	pair := func(to [][]uint32, i, j int) {
		to[i], to[j] = append(to[i], uint32(j)), append(to[j], uint32(i))
	}
	for i := range found.Len() {
		a, _ := livetest.Slot(s, found.A[i])
		b, _ := livetest.Slot(s, found.B[i])
		pair(want, a, b)
	}
	centres := make([][]uint32, s.Len())
	x, y := livetest.Positions(s)
	ids := livetest.IDs(s)
	for i := range x {
		for j := range i {
			dx, dy := math.Remainder(x[i]-x[j], px), math.Remainder(y[i]-y[j], py)
			a, b := must.Get(s.Attrs(ids[i]))(t), must.Get(s.Attrs(ids[j]))(t)
			if dx*dx+dy*dy <= reach*reach && a.Meets(&b) {
				pair(centres, i, j)
			}
		}
	}
	for _, table := range tables() {
		cfg := query.Config{Kernels: table.Name}
		for kind, ix := range map[string]*query.Index{"copies": index(t, s, cfg), "in place": must.Get(query.InPlace(s, cfg))(t)} {
			for _, workers := range []int{1, 3} {
				a := asker(t, ix, query.AskerConfig{Workers: workers})
				for _, o := range []query.Options{{}, {HalfLists: true}, {Centres: true}} {
					o.Period[0], o.Period[1] = px, py
					rows := must.Get(a.WithinDistance(ctx, reach, o))(t)
					for i := range s.Len() {
						w := want[i]
						if o.Centres {
							w = centres[i]
						}
						w = slices.Sorted(slices.Values(w))
						if o.HalfLists {
							w = slices.DeleteFunc(w, func(j uint32) bool { return int(j) < i })
						}
						if !slices.Equal(rows.Row(i), w) {
							t.Fatalf("%s, %s, %d workers, %+v: row %d is %v, want %v", table.Name, kind, workers, o, i, rows.Row(i), w)
						}
					}
				}
				must.Get(a.WithinDistance(ctx, reach, query.Options{}))(t)
			}
		}
	}
	a := asker(t, index(t, s, query.Config{}), query.AskerConfig{})
	for _, c := range []struct {
		r float64
		query.Options
	}{{1, query.Options{Period: [2]float64{3}}}, {40, query.Options{Period: [2]float64{1: 70}, Centres: true}}} {
		if _, err := a.WithinDistance(ctx, c.r, c.Options); !errors.Is(err, daylight.ErrArgument) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestTorusRefusesWhatIsBeside: a shape that is small but lies three periods from its position is
// refused by a reason that is true.
func TestTorusRefusesWhatIsBeside(t *testing.T) {
	s := soa.New()
	must.Get(s.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: 30, Y: 0}, {X: 31, Y: 0}, {X: 30, Y: 1}}, 0, soa.Attrs{}))(t)
	a := asker(t, index(t, s, query.Config{}), query.AskerConfig{})
	_, err := a.WithinDistance(context.Background(), 1, query.Options{Period: [2]float64{10}})
	if !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), "within two periods of its position") {
		t.Errorf("refused by %v", err)
	}
}

// TestTorusRadius: a distance of half a period or more is refused by what it is, not by a shape.
func TestTorusRadius(t *testing.T) {
	_, _, a := crates()
	for _, c := range []struct{ r, x, y float64 }{{5, 10, 0}, {5, 0, 10}, {7, 100, 10}, {1e9, 10, 10}} {
		for _, centres := range []bool{false, true} {
			_, err := a.WithinDistance(t.Context(), c.r, query.Options{Centres: centres, Period: [2]float64{c.x, c.y}})
			var q *query.QuestionError
			if !errors.As(err, &q) || !strings.Contains(err.Error(), fmt.Sprintf("r is %v on a torus with a period of 10: want less than half", c.r)) {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
}
