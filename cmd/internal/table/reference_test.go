// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing/iotest"
)

// This is the reader as one would first write it: a row at a time, by the standard
// library's readers. Tests hold the one that is used against it.

// delimited reads CSV and TSV by the rules of encoding/csv: cells in double quotes
// may hold separators, line ends and doubled quotes.
type delimited struct {
	// lines passes over blank lines and comments between rows. The csv.Reader takes its
	// buffer for its own, as package bufio says it does, and never sees those lines.
	lines  lines
	csv    *csv.Reader
	leash  *leash
	passed int // lines that were passed over
	seen   int // lines that the csv.Reader has seen
}

func newDelimited(in io.Reader, f Format, c *comments) *delimited {
	l := &leash{in: in, left: MaxRow}
	buf := bufio.NewReaderSize(l, sniffLen)
	d := &delimited{lines: lines{in: buf, comments: c, leash: l}, csv: csv.NewReader(buf), leash: l}
	switch f {
	case TSV:
		d.csv.Comma = '\t'
	case Semicolon:
		d.csv.Comma = ';'
	}
	c.separator = byte(d.csv.Comma)
	d.csv.FieldsPerRecord = -1
	d.csv.ReuseRecord = true
	return d
}

func (d *delimited) next() (names, cells []string, line int, err error) {
	for d.leash.left = MaxRow; d.lines.pass(d.passed + d.seen + 1); d.leash.left = MaxRow {
		d.passed++
	}
	cells, err = d.csv.Read()
	if err != nil {
		line, err = d.explain(err)
		return nil, nil, line, err
	}
	line, _ = d.csv.FieldPos(0)
	d.seen = line
	for i, c := range cells {
		d.seen += strings.Count(c, "\n")
		cells[i] = strings.TrimSpace(c)
	}
	return nil, cells, line + d.passed, nil
}

// explain puts an error of encoding/csv in words. After a quoting error the reader's
// idea of where rows begin cannot be trusted, so such errors are fatal.
func (d *delimited) explain(err error) (int, error) {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return d.passed + d.seen + 1, err
	}
	line := p.StartLine + d.passed
	msg := p.Err.Error()
	switch {
	case errors.Is(p.Err, csv.ErrBareQuote):
		msg = `a " stands inside a cell that does not begin with one: quote the whole cell and double the quotes in it`
	case errors.Is(p.Err, csv.ErrQuote):
		msg = `a cell's quotes do not match: a " is not closed, or text follows the closing "`
	}
	return line, &Error{Line: line, Msg: msg, Fatal: true, Err: p.Err}
}

// leash lets only so many bytes through before its owner says that a row is done.
type leash struct {
	in   io.Reader
	left int
}

func (l *leash) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLong
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// lines reads text lines, passing over blank ones and comments.
type lines struct {
	in       *bufio.Reader
	line     int
	long     []byte // a line that did not fit the reader's buffer
	comments *comments
	leash    *leash // of a table of rows that may span lines
}

