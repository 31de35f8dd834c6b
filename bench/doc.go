// SPDX-License-Identifier: MIT

// Package bench is the reference benchmark: what is measured, how, and how it is
// proven. The program's command bench is its face; bench/report makes tables
// of what it measured. This package has no dependency besides the library's own.
//
// [Measure] steps every [Case] of a [Config] through the same frames of the same
// seeded scene: move, refresh, all candidates, depth and normal of every contact. All
// cases of one scene and size are set up beside each other and measured in turns, some
// frames at a time. So other load on the machine slows all of them alike. The counts
// of the first measured frame must agree between the cases that decide the same pairs;
// if they do not, there is no result.
//
// Raw times are kept, frame by frame, in [Results], which go to JSON and CSV; medians
// and spreads are computed when they are looked at. Beside the times stand the
// allocations, the bytes that each phase has to move at least, and the speed at which
// the machine copies memory.
//
// The rungs of [Ladder] are slower ways to the same contacts: brute force, and the engine
// with its gains taken away one by one.
//
// [Compare] says what became slower between two Results, [Standings] sets other libraries beside
// them, whose commands package peers runs.
//
// Its parts are packages of their own. Package scene makes the seeded scenes on
// which every library is measured, so that all of them do the same work and can be
// held to the same numbers of candidates and overlaps. Package oracle decides pairs
// of shapes in exact arithmetic, so that a fast answer can be held to the truth. Package
// sim has simulations to watch.
//
// Nothing below bench imports it, except in tests.
package bench
