// SPDX-License-Identifier: MIT

package main

import (
	"github.com/dhconnelly/rtreego"

	"daylight/bench/scene"
)

// The tree is bulk loaded, as its documentation offers, with the branching it shows.
// Candidates are taken in a filter that refuses them all: so no search has to allocate
// a slice of results.

const (
	rtreegoModule        = "github.com/dhconnelly/rtreego"
	minBranch, maxBranch = 25, 50
)

func rtreegoPeers() []peer {
	return []peer{
		{name: "rtreego+sat", module: rtreegoModule, phase: wholeStep, circles: true,
			note:  "tree bulk loaded, candidates in a filter, float64 SAT",
			start: startRtreegoStep},
		{name: "rtreego", module: rtreegoModule, phase: broadPhase, circles: true,
			note:  "bulk loaded, candidates in a filter",
			start: startRtreego},
	}
}

// item is what the tree holds.
type item struct {
	rect  rtreego.Rect
	index int32
	solid *solid
}

func (o *item) Bounds() rtreego.Rect { return o.rect }

func newItems(solids []solid) ([]item, []rtreego.Spatial) {
	items := make([]item, len(solids))
	objects := make([]rtreego.Spatial, len(solids))
	for i := range items {
		items[i].index, items[i].solid = int32(i), &solids[i]
		objects[i] = &items[i]
	}
	return items, objects
}

// fit gives every item its rectangle. A Rect cannot be changed, only made.
func fit(items []item) error {
	for i := range items {
		o := items[i].solid
		r, err := rtreego.NewRectFromPoints(rtreego.Point{o.min.x, o.min.y}, rtreego.Point{o.max.x, o.max.y})
		if err != nil {
			return err
		}
		items[i].rect = r
	}
	return nil
}

// search calls visit with every later item whose rectangle meets that of one.
func search(tree *rtreego.Rtree, one *item, visit func(other *item)) {
	tree.SearchIntersect(one.rect, func(_ []rtreego.Spatial, object rtreego.Spatial) (refuse, abort bool) {
		if other := object.(*item); other.index > one.index {
			visit(other)
		}
		return true, false
	})
}

func startRtreegoStep(s *scene.Scene) (frame, error) {
	solids := newSolids(s)
	items, objects := newItems(solids)
	if err := fit(items); err != nil {
		return frame{}, err
	}
	var contacts []contact
	run := func() found {
		s.Step()
		place(solids, s)
		if err := fit(items); err != nil {
			panic(err) // a box is never inside out
		}
		tree := rtreego.NewTree(2, minBranch, maxBranch, objects...)
		contacts = contacts[:0]
		candidates := 0
		for i := range items {
			one := &items[i]
			search(tree, one, func(other *item) {
				candidates++
				if c, ok := collide(one.solid, other.solid); ok {
					c.a, c.b = one.index, other.index
					contacts = append(contacts, c)
				}
			})
		}
		return found{candidates, len(contacts)}
	}
	return frame{run: run}, nil
}

func startRtreego(s *scene.Scene) (frame, error) {
	solids := newSolids(s)
	items, objects := newItems(solids)
	fill := func() {
		if err := fit(items); err != nil {
			panic(err) // a box is never inside out
		}
	}
	return startBroad(s, solids, fill, func(pairs []pair) []pair {
		tree := rtreego.NewTree(2, minBranch, maxBranch, objects...)
		for i := range items {
			one := &items[i]
			search(tree, one, func(other *item) {
				pairs = append(pairs, pair{one.index, other.index})
			})
		}
		return pairs
	})
}
