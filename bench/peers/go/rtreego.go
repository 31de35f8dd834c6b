// SPDX-License-Identifier: MIT

package main

import "github.com/dhconnelly/rtreego"

// The tree is bulk loaded, as its documentation offers, with the branching it shows.
// Candidates are taken in a filter that refuses them all: so no search has to allocate
// a slice of results.

const (
	rtreegoModule        = "github.com/dhconnelly/rtreego"
	minBranch, maxBranch = 25, 50
)

func rtreegoPeers() []peer {
	anew := func() index { return new(rtreegoIndex) }
	return []peer{
		{name: "rtreego+sat", module: rtreegoModule, phase: wholeStep, circles: true,
			note:  "tree bulk loaded, candidates in a filter, float64 SAT",
			start: stepWith(anew, new(sat))},
		{name: "rtreego", module: rtreegoModule, phase: broadPhase, circles: true,
			note:  "bulk loaded, candidates in a filter",
			start: broadWith(anew)},
	}
}

// item is what the tree holds.
type item struct {
	rect  rtreego.Rect
	index uint32
}

func (o *item) Bounds() rtreego.Rect { return o.rect }

type rtreegoIndex struct {
	items   []item
	objects []rtreego.Spatial
}

// fill gives every item its rectangle. A Rect cannot be changed, only made.
func (x *rtreegoIndex) fill(solids []solid) {
	if len(x.items) != len(solids) {
		x.items, x.objects = make([]item, len(solids)), make([]rtreego.Spatial, len(solids))
		for i := range x.items {
			x.items[i].index = uint32(i)
			x.objects[i] = &x.items[i]
		}
	}
	for i := range solids {
		o := &solids[i]
		r, err := rtreego.NewRectFromPoints(rtreego.Point{o.min.x, o.min.y}, rtreego.Point{o.max.x, o.max.y})
		if err != nil {
			panic(err) // a box is never inside out
		}
		x.items[i].rect = r
	}
}

func (x *rtreegoIndex) appendPairs(dst []pair) []pair {
	tree := rtreego.NewTree(2, minBranch, maxBranch, x.objects...)
	for i := range x.items {
		one := &x.items[i]
		tree.SearchIntersect(one.rect, func(_ []rtreego.Spatial, object rtreego.Spatial) (refuse, abort bool) {
			if other := object.(*item); other.index > one.index {
				dst = append(dst, pair{A: one.index, B: other.index})
			}
			return true, false
		})
	}
	return dst
}
