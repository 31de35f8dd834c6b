// SPDX-License-Identifier: MIT

package answer

import (
	"cmp"
	"context"
	"fmt"
	"time"
	"unsafe"

	"daylight/batch"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Config says what the engine is to find, and how.
type Config struct {
	Means
	Mode   batch.Mode
	Margin float64
	Strict bool // touching does not count
	Parts  bool // a row for each two parts of shapes that are cut, not for each two shapes
	Bodies bool // a row for each two bodies, not for each two shapes
}

// Check finds what is wrong with the Config without running anything.
func (c *Config) Check() error {
	if _, err := batch.ParseMode(c.Mode.String()); err != nil {
		return fmt.Errorf("there is no mode %v", c.Mode)
	}
	_, err := c.options()
	return err
}

// Decides reports whether shapes that are given by their corners are decided by them where float32
// cannot tell; see shapes.Config.Corners.
func (c *Config) Decides() bool { return c.Margin == 0 && c.Mode != batch.ModePairs }

// options are the engine's options, checked.
func (c *Config) options() (o batch.Config, err error) {
	if !(c.Margin >= -batch.MaxMargin && c.Margin <= batch.MaxMargin) {
		return o, fmt.Errorf("--margin %v: want a finite number up to %g", c.Margin, float64(batch.MaxMargin))
	}
	o = batch.Config{Mode: c.Mode, Margin: c.Margin, Workers: c.Processors(), Canonical: true, Strict: c.Strict && c.Mode != batch.ModePairs}
	if c.Memory != nil {
		o.MemoryLimit = max(c.Memory.Left(), leastMemory)
	}
	o.Kernels, err = c.Means.Check()
	return o, err
}

// explain puts an error of the engine in words of the command line.
func (c *Config) explain(err error) error {
	return c.Means.explain("the shapes are too many, or too crowded", err)
}

// Run finds the contacts in a set, or, if other is not nil, between it and a set that was read
// beside it.
func Run(ctx context.Context, set, other *shapes.Set, c Config) (r *Result, err error) {
	start := time.Now()
	r = &Result{mode: c.Mode, parts: c.Parts, bodies: c.Bodies, margin: float32(c.Margin)}
	r.Sides = Sides{set, cmp.Or(other, set), r}
	r.strict = c.Strict && r.folds() && full(c.Mode) && c.Mode != batch.ModeSwept
	if err := r.exclude(); err != nil {
		return nil, err
	}
	if r.folds() {
		if err := r.findWholes(c.Decides() && c.Mode != batch.ModeSwept, c.Memory); err != nil {
			return nil, err
		}
		defer r.outlines.release()
	}
	found, stats, err := r.collide(ctx, &c, r.outlines, "colliding", false)
	if err != nil {
		return nil, err
	}
	bytes := bytesOf(found) + 4*int64(found.Len())
	if r.folds() {
		bytes += foldedBytes * int64(found.Len())
	}
	if err := memory.For("for all contacts", c.Memory.Reserve(bytes)); err != nil {
		return nil, err
	}
	r.Contacts, r.Stats, r.Collide = found, stats, time.Since(start)
	start = time.Now()
	if r.folds() {
		if err := r.fold(c.Memory, c.Effort); err != nil {
			return nil, c.explain(err)
		}
	}
	r.order = byWorld(r.Len(), len(r.A.Worlds()), func(i int) uint32 { // they are in order of A's
		a, _ := r.Pair(i)
		return r.A.World(a)
	})
	r.Order = time.Since(start)
	return r, nil
}

// exclude makes the engine leave out the pairs of other tiles, if the sets are of a tile.
func (r *Result) exclude() error {
	for k, set := range r.sets() {
		if !set.Tiled() || k == 1 && !r.joined() {
			continue
		}
		col := soa.Attach[uint8](set.Shapes)
		if err := set.Shapes.Update(func(c soa.Live) {
			bits := col.Data(c)
			for slot := range bits {
				bits[slot] = set.Sides(set.Of(slot))
			}
		}); err != nil {
			return err
		}
		r.excluded[k] = col
	}
	return nil
}

// collide runs the engine. what is the text beside the progress bar. by, unless nil, decides about
// whole shapes.
func (r *Result) collide(ctx context.Context, c *Config, by *outlines, what string, brute bool) (found *batch.Contacts, s batch.Stats, err error) {
	o, err := c.options()
	if err != nil {
		return nil, s, err
	}
	if r.strict {
		o.Strict = false // parts that only touch may lead a row, so the row is the same as without --strict
	}
	if c.Decides() && r.A.Cornered() && r.B.Cornered() {
		o.Decide = byCorners(r.A, r.B)
	}
	if by != nil && by.omit {
		o.Omit = by.omits
	}
	bar := c.Bars.Start(what, 100, "")
	defer bar.End()
	o.OnProgress, o.BruteForce = bar.Set, brute
	if c.Mode == batch.ModeSwept {
		o.Columns[0].Motion = r.A.Moves
	}
	o.Columns[0].Exclude = r.excluded[0]
	if r.joined() {
		if c.Mode == batch.ModeSwept {
			o.Columns[1].Motion = r.B.Moves
		}
		o.Columns[1].Exclude = r.excluded[1]
		found, s, err = batch.Join(ctx, r.A.Shapes, r.B.Shapes, o)
	} else {
		found, s, err = batch.Collide(ctx, r.A.Shapes, o)
	}
	return found, s, c.explain(err)
}

// foldedBytes is the memory that folding takes for a contact.
const foldedBytes = 100

// byWorld sorts n rows stably by their worlds, by a counting sort. It returns nil if they are in
// that order already.
func byWorld(n, worlds int, world func(i int) uint32) []uint32 {
	if worlds < 2 {
		return nil
	}
	last, i := uint32(0), 0
	for ; i < n && world(i) >= last; i++ {
		last = world(i)
	}
	if i == n {
		return nil
	}
	at := make([]int, worlds+1)
	for i := range n {
		at[world(i)+1]++
	}
	for w := 1; w < len(at); w++ {
		at[w] += at[w-1]
	}
	order := make([]uint32, n)
	for i := range n {
		w := world(i)
		order[at[w]] = uint32(i)
		at[w]++
	}
	return order
}

// bytesOf is how much memory the columns of contacts take.
func bytesOf(c *batch.Contacts) int64 {
	return 8*int64(cap(c.A)+cap(c.B)) + 4*int64(cap(c.Depth)+cap(c.NX)+cap(c.NY)+cap(c.Time)) +
		int64(unsafe.Sizeof(batch.Point{}))*int64(cap(c.Points[0])+cap(c.Points[1]))
}

// stats adds what the engine did.
func (r *Result) stats(s *Stats) {
	for phase, d := range r.Stats.Times.All() {
		s.Seconds[phase] = d.Seconds()
	}
	s.Seconds["collide"], s.Seconds["order"] = r.Collide.Seconds(), r.Order.Seconds()
	s.Candidates, s.Quarantined, s.Undecided, s.Bounded = &r.Stats.Candidates, &r.Stats.Quarantined, &r.Stats.Undecided, r.bounded()
	s.Mode, s.Finds, s.Kernels, s.Workers = r.mode.String(), finds[r.mode], r.Stats.Kernels, r.Stats.Workers
}
