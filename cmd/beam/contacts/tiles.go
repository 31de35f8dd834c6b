// SPDX-License-Identifier: MIT

package contacts

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/region"
	"daylight/soa"
)

func init() {
	register.DoFn5x1[context.Context, int64, func(*[]byte) bool, string, func(Found), error](&tileFn{})
	register.DoFn2x0[Found, func(Contact)](&eachFn{})
	register.Emitter1[Found]()
	register.Emitter1[Contact]()
}

// tileFn finds the contacts that a tile owns, with the engine.
type tileFn struct {
	Set  settings
	Join bool

	text string
	plan *tile.Plan
}

func (f *tileFn) ProcessElement(ctx context.Context, t int64, blocks func(*[]byte) bool, plan string, emit func(Found)) error {
	if f.plan == nil || f.text != plan {
		p, err := readPlan(plan)
		if err != nil {
			return err
		}
		f.plan, f.text = p, plan
	}
	var sets [2][]Shape
	var block []byte
	for blocks(&block) {
		if err := readBlock(block, &sets); err != nil {
			return err
		}
	}
	n := int64(len(sets[0]) + len(sets[1]))
	tileShapes.Update(ctx, n)
	tilesCounter.Inc(ctx, 1)
	if len(sets[0]) == 0 || f.Join && len(sets[1]) == 0 {
		return nil
	}
	found, stats, err := f.find(ctx, int(t), &sets)
	if err != nil {
		return fmt.Errorf("tile %d: %w", t, err)
	}
	candidatesCounter.Inc(ctx, int64(stats.Candidates))
	contactsCounter.Inc(ctx, int64(len(found)))
	undecidedCounter.Inc(ctx, int64(stats.Undecided))
	if len(found) > 0 {
		emit(Found{Tile: t, Contacts: found})
	}
	return nil
}

// find finds the contacts that a tile owns, in order.
func (f *tileFn) find(ctx context.Context, t int, sets *[2][]Shape) ([]Contact, batch.Stats, error) {
	cfg := f.Set.engine()
	var worlds, bodies numbers
	var sides []*side
	for k := range sets {
		if k > 0 && !f.Join {
			break
		}
		s, m, err := f.load(sets[k], &worlds, &bodies)
		if err != nil {
			return nil, batch.Stats{}, err
		}
		if m.Exclude, err = f.early(t, s, m); err != nil {
			return nil, batch.Stats{}, err
		}
		sides = append(sides, s)
		if k == 0 {
			cfg.Columns = m
		} else {
			cfg.Other = m
		}
	}
	a, b := sides[0], sides[len(sides)-1]
	if f.Set.Margin == 0 && f.Set.Mode != batch.ModePairs {
		cfg.Decide = func(x, y soa.ID, found region.Verdict) region.Verdict {
			return region.CompareOutlines(a.list[x.Index()].corners(), b.list[y.Index()].corners(), found)
		}
	}
	var found *batch.Contacts
	var stats batch.Stats
	var err error
	if f.Join {
		found, stats, err = batch.Join(ctx, a.store, b.store, cfg)
	} else {
		found, stats, err = batch.Collide(ctx, a.store, cfg)
	}
	if err != nil {
		return nil, stats, err
	}
	list := make([]Contact, found.Len())
	for i := range list {
		if list[i], err = contact(found, i, f.Set.Mode, a, b); err != nil {
			return nil, stats, err
		}
	}
	return list, stats, nil
}

// load makes the store of a set: its shapes in order of their IDs, whatever order they came in,
// so that IDs of the store are in the same order.
func (f *tileFn) load(list []Shape, worlds, bodies *numbers) (*side, batch.Columns, error) {
	slices.SortFunc(list, func(a, b Shape) int { return cmp.Compare(a.ID, b.ID) })
	s := &side{list: list, store: soa.New()}
	var m batch.Columns
	if err := s.store.Grow(len(list)); err != nil {
		return nil, m, err
	}
	if f.Set.Mode == batch.ModeSwept {
		m = newMoves(s.store)
	}
	names := map[[2]string]int64{}
	for k := range list {
		one := &list[k]
		if k > 0 && list[k-1].ID == one.ID {
			return nil, m, one.wrong(fmt.Errorf("its ID is that of another shape, %q in world %q", list[k-1].Name, list[k-1].World))
		}
		if f.Set.Unique && one.Name != "" {
			key := [2]string{one.World, one.Name}
			if twin, found := names[key]; found {
				return nil, m, one.wrong(fmt.Errorf("its name is that of shape %d, in the same world %q", twin, one.World))
			}
			names[key] = one.ID
		}
		id, err := one.addTo(s.store, worlds, bodies)
		if err == nil {
			err = putMoves(m, id, one)
		}
		if err != nil {
			return nil, m, err
		}
	}
	return s, m, nil
}

// early makes the column by which the engine leaves pairs to other tiles; see tile.Plan.Early.
func (f *tileFn) early(t int, s *side, m batch.Columns) (*soa.Column[uint8], error) {
	var boxes tile.Bounds
	if err := boxes.Fill(s.store, batch.Config{Mode: f.Set.Mode, Margin: f.Set.Margin, Columns: m}); err != nil {
		return nil, err
	}
	col := soa.Attach[uint8](s.store)
	return col, s.store.Update(func(c soa.Live) {
		bits := col.Data(c)
		last, world := "", WorldNumber("")
		for slot, id := range c.ID {
			if name := s.list[id.Index()].World; name != last {
				last, world = name, WorldNumber(name)
			}
			bits[slot] = f.plan.Early(t, world, boxes.Box(id))
		}
	})
}

// eachFn makes contacts elements of their own.
type eachFn struct{}

func (*eachFn) ProcessElement(f Found, emit func(Contact)) {
	for _, c := range f.Contacts {
		emit(c)
	}
}
