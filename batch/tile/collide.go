// SPDX-License-Identifier: MIT

package tile

import (
	"context"

	"daylight/batch"
	"daylight/internal/answer"
	"daylight/internal/failure"
	"daylight/internal/memory"
	"daylight/internal/store"
	"daylight/region"
	"daylight/soa"
)

// Collide finds what batch.Collide finds, in canonical order, tile by tile. The contacts belong
// to the caller, and their Shapes method returns nil. Nobody may change the shapes before Collide
// returns.
//
// When ctx is done, Collide returns its error and no contacts. Other errors come from Bounds.Fill,
// from package soa and from batch.Collide. Besides the contacts and what sorting them takes,
// Collide needs the memory of Bounds, 8 bytes more per shape, 4 bytes per tile that a shape
// is in, and a store with the shapes of one tile. Config.MemoryLimit bounds all of that and what the
// engine takes for a tile, the shapes of the caller not counted; 0 stands for the default of package
// batch. The contacts are canonical, whatever Config.Canonical says.
// Config.OnProgress is told how many of the tiles are done. Columns.Exclude is refused: a tile uses
// such a column itself, to leave pairs to other tiles.
func (p *Plan) Collide(ctx context.Context, shapes *soa.Shapes, cfg batch.Config) (*batch.Contacts, error) {
	return p.run(ctx, "tile.Plan.Collide", cfg, nil, shapes)
}

// Join finds what batch.Join finds, in canonical order, tile by tile. It returns a
// *batch.ArgumentError if a and b are the same store; for all else see Collide.
func (p *Plan) Join(ctx context.Context, a, b *soa.Shapes, cfg batch.Config) (*batch.Contacts, error) {
	if a == b {
		return nil, failure.Argument("tile.Plan.Join", "both sets are the same; use Collide for contacts within one")
	}
	return p.run(ctx, "tile.Plan.Join", cfg, nil, a, b)
}

// run distributes the shapes of one set or two over tiles and finds the contacts of one tile after the other. call is the method
// that errors name. It calls each, if that is not nil, with what the engine counted in a tile.
func (p *Plan) run(ctx context.Context, call string, cfg batch.Config, each func(tile int, stats batch.Stats), sets ...*soa.Shapes) (*batch.Contacts, error) {
	switch {
	case p == nil:
		return nil, noPlan(call)
	case ctx == nil:
		return nil, failure.Argument(call, "ctx is nil; pass context.Background()")
	case cfg.Columns.Exclude != nil || cfg.Other.Exclude != nil:
		return nil, failure.Argument(call, "Columns.Exclude is set; a tile uses such a column itself")
	case cfg.Other != (batch.Columns{}) && len(sets) == 1:
		return nil, failure.Argument(call, "there are columns of a second set, which only a Join has")
	case cfg.Mode != batch.ModeSwept && !(still(cfg.Columns) && still(cfg.Other)):
		return nil, failure.Argument(call, "there are columns of velocities, which only batch.ModeSwept asks for")
	case cfg.OpposeWithin != 0:
		return nil, failure.Argument(call, "OpposeWithin is set; tiles do not take velocities to choose an axis by")
	case cfg.MemoryLimit < 0:
		return nil, failure.Argument(call, "MemoryLimit is %d; want a number of bytes, or 0 for the default", cfg.MemoryLimit)
	}
	budget := newBudget(cfg.MemoryLimit)
	distributed := make([]*distributed, len(sets))
	for k, s := range sets {
		of := cfg
		if k > 0 {
			of.Columns = cfg.Other
		}
		d, err := p.distribute(s, &of, budget)
		if err != nil {
			return nil, err
		}
		distributed[k] = d
	}
	one := cfg
	one.Canonical, one.OnProgress = true, nil
	one.Columns = distributed[0].columns
	if len(distributed) > 1 {
		one.Other = distributed[1].columns
	}
	a, b := distributed[0], distributed[len(distributed)-1]
	if cfg.Decide != nil {
		one.Decide = func(x, y soa.ID, found region.Verdict) region.Verdict {
			return cfg.Decide(a.original(x), b.original(y), found)
		}
	}
	all := &batch.Contacts{}
	gathered := answer.Of(all)
	for t := range p.Tiles() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		idle := false
		for _, d := range distributed {
			if err := d.load(p, t); err != nil {
				return nil, err
			}
			idle = idle || d.tile.Len() == 0
		}
		if err := report(cfg.OnProgress, t, p.Tiles()); err != nil {
			return nil, err
		}
		if idle && t > 0 { // the first tile checks the Config in any case
			continue
		}
		one.MemoryLimit = max(budget.available(gathered.Bytes()), leastMemory)
		var found *batch.Contacts
		var stats batch.Stats
		var err error
		if len(sets) == 1 {
			found, stats, err = batch.Collide(ctx, a.tile, one)
		} else {
			found, stats, err = batch.Join(ctx, a.tile, b.tile, one)
		}
		if err != nil {
			return nil, err
		}
		for i := range found.A {
			found.A[i], found.B[i] = a.original(found.A[i]), b.original(found.B[i])
		}
		// As much again is needed while columns grow, and in the end while all are sorted.
		if err := budget.check(2 * (gathered.Bytes() + answer.Of(found).Bytes())); err != nil {
			return nil, err
		}
		gathered.Append(found)
		if each != nil {
			each(t, stats)
		}
	}
	if err := report(cfg.OnProgress, p.Tiles(), p.Tiles()); err != nil {
		return nil, err
	}
	gathered.Sort()
	return all, nil
}

