// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

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

var errTooLong = errors.New("the row is longer than 64 MiB: is a quote not closed?")

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
