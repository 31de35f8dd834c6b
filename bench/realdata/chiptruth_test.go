// SPDX-License-Identifier: MIT

package realdata

import (
	"cmp"
	"slices"
	"testing"
)

// chipTotals is what is stated about one placement. Depth here is the smaller of
// the overlaps of the extents, which under containment is less than the way out.
type chipTotals struct {
	overlaps, withFixed, cellsInOverlap, mostPartners int
	area, deepest                                     int64
	edges, corners                                    int
}

var chipStated = map[string]chipTotals{
	"before": {26_091, 363, 18_087, 10, 31_481_860_415, 2_786, 724, 0},
	"after":  {edges: 33_971, corners: 6_203},
}

// chipPairs finds all pairs of cells whose gaps along x and along y are both at
// most margin; with a margin of 0 they overlap or touch. The cells are sorted by
// their left side, and each is compared with cells that begin before it ends.
func (d *design) chipPairs(margin int64) []pair {
	order := make([]int32, len(d.cells))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(d.cells[a].x0, d.cells[b].x0) })
	var out []pair
	for k, a := range order {
		p := &d.cells[a]
		for _, b := range order[k+1:] {
			q := &d.cells[b]
			if q.x0 > p.x1+margin {
				break
			}
			if q.y0 <= p.y1+margin && p.y0 <= q.y1+margin {
				out = append(out, inOrder(a, b))
			}
		}
	}
	return out
}

// extents gives the overlap of a pair's extents: both positive if the interiors
// meet, one zero for an edge, both zero for a corner.
func (d *design) extents(p pair) (dx, dy int64) {
	a, b := &d.cells[p.first()], &d.cells[p.second()]
	return min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
}

// wayOut gives the least shift of the second cell of a pair that parts the two,
// along x and along y. Unlike the overlap of the extents it is right also where
// one cell lies within the extent of the other.
func (d *design) wayOut(p pair) (dx, dy int64) {
	a, b := &d.cells[p.first()], &d.cells[p.second()]
	return min(a.x1-b.x0, b.x1-a.x0), min(a.y1-b.y0, b.y1-a.y0)
}

// tally sums up pairs that overlap or touch.
func (d *design) tally(pairs []pair) chipTotals {
	var sum chipTotals
	partners := make([]int, len(d.cells))
	for _, p := range pairs {
		dx, dy := d.extents(p)
		switch {
		case dx > 0 && dy > 0:
			sum.overlaps++
			if d.cells[p.first()].fixed || d.cells[p.second()].fixed {
				sum.withFixed++
			}
			partners[p.first()]++
			partners[p.second()]++
			sum.area += dx * dy
			sum.deepest = max(sum.deepest, min(dx, dy))
		case dx == 0 && dy == 0:
			sum.corners++
		default:
			sum.edges++
		}
	}
	for _, n := range partners {
		if n > 0 {
			sum.cellsInOverlap++
		}
		sum.mostPartners = max(sum.mostPartners, n)
	}
	return sum
}

func TestChipFiles(t *testing.T) {
	before, after := designs(t)
	places := map[string]*cell{}
	for k := range before.cells {
		places[before.cells[k].name] = &before.cells[k]
	}
	for _, d := range []*design{before, after} {
		fixed := 0
		for k := range d.cells {
			c := &d.cells[k]
			was := places[c.name]
			if was == nil || was.kind != c.kind || was.fixed != c.fixed {
				t.Errorf("%s: cell %s is not the same in both placements", d.name, c.name)
			} else if c.fixed && *c != *was {
				t.Errorf("%s: cell %s is fixed but was moved", d.name, c.name)
			}
			if c.fixed {
				fixed++
			}
		}
		check(t, d.name+": cells", len(d.cells), 21_340)
		check(t, d.name+": fixed cells", fixed, 2_457)
	}
}

func TestChipTruth(t *testing.T) {
	before, after := designs(t)
	for _, d := range []*design{before, after} {
		check(t, d.name, d.tally(d.chipPairs(0)), chipStated[d.name])
	}
	var overlapping, stated []pair
	for _, p := range before.chipPairs(0) {
		if dx, dy := before.extents(p); dx > 0 && dy > 0 {
			overlapping = append(overlapping, p)
		}
	}
	contained := 0
	for _, l := range chipTruth(t) {
		stated = append(stated, l.pair)
		if dx, dy := before.extents(l.pair); dx != l.dx || dy != l.dy {
			t.Errorf("cells %d and %d overlap by %d and %d, the truth file says %d and %d", l.pair.first(), l.pair.second(), dx, dy, l.dx, l.dy)
		}
		if dx, dy := before.wayOut(l.pair); min(dx, dy) != min(l.dx, l.dy) {
			contained++
		}
	}
	if missing, extra := difference(stated, overlapping); len(missing)+len(extra) > 0 {
		t.Errorf("%d pairs of the truth file do not overlap here, %d others do", len(missing), len(extra))
	}
	t.Logf("the way out is longer than the smaller overlap of the extents for %d of %d pairs (one extent within the other)", contained, len(stated))
}
