// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// MaxRow is the greatest length of one row in bytes. It bounds the memory that an
// unclosed quote or a file without line ends can take.
const MaxRow = 64 << 20

// Options say how to read a table.
type Options struct {
	Format Format
	// Columns names the columns of a table that has no header row.
	Columns []string
	// Header is set when a table has a header row although Columns is given: the
	// row is passed over.
	Header bool
	// Flag is the flag that Columns are from, for messages; --columns if it is empty.
	Flag string
}

func (o *Options) flag() string {
	if o.Flag == "" {
		return "--columns"
	}
	return o.Flag
}

// Row is one row of a table. Its slices are the Reader's own and are valid until
// the next call of Next.
type Row struct {
	Line  int // where the row begins; 1-based
	Names []string
	Cells []string // as many as Names
}

// Reader reads the rows of one table. It is used by one goroutine.
type Reader struct {
	file   string
	format Format
	names  []string // nil for NDJSON
	header int      // line of the header row
	rows   rows
	row    Row
	failed error
	passed comments
}

// rows is what a format gives: the next row's cells (and names, if the format names
// them row by row) and the line it began on.
type rows interface {
	next() (names, cells []string, line int, err error)
}

// NewReader reads the table in, which messages call file. It reads the header row,
// if there is one, and reports what is wrong with it.
func NewReader(in io.Reader, file string, o Options) (*Reader, error) {
	r := &Reader{file: file, format: o.Format}
	buf := bufio.NewReaderSize(in, sniffLen)
	head, err := buf.Peek(sniffLen)
	if len(head) == 0 && err != io.EOF {
		return nil, r.wrap(err, 1)
	}
	if why := refuse(head); why != "" {
		return nil, r.fatal(1, why)
	}
	for ; bytes.HasPrefix(head, []byte("\xef\xbb\xbf")); head = head[3:] { // once, or twice from clumsy tools
		buf.Discard(3)
	}
	if r.format == Auto {
		r.format = sniff(buf)
	}
	switch r.format {
	case NDJSON:
		if len(o.Columns) > 0 {
			return nil, r.fatal(1, "this is NDJSON, whose objects name their own fields: drop "+o.flag())
		}
		r.rows = newObjects(buf)
		return r, nil
	case Blank:
		r.rows = &blanks{lines: lines{in: buf, comments: &r.passed}}
	default:
		r.rows = newDelimited(buf, r.format, &r.passed)
	}
	if len(o.Columns) > 0 {
		r.names = o.Columns
		r.passed.columns = len(r.names)
		if !o.Header {
			return r, nil
		}
	}
	_, cells, line, err := r.rows.next()
	if err == io.EOF {
		return nil, r.fatal(1, "there is no header row; a table without one needs "+o.flag())
	}
	if err != nil {
		return nil, r.wrap(err, line)
	}
	if len(o.Columns) > 0 {
		return r, nil
	}
	if numeric(cells) {
		return nil, r.fatal(line, "the first row holds numbers, not column names: name the columns with "+o.flag()+", for example "+o.flag()+" "+example(len(cells)))
	}
	r.names, r.header = append([]string(nil), cells...), line
	r.passed.columns = len(r.names)
	return r, nil
}

// example guesses a --columns value for a message: the commonest layouts are
// positions with an id and perhaps a frame in front.
func example(n int) string {
	guess := []string{"x", "y", "r"}
	switch {
	case n == 4:
		guess = []string{"id", "x", "y", "r"}
	case n >= 5:
		guess = []string{"id", "world", "x", "y", "r"}
	case n < 3:
		guess = guess[:max(n, 1)]
	}
	for len(guess) < n && len(guess) < 8 {
		guess = append(guess, "_")
	}
	return strings.Join(guess, ",")
}

func numeric(cells []string) bool {
	for _, c := range cells {
		if _, err := strconv.ParseFloat(c, 64); err != nil {
			return false
		}
	}
	return len(cells) > 0
}

// File returns the name that messages use.
func (r *Reader) File() string { return r.file }

// Format returns the format, as told or as found.
func (r *Reader) Format() Format { return r.format }

// Names returns the columns' names, or nil if each row brings its own.
func (r *Reader) Names() []string { return r.names }

// HeaderLine returns the line of the header row, or 1 if the names came from elsewhere.
func (r *Reader) HeaderLine() int { return max(r.header, 1) }

// Comments says, once the table is read, that lines were taken for comments that may be
// meant as rows, and what to do; or nothing.
func (r *Reader) Comments() string { return r.passed.String() }

// Next returns the next row, or io.EOF after the last. Any other error is an *Error,
// or ctx's own when reading was cancelled. After an Error that is not Fatal the next
// call goes on with the row that follows.
func (r *Reader) Next() (*Row, error) {
	if r.failed != nil {
		return nil, r.failed
	}
	names, cells, line, err := r.rows.next()
	if err != nil {
		if err != io.EOF {
			err = r.wrap(err, line)
		}
		var e *Error
		if !errors.As(err, &e) || e.Fatal {
			r.failed = err
		}
		return nil, err
	}
	if r.names != nil {
		if names = r.names; len(cells) != len(names) {
			return nil, &Error{File: r.file, Line: line, Msg: fmt.Sprintf("the row has %s, but there %s (%s)%s",
				count(len(cells), "cell"), columns(len(names)), brief(names), torn(r.format, cells, names))}
		}
	}
	r.row = Row{Line: line, Names: names, Cells: cells}
	return &r.row, nil
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
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

func (r *Reader) fatal(line int, msg string) *Error {
	return &Error{File: r.file, Line: max(line, 1), Msg: msg, Fatal: true}
}

// wrap gives an error its place. A damaged gzip stream surfaces here as a read error.
func (r *Reader) wrap(err error, line int) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var e *Error
	if errors.As(err, &e) {
		e.File, e.Line = r.file, max(e.Line, line, 1)
		return e
	}
	return &Error{File: r.file, Line: max(line, 1), Msg: "cannot read on: " + plain(err), Fatal: true, Err: err}
}
