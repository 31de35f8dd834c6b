// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
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
	// Full reports whether there are depths and normals.
	Full() bool
	// Row returns the callers' names of contact i's world and shapes. The byte slices
	// are only read, and only until the next call.
	Row(i int) (world string, a, b []byte)
	Measure(i int) (depth, nx, ny float32)
}

// checkEvery is how many rows are written between two looks at a context.
const checkEvery = 1 << 14

// WriteContacts writes the table in the given format: world,id_a,id_b and, for a full
// table, depth,nx,ny. Numbers have the fewest digits that give the same float32 back.
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
	full := c.Full()
	out := csv.NewWriter(w)
	row := []string{"world", "id_a", "id_b", "depth", "nx", "ny"}
	if !full {
		row = row[:3]
	}
	out.Write(row)
	for i := range c.Len() {
		if err := check(i); err != nil {
			return err
		}
		world, a, b := c.Row(i)
		row[0], row[1], row[2] = world, string(a), string(b)
		if full {
			depth, nx, ny := c.Measure(i)
			row[3], row[4], row[5] = Number(depth), Number(nx), Number(ny)
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
	full := c.Full()
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
		if full {
			depth, nx, ny := c.Measure(i)
			line = append(line, `,"depth":`...)
			line = appendFloat(line, depth)
			line = append(line, `,"nx":`...)
			line = appendFloat(line, nx)
			line = append(line, `,"ny":`...)
			line = appendFloat(line, ny)
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

// Number is a float32 as tables of contacts have it: with the fewest digits that give
// the same value back, and a zero without a sign.
func Number(v float32) string { return string(appendFloat(nil, v)) }

// appendFloat writes a float32 as both CSV and JSON readers take it. A zero is
// written without a sign.
func appendFloat(dst []byte, v float32) []byte {
	if v == 0 {
		return append(dst, '0')
	}
	return strconv.AppendFloat(dst, float64(v), 'g', -1, 32)
}
