// SPDX-License-Identifier: MIT

// Package store holds the columns in which package soa keeps shapes, and the door through
// which engines reach them. Users of the library see columns by slot only inside of
// soa.Shapes.Update; engines, benchmarks and the program need them as they are.
//
//	Columns   all columns of a store, as slices
//	Refresh   what depends on poses is brought up to date: rotations, lanes, bounds, faults
//	Gather    what kernels need of some shapes, next to each other
//	Concat    two sets behind each other
//	Of        the door: the Store of a *soa.Shapes
//	Hold      keeps other callers from changing sets of shapes during a call
//	CheckMode whether the process looks for wrong uses of slots
//
// # Layout
//
//	slot      0        1        2        ...
//	ID      [ 0:1    ][ 1:1    ][ 7:3    ]      stable name
//	X Y     [        ][        ][        ]      position, written by the caller
//	C S     [        ][        ][        ]      rotation, written by the caller
//	Class   [ Circle ][ Box    ][ Polygon]      how P and Q are meant
//	P Q     [ r, 0   ][ hx, hy ][ r,sharp]
//	Off Num [ 0, 0   ][ 0, 0   ][ 16, 8  ] ──┐  run of lanes
//	RC RS, Min*, Max*, Skip, Fault           │  computed by Refresh
//	World ... Sensor                         │  filters; nil until used
//	                                         ▼
//	lane         ...  16  17  18  19  20  21  22  23  ...
//	Local VX...  ...  v0  v1  v2  v3  v4  v4  v4  v4  ...   padded with the last
//	Lanes VX...  ...  the same, rotated: what kernels read
//
// # Every column a column
//
// A store does the same to every column when shapes come, go or change places. So a column
// is a Column, and the one list of them stands in Columns.List.
package store
