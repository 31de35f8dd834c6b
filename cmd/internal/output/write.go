// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"errors"
	"io"

	"daylight/cmd/internal/vfs"
)

// WriteContacts writes the table: world,id_a,id_b and what other columns there are. A
// value that is missing is an empty cell in CSV and null in NDJSON. The Contacts are read
// by several goroutines at once; what is written does not depend on how many. Rows that go to a
// directory are to be in order of worlds, each of which has a file of its own there, and no column.
func WriteContacts(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	f, is := w.(*File)
	if !is || !f.directory {
		return Write(ctx, w, tableOf(c, false), o)
	}
	t := tableOf(c, true)
	o.rowsOf(t)
	o.rows.byWorld = true
	seen := map[string]bool{}
	for {
		world, err := o.rows.begin()
		if err == io.EOF {
			return nil
		}
		if err == nil && seen[world] {
			err = errors.New("the rows are not in order of worlds")
		}
		if err == nil {
			seen[world] = true
			err = f.part(vfs.Join(partition(world), "part-0"+o.Format.Ending()), o.Workers, func(w io.Writer) error { return writeRows(ctx, w, t, o) })
		}
		if err != nil {
			return err
		}
	}
}

// Write is WriteContacts for any table that goes to one file.
func Write(ctx context.Context, w io.Writer, t Table, o Writing) error {
	o.rowsOf(t)
	return writeRows(ctx, w, t, o)
}

// writeRows writes a table of the rows that there are, or of one world.
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
