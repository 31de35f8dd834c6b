// SPDX-License-Identifier: MIT

// Package conformance says what a broadphase must find, and checks it. Any function
// that finds pairs of boxes can be run through it from a test.
//
// The truth is computed from the boxes as they are, in exact arithmetic: slow, but
// obviously right. It shares no code with the sweep; even the meaning of the filters
// is written down a second time.
//
// [Run] runs the distributions and filters below. [Distributions] are also the scenes
// on which package broadphase states its cost. Everything is drawn from a seed.
package conformance
