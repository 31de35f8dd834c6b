// SPDX-License-Identifier: MIT

package tile

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"daylight/internal/failure"
	"daylight/internal/sweep"
)

// Make cuts a scene into tiles of about equal work. A world that makes up well more than one
// tile's share of the work is cut; one that makes up about a share gets a tile of its own; and
// smaller worlds share tiles with the worlds next to them in number. If the shapes do not
// allow so many cuts, the plan has fewer tiles than asked for.
//
// Make returns a *batch.ArgumentError if tiles is not from 1 to 2^20, if the slices of the
// sample differ in length, or if a weight is not positive or above 2^32-1. The same sample
// gives the same plan.
func Make(s Sample, tiles int) (*Plan, error) {
	if tiles < 1 || tiles > maxTiles {
		return nil, failure.Argument("tile.Make", "%d tiles; want 1 to %d", tiles, maxTiles)
	}
	m, err := measure(&s, tiles)
	if err != nil {
		return nil, err
	}
	m.allot(tiles)
	return m.plan()
}

// Loads estimates from a sample of the scene how many shapes reach each tile, and how many pairs of
// overlapping boxes it owns. The sum of both is the work of a tile: to read and sort in a shape costs
// about as much as to decide and write a pair. Errors are as in Make.
func (p *Plan) Loads(s Sample) (shapes, pairs []float64, err error) {
	if p == nil {
		return nil, nil, noPlan("tile.Plan.Loads")
	}
	m, err := measure(&s, p.Tiles())
	if err != nil {
		return nil, nil, err
	}
	shapes, pairs = make([]float64, p.Tiles()), make([]float64, p.Tiles())
	var tiles []int
	for i, b := range s.Boxes {
		w := s.world(i)
		tiles = p.AppendTiles(tiles[:0], w, b)
		for _, t := range tiles {
			shapes[t] += m.weight(i)
		}
	}
	for i := range m.points {
		at := &m.points[i]
		pairs[p.at(at.world, at.x, at.y)] += at.pairs
	}
	return shapes, pairs, nil
}

// measured is a sample and the pairs of its shapes.
type measured struct {
	*Sample
	order  []int32 // the shapes by world; those without a box are left out
	drawn  []drawn // of some shapes, several for each
	each   int
	points []point // by world
	worlds []worldWork
}

// drawn stands for some pairs of a shape: how many they are, and the reference point of one of them.
type drawn struct{ pairs, x, y float64 }

// point is where some work lies: that of pairs of a shape with about this reference point, and a share of
// the work of the shape itself.
type point struct {
	x, y, pairs, work float64
	world             uint32
}

type worldWork struct {
	world    uint32
	from, to int // in points
	work     float64
	tiles    int // 0: it shares one
}

const (
	// mostPairs bounds the time that counting the pairs of a sample takes, for each of its
	// shapes, and leastPairs are counted in any case.
	mostPairs  = 256
	leastPairs = 1 << 24
	// enoughPairs is how many a tile should have among the shapes of a sample, so that chance
	// does not make much of a difference.
	enoughPairs = 1 << 8
	// For a shape so many reference points are kept at most, and of all shapes about manyDrawn: where
	// shapes are larger than tiles, the pairs of one are spread over many.
	mostDrawn = 64
	manyDrawn = 1 << 16
)

