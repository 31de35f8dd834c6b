// SPDX-License-Identifier: MIT

package tile

import (
	"context"

	"daylight/batch"
	"daylight/internal/memory"
	"daylight/region"
	"daylight/soa"
)

// Job says what Collide or Join finds. The Reach says which mode, margin and motion; Options
// are further options of package batch.
type Job struct {
	Reach
	// Other says how the second set of a Join moves.
	Other batch.Moves
	// Excluding says which pairs to leave out, as batch.Excluding does: a column of the set, or
	// for a Join one of each of the two; nil stands for no column.
	Excluding []*soa.Column[uint8]
	// Deciding is f of batch.Deciding, of the caller's IDs; that option itself would be given the IDs
	// of a tile. It may be nil.
	Deciding func(a, b soa.ID, found region.Verdict) region.Verdict
	// Memory is how many bytes Collide or Join may take in all, the shapes of the caller not
	// counted; what needs more ends with a *batch.LimitError. It takes the place of
	// batch.MemoryLimit, which has no effect then. If Memory is 0, what the engine takes for a
	// tile is bounded by batch.MemoryLimit, and all else by the default of that option. A
	// negative number is refused.
	Memory int64
	// Options may hold any option that names no column of a store, since each tile has a store
	// of its own: batch.Motion, batch.Opposing and batch.Excluding name columns, and are refused
	// if there is anything to do. InMode, Margin and Canonical have no effect here.
	Options []batch.Option
	// Done, if not nil, is called after each tile, with its number and what the engine counted.
	// It is not called for a tile that has nothing to do because it has no shapes, or in a Join
	// no shapes of one of the two sets.
	Done func(tile int, stats batch.Stats)
}

// Collide finds what batch.Collide finds, in canonical order, tile by tile. The contacts belong
// to the caller, and their Of method returns nil. Nobody may change the shapes before Collide
// returns.
//
// When ctx is done, Collide returns its error and no contacts. Other errors come from BoundsOf,
// from package soa and from batch.Collide. Besides the contacts and what sorting them takes,
// Collide needs the memory of BoundsOf, 8 bytes more per shape, 4 bytes per tile that a shape
// is in, and a store with the shapes of one tile. See Job.Memory.
func (p *Plan) Collide(ctx context.Context, shapes *soa.Shapes, j Job) (*batch.Contacts, error) {
	return p.run(ctx, j, shapes)
}

// Join finds what batch.Join finds, in canonical order, tile by tile. It returns a
// *batch.ArgumentError if a and b are the same store; for all else see Collide.
func (p *Plan) Join(ctx context.Context, a, b *soa.Shapes, j Job) (*batch.Contacts, error) {
	if a == b {
		return nil, wrong("Join", "both sets are the same; use Collide for contacts within one")
	}
	return p.run(ctx, j, a, b)
}

