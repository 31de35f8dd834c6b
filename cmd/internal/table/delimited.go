// SPDX-License-Identifier: MIT

package table

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

// delimited reads CSV and TSV by the rules of encoding/csv: cells in double quotes
// may hold separators, line ends and doubled quotes.
type delimited struct {
	csv   *csv.Reader
	leash *leash
	line  int
}

func newDelimited(in io.Reader, f Format) *delimited {
	l := &leash{in: in, left: MaxRow}
	d := &delimited{csv: csv.NewReader(l), leash: l}
	switch f {
	case TSV:
		d.csv.Comma = '\t'
	case Semicolon:
		d.csv.Comma = ';'
	}
	d.csv.Comment = '#'
	d.csv.FieldsPerRecord = -1
	d.csv.ReuseRecord = true
	return d
}

func (d *delimited) next() (names, cells []string, line int, err error) {
	d.leash.left = MaxRow
	cells, err = d.csv.Read()
	if err != nil {
		line, err = d.explain(err)
		return nil, nil, line, err
	}
	d.line, _ = d.csv.FieldPos(0)
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	return nil, cells, d.line, nil
}

// explain puts an error of encoding/csv in words. After a quoting error the reader's
// idea of where rows begin cannot be trusted, so such errors are fatal.
func (d *delimited) explain(err error) (int, error) {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return d.line + 1, err
	}
	msg := p.Err.Error()
	switch {
	case errors.Is(p.Err, csv.ErrBareQuote):
		msg = `a " stands inside a cell that does not begin with one: quote the whole cell and double the quotes in it`
	case errors.Is(p.Err, csv.ErrQuote):
		msg = `a cell's quotes do not match: a " is not closed, or text follows the closing "`
	}
	return p.StartLine, &Error{Line: p.StartLine, Msg: msg, Fatal: true, Err: p.Err}
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
