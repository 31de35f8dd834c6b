// SPDX-License-Identifier: MIT

package shards

import "math"

// tournament finds which of several lists goes on first: a tree of losers (Knuth, The Art of
// Computer Programming, volume 3, 5.4.1), which takes one comparison on each of its levels for
// every row, where a heap takes two.
type tournament struct {
	places []place // of the first row of each list that is left; over when there is none
	losers []int32 // losers[0] is the winner; the parent of node k is k/2, lists are leaves
}

// over is the place of a list that is at its end: behind all others.
var over = place{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64}

// begin plays the first round.
func (t *tournament) begin(places []place) {
	t.places, t.losers = places, make([]int32, max(len(places), 1))
	n := len(places)
	winners := make([]int32, 2*n)
	for k := range n {
		winners[n+k] = int32(k)
	}
	for k := n - 1; k > 0; k-- {
		a, b := winners[2*k], winners[2*k+1]
		if t.places[b].before(&t.places[a]) {
			a, b = b, a
		}
		winners[k], t.losers[k] = a, b
	}
	if n > 1 {
		t.losers[0] = winners[1]
	}
}

// first is the list that goes on.
func (t *tournament) first() int { return int(t.losers[0]) }

// next plays again after the place of the first list has changed.
func (t *tournament) next() {
	winner := t.losers[0]
	for k := (int(winner) + len(t.places)) / 2; k > 0; k /= 2 {
		if t.places[t.losers[k]].before(&t.places[winner]) {
			t.losers[k], winner = winner, t.losers[k]
		}
	}
	t.losers[0] = winner
}
