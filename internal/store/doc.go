// SPDX-License-Identifier: MIT

// Package store holds the columns in which package soa keeps shapes, and the door through
// which engines reach them. Users of the library see columns by slot only inside of
// soa.Shapes.Update; engines, benchmarks and the program need them as they are.
//
//	Columns   all columns of a store, as slices
//	Refresh   what depends on poses is brought up to date: rotations, lanes, bounds, faults
//	Gather    what kernels need of some shapes, next to each other
//	Concat    two sets behind each other
//	Of        the door: a Store for a *soa.Shapes
//
// A store does the same to every column when shapes come, go or change places. So a column
// is a Column, and the one list of them stands in Columns.List.
package store
