// SPDX-License-Identifier: MIT

package job

import (
	"context"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Share is what a tile of a plan has of a job: the pairs that it owns, of the shapes that reach it.
type Share struct {
	Plan *tile.Plan
	Tile int
	// Worlds are the numbers by which the plan knows the worlds of the sets; nil stands for the same.
	Worlds []uint32
}

func (s *Share) world(set *shapes.Set, k int) uint32 {
	w := set.World(k)
	if s.Worlds != nil {
		w = s.Worlds[w]
	}
	return w
}

// Owns reports whether a pair of shapes, by their places in two sets, is the tile's.
func (s *Share) Owns(set, other *shapes.Set, a, b int) bool {
	return s.Plan.Owner(s.world(set, a), set.Box(a), other.Box(b)) == s.Tile
}

// exclude is the column by which the engine leaves pairs to other tiles; see tile.Plan.Early.
func (s *Share) exclude(set *shapes.Set) (*soa.Column[uint8], error) {
	col := soa.Attach[uint8](set.Shapes)
	err := set.Shapes.Update(func(c soa.Live) {
		bits := col.Data(c)
		for slot := range bits {
			k := set.Of(slot)
			bits[slot] = s.Plan.Early(s.Tile, s.world(set, k), set.Box(k))
		}
	})
	return col, err
}

// Tile finds what a share owns of the answer about the shapes that reach it; nil owns all.
func (s *Spec) Tile(ctx context.Context, share *Share, set, other *shapes.Set) (*Found, error) {
	if share == nil {
		return s.answer(ctx, set, other)
	}
	one := *s
	for k, set := range []*shapes.Set{set, other} {
		if set == nil || s.Exact {
			continue
		}
		var err error
		if one.Exclude[k], err = share.exclude(set); err != nil {
			return nil, err
		}
	}
	f, err := one.answer(ctx, set, other)
	if err != nil {
		return nil, err
	}
	if d, exact := f.Pairs.(*Decided); exact {
		d.Keep(func(i int) bool {
			a, b := d.Pair(i)
			return share.Owns(d.A, d.B, a, b)
		})
		f.Stats.Contacts = d.Len()
	}
	return f, nil
}
