// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"context"
	"slices"

	"daylight/internal/simd"
	"daylight/internal/sweep"
	"daylight/soa"
)

// BruteForce finds the contacts of the shapes without a broad phase: it decides every pair that
// the filters allow. Step and Collide are checked against it; in all modes but ModePairs it finds
// the same contacts, bit for bit, where distances are above 2^-59 (below that both are within
// kernels.Bounds). Its cost grows with the square of the number of shapes in a
// world: about 0.13 µs for each pair of mixed shapes, so 7 s for 10,000, where Step takes 3 ms
// (one core of a Zen 5 server). The contacts belong to the caller and are in canonical order, so
// set Config.Canonical of an engine to compare them entry by entry. BruteForce keeps to
// MemoryLimit, ignores Workers, MaxCandidates and FixedOrder, and runs on the calling
// goroutine.
func BruteForce(ctx context.Context, shapes *soa.Shapes, cfg Config) (*Contacts, error) {
	if shapes == nil {
		return nil, wrong("BruteForce", "shapes is nil; make them with soa.New")
	}
	return bruteForce(ctx, source{first: shapes}, cfg)
}

// BruteForceJoin finds what Join finds, without a broad phase (see BruteForce). Its cost grows with
// the product of the numbers of shapes that both sets have in a world.
func BruteForceJoin(ctx context.Context, a, b *soa.Shapes, cfg Config) (*Contacts, error) {
	if err := joinable("BruteForceJoin", a, b); err != nil {
		return nil, err
	}
	return bruteForce(ctx, source{first: a, second: b}, cfg)
}

func bruteForce(ctx context.Context, src source, cfg Config) (found *Contacts, err error) {
	if ctx == nil {
		return nil, wrong("BruteForce", "ctx is nil; pass context.Background()")
	}
	c, err := cfg.resolve(call{once: true, join: src.second != nil})
	if err != nil {
		return nil, err
	}
	if c.mode == ModePairs {
		return nil, wrong("BruteForce", "pairs of AABBs depend on the broad phase; use any mode but ModePairs")
	}
	c.hints, c.canonical, c.maxCandidates, c.workers = false, true, int(^uint(0)>>1), 1

	if err := c.checkColumns(src); err != nil {
		return nil, err
	}
	live, err := src.hold()
	if err != nil {
		return nil, err
	}
	defer src.release()
	src.refresh(c.table, 0, src.len())
	j := &job{ctx: ctx, cfg: &c, method: &methods[c.mode], scene: scene{src: src, live: live}}
	if err := j.roomForShapes(workerBytes, 1); err != nil {
		return nil, err
	}
	j.view()
	j.bound()
	if j.method.moves {
		j.travel.begin(&j.scene, &c)
		j.travel.fit(c.table, &j.scene, 0, src.len())
		j.filters.Skip = j.travel.skip
	}
	out := &Contacts{}
	w := newWorker()
	defer func() {
		if w.calling != "" {
			found, err = nil, caught(recover(), w.calling)
		}
	}()
	w.begin(out)

	// Rows in order of world, and of set within a world, so that only shapes of one world
	// are paired, and those of the first set with those of the second.
	var rows []uint32
	for i := range j.cols.X {
		if j.filters.Skip == nil || !j.filters.Skip[i] {
			rows = append(rows, uint32(i))
		}
	}
	world := func(s uint32) uint32 {
		if j.filters.World == nil {
			return 0
		}
		return j.filters.World[s]
	}
	slices.SortStableFunc(rows, func(a, b uint32) int { return cmp.Compare(world(a), world(b)) })
	w.loadIDs(j, rows)
	if j.method.moves {
		w.loadMotion(j, rows)
	}
	w.load(j, rows)
	if c.excludes() {
		w.loadBits(j, rows)
	}

	var raw [flush]simd.Pair
	n := 0
	second := 0 // where rows of the second set begin in the world of row i
	for i := range rows {
		from := i + 1
		if src.second != nil {
			if j.filters.Side[rows[i]] {
				continue
			}
			second = max(second, from)
			for second < len(rows) && world(rows[second]) == world(rows[i]) && !j.filters.Side[rows[second]] {
				second++
			}
			from = second
		}
		for k := from; k < len(rows) && world(rows[k]) == world(rows[i]); k++ {
			a, b := i, k
			if src.second == nil && w.ids[b] < w.ids[a] {
				a, b = b, a
			}
			if !sweep.Meet(&j.filters, int(rows[a]), int(rows[b])) || c.excludes() && w.bits[a]&w.bits[b] != 0 {
				continue
			}
			raw[n] = simd.Pair{A: uint32(a), B: uint32(b)}
			if n++; n == flush {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if !j.roomFor(w, n) {
					// Earlier rows have more partners than later ones.
					left := 1 - float64(i+1)/float64(len(rows))
					return nil, j.short(w, n, float64(w.out.Len())/(1-float64(left*left)))
				}
				w.decide(j, raw[:n])
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
	if !j.roomFor(w, n) {
		return nil, j.short(w, n, float64(w.out.Len()+n))
	}
	w.decide(j, raw[:n])
	if err := c.report(len(rows), len(rows)); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var s sorter
	if err := j.roomToSort(&s, out.Len()); err != nil {
		return nil, err
	}
	s.contacts(out)
	out.of, out.with = src.first, src.second
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
