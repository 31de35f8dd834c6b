// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"io"
)

// WriteContacts writes the table: world,id_a,id_b and what other columns there are. A
// value that is missing is an empty cell in CSV and null in NDJSON. The Contacts are read
// by several goroutines at once; what is written does not depend on how many.
func WriteContacts(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	return Write(ctx, w, tableOf(c), o)
}

// Write writes any table.
func Write(ctx context.Context, w io.Writer, t Table, o Writing) error {
	o.rowsOf(t)
	return writeRows(ctx, w, t, o)
}

// writeRows writes the rows of a table in a format.
func writeRows(ctx context.Context, w io.Writer, t Table, o Writing) error {
	switch o.Format {
	case Parquet, Arrow:
		return writeColumns(ctx, w, t, o)
	case GeoJSON:
		return writeFeatures(ctx, w, t, o)
	case NDJSON:
		return writeObjects(ctx, w, t, o)
	}
	return writeCSV(ctx, w, t, o)
}
