// SPDX-License-Identifier: MIT

package main

import (
	"slices"

	"github.com/tidwall/rtree"
)

// The tree has no bulk load and no join: a frame inserts every box and asks once for
// each shape. Its own strength is Replace, which is measured as well; while everything
// moves, building anew is cheaper.

const tidwallModule = "github.com/tidwall/rtree"

func tidwallPeers() []peer {
	anew := func() index { return new(tidwall[float64]) }
	return []peer{
		{name: "tidwall-rtree+sat", module: tidwallModule, phase: wholeStep, circles: true,
			note:  "tree built anew, one search per shape, float64 SAT",
			start: stepWith(anew, new(sat))},
		{name: "tidwall-rtree", module: tidwallModule, phase: broadPhase, circles: true,
			note:  "RTreeGN[float64], built anew, one search per box",
			start: broadWith(anew)},
		{name: "tidwall-rtree/float32", module: tidwallModule, phase: broadPhase, circles: true,
			note:  "RTreeGN[float32], built anew, one search per box",
			start: broadWith(func() index { return new(tidwall[float32]) })},
		{name: "tidwall-rtree/replace", module: tidwallModule, phase: broadPhase, circles: true,
			note:  "RTreeGN[float64], Replace each box, one search per box",
			start: broadWith(func() index { return new(tidwallReplaced) })},
	}
}

// tidwall holds the AABBs of a frame and builds a tree of them.
type tidwall[T float32 | float64] struct{ boxes [][2][2]T }

func (x *tidwall[T]) fill(solids []solid) {
	x.boxes = x.boxes[:0]
	for i := range solids {
		o := &solids[i]
		x.boxes = append(x.boxes, [2][2]T{{T(o.min.x), T(o.min.y)}, {T(o.max.x), T(o.max.y)}})
	}
}

func (x *tidwall[T]) build() *rtree.RTreeGN[T, int32] {
	tree := new(rtree.RTreeGN[T, int32])
	for i, b := range x.boxes {
		tree.Insert(b[0], b[1], int32(i))
	}
	return tree
}

func (x *tidwall[T]) appendPairs(dst []pair) []pair { return x.search(x.build(), dst) }

func (x *tidwall[T]) search(tree *rtree.RTreeGN[T, int32], dst []pair) []pair {
	for i, b := range x.boxes {
		tree.Search(b[0], b[1], func(_, _ [2]T, j int32) bool {
			if int(j) > i {
				dst = append(dst, pair{A: uint32(i), B: uint32(j)})
			}
			return true
		})
	}
	return dst
}

// tidwallReplaced keeps one tree, and the AABBs that are in it.
type tidwallReplaced struct {
	tidwall[float64]
	tree *rtree.RTreeGN[float64, int32]
	old  [][2][2]float64
}

func (x *tidwallReplaced) fill(solids []solid) {
	x.boxes, x.old = x.old, x.boxes
	x.tidwall.fill(solids)
	if x.tree == nil {
		x.tree, x.old = x.build(), slices.Clone(x.boxes)
	}
}

func (x *tidwallReplaced) appendPairs(dst []pair) []pair {
	for i, b := range x.boxes {
		x.tree.Replace(x.old[i][0], x.old[i][1], int32(i), b[0], b[1], int32(i))
	}
	return x.search(x.tree, dst)
}