// run deals the shapes of one set or two to tiles and does those one after the other.
func (p *Plan) run(ctx context.Context, j Job, sets ...*soa.Shapes) (*batch.Contacts, error) {
	if p == nil {
		return nil, noPlan("Collide")
	}
	if ctx == nil {
		return nil, wrong("Collide", "ctx is nil; pass context.Background()")
	}
	if len(j.Excluding) > len(sets) {
		return nil, wrong("Excluding", "%d columns for %d sets", len(j.Excluding), len(sets))
	}
	if j.Memory < 0 {
		return nil, wrong("Job", "Memory is %d; want a number of bytes, or 0 for the default", j.Memory)
	}
	budget := newBudget(j.Memory)
	dealt := make([]*dealt, len(sets))
	for k, s := range sets {
		r := j.Reach
		if k > 0 {
			r.Moves = j.Other
		}
		var without *soa.Column[uint8]
		if k < len(j.Excluding) {
			without = j.Excluding[k]
		}
		d, err := p.deal(s, r, without, budget)
		if err != nil {
			return nil, err
		}
		dealt[k] = d
	}
	opts := append([]batch.Option{}, j.Options...)
	opts = append(opts, batch.InMode(j.Mode), batch.Margin(j.Margin), batch.Canonical(true))
	if j.Mode == batch.ModeSwept {
		moves := []batch.Moves{}
		for _, d := range dealt {
			moves = append(moves, d.moves)
		}
		opts = append(opts, batch.Motion(moves...))
	}
	early := []*soa.Column[uint8]{}
	for _, d := range dealt {
		early = append(early, d.early)
	}
	opts = append(opts, batch.Excluding(early...))
	if len(j.Excluding) > 0 {
		without := []*soa.Column[uint8]{}
		for _, d := range dealt {
			without = append(without, d.without)
		}
		opts = append(opts, batch.Excluding(without...))
	}
	a, b := dealt[0], dealt[len(dealt)-1]
	if j.Deciding != nil {
		opts = append(opts, batch.Deciding(func(x, y soa.ID, found region.Verdict) region.Verdict {
			return j.Deciding(a.given(x), b.given(y), found)
		}))
	}
	all := &batch.Contacts{}
	for t := range p.Tiles() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		idle := false
		for _, d := range dealt {
			if err := d.load(p, t); err != nil {
				return nil, err
			}
			idle = idle || d.tile.Len() == 0
		}
		if idle {
			continue
		}
		opts := opts
		if j.Memory > 0 {
			opts = append(opts[:len(opts):len(opts)], batch.MemoryLimit(max(budget.left(all.Bytes()), leastMemory)))
		}
		var found *batch.Contacts
		var stats batch.Stats
		var err error
		if len(sets) == 1 {
			found, stats, err = batch.Collide(ctx, a.tile, opts...)
		} else {
			found, stats, err = batch.Join(ctx, a.tile, b.tile, opts...)
		}
		if err != nil {
			return nil, err
		}
		for i := range found.A {
			found.A[i], found.B[i] = a.given(found.A[i]), b.given(found.B[i])
		}
		// As much again is needed while columns grow, and in the end while all are sorted.
		if err := budget.check(2 * (all.Bytes() + found.Bytes())); err != nil {
			return nil, err
		}
		all.Append(found)
		if j.Done != nil {
			j.Done(t, stats)
		}
	}
	all.Sort()
	return all, nil
}

// dealt are the shapes of a set, dealt to tiles.
type dealt struct {
	set    *soa.Shapes
	ids    []soa.ID // by index
	bounds *Bounds
	start  []int    // where the shapes of each tile begin in from
	from   []uint32 // indices of IDs
	lo     int      // where those of the tile at hand begin
	tile   *soa.Shapes
	moves  batch.Moves // of the tile
	slots  []uint32
	made   []soa.ID
	motion [][2]*soa.Column[float32] // of the set, and of the tile
	early  *soa.Column[uint8]        // see Plan.Early

	without *soa.Column[uint8] // Job.Excluding, of the tile
	bits    []uint8            // and of the set, by index; nil if there is none
}

// given is the ID in the set of a shape of the tile.
func (d *dealt) given(id soa.ID) soa.ID { return d.ids[d.from[d.lo+int(id.Index())]] }

// What a shape of a set takes while it is dealt: its Bounds and its ID; and a shape of a tile in its
// store, without its vertices.
const (
	setBytes   = 32 + 4 + 4 + 8
	shapeBytes = 79 + 8 + 1 + 1 + 3*4 + 12
)

// leastMemory is what an engine may have even when nothing is left.
const leastMemory = 1 << 20

// budget is an account of bytes.
type budget struct{ limit, held int64 }

func newBudget(limit int64) *budget {
	if limit == 0 {
		limit = memory.ForEngine()
	}
	return &budget{limit: limit}
}

// left is what the engine may have when so much is taken by contacts.
func (b *budget) left(more int64) int64 { return b.limit - b.held - 2*more }

// check returns an error if so much more is more than there is.
func (b *budget) check(more int64) error {
	if b.held+more > b.limit {
		return &batch.LimitError{Option: "MemoryLimit", Limit: b.limit, Needed: b.held + more}
	}
	return nil
}

// take is check, for what is going to be held until the end.
func (b *budget) take(more int64) error {
	if err := b.check(more); err != nil {
		return err
	}
	b.held += more
	return nil
}

