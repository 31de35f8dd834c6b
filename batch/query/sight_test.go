// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"testing"
	"unsafe"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestSight: neighbours in sight are those neighbours between whose positions no ray is stopped, one asked by one.
func TestSight(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 96)
	people, walls := soa.New(), soa.New()
	for range 900 {
		addAny(t, people, r, somewhere(r, 0, 0, 20), 0.3, soa.Attrs{World: uint32(r.IntN(2))})
	}
	for k := range 120 {
		addAny(t, walls, r, somewhere(r, 0, 0, 20), 0.8, soa.Attrs{World: uint32(r.IntN(3)), Category: 1 << r.IntN(3), Static: true, Sensor: k%5 == 0})
	}
	ix := index(t, people, query.Config{})
	hiding := index(t, walls, query.Config{BruteForce: true})
	type end struct {
		x, y  float64
		world uint32
	}
	var ends []end // by slot
	for id := range people.All() {
		x, y := must.Both(people.Position(id))(t)
		ends = append(ends, end{x, y, must.Get(people.Attrs(id))(t).World})
	}
	for _, o := range []query.Options{{}, {HalfLists: true}, {Centres: true}} {
		plain := must.Get(asker(t, ix, query.Config{}).WithinDistance(ctx, 1.5, o))(t)
		want, left := &query.Rows[uint32]{Offsets: []int{0}}, 0
		for i := range plain.Len() {
			for _, j := range plain.Row(i) {
				a, b := ends[min(i, int(j))], ends[max(i, int(j))]
				met := must.Get(hiding.CastRayAny(a.x, a.y, b.x-a.x, b.y-a.y, query.Options{Attrs: soa.Attrs{World: a.world}, Inside: true, IgnoreSensors: true}))(t)
				if !met {
					want.Answers = append(want.Answers, j)
				} else {
					left++
				}
			}
			want.Offsets = append(want.Offsets, len(want.Answers))
		}
		if left < 100 || len(want.Answers) < 100 {
			t.Fatalf("%+v: %d entries hidden, %d in sight: the scene proves nothing", o, left, len(want.Answers))
		}
		for _, workers := range []int{1, 3} {
			o := o
			o.Walls = asker(t, index(t, walls, query.Config{}), query.Config{Workers: workers})
			a := asker(t, ix, query.Config{Workers: workers})
			for range 2 { // the second time in memory of the first
				same(t, fmt.Sprintf("%+v, %d workers", o.HalfLists, workers), must.Get(a.WithinDistance(ctx, 1.5, o))(t), want)
			}
		}
	}
}

func TestSightRefusals(t *testing.T) {
	ctx := context.Background()
	_, ix, a := crates()
	for name, o := range map[string]query.Options{
		"the same index": {Walls: asker(t, ix, query.Config{})},
		"no index":       {Walls: new(query.Asker)},
	} {
		if _, err := a.WithinDistance(ctx, 1, o); !errors.Is(err, batch.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	other := asker(t, index(t, soa.New(), query.Config{}), query.Config{})
	if _, err := a.OverlapPoints(ctx, []float64{0}, []float64{0}, query.Options{Walls: other}); !errors.Is(err, batch.ErrArgument) {
		t.Errorf("a call about points took walls: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := a.WithinDistance(ended, 9, query.Options{Walls: other}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// TestSightEnds: where WithinDistance fails, it returns no rows, and all that it holds for walls is charged.
func TestSightEnds(t *testing.T) {
	testenv.Sequential(t)
	ctx := context.Background()
	r := seeded(t, 98)
	people, walls := soa.New(), soa.New()
	const n = 500
	for range n {
		addAny(t, people, r, somewhere(r, 0, 0, 10), 0.3, soa.Attrs{})
		addAny(t, walls, r, somewhere(r, 0, 0, 10), 0.2, soa.Attrs{})
	}
	ix := index(t, people, query.Config{})
	a := asker(t, ix, query.Config{Workers: 1})
	o := query.Options{Walls: asker(t, index(t, walls, query.Config{}), query.Config{Workers: 1})}
	fails := 0
	for left := 0; ; left++ {
		rows, err := a.WithinDistance(testenv.EndsAfter(left), 1, o)
		if err == nil {
			break
		}
		if fails++; rows != nil {
			t.Errorf("ended when asked for the time %d: %d rows beside %v", left+1, rows.Len(), err)
		}
	}
	if fails < 3 {
		t.Errorf("it failed %d times: too few to tell", fails)
	}
	plain := asker(t, ix, query.Config{Workers: 1})
	rows := must.Get(plain.WithinDistance(ctx, 1, query.Options{}))(t)
	a = asker(t, ix, query.Config{Workers: 1})
	must.Get(a.WithinDistance(ctx, 1, o))(t)
	rays := len(rows.Answers)
	want := int64(n*(4+4) + rays*(1+8+4*8) + rays*int(unsafe.Sizeof(soa.Attrs{})))
	if more := query.Held(a) - query.Held(plain); more < want {
		t.Errorf("%d bytes are charged for walls, %d are held", more, want)
	}
}

// TestSightAllocates nothing once it is warm.
func TestSightAllocates(t *testing.T) {
	testenv.OwnMemory(t)
	ctx := context.Background()
	r := seeded(t, 97)
	people, walls := soa.New(), soa.New()
	for range 500 {
		addAny(t, people, r, somewhere(r, 0, 0, 10), 0.3, soa.Attrs{})
		addAny(t, walls, r, somewhere(r, 0, 0, 10), 0.2, soa.Attrs{})
	}
	a := asker(t, index(t, people, query.Config{}), query.Config{Workers: 1})
	o := query.Options{Walls: asker(t, index(t, walls, query.Config{}), query.Config{Workers: 1})}
	ask := func() { must.Get(a.WithinDistance(ctx, 1, o))(t) }
	ask()
	if n := testing.AllocsPerRun(5, ask); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Who is within 3 of whom, and sees them.
func ExampleOptions_walls() {
	people, walls := soa.New(), soa.New()
	for _, x := range []float64{0, 2, 4} {
		if _, err := people.AddCircle(soa.At(x, 0, 0), 0.3, soa.Attrs{}); err != nil {
			log.Fatal(err)
		}
	}
	if _, err := walls.AddSegmentBetween(soa.Point{X: 1, Y: -1}, soa.Point{X: 1, Y: 1}, 0, soa.Attrs{}); err != nil {
		log.Fatal(err)
	}
	askerOf := func(s *soa.Shapes) *query.Asker {
		ix, err := query.New(s, query.Config{})
		if err != nil {
			log.Fatal(err)
		}
		a, err := ix.NewAsker(query.Config{})
		if err != nil {
			log.Fatal(err)
		}
		return a
	}
	rows, err := askerOf(people).WithinDistance(context.Background(), 3, query.Options{Walls: askerOf(walls)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rows.Offsets, rows.Answers)
	// Output: [0 0 1 2] [2 1]
}
