// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"fmt"
)

// comments counts the comment lines of a table that could as well be rows whose first
// cell begins with #: those below the header that have as many cells as there are columns.
type comments struct {
	separator byte // 0: blanks
	columns   int  // 0: not known yet
	n, first  int  // how many there are, and the line of the first
}

// see looks at the comment that stands on a line.
func (c *comments) see(text []byte, line int) {
	if c.columns < 2 { // with one column every comment looks like a row
		return
	}
	cells := 0
	if c.separator == 0 {
		cells = len(bytes.Fields(text))
	} else {
		cells = 1 + bytes.Count(text, []byte{c.separator})
	}
	if cells != c.columns {
		return
	}
	if c.n == 0 {
		c.first = line
	}
	c.n++
}

// String says what was passed over and how to keep it, or nothing.
func (c *comments) String() string {
	if c.n == 0 {
		return ""
	}
	what := fmt.Sprintf("line %d begins with # and was taken for a comment, but has a cell for each column", c.first)
	if c.n > 1 {
		what = fmt.Sprintf("%d lines begin with # and were taken for comments, but have a cell for each column (the first is line %d)", c.n, c.first)
	}
	if c.separator == 0 {
		return what + ": to have such rows read, put another column first"
	}
	return what + `: to have such rows read, quote their first cell, as in "#1"`
}
