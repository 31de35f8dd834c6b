// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"strings"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestSight: neighbours in sight are those neighbours between whose positions no ray is stopped,
// one asked by one.
func TestSight(t *testing.T) {
	t.Run("near", func(t *testing.T) { testSight(t, 900, 1.5) })
	t.Run("far", func(t *testing.T) { testSight(t, 250, 9) }) // rays are long
}

func testSight(t *testing.T, n int, d float64) {
	ctx := context.Background()
	r := seeded(t, 96)
	people, walls := soa.New(), soa.New()
	for range n {
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
		plain := must.Get(asker(t, ix, query.AskerConfig{}).WithinDistance(ctx, d, o))(t)
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
			o.Walls = asker(t, index(t, walls, query.Config{}), query.AskerConfig{Workers: workers})
			a := asker(t, ix, query.AskerConfig{Workers: workers})
			for range 2 { // the second round reuses the memory of the first, and of other rays
				must.Get(a.WithinDistance(ctx, d/2, o))(t)
				same(t, fmt.Sprintf("%+v, %d workers", o.HalfLists, workers), must.Get(a.WithinDistance(ctx, d, o))(t), want)
			}
		}
	}
}

// TestEveryWallHides: a wall hides with any attributes, except as a sensor.
func TestEveryWallHides(t *testing.T) {
	people := soa.New()
	for k := range 2 {
		must.Get(people.AddCircle(soa.At(float64(2*k), 0, 0), 0.5, soa.Attrs{Category: 4, Group: int32(-3 - k), Body: uint32(7 + k)}))(t)
	}
	a := asker(t, index(t, people, query.Config{}), query.AskerConfig{})
	for _, c := range []struct {
		attrs soa.Attrs
		seen  bool
	}{
		{soa.Attrs{}, false}, {soa.Attrs{Ignore: 1}, false}, {soa.Attrs{Ignore: ^uint32(0)}, false}, {soa.Attrs{Category: 1 << 31, Ignore: 5}, false},
		{soa.Attrs{Group: -3}, false}, {soa.Attrs{Body: 7, Static: true}, false}, {soa.Attrs{Ignore: 1, Sensor: true}, true}, {soa.Attrs{World: 1}, true},
	} {
		for _, brute := range []bool{false, true} {
			for _, more := range []int{0, 80} { // walls elsewhere, as many as are cast in blocks
				walls := soa.New()
				must.Get(walls.AddBox(soa.At(1, 0, 0), 0.1, 0.1, c.attrs))(t)
				for k := range more {
					must.Get(walls.AddBox(soa.At(float64(k), 9, 0), 0.1, 0.1, c.attrs))(t)
				}
				o := query.Options{Walls: asker(t, index(t, walls, query.Config{BruteForce: brute}), query.AskerConfig{})}
				rows := must.Get(a.WithinDistance(t.Context(), 1.5, o))(t)
				if seen := len(rows.Answers) == 2; seen != c.seen {
					t.Errorf("walls with %+v, brute force %v, %d more: in sight %v", c.attrs, brute, more, seen)
				}
			}
		}
	}
}

