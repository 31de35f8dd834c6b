// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"io"
)

// Write writes a table. A value that is missing is an empty cell in CSV and null in NDJSON. What is written does not
// depend on how many workers there are.
func Write(ctx context.Context, w io.Writer, t Table, o Writing) error {
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