// report calls Config.OnProgress, if it is not nil. A panic of it becomes a *batch.PanicError.
func report(call func(done, total int), done, total int) (err error) {
	if call == nil {
		return nil
	}
	defer func() { err = answer.Panicked(recover(), "OnProgress") }()
	call(done, total)
	return nil
}

// still reports whether there are no velocities.
func still(c batch.Columns) bool { return c.VX == nil && c.VY == nil && c.Spin == nil }

// distributed are the shapes of a set, distributed to tiles.
type distributed struct {
	set     *soa.Shapes
	ids     []soa.ID // by index
	bounds  *Bounds
	start   []int    // where the shapes of each tile begin in from
	from    []uint32 // indices of IDs
	lo      int      // where those of the tile at hand begin
	tile    *soa.Shapes
	columns batch.Columns // of the tile
	slots   []uint32
	made    []soa.ID
	motion  [][2]*soa.Column[float32] // of the set, and of the tile
}

// original is the ID that a shape of the tile has in its set.
func (d *distributed) original(id soa.ID) soa.ID { return d.ids[d.from[d.lo+int(id.Index())]] }

// Bytes for each shape of a set while it is distributed: its Bounds and its ID; and a shape of a tile in its
// store, without its vertices.
const (
	setBytes   = 32 + 4 + 4 + 8
	shapeBytes = 79 + 8 + 1 + 1 + 3*4 + 12
)

// leastMemory is the limit of an engine if less than that is available.
const leastMemory = 1 << 20

// budget is an account of bytes.
type budget struct{ limit, held int64 }

// newBudget returns a budget; a limit of 0 stands for the default.
func newBudget(limit int64) *budget {
	if limit == 0 {
		limit = memory.Default
	}
	return &budget{limit: limit}
}

// available is the limit of an engine while contacts take so much.
func (b *budget) available(contacts int64) int64 { return b.limit - b.held - 2*contacts }

// check returns an error if the budget does not have so many bytes more.
func (b *budget) check(more int64) error {
	if b.held+more > b.limit {
		return &batch.LimitError{Option: "MemoryLimit", Limit: b.limit, Needed: b.held + more}
	}
	return nil
}

// take reserves bytes that are held until the end.
func (b *budget) take(more int64) error {
	if err := b.check(more); err != nil {
		return err
	}
	b.held += more
	return nil
}

func (p *Plan) distribute(s *soa.Shapes, cfg *batch.Config, room *budget) (*distributed, error) {
	if s != nil {
		if err := room.take(setBytes*int64(s.Len()) + 16*int64(p.Tiles())); err != nil {
			return nil, err
		}
	}
	bounds := new(Bounds)
	if err := bounds.Fill(s, *cfg); err != nil {
		return nil, err
	}
	d := &distributed{set: s, bounds: bounds, tile: soa.New(), ids: make([]soa.ID, len(bounds.boxes))}
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
	d.columns.Exclude = soa.Attach[uint8](d.tile) // entries of Plan.Early
	if cfg.Mode == batch.ModeSwept {
		to := [...]**soa.Column[float32]{&d.columns.VX, &d.columns.VY, &d.columns.Spin}
		for k, from := range [...]*soa.Column[float32]{cfg.Columns.VX, cfg.Columns.VY, cfg.Columns.Spin} {
			if from != nil {
				*to[k] = soa.Attach[float32](d.tile)
				d.motion = append(d.motion, [2]*soa.Column[float32]{from, *to[k]})
			}
		}
	}
	return d, nil
}

// load makes the store of a tile: its shapes in order of their IDs, so that IDs there are in
// the same order. (A store that was cleared gives its indices out from 0 again.)
func (d *distributed) load(p *Plan, t int) (err error) {
	if err := d.tile.Clear(); err != nil {
		return err
	}
	d.lo = d.start[t]
	d.slots = d.slots[:0]
	for _, i := range d.from[d.lo:d.start[t+1]] {
		d.slots = append(d.slots, d.bounds.slots[i])
	}
	d.made = d.made[:0]
	if err := store.Of(d.tile).AppendSlots(&d.made, d.set, d.slots); err != nil {
		return err
	}
	err = d.tile.Update(func(c soa.Live) {
		early := d.columns.Exclude.Data(c)
		for k, i := range d.from[d.lo:d.start[t+1]] {
			early[k] = p.Early(t, d.bounds.World(d.ids[i]), d.bounds.boxes[i])
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
		_ = m[1].Shapes().Update(func(to soa.Live) { // nobody else knows this store
			src, dst := m[0].Data(from), m[1].Data(to)
			for k, i := range slots {
				dst[k] = src[i]
			}
		})
	})
}
