// SPDX-License-Identifier: MIT

// Package mtv lists the MTV candidates of a pair: all the translations along an edge normal
// of either shape that end its overlap and are hardly longer than the least, which is the
// minimum translation vector (MTV) and what a contact says.
//
// A program that knows more than the geometry, such as where a shape came from, chooses
// among them. batch.Opposing makes a step of the engine choose by velocities.
//
// Candidates.Find does it for the contacts of a step, Pair for two shapes by ID. Both run on
// the calling goroutine and give the same bits on every instruction set.
package mtv
