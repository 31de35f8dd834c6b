// SPDX-License-Identifier: MIT

// Package kernels puts the kernels of all stages into one table for each instruction set,
// chooses among the tables, and has for the engine, under one name, what it needs of the
// stages. Users of the library import the package of the same name outside, whose
// documentation says where everything is; what they have no use for is not there.
package kernels