// measure counts the pairs of a sample, for a plan of so many tiles.
//
// A share f of the shapes has f² of the pairs. If those are too few to go by, boxes are made
// wider and taller, which makes the square of that many pairs more where the density of shapes
// does not change much within that distance: at most by sqrt(1/f), so that a shape of the
// sample has as many partners as it has among all of them. f = 1 counts exactly.
//
// A pair is counted for the smaller of its shapes, since its reference point lies in both.
func measure(s *Sample, tiles int) (*measured, error) {
	n := len(s.Boxes)
	if s.World != nil && len(s.World) != n || s.Weight != nil && len(s.Weight) != n {
		return nil, failure.Argument("tile.Sample", "there are %d worlds and %d weights for %d boxes", len(s.World), len(s.Weight), n)
	}
	m := &measured{Sample: s}
	all := 0.0
	for i, b := range s.Boxes {
		if !(s.weight(i) > 0 && s.weight(i) <= math.MaxUint32) {
			return nil, failure.Argument("tile.Sample", "a weight is %v", s.weight(i))
		}
		if !isEmpty(b) {
			m.order = append(m.order, int32(i))
			all += s.weight(i)
		}
	}
	slices.SortStableFunc(m.order, func(i, k int32) int { return cmp.Compare(s.world(int(i)), s.world(int(k))) })
	var c []int32
	for step, scale := 1, 1.0; ; {
		c = m.choose(step)
		found, err := m.count(c, float64(step), scale)
		if err != nil {
			return nil, err
		}
		if found > max(mostPairs*len(c), leastPairs) {
			step *= 2
			continue
		}
		if most := math.Sqrt(all / float64(len(c))); found < enoughPairs*tiles && scale < most && len(c) > 0 {
			scale = min(scale*max(math.Sqrt(enoughPairs*float64(tiles)/float64(max(found, 1)))*1.1, 1.5), most)
			continue
		}
		break
	}
	m.place(c)
	for at := 0; at < len(m.points); {
		w := worldWork{world: m.points[at].world, from: at}
		for ; at < len(m.points) && m.points[at].world == w.world; at++ {
			w.work += m.points[at].work
		}
		w.to = at
		m.worlds = append(m.worlds, w)
	}
	return m, nil
}

// place makes the points, once the pairs of the chosen shapes are counted.
func (m *measured) place(chosen []int32) {
	m.points = make([]point, 0, len(m.order)+len(m.drawn))
	k := 0
	for _, i := range m.order {
		own := m.weight(int(i))
		at := point{x: m.Boxes[i].MinX, y: m.Boxes[i].MinY, work: own, world: m.world(int(i))}
		all := 0.0
		if k < len(chosen) && chosen[k] == i {
			for _, d := range m.drawn[k*m.each : (k+1)*m.each] {
				all += d.pairs
			}
			if k++; all > 0 {
				for _, d := range m.drawn[(k-1)*m.each : k*m.each] {
					if d.pairs > 0 {
						m.points = append(m.points, point{d.x, d.y, d.pairs, d.pairs + float64(own*d.pairs/all), at.world})
					}
				}
				continue
			}
		}
		m.points = append(m.points, at)
	}
	m.drawn = nil
}

// choose returns one in step shapes, chosen by hash.
func (m *measured) choose(step int) []int32 {
	if step == 1 {
		return m.order
	}
	var some []int32
	for _, i := range m.order {
		if uint64(uint32(i)*0x9e3779b1)*uint64(step)>>32 == 0 {
			some = append(some, i)
		}
	}
	return some
}

