// SPDX-License-Identifier: MIT

package tiles

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"daylight/region"
)

// Sampler draws shapes at random from as many as it is shown (reservoir sampling: Vitter, 1985).
// The same shapes give the same sample.
type Sampler struct {
	most   int
	seen   int64
	drawn  []sampled
	random *rand.Rand
}

type sampled struct {
	world string
	box   region.Box
}

// At least drawnPerTile shapes and pairsPerTile pairs estimate the work of a tile, so that the
// sampling error is below a tenth. mostTried and pairsPerDrawn bound the time and memory of finding
// pairs, which can grow with the square of the shapes.
const (
	drawnPerTile  = 1 << 9
	pairsPerTile  = 1 << 7
	fewDrawn      = 1 << 10
	leastDrawn    = 1 << 17
	mostTried     = 1 << 26
	pairsPerDrawn = 8
	drawnBytes    = 900 // for a drawn shape, its copies and its share of pairs
)

// NewSampler returns a Sampler for so many tiles. It keeps fewer shapes if they would take more
// than room bytes.
func NewSampler(tiles int, room int64) *Sampler {
	most := min(int64(max(leastDrawn, drawnPerTile*tiles)), room/drawnBytes)
	return &Sampler{most: int(max(most, fewDrawn)), random: rand.New(rand.NewPCG(1, 2))}
}

// Bytes is the memory that the Sampler and Cut take at most.
func (s *Sampler) Bytes() int64 { return drawnBytes * int64(s.most) }

// Add shows the Sampler a shape.
func (s *Sampler) Add(world string, box region.Box) {
	s.seen++
	if len(s.drawn) < s.most {
		s.drawn = append(s.drawn, sampled{world, box})
	} else if k := s.random.Int64N(s.seen); k < int64(s.most) {
		s.drawn[k] = sampled{world, box}
	}
}

// point is where some work lies.
type point struct{ x, y, work float64 }

// Cut cuts the plane into so many tiles, in the order of the k-d tree. There are fewer if shapes at
// one place cannot be cut apart. busiest estimates the work of the busiest tile as a multiple of
// the mean; 0 if there are no shapes. Cut fails when ctx ends.
func (s *Sampler) Cut(ctx context.Context, tiles int) (list []region.Box, busiest float64, err error) {
	inf := math.Inf(1)
	c := cutter{ctx: ctx}
	points := s.work(tiles)
	c.cut(points, region.Box{MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf}, tiles)
	if all := total(points); all > 0 {
		busiest = c.most / all * float64(len(c.tiles))
	}
	return c.tiles, busiest, context.Cause(ctx)
}

// work returns the work of the sampled shapes, at the min corners of their boxes, and of their
// pairs, at their reference points.
func (s *Sampler) work(tiles int) []point {
	list := slices.Clone(s.drawn)
	s.random.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	var shapes []point
	for _, one := range list {
		shapes = append(shapes, point{one.box.MinX, one.box.MinY, float64(s.seen) / float64(len(list))})
	}
	// A sample of 1/share of the shapes has 1/share^2 of the pairs. If those are too few, boxes
	// grow about their centres. At even density, boxes f times as large make f^2 times the pairs. f
	// stops where a shape has as many partners in the sample as in the scene.
	for grown := 1.0; len(list) > 0; {
		share := float64(s.seen) / float64(len(list))
		pairs, ok := pairsOf(list, grown, pairsPerDrawn*s.most)
		switch {
		case !ok:
			list = list[:len(list)/2]
		case len(pairs) < pairsPerTile*tiles && grown*grown < share:
			grown = min(2*grown, math.Sqrt(share))
		default:
			for i := range pairs {
				pairs[i].work = share * share / (grown * grown)
			}
			return append(shapes, pairs...)
		}
	}
	return nil
}