// TestSightOnTorus: on a torus neighbours see each other as shapes do on a plane that has all of
// their images, and those of the walls.
func TestSightOnTorus(t *testing.T) {
	ctx := context.Background()
	const d, wide, tall = 1.4, 12.0, 9.0
	for _, period := range [][2]float64{{wide, tall}, {wide, 0}, {0, tall}} {
		r := seeded(t, 99)
		people, walls, images := soa.New(), soa.New(), soa.New()
		var at []soa.Point
		for range 260 {
			p := somewhere(r, -wide/2, 4, 2*wide)
			if period[0] == 0 {
				p.X = math.Mod(p.X, wide)
			}
			if period[1] == 0 {
				p.Y = math.Mod(p.Y, tall)
			}
			world := uint32(r.IntN(2))
			addAny(t, people, r, p, 0.3, soa.Attrs{World: world})
			at = append(at, soa.Point{X: p.X, Y: p.Y})
		}
		copies := func(period float64) (at []float64) {
			for k := -4; k <= 4; k++ {
				if period != 0 || k == 0 {
					at = append(at, float64(k)*period)
				}
			}
			return at
		}
		for range 70 {
			p, long, world := somewhere(r, 0, -tall, 2*wide), r.Float64(), uint32(r.IntN(3))
			must.Get(walls.AddBox(p, long, 0.05, soa.Attrs{World: world, Static: true}))(t)
			for _, x := range copies(period[0]) {
				for _, y := range copies(period[1]) {
					q := p
					q.X, q.Y = q.X+x, q.Y+y
					must.Get(images.AddBox(q, long, 0.05, soa.Attrs{World: world, Static: true}))(t)
				}
			}
		}
		ix, hiding := index(t, people, query.Config{}), index(t, images, query.Config{})
		for _, o := range []query.Options{{}, {HalfLists: true}, {Centres: true}} {
			o.Period[0], o.Period[1] = period[0], period[1]
			plain := clone(must.Get(asker(t, ix, query.AskerConfig{}).WithinDistance(ctx, d, o))(t))
			want, left := &query.Rows[uint32]{Offsets: []int{0}}, 0
			for i := range plain.Len() {
				for _, j := range plain.Row(i) {
					a, b := at[min(i, int(j))], at[max(i, int(j))]
					dx, dy := b.X-a.X, b.Y-a.Y
					if period[0] != 0 {
						dx -= period[0] * math.Round(dx/period[0])
					}
					if period[1] != 0 {
						dy -= period[1] * math.Round(dy/period[1])
					}
					world := must.Get(people.Attrs(idsOf(people)[i]))(t).World
					x, y := a.X, a.Y
					if period[0] != 0 {
						x = math.Mod(math.Mod(x, wide)+wide, wide)
					}
					if period[1] != 0 {
						y = math.Mod(math.Mod(y, tall)+tall, tall)
					}
					if must.Get(hiding.CastRayAny(x, y, dx, dy, query.Options{Attrs: soa.Attrs{World: world}, Inside: true}))(t) {
						left++
					} else {
						want.Answers = append(want.Answers, j)
					}
				}
				want.Offsets = append(want.Offsets, len(want.Answers))
			}
			if left < 100 || len(want.Answers) < 100 {
				t.Fatalf("period %v: %d entries hidden, %d in sight: the scene proves nothing", period, left, len(want.Answers))
			}
			for _, workers := range []int{1, 3} {
				o.Walls = asker(t, index(t, walls, query.Config{}), query.AskerConfig{Workers: workers})
				a := asker(t, ix, query.AskerConfig{Workers: workers})
				for range 2 {
					same(t, fmt.Sprintf("period %v, %d workers", period, workers), must.Get(a.WithinDistance(ctx, d, o))(t), want)
				}
				if n := testing.AllocsPerRun(3, func() { must.Get(a.WithinDistance(ctx, d, o))(t) }); workers == 1 && n != 0 && !testenv.Race {
					t.Errorf("period %v: %v allocations", period, n)
				}
			}
		}
	}
	far := soa.New()
	must.Get(far.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	must.Get(far.AddCircle(soa.At(20*wide, 0, 0), 1, soa.Attrs{}))(t)
	_, _, a := crates()
	var q *query.QuestionError
	o := query.Options{Period: [2]float64{wide}, Walls: asker(t, index(t, far, query.Config{}), query.AskerConfig{})}
	if _, err := a.WithinDistance(ctx, 1, o); !errors.As(err, &q) || !strings.Contains(err.Error(), "Walls lie across") {
		t.Errorf("walls across 20 periods: %v", err)
	}
}

// TestSightEnds: where WithinDistance fails, it returns no rows, and all that it holds for walls is
// charged.
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
	a := asker(t, ix, query.AskerConfig{Workers: 1})
	o := query.Options{Walls: asker(t, index(t, walls, query.Config{}), query.AskerConfig{Workers: 1})}
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
	plain := asker(t, ix, query.AskerConfig{Workers: 1})
	rows := must.Get(plain.WithinDistance(ctx, 1, query.Options{HalfLists: true}))(t)
	a = asker(t, ix, query.AskerConfig{Workers: 1})
	seen := len(must.Get(a.WithinDistance(ctx, 1, o))(t).Answers)
	rays := len(rows.Answers)
	want := int64(n*(4+2*8) + rays*(1+8+4*8) + seen*4)
	if more := query.Held(a) - query.Held(plain); more < want {
		t.Errorf("%d bytes are charged for walls, %d are held", more, want)
	}
	// On a torus a pair has one ray for each period that holds walls.
	const period, lies = 20.0, 12
	far := soa.New()
	for range lies * lies {
		addAny(t, far, r, somewhere(r, 0, 0, lies*period), 0.2, soa.Attrs{})
	}
	o = query.Options{Walls: asker(t, index(t, far, query.Config{}), query.AskerConfig{Workers: 1}), Period: [2]float64{period, period}, HalfLists: true}
	a, plain = asker(t, ix, query.AskerConfig{Workers: 1}), asker(t, ix, query.AskerConfig{Workers: 1})
	must.Get(a.WithinDistance(ctx, 0.1, o))(t)
	o.Walls = nil
	rays = len(must.Get(plain.WithinDistance(ctx, 0.1, o))(t).Answers) * (lies - 2) * (lies - 2)
	if more, want := query.Held(a)-query.Held(plain), int64(min(rays, 1<<16)*(8+4*8)); more < want {
		t.Errorf("%d bytes are charged for walls on a torus, %d are held", more, want)
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
	a := asker(t, index(t, people, query.Config{}), query.AskerConfig{Workers: 1})
	o := query.Options{Walls: asker(t, index(t, walls, query.Config{}), query.AskerConfig{Workers: 1})}
	ask := func() { must.Get(a.WithinDistance(ctx, 1, o))(t) }
	ask()
	if n := testing.AllocsPerRun(5, ask); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Find the people within 3 of each other that see each other.
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
		a, err := ix.NewAsker(query.AskerConfig{})
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
