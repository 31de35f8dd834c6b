// SPDX-License-Identifier: MIT

package query_test

import (
	"context"

	"daylight/batch/query"
	"daylight/soa"
)

// Questions as the tests draw them: columns, and the Options that belong to them.
type (
	rayColumns struct {
		X, Y, DX, DY []float64
		query.Options
	}
	pointColumns struct {
		X, Y []float64
		query.Options
	}
	boxColumns struct {
		MinX, MinY, MaxX, MaxY []float64
		query.Options
	}
	shapeColumns struct {
		Shapes *soa.Shapes
		IDs    []soa.ID
		query.Options
	}
	castColumns struct {
		shapeColumns
		DX, DY, Turn []float64
	}
)

func (q rayColumns) first(ctx context.Context, a *query.Asker) ([]query.Hit, error) {
	return a.CastRays(ctx, q.X, q.Y, q.DX, q.DY, q.Options)
}

func (q rayColumns) any(ctx context.Context, a *query.Asker) ([]bool, error) {
	return a.CastRaysAny(ctx, q.X, q.Y, q.DX, q.DY, q.Options)
}

func (q rayColumns) all(ctx context.Context, a *query.Asker) (*query.Rows[query.Hit], error) {
	return a.CastRaysAll(ctx, q.X, q.Y, q.DX, q.DY, q.Options)
}

func (q rayColumns) inside(on bool) rayColumns { q.Inside = on; return q }

func (q castColumns) cast(ctx context.Context, a *query.Asker) ([]query.Hit, error) {
	return a.CastShapes(ctx, q.Shapes, q.IDs, q.DX, q.DY, q.Turn, q.Options)
}

func (q pointColumns) overlap(ctx context.Context, a *query.Asker) (*query.Rows[query.Overlap], error) {
	return a.OverlapPoints(ctx, q.X, q.Y, q.Options)
}

func (q pointColumns) nearest(ctx context.Context, a *query.Asker, k int) (*query.Rows[query.Neighbour], error) {
	q.Canonical = false
	return a.NearestToPoints(ctx, q.X, q.Y, k, q.Options)
}

func (q pointColumns) within(r float64) pointColumns { q.Within = r; return q }

func (q pointColumns) canonical() pointColumns { q.Canonical = true; return q }

func (q boxColumns) overlap(ctx context.Context, a *query.Asker) (*query.Rows[query.Overlap], error) {
	return a.OverlapBoxes(ctx, q.MinX, q.MinY, q.MaxX, q.MaxY, q.Options)
}

func (q boxColumns) aabbs(ctx context.Context, a *query.Asker) (*query.Rows[soa.ID], error) {
	q.Within = 0
	return a.OverlapAABBs(ctx, q.MinX, q.MinY, q.MaxX, q.MaxY, q.Options)
}

func (q boxColumns) within(r float64) boxColumns { q.Within = r; return q }

func (q boxColumns) canonical() boxColumns { q.Canonical = true; return q }

func (q shapeColumns) overlap(ctx context.Context, a *query.Asker) (*query.Rows[query.Overlap], error) {
	return a.OverlapShapes(ctx, q.Shapes, q.IDs, q.Options)
}

func (q shapeColumns) cover(ctx context.Context, a *query.Asker) (*query.Rows[soa.ID], error) {
	q.Within = 0
	return a.CoverShapes(ctx, q.Shapes, q.IDs, q.Options)
}

func (q shapeColumns) nearest(ctx context.Context, a *query.Asker, k int) (*query.Rows[query.Neighbour], error) {
	q.Canonical = false
	return a.NearestToShapes(ctx, q.Shapes, q.IDs, k, q.Options)
}

func (q shapeColumns) within(r float64) shapeColumns { q.Within = r; return q }

func (q shapeColumns) canonical() shapeColumns { q.Canonical = true; return q }

// of is the Options of question i alone.
func of(o query.Options, i int) query.Options {
	if o.AttrsOf != nil {
		o.Attrs, o.Skip = o.AttrsOf[i], o.SkipOf[i]
		o.AttrsOf, o.SkipOf = nil, nil
	}
	return o
}

// clone copies answers, which the next call overwrites.
func clone[T any](o *query.Rows[T]) *query.Rows[T] {
	return &query.Rows[T]{Offsets: append([]int{}, o.Offsets...), Answers: append([]T{}, o.Answers...)}
}
