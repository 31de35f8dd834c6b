// SPDX-License-Identifier: MIT

package shapes

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/table"
)

// cornerRows turns a table with a row for each corner of a polygon into CSV with a row for each
// polygon. The corners of one polygon must follow each other. A row of the CSV stands on the line of
// the first corner, and has the other cells of that corner.
type cornerRows struct {
	names []string // of the columns of the CSV
	x, y  int      // the columns of the coordinates, in the table
	key   []int    // the columns that name the polygon of a corner
	comma bool     // numbers have a decimal comma
	// more calls add for some rows, and returns io.EOF after the last.
	more func(add func(line int, cells []string) error) error

	text   strings.Builder
	read   int      // the bytes of text that Read has returned
	end    error    // of more
	line   int      // where the text ends
	begin  int      // line of the first corner of the current polygon; 0 if there is none
	first  []string // the cells of that corner
	points []byte
}

// cornered returns a reader of a table with a row for each corner, or nil if the columns do not say
// that the table has such rows.
func (n *Names) cornered(columns []string, comma bool) (c *cornerRows, err error) {
	c = &cornerRows{x: -1, y: -1, line: 1, comma: comma, names: []string{Points.String()}}
	id := -1
	for k, name := range columns {
		switch f, _ := n.lookup(name); {
		case f == VertexX:
			c.x = k
		case f == VertexY:
			c.y = k
		case f == World:
			c.key = append(c.key, k)
		case f == ID, id < 0 && normal(name) == "cell_id":
			id = k
		}
	}
	if c.x < 0 || c.y < 0 {
		return nil, nil
	}
	if id < 0 {
		return nil, errors.New("a table with a row for each corner needs a column id or cell_id, which names the polygon")
	}
	c.key = append(c.key, id)
	for k, name := range columns {
		if f, _ := n.lookup(name); k == id && f != ID {
			name = ID.String()
		}
		if k != c.x && k != c.y {
			c.names = append(c.names, name)
		}
	}
	return c, nil
}

// options returns the options to read the CSV with.
func (c *cornerRows) options() table.Options {
	return table.Options{Format: table.CSV, Columns: c.names}
}

// separating are the characters that separate points and their coordinates.
const separating = " ,;\t\n"

// Read returns the text of the CSV.
func (c *cornerRows) Read(p []byte) (int, error) {
	for c.read == c.text.Len() {
		c.text.Reset()
		c.read = 0
		if c.end != nil {
			return 0, c.end
		}
		if c.end = c.more(c.add); c.end == io.EOF {
			c.flush()
		}
	}
	n := copy(p, c.text.String()[c.read:])
	c.read += n
	return n, nil
}

// add adds a corner.
func (c *cornerRows) add(line int, cells []string) error {
	if c.begin == 0 || slices.ContainsFunc(c.key, func(k int) bool { return cells[k] != c.first[k] }) {
		c.flush()
		c.begin, c.first = line, c.first[:0]
		for _, cell := range cells {
			c.first = append(c.first, strings.Clone(cell))
		}
	}
	for _, k := range [2]int{c.x, c.y} {
		cell := cells[k]
		if c.comma {
			cell = strings.Replace(cell, ",", ".", 1)
		}
		if strings.ContainsAny(cell, separating) { // the cell is no number, and the reader of the CSV must see that
			cell = strings.Map(func(r rune) rune {
				if strings.ContainsRune(separating, r) {
					return '_'
				}
				return r
			}, cell)
		}
		c.points = append(append(c.points, cell...), ' ')
	}
	if c.points[len(c.points)-1] = ';'; len(c.points) > table.MaxRow {
		return &table.Error{Line: c.begin, Msg: "the corners of the polygon are longer than 64 MiB", Fatal: true}
	}
	return nil
}

// flush writes the current polygon.
func (c *cornerRows) flush() {
	if c.begin == 0 {
		return
	}
	cells := []string{string(c.points)}
	for k, cell := range c.first {
		if k != c.x && k != c.y {
			cells = append(cells, cell)
		}
	}
	for ; c.line < c.begin; c.line++ {
		c.text.WriteByte('\n')
	}
	from := c.text.Len()
	w := csv.NewWriter(&c.text)
	w.Write(cells) // a Builder takes all
	w.Flush()
	c.line += strings.Count(c.text.String()[from:], "\n")
	c.points = c.points[:0]
}

// open reads the rows of a table of text.
func (c *cornerRows) open(rows *table.Reader) {
	block, each := new(table.Block), rows.Rows()
	c.more = func(add func(int, []string) error) error {
		if err := rows.Block(block); err != nil {
			return err
		}
		each.Open(block)
		for {
			row, err := each.Next()
			if err == nil {
				err = add(row.Line, row.Cells)
			}
			var bad *table.Error
			switch {
			case err == io.EOF:
				return nil
			case errors.As(err, &bad):
				bad.Fatal = true
			}
			if err != nil {
				return err
			}
		}
	}
}

// load reads the rows of a table that is stored by columns.
func (c *cornerRows) load(r *columnar.Reader) {
	r.Want(func(int) bool { return true })
	c.more = func(add func(int, []string) error) error {
		b, err := r.Next()
		if err != nil {
			return err
		}
		cells, room := make([]string, len(r.Names)), []byte(nil)
		return r.Load(context.Background(), b, func(first int64, columns []*columnar.Column, rows int) error {
			for i := range rows {
				for k, column := range columns {
					if cells[k] = ""; !column.Null(i) {
						cells[k], room = column.Text(i, room[:0])
						cells[k] = strings.Clone(cells[k])
					}
				}
				if err := add(int(first)+i+1, cells); err != nil {
					return err
				}
			}
			return nil
		})
	}
}
