// SPDX-License-Identifier: MIT

package table

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Row is one row of a table. It is the Rows' own, and valid until the next call of Next;
// its cells are, for the most part, the very bytes of the block, and what is to be kept of
// them for longer than the block has to be copied.
type Row struct {
	Line  int // where the row begins; 1-based
	Names []string
	Cells []string // as many as Names
	// Same says that Names are those of the row before.
	Same bool
}

// Rows makes rows of blocks, one after the other. It is used by one goroutine; several may
// work on blocks of one Reader side by side.
type Rows struct {
	file   string
	format Format
	names  []string
	cut    byte // between cells; 0 if blanks are

	text string
	at   int // where the next row begins, or what stands before it
	line int // of that place
	end  error
	done bool

	row      Row
	same     bool
	cells    []string
	fields   []string // names of an object
	scratch  []byte   // cells that are not in the text as they are
	comments comments
	inner    *Rows    // for the properties of a feature
	flat     []string // names of a feature's cells
	shown    int      // what the cells of the object before are
}

// separators are the bytes between cells, of formats that have quotes.
var separators = [...]byte{CSV: ',', Semicolon: ';', TSV: '\t', Blank: 0, NDJSON: 0, GeoJSON: 0, Parquet: 0, Arrow: 0}

// Rows returns a Rows for blocks of r.
func (r *Reader) Rows() *Rows {
	c := &Rows{file: r.file, format: r.format, names: r.names, cut: separators[r.format]}
	c.comments = comments{separator: c.cut, columns: len(r.names)}
	return c
}

// Open begins with a block.
func (c *Rows) Open(b *Block) {
	c.comments.n = 0
	c.open(b)
}

func (c *Rows) open(b *Block) {
	c.text = unsafe.String(unsafe.SliceData(b.text), len(b.text))
	c.at, c.line, c.end, c.done = 0, b.line, b.end, false
}

// Comments says how many lines of the block were taken for comments that may be meant as
// rows, and which is the first.
func (c *Rows) Comments() (n, first int) { return c.comments.n, c.comments.first }

// Next returns the next row, or io.EOF after the last of the block. Any other error is an
// *Error, or that of a context when reading was cancelled. After an Error that is not
// Fatal the next call goes on with the row that follows.
func (c *Rows) Next() (*Row, error) {
	if c.done {
		return nil, io.EOF
	}
	names, cells, line, err := c.parse()
	if err != nil {
		if err == io.EOF {
			c.done = true
			return nil, err
		}
		err = wrap(c.file, err, line)
		var e *Error
		if !errors.As(err, &e) || e.Fatal {
			c.done = true
		}
		return nil, err
	}
	c.row.Same = c.same
	if c.names != nil {
		if names = c.names; len(cells) != len(names) {
			return nil, &Error{File: c.file, Line: line, Msg: uneven(c.format, cells, names)}
		}
		c.row.Same = true
	}
	c.row.Line, c.row.Names, c.row.Cells = line, names, cells
	return &c.row, nil
}

// parse reads a row, whatever the format.
func (c *Rows) parse() (names, cells []string, line int, err error) {
	switch {
	case c.cut != 0:
		return c.delimited()
	case c.format == NDJSON:
		return c.object()
	case c.format == GeoJSON:
		return c.element()
	}
	return c.blanks()
}

// textLine takes the next line that is neither blank nor a comment, without its end and
// trimmed of blanks.
func (c *Rows) textLine() (text string, line int, err error) {
	for c.at < len(c.text) {
		rest := c.text[c.at:]
		n := strings.IndexByte(rest, '\n')
		if n < 0 {
			if c.end != nil { // a part of a line, whose rest is missing
				c.at = len(c.text)
				if c.end == errTooLong {
					return "", c.line, &Error{Msg: "the line is longer than 64 MiB", Fatal: true}
				}
				return "", c.line, c.end
			}
			text, c.at = rest, len(c.text)
		} else {
			text, c.at = rest[:n], c.at+n+1
		}
		line = c.line
		c.line++
		if text = trim(text); text == "" {
			continue
		}
		if text[0] != '#' {
			return text, line, nil
		}
		c.comments.see(text, line)
	}
	if c.end != nil {
		return "", c.line, c.end
	}
	return "", c.line, io.EOF
}

// trim is strings.TrimSpace, which most cells have no need of.
func trim(s string) string {
	if len(s) == 0 || (s[0]-'!' < utf8.RuneSelf-'!' && s[len(s)-1]-'!' < utf8.RuneSelf-'!') {
		return s
	}
	return strings.TrimSpace(s)
}

// blanks reads cells separated by any run of blanks and tabs. There are no quotes
// and no empty cells.
func (c *Rows) blanks() (names, cells []string, line int, err error) {
	text, line, err := c.textLine()
	if err != nil {
		return nil, nil, line, err
	}
	c.cells = c.cells[:0]
	begin := -1
	for i := range len(text) {
		switch b := text[i]; {
		case b >= utf8.RuneSelf: // there are other blanks
			c.cells = c.cells[:0]
			for cell := range strings.FieldsSeq(text) {
				if len(c.cells) == MaxCells {
					return nil, nil, line, tooMany()
				}
				c.cells = append(c.cells, cell)
			}
			return nil, c.cells, line, nil
		case b == ' ' || '\t' <= b && b <= '\r':
			if begin >= 0 {
				if len(c.cells) == MaxCells {
					return nil, nil, line, tooMany()
				}
				c.cells = append(c.cells, text[begin:i])
				begin = -1
			}
		case begin < 0:
			begin = i
		}
	}
	if begin >= 0 {
		c.cells = append(c.cells, text[begin:])
	}
	return nil, c.cells, line, nil
}

// word is eight bytes of text, the first in the lowest place.
func word(s string, i int) uint64 {
	b := (*[8]byte)(unsafe.Pointer(unsafe.StringData(s[i : i+8])))
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

const ones, tops = 0x0101010101010101, 0x8080808080808080

// zeros marks the lowest byte of w that is 0, and perhaps others above it, in its top bit.
func zeros(w uint64) uint64 { return (w - ones) &^ w & tops }
