// SPDX-License-Identifier: MIT

package batch_test

import (
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestMoveOutEnds: moving B by its depth along the normal until there is no contact ends,
// for polygons of a size of about 1, after one move with a margin of -1e-5, and after a
// few if shapes are open sets. Without either it may not: the pair then touches, which is a
// contact, or overlaps by a rounding error.
func TestMoveOutEnds(t *testing.T) {
	const limit = 20
	moves := func(pairs int, opts batch.Config) (most, endless int) {
		r := seeded(t, 77)
		for range pairs {
			s := soa.New()
			must.Get(s.AddPolygon(somewhere(r, 0, 0, 1), ngon(3+r.IntN(10), 0.3+r.Float64(), 0.3+r.Float64()), 0, soa.Attrs{}))(t)
			b := must.Get(s.AddPolygon(somewhere(r, 0, 0, 1), ngon(3+r.IntN(10), 0.3+r.Float64(), 0.3+r.Float64()), 0, soa.Attrs{}))(t)
			n := 0
			for ; n < limit; n++ {
				cfg := opts
				cfg.Workers = 1
				c := collide(t, s, cfg)
				if c.Len() == 0 {
					break
				}
				p, _ := s.Pose(b)
				must.Do(t, s.SetPosition(b, p.X+float64(c.Depth[0])*float64(c.NX[0]), p.Y+float64(c.Depth[0])*float64(c.NY[0])))
			}
			if n == limit {
				endless++
			} else {
				most = max(most, n)
			}
		}
		return most, endless
	}
	pairs := 500
	if testenv.Full() {
		pairs = 2000
	}
	if most, endless := moves(pairs, batch.Config{Margin: -1e-5}); most > 1 || endless > 0 {
		t.Errorf("with a margin of -1e-5: %d moves at most, %d pairs go on for ever", most, endless)
	}
	if most, endless := moves(pairs, batch.Config{Strict: true}); most > 10 || endless > 0 {
		t.Errorf("of open sets: %d moves at most, %d pairs go on for ever", most, endless)
	}
	// If this ends one day the documentation of Contacts has become too careful.
	if _, endless := moves(200, batch.Config{}); endless < 20 {
		t.Errorf("only %d of 200 pairs go on for ever where touching counts", endless)
	}
}
