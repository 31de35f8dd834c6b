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
	in   *bufio.Reader
	line int
	long []byte // a line that did not fit the reader's buffer
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
