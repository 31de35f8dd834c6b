// SPDX-License-Identifier: MIT

// Package kernels is the inside of the public package of the same name. It puts the kernels of all
// stages (pair, strip, pose and tree) into one table for each instruction set and chooses among the
// tables. The engine imports this package, and finds under one name what it needs of the stages.
// Users of the library import daylight/kernels, which has what they can use: the choice of a table,
// and the error bounds. Its documentation says where everything is.
package simd
