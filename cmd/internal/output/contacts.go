// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"daylight/cmd/internal/ordered"
)

// Format is how a table of contacts is written.
type Format string

// The formats.
const (
	CSV    Format = "csv"
	NDJSON Format = "ndjson"
)

// ParseFormat finds a format by name.
func ParseFormat(name string) (Format, error) {
	switch f := Format(strings.ToLower(name)); f {
	case CSV, NDJSON:
		return f, nil
	}
	return "", fmt.Errorf("%q is not an output format: want csv or ndjson", name)
}

// Contacts is a table of contacts to write.
type Contacts interface {
	Len() int
	// Row returns the callers' names of contact i's world and shapes. The byte slices
	// are only read.
	Row(i int) (world string, a, b []byte)
	// Columns names what there is beside those names.
	Columns() []string
	// Values appends the values of contact i to dst, one for each of Columns.
	Values(dst []Value, i int) []Value
}

// atATime is how many rows are written in one go.
const atATime = 1 << 12

// Writing is how a table of contacts is to be written.
type Writing struct {
	Format  Format
	Workers int // processors that make rows; at least 1
	// Tell is told now and then how many rows are done of all; it may be nil.
	Tell func(done, total int)
}

// WriteContacts writes the table: world,id_a,id_b and what other columns there are. A
// value that is missing is an empty cell in CSV and null in NDJSON. The Contacts are read
// by several goroutines at once; what is written does not depend on how many.
func WriteContacts(ctx context.Context, w io.Writer, c Contacts, o Writing) error {
	columns := c.Columns()
	add := func(dst []byte, values []Value, i int) ([]byte, []Value) { return appendRow(dst, values, c, i) }
	if o.Format == NDJSON {
		keys := make([]string, len(columns))
		for k, name := range columns {
			keys[k] = `,"` + name + `":`
		}
		add = func(dst []byte, values []Value, i int) ([]byte, []Value) {
			return appendObject(dst, values, c, keys, i)
		}
	} else if _, err := w.Write(appendHeader(nil, columns)); err != nil {
		return err
	}
	type rows struct {
		text []byte
		end  int
	}
	n, at := c.Len(), 0
	var spare sync.Pool // of texts
	values := make([][]Value, max(o.Workers, 1))
	return ordered.Run(ctx, o.Workers, func() (int, error) {
		if at >= n {
			return 0, io.EOF
		}
		at += atATime
		return at - atATime, nil
	}, func(worker, from int) rows {
		text, _ := spare.Get().(*[]byte)
		if text == nil {
			text = new([]byte)
		}
		r := rows{(*text)[:0], min(from+atATime, n)}
		for i := from; i < r.end; i++ {
			r.text, values[worker] = add(r.text, values[worker][:0], i)
		}
		return r
	}, func(r rows) error {
		if o.Tell != nil {
			o.Tell(r.end, n)
		}
		_, err := w.Write(r.text)
		spare.Put(&r.text)
		return err
	})
}

func appendHeader(dst []byte, columns []string) []byte {
	dst = append(dst, "world,id_a,id_b"...)
	for _, name := range columns {
		dst = append(dst, ',')
		dst = appendCell(dst, name)
	}
	return append(dst, '\n')
}

// appendRow appends row i as CSV. It returns values for their memory.
func appendRow(dst []byte, values []Value, c Contacts, i int) ([]byte, []Value) {
	world, a, b := c.Row(i)
	dst = append(appendCell(dst, world), ',')
	dst = append(appendCell(dst, a), ',')
	dst = appendCell(dst, b)
	values = c.Values(values, i)
	for _, v := range values {
		if dst = append(dst, ','); v.kind == written {
			dst = appendCell(dst, v.text)
			continue
		}
		dst = v.append(dst)
	}
	return append(dst, '\n'), values
}

// appendCell appends a cell as encoding/csv does: in quotes if it could be taken for
// something else without.
func appendCell[T string | []byte](dst []byte, cell T) []byte {
	plain := len(cell) == 0 || (cell[0] > ' ' && cell[0] < utf8.RuneSelf)
	for i := 0; i < len(cell) && plain; i++ {
		b := cell[i]
		plain = b != ',' && b != '"' && b != '\r' && b != '\n' && b != '\\'
	}
	if plain {
		return append(dst, cell...)
	}
	text := string(cell)
	if r, _ := utf8.DecodeRuneInString(text); text != `\.` && !strings.ContainsAny(text, ",\"\r\n") && !unicode.IsSpace(r) {
		return append(dst, cell...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}

// appendObject appends row i as a JSON object on a line. It returns values for their
// memory.
func appendObject(dst []byte, values []Value, c Contacts, keys []string, i int) ([]byte, []Value) {
	world, a, b := c.Row(i)
	dst = appendString(append(dst, `{"world":`...), world)
	dst = appendString(append(dst, `,"id_a":`...), a)
	dst = appendString(append(dst, `,"id_b":`...), b)
	values = c.Values(values, i)
	for k, v := range values {
		dst = append(dst, keys[k]...)
		switch v.kind {
		case missing:
			dst = append(dst, "null"...)
		case written:
			dst = appendString(dst, v.text)
		default:
			dst = v.append(dst)
		}
	}
	return append(dst, '}', '\n'), values
}

// appendString appends a JSON string. Labels are valid UTF-8, so nothing is lost.
func appendString[T string | []byte](dst []byte, s T) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			q, _ := json.Marshal(string(s))
			return append(dst, q...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}
