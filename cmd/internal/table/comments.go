// SPDX-License-Identifier: MIT

package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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
