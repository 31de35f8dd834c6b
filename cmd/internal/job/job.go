// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"daylight"
	"daylight/batch"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/progress"
	"daylight/cmd/internal/shapes"
	"daylight/kernels"
	"daylight/soa"
)

// Config says what to find and how.
type Config struct {
	Mode    batch.Mode
	Margin  float64
	Strict  bool   // touching does not count
	Parts   bool   // a row for each two parts of shapes that are cut, not for each two shapes
	Bodies  bool   // a row for each two bodies, not for each two shapes
	Workers int    // 0: one for each processor
	Kernels string // empty: the best there is, or what DAYLIGHT_KERNELS names
	Limit   int    // greatest number of candidates; 0: the engine's own limit
	Effort  int    // what is spent on one push of shapes that are cut: see push.Bodies
	Advice  string // what a user can do about the limit
	Memory  *memory.Budget
	Bars    *progress.Reporter
	// Exclude keeps pairs from being decided, see batch.Columns: a column of the set, and one of the
	// other set if there is one; nil stands for no column.
	Exclude [2]*soa.Column[uint8]
}

// DefaultEffort is that of a Config that has none, and maxEffort the greatest: see push.Bodies.
const (
	DefaultEffort = 1 << 21
	maxEffort     = 1 << 30
)

// Check finds what is wrong with the Config without running anything.
func (c *Config) Check() error {
	if _, err := c.options(nil, nil); err != nil {
		return err
	}
	if _, err := batch.ParseMode(c.Mode.String()); err != nil {
		return fmt.Errorf("there is no mode %v", c.Mode)
	}
	return nil
}

// Decides reports whether shapes that are given by their corners are decided by them where float32
// cannot tell; see shapes.Config.Corners.
func (c *Config) Decides() bool { return c.Margin == 0 && c.Mode != batch.ModePairs }

// Processors is how many workers there are to be.
func (c *Config) Processors() int {
	if c.Workers == 0 {
		return min(runtime.GOMAXPROCS(0), daylight.MaxWorkers)
	}
	return c.Workers
}

// options are the engine's options for a set and what it is held against, which may be itself, checked; both may be nil.
func (c *Config) options(set, other *shapes.Set) (batch.Config, error) {
	if c.Workers < 0 || c.Workers > daylight.MaxWorkers {
		return batch.Config{}, fmt.Errorf("--workers %d: want 1 to %d, or 0 for one for each processor", c.Workers, daylight.MaxWorkers)
	}
	if !(c.Margin >= -batch.MaxMargin && c.Margin <= batch.MaxMargin) {
		return batch.Config{}, fmt.Errorf("--margin %v: want a finite number up to %g", c.Margin, float64(batch.MaxMargin))
	}
	if c.Limit < 0 {
		return batch.Config{}, fmt.Errorf("--limit %d: want at least 1, or 0 for the default", c.Limit)
	}
	if c.Effort < 0 || c.Effort > maxEffort {
		return batch.Config{}, fmt.Errorf("--effort %d: want 1 to %d, or 0 for the default", c.Effort, maxEffort)
	}
	variant, err := Variant(c.Kernels)
	if err != nil {
		return batch.Config{}, err
	}
	o := batch.Config{Mode: c.Mode, Margin: c.Margin, Workers: c.Processors(), Kernels: variant, Canonical: true, Strict: c.Strict && c.Mode != batch.ModePairs, MaxCandidates: c.Limit}
	if set != nil && c.Decides() && set.Cornered() && other.Cornered() {
		o.Decide = byCorners(set, other)
	}
	if c.Memory != nil {
		o.MemoryLimit = max(c.Memory.Left(), leastMemory)
	}
	return o, nil
}

// leastMemory is what an engine may have even when nothing is left.
const leastMemory = 1 << 20

// explain puts an error of the engine in words of the command line.
func (c *Config) explain(err error) error {
	var limit *daylight.LimitError
	switch {
	case !errors.As(err, &limit):
	case limit.Option == "MaxCandidates":
		return &worded{fmt.Sprintf("more than %d candidates (%d found so far): the shapes are crowded, or far larger than meant; %s", limit.Limit, limit.Needed, c.Advice), err}
	case c.Memory != nil:
		return fmt.Errorf("the shapes are too many, or too crowded: %w (--memory says how much to use)", c.Memory.Short(limit.Needed))
	}
	return err
}

