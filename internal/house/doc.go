// SPDX-License-Identifier: MIT

// Package house holds no code, only the tests that keep the house in order: who may import
// whom, who may start goroutines or read the clock, which functions of package math give the
// same bits on every platform, what every package and file must have, that the files of a
// folder call downwards only, and how complex a function of the program may be. They read the
// source of every module in the tree, for every platform and build tag at once, without
// compiling it.
//
// Import arrows point one way:
//
//	cmd -> {view, bench} -> batch -> internal/verlet -> internal/step -> {internal/narrow, internal/broadphase, soa} -> internal/kernels
//	soa -> region -> internal/exact
//
// The table of floors in floors_test.go is the one place that says so; a new
// package or dependency is added there first.
package house
