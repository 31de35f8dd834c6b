// SPDX-License-Identifier: MIT

package table

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a table, and where. As JSON it is about one shape.
type Error struct {
	File string `json:"file"`
	Line int    `json:"line"` // 1-based; 0 when the file could not be opened at all
	// Feature is the number, from 1, of the feature of a collection that is to blame, many of
	// which may stand on one line; 0 elsewhere.
	Feature int    `json:"-"`
	ID      string `json:"id"` // the id of the row's shape, if it has one and another cell is to blame
	Column  string `json:"-"`  // name of the column, when one is to blame
	Msg     string `json:"problem"`
	// Fatal is set when the rest of the file cannot be trusted: a quote left open,
	// a damaged gzip stream, a header without a usable column.
	Fatal bool `json:"-"`
	// Err is the error behind this one, if another package found it.
	Err error `json:"-"`
}

// tooMany is a row of more than MaxCells cells.
func tooMany() error {
	return &Error{Msg: "the row has more than a million cells: are its line ends missing?", Fatal: true}
}

// Error gives file:line: feature N: id "ID": column NAME: message.
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	if e.Feature > 0 {
		s += ": feature " + strconv.Itoa(e.Feature)
	}
	if e.ID != "" {
		s += ": id " + Quote(e.ID)
	}
	if e.Column != "" {
		s += ": column " + Short(e.Column)
	}
	return Printable(s + ": " + e.Msg)
}

// Printable is text for a terminal: what is in a table may hold control characters,
// which would move the cursor or worse, and they are written as Go has them in strings.
func Printable(text string) string {
	plain := true
	for _, r := range text {
		plain = plain && strconv.IsPrint(r) && r != utf8.RuneError
	}
	if plain {
		return text
	}
	var b []byte
	for i, r := range text {
		switch size := utf8.RuneLen(r); {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			b = fmt.Appendf(b, `\x%02x`, text[i])
		case strconv.IsPrint(r):
			b = append(b, text[i:i+size]...)
		default:
			q := strconv.QuoteRune(r)
			b = append(b, q[1:len(q)-1]...)
		}
	}
	return string(b)
}

// Unwrap returns the error behind e.
func (e *Error) Unwrap() error { return e.Err }

// Short is a name in a message, cut when it is long.
func Short(name string) string {
	const most = 40
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "..."
	}
	return name
}

// Quote shows a cell in a message: quoted, and cut when it is long.
func Quote(cell string) string {
	if short := Short(cell); short != cell {
		return strconv.Quote(strings.TrimSuffix(short, "...")) + "..."
	}
	return strconv.Quote(cell)
}

// wrap gives an error its place. A damaged gzip stream surfaces here as a read error.
func wrap(file string, err error, line int) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var e *Error
	if errors.As(err, &e) {
		e.File, e.Line = file, max(e.Line, line, 1)
		return e
	}
	return &Error{File: file, Line: max(line, 1), Msg: "cannot read on: " + plain(err), Fatal: true, Err: err}
}

// uneven says that a row has another number of cells than there are columns.
func uneven(format Format, cells, names []string) string {
	return fmt.Sprintf("the row has %s, but there %s (%s)%s",
		count(len(cells), "cell"), columns(len(names)), brief(names), torn(format, cells, names))
}

// torn says what to do about a row that has too many cells because text such as WKT was
// cut at the commas in it: a bracket is then closed in another cell than it was opened in.
func torn(format Format, cells, names []string) string {
	if format != CSV || len(cells) < len(names) {
		return ""
	}
	for _, c := range cells {
		if strings.Count(c, "(") != strings.Count(c, ")") || strings.Count(c, "[") != strings.Count(c, "]") {
			return ": a cell with commas in it needs quotes"
		}
	}
	return ""
}

func columns(n int) string {
	if n == 1 {
		return "is 1 column"
	}
	return "are " + strconv.Itoa(n) + " columns"
}

func brief(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ",") + ",..."
	}
	return strings.Join(names, ",")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
