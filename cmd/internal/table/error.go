// SPDX-License-Identifier: MIT

package table

import "strconv"

// Error says what is wrong with a table, and where.
type Error struct {
	File   string
	Line   int    // 1-based; 0 when the file could not be opened at all
	Column string // name of the column, when one is to blame
	Msg    string
	// Fatal is set when the rest of the file cannot be trusted: a quote left open,
	// a damaged gzip stream, a header without a usable column.
	Fatal bool
	// Err is the error behind this one, if another package found it.
	Err error
}

// Error gives file:line: column NAME: message.
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	if e.Column != "" {
		s += ": column " + e.Column
	}
	return s + ": " + e.Msg
}

// Unwrap returns the error behind e.
func (e *Error) Unwrap() error { return e.Err }

// Quote shows a cell in a message: quoted, and cut when it is long.
func Quote(cell string) string {
	const most = 40
	if r := []rune(cell); len(r) > most {
		return strconv.Quote(string(r[:most])) + "..."
	}
	return strconv.Quote(cell)
}
