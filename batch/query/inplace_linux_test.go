// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/must"
	"daylight/soa"
)

// TestInPlaceAtTheEnd: nothing reads behind the IDs of a store, which end where memory does, in the
// middle of a leaf; and boxes are answered as where there is room.
func TestInPlaceAtTheEnd(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{1600, 1601, 1615, 2047} {
		l := &layouts(n)[2]
		s, _ := stepped(t, l, n, batch.Config{})
		for _, table := range isa.All() {
			ix := index(t, s, query.Config{InPlace: true, AnyOrder: true, Kernels: table.Name})
			if !query.ReadsStore(ix) {
				t.Fatalf("%d shapes were copied", n)
			}
			a, p := asker(t, ix, query.AskerConfig{}), randomPoints(l, seeded(t, 95), 200)
			boxes := boxColumns{MinX: p.X, MinY: p.Y}
			for k := range p.X {
				boxes.MaxX, boxes.MaxY = append(boxes.MaxX, p.X[k]+l.side/9), append(boxes.MaxY, p.Y[k]+l.side/9)
			}
			want := clone(must.Get(boxes.aabbs(ctx, a))(t))
			query.ReplaceIDs(ix, func(ids []soa.ID) []soa.ID {
				end := kernelstest.GuardedCopy(t, ids, true)
				return end[:len(end):len(end)]
			})
			same(t, fmt.Sprintf("%d shapes, %s", n, table.Name), must.Get(boxes.aabbs(ctx, a))(t), want)
		}
	}
}
