// SPDX-License-Identifier: MIT

package batchtest

import (
	"context"

	"daylight/batch"
	"daylight/soa"
)

// BruteForce is batch.Collide without a broad phase.
func BruteForce(ctx context.Context, shapes *soa.Shapes, cfg batch.Config) (*batch.Contacts, error) {
	cfg.BruteForce = true
	c, _, err := batch.Collide(ctx, shapes, cfg)
	return c, err
}

// BruteForceJoin is batch.Join without a broad phase.
func BruteForceJoin(ctx context.Context, a, b *soa.Shapes, cfg batch.Config) (*batch.Contacts, error) {
	cfg.BruteForce = true
	c, _, err := batch.Join(ctx, a, b, cfg)
	return c, err
}
