// SPDX-License-Identifier: MIT

package main

import (
	"daylight/bench"
	"daylight/bench/scene"
	"daylight/broadphase"
)

// pair is a candidate, the lesser index first.
type pair = broadphase.Pair

// An index finds all pairs of solids whose AABBs meet, in the way of one library.
type index interface {
	// fill takes the AABBs of a frame in the form that the library wants.
	fill(solids []solid)
	// appendPairs makes the index of them and appends all pairs.
	appendPairs(dst []pair) []pair
}

// A decider decides candidates, in the way of one library.
type decider interface {
	// begin takes the solids of a frame.
	begin(solids []solid)
	// touch reports whether two of them do. It keeps its other results.
	touch(p pair) bool
}

// starter takes a scene that will be moved before each frame.
type starter = func(s *scene.Scene) (frame, error)

// stepWith is a whole step: an index finds candidates and a decider decides them. All of it is
// timed.
func stepWith(newIndex func() index, by decider) starter {
	return func(s *scene.Scene) (frame, error) {
		solids, index := newSolids(s), newIndex()
		var candidates, hits []pair
		run := func() found {
			s.Step()
			place(solids, s)
			index.fill(solids)
			candidates = index.appendPairs(candidates[:0])
			by.begin(solids)
			hits = hits[:0]
			for _, p := range candidates {
				if by.touch(p) {
					hits = append(hits, p)
				}
			}
			return found{len(candidates), len(hits)}
		}
		sum := func(sum *bench.PairSum) {
			for _, p := range hits {
				sum.Add(p.A, p.B)
			}
		}
		return frame{run: run, contacts: sum}, nil
	}
}

// broadWith is a broad phase: AABBs are there, and pairs are found, which alone is timed.
func broadWith(newIndex func() index) starter {
	return func(s *scene.Scene) (frame, error) {
		solids, index := newSolids(s), newIndex()
		var pairs []pair
		prepare := func() {
			s.Step()
			place(solids, s)
			index.fill(solids)
		}
		run := func() found {
			pairs = index.appendPairs(pairs[:0])
			return found{len(pairs), unknown}
		}
		return frame{prepare: prepare, run: run}, nil
	}
}
