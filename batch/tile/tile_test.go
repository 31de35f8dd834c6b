// SPDX-License-Identifier: MIT

package tile_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/soa"
)

// sample is all shapes of a store, by their IDs in the order of storage.
func sample(t testing.TB, s *soa.Shapes, r tile.Reach) tile.Sample {
	t.Helper()
	b, err := tile.BoundsOf(s, r)
	if err != nil {
		t.Fatal(err)
	}
	var all tile.Sample
	for id := range s.All() {
		all.World = append(all.World, b.World(id))
		all.Boxes = append(all.Boxes, b.Box(id))
	}
	return all
}

// random is a scene of any kind of shapes: sizes over several orders of magnitude, giants
// across everything, several worlds, filters, and shapes whose edges lie on whole numbers,
// where the tests cut.
func random(t testing.TB, r *rand.Rand, n int, far float64) (*soa.Shapes, batch.Moves) {
	t.Helper()
	s := soa.New()
	side := math.Sqrt(float64(n))
	worlds := 1 + r.IntN(4)
	for range n {
		var attrs []soa.Attr
		if worlds > 1 {
			attrs = append(attrs, soa.InWorld(uint32(r.IntN(worlds)*r.IntN(worlds))))
		}
		switch r.IntN(12) {
		case 0:
			attrs = append(attrs, soa.Body(uint32(1+r.IntN(5))))
		case 1:
			attrs = append(attrs, soa.Group(int32(r.IntN(5)-2)))
		case 2:
			attrs = append(attrs, soa.Category(uint32(1+r.IntN(3))), soa.Mask(uint32(r.IntN(4))))
		case 3:
			attrs = append(attrs, soa.Static())
		}
		x, y := far+r.Float64()*side, r.Float64()*side
		switch r.IntN(8) {
		case 0: // edges on whole numbers
			batchtest.Box(t, s, far+math.Floor(r.Float64()*side), math.Floor(y), 1, 1, attrs...)
		case 1: // on one spot
			batchtest.Circle(t, s, far+math.Floor(side/2), math.Floor(side/2), 0.5, attrs...)
		case 2:
			size := 0.5
			if r.IntN(10) == 0 {
				size = side / 2 // a giant
			}
			batchtest.AddAny(t, s, r, soa.At(x, y, r.Float64()*7), size, attrs...)
		default:
			batchtest.AddAny(t, s, r, soa.At(x, y, r.Float64()*7), 0.05+0.6*r.Float64(), attrs...)
		}
	}
	m := batch.Moves{DX: soa.Attach[float32](s), DY: soa.Attach[float32](s), Turn: soa.Attach[float32](s)}
	for id := range s.All() {
		if r.IntN(3) > 0 {
			_ = m.DX.Set(id, float32(r.NormFloat64()*2)+3)
			_ = m.DY.Set(id, float32(r.NormFloat64()*2))
		}
		if r.IntN(4) == 0 {
			_ = m.Turn.Set(id, float32(r.NormFloat64()*3))
		}
		if r.IntN(40) == 0 {
			_ = m.DX.Set(id, float32(side)) // across everything
		}
	}
	return s, m
}

