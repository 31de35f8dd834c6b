// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/ordered"
)

// writeText writes what add appends for each row.
func writeText(ctx context.Context, w io.Writer, t Table, o Writing, add func(dst []byte, row []Value, i int) []byte) error {
	type lines struct {
		text []byte
		span
	}
	var spare sync.Pool // of texts
	cells := make([][]Value, max(o.Workers, 1))
	return ordered.Run(ctx, o.Workers, o.rows.next, func(worker int, s span) lines {
		text, _ := spare.Get().(*[]byte)
		if text == nil {
			text = new([]byte)
		}
		l := lines{(*text)[:0], s}
		Touch(o.rows.c, s.from, s.to)
		row := cells[worker]
		for i := s.from; i < s.to; i++ {
			row = t.Cells(row[:0], i)
			l.text = add(l.text, row, i)
		}
		cells[worker] = row
		return l
	}, func(l lines) error {
		o.rows.done(l.span, o.Tell)
		_, err := w.Write(l.text)
		spare.Put(&l.text)
		return err
	})
}

// writeCSV writes rows of cells with commas between them, the first of which names the columns.
func writeCSV(ctx context.Context, w io.Writer, t Table, o Writing) error {
	if !o.Further {
		var header []Value
		for _, f := range t.Fields() {
			header = append(header, Text(f.Name))
		}
		if _, err := w.Write(appendCSV(nil, header, 0)); err != nil {
			return err
		}
	}
	return writeText(ctx, w, t, o, appendCSV)
}

func appendCSV(dst []byte, row []Value, _ int) []byte {
	for k := range row {
		if k > 0 {
			dst = append(dst, ',')
		}
		if v := &row[k]; v.kind == TextKind {
			dst = appendCell(dst, v.text)
		} else {
			dst = v.append(dst)
		}
	}
	return append(dst, '\n')
}

// appendCell appends a cell as encoding/csv does: in quotes if it could be taken for
// something else without.
func appendCell(dst []byte, cell string) []byte {
	plain := len(cell) == 0 || (cell[0] > ' ' && cell[0] < utf8.RuneSelf)
	for i := 0; i < len(cell) && plain; i++ {
		b := cell[i]
		plain = b != ',' && b != '"' && b != '\r' && b != '\n' && b != '\\'
	}
	if plain {
		return append(dst, cell...)
	}
	if r, _ := utf8.DecodeRuneInString(cell); cell != `\.` && !strings.ContainsAny(cell, ",\"\r\n") && !unicode.IsSpace(r) {
		return append(dst, cell...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(cell, `"`, `""`)...)
	return append(dst, '"')
}

// writeObjects writes a JSON object a line.
func writeObjects(ctx context.Context, w io.Writer, t Table, o Writing) error {
	keys := newKeys(t, o)
	return writeText(ctx, w, t, o, func(dst []byte, row []Value, _ int) []byte {
		return append(keys.append(dst, row), '\n')
	})
}

// keys are the beginnings of the members of an object: a comma, and their names in it.
type keys struct {
	names  []string
	sparse bool
}

func newKeys(t Table, o Writing) *keys {
	k := &keys{sparse: o.Sparse}
	for _, f := range t.Fields() {
		k.names = append(k.names, ","+string(appendString(nil, f.Name))+":")
	}
	return k
}

// append appends an object of the members of a row.
func (k *keys) append(dst []byte, row []Value) []byte {
	open := len(dst)
	for j := range row {
		switch v := &row[j]; {
		case v.kind == TextKind:
			dst = appendString(append(dst, k.names[j]...), v.text)
		case v.kind != missing && v.v-v.v == 0: // JSON has neither infinities nor NaN
			dst = v.append(append(dst, k.names[j]...))
		case !k.sparse:
			dst = append(append(dst, k.names[j]...), "null"...)
		}
	}
	if len(dst) == open {
		dst = append(dst, ',')
	}
	dst[open] = '{' // in place of the first comma
	return append(dst, '}')
}

// appendString appends a JSON string. Labels are valid UTF-8, so nothing is lost.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			q, _ := json.Marshal(s)
			return append(dst, q...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

// writeFeatures writes a collection of features: the points of contacts, the lines between
// the closest points, or the outlines of shapes, with all else as properties.
func writeFeatures(ctx context.Context, w io.Writer, t Table, o Writing) error {
	draw, err := newDrawer(t, o.Draw)
	if err != nil {
		return err
	}
	begin := `{"type":"FeatureCollection",`
	if name := o.CRS.Name; name != "" && name != geometry.Longitudes {
		begin += `"crs":{"type":"name","properties":{"name":` + string(appendString(nil, name)) + `}},`
	}
	if _, err := io.WriteString(w, begin+`"features":[`); err != nil {
		return err
	}
	keys := newKeys(t, o)
	if err := writeText(ctx, w, t, o, func(dst []byte, row []Value, i int) []byte {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n"+`{"type":"Feature","properties":`...)
		dst = append(keys.append(dst, row), `,"geometry":`...)
		return append(draw.json(dst, row, i), '}')
	}); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n]}\n")
	return err
}