// count counts the pairs of the chosen shapes, each of which stands for step shapes of the sample, with
// boxes scale times as wide and tall. It returns how many it has found, and stops early where they are
// far too many.
func (m *measured) count(chosen []int32, step, scale float64) (found int, err error) {
	n := len(chosen)
	b := sweep.Boxes{X: make([]float64, n), Y: make([]float64, n),
		MinX: make([]float32, n), MinY: make([]float32, n), MaxX: make([]float32, n), MaxY: make([]float32, n)}
	f := sweep.Filters{World: make([]uint32, n)}
	for k, i := range chosen {
		box := m.Boxes[i]
		f.World[k] = m.world(int(i))
		b.X[k], b.Y[k] = float64(box.MinX/2)+float64(box.MaxX/2), float64(box.MinY/2)+float64(box.MaxY/2)
		hx, hy := float32((float64(box.MaxX/2)-float64(box.MinX/2))*scale), float32((float64(box.MaxY/2)-float64(box.MinY/2))*scale)
		b.MinX[k], b.MaxX[k], b.MinY[k], b.MaxY[k] = -hx, hx, -hy, hy
	}
	m.each = min(max(manyDrawn/max(n, 1), 1), mostDrawn)
	m.drawn = make([]drawn, n*m.each)
	random := rand.New(rand.NewPCG(3, 4))
	var frame sweep.Frame
	if err := frame.Build(&b, &f, sweep.Settings{}); err != nil {
		return 0, err
	}
	var strip sweep.Strip
	for k := range frame.Strips() {
		frame.Load(k, &strip)
		for more := true; more; {
			pairs, further := strip.Next()
			more = further
			if found += len(pairs); found > max(mostPairs*n, leastPairs) {
				return found, nil
			}
			for _, p := range pairs {
				i, j := strip.Slots[p.A], strip.Slots[p.B]
				if size(&b, j) < size(&b, i) {
					i, j = j, i
				}
				c, d := &m.Boxes[chosen[i]], &m.Boxes[chosen[j]]
				weight := m.weight(int(chosen[i])) * step * m.weight(int(chosen[j])) * step / (scale * scale)
				// The reference point, moved into the smaller box, replaces another one at random, so that
				// the chance of each pair to be kept is in proportion to its weight.
				to := &m.drawn[int(i)*m.each+random.IntN(m.each)]
				if to.pairs += weight; float64(random.Float64()*to.pairs) < weight {
					to.x, to.y = min(max(c.MinX, d.MinX), c.MaxX), min(max(c.MinY, d.MinY), c.MaxY)
				}
			}
		}
	}
	return found, nil
}

func size(b *sweep.Boxes, i uint32) float32 {
	return max(b.MaxX[i], b.MaxY[i])
}

// ownTile is the part of a tile's share of work from which on a world gets tiles of its own.
const ownTile = 0.8

// allot decides how many tiles each world gets.
func (m *measured) allot(tiles int) {
	total := 0.0
	for i := range m.worlds {
		total += m.worlds[i].work
	}
	share := total / float64(tiles)
	given, small := 0, 0.0
	for i := range m.worlds {
		w := &m.worlds[i]
		if w.work >= ownTile*share {
			w.tiles = max(1, int(math.Round(w.work/share)))
			given += w.tiles
		} else {
			small += w.work
		}
	}
	room := tiles
	if small > 0 {
		room--
	}
	for given != room && given > 0 {
		// One tile less where that adds least work to a tile, or one more where tiles have most.
		best, value := -1, 0.0
		for i := range m.worlds {
			w := &m.worlds[i]
			switch {
			case w.tiles == 0:
			case given > room:
				v := w.work / max(float64(w.tiles-1), 0.5)
				if best < 0 || v < value {
					best, value = i, v
				}
			case given < room && small == 0:
				if v := w.work / float64(w.tiles); best < 0 || v > value {
					best, value = i, v
				}
			}
		}
		if best < 0 {
			break // the small worlds share the other tiles
		}
		if given > room {
			w := &m.worlds[best]
			if w.tiles--; w.tiles == 0 && small == 0 {
				small, room = w.work, room-1
			}
			given--
		} else {
			m.worlds[best].tiles++
			given++
		}
	}
	m.share(tiles - given)
}

// share assigns the worlds that have no tiles of their own to n tiles, neighbours together, so that all have
// about as much work. It writes the number of the tile, counted from -1 downward, in place of their 0 tiles.
func (m *measured) share(n int) {
	small := 0.0
	for i := range m.worlds {
		if m.worlds[i].tiles == 0 {
			small += m.worlds[i].work
		}
	}
	done := 0.0
	for i := range m.worlds {
		w := &m.worlds[i]
		if w.tiles != 0 {
			continue
		}
		w.tiles = -1 - min(int((done+float64(w.work/2))/small*float64(n)), n-1)
		done += w.work
	}
}

