// SPDX-License-Identifier: MIT

package job

import (
	"context"

	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// exclude returns the column that leaves pairs to other tiles; nil without a tile.
func exclude(set *shapes.Set) (*soa.Column[uint8], error) {
	if set == nil || !set.Tiled() {
		return nil, nil
	}
	col := soa.Attach[uint8](set.Shapes)
	err := set.Shapes.Update(func(c soa.Live) {
		bits := col.Data(c)
		for slot := range bits {
			bits[slot] = set.Sides(set.Of(slot))
		}
	})
	return col, err
}

// Find finds the answer about a set, or about a set against another if that is not nil. If they are
// of a tile, it finds only the pairs of that tile.
func (s *Spec) Find(ctx context.Context, set, other *shapes.Set) (*Found, error) {
	one := *s
	if !s.Exact {
		for k, set := range []*shapes.Set{set, other} {
			var err error
			if one.Exclude[k], err = exclude(set); err != nil {
				return nil, err
			}
		}
	}
	return one.answer(ctx, set, other)
}
