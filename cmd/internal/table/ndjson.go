// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

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
		return o.explain(text)
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

// explain says what is wrong with a line that is not one JSON object.
func (o *objects) explain(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	var first json.RawMessage
	if err := dec.Decode(&first); err != nil {
		return syntax(err)
	}
	return &Error{Msg: "something follows the JSON object: NDJSON has one object on each line"}
}

func syntax(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &Error{Msg: "the JSON object does not end on this line: NDJSON has one object on each line", Err: err}
	}
	return &Error{Msg: fmt.Sprintf("not valid JSON: %v", err), Err: err}
}
