// SPDX-License-Identifier: MIT

// Package step is the common path of a step: it refreshes shapes, deals their AABBs into strips,
// finds and decides the candidates of each strip, and puts contacts in order. Package batch exports
// it, and says what the answers mean. Package verlet runs the same phases with kept candidates.
//
//	refresh   (in Advance: move and turn the shapes;) turn          ranges of slots
//	          outlines that have a new angle, fit AABBs
//	sort      deal the AABBs into strips, by cell within a strip    ranges of slots
//	sweep     for each strip: find its candidates, and at once      strips
//	          run the kernels on them
//	merge     put the contacts of all strips in order               ranges of contacts
//	reorder   if shapes have drifted apart, store them in order     (rare, in package batch)
//
// Strips are laid out for the extent of the shapes, which takes two passes over all of them. So a
// layout serves up to 32 steps. AABBs are dealt into its strips a thousand at a time, while the
// refresh phase has them in cache. A step makes another layout if shapes were added or removed, or
// if many have left the extent. Steps on a torus, in ModeSwept, of several worlds, or of two sets
// have a layout of their own each.
//
// Several workers share the work of each phase. In the sweep phase a worker handles one strip as a
// whole. It gathers the records of the strip once. They stay in the second-level cache while it
// sweeps the strip and decides its candidates, so candidates never reach main memory. Strips do not
// depend on each other, so each worker takes the next one when it is done with the last.
//
//	Run.Hold     keep everybody else from changing the shapes
//	Run.Step     all phases; the contacts are in Run.Out, what was done in Run.Stats
//
// Run is a step under way. Job has the data that its workers share. Worker has the data of one
// worker: the current strip, buffers, output. Settings has the options of the caller. The phases
// stand in the files phases (and advance, motion), merge, events and sort. strip and kernel lead a
// pair from a strip to a contact; methods has the additional work of each mode. answers, swept,
// hints, axes and torus are for some modes or settings only. kept decides candidates that a list
// has kept. memory counts bytes.
package step