// collide has the engine find the contacts in a set, or between two sets. what is the text beside
// the progress bar. by, unless nil, decides about wholes.
func (c *Config) collide(ctx context.Context, set, other *shapes.Set, by *outlines, what string, brute bool) (found *batch.Contacts, s batch.Stats, err error) {
	o, err := c.options(set, other)
	if err != nil {
		return nil, s, err
	}
	if by != nil && by.omit {
		o.Omit = by.omits
	}
	bar := c.Bars.Start(what, 100, false)
	defer bar.End()
	o.OnProgress, o.BruteForce = bar.Set, brute
	if c.Mode == batch.ModeSwept {
		o.Columns = set.Moves
	}
	o.Columns.Exclude = c.Exclude[0]
	if other != set {
		if c.Mode == batch.ModeSwept {
			o.Other = other.Moves
		}
		o.Other.Exclude = c.Exclude[1]
		found, s, err = batch.Join(ctx, set.Shapes, other.Shapes, o)
	} else {
		found, s, err = batch.Collide(ctx, set.Shapes, o)
	}
	return found, s, c.explain(err)
}

// Variant returns the name of the kernels that --kernels picks; auto is the default.
func Variant(name string) (string, error) {
	if name == "auto" {
		name = ""
	}
	variant, err := kernels.Choose(name)
	if err != nil && name != "" {
		err = fmt.Errorf("--kernels %s: %w (daylight kernels lists them)", name, err)
	}
	return variant, err
}

// worded is an error in the words of the command line.
type worded struct {
	text string
	err  error
}

func (w *worded) Error() string { return w.text }
func (w *worded) Unwrap() error { return w.err }

// Run finds the contacts in a set, or between it and another that was read beside it, unless that is nil.
func Run(ctx context.Context, set, other *shapes.Set, c Config) (*Result, error) {
	start, second := time.Now(), cmp.Or(other, set)
	r := &Result{mode: c.Mode, parts: c.Parts, bodies: c.Bodies}
	r.Sides = SidesOf(set, second, r)
	if r.folds() {
		if err := r.findWholes(c.Decides() && c.Mode != batch.ModeSwept); err != nil {
			return nil, err
		}
	}
	if r.outlines != nil {
		if err := c.Memory.Reserve(knownBytes); err != nil {
			return nil, fmt.Errorf("to decide about whole shapes: %w (--memory says how much to use)", err)
		}
		defer c.Memory.Release(knownBytes)
	}
	found, stats, err := c.collide(ctx, set, second, r.outlines, "colliding", false)
	if err != nil {
		return nil, err
	}
	if err := c.Memory.Reserve(bytesOf(found) + 4*int64(found.Len())); err != nil {
		return nil, fmt.Errorf("for all contacts: %w (--memory says how much to use)", err)
	}
	r.Contacts, r.Stats, r.Collide = found, stats, time.Since(start)
	start = time.Now()
	if r.folds() {
		if err := c.Memory.Reserve(foldedBytes * int64(found.Len())); err != nil {
			return nil, fmt.Errorf("for all contacts: %w (--memory says how much to use)", err)
		}
		if err := r.fold(c.Memory, c.Effort); err != nil {
			return nil, c.explain(err)
		}
	}
	r.order = byWorld(r.Len(), len(r.A.Worlds()), func(i int) uint32 { // they are in order of A's
		if r.folded != nil {
			return r.A.World(int(r.folded[i].a))
		}
		return r.A.World(r.A.Of(int(r.Contacts.A[i].Index())))
	})
	r.Order = time.Since(start)
	return r, nil
}

// foldedBytes is what folding takes of memory for a contact.
const foldedBytes = 100

// byWorld sorts n rows stably by their worlds, of which there are so many: a counting sort. It is
// nil if they are in that order already.
func byWorld(n, worlds int, world func(i int) uint32) []uint32 {
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
