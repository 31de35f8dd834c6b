// SPDX-License-Identifier: MIT

// Package schema says what the columns of a table mean.
//
//	names, err := schema.NewNames([]string{"frame_no=world"})
//	head := names.Header(columns, false, "--columns")
//	recipe := schema.NewRecipe(head)
//
// A Header finds the Field of each column by its name, once for a table; rows of NDJSON bring names
// of their own. A Recipe finds the Notation of a row: its kind cell says which it is, or else the
// cells that are filled: a wkt geometry, points, two corners, two ends, half extents, a length, and
// failing all these a circle. Cells that belong to another kind than the one a row names are not
// looked at, so one wide table can hold every kind.
package schema
