// SPDX-License-Identifier: MIT

package exact

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"daylight"
	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/scratch"
	"daylight/region"
)

// Pairs are the pairs that touch or overlap, as columns, in the order of A and then B.
type Pairs struct {
	A, B     []int32 // numbers of shapes; A < B unless they are of two scenes
	Verdicts []region.Verdict
	// Relations of A to B, if asked for.
	Relations []region.Relation
	// Common is what A and B have in common, if asked for. The area is NaN if one of the two has
	// none.
	Common []region.Common
	Stats  Stats
}

// Stats says how many pairs each stage decided.
type Stats struct {
	Engine     batch.Stats
	Candidates int // pairs that the engine found, contacts within its margin
	Sure       int // of these, pairs that overlap by more than all rounding
}

// Find returns the pairs of a scene that touch or overlap, in new memory. It returns the errors of
// the engine, such as a *daylight.LimitError. If ctx ends, Find stops before the next pair and
// returns the cause (context.Cause).
func Find(ctx context.Context, s *Scene, cfg Config) (*Pairs, error) {
	if s == nil {
		return nil, guard.Argument("exact.Find", "the scene is nil; use new(Scene)")
	}
	return find(ctx, "exact.Find", s, nil, cfg)
}

// Join returns the pairs of a shape of a and a shape of b that touch or overlap, like Find. It
// finds no pairs within a or within b.
func Join(ctx context.Context, a, b *Scene, cfg Config) (*Pairs, error) {
	if a == nil || b == nil || a == b {
		return nil, guard.Argument("exact.Join", "want two scenes, neither of them nil")
	}
	return find(ctx, "exact.Join", a, b, cfg)
}

// margin covers what float32 may be off for shapes of that reach: kernels.Bounds.Separation is
// 2^-18.4 of the pair's scale, which for boxes that meet is five reaches at most, and
// storing them moves points by less than 2^-21 of it.
func margin(reach float64) float64 { return float64(reach * 0x1p-15) }

// placing covers what positions are off, which are middles rounded to float64.
func placing(far float64) float64 { return float64(far * 0x1p-50) }

// find is Find if b is nil, else Join; call is which of them, for errors.
func find(ctx context.Context, call string, a, b *Scene, cfg Config) (*Pairs, error) {
	engine, err := cfg.engine(call)
	if err != nil {
		return nil, err
	}
	d := &decision{Config: cfg, workers: engine.Workers, a: a, b: b, pairs: &Pairs{}}
	if b == nil {
		d.b = a
	}
	if grown := cmp.Or(d.a.grown, d.b.grown); cfg.Areas && grown > 0 {
		return nil, guard.Argument(call, "Areas: shape %d is a capsule or has rounded corners; areas are of circles and of shapes without a radius", grown-1)
	}
	reach, n := max(d.a.reach, d.b.reach), d.a.Len()+d.b.Len()
	mean := (d.a.sum + d.b.sum) / float64(max(n, 1))
	placed := placing(max(d.a.far, d.b.far))
	d.margin = margin(reach) + placed
	// A margin for the largest is no margin for small ones.
	if d.depths = d.margin < mean*0x1p-8 && !cfg.boxesOnly; d.depths {
		engine.Mode = batch.ModeContacts
		engine.Margin = d.margin
	} else {
		engine.Mode = batch.ModePairs
		engine.Margin = placed
	}
	var stats batch.Stats
	if b == nil {
		d.contacts, stats, err = batch.Collide(ctx, a.stored(), engine)
	} else {
		d.contacts, stats, err = batch.Join(ctx, a.stored(), b.stored(), engine)
	}
	if err != nil {
		return nil, err
	}
	c := d.contacts
	d.budget.Reset(engine.MemoryLimit, 8*int64(cap(c.A)+cap(c.B))+4*int64(cap(c.Depth)+cap(c.NX)+cap(c.NY)))
	d.pairs.Stats = Stats{Engine: stats, Candidates: d.contacts.Len()}
	if err := d.run(ctx); err != nil {
		return nil, err
	}
	return d.pairs, nil
}

// A decision decides the contacts that the engine has found.
type decision struct {
	Config
	workers  int
	a, b     *Scene
	contacts *batch.Contacts
	margin   float64
	depths   bool // contacts have depths, by which the deepest are decided
	pairs    *Pairs
	blocks   []Pairs // the pairs of each block of contacts
	budget   scratch.Budget
	done     atomic.Int64 // blocks
}

// block is how many contacts a goroutine takes at a time.
const block = 1 << 11

