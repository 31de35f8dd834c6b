// SPDX-License-Identifier: MIT

package realdata

import (
	"math"
	"testing"

	"daylight/batch"
	"daylight/soa"
)

// chipShapes makes every cell a box. Widths, heights and places are whole numbers
// below 2^24 and so are their halves times two: nothing is rounded, also not when
// the whole chip is moved by a whole number.
func chipShapes(t *testing.T, d *design, moveX, moveY int64) numbered {
	t.Helper()
	s := newNumbered(len(d.cells))
	for k, c := range d.cells {
		at := soa.At(float64(c.x0+c.x1)/2+float64(moveX), float64(c.y0+c.y1)/2+float64(moveY), 0)
		s.add(t, int32(k))(s.AddBox(at, float64(c.x1-c.x0)/2, float64(c.y1-c.y0)/2, soa.Attrs{}))
	}
	return s
}

// parting gives the depth and the normal of a pair of cells that overlap or touch,
// exactly: the shorter way out, x if both are the same, towards the side on which
// the centre of the second cell lies, and upwards if the centres are level.
func (d *design) parting(p pair) (depth, nx, ny float32) {
	a, b := &d.cells[p.first()], &d.cells[p.second()]
	towards := func(v int64) float32 {
		if v < 0 {
			return -1
		}
		return 1
	}
	dx, dy := d.wayOut(p)
	if dx <= dy {
		return float32(dx), towards(b.x0 + b.x1 - a.x0 - a.x1), 0
	}
	return float32(dy), 0, towards(b.y0 + b.y1 - a.y0 - a.y1)
}

// checkCells compares every depth and normal with the truth. There is no slack.
func checkCells(t *testing.T, d *design, pairs []pair, contacts *batch.Contacts) {
	t.Helper()
	wrong := 0
	for k, c := range contacts.All() {
		depth, nx, ny := d.parting(pairs[k])
		if c.Depth != depth || c.NX != nx || c.NY != ny {
			if wrong++; wrong <= 5 {
				t.Errorf("cells %d and %d: depth %v, normal (%v, %v), want %v, (%v, %v)",
					pairs[k].first(), pairs[k].second(), c.Depth, c.NX, c.NY, depth, nx, ny)
			}
		}
	}
	if wrong > 5 {
		t.Errorf("%d contacts of %d with a wrong depth or normal", wrong, len(pairs))
	}
}

func TestChip(t *testing.T) {
	before, after := designs(t)
	for _, d := range []*design{before, after} {
		t.Run(d.name, func(t *testing.T) {
			all := d.chipPairs(0)
			var meeting []pair
			for _, p := range all {
				if dx, dy := d.extents(p); dx > 0 && dy > 0 {
					meeting = append(meeting, p)
				}
			}
			s := chipShapes(t, d, 0, 0)

			strict := collide(t, s, batch.Config{Strict: true})
			overlapping := s.pairs(t, strict)
			samePairs(t, "strict", meeting, overlapping)
			checkCells(t, d, overlapping, strict)
			if d == before {
				var stated []pair
				for _, l := range chipTruth(t) {
					stated = append(stated, l.pair)
				}
				samePairs(t, "strict, by the truth file", stated, overlapping)
			}

			closed := collide(t, s, batch.Config{})
			pairs := s.pairs(t, closed)
			samePairs(t, "closed", all, pairs)
			checkCells(t, d, pairs, closed)
			check(t, "closed, counted", d.tally(pairs), chipStated[d.name])

			// Touching is what is closed but not strict, and has a depth of 0.
			touching := 0
			for _, depth := range closed.Depth {
				if depth == 0 {
					touching++
				}
			}
			stated := chipStated[d.name]
			check(t, "touching", len(pairs)-len(overlapping), stated.edges+stated.corners)
			check(t, "touching, by depth", touching, stated.edges+stated.corners)
			got := d.tally(pairs)
			t.Logf("strict %d, touching along an edge %d, at a corner %d", len(overlapping), got.edges, got.corners)

			samePairs(t, "closed, mode overlap", all, s.pairs(t, collide(t, s, batch.Config{Mode: batch.ModeOverlaps})))
			samePairs(t, "strict, mode overlap", meeting, s.pairs(t, collide(t, s, batch.Config{Strict: true, Mode: batch.ModeOverlaps})))
			everyWay(t, s, closed, batch.Config{})
		})
	}
}

