// SPDX-License-Identifier: MIT

// Package mtv lists the ways to part two shapes. The shortest translation that ends the overlap of
// a pair is its minimum translation vector (MTV), which a contact reports. The candidates are all
// translations along an edge normal of either shape that end the overlap and are hardly longer than
// that.
//
// A program that knows more than the geometry, such as where a shape came from, can choose among
// them. The example of Candidates chooses by velocities.
//
// Candidates.Find does it for the contacts of a step, Pair for two shapes by ID. Both run on the
// calling goroutine and give the same bits on every instruction set. Package push finds the MTV of
// whole bodies.
package mtv
