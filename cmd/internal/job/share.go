// SPDX-License-Identifier: MIT

package job

import (
	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Share is what a tile of a plan has of a job: the pairs that it owns, of the shapes that reach it. World is
// the number by which the plan knows a world of the sets.
type Share struct {
	Plan  *tile.Plan
	Tile  int
	World func(world uint32) uint32
}

// Exclude is the column by which the engine leaves pairs to other tiles; see tile.Plan.Early.
func (s Share) Exclude(set *shapes.Set) (*soa.Column[uint8], error) {
	col := soa.Attach[uint8](set.Shapes)
	err := set.Shapes.Update(func(c soa.Live) {
		bits := col.Data(c)
		for slot := range bits {
			k := set.Of(slot)
			bits[slot] = s.Plan.Early(s.Tile, s.World(set.World(k)), set.Box(k))
		}
	})
	return col, err
}

// Keep leaves the pairs of an exact answer to other tiles that are theirs.
func (s Share) Keep(d *Decided) {
	d.Keep(func(i int) bool {
		a, b := d.Pair(i)
		return s.Plan.Owner(s.World(d.Set.World(a)), d.Set.Box(a), d.other().Box(b)) == s.Tile
	})
}