// next returns a line without its end, trimmed of blanks; it is valid until the
// next call. At the end of the text the error is io.EOF.
func (l *lines) next() ([]byte, error) {
	for {
		text, err := l.read()
		if len(text) > 0 && (err == nil || err == io.EOF) {
			l.line++
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		text = bytes.TrimSpace(text)
		if len(text) > 0 && text[0] != '#' {
			return text, nil
		}
		if len(text) > 0 && l.comments != nil {
			l.comments.see(string(text), l.line)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (l *lines) read() ([]byte, error) {
	text, err := l.in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return text, err
	}
	l.long = l.long[:0]
	for err == bufio.ErrBufferFull {
		l.long = append(l.long, text...)
		if len(l.long) > MaxRow {
			return nil, &Error{Msg: "the line is longer than 64 MiB", Fatal: true}
		}
		text, err = l.in.ReadSlice('\n')
	}
	l.long = append(l.long, text...)
	return l.long, err
}

// pass takes the next line, of that number, out of the text if it is empty or begins with
// #, as encoding/csv has it: a line of blanks is a row of one cell. A comment may be of any
// length.
func (l *lines) pass(line int) bool {
	head, err := l.in.Peek(2)
	switch {
	case len(head) == 0 || (len(head) == 1 && head[0] == '\r' && err != io.EOF):
		return false
	case head[0] == '\n':
		l.in.Discard(1)
		return true
	case head[0] == '\r' && (len(head) == 1 || head[1] == '\n'):
		l.in.Discard(len(head))
		return true
	case head[0] != '#':
		return false
	}
	text, err := l.in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		l.comments.see(string(bytes.TrimSpace(text)), line)
	}
	for err == bufio.ErrBufferFull {
		l.leash.left = MaxRow
		_, err = l.in.ReadSlice('\n')
	}
	return err == nil || err == io.EOF
}

// blanks reads cells separated by any run of blanks and tabs. There are no quotes
// and no empty cells.
type blanks struct {
	lines lines
	cells []string
}

func (b *blanks) next() (names, cells []string, line int, err error) {
	text, err := b.lines.next()
	if err != nil {
		return nil, nil, b.lines.line + 1, err
	}
	b.cells = b.cells[:0]
	for cell := range strings.FieldsSeq(string(text)) {
		b.cells = append(b.cells, cell)
	}
	return nil, b.cells, b.lines.line, nil
}

// objects reads one JSON object per line.
type objects struct {
	lines lines
	names []string
	cells []string
	seen  map[string]bool // the names of an object with many
}

func newObjects(in *bufio.Reader) *objects { return &objects{lines: lines{in: in}} }

func (o *objects) next() (names, cells []string, line int, err error) {
	text, err := o.lines.next()
	if err != nil {
		return nil, nil, o.lines.line + 1, err
	}
	line = o.lines.line
	if err := o.parse(text); err != nil {
		return nil, nil, line, err
	}
	return o.names, o.cells, line, nil
}

func (o *objects) parse(text []byte) error {
	o.names, o.cells = o.names[:0], o.cells[:0]
	switch {
	case text[0] == '[' && o.lines.line == 1:
		return &Error{Msg: "this is a JSON array; NDJSON has one object on each line (jq -c '.[]' makes it so)", Fatal: true}
	case text[0] != '{':
		return &Error{Msg: "the line is not a JSON object: it begins with " + Quote(string(text[:1]))}
	}
	if !json.Valid(text) {
		return explain(string(text))
	}
	// The text is one valid object, so that from here on only its shape is followed.
	rest := bytes.TrimLeft(text[1:], blank)
	for rest[0] != '}' {
		if rest[0] == ',' {
			rest = bytes.TrimLeft(rest[1:], blank)
		}
		n := valueLen(rest)
		name := scalar(rest[:n])
		if o.twice(name) {
			return &Error{Column: name, Msg: "the object has this field twice"}
		}
		rest = bytes.TrimLeft(rest[n:], blank)
		rest = bytes.TrimLeft(rest[1:], blank) // the colon
		n = valueLen(rest)
		o.names, o.cells = append(o.names, name), append(o.cells, scalar(rest[:n]))
		rest = bytes.TrimLeft(rest[n:], blank)
	}
	return nil
}

// twice reports whether the object has a field of that name already. Few names are
// looked through, many are looked up.
func (o *objects) twice(name string) bool {
	const few = 32
	if len(o.names) < few {
		return slices.Contains(o.names, name)
	}
	if len(o.names) == few {
		clear(o.seen)
		if o.seen == nil {
			o.seen = map[string]bool{}
		}
		for _, n := range o.names {
			o.seen[n] = true
		}
	}
	twice := o.seen[name]
	o.seen[name] = true
	return twice
}

const blank = " \t\r\n"

// valueLen is the length of the JSON value that text begins with; the text is valid.
func valueLen(text []byte) int {
	depth, quoted := 0, false
	for i := 0; ; i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
			continue
		case c == '"':
			if quoted = !quoted; !quoted && depth == 0 {
				return i + 1
			}
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case depth == 0 && (c == ',' || c == ':' || bytes.IndexByte([]byte(blank), c) >= 0):
			return i
		}
	}
}

