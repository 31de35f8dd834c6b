// SPDX-License-Identifier: MIT

package table

import (
	"encoding/csv"
	"errors"
	"io"
	"math/bits"
	"strings"
	"unsafe"
)

var (
	errTooLong = errors.New("the row is longer than 64 MiB: are its line ends missing?")
	errNoQuote = errors.New("the row is longer than 64 MiB: is a quote not closed?")
)

// delimited reads a row by the rules of encoding/csv: cells in double quotes may hold
// separators, line ends and doubled quotes, an empty line or one that begins with # is no
// row, and a line may end in \r\n.
func (c *Rows) delimited() (names, cells []string, line int, err error) {
	if err := c.passOver(); err != nil {
		return nil, nil, c.line, err
	}
	text, i := c.text, c.at
	line = c.line
	cells = c.cells[:0]
	for {
		var cell string
		j := i
		if text[i] == '"' {
			if cell, j, err = c.inQuotes(i); err != nil {
				return nil, nil, line, c.quoteError(err, line)
			}
		} else {
			if j = c.cellEnd(i); j < len(text) && text[j] == '"' {
				return nil, nil, line, c.quoteError(csv.ErrBareQuote, line)
			}
			cell = text[i:j]
			if (j == len(text) || text[j] == '\n') && j > i && text[j-1] == '\r' {
				cell = text[i : j-1]
			}
		}
		if len(cells) == MaxCells {
			return nil, nil, line, tooMany()
		}
		cells = append(cells, trim(cell))
		i = j + 1
		if j < len(text) && text[j] == c.cut {
			if i < len(text) {
				continue
			}
			cells = append(cells, "") // the text ends with a separator
			j = len(text)
		}
		if j == len(text) && c.end != nil {
			return nil, nil, line, c.end // there is more of this row somewhere
		}
		c.cells = cells
		c.at = min(i, len(text))
		c.line++
		return nil, cells, line, nil
	}
}

// passOver moves to the next row.
func (c *Rows) passOver() error {
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case '\n':
			c.at++
		case '\r':
			if c.at+1 < len(c.text) && c.text[c.at+1] != '\n' {
				return nil
			}
			if c.at+1 == len(c.text) && c.end != nil {
				return c.end
			}
			c.at = min(c.at+2, len(c.text))
		case '#':
			n := strings.IndexByte(c.text[c.at:], '\n')
			if n < 0 && c.end != nil {
				return c.end
			}
			if n < 0 {
				n = len(c.text) - c.at - 1
			}
			c.comments.see(strings.TrimSpace(c.text[c.at:c.at+n+1]), c.line)
			c.at += n + 1
		default:
			return nil
		}
		c.line++
	}
	if c.end != nil {
		return c.end
	}
	return io.EOF
}

// cellEnd finds the separator, line end or quote that is next from i on, or the end of
// the text.
func (c *Rows) cellEnd(i int) int {
	text := c.text
	cut := uint64(c.cut) * ones
	for len(text)-i >= 8 {
		w := word(text, i)
		if c.cut <= ',' { // then all three come before digits and letters, and few other signs do
			m := below(w, ','+1)
			if m == 0 {
				i += 8
				continue
			}
			j := i + bits.TrailingZeros64(m)>>3
			if b := text[j]; b == c.cut || b == '\n' || b == '"' {
				return j
			}
		}
		if m := zeros(w^cut) | zeros(w^('\n'*ones)) | zeros(w^('"'*ones)); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(text) && text[i] != c.cut && text[i] != '\n' && text[i] != '"' {
		i++
	}
	return i
}

// inQuotes reads the cell in quotes at i and returns it and where it ends: at a
// separator, a line end or the end of the text.
func (c *Rows) inQuotes(i int) (cell string, end int, err error) {
	text, from := c.text, i+1
	plain := true // the cell is in the text as it is
	for k := from; ; {
		q := strings.IndexByte(text[k:], '"')
		if q < 0 {
			if c.end != nil {
				return "", 0, c.end
			}
			return "", 0, csv.ErrQuote
		}
		q += k
		rest := text[q+1:]
		switch {
		case rest != "" && rest[0] == '"':
			plain, k = false, q+2
			continue
		case rest == "" || rest[0] == c.cut || rest[0] == '\n':
			end = q + 1
		case rest[0] == '\r' && (len(rest) == 1 || rest[1] == '\n'):
			end = min(q+2, len(text))
		default:
			return "", 0, csv.ErrQuote
		}
		cell = text[from:q]
		if n := strings.Count(cell, "\n"); n > 0 {
			c.line += n
			plain = plain && !strings.Contains(cell, "\r\n")
		}
		if !plain {
			cell = c.unquoted(cell)
		}
		return cell, end, nil
	}
}

// unquoted writes a cell without the doubling of its quotes, and its line ends as \n.
func (c *Rows) unquoted(cell string) string {
	begin := len(c.scratch)
	for i := 0; i < len(cell); i++ {
		if b := cell[i]; i+1 < len(cell) && (b == '"' || (b == '\r' && cell[i+1] == '\n')) {
			i++ // of the two the second stays
		}
		c.scratch = append(c.scratch, cell[i])
	}
	text := c.scratch[begin:]
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// quoteError puts an error of quoting in words. After it, nobody knows where rows begin,
// so it is fatal.
func (c *Rows) quoteError(err error, line int) error {
	msg := ""
	switch err {
	case csv.ErrBareQuote:
		msg = `a " stands inside a cell that does not begin with one: quote the whole cell and double the quotes in it`
	case csv.ErrQuote:
		msg = `a cell's quotes do not match: a " is not closed, or text follows the closing "`
	default:
		return err
	}
	return &Error{Line: line, Msg: msg, Fatal: true, Err: err}
}