// pairsOf finds the reference points of the pairs of boxes that overlap when they are grown. It
// sweeps along x, and gives up beyond mostTried comparisons or most pairs.
func pairsOf(list []sampled, grown float64, most int) (pairs []point, ok bool) {
	wide := slices.Clone(list)
	for i := range wide {
		b := &wide[i].box
		x, y := (grown-1)/2*(b.MaxX-b.MinX), (grown-1)/2*(b.MaxY-b.MinY)
		*b = region.Box{MinX: b.MinX - x, MinY: b.MinY - y, MaxX: b.MaxX + x, MaxY: b.MaxY + y}
	}
	slices.SortFunc(wide, func(a, b sampled) int {
		return cmp.Or(cmp.Compare(a.world, b.world), cmp.Compare(a.box.MinX, b.box.MinX))
	})
	tried := 0
	for i := range wide {
		a := &wide[i]
		for k := i + 1; k < len(wide) && wide[k].world == a.world && wide[k].box.MinX <= a.box.MaxX; k++ {
			if tried++; tried > mostTried || len(pairs) > most {
				return nil, false
			}
			if b := &wide[k].box; b.MinY <= a.box.MaxY && a.box.MinY <= b.MaxY {
				pairs = append(pairs, point{x: b.MinX, y: max(a.box.MinY, b.MinY)})
			}
		}
	}
	return pairs, true
}

func total(points []point) (sum float64) {
	for _, p := range points {
		sum += p.work
	}
	return sum
}

// cutter collects tiles, and the most work that one of them has.
type cutter struct {
	ctx   context.Context // whose end ends the cutting early
	tiles []region.Box
	most  float64
}

// cut cuts a box that holds points into so many tiles.
func (c *cutter) cut(points []point, box region.Box, tiles int) {
	axes := []axis{across, up}
	if tiles > 1 && spread(points, up) > spread(points, across) {
		slices.Reverse(axes)
	}
	for _, along := range axes {
		if tiles == 1 || c.ctx.Err() != nil {
			break
		}
		half := tiles / 2
		at, n, found := split(points, along, float64(half)/float64(tiles))
		if !found {
			continue
		}
		low, high := box, box
		if along == across {
			low.MaxX, high.MinX = at, at
		} else {
			low.MaxY, high.MinY = at, at
		}
		c.cut(points[:n], low, half)
		c.cut(points[n:], high, tiles-half)
		return
	}
	c.tiles, c.most = append(c.tiles, box), max(c.most, total(points))
}

// axis is x, across, or y, up.
type axis bool

const across, up axis = false, true

func (a axis) of(p *point) float64 {
	if a == up {
		return p.y
	}
	return p.x
}

// spread is the mean distance of points from their mean along an axis.
func spread(points []point, along axis) (sum float64) {
	mean := 0.0
	for i := range points {
		mean += along.of(&points[i]) / float64(len(points))
	}
	for i := range points {
		sum += math.Abs(along.of(&points[i]) - mean)
	}
	return sum
}

// split sorts points along an axis and finds where to cut, at a number of few digits, so that the
// first n have about that share of the work. It finds none if all points have the same coordinate.
func split(points []point, along axis, share float64) (at float64, n int, found bool) {
	if along == up {
		slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.y, b.y) })
	} else {
		slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	}
	want, sum, best := share*total(points), 0.0, math.Inf(1)
	for i := range points {
		if off := math.Abs(sum - want); i > 0 && along.of(&points[i]) > along.of(&points[i-1]) && off < best {
			best, n = off, i
		}
		sum += points[i].work
	}
	if n == 0 {
		return 0, 0, false
	}
	return between(along.of(&points[n-1]), along.of(&points[n])), n, true
}

// between returns a number of few digits that is above low and not above high.
func between(low, high float64) float64 {
	middle := low/2 + high/2
	for digits := range 17 {
		v, _ := strconv.ParseFloat(strconv.FormatFloat(middle, 'e', digits, 64), 64)
		if low < v && v <= high {
			return v
		}
	}
	return high
}