func (p *Plan) deal(s *soa.Shapes, r Reach, without *soa.Column[uint8], room *budget) (*dealt, error) {
	if without != nil && without.Shapes() != s {
		return nil, wrong("Excluding", "a column is of another store")
	}
	if s != nil {
		if err := room.take(setBytes*int64(s.Len()) + 16*int64(p.Tiles())); err != nil {
			return nil, err
		}
	}
	bounds, err := BoundsOf(s, r)
	if err != nil {
		return nil, err
	}
	d := &dealt{set: s, bounds: bounds, tile: soa.New(), ids: make([]soa.ID, len(bounds.boxes))}
	for id := range s.All() {
		d.ids[id.Index()] = id
	}
	d.start = make([]int, p.Tiles()+1)
	var tiles []int
	count := func(each func(tile, index int)) {
		for i, b := range bounds.boxes {
			tiles = p.AppendTiles(tiles[:0], bounds.World(d.ids[i]), b)
			for _, t := range tiles {
				each(t, i)
			}
		}
	}
	count(func(t, _ int) { d.start[t+1]++ })
	most := 0
	for t := range p.Tiles() {
		most = max(most, d.start[t+1])
		d.start[t+1] += d.start[t]
	}
	if err := room.take(4*int64(d.start[p.Tiles()]) + shapeBytes*int64(most)); err != nil {
		return nil, err
	}
	d.from = make([]uint32, d.start[p.Tiles()])
	at := append([]int{}, d.start...)
	count(func(t, i int) {
		d.from[at[t]] = uint32(i)
		at[t]++
	})
	d.early = soa.Attach[uint8](d.tile)
	if without != nil {
		d.without, d.bits = soa.Attach[uint8](d.tile), make([]uint8, len(d.ids))
		if err := d.note(without); err != nil {
			return nil, err
		}
	}
	if r.Mode == batch.ModeSwept {
		for _, m := range []struct {
			from *soa.Column[float32]
			to   **soa.Column[float32]
		}{{r.Moves.DX, &d.moves.DX}, {r.Moves.DY, &d.moves.DY}, {r.Moves.Turn, &d.moves.Turn}} {
			if m.from != nil {
				*m.to = soa.Attach[float32](d.tile)
				d.motion = append(d.motion, [2]*soa.Column[float32]{m.from, *m.to})
			}
		}
	}
	return d, nil
}

// note takes the bits of the shapes that are dealt out of a column.
func (d *dealt) note(without *soa.Column[uint8]) error {
	live, err := d.set.Hold()
	if err != nil {
		return err
	}
	defer d.set.Release()
	for slot, bits := range without.Data(live) {
		if i := int(live.ID[slot].Index()); i < len(d.bits) { // else it was added since
			d.bits[i] = bits
		}
	}
	return nil
}

// load makes the store of a tile: its shapes in order of their IDs, so that IDs there are in
// the same order. (A store that was cleared gives its indices out from 0 again.)
func (d *dealt) load(p *Plan, t int) (err error) {
	if err := d.tile.Clear(); err != nil {
		return err
	}
	d.lo = d.start[t]
	d.slots = d.slots[:0]
	for _, i := range d.from[d.lo:d.start[t+1]] {
		d.slots = append(d.slots, d.bounds.slots[i])
	}
	if d.made, err = d.tile.AppendSlots(d.made[:0], d.set, d.slots); err != nil {
		return err
	}
	err = d.tile.Update(func(c soa.Live) {
		early := d.early.Data(c)
		for k, i := range d.from[d.lo:d.start[t+1]] {
			early[k] = p.Early(t, d.bounds.World(d.ids[i]), d.bounds.boxes[i])
		}
		if d.without != nil {
			without := d.without.Data(c)
			for k, i := range d.from[d.lo:d.start[t+1]] {
				without[k] = d.bits[i]
			}
		}
	})
	if err != nil {
		return err
	}
	for _, m := range d.motion {
		if err := copied(m, d.slots); err != nil {
			return err
		}
	}
	return nil
}

// copied copies the entries in the given slots of one column to another, in that order.
func copied(m [2]*soa.Column[float32], slots []uint32) error {
	return m[0].Shapes().Update(func(from soa.Live) {
		_ = m[1].Shapes().Update(func(to soa.Live) { // nobody else has it
			src, dst := m[0].Data(from), m[1].Data(to)
			for k, i := range slots {
				dst[k] = src[i]
			}
		})
	})
}
