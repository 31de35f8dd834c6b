// SPDX-License-Identifier: MIT

package tile

import (
	"context"

	"daylight/batch"
	"daylight/soa"
)

// CollideEach is Collide, and tells each what the engine counted in a tile.
func (p *Plan) CollideEach(ctx context.Context, shapes *soa.Shapes, cfg batch.Config, each func(tile int, stats batch.Stats)) (*batch.Contacts, error) {
	return p.run(ctx, "tile.Plan.Collide", cfg, each, shapes)
}

// BoundsOf returns the boxes of all shapes.
func BoundsOf(shapes *soa.Shapes, cfg batch.Config) (*Bounds, error) {
	b := new(Bounds)
	return b, b.Fill(shapes, cfg)
}

// At is the tile in which a point of a world lies.
func (p *Plan) At(world uint32, x, y float64) int { return p.at(world, x, y) }

// MemoryLimit is the limit that a Config's MemoryLimit stands for.
func MemoryLimit(of int64) int64 { return newBudget(of).limit }
