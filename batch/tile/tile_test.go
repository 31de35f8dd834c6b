// SPDX-License-Identifier: MIT

package tile_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/internal/answer"
	"daylight/internal/batchtest"
	"daylight/internal/memory"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/region"
	"daylight/soa"
)

// sample is all shapes of a store, by their IDs in the order of storage.
func sample(t testing.TB, s *soa.Shapes, cfg batch.Config) tile.Sample {
	t.Helper()
	b := must.Get(tile.BoundsOf(s, cfg))(t)
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
func random(t testing.TB, r *rand.Rand, n int, far float64) (*soa.Shapes, batch.Columns) {
	t.Helper()
	s := soa.New()
	side := math.Sqrt(float64(n))
	worlds := 1 + r.IntN(4)
	for range n {
		var attrs soa.Attrs
		if worlds > 1 {
			attrs.World = uint32(r.IntN(worlds) * r.IntN(worlds))
		}
		switch r.IntN(12) {
		case 0:
			attrs.Body = uint32(1 + r.IntN(5))
		case 1:
			attrs.Group = int32(r.IntN(5) - 2)
		case 2:
			attrs.Category = uint32(1 + r.IntN(3))
			attrs.Ignore = ^uint32(r.IntN(4))
		case 3:
			attrs.Static = true
		}
		x, y := far+r.Float64()*side, r.Float64()*side
		switch r.IntN(8) {
		case 0: // edges on whole numbers
			batchtest.Box(t, s, far+math.Floor(r.Float64()*side), math.Floor(y), 1, 1, attrs)
		case 1: // on one spot
			batchtest.Circle(t, s, far+math.Floor(side/2), math.Floor(side/2), 0.5, attrs)
		case 2:
			size := 0.5
			if r.IntN(10) == 0 {
				size = side / 2 // a giant
			}
			batchtest.AddAny(t, s, r, soa.At(x, y, r.Float64()*7), size, attrs)
		default:
			batchtest.AddAny(t, s, r, soa.At(x, y, r.Float64()*7), 0.05+0.6*r.Float64(), attrs)
		}
	}
	m := batch.Columns{VX: soa.Attach[float32](s), VY: soa.Attach[float32](s), Spin: soa.Attach[float32](s)}
	for id := range s.All() {
		if r.IntN(3) > 0 {
			_ = m.VX.Set(id, float32(r.NormFloat64()*2)+3)
			_ = m.VY.Set(id, float32(r.NormFloat64()*2))
		}
		if r.IntN(4) == 0 {
			_ = m.Spin.Set(id, float32(r.NormFloat64()*3))
		}
		if r.IntN(40) == 0 {
			_ = m.VX.Set(id, float32(side)) // across everything
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
	return must.Get(tile.New(tiles, parts))(t)
}

func equal(t testing.TB, what string, got, want *batch.Contacts) {
	t.Helper()
	strip := func(c *batch.Contacts) *batch.Contacts {
		d := c.Clone()
		e := &batch.Contacts{}
		answer.Of(e).Append(d)
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
		f(a.Time, b.Time)
	for k := range a.Points {
		ok = ok && slices.EqualFunc(a.Points[k], b.Points[k], func(p, q batch.Point) bool {
			return f([]float32{p.X, p.Y, p.Depth}, []float32{q.X, q.Y, q.Depth}) && p.Feature == q.Feature
		})
	}
	return ok
}

var modes = []batch.Mode{batch.ModeOverlaps, batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance, batch.ModeSwept}

// TestUnion: the tiles of random scenes, of all kinds of plans, in every mode, give the
// answer of one run.
func TestUnion(t *testing.T) {
	r := testenv.Rand(t, 1)
	ctx := context.Background()
	rounds, n := 12, 400
	if testenv.Full() {
		rounds, n = 30, 1200
	}
	if testenv.Race {
		rounds = 4
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
			cfg := batch.Config{Mode: mode, Margin: margin, Canonical: true, Workers: 1 + r.IntN(2), Strict: r.IntN(4) == 0}
			if mode == batch.ModeSwept {
				cfg.Columns = m
			}
			if margin == 0 && r.IntN(2) == 0 { // whatever it says, it says the same
				cfg.Decide = func(a, b soa.ID, _ region.Verdict) region.Verdict {
					return region.Verdict((a.Index() + 2*b.Index()) % 3)
				}
			}
			want, _ := must.Both(batch.Collide(ctx, s, cfg))(t)
			contacts += want.Len()
			all := sample(t, s, cfg)
			tiles := []int{1, 2, 7, 64, 1000}[r.IntN(5)]
			made := must.Get(tile.Make(all, tiles))(t)
			half := tile.NewSampler(len(all.Boxes) / 2)
			for i, b := range all.Boxes {
				half.Add(all.World[i], b)
			}
			drawn := must.Get(tile.Make(half.Sample(), tiles))(t)
			for name, p := range map[string]*tile.Plan{
				"made": made, "of a sample": drawn, "on edges": grid(t, []uint32{0, 2}, 1+r.IntN(9), 1+r.IntN(9), far, float64(1+r.IntN(3))), "none": {},
			} {
				got := must.Get(p.Collide(ctx, s, cfg))(t)
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
	r := testenv.Rand(t, 2)
	ctx := context.Background()
	for range 6 {
		a, ma := random(t, r, 300, 0)
		b, mb := random(t, r, 200, 0)
		for _, mode := range modes {
			cfg := batch.Config{Mode: mode, Margin: 0.25, Canonical: true}
			if mode == batch.ModeSwept {
				cfg.Columns, cfg.Other = ma, mb
			}
			want, _ := must.Both(batch.Join(ctx, a, b, cfg))(t)
			// The plan is made of the first set only: it is right for both.
			p := must.Get(tile.Make(sample(t, a, cfg), 1+r.IntN(40)))(t)
			got := must.Get(p.Join(ctx, a, b, cfg))(t)
			equal(t, mode.String(), got, want)
		}
	}
}

// TestUnfit: what tiles cannot honour is an error.
func TestUnfit(t *testing.T) {
	ctx := context.Background()
	a, m := random(t, testenv.Rand(t, 3), 100, 0)
	b, _ := random(t, testenv.Rand(t, 4), 100, 0)
	exclude := batch.Columns{Exclude: soa.Attach[uint8](a)}
	var p tile.Plan
	for name, cfg := range map[string]batch.Config{
		"exclude":         {Columns: exclude},
		"a second set":    {Mode: batch.ModeSwept, Columns: m, Other: m},
		"negative memory": {MemoryLimit: -1},
		"a list":          {Skin: 8},
		"events":          {Events: true},
		"an axis":         {Columns: m, OpposeWithin: 1},
		"velocities":      {Columns: m},
	} {
		if _, err := p.Collide(ctx, a, cfg); !errors.Is(err, batch.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, cfg := range map[string]batch.Config{"exclude": {Other: exclude}, "velocities": {Other: m}} {
		if _, err := p.Join(ctx, b, a, cfg); !errors.Is(err, batch.ErrArgument) {
			t.Errorf("join, %s: %v", name, err)
		}
	}
	var panicked *batch.PanicError
	if _, err := p.Collide(ctx, a, batch.Config{OnProgress: func(_, _ int) { panic("mine") }}); !errors.As(err, &panicked) || !strings.Contains(panicked.Error(), "given to OnProgress") {
		t.Errorf("a panic: %v", err)
	}
}

// TestMemory: what shapes take while they are dealt, and contacts while they are gathered, is
// counted.
func TestMemory(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	for i := range 3000 {
		batchtest.Circle(t, s, float64(i%60), float64(i/60), 3, soa.Attrs{})
	}
	cfg := batch.Config{Mode: batch.ModeContacts}
	p := must.Get(tile.Make(sample(t, s, cfg), 16))(t)
	all := must.Get(p.Collide(ctx, s, batch.Config{MemoryLimit: 1 << 30}))(t)
	for name, limit := range map[string]int64{"dealing": 100 << 10, "gathering": 40 * int64(all.Len())} {
		var short *batch.LimitError
		if _, err := p.Collide(ctx, s, batch.Config{MemoryLimit: limit}); !errors.As(err, &short) || short.Option != "MemoryLimit" || short.Limit > limit || short.Needed <= short.Limit {
			t.Errorf("%s in %d bytes: %v", name, limit, err)
		}
	}
	if got, err := p.Collide(ctx, s, batch.Config{MemoryLimit: 3*answer.Of(all).Bytes() + 16<<20}); err != nil {
		t.Error(err)
	} else {
		equal(t, "enough", got, all)
	}
	if got, err := p.Collide(ctx, s, batch.Config{}); err != nil {
		t.Error(err)
	} else {
		equal(t, "the default", got, all)
	}
	if got := tile.MemoryLimit(0); got != memory.Default {
		t.Errorf("a limit of 0 stands for %d bytes; want %d", got, memory.Default)
	}
}

// TestShuffled: a plan of one scene serves the same shapes in another order, and storage in
// another order than that of IDs.
func TestShuffled(t *testing.T) {
	ctx := context.Background()
	r := testenv.Rand(t, 3)
	s, _ := random(t, r, 800, 0)
	p := must.Get(tile.Make(sample(t, s, batch.Config{}), 30))(t)
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
	must.Do(t, store.Of(shuffled).AppendSlots(new([]soa.ID), s, slots))
	cfg := batch.Config{Mode: batch.ModeContacts}
	for _, s := range []*soa.Shapes{shuffled, s} {
		got := must.Get(p.Collide(ctx, s, cfg))(t)
		equal(t, "shuffled", got, batchtest.Collide(t, s, batch.Config{Canonical: true}))
	}
	// An engine that reorders moves shapes to other slots; and some are removed.
	e := must.Get(batch.New(s, batch.Config{}))(t)
	for _, id := range ids[:100] {
		must.Do(t, s.Remove(id))
	}
	for range 3 {
		must.Get(e.Step(ctx))(t)
	}
	got := must.Get(p.Collide(ctx, s, cfg))(t)
	equal(t, "reordered", got, batchtest.Collide(t, s, batch.Config{Canonical: true}))
}

// TestRefusesWithoutShapes: a Config that makes no sense is refused where no tile has shapes, too.
func TestRefusesWithoutShapes(t *testing.T) {
	p := must.Get(tile.New(1, nil))(t)
	full := soa.New()
	must.Get(full.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	for _, cfg := range []batch.Config{{Workers: -1}, {Events: true}, {Skin: 4}, {Kernels: "abacus"}, {Duration: 2}, {Mode: 99}} {
		if _, err := p.Collide(context.Background(), soa.New(), cfg); !errors.Is(err, batch.ErrArgument) {
			t.Errorf("Collide, %+v: %v", cfg, err)
		}
		if _, err := p.Join(context.Background(), full, soa.New(), cfg); !errors.Is(err, batch.ErrArgument) {
			t.Errorf("Join, %+v: %v", cfg, err)
		}
	}
}
