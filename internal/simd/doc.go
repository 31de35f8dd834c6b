// SPDX-License-Identifier: MIT

// Package simd holds what the kernels of all stages share: what the record of a shape is, what
// assembly needs around it (where columns begin, how much one call may do, what the race detector
// must know, which extensions a processor must have), and the little arithmetic that more than one
// stage uses. The stages are packages below it: pair, strip, pose and bvh; package isa puts their
// kernels into one table for each instruction set and chooses among the tables. The documentation
// of daylight/kernels, the public package, says where everything is.
package simd

//go:generate env GOWORK=off go run -C _asm . -dir ..
