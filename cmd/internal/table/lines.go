// SPDX-License-Identifier: MIT

package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"
)

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

// trim is strings.TrimSpace, which most cells have no need of.
func trim(s string) string {
	if len(s) == 0 || (s[0]-'!' < utf8.RuneSelf-'!' && s[len(s)-1]-'!' < utf8.RuneSelf-'!') {
		return s
	}
	return strings.TrimSpace(s)
}

// word is eight bytes of text, the first in the lowest place.
func word(s string, i int) uint64 {
	b := (*[8]byte)(unsafe.Pointer(unsafe.StringData(s[i : i+8])))
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

const ones, tops = 0x0101010101010101, 0x8080808080808080

// below marks the lowest byte of w that is less than n, at most 128, and perhaps others above it,
// in its top bit.
func below(w uint64, n byte) uint64 { return (w - uint64(n)*ones) &^ w & tops }

// zeros marks the lowest byte of w that is 0, and perhaps others above it, in its top bit.
func zeros(w uint64) uint64 { return (w - ones) &^ w & tops }

// comments counts the comment lines of a table that could as well be rows whose first
// cell begins with #: those below the header that have as many cells as there are columns, one
// of them a number.
type comments struct {
	separator byte // 0: blanks
	columns   int  // 0: not known yet
	lock      sync.Mutex
	n, first  int // how many there are, and the line of the first
}

// see looks at the comment that stands on a line.
func (c *comments) see(text string, line int) {
	if c.columns < 2 { // with one column every comment looks like a row
		return
	}
	var cells []string
	if c.separator == 0 {
		cells = strings.Fields(text)
	} else if strings.Count(text, string(c.separator))+1 == c.columns {
		cells = strings.Split(text, string(c.separator))
	}
	if len(cells) != c.columns || !slices.ContainsFunc(cells[1:], isNumber) {
		return
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.n == 0 || line < c.first {
		c.first = line
	}
	c.n++
}

func isNumber(cell string) bool {
	_, err := strconv.ParseFloat(strings.Trim(cell, " \t\""), 64)
	return err == nil
}

// Passed returns a note about lines that were taken for comments but may be intended as rows. It is
// empty if there are none.
func (r *Reader) Passed() string {
	n, first := r.comments.n, r.comments.first
	if n == 0 {
		return ""
	}
	what := fmt.Sprintf("line %d begins with # and was taken for a comment, but has a cell for each column", first)
	if n > 1 {
		what = fmt.Sprintf("%d lines begin with # and were taken for comments, but have a cell for each column (the first is line %d)", n, first)
	}
	if separators[r.Format] == 0 {
		return what + ": to have such rows read, put another column first"
	}
	return what + `: to have such rows read, quote their first cell, as in "#1"`
}

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
