// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"context"
	"slices"

	"daylight/kernels"
	"daylight/soa"
)

// BruteForce finds the contacts of the shapes by deciding every pair that the filters
// allow, without a broad phase: the reference that Step and Collide are checked
// against, and equal to them bit for bit in the modes that decide pairs. Its cost grows
// with the square of the number of shapes in a world. The contacts are the caller's,
// in canonical order, and MemoryLimit holds. Workers, Hints, MaxCandidates and Reorder are ignored;
// it runs on the calling goroutine.
func BruteForce(ctx context.Context, shapes *soa.Shapes, opts ...Option) (*Contacts, error) {
	if shapes == nil {
		return nil, wrong("BruteForce", "shapes is nil; make them with soa.New")
	}
	return bruteForce(ctx, source{first: shapes}, opts)
}

// BruteForceJoin is to Join what BruteForce is to Collide. Its cost grows with the
// product of the numbers of shapes that both sets have in a world.
func BruteForceJoin(ctx context.Context, a, b *soa.Shapes, opts ...Option) (*Contacts, error) {
	if err := joinable("BruteForceJoin", a, b); err != nil {
		return nil, err
	}
	return bruteForce(ctx, source{first: a, second: b}, opts)
}

func bruteForce(ctx context.Context, src source, opts []Option) (*Contacts, error) {
	if ctx == nil {
		return nil, wrong("BruteForce", "ctx is nil; pass context.Background()")
	}
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if c.mode == ModePairs {
		return nil, wrong("BruteForce", "pairs of AABBs depend on the broad phase; use any mode but ModePairs")
	}
	c.hints, c.canonical, c.maxCandidates = false, true, int(^uint(0)>>1)

	if err := c.opposing.check(src); err != nil {
		return nil, err
	}
	live, err := src.hold()
	if err != nil {
		return nil, err
	}
	defer src.release()
	src.refresh(c.table, 0, src.len())
	r := &run{ctx: ctx, cfg: &c, src: src, live: live, limitSep: c.limitSep()}
	if err := r.roomForShapes(); err != nil {
		return nil, err
	}
	src.view(r)
	if c.mode == ModeSwept {
		if err := r.travel.begin(r); err != nil {
			return nil, err
		}
		r.travel.fit(r, 0, src.len())
		r.filters.Skip = r.travel.skip
	}
	out := &Contacts{}
	w := newWorker()
	w.begin(out)

	// Rows in order of world, and of set within a world, so that only shapes of one world
	// are paired, and those of the first set with those of the second.
	var rows []uint32
	for i := range r.cols.X {
		if r.filters.Skip == nil || !r.filters.Skip[i] {
			rows = append(rows, uint32(i))
		}
	}
	world := func(s uint32) uint32 {
		if r.filters.World == nil {
			return 0
		}
		return r.filters.World[s]
	}
	slices.SortStableFunc(rows, func(a, b uint32) int { return cmp.Compare(world(a), world(b)) })
	w.loadIDs(r, rows)
	if c.mode == ModeSwept {
		w.loadMotion(r, rows)
	}
	w.load(r, rows)

	var raw [flush]kernels.Pair
	n := 0
	second := 0 // where rows of the second set begin in the world of row i
	for i := range rows {
		from := i + 1
		if src.second != nil {
			if r.filters.Side[rows[i]] {
				continue
			}
			second = max(second, from)
			for second < len(rows) && world(rows[second]) == world(rows[i]) && !r.filters.Side[rows[second]] {
				second++
			}
			from = second
		}
		for j := from; j < len(rows) && world(rows[j]) == world(rows[i]); j++ {
			a, b := i, j
			if src.second == nil && w.ids[b] < w.ids[a] {
				a, b = b, a
			}
			if !r.filters.Meet(int(rows[a]), int(rows[b])) {
				continue
			}
			raw[n] = kernels.Pair{A: uint32(a), B: uint32(b)}
			if n++; n == flush {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if !r.roomFor(w, n) {
					// Earlier rows have more partners than later ones.
					left := 1 - float64(i+1)/float64(len(rows))
					return nil, r.short(w, n, float64(w.out.Len())/(1-left*left))
				}
				w.decide(r, raw[:n])
				n = 0
			}
		}
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := c.report(i, len(rows)); err != nil {
				return nil, err
			}
		}
	}
	if !r.roomFor(w, n) {
		return nil, r.short(w, n, float64(w.out.Len()+n))
	}
	w.decide(r, raw[:n])
	if err := c.report(len(rows), len(rows)); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var s canonical
	if err := r.roomToSort(&s, out.Len()); err != nil {
		return nil, err
	}
	s.sort(out)
	out.of, out.joined = src.first, src.second != nil
	return out, nil
}

// report calls OnProgress, on the goroutine of the caller.
func (c *config) report(done, total int) (err error) {
	if c.progress == nil {
		return nil
	}
	defer func() { err = caught(recover(), "OnProgress") }()
	c.progress(done, total)
	return nil
}
