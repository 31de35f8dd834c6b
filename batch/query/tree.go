// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"math/bits"
	"slices"

	"daylight/internal/kernels/bvh"
	"daylight/internal/kernels/isa"
	"daylight/internal/scratch"
)

// fan is how many children a node has.
const (
	fan      = bvh.Fan
	fanShift = 4
)

// node and box are in the frame of a tree.
type (
	node = bvh.Node
	box  = bvh.NodeBox
)

var (
	inf      = float32(math.Inf(1))
	inf64    = math.Inf(1)
	emptyBox = boxOf(inf, inf, -inf, -inf)

	emptyNode = func() (n node) {
		for k := range fan {
			n.MinX[k], n.MinY[k], n.MaxX[k], n.MaxY[k] = inf, inf, -inf, -inf
		}
		return n
	}()
)

func boxOf(minX, minY, maxX, maxY float32) box {
	return box{MinX: minX, MinY: minY, MaxX: maxX, MaxY: maxY}
}

// tree is a pyramid of boxes over places 0 to n-1: the children of node i of a level are
// nodes 16i to 16i+15 of the level below, and those of level 0 are the places. So there
// are no pointers, building is a reduction, and every level is an array.
//
// Boxes are float32 relative to a point amid the shapes (x, y), rounded outward: exact
// enough near it, and in proportion to the distance elsewhere.
type tree struct {
	n      int
	levels [][]node
	nodes  []node   // of all levels
	starts []uint32 // where in nodes each level begins
	x, y   float64
}

// slack covers the rounding of float64 sums in the frame and in a question, as a share of the
// coordinate.
const slack = 0x1p-50

// down rounds a coordinate of the frame, less slack, to float32 towards -Inf.
func down(v float64) float32 {
	v -= float64(math.Abs(v) * slack)
	f := float32(v)
	if float64(f) > v {
		f = math.Nextafter32(f, float32(math.Inf(-1)))
	}
	return f
}

// up rounds a coordinate of the frame, plus slack, to float32 towards +Inf.
func up(v float64) float32 { return -down(-v) }

// size sets the number of places. It does not set their boxes.
func (t *tree) size(n int) {
	t.n = n
	t.levels, t.starts = t.levels[:0], t.starts[:0]
	total := 0
	for more := true; more; more = n > 1 {
		n = max((n+fan-1)/fan, 1)
		t.starts = append(t.starts, uint32(total))
		total += n
	}
	t.nodes = scratch.Resize(t.nodes, total)
	for k, lo := range t.starts {
		hi := total
		if k+1 < len(t.starts) {
			hi = int(t.starts[k+1])
		}
		t.levels = append(t.levels, t.nodes[lo:hi])
	}
}

// bounds returns the bounding box of the children of a node.
func bounds(n *node) box {
	b := emptyBox
	for k := range fan {
		b.MinX, b.MinY = min(b.MinX, n.MinX[k]), min(b.MinY, n.MinY[k])
		b.MaxX, b.MaxY = max(b.MaxX, n.MaxX[k]), max(b.MaxY, n.MaxY[k])
	}
	return b
}

// reduce computes the nodes of a level and those above it.
func (t *tree) reduce(level int) {
	for ; level < len(t.levels); level++ {
		below := t.levels[level-1]
		for i := range t.levels[level] {
			n := &t.levels[level][i]
			for k := range fan {
				b := emptyBox
				if c := i*fan + k; c < len(below) {
					b = bounds(&below[c])
				}
				n.MinX[k], n.MinY[k], n.MaxX[k], n.MaxY[k] = b.MinX, b.MinY, b.MaxX, b.MaxY
			}
		}
	}
}

// box rounds a box of the world, grown by m, to the frame. Rounding to nearest keeps the
// order of numbers, so that a box that touches another in the world touches the other's,
// which is rounded outward, here.
func (t *tree) box(minX, minY, maxX, maxY, m float64) box {
	return boxOf(
		float32((minX-t.x)-m), float32((minY-t.y)-m),
		float32((maxX-t.x)+m), float32((maxY-t.y)+m),
	)
}

// subtree is the lowest node that has all of the places lo to hi-1, at which a search for them
// begins.
type subtree struct {
	lo, hi uint32
	node   uint32
	level  int
	part   bool // its nodes may have other places, too
	box    box  // bounding box of the node
}

