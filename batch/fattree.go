// SPDX-License-Identifier: MIT

package batch

import (
	"math"
)

// fatNode bounds the fattened AABBs of some neighbours: of slots lo to hi-1 of a list, or of
// nodes lo to hi-1 of the level below.
type fatNode struct {
	minX, minY, maxX, maxY float64
	minWorld, maxWorld     uint32
	lo, hi                 uint32
}

// fatFan is how many entries a node has at most.
const fatFan = 32

// fatNodeBytes is what a node takes, and those above it.
const fatNodeBytes = 48 + 48*2/fatFan

// nowhere is a node that bounds nothing.
func nowhere(lo int) fatNode {
	inf := math.Inf(1)
	return fatNode{minX: inf, minY: inf, maxX: -inf, maxY: -inf, minWorld: math.MaxUint32, lo: uint32(lo), hi: uint32(lo)}
}

func (n *fatNode) add(o *fatNode) {
	n.minX, n.minY = min(n.minX, o.minX), min(n.minY, o.minY)
	n.maxX, n.maxY = max(n.maxX, o.maxX), max(n.maxY, o.maxY)
	n.minWorld, n.maxWorld = min(n.minWorld, o.minWorld), max(n.maxWorld, o.maxWorld)
	n.hi++
}

// node is that of one slot alone, rounded outward and grown.
func (f *fat) node(i int, world []uint32, grow float64) fatNode {
	down, up := math.Inf(-1), math.Inf(1)
	n := fatNode{
		minX: math.Nextafter(f.x[i]+(float64(f.minX[i])-grow), down), maxX: math.Nextafter(f.x[i]+(float64(f.maxX[i])+grow), up),
		minY: math.Nextafter(f.y[i]+(float64(f.minY[i])-grow), down), maxY: math.Nextafter(f.y[i]+(float64(f.maxY[i])+grow), up),
	}
	if world != nil {
		n.minWorld, n.maxWorld = world[i], world[i]
	}
	return n
}

func (n *fatNode) meets(o *fatNode) bool {
	return n.minX <= o.maxX && n.maxX >= o.minX && n.minY <= o.maxY && n.maxY >= o.minY &&
		n.minWorld <= o.maxWorld && n.maxWorld >= o.minWorld
}

// fatTree finds the shapes of a list by place: slots in the order of strips, which are
// neighbours for the most part, under nodes of fatFan each. The lowest level is made
// while a list is, the others when they are first asked for.
type fatTree struct {
	slots  []uint32
	levels [][]fatNode
	whole  bool
}

func (t *fatTree) reset() {
	t.slots, t.whole = t.slots[:0], false
	for k := range t.levels {
		t.levels[k] = t.levels[k][:0]
	}
}

// enter appends a strip's slots, from from on.
func (t *fatTree) enter(f *fat, world []uint32, grow float64, from int) {
	if len(t.levels) == 0 {
		t.levels = append(t.levels, nil)
	}
	for k := from; k < len(t.slots); k += fatFan {
		n := nowhere(k)
		for _, i := range t.slots[k:min(k+fatFan, len(t.slots))] {
			one := f.node(int(i), world, grow)
			n.add(&one)
		}
		t.levels[0] = append(t.levels[0], n)
	}
}

// finish makes the levels above the lowest.
func (t *fatTree) finish() {
	if t.whole || len(t.levels) == 0 {
		return
	}
	t.whole = true
	for at := 0; len(t.levels[at]) > fatFan; at++ {
		if at+1 == len(t.levels) {
			t.levels = append(t.levels, nil)
		}
		below, level := t.levels[at], t.levels[at+1]
		for k := 0; k < len(below); k += fatFan {
			n := nowhere(k)
			for i := k; i < min(k+fatFan, len(below)); i++ {
				n.add(&below[i])
			}
			level = append(level, n)
		}
		t.levels[at+1] = level
	}
}

// find appends the slots whose nodes may meet n. The tree must be finished.
func (t *fatTree) find(dst []uint32, n *fatNode) []uint32 {
	top := len(t.levels) - 1
	for top > 0 && len(t.levels[top]) == 0 {
		top--
	}
	if top < 0 {
		return dst
	}
	return t.descend(dst, n, top, 0, len(t.levels[top]))
}

func (t *fatTree) descend(dst []uint32, n *fatNode, level, lo, hi int) []uint32 {
	for k := lo; k < hi; k++ {
		if below := &t.levels[level][k]; below.meets(n) {
			if level == 0 {
				dst = append(dst, t.slots[below.lo:below.hi]...)
			} else {
				dst = t.descend(dst, n, level-1, int(below.lo), int(below.hi))
			}
		}
	}
	return dst
}

func (t *fatTree) bytes() int64 {
	n := 4 * int64(cap(t.slots))
	for _, l := range t.levels {
		n += 48 * int64(cap(l))
	}
	return n
}
