// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"math"
	"slices"

	"daylight/batch/tile"
	"daylight/region"
)

// Near tells to which tiles a question for the nearest shapes goes. Of a sample of the shapes it knows how many
// lie in which cells of a grid, and so a distance within which there are as many as are asked for: the least
// group of cells around the question that has so many is no farther than its far corner.
type Near struct {
	Count int     `json:"count"` // of shapes, for a question; one more if the shapes ask, as each finds itself
	Most  float64 `json:"most"`  // how far they may be; below 0: any distance
	Own   bool    `json:"own"`   // the shapes ask
	// Grid has the cells. It is nil where some shapes do not meet some others, or worlds are Alike, so that
	// nothing is known of who is found: then a question goes to all tiles of its world.
	Grid  *tile.Plan `json:"grid,omitempty"`
	Cells []Cell     `json:"cells,omitempty"`

	levels []map[cellAt]Cell // Cells, then two that follow each other as one, and so on
}

// Cell are some shapes of a world: how many, and what box they are in (min x, min y, max x, max y).
type Cell struct {
	World  uint32     `json:"world"`
	Number int        `json:"number"`
	Shapes int        `json:"shapes"`
	Box    [4]float64 `json:"box"`
}

type cellAt struct {
	world  uint32
	number int
}

// mostCells is how many cells a grid has at most.
const mostCells = 1 << 13

// NewNear looks at a sample of the shapes, none of which is left out later; nil stands for one of which nothing
// is known.
func NewNear(count int, most float64, own bool, sample *tile.Sample) (*Near, error) {
	n := &Near{Count: count, Most: most, Own: own}
	if sample == nil {
		return n, nil
	}
	var err error
	if n.Grid, err = tile.Make(*sample, min(max(len(sample.Boxes)/(2*n.wanted()), 1), mostCells)); err != nil {
		return nil, err
	}
	cells := map[cellAt]Cell{}
	for i, b := range sample.Boxes {
		world := uint32(0)
		if sample.World != nil {
			world = sample.World[i]
		}
		at := cellAt{world, n.Grid.Owner(world, b, b)}
		cells[at] = cells[at].and(Cell{world, at.number, 1, [4]float64{b.MinX, b.MinY, b.MaxX, b.MaxY}})
	}
	for _, c := range cells {
		n.Cells = append(n.Cells, c)
	}
	slices.SortFunc(n.Cells, func(c, d Cell) int { return cmp.Or(cmp.Compare(c.World, d.World), cmp.Compare(c.Number, d.Number)) })
	n.group()
	return n, nil
}

func (n *Near) wanted() int {
	if n.Own {
		return n.Count + 1
	}
	return n.Count
}

// and is c with the shapes of o, which keeps c's place unless it has none.
func (c Cell) and(o Cell) Cell {
	if c.Shapes == 0 {
		return o
	}
	a, b := &c.Box, &o.Box
	c.Shapes += o.Shapes
	c.Box = [4]float64{min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])}
	return c
}

// group makes the levels.
func (n *Near) group() {
	level := map[cellAt]Cell{}
	for _, c := range n.Cells {
		level[cellAt{c.World, c.Number}] = c
	}
	n.levels = append(n.levels[:0], level)
	for tiles := n.Grid.Tiles(); tiles > 1; tiles = (tiles + 1) / 2 {
		above := map[cellAt]Cell{}
		for at, c := range level {
			at.number /= 2
			above[at] = above[at].and(c)
		}
		n.levels = append(n.levels, above)
		level = above
	}
}

// Grow is the box that reaches where the answers of a question with such a box are; that of what is no question
// stays as it is. It may be called from several goroutines.
func (n *Near) Grow(second bool, world uint32, b region.Box) region.Box {
	if n == nil || !second && !n.Own || !(b.MinX <= b.MaxX && b.MinY <= b.MaxY) {
		return b
	}
	far := math.Inf(1)
	if n.Grid != nil {
		number := n.Grid.Owner(world, b, b)
		for _, level := range n.levels {
			c, found := level[cellAt{world, number}]
			if number /= 2; !found || c.Shapes < n.wanted() {
				continue
			}
			far = math.Hypot(max(c.Box[2]-b.MinX, b.MaxX-c.Box[0]), max(c.Box[3]-b.MinY, b.MaxY-c.Box[1]))
			break
		}
	}
	if n.Most >= 0 {
		far = min(far, n.Most)
	}
	far = far*(1+0x1p-10) + 0x1p-140
	return region.Box{MinX: b.MinX - far, MinY: b.MinY - far, MaxX: b.MaxX + far, MaxY: b.MaxY + far}
}
