// SPDX-License-Identifier: MIT

package tile_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
	"daylight/soa"
)

// TestOwner: the tile of any point is the one that the cuts say, a box covers the tiles of
// all its points, Reaches agrees with AppendTiles, and the owner of a pair is covered by both.
func TestOwner(t *testing.T) {
	r := testenv.Rand(t, 4)
	p := grid(t, []uint32{0, 3}, 5, 4, 0, 1)
	coordinate := func() float64 { return math.Round(r.Float64()*14-3) / 2 }
	for range 20_000 {
		w := uint32(r.IntN(5))
		box := func() region.Box {
			b := region.Box{MinX: coordinate(), MinY: coordinate()}
			b.MaxX, b.MaxY = b.MinX+math.Round(r.Float64()*6)/2, b.MinY+math.Round(r.Float64()*6)/2
			return b
		}
		a, b := box(), box()
		tiles := p.AppendTiles(nil, w, a)
		for k := range p.Tiles() {
			if p.Reaches(k, w, w, a) != slices.Contains(tiles, k) {
				t.Fatalf("box %v covers %v, and Reaches says otherwise of %d", a, tiles, k)
			}
		}
		if !slices.IsSorted(tiles) || len(slices.Compact(slices.Clone(tiles))) != len(tiles) {
			t.Fatal(tiles)
		}
		for range 4 {
			x, y := a.MinX+r.Float64()*(a.MaxX-a.MinX), a.MinY+r.Float64()*(a.MaxY-a.MinY)
			if !slices.Contains(tiles, p.At(w, x, y)) {
				t.Fatalf("box %v covers %v, and its point %v, %v is in %d", a, tiles, x, y, p.At(w, x, y))
			}
		}
		o := p.Owner(w, a, b)
		if a.Meets(b) && !(slices.Contains(tiles, o) && p.Reaches(o, w, w, b)) {
			t.Fatalf("boxes %v and %v overlap, and not both cfg %d", a, b, o)
		}
		if a.Meets(b) {
			for k := range p.Tiles() {
				if p.Reaches(k, w, w, a) && p.Reaches(k, w, w, b) && (p.Early(k, w, a)&p.Early(k, w, b) == 0) != (k == o) {
					t.Fatalf("boxes %v and %v, which %d owns, are early by %b and %b in %d", a, b, o, p.Early(k, w, a), p.Early(k, w, b), k)
				}
			}
		}
		if w == 0 {
			band, column := max(0, min(3, int(math.Floor(a.MinY)))), max(0, min(4, int(math.Floor(a.MinX))))
			if got := p.At(0, a.MinX, a.MinY); got != band*5+column {
				t.Fatalf("%v, %v is in tile %d", a.MinX, a.MinY, got)
			}
		}
	}
	if got := p.AppendTiles(nil, 0, region.Box{MinX: 1}); len(got) != 0 {
		t.Error("an empty box covers", got)
	}
}

