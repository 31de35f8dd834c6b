// SPDX-License-Identifier: MIT

package realdata

import (
	"context"
	"io"
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// The pieces of layouts that are drawn together, so that they overlap, one by one and some together
// as a body, are pushed apart by the shortest push: no search is given up.
func TestPackingPushes(t *testing.T) {
	needData(t)
	for _, name := range layouts {
		for _, members := range []int{1, 3, 6} {
			parted(t, name, members)
		}
	}
}

func parted(t *testing.T, name string, members int) {
	t.Helper()
	s := soa.New()
	must.Do(t, readData("packing/final_best_"+name+".svg.gz", func(r io.Reader) error {
		pieces, err := readLayout(r)
		for i, p := range pieces {
			r, err := region.New(p.at(.95), region.Config{})
			if err != nil {
				return err
			}
			if _, err := s.AddRegion(r, 0, soa.Attrs{Body: uint32(1 + i/members)}); err != nil {
				return err
			}
		}
		return err
	}))
	c, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
	var p push.Bodies
	must.Do(t, p.Find(c))
	bounded, worst := 0, 1.
	for k, excess := range p.Excess {
		if excess > 0 {
			bounded++
			far := math.Hypot(p.X[k], p.Y[k])
			worst = max(worst, far/(far-excess))
		}
	}
	t.Logf("%s, bodies of %d: %d pairs", name, members, len(p.A))
	if bounded > 0 {
		t.Errorf("%s, bodies of %d: the search is given up for %d of %d pairs, whose push is up to %v times the bound", name, members, bounded, len(p.A), worst)
	}
}
