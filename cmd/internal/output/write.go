// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"io"
)

// Write writes a table. A missing value is an empty cell in CSV and null in NDJSON. The output does
// not depend on the number of workers.
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
