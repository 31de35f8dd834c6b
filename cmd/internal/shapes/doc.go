// SPDX-License-Identifier: MIT

// Package shapes turns rows of tables into shapes.
//
// A Loader reads any number of tables, one after the other, into one Set: an
// soa.Shapes and, beside it, what the caller called each shape and world. Shape k of
// the Set is the k-th good row and lies in slot k; nothing is ever removed, so the
// order of IDs is the order of the input.
//
// The name of a column gives its meaning (see Field). The kind cell of a row gives
// its kind. Without one, the filled cells do: a wkt geometry, points, two corners,
// two ends, half extents, a length, and failing all these a circle. Cells that
// belong to another kind than the one a row names are not looked at, so one wide
// table can hold every kind.
//
// Rows of all formats are put into batches by columns. The notation is found once for adjacent rows
// that are written alike, and their numbers are read column by column. A fault in one row leaves
// the others as they are: see parser.build.
//
// Velocities are read if Config.Time says for how long shapes move at them; else they only
// need to be numbers. A second set can be read beside a first (Loader.Beside): then
// worlds, bodies and the names of columns are the same in both.
//
// Each fault is an error with the file, the line and, where one is to blame, the
// column. On request, the row is left out and counted instead.
package shapes
