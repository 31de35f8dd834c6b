// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
)

// textPass limits the rows and the bytes that a worker hands over at a time.
var textPass = passage{span: 1 << 12, most: 1 << 20}

// rows holds some rows of a table, as columns.
type rows struct {
	cells []columnar.Cells
	forms []form
	from  int
}

// form is how the values of a column are written.
type form uint8

const (
	plainText  form = iota // as it is
	quotedText             // in quotes if the format needs them
	wholes
	float32s
	float64s
)

// newRows returns room for n rows of a table. Plain columns hold texts.
func newRows(t Table, n int) *rows {
	r := &rows{}
	var fields []columnar.Field
	for _, f := range t.Fields() {
		as := wholes
		switch {
		case f.Plain:
			f.Type, as = columnar.Text, plainText
		case f.Type == columnar.Text:
			as = quotedText
		case f.Type == columnar.Float32:
			as = float32s
		case f.Type == columnar.Float64:
			as = float64s
		}
		fields, r.forms = append(fields, f.Field), append(r.forms, as)
	}
	r.cells = columnar.NewCells(fields, n)
	return r
}

// take replaces the rows by rows from to to-1 of the table.
func (r *rows) take(t Table, from, to int) {
	for k := range r.cells {
		r.cells[k].Clear()
	}
	r.from = from
	t.Fill(r.cells, from, to)
}

// text returns text i of column k. It is valid until the next take.
func (r *rows) text(k, i int) string {
	b := r.cells[k].Text(i)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// writeText writes the text that add appends for each row: row i of r.
func writeText(ctx context.Context, w io.Writer, t Table, o Writing, add func(dst []byte, r *rows, i int) []byte) error {
	type lines struct {
		text *[]byte
		to   int
	}
	spare := sync.Pool{New: func() any { return new([]byte) }} // of texts
	workers := make([]*rows, max(o.Workers, 1))
	p := textPass
	p.row = 24 * len(t.Fields())
	block := p.block(t)
	return pass(ctx, t, o, p, func(worker int, s span, give func(lines) error) error {
		if workers[worker] == nil {
			workers[worker] = newRows(t, block)
		}
		r := workers[worker]
		text := spare.Get().(*[]byte)
		for at := s.from; at < s.to; at += block {
			n := min(block, s.to-at)
			r.take(t, at, at+n)
			for i := range n {
				if *text = add(*text, r, i); len(*text) < p.most {
					continue
				}
				if err := give(lines{text, at + i + 1}); err != nil {
					return err
				}
				text = spare.Get().(*[]byte)
			}
		}
		return give(lines{text, s.to})
	}, func(l lines) error {
		o.tell(l.to, t)
		_, err := w.Write(*l.text)
		*l.text = (*l.text)[:0]
		spare.Put(l.text)
		return err
	})
}

// writeCSV writes rows of cells with commas between them. The first row names the columns.
func writeCSV(ctx context.Context, w io.Writer, t Table, o Writing) error {
	if !o.Further {
		var header []byte
		for _, f := range t.Fields() {
			header = append(appendCell(header, f.Name), ',')
		}
		header[len(header)-1] = '\n'
		if _, err := w.Write(header); err != nil {
			return err
		}
	}
	return writeText(ctx, w, t, o, appendCSV)
}

func appendCSV(dst []byte, r *rows, i int) []byte {
	for k := range r.cells {
		if k > 0 {
			dst = append(dst, ',')
		}
		switch c := &r.cells[k]; {
		case c.IsNull(i):
		case r.forms[k] == plainText:
			dst = append(dst, c.Text(i)...)
		case r.forms[k] == quotedText:
			dst = appendCell(dst, r.text(k, i))
		default:
			dst = r.number(dst, k, i)
		}
	}
	return append(dst, '\n')
}

// number appends number i of column k in a form for CSV and JSON, with the fewest digits that give
// the same value back.
func (r *rows) number(dst []byte, k, i int) []byte {
	switch c := &r.cells[k]; r.forms[k] {
	case float32s:
		return appendFloat(dst, c.Number(i), 32)
	case float64s:
		return appendFloat(dst, c.Number(i), 64)
	default:
		return strconv.AppendInt(dst, c.Int(i), 10)
	}
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
	return writeText(ctx, w, t, o, func(dst []byte, r *rows, i int) []byte {
		return append(keys.append(dst, r, i), '\n')
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

// append appends row i as a JSON object.
func (k *keys) append(dst []byte, r *rows, i int) []byte {
	open := len(dst)
	for j := range r.cells {
		c, before := &r.cells[j], len(dst)
		dst = append(dst, k.names[j]...)
		switch form := r.forms[j]; {
		case c.IsNull(i) || form >= float32s && !finite(c.Number(i)):
			if dst = append(dst, "null"...); k.sparse {
				dst = dst[:before]
			}
		case form == plainText:
			dst = append(dst, c.Text(i)...)
		case form == quotedText:
			dst = appendString(dst, r.text(j, i))
		default:
			dst = r.number(dst, j, i)
		}
	}
	if len(dst) == open {
		dst = append(dst, ',')
	}
	dst[open] = '{' // in place of the first comma
	return append(dst, '}')
}

// finite reports whether JSON has a number: neither infinities nor NaN.
func finite(v float64) bool { return v-v == 0 }

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
	if err := writeText(ctx, w, t, o, func(dst []byte, r *rows, i int) []byte {
		if r.from+i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n"+`{"type":"Feature","properties":`...)
		dst = append(keys.append(dst, r, i), `,"geometry":`...)
		return append(draw.json(dst, r, i), '}')
	}); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n]}\n")
	return err
}
