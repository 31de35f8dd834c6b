// SPDX-License-Identifier: MIT

// Package isa puts the kernels of all stages (pair, strip, pose, bvh and solve) into one table for
// each instruction set, and chooses among the tables. Engines pick a table here by the name that
// their caller gives; package kernels lists the names for users.
package isa
