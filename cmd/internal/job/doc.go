// SPDX-License-Identifier: MIT

// Package job runs the engine over a set of shapes that was read from tables, and
// puts the answer in the order and the words of those tables.
//
// The order of contacts is that of the input: by world, as the worlds first appear,
// then by the row of the first shape, then by the row of the second. It depends on
// nothing else.
package job