// scalar is a JSON value as the text of a cell.
func scalar(raw []byte) string {
	switch {
	case raw[0] == 'n':
		return ""
	case raw[0] != '"':
		return string(raw)
	case bytes.IndexByte(raw, '\\') < 0:
		return string(raw[1 : len(raw)-1])
	}
	var s string
	_ = json.Unmarshal(raw, &s) // valid, as all of the line is
	return s
}

// reference reads a table to its end, row by row, and calls see for each row or error.
func reference(in io.Reader, file string, o Options, see func(*Row, error)) (note string) {
	r, err := NewReader(in, file, o) // for the names, and to take the first steps alike
	if err != nil {
		see(nil, err)
		return ""
	}
	text, err := io.ReadAll(io.MultiReader(bytes.NewReader(firstText(r)), bytes.NewReader(r.split.rest), r.split.in))
	var ended io.Reader = bytes.NewReader(text)
	if err == nil {
		err = firstEnd(r)
	}
	if err != nil {
		ended = io.MultiReader(ended, iotest.ErrReader(err))
	}
	buf := bufio.NewReaderSize(ended, sniffLen)
	c := &comments{columns: len(r.Names)}
	line0 := firstLine(r) - 1
	var rows interface {
		next() (names, cells []string, line int, err error)
	}
	switch r.Format {
	case NDJSON:
		o := newObjects(buf)
		o.lines.line = line0
		rows = o
	case Blank:
		rows = &blanks{lines: lines{in: buf, comments: c, line: line0}}
	default:
		d := newDelimited(buf, r.Format, c)
		d.passed = line0
		rows = d
	}
	for {
		names, cells, line, err := rows.next()
		if err == io.EOF {
			r.comments.n, r.comments.first = c.n, c.first
			return r.Passed()
		}
		if err != nil {
			err = wrap(file, err, line)
			see(nil, err)
			var e *Error
			if !errors.As(err, &e) || e.Fatal {
				return ""
			}
			continue
		}
		if r.Names != nil {
			if names = r.Names; len(cells) != len(names) {
				see(nil, &Error{File: file, Line: line, Msg: uneven(r.Format, cells, names)})
				continue
			}
		}
		see(&Row{Line: line, Names: names, Cells: cells}, nil)
	}
}

func firstText(r *Reader) []byte {
	if r.first == nil {
		return nil
	}
	return r.first.text
}

func firstEnd(r *Reader) error {
	if r.first != nil && r.first.end != nil {
		return r.first.end
	}
	if r.split.err != nil && r.split.err != io.EOF {
		return r.split.err
	}
	return nil
}

func firstLine(r *Reader) int {
	if r.first == nil {
		return 1
	}
	return r.first.line
}

// walk reads a table as it is meant to be: block by block.
func walk(in io.Reader, file string, o Options, see func(*Row, error)) (note string) {
	r, err := NewReader(in, file, o)
	if err != nil {
		see(nil, err)
		return ""
	}
	rows, b := r.Rows(), new(Block)
	for {
		for i := range b.buf { // nothing of the block before may be needed
			b.buf[i] = '!'
		}
		if err := r.Block(b); err != nil {
			if err != io.EOF {
				see(nil, err)
			}
			return r.Passed()
		}
		rows.Open(b)
		for {
			row, err := rows.Next()
			if err == io.EOF {
				break
			}
			see(row, err)
			var e *Error
			if err != nil && (!errors.As(err, &e) || e.Fatal) {
				return ""
			}
		}
	}
}
