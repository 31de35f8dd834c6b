// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"
	"context"
	"slices"
	"time"

	"daylight/internal/simd"
	"daylight/internal/sweep"
)

// bruteForce finds the contacts of a source as Config.BruteForce says.
func bruteForce(ctx context.Context, c *config, src source) (found *Contacts, stats Stats, err error) {
	if ctx == nil {
		return nil, stats, wrong("Step", "ctx is nil; pass context.Background()")
	}
	begun := time.Now()
	c.canonical, c.workers = true, 1

	if err := c.checkColumns(src); err != nil {
		return nil, stats, err
	}
	live, err := src.hold()
	if err != nil {
		return nil, stats, err
	}
	defer src.release()
	src.refresh(c.table, 0, src.len())
	j := &job{ctx: ctx, cfg: c, scene: scene{src: src, live: live}, frame: new(sweep.Frame)}
	if err := j.roomForShapes(workerBytes, 1); err != nil {
		return nil, stats, err
	}
	j.view()
	if j.limitSep = c.limitSep(); c.decide != nil {
		j.limitSep = j.limitOfDoubts()
	}
	if j.cfg.mode == ModeSwept {
		j.travel.begin(&j.scene, c)
		j.travel.fit(c.table, &j.scene, 0, src.len())
		j.filters.Skip = j.travel.skip
	}
	out := &Contacts{}
	w := newWorker(0, &methods[c.mode])
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
	if j.cfg.mode == ModeSwept {
		w.loadMotion(j, rows)
	}
	w.load(j, rows)
	if c.excludes {
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
			if !sweep.Meet(&j.filters, int(rows[a]), int(rows[b])) || c.excludes && w.bits[a]&w.bits[b] != 0 {
				continue
			}
			raw[n] = simd.Pair{A: uint32(a), B: uint32(b)}
			if n++; n == flush {
				if err := ctx.Err(); err != nil {
					return nil, stats, err
				}
				if !w.roomFor(j, n) {
					// The number of pairs that are done grows with the square, as earlier rows have more partners.
					remaining := 1 - float64(i+1)/float64(len(rows))
					return nil, stats, w.short(j, n, float64(w.out.Len())/(1-float64(remaining*remaining)))
				}
				w.decide(j, raw[:n])
				n = 0
			}
		}
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, stats, err
			}
			if err := c.report(i, len(rows)); err != nil {
				return nil, stats, err
			}
		}
	}
	if !w.roomFor(j, n) {
		return nil, stats, w.short(j, n, float64(w.out.Len()+n))
	}
	w.decide(j, raw[:n])
	if err := c.report(len(rows), len(rows)); err != nil {
		return nil, stats, err
	}
	if err := ctx.Err(); err != nil {
		return nil, stats, err
	}
	var s sorter
	if err := j.roomToSort(&s, out.Len()); err != nil {
		return nil, stats, err
	}
	s.contacts(out)
	out.of, out.with = src.first, src.second
	return out, Stats{
		Shapes: src.len(), Contacts: out.Len(), Undecided: w.counts.undecided, Workers: 1, Kernels: c.table.Name,
		Times: Times{step: time.Since(begun)},
	}, nil
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
