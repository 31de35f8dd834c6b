// SPDX-License-Identifier: MIT

package tile

import (
	"context"

	"daylight/batch"
	"daylight/soa"
)

// CollideEach is Collide, and tells each what the engine counted in a tile.
func (p *Plan) CollideEach(ctx context.Context, shapes *soa.Shapes, cfg batch.Config, each func(tile int, stats batch.Stats)) (*batch.Contacts, error) {
	return p.run(ctx, cfg, each, shapes)
}