// plan makes the plan.
func (m *measured) plan() (*Plan, error) {
	var parts []Part
	tiles := 0
	shared, at := 0, 0 // the number that share gave last, and its tile
	for i := range m.worlds {
		w := &m.worlds[i]
		if w.tiles > 0 {
			y, x := cut(m.points[w.from:w.to], w.tiles)
			parts = append(parts, Part{From: w.world, To: w.world, Tile: tiles, Y: y, X: x})
			tiles += parts[len(parts)-1].tiles()
			continue
		}
		if i > 0 && m.worlds[i-1].tiles == w.tiles {
			parts[len(parts)-1].To = w.world
			continue
		}
		if shared != w.tiles {
			shared, at = w.tiles, tiles
			tiles++
		}
		parts = append(parts, Part{From: w.world, To: w.world, Tile: at})
	}
	return New(max(tiles, 1), parts)
}

// cut divides the work of a world into so many tiles: bands along y of equal work, each cut
// along x likewise.
func cut(points []point, tiles int) (y []float64, x [][]float64) {
	if tiles == 1 {
		return nil, nil
	}
	slices.SortFunc(points, func(a, b point) int { return compare(a.y, b.y) })
	bands := bands(points, tiles)
	var counts []int
	for b := range bands {
		counts = append(counts, tiles*(b+1)/bands-tiles*b/bands)
	}
	from := 0
	for _, s := range quantiles(points, counts, func(p *point) float64 { return p.y }) {
		if from > 0 {
			y = append(y, s.at)
		}
		band := points[from:s.end]
		slices.SortFunc(band, func(a, b point) int { return compare(a.x, b.x) })
		cuts := []float64{}
		for _, t := range quantiles(band, slices.Repeat([]int{1}, s.tiles), func(p *point) float64 { return p.x })[1:] {
			cuts = append(cuts, t.at)
		}
		x = append(x, cuts)
		from = s.end
	}
	return y, x
}

// compare is cmp.Compare for numbers, of which none is NaN.
func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// bands is into how many bands to cut points in order of y, so that tiles are about as wide as tall.
func bands(points []point, tiles int) int {
	xs := make([]float64, len(points))
	for k := range points {
		xs[k] = points[k].x
	}
	slices.Sort(xs)
	n := len(xs)
	width := xs[n*9/10] - xs[n/10]
	height := points[n*9/10].y - points[n/10].y
	bands := math.Sqrt(float64(tiles))
	switch {
	case height <= 0:
		return 1
	case width <= 0:
		return tiles
	}
	return max(1, min(int(math.Round(bands*math.Sqrt(height/width))), tiles))
}

// stretch is a range of points in order: those up to end, from the value at on, which become so many tiles.
type stretch struct {
	at    float64
	end   int
	tiles int
}

// quantiles cuts points, which are in order of values, into stretches whose work is in proportion to the
// counts. Stretches whose points have one value become one.
func quantiles(points []point, counts []int, value func(*point) float64) []stretch {
	sums := make([]float64, len(points)+1)
	for k := range points {
		sums[k+1] = sums[k] + points[k].work
	}
	total, sum := 0, 0
	for _, c := range counts {
		total += c
	}
	list := []stretch{{at: value(&points[0])}}
	for _, c := range counts {
		last := &list[len(list)-1]
		last.tiles += c
		sum += c
		k := sort.SearchFloat64s(sums, sums[len(points)]*float64(sum)/float64(total))
		for k > 0 && k < len(points) && value(&points[k]) == value(&points[k-1]) {
			k--
		}
		for k < len(points) && value(&points[k]) == last.at { // points of one value stay together
			k++
		}
		if k < len(points) && value(&points[k]) > last.at {
			last.end = k
			list = append(list, stretch{at: value(&points[k])})
		}
	}
	last := &list[len(list)-1]
	last.end, last.tiles = len(points), max(last.tiles, 1)
	return list
}