// A positive margin reports cells by their Euclidean distance, which is no whole
// number where corners face each other: here the error bound holds.
func TestChipMargin(t *testing.T) {
	const margin = 3_000
	before, after := designs(t)
	for _, d := range []*design{before, after} {
		apart := func(p pair) float64 {
			x, y := d.extents(p)
			if x >= 0 && y >= 0 {
				x, y := d.wayOut(p)
				return float64(-min(x, y))
			}
			return math.Hypot(float64(max(-x, 0)), float64(max(-y, 0)))
		}
		bound := func(p pair) float64 {
			a, b := &d.cells[p.first()], &d.cells[p.second()]
			reach := func(c *cell) float64 { return math.Hypot(float64(c.x1-c.x0), float64(c.y1-c.y0)) / 2 }
			cx, cy := a.x0+a.x1-b.x0-b.x1, a.y0+a.y1-b.y0-b.y1
			return errorBound(reach(a) + reach(b) + float64(magnitude(cx)+magnitude(cy))/2)
		}
		var want []pair
		for _, p := range d.chipPairs(margin) {
			x, y := d.extents(p)
			if compareLength(max(-x, 0), max(-y, 0), margin) <= 0 {
				want = append(want, p)
			}
		}
		s := chipShapes(t, d, 0, 0)
		contacts := collide(t, s, batch.Config{Margin: margin})
		pairs := s.pairs(t, contacts)
		judge(t, want, pairs, func(p pair) float64 { return apart(p) - margin }, bound)
		var depths worst
		for k, depth := range contacts.Depth {
			depths.see(t, pairs[k], "depth", math.Abs(float64(depth)+apart(pairs[k])), bound(pairs[k]))
		}
		t.Logf("%s: %d pairs within %d units; depths within %.2g (%.2g%% of the error bound)", d.name, len(pairs), margin, depths.deviation, 100*depths.share)
	}
}

// A corner of the chip without a broad phase: every cell left of and below a line
// that leaves 1,700 or so.
func TestChipBruteForce(t *testing.T) {
	before, after := designs(t)
	for _, d := range []*design{before, after} {
		corner := &design{name: d.name}
		for _, c := range d.cells {
			if c.x1 < 560_000 && c.y1 < 500_000 {
				corner.cells = append(corner.cells, c)
			}
		}
		t.Logf("%s: %d cells", d.name, len(corner.cells))
		s := chipShapes(t, corner, 0, 0)
		byBruteForce(t, s, batch.Config{})
		byBruteForce(t, s, batch.Config{Margin: 3_000})
	}
}

// The chip far from the origin gives the same bits.
func TestChipMoved(t *testing.T) {
	before, after := designs(t)
	for _, d := range []*design{before, after} {
		home := collide(t, chipShapes(t, d, 0, 0), batch.Config{Canonical: true})
		for _, move := range [][2]int64{{10_000_000, 10_000_000}, {-10_000_000, 10_000_001}, {1 << 40, -1 << 41}} {
			s := chipShapes(t, d, move[0], move[1])
			sameBits(t, d.name+", moved", home, collide(t, s, batch.Config{Canonical: true}))
			check(t, d.name+", moved: overlaps", collide(t, s, batch.Config{Strict: true}).Len(), chipStated[d.name].overlaps)
		}
	}
}

// An engine finds the same in every step.
func TestChipSteps(t *testing.T) {
	before, after := designs(t)
	for _, d := range []*design{before, after} {
		inSteps(t, chipShapes(t, d, 0, 0), batch.Config{})
	}
}
