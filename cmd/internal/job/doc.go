// SPDX-License-Identifier: MIT

// Package job runs the engine over a set of shapes that was read from tables, and
// puts the answer in the order and the words of those tables.
//
// The set may be joined with another that was read beside it: A is then from the first
// and B from the other. What a mode finds beyond pairs are further columns (Columns and
// Values), in the order of package batch.
//
// The order of contacts is that of the input: by world, as the worlds first appear,
// then by the row of the first shape, then by the row of the second. It depends on
// nothing else.
package job
