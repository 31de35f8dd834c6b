// SPDX-License-Identifier: MIT

package table

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
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

// below marks the lowest byte of w that is less than n, at most 128, and perhaps others above it, in its
// top bit.
func below(w uint64, n byte) uint64 { return (w - uint64(n)*ones) &^ w & tops }

// zeros marks the lowest byte of w that is 0, and perhaps others above it, in its top bit.
func zeros(w uint64) uint64 { return (w - ones) &^ w & tops }

// comments counts the comment lines of a table that could as well be rows whose first
// cell begins with #: those below the header that have as many cells as there are columns, one
// of them a number.
type comments struct {
	separator byte // 0: blanks
	columns   int  // 0: not known yet
	n, first  int  // how many there are, and the line of the first
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
	if c.n == 0 {
		c.first = line
	}
	c.n++
}

func isNumber(cell string) bool {
	_, err := strconv.ParseFloat(strings.Trim(cell, " \t\""), 64)
	return err == nil
}

// Passed says that so many lines of the table were taken for comments that may be meant as
// rows, and what to do; nothing if there are none. First is the line of the first.
func (r *Reader) Passed(n, first int) string {
	if n == 0 {
		return ""
	}
	what := fmt.Sprintf("line %d begins with # and was taken for a comment, but has a cell for each column", first)
	if n > 1 {
		what = fmt.Sprintf("%d lines begin with # and were taken for comments, but have a cell for each column (the first is line %d)", n, first)
	}
	if separators[r.format] == 0 {
		return what + ": to have such rows read, put another column first"
	}
	return what + `: to have such rows read, quote their first cell, as in "#1"`
}
