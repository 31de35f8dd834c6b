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
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		return syntax(err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return syntax(err)
		}
		name, ok := key.(string)
		if !ok {
			return &Error{Msg: "not valid JSON: a field's name must be a string"}
		}
		if slices.Contains(o.names, name) {
			return &Error{Column: name, Msg: "the object has this field twice"}
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return syntax(err)
		}
		cell, err := scalar(raw)
		if err != nil {
			return syntax(err)
		}
		o.names, o.cells = append(o.names, name), append(o.cells, cell)
	}
	if _, err := dec.Token(); err != nil {
		return syntax(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return &Error{Msg: "something follows the JSON object: NDJSON has one object on each line"}
	}
	return nil
}

// scalar is a JSON value as the text of a cell.
func scalar(raw json.RawMessage) (string, error) {
	switch raw[0] {
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case 'n':
		return "", nil
	}
	return string(raw), nil
}

func syntax(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &Error{Msg: "the JSON object does not end on this line: NDJSON has one object on each line", Err: err}
	}
	return &Error{Msg: fmt.Sprintf("not valid JSON: %v", err), Err: err}
}
