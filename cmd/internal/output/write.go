// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"errors"
	"io"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/vfs"
)

// WriteContacts writes the table: world,id_a,id_b and what other columns there are. A
// value that is missing is an empty cell in CSV and null in NDJSON. The Contacts are read
// by several goroutines at once; what is written does not depend on how many. Rows that go to a
// directory are to be in order of worlds, each of which has a file of its own there, and no column.
func WriteContacts(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	o.rows = &rows{c: c, n: c.Len(), size: atATime}
	if o.Format == Parquet || o.Format == Arrow {
		o.rows.size = batchRows
	}
	if o.rows.n <= atATime {
		o.Workers = 1
	}
	f, is := w.(*File)
	if !is || !f.directory {
		err := writeRows(ctx, w, c, o)
		if l := o.Lots; l != nil {
			l.begun, l.rows = true, l.rows || o.rows.n > 0
		}
		return err
	}
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
			err = f.part(vfs.Join(partition(world), "part-0"+o.Format.Ending()), o.Workers, func(w io.Writer) error { return writeRows(ctx, w, c, o) })
		}
		if err != nil {
			return err
		}
	}
}

// writeRows writes a table of the rows that there are, or of one world.
func writeRows(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	switch o.Format {
	case Parquet, Arrow:
		return writeColumns(ctx, w, c, o)
	case GeoJSON:
		return writeFeatures(ctx, w, c, o)
	case NDJSON:
		keys := newKeys(c, o)
		return writeText(ctx, w, c, o, func(dst []byte, values []Value, i int) ([]byte, []Value) {
			dst, values = keys.append(append(dst, '{'), values, c, i)
			return append(dst, '}', '\n'), values
		})
	}
	if !o.Lots.further() {
		if _, err := w.Write(appendHeader(nil, c, o.rows.byWorld)); err != nil {
			return err
		}
	}
	return writeText(ctx, w, c, o, func(dst []byte, values []Value, i int) ([]byte, []Value) {
		return appendRow(dst, values, c, o.rows.byWorld, i)
	})
}

// endFeatures ends a collection.
const endFeatures = "\n]}\n"

// writeFeatures writes a collection of features: the points of contacts, the lines between
// the closest points, or the outlines of shapes, with all else as properties.
func writeFeatures(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	draw, err := newDrawer(c, o.Draw)
	if err != nil {
		return err
	}
	begin := `{"type":"FeatureCollection",`
	if name := o.CRS.Name; name != "" && name != geometry.Longitudes {
		begin += `"crs":{"type":"name","properties":{"name":` + string(appendString(nil, name)) + `}},`
	}
	if !o.Lots.further() {
		if _, err := io.WriteString(w, begin+`"features":[`); err != nil {
			return err
		}
	}
	keys := newKeys(c, o)
	if err := writeText(ctx, w, c, o, func(dst []byte, values []Value, i int) ([]byte, []Value) {
		if i > o.rows.first || o.Lots.further() && o.Lots.rows {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n"+`{"type":"Feature","properties":{`...)
		dst, values = keys.append(dst, values, c, i)
		dst = append(dst, `},"geometry":`...)
		return append(draw.json(dst, values, i), '}'), values
	}); err != nil || o.Lots != nil {
		return err
	}
	_, err = io.WriteString(w, endFeatures)
	return err
}