// run decides all contacts, block by block, and joins the pairs of all blocks.
func (d *decision) run(ctx context.Context) error {
	n := d.contacts.Len()
	d.blocks = make([]Pairs, (n+block-1)/block)
	blocks := d.blocks
	d.workers = min(d.workers, max(len(blocks), 1))
	if err := guard.Each(d.workers, d, func(d *decision, w int) error { return d.share(ctx, w) }); err != nil {
		return err
	}
	p := d.pairs
	total := 0
	for i := range blocks {
		total += len(blocks[i].A)
	}
	p.A, p.B = make([]int32, 0, total), make([]int32, 0, total)
	p.Verdicts = make([]region.Verdict, 0, total)
	if d.Relations {
		p.Relations = make([]region.Relation, 0, total)
	}
	if d.Areas {
		p.Common = make([]region.Common, 0, total)
	}
	for i := range blocks {
		b := &blocks[i]
		p.A, p.B = append(p.A, b.A...), append(p.B, b.B...)
		p.Verdicts = append(p.Verdicts, b.Verdicts...)
		p.Relations = append(p.Relations, b.Relations...)
		p.Common = append(p.Common, b.Common...)
		p.Stats.Sure += b.Stats.Sure
		*b = Pairs{}
	}
	return nil
}

// share decides the blocks of a worker.
func (d *decision) share(ctx context.Context, worker int) error {
	var found Pairs
	for i := worker; i < len(d.blocks); i += d.workers {
		d.decide(ctx, &found, i*block, min(d.contacts.Len(), (i+1)*block))
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := d.charge(&found); err != nil {
			return err
		}
		d.blocks[i] = Pairs{
			A: slices.Clone(found.A), B: slices.Clone(found.B), Verdicts: slices.Clone(found.Verdicts),
			Relations: slices.Clone(found.Relations), Common: slices.Clone(found.Common), Stats: found.Stats,
		}
	}
	return nil
}

// charge reserves memory for the pairs of a block and their copies. A LimitError estimates the
// memory for all blocks from the blocks already done.
func (d *decision) charge(p *Pairs) error {
	need := 2 * (int64(9*len(p.A)+2*len(p.Relations)) + int64(unsafe.Sizeof(region.Common{}))*int64(len(p.Common)))
	done := d.done.Add(1)
	if d.budget.Reserve(need) {
		return nil
	}
	all := float64(d.budget.Held()+need) / float64(done) * float64(len(d.blocks))
	return &daylight.LimitError{Option: "MemoryLimit", Limit: d.budget.Limit(), Needed: max(int64(min(all, 1<<62)), d.budget.Limit()+1)}
}

// decide writes the pairs of contacts from to to-1 to out; if ctx ends it stops early.
func (d *decision) decide(ctx context.Context, out *Pairs, from, to int) {
	c := d.contacts
	convex := d.depths && d.a.boxes == 0 && d.b.boxes == 0
	var rooms [2]region.Region
	*out = Pairs{A: out.A[:0], B: out.B[:0], Verdicts: out.Verdicts[:0], Relations: out.Relations[:0], Common: out.Common[:0]}
	for i := from; i < to; i++ {
		ka, kb := int32(c.A[i].Index()), int32(c.B[i].Index())
		sure := d.depths && float64(c.Depth[i]) > d.margin && (convex || !d.a.boxed[ka] && !d.b.boxed[kb])
		if !sure && ctx.Err() != nil {
			return // a pair of shapes of many parts can take long
		}
		var a, b region.Shape
		if !sure || d.Relations || d.Areas {
			a, b = d.a.shapes.At(int(ka), &rooms[0]), d.b.shapes.At(int(kb), &rooms[1])
		}
		v := region.Overlapping
		if sure {
			out.Stats.Sure++
		} else {
			v = a.Compare(&b)
		}
		if v == region.Apart || d.Engine.Strict && v == region.Touching {
			continue
		}
		out.A, out.B = append(out.A, ka), append(out.B, kb)
		out.Verdicts = append(out.Verdicts, v)
		if d.Relations {
			out.Relations = append(out.Relations, relation(&a, &b, v))
		}
		if d.Areas {
			out.Common = append(out.Common, common(&a, &b, v))
		}
	}
}

// relation is a.Relate(b) of shapes whose verdict is known.
func relation(a, b *region.Shape, v region.Verdict) region.Relation {
	if v == region.Touching && a.Solid() && b.Solid() && a.Radius() == 0 && b.Radius() == 0 {
		return region.Intersects | region.Touches
	}
	return a.Relate(b)
}

// common is a.Intersect(b) of shapes whose verdict is known, and not a number if one has no area.
func common(a, b *region.Shape, v region.Verdict) region.Common {
	switch {
	case !a.Solid() || !b.Solid():
		nan := math.NaN()
		return region.Common{Area: nan, Centroid: region.Point{X: nan, Y: nan}, Bound: nan}
	case v == region.Touching:
		return region.Common{}
	}
	return a.Intersect(b)
}