// grid cuts a world into so many tiles along whole numbers.
func grid(t testing.TB, worlds []uint32, nx, ny int, far, step float64) *tile.Plan {
	t.Helper()
	var parts []tile.Part
	tiles := 0
	for _, w := range worlds {
		p := tile.Part{From: w, To: w, Tile: tiles}
		for k := range ny {
			var x []float64
			for i := 1; i < nx; i++ {
				x = append(x, far+float64(i)*step)
			}
			p.X = append(p.X, x)
			if k > 0 {
				p.Y = append(p.Y, float64(k)*step)
			}
		}
		tiles += nx * ny
		parts = append(parts, p)
	}
	p, err := tile.New(tiles, parts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func equal(t testing.TB, what string, got, want *batch.Contacts) {
	t.Helper()
	strip := func(c *batch.Contacts) *batch.Contacts {
		d := c.Clone()
		e := &batch.Contacts{}
		e.Append(d)
		return e
	}
	g, w := strip(got), strip(want)
	if g.Len() != w.Len() {
		t.Fatalf("%s: %d contacts, one run has %d", what, g.Len(), w.Len())
	}
	if g.Len() > 0 && !bits(g, w) {
		t.Fatalf("%s: the %d contacts are not those of one run, bit for bit", what, g.Len())
	}
}

// bits compares all columns, numbers by their bits.
func bits(a, b *batch.Contacts) bool {
	f := func(x, y []float32) bool {
		return slices.EqualFunc(x, y, func(u, v float32) bool { return math.Float32bits(u) == math.Float32bits(v) })
	}
	ok := slices.Equal(a.A, b.A) && slices.Equal(a.B, b.B) && f(a.Depth, b.Depth) && f(a.NX, b.NX) && f(a.NY, b.NY) &&
		f(a.Time, b.Time) && f(a.AX, b.AX) && f(a.AY, b.AY) && f(a.BX, b.BX) && f(a.BY, b.BY) && slices.Equal(a.Points.N, b.Points.N)
	for k := range a.Points.N {
		for j := range int(a.Points.N[k]) {
			p, q := &a.Points, &b.Points
			ok = ok && f(p.X[j][k:k+1], q.X[j][k:k+1]) && f(p.Y[j][k:k+1], q.Y[j][k:k+1]) &&
				f(p.Depth[j][k:k+1], q.Depth[j][k:k+1]) && p.Feature[j][k] == q.Feature[j][k]
		}
	}
	return ok
}

var modes = []batch.Mode{batch.ModeOverlaps, batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance, batch.ModeSwept}

// TestUnion: the tiles of random scenes, of all kinds of plans, in every mode, give the
// answer of one run.
func TestUnion(t *testing.T) {
	r := batchtest.Seeded(t, 1)
	ctx := context.Background()
	rounds, n := 12, 400
	if batchtest.Full() {
		rounds, n = 30, 1200
	}
	contacts := 0
	for round := range rounds {
		far := []float64{0, 0, -1e6, 1e12}[r.IntN(4)]
		s, m := random(t, r, n/2+r.IntN(n/2), far)
		for _, mode := range modes {
			margin := []float64{0, 0.3, -0.05, 8}[r.IntN(4)] // the last is larger than tiles
			if mode == batch.ModeDistance {
				margin = 1.5
			}
			j := tile.Job{Reach: tile.Reach{Mode: mode, Margin: margin, Moves: m}, Options: []batch.Option{batch.Workers(1 + r.IntN(2)), batch.OpenSets(r.IntN(4) == 0)}}
			opts := append([]batch.Option{batch.InMode(mode), batch.Margin(margin), batch.Canonical(true), batch.Motion(m)}, j.Options...)
			want, _, err := batch.Collide(ctx, s, opts...)
			if err != nil {
				t.Fatal(err)
			}
			contacts += want.Len()
			all := sample(t, s, j.Reach)
			tiles := []int{1, 2, 7, 64, 1000}[r.IntN(5)]
			made, err := tile.Make(all, tiles)
			if err != nil {
				t.Fatal(err)
			}
			half := tile.NewSampler(len(all.Boxes) / 2)
			for i, b := range all.Boxes {
				half.Add(all.World[i], b)
			}
			drawn, err := tile.Make(half.Sample(), tiles)
			if err != nil {
				t.Fatal(err)
			}
			for name, p := range map[string]*tile.Plan{
				"made": made, "of a sample": drawn, "on edges": grid(t, []uint32{0, 2}, 1+r.IntN(9), 1+r.IntN(9), far, float64(1+r.IntN(3))), "none": {},
			} {
				got, err := p.Collide(ctx, s, j)
				if err != nil {
					t.Fatal(err)
				}
				equal(t, fmt.Sprintf("round %d, %v, margin %v, far %g, plan %s of %d tiles", round, mode, margin, far, name, p.Tiles()), got, want)
			}
		}
	}
	if contacts < 1000*rounds {
		t.Errorf("only %d contacts were compared", contacts)
	}
}

// TestJoinUnion: and so for one set against another.
func TestJoinUnion(t *testing.T) {
	r := batchtest.Seeded(t, 2)
	ctx := context.Background()
	for range 6 {
		a, ma := random(t, r, 300, 0)
		b, mb := random(t, r, 200, 0)
		for _, mode := range modes {
			j := tile.Job{Reach: tile.Reach{Mode: mode, Margin: 0.25, Moves: ma}, Other: mb}
			want, _, err := batch.Join(ctx, a, b, batch.InMode(mode), batch.Margin(0.25), batch.Canonical(true), batch.Motion(ma, mb))
			if err != nil {
				t.Fatal(err)
			}
			// The plan is made of the first set only: it is right for both.
			p, err := tile.Make(sample(t, a, j.Reach), 1+r.IntN(40))
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Join(ctx, a, b, j)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, mode.String(), got, want)
		}
	}
}

// TestExcluding: a caller's filter holds beside that by which tiles leave pairs to others.
func TestExcluding(t *testing.T) {
	r := batchtest.Seeded(t, 3)
	ctx := context.Background()
	a, _ := random(t, r, 400, 0)
	b, _ := random(t, r, 300, 0)
	of := func(s *soa.Shapes) *soa.Column[uint8] {
		c := soa.Attach[uint8](s)
		for id := range s.All() {
			if err := c.Set(id, 1<<r.IntN(8)&uint8(r.Uint32())); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	bitsA, bitsB := of(a), of(b)
	reach := tile.Reach{Mode: batch.ModeManifolds, Margin: 0.5}
	p, err := tile.Make(sample(t, a, reach), 20)
	if err != nil {
		t.Fatal(err)
	}
	opts := []batch.Option{batch.InMode(reach.Mode), batch.Margin(reach.Margin), batch.Canonical(true)}
	plain, _, err := batch.Collide(ctx, a, opts...)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := batch.Collide(ctx, a, append(opts, batch.Excluding(bitsA))...)
	if err != nil {
		t.Fatal(err)
	}
	if want.Len() == plain.Len() || want.Len() == 0 {
		t.Fatalf("%d of %d contacts are left", want.Len(), plain.Len())
	}
	got, err := p.Collide(ctx, a, tile.Job{Reach: reach, Excluding: []*soa.Column[uint8]{bitsA}})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "collide", got, want)
	for _, columns := range [][]*soa.Column[uint8]{{bitsA, bitsB}, {bitsA}, {nil, bitsB}} {
		all := []*soa.Column[uint8]{nil, nil}
		copy(all, columns)
		if want, _, err = batch.Join(ctx, a, b, append(opts, batch.Excluding(all...))...); err != nil {
			t.Fatal(err)
		}
		if got, err = p.Join(ctx, a, b, tile.Job{Reach: reach, Excluding: columns}); err != nil {
			t.Fatal(err)
		}
		equal(t, "join", got, want)
	}
	for name, j := range map[string]tile.Job{
		"of another store": {Reach: reach, Excluding: []*soa.Column[uint8]{bitsB}},
		"too many":         {Reach: reach, Excluding: []*soa.Column[uint8]{bitsA, bitsB}},
		"negative memory":  {Reach: reach, Memory: -1},
		"as an option":     {Reach: reach, Options: []batch.Option{batch.Excluding(bitsA)}},
	} {
		if _, err := p.Collide(ctx, a, j); !errors.Is(err, batch.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMemory: what shapes take while they are dealt, and contacts while they are gathered, is
// counted.
func TestMemory(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	for i := range 3000 {
		batchtest.Circle(t, s, float64(i%60), float64(i/60), 3)
	}
	reach := tile.Reach{Mode: batch.ModeContacts}
	p, err := tile.Make(sample(t, s, reach), 16)
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.Collide(ctx, s, tile.Job{Reach: reach, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	for name, limit := range map[string]int64{"dealing": 100 << 10, "gathering": 40 * int64(all.Len())} {
		var short *batch.MemoryError
		if _, err := p.Collide(ctx, s, tile.Job{Reach: reach, Memory: limit}); !errors.As(err, &short) || short.Limit > limit || short.Needed <= short.Limit {
			t.Errorf("%s in %d bytes: %v", name, limit, err)
		}
	}
	if got, err := p.Collide(ctx, s, tile.Job{Reach: reach, Memory: 3*all.Bytes() + 16<<20}); err != nil {
		t.Error(err)
	} else {
		equal(t, "enough", got, all)
	}
}

// TestShuffled: a plan of one scene serves the same shapes in another order, and storage in
// another order than that of IDs.
func TestShuffled(t *testing.T) {
	ctx := context.Background()
	r := batchtest.Seeded(t, 3)
	s, _ := random(t, r, 800, 0)
	p, err := tile.Make(sample(t, s, tile.Reach{}), 30)
	if err != nil {
		t.Fatal(err)
	}
	var ids []soa.ID
	for id := range s.All() {
		ids = append(ids, id)
	}
	slots := make([]uint32, len(ids))
	for i := range slots {
		slots[i] = uint32(i)
	}
	r.Shuffle(len(slots), func(i, k int) { slots[i], slots[k] = slots[k], slots[i] })
	shuffled := soa.New()
	if _, err := shuffled.AppendSlots(nil, s, slots); err != nil {
		t.Fatal(err)
	}
	j := tile.Job{Reach: tile.Reach{Mode: batch.ModeContacts}}
	for _, s := range []*soa.Shapes{shuffled, s} {
		got, err := p.Collide(ctx, s, j)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "shuffled", got, batchtest.Collide(t, s, batch.Canonical(true)))
	}
	// An engine that reorders moves shapes to other slots; and some are removed.
	e, err := batch.New(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids[:100] {
		if err := s.Remove(id); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		if _, err := e.Step(ctx); err != nil {
			t.Fatal(err)
		}
	}
	got, err := p.Collide(ctx, s, j)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "reordered", got, batchtest.Collide(t, s, batch.Canonical(true)))
}

// TestOwner: the tile of any point is the one that the cuts say, a box reaches the tiles of
// all its points, Reaches agrees with AppendTiles, and the owner of a pair is reached by both.
func TestOwner(t *testing.T) {
	r := batchtest.Seeded(t, 4)
	p := grid(t, []uint32{0, 3}, 5, 4, 0, 1)
	coordinate := func() float64 { return math.Round(r.Float64()*14-3) / 2 }
	for range 20_000 {
		w := uint32(r.IntN(5))
		box := func() tile.Box {
			b := tile.Box{MinX: coordinate(), MinY: coordinate()}
			b.MaxX, b.MaxY = b.MinX+math.Round(r.Float64()*6)/2, b.MinY+math.Round(r.Float64()*6)/2
			return b
		}
		a, b := box(), box()
		tiles := p.AppendTiles(nil, w, a)
		for k := range p.Tiles() {
			if p.Reaches(k, w, a) != slices.Contains(tiles, k) {
				t.Fatalf("box %v reaches %v, and Reaches says otherwise of %d", a, tiles, k)
			}
		}
		if !slices.IsSorted(tiles) || len(slices.Compact(slices.Clone(tiles))) != len(tiles) {
			t.Fatal(tiles)
		}
		for range 4 {
			x, y := a.MinX+r.Float64()*(a.MaxX-a.MinX), a.MinY+r.Float64()*(a.MaxY-a.MinY)
			if !slices.Contains(tiles, p.At(w, x, y)) {
				t.Fatalf("box %v reaches %v, and its point %v, %v is in %d", a, tiles, x, y, p.At(w, x, y))
			}
		}
		o := p.Owner(w, a, b)
		if a.Overlaps(b) && !(slices.Contains(tiles, o) && p.Reaches(o, w, b)) {
			t.Fatalf("boxes %v and %v overlap, and not both reach %d", a, b, o)
		}
		if a.Overlaps(b) {
			for k := range p.Tiles() {
				if p.Reaches(k, w, a) && p.Reaches(k, w, b) && (p.Early(k, w, a)&p.Early(k, w, b) == 0) != (k == o) {
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
	if got := p.AppendTiles(nil, 0, tile.Box{MinX: 1}); len(got) != 0 {
		t.Error("an empty box reaches", got)
	}
}

// TestFile: a plan is the same when it was written and read, and what is no plan is refused.
func TestFile(t *testing.T) {
	s, _ := random(t, batchtest.Seeded(t, 5), 500, 0)
	p, err := tile.Make(sample(t, s, tile.Reach{}), 20)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var q tile.Plan
	if err := json.Unmarshal(text, &q); err != nil {
		t.Fatal(err)
	}
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
	batchtest.Circle(t, s, 0, 0, 1)
	var p tile.Plan
	var none context.Context
	if _, err := p.Collide(ctx, s, tile.Job{Reach: tile.Reach{Mode: batch.ModePairs}}); !errors.Is(err, tile.ErrMode) {
		t.Error("ModePairs:", err)
	}
	for name, err := range map[string]error{
		"no shapes": second(tile.BoundsOf(nil, tile.Reach{})),
		"margin":    second(tile.BoundsOf(s, tile.Reach{Margin: math.NaN()})),
		"no tiles":  second(tile.Make(tile.Sample{}, 0)),
		"worlds":    second(tile.Make(tile.Sample{World: []uint32{1}}, 3)),
		"moves":     second(tile.BoundsOf(s, tile.Reach{Mode: batch.ModeSwept, Moves: batch.Moves{DX: soa.Attach[float32](soa.New())}})),
		"twice":     second(p.Join(ctx, s, s, tile.Job{})),
		"no ctx":    second(p.Collide(none, s, tile.Job{})),
	} {
		if !errors.Is(err, batch.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := p.Collide(ended, s, tile.Job{Reach: tile.Reach{Mode: batch.ModeContacts}}); !errors.Is(err, context.Canceled) {
		t.Error("cancelled:", err)
	}
	if c, err := p.Collide(ctx, soa.New(), tile.Job{Reach: tile.Reach{Mode: batch.ModeContacts}}); err != nil || c.Len() != 0 {
		t.Error("nothing:", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestBoxCovers: a box covers the AABB of batch, and of a moving shape all of its way.
func TestBoxCovers(t *testing.T) {
	r := batchtest.Seeded(t, 6)
	s, m := random(t, r, 500, 1e9)
	rest, err := tile.BoundsOf(s, tile.Reach{})
	if err != nil {
		t.Fatal(err)
	}
	moved, err := tile.BoundsOf(s, tile.Reach{Mode: batch.ModeSwept, Margin: 2, Moves: m})
	if err != nil {
		t.Fatal(err)
	}
	for id := range s.All() {
		sh, err := s.Shape(id)
		if err != nil {
			t.Fatal(err)
		}
		dx, _ := m.DX.Get(id)
		dy, _ := m.DY.Get(id)
		turn, _ := m.Turn.Get(id)
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

// TestBalance: on scenes that are hard to cut evenly the busiest of 64 tiles has at most 1.3
// times the mean of shapes and pairs, as the engine counts them, also if the plan comes from a
// part of the shapes: 1600 for each tile.
func TestBalance(t *testing.T) {
	const drawn = 100_000
	n := 150_000
	switch {
	case batchtest.Full():
		n = 1_000_000
	case testing.Short():
		t.Skip("the work of tiles is counted without the race detector, too")
	}
	for _, kind := range []scene.Kind{scene.Boxes, scene.Heavy, scene.Cluster} {
		s := batchtest.Filled(t, kind, n)
		reach := tile.Reach{Mode: batch.ModeOverlaps}
		all := sample(t, s, reach)
		part := tile.NewSampler(drawn)
		for i, b := range all.Boxes {
			part.Add(all.World[i], b)
		}
		for name, from := range map[string]tile.Sample{"all": all, "a part": part.Sample()} {
			p, err := tile.Make(from, 64)
			if err != nil {
				t.Fatal(err)
			}
			if p.Tiles() != 64 {
				t.Errorf("%v, %s: %d tiles", kind, name, p.Tiles())
			}
			var busiest, sum, shapes float64
			_, err = p.Collide(context.Background(), s, tile.Job{Reach: reach, Done: func(_ int, st batch.Stats) {
				work := float64(st.Shapes + st.Candidates)
				busiest, sum, shapes = max(busiest, work), sum+work, shapes+float64(st.Shapes)
			}})
			if err != nil {
				t.Fatal(err)
			}
			ratio := busiest / (sum / 64)
			t.Logf("%v, of %s: the busiest has %.2f times the mean; shapes are in %.3f tiles", kind, name, ratio, shapes/float64(n))
			if limit := 1.3; ratio > limit {
				t.Errorf("%v, of %s: the busiest of 64 tiles has %.2f times the mean", kind, name, ratio)
			}
			loads, err := p.Loads(from)
			if err != nil {
				t.Fatal(err)
			}
			total := tile.Load{}
			for _, l := range loads {
				total.Shapes, total.Pairs = total.Shapes+l.Shapes, total.Pairs+l.Pairs
			}
			if math.Abs(total.Shapes/shapes-1) > 0.05 {
				t.Errorf("%v, of %s: Loads says %.0f shapes, there are %.0f", kind, name, total.Shapes, shapes)
			}
		}
	}
}

// TestWorlds: many small worlds are packed, a large one is cut, and no tile has much more
// than others.
func TestWorlds(t *testing.T) {
	r := batchtest.Seeded(t, 7)
	var s tile.Sample
	add := func(world uint32, n int, side float64) {
		for range n {
			x, y := r.Float64()*side, r.Float64()*side
			s.World, s.Boxes = append(s.World, world), append(s.Boxes, tile.Box{MinX: x, MinY: y, MaxX: x + 1, MaxY: y + 1})
		}
	}
	for w := range uint32(500) {
		add(2*w, 20+r.IntN(20), 10)
	}
	add(333, 20_000, 200)
	p, err := tile.Make(s, 20)
	if err != nil {
		t.Fatal(err)
	}
	loads, err := p.Loads(s)
	if err != nil {
		t.Fatal(err)
	}
	var most, sum float64
	for _, l := range loads {
		most, sum = max(most, l.Work()), sum+l.Work()
	}
	if p.Tiles() != 20 || most > 1.2*sum/20 {
		t.Errorf("%d tiles, the busiest has %.2f times the mean: %+v", p.Tiles(), most/(sum/20), loads)
	}
	if n := len(p.Parts()); n > 25 {
		t.Errorf("%d entries for 501 worlds", n)
	}
	// Not enough to cut, or nothing at all.
	for _, s := range []tile.Sample{{}, {Boxes: slices.Repeat([]tile.Box{{MaxX: 1, MaxY: 1}}, 50)}} {
		if p, err := tile.Make(s, 9); err != nil || p.Tiles() != 1 {
			t.Errorf("%d boxes on one spot: %+v, %v", len(s.Boxes), p, err)
		}
	}
	if !reflect.DeepEqual(loads, must(p.Loads(s))) {
		t.Error("loads differ")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
