// SPDX-License-Identifier: MIT

package main

import (
	"github.com/tidwall/rtree"

	"daylight/bench"
	"daylight/bench/scene"
)

// The tree has no bulk load and no join: a frame inserts every box and asks once for
// each shape. Its own strength is Replace, which is measured as well; while everything
// moves, building anew is cheaper.

const tidwallModule = "github.com/tidwall/rtree"

func tidwallPeers() []peer {
	return []peer{
		{name: "tidwall-rtree+sat", module: tidwallModule, phase: wholeStep, circles: true,
			note:  "tree built anew, one search per shape, float64 SAT",
			start: startTidwallStep},
		{name: "tidwall-rtree", module: tidwallModule, phase: broadPhase, circles: true,
			note:  "RTreeGN[float64], built anew, one search per box",
			start: startTidwall[float64]},
		{name: "tidwall-rtree/float32", module: tidwallModule, phase: broadPhase, circles: true,
			note:  "RTreeGN[float32], built anew, one search per box",
			start: startTidwall[float32]},
		{name: "tidwall-rtree/replace", module: tidwallModule, phase: broadPhase, circles: true,
			note:  "RTreeGN[float64], Replace each box, one search per box",
			start: startTidwallReplace},
	}
}

func startTidwallStep(s *scene.Scene) (frame, error) {
	solids := newSolids(s)
	var contacts []contact
	run := func() found {
		s.Step()
		place(solids, s)
		var tree rtree.RTreeG[int32]
		for i := range solids {
			o := &solids[i]
			tree.Insert([2]float64{o.min.x, o.min.y}, [2]float64{o.max.x, o.max.y}, int32(i))
		}
		contacts = contacts[:0]
		candidates := 0
		for i := range solids {
			o := &solids[i]
			tree.Search([2]float64{o.min.x, o.min.y}, [2]float64{o.max.x, o.max.y},
				func(_, _ [2]float64, j int32) bool {
					if int(j) > i {
						candidates++
						if c, ok := collide(o, &solids[j]); ok {
							c.a, c.b = int32(i), j
							contacts = append(contacts, c)
						}
					}
					return true
				})
		}
		return found{candidates, len(contacts)}
	}
	sum := func(sum *bench.PairSum) {
		for _, c := range contacts {
			sum.Add(uint32(c.a), uint32(c.b))
		}
	}
	return frame{run: run, contacts: sum}, nil
}

// bounds are the AABBs of a frame, which a broad phase is given.
type bounds[T float32 | float64] [][2][2]T

func (b bounds[T]) fill(solids []solid) {
	for i := range b {
		o := &solids[i]
		b[i] = [2][2]T{{T(o.min.x), T(o.min.y)}, {T(o.max.x), T(o.max.y)}}
	}
}

func startTidwall[T float32 | float64](s *scene.Scene) (frame, error) {
	solids := newSolids(s)
	boxes := make(bounds[T], len(solids))
	return startBroad(s, solids, func() { boxes.fill(solids) }, func(pairs []pair) []pair {
		var tree rtree.RTreeGN[T, int32]
		for i := range boxes {
			tree.Insert(boxes[i][0], boxes[i][1], int32(i))
		}
		return searchAll(&tree, boxes, pairs)
	})
}

func startTidwallReplace(s *scene.Scene) (frame, error) {
	solids := newSolids(s)
	boxes, old := make(bounds[float64], len(solids)), make(bounds[float64], len(solids))
	boxes.fill(solids)
	var tree rtree.RTreeGN[float64, int32]
	for i := range boxes {
		tree.Insert(boxes[i][0], boxes[i][1], int32(i))
	}
	fill := func() {
		boxes, old = old, boxes
		boxes.fill(solids)
	}
	return startBroad(s, solids, fill, func(pairs []pair) []pair {
		for i := range boxes {
			tree.Replace(old[i][0], old[i][1], int32(i), boxes[i][0], boxes[i][1], int32(i))
		}
		return searchAll(&tree, boxes, pairs)
	})
}

func searchAll[T float32 | float64](tree *rtree.RTreeGN[T, int32], boxes bounds[T], pairs []pair) []pair {
	for i := range boxes {
		tree.Search(boxes[i][0], boxes[i][1], func(_, _ [2]T, j int32) bool {
			if int(j) > i {
				pairs = append(pairs, pair{int32(i), j})
			}
			return true
		})
	}
	return pairs
}

// tidwallQueries are questions about boxes: the tree holds no shapes.
func tidwallQueries() []peer {
	ask := func(phase, note string, run func(tree *rtree.RTreeG[int32], s *scene.Scene, solids []solid, q *questions) int) peer {
		return peer{name: "tidwall-rtree", module: tidwallModule, phase: phase, circles: true, note: note,
			start: func(s *scene.Scene) (frame, error) {
				solids := newSolids(s)
				place(solids, s)
				tree := new(rtree.RTreeG[int32])
				for i := range solids {
					o := &solids[i]
					tree.Insert([2]float64{o.min.x, o.min.y}, [2]float64{o.max.x, o.max.y}, int32(i))
				}
				q := newQuestions(s)
				return frame{run: func() found { return found{unknown, run(tree, s, solids, &q)} }}, nil
			}}
	}
	search := func(tree *rtree.RTreeG[int32], x0, y0, x1, y1 float64) (n int) {
		tree.Search([2]float64{x0, y0}, [2]float64{x1, y1}, func(_, _ [2]float64, _ int32) bool {
			n++
			return true
		})
		return n
	}
	return []peer{
		ask(points, "Search, boxes that hold a point", func(tree *rtree.RTreeG[int32], _ *scene.Scene, _ []solid, q *questions) (n int) {
			for i, x := range q.points.x {
				n += search(tree, x, q.points.y[i], x, q.points.y[i])
			}
			return n
		}),
		ask(windows, "Search", func(tree *rtree.RTreeG[int32], _ *scene.Scene, _ []solid, q *questions) (n int) {
			w := &q.windows
			for i, x := range w.minX {
				n += search(tree, x, w.minY[i], w.maxX[i], w.maxY[i])
			}
			return n
		}),
		ask(nearests, "Nearby, boxes by distance", func(tree *rtree.RTreeG[int32], _ *scene.Scene, _ []solid, q *questions) (n int) {
			for i, x := range q.points.x {
				p := [2]float64{x, q.points.y[i]}
				left := neighbours
				tree.Nearby(rtree.BoxDist[float64, int32](p, p, nil), func(_, _ [2]float64, _ int32, _ float64) bool {
					n, left = n+1, left-1
					return left > 0
				})
			}
			return n
		}),
		ask(withins, "Search of each grown box, pairs of boxes", func(tree *rtree.RTreeG[int32], _ *scene.Scene, solids []solid, _ *questions) (n int) {
			for i := range solids {
				o := &solids[i]
				tree.Search([2]float64{o.min.x - withinDistance, o.min.y - withinDistance}, [2]float64{o.max.x + withinDistance, o.max.y + withinDistance},
					func(_, _ [2]float64, j int32) bool {
						if int(j) > i {
							n++
						}
						return true
					})
			}
			return n
		}),
	}
}
