// SPDX-License-Identifier: MIT

package separate_test

import (
	"context"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/internal/batchtest"
	"daylight/internal/testenv"
	"daylight/soa"
)

// once pushes shapes apart with a Separator of its own.
func once(ctx context.Context, shapes *soa.Shapes, c *batch.Contacts, cfg separate.Config) (separate.Stats, error) {
	s, err := separate.New(shapes, cfg)
	if err != nil {
		return separate.Stats{}, err
	}
	return s.Separate(ctx, c)
}

// Short names for what most tests begin with.
var (
	collide   = batchtest.Collide
	filled    = batchtest.Filled
	ngon      = batchtest.Ngon
	seeded    = testenv.Rand
	addAny    = batchtest.AddAny
	somewhere = batchtest.Somewhere
)
