// SPDX-License-Identifier: MIT

// Package bench is the reference benchmark: what is measured and how it is proven.
//
// Its parts are packages of their own. Package scene makes the seeded scenes on
// which every library is measured, so that all of them do the same work and can be
// held to the same numbers of candidates and overlaps. Package oracle decides pairs
// of shapes in exact arithmetic, so that a fast answer can be held to the truth. Package
// sim has simulations to watch.
//
// Nothing below bench imports it, except in tests.
package bench
