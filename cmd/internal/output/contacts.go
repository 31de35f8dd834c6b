// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
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
	// are only read, and only until the next call.
	Row(i int) (world string, a, b []byte)
	// Columns names what there is beside those names.
	Columns() []string
	// Values appends the values of contact i to dst, one for each of Columns.
	Values(dst []Value, i int) []Value
}

// checkEvery is how many rows are written between two looks at a context.
const checkEvery = 1 << 14

// WriteContacts writes the table in the given format: world,id_a,id_b and what other
// columns there are. A value that is missing is an empty cell in CSV and null in NDJSON.
// The function tell, which may be nil, is told now and then how many are done of all.
func WriteContacts(ctx context.Context, w io.Writer, f Format, c Contacts, tell func(done, total int)) error {
	check := func(i int) error {
		if i%checkEvery != 0 {
			return nil
		}
		if tell != nil {
			tell(i, c.Len())
		}
		return ctx.Err()
	}
	if f == NDJSON {
		return writeObjects(w, c, check)
	}
	return writeCSV(w, c, check)
}

func writeCSV(w io.Writer, c Contacts, check func(i int) error) error {
	var values []Value
	var text []byte
	out := csv.NewWriter(w)
	row := append([]string{"world", "id_a", "id_b"}, c.Columns()...)
	out.Write(row)
	for i := range c.Len() {
		if err := check(i); err != nil {
			return err
		}
		world, a, b := c.Row(i)
		row[0], row[1], row[2] = world, string(a), string(b)
		values = c.Values(values[:0], i)
		for k, v := range values {
			text = v.append(text[:0])
			row[3+k] = string(text)
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func writeObjects(w io.Writer, c Contacts, check func(i int) error) error {
	var line []byte
	var values []Value
	keys := c.Columns()
	for k, name := range keys {
		keys[k] = `,"` + name + `":`
	}
	for i := range c.Len() {
		if err := check(i); err != nil {
			return err
		}
		world, a, b := c.Row(i)
		line = append(line[:0], `{"world":`...)
		line = appendString(line, world)
		line = append(line, `,"id_a":`...)
		line = appendString(line, string(a))
		line = append(line, `,"id_b":`...)
		line = appendString(line, string(b))
		values = c.Values(values[:0], i)
		for k, v := range values {
			line = append(line, keys[k]...)
			if v == Missing {
				line = append(line, "null"...)
			}
			line = v.append(line)
		}
		line = append(line, '}', '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
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
