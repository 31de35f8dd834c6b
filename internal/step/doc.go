// SPDX-License-Identifier: MIT

// Package step is the common path of a step: it refreshes shapes, deals their AABBs into strips,
// finds and decides the candidates of each strip, and puts contacts in order. Package batch is its
// door, and says what the answers mean; package verlet runs the same phases with kept candidates.
//
//	Run.Hold     keep everybody else from changing the shapes
//	Run.Step     all phases; the contacts are in Run.Out, what was done in Run.Stats
//
// Run is a step under way, Job what its workers share, Worker what each of them owns: the strip in
// hand, buffers, output. Settings says what is asked for. The phases stand in the files phases (and
// advance, motion), merge, events and sort. strip and kernel lead a pair from a strip to a contact;
// methods says what each mode does beyond that. answers, swept, hints, axes and torus hold what
// only some modes or settings ask for. kept decides candidates that a list has kept. memory counts
// bytes.
package step
