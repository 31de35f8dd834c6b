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
	switch o.Format {
	case Parquet, Arrow:
		return writeColumns(ctx, w, c, o)
	case GeoJSON:
		return writeFeatures(ctx, w, c, o)
	case NDJSON:
		keys := newKeys(c)
		return writeText(ctx, w, c, o, func(dst []byte, values []Value, i int) ([]byte, []Value) {
			dst, values = keys.append(append(dst, '{'), values, c, i)
			return append(dst, '}', '\n'), values
		})
	}
	if !o.Further {
		if _, err := w.Write(appendHeader(nil, c)); err != nil {
			return err
		}
	}
	return writeText(ctx, w, c, o, func(dst []byte, values []Value, i int) ([]byte, []Value) {
		return appendRow(dst, values, c, i)
	})
}