// TestFile: a plan is the same when it was written and read, and what is no plan is refused.
func TestFile(t *testing.T) {
	s, _ := random(t, testenv.Rand(t, 5), 500, 0)
	p := must.Get(tile.Make(sample(t, s, batch.Config{}), 20))(t)
	text := must.Get(json.Marshal(p))(t)
	var q tile.Plan
	must.Do(t, json.Unmarshal(text, &q))
	if again, err := json.Marshal(&q); err != nil || string(again) != string(text) || q.Tiles() != p.Tiles() {
		t.Errorf("%s became %s, %v", text, again, err)
	}
	for _, bad := range []string{
		`{}`, `{"tiles":0}`, `{"tiles":-1}`, `{"tiles":1e9}`, `{"tile":3}`, `{"tiles":1,"worlds":[{"from":2,"to":1}]}`,
		`{"tiles":1,"worlds":[{"from":0,"to":0,"tile":1}]}`, `{"tiles":1,"worlds":[{"from":0,"to":0,"tile":-1}]}`,
		`{"tiles":3,"worlds":[{"from":0,"to":0,"y":[1]}]}`, `{"tiles":2,"worlds":[{"from":0,"to":1,"x":[[1]]}]}`,
		`{"tiles":3,"worlds":[{"from":0,"to":0,"x":[[1,1]]}]}`, `{"tiles":2,"worlds":[{"from":0,"to":0,"tile":1,"x":[[1]]}]}`,
		`{"tiles":3,"worlds":[{"from":0,"to":0,"x":[[2,1]]}]}`, `{"tiles":2,"worlds":[{"from":0,"to":5},{"from":5,"to":6}]}`,
	} {
		var q tile.Plan
		if err := json.Unmarshal([]byte(bad), &q); !errors.Is(err, tile.ErrPlan) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	var one tile.Plan
	if err := json.Unmarshal([]byte(`{"tiles":1}`), &one); err != nil || one.At(77, 1, 2) != 0 {
		t.Error("a plan of one tile:", err)
	}
}

// TestRefused: what makes no sense, and what cannot be cut.
func TestRefused(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	batchtest.Circle(t, s, 0, 0, 1, soa.Attrs{})
	var p tile.Plan
	var none context.Context
	if _, err := p.Collide(ctx, s, batch.Config{Mode: batch.ModePairs}); !errors.Is(err, batch.ErrArgument) {
		t.Error("ModePairs:", err)
	}
	for name, err := range map[string]error{
		"no shapes": second(tile.BoundsOf(nil, batch.Config{})),
		"margin":    second(tile.BoundsOf(s, batch.Config{Margin: math.NaN()})),
		"no tiles":  second(tile.Make(tile.Sample{}, 0)),
		"worlds":    second(tile.Make(tile.Sample{World: []uint32{1}}, 3)),
		"moves":     second(tile.BoundsOf(s, batch.Config{Mode: batch.ModeSwept, Columns: batch.Columns{VX: soa.Attach[float32](soa.New())}})),
		"twice":     second(p.Join(ctx, s, s, batch.Config{})),
		"no ctx":    second(p.Collide(none, s, batch.Config{})),
	} {
		if !errors.Is(err, batch.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := p.Collide(ended, s, batch.Config{Mode: batch.ModeContacts}); !errors.Is(err, context.Canceled) {
		t.Error("cancelled:", err)
	}
	if c, err := p.Collide(ctx, soa.New(), batch.Config{Mode: batch.ModeContacts}); err != nil || c.Len() != 0 {
		t.Error("nothing:", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestBoxCovers: a box covers the AABB of batch, and of a moving shape all of its way.
func TestBoxCovers(t *testing.T) {
	r := testenv.Rand(t, 6)
	s, m := random(t, r, 500, 1e9)
	rest := must.Get(tile.BoundsOf(s, batch.Config{}))(t)
	moved := must.Get(tile.BoundsOf(s, batch.Config{Mode: batch.ModeSwept, Margin: 2, Columns: m}))(t)
	for id := range s.All() {
		sh := must.Get(s.Shape(id))(t)
		dx, _ := m.VX.Get(id)
		dy, _ := m.VY.Get(id)
		turn, _ := m.Spin.Get(id)
		for _, u := range []float64{0, 0.25, 0.5, 1} {
			p, b, grow := sh.Pose, rest.Box(id), sh.Radius
			if u > 0 {
				sn, cs := math.Sincos(math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C)) + u*float64(turn))
				p = soa.Pose{X: p.X + u*float64(dx), Y: p.Y + u*float64(dy), C: float32(cs), S: float32(sn)}
			}
			if u > 0 {
				b, grow = moved.Box(id), grow+1
			}
			const ulp = 1e-7 // of 1e9, and of what is computed here
			for _, v := range sh.Vertices {
				q := p.Transform(v)
				if q.X-grow < b.MinX-ulp || q.Y-grow < b.MinY-ulp || q.X+grow > b.MaxX+ulp || q.Y+grow > b.MaxY+ulp {
					t.Fatalf("%v of %v at time %v: %v grown by %v is not in %v", v, sh, u, q, grow, b)
				}
			}
		}
	}
}

// TestBoxOutward: no side of a box is within the shape by as little as one rounding, wherever the shape
// is: two shapes that touch, also within half a margin each, have boxes that meet.
func TestBoxOutward(t *testing.T) {
	r := testenv.Rand(t, 8)
	rounded := 0 // how often the nearest number would not do
	for range 2000 {
		s := soa.New()
		x, y := r.NormFloat64()*math.Exp2(float64(r.IntN(50))), r.NormFloat64()*math.Exp2(float64(r.IntN(50)))
		radius := r.Float32() * 10
		id := must.Get(s.AddCircle(soa.Pose{X: x, Y: y, C: 1}, float64(radius), soa.Attrs{}))(t)
		margin := 2 * r.Float64() * float64(r.IntN(2))
		bounds := must.Get(tile.BoundsOf(s, batch.Config{Margin: margin}))(t)
		b := bounds.Box(id)
		for _, side := range []struct{ at, sign, is float64 }{{x, -1, b.MinX}, {y, -1, b.MinY}, {x, 1, b.MaxX}, {y, 1, b.MaxY}} {
			reach := new(big.Float).SetPrec(400).SetFloat64(float64(radius))
			reach.Add(reach, new(big.Float).SetFloat64(margin/2))
			exact := reach.Mul(reach, big.NewFloat(side.sign))
			exact.Add(exact, new(big.Float).SetFloat64(side.at))
			if c := big.NewFloat(side.is).Cmp(exact); c != 0 && float64(c) != side.sign {
				t.Fatalf("a circle of radius %v at %v with margin %v: its box ends at %v, within it", radius, side.at, margin, side.is)
			}
			if near, _ := exact.Float64(); big.NewFloat(near).Cmp(exact) == -int(side.sign) {
				rounded++
			}
		}
	}
	if rounded < 1000 {
		t.Errorf("only %d sides had to be rounded outward", rounded)
	}
}

// TestBalance: on scenes that are hard to cut evenly the busiest of 64 tiles has at most 1.3
// times the mean of shapes and pairs, as the engine counts them, also if the plan comes from a
// part of the shapes: 1600 for each tile.
func TestBalance(t *testing.T) {
	const drawn = 100_000
	n := 150_000
	switch {
	case testenv.Full():
		n = 1_000_000
	case testing.Short():
		t.Skip("the work of tiles is counted without the race detector, too")
	}
	for _, kind := range []scene.Kind{scene.Boxes, scene.Heavy, scene.Cluster} {
		s := batchtest.Filled(t, kind, n, soa.Attrs{})
		cfg := batch.Config{Mode: batch.ModeOverlaps}
		all := sample(t, s, cfg)
		part := tile.NewSampler(drawn)
		for i, b := range all.Boxes {
			part.Add(all.World[i], b)
		}
		for name, from := range map[string]tile.Sample{"all": all, "a part": part.Sample()} {
			p := must.Get(tile.Make(from, 64))(t)
			if p.Tiles() != 64 {
				t.Errorf("%v, %s: %d tiles", kind, name, p.Tiles())
			}
			var busiest, sum, shapes float64
			must.Get(p.CollideEach(context.Background(), s, cfg, func(_ int, st batch.Stats) {
				work := float64(st.Shapes + st.Candidates)
				busiest, sum, shapes = max(busiest, work), sum+work, shapes+float64(st.Shapes)
			}))(t)
			ratio := busiest / (sum / 64)
			t.Logf("%v, of %s: the busiest has %.2f times the mean; shapes are in %.3f tiles", kind, name, ratio, shapes/float64(n))
			if limit := 1.3; ratio > limit {
				t.Errorf("%v, of %s: the busiest of 64 tiles has %.2f times the mean", kind, name, ratio)
			}
			reach, _ := must.Both(p.Loads(from))(t)
			total := 0.0
			for _, n := range reach {
				total += n
			}
			if math.Abs(total/shapes-1) > 0.05 {
				t.Errorf("%v, of %s: Loads says %.0f shapes, there are %.0f", kind, name, total, shapes)
			}
		}
	}
}

// TestOverlapping: where 3,000 shapes are larger than tiles, and nearly all overlap each other, the busiest
// of 16 tiles has at most 1.1 times the mean of the pairs that there are, and Loads says so.
func TestOverlapping(t *testing.T) {
	testenv.Sequential(t)
	r := testenv.Rand(t, 9)
	for name, box := range map[string]func() (x, y, radius float64){
		"crowded": func() (x, y, radius float64) { return r.NormFloat64() * 10, r.NormFloat64() * 10, 10 },
		"piled":   func() (x, y, radius float64) { return r.Float64() * 10, r.Float64() * 10, 30 },
		"mixed":   func() (x, y, radius float64) { return r.NormFloat64() * 10, r.NormFloat64() * 10, r.ExpFloat64() * 5 },
	} {
		var s tile.Sample
		for range 3000 {
			x, y, radius := box()
			s.Boxes = append(s.Boxes, region.Box{MinX: x - radius, MinY: y - radius, MaxX: x + radius, MaxY: y + radius})
		}
		p := must.Get(tile.Make(s, 16))(t)
		_, told := must.Both(p.Loads(s))(t)
		pairs, all := make([]float64, 16), 0.0
		for i, a := range s.Boxes {
			for _, b := range s.Boxes[:i] {
				if a.Meets(b) {
					pairs[p.Owner(0, a, b)]++
					all++
				}
			}
		}
		for k, n := range pairs {
			if n > 1.1*all/16 || math.Abs(told[k]-n) > 0.1*all/16 {
				t.Errorf("%s: tile %d has %.0f pairs, the mean is %.0f, and Loads says %.0f", name, k, n, all/16, told[k])
			}
		}
	}
}

// TestWorlds: many small worlds are packed, a large one is cut, and no tile has much more
// than others.
func TestWorlds(t *testing.T) {
	r := testenv.Rand(t, 7)
	var s tile.Sample
	add := func(world uint32, n int, side float64) {
		for range n {
			x, y := r.Float64()*side, r.Float64()*side
			s.World, s.Boxes = append(s.World, world), append(s.Boxes, region.Box{MinX: x, MinY: y, MaxX: x + 1, MaxY: y + 1})
		}
	}
	for w := range uint32(500) {
		add(2*w, 20+r.IntN(20), 10)
	}
	add(333, 20_000, 200)
	p := must.Get(tile.Make(s, 20))(t)
	shapes, pairs := must.Both(p.Loads(s))(t)
	var most, sum float64
	for i, n := range shapes {
		most, sum = max(most, n+pairs[i]), sum+(n+pairs[i])
	}
	if p.Tiles() != 20 || most > 1.2*sum/20 {
		t.Errorf("%d tiles, the busiest has %.2f times the mean: %v and %v", p.Tiles(), most/(sum/20), shapes, pairs)
	}
	if n := len(p.Parts()); n > 25 {
		t.Errorf("%d entries for 501 worlds", n)
	}
	// Not enough to cut, or nothing at all.
	for _, s := range []tile.Sample{{}, {Boxes: slices.Repeat([]region.Box{{MaxX: 1, MaxY: 1}}, 50)}} {
		if p, err := tile.Make(s, 9); err != nil || p.Tiles() != 1 {
			t.Errorf("%d boxes on one spot: %+v, %v", len(s.Boxes), p, err)
		}
	}
	if again, also, err := p.Loads(s); err != nil || !slices.Equal(again, shapes) || !slices.Equal(also, pairs) {
		t.Error("loads differ")
	}
}
