// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"encoding/binary"
	"hash"
	"hash/fnv"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// TestGolden holds the answers of every kind, on every table and with 1, 2, 3 and 8
// workers, against a hash that is the same on every platform.
func TestGolden(t *testing.T) {
	const (
		golden    = uint64(0xbc006293f799a8d0)
		more      = uint64(0xa9f296bd359f02dc)
		moreAlone = uint64(0x56add4e125e125b6) // with questions asked one at a time
	)
	ctx := context.Background()
	s, l := scatter(t, 2000)
	r := seeded(t, 76)
	rays, p := randomRays(l, r, 800), randomPoints(l, r, 800)
	windows := boxColumns{MinX: p.X, MinY: p.Y}
	c := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
	for i := range p.X {
		windows.MaxX, windows.MaxY = append(windows.MaxX, p.X[i]+float64(3*r.Float64())), append(windows.MaxY, p.Y[i]+float64(3*r.Float64()))
		if i < 200 {
			addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], 7*r.Float64()), 0.7, soa.Attrs{})
			c.DX, c.DY, c.Turn = append(c.DX, 9*r.Float64()), append(c.DY, -9*r.Float64()), append(c.Turn, r.Float64())
		}
	}
	for _, table := range tables() {
		ix := index(t, s, query.Config{Kernels: table.Name})
		for _, workers := range []int{1, 2, 3, 8} {
			defer query.SortFrom(query.SortFrom(workers % 2 << 30))
			a := asker(t, ix, query.AskerConfig{Workers: workers})
			sum := fnv.New64a()
			put := func(v any, err error) {
				must.Do(t, err)
				must.Do(t, binary.Write(sum, binary.LittleEndian, v))
			}
			offsets := func(o []int) {
				for _, v := range o {
					put(int64(v), nil)
				}
			}
			h, err := rays.first(ctx, a)
			put(column(h, func(h query.Hit) soa.ID { return h.Shape }), err)
			put(column(h, func(h query.Hit) float64 { return h.Fraction }), nil)
			put(column(h, func(h query.Hit) float64 { return h.X }), nil)
			put(column(h, func(h query.Hit) float32 { return h.NX }), nil)
			all, err := rays.inside(true).all(ctx, a)
			put(column(all.Answers, func(h query.Hit) float64 { return h.Fraction }), err)
			offsets(all.Offsets)
			h, err = c.cast(ctx, a)
			put(column(h, func(h query.Hit) soa.ID { return h.Shape }), err)
			put(column(h, func(h query.Hit) float32 { return float32(h.Fraction) }), nil)
			put(column(h, func(h query.Hit) float64 { return h.X }), nil)
			overlaps := func(o *query.Rows[query.Overlap], err error) {
				put(column(o.Answers, func(v query.Overlap) soa.ID { return v.Shape }), err)
				put(column(o.Answers, func(v query.Overlap) float32 { return v.Depth }), nil)
				put(column(o.Answers, func(v query.Overlap) float32 { return v.NX }), nil)
				offsets(o.Offsets)
			}
			ids := func(o *query.Rows[soa.ID], err error) {
				put(o.Answers, err)
				offsets(o.Offsets)
			}
			overlaps(p.within(0.25).overlap(ctx, a))
			ids(windows.aabbs(ctx, a))
			overlaps(windows.overlap(ctx, a))
			overlaps(c.overlap(ctx, a))
			ids(c.cover(ctx, a))
			near := func(k *query.Rows[query.Neighbour], err error) {
				put(column(k.Answers, func(v query.Neighbour) soa.ID { return v.Shape }), err)
				put(column(k.Answers, func(v query.Neighbour) float32 { return v.Distance }), nil)
				put(column(k.Answers, func(v query.Neighbour) float64 { return v.X }), nil)
			}
			near(p.nearest(ctx, a, 5))
			rows, err := a.WithinDistance(ctx, 1, query.Options{})
			put(rows.Answers, err)
			if got := sum.Sum64(); got != golden {
				t.Errorf("%s, %d workers: %#x, want %#x", table.Name, workers, got, golden)
			}
			sum.Reset()
			any, err := rays.any(ctx, a)
			put(any, err)
			k, err := c.nearest(ctx, a, 5)
			near(k, err)
			put(column(k.Answers, func(v query.Neighbour) float64 { return v.QY }), nil)
			for _, o := range []query.Options{{HalfLists: true}, {Centres: true}, {HalfLists: true, Centres: true}} {
				rows, err := a.WithinDistance(ctx, 1, o)
				put(rows.Answers, err)
				offsets(rows.Offsets)
			}
			want := more
			if workers == 1 {
				want = moreAlone
				alone(t, sum, ix, &rays, &windows, &c)
			}
			if got := sum.Sum64(); got != want {
				t.Errorf("%s, %d workers, the rest: %#x, want %#x", table.Name, workers, got, want)
			}
		}
	}
}

// column is one field of some answers.
func column[T, V any](answers []T, of func(T) V) []V {
	c := make([]V, len(answers))
	for i, v := range answers {
		c[i] = of(v)
	}
	return c
}

// alone adds to a hash what questions asked one at a time are answered.
func alone(t *testing.T, sum hash.Hash, ix *query.Index, rays *rayColumns, b *boxColumns, c *castColumns) {
	t.Helper()
	put := func(v any, err error) {
		t.Helper()
		must.Do(t, err)
		must.Do(t, binary.Write(sum, binary.LittleEndian, v))
	}
	overlaps := func(o []query.Overlap, err error) { put(o, err) }
	shapes := func(o []query.Overlap, err error) {
		put(column(o, func(v query.Overlap) soa.ID { return v.Shape }), err)
	}
	near := query.Options{Within: 0.25}
	for i, id := range idsOf(c.Shapes) {
		x, y := b.MinX[i], b.MinY[i]
		h, err := ix.CastRay(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], query.Options{})
		put(h, err)
		any, err := ix.CastRayAny(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], query.Options{})
		put((h.Shape != 0) == any, err)
		all, err := ix.CastRayAll(nil, rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], query.Options{})
		put(all, err)
		h, err = ix.CastShape(c.Shapes, id, c.DX[i], c.DY[i], c.Turn[i], query.Options{})
		put(struct {
			Shape            soa.ID
			Fraction, NX, NY float32
			X, Y             float64
		}{h.Shape, float32(h.Fraction), h.NX, h.NY, h.X, h.Y}, err)
		shapes(ix.OverlapPoint(nil, x, y, query.Options{}))
		ids, err := ix.OverlapAABB(nil, x, y, b.MaxX[i], b.MaxY[i], query.Options{})
		put(ids, err)
		shapes(ix.OverlapBox(nil, x, y, b.MaxX[i], b.MaxY[i], query.Options{}))
		shapes(ix.OverlapShape(nil, c.Shapes, id, query.Options{}))
		ids, err = ix.CoverShape(nil, c.Shapes, id, query.Options{})
		put(ids, err)
		overlaps(ix.OverlapPoint(nil, x, y, near))
		overlaps(ix.OverlapBox(nil, x, y, b.MaxX[i], b.MaxY[i], near))
		overlaps(ix.OverlapShape(nil, c.Shapes, id, near))
		one, err := ix.NearestToPoint(nil, x, y, 1, query.Options{})
		put(one, err)
		some, err := ix.NearestToPoint(nil, x, y, 3, query.Options{Within: 2})
		put(some, err)
		some, err = ix.NearestToShape(nil, c.Shapes, id, 3, query.Options{Within: 2})
		put(some, err)
	}
}
