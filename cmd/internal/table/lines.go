// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

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
		if len(text) > 0 {
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
			l.comments.see(text, l.line)
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
	head, _ := l.in.Peek(2)
	switch {
	case len(head) == 0:
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
		l.comments.see(bytes.TrimSpace(text), line)
	}
	for err == bufio.ErrBufferFull {
		l.leash.left = MaxRow
		_, err = l.in.ReadSlice('\n')
	}
	return true
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