func (t *tree) subtree(lo, hi int) subtree {
	c := subtree{lo: uint32(lo), hi: uint32(hi), part: lo > 0 || hi < t.n}
	if lo >= hi {
		return c
	}
	a, b := lo>>fanShift, (hi-1)>>fanShift
	for a != b {
		a, b = a>>fanShift, b>>fanShift
		c.level++
	}
	c.node = uint32(a)
	c.box = bounds(&t.levels[c.level][c.node])
	return c
}

// descend lists the leaves of a subtree that meet b, in order. The list is valid until the worker's
// next descend.
func (t *tree) descend(w *worker, c *subtree, b *box, table *isa.Table) []uint32 {
	if len(w.lists[0]) == 0 {
		w.lists[0] = make([]uint32, 2*fan)
	}
	list := w.lists[0][:1]
	list[0] = c.node
	for level := c.level; level > 0; level-- {
		list = t.children(&w.lists[1], list, c, b, level, table)
		w.lists[0], w.lists[1] = w.lists[1], w.lists[0]
	}
	return list
}

// children lists the children of some nodes of a level that have a place of the subtree and meet b.
// The list is in room, which grows if necessary.
func (t *tree) children(room *[]uint32, list []uint32, c *subtree, b *box, level int, table *isa.Table) []uint32 {
	if most := len(list)*fan + fan; len(*room) < most {
		*room = make([]uint32, most+most/4)
	}
	out := (*room)[:table.Children(t.levels[level], list, b, *room)]
	if c.part {
		shift := uint(level * fanShift)
		first, last := c.lo>>shift, (c.hi-1)>>shift
		for len(out) > 0 && out[0] < first {
			out = out[1:]
		}
		for len(out) > 0 && out[len(out)-1] > last {
			out = out[:len(out)-1]
		}
	}
	return out
}

func abs(v float32) float32 { return math.Float32frombits(math.Float32bits(v) &^ (1 << 31)) }

// own returns the children of node i of a level that have places of the subtree, as a mask.
func (c *subtree) own(level int, i uint32) uint32 {
	shift := uint(level * fanShift)
	first, last := c.lo>>shift, (c.hi-1)>>shift
	mask := uint32(1<<fan - 1)
	if i == first>>fanShift {
		mask &^= 1<<(first&(fan-1)) - 1
	}
	if i == last>>fanShift {
		mask &= 2<<(last&(fan-1)) - 1
	}
	return mask
}

// visit is a node on the stack of a walk.
type visit struct {
	near  float32 // its distance
	node  uint32
	level int32
}

// push pushes the children in mask on the stack, the nearest last.
func push(stack []visit, near *[fan]float32, mask, first uint32, level int32) []visit {
	base := len(stack)
	stack = slices.Grow(stack, fan)
	for ; mask != 0; mask &= mask - 1 {
		k := bits.TrailingZeros32(mask) & (fan - 1)
		at := len(stack)
		stack = stack[:at+1]
		for ; at > base && stack[at-1].near < near[k]; at-- {
			stack[at] = stack[at-1]
		}
		stack[at] = visit{near: near[k], node: first + uint32(k), level: level}
	}
	return stack
}

// walk visits the leaves of a subtree that have places within a limit of the worker's beam, or of
// its box, in order of distance by levels. It calls look with each leaf and a mask of its places,
// whose distances are in w.near. look returns a new limit; -inf ends the walk.
func (ix *Index) walk(w *worker, c *subtree, beam bool, limit float32, look func(leaf, mask uint32, limit float32) float32) {
	if c.lo >= c.hi {
		return
	}
	if ix.all {
		for leaf := c.lo >> fanShift; leaf<<fanShift < c.hi; leaf++ {
			for k := range w.near {
				w.near[k] = -inf
			}
			limit = look(leaf, c.own(0, leaf), limit)
		}
		return
	}
	stack := append(w.stack[:0], visit{near: -inf, node: c.node, level: int32(c.level)})
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.near > limit {
			continue
		}
		n, mask := &ix.tree.levels[s.level][s.node], uint32(0)
		if beam {
			mask = ix.table.Slabs(n, &w.beam, limit, &w.near)
		} else {
			mask = ix.table.Distances(n, &w.box, limit, &w.near)
		}
		if c.part {
			mask &= c.own(int(s.level), s.node)
		}
		if s.level == 0 {
			limit = look(s.node, mask, limit)
		} else {
			stack = push(stack, &w.near, mask, s.node<<fanShift, s.level-1)
		}
	}
	w.stack = stack
}
