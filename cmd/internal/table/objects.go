// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unsafe"
)

// all sets c.fields and c.cells to the members of the object that text is, or says what is
// wrong with it.
func (c *Rows) all(text string) error {
	c.cells, c.strings = c.cells[:0], c.strings[:0]
	n, ok := c.members(text)
	if !ok {
		c.fields = c.fields[:0] // the next object has nothing to compare with
		if len(c.cells) == MaxCells {
			return tooMany()
		}
		return explain(text)
	}
	if n > 0 {
		name := c.fields[n]
		c.fields = c.fields[:0]
		return &Error{Column: name, Msg: "the object has this field twice"}
	}
	return nil
}

// members sets c.fields and c.cells to the members of the object that text is. It is not
// ok if text is not one JSON object. Twice is the place of a name that was there before,
// or 0.
func (c *Rows) members(text string) (twice int, ok bool) {
	i := space(text, 1)
	k := 0 // how many members there were
	c.same = true
	if i < len(text) && text[i] == '}' {
		c.same = len(c.fields) == 0
		c.fields = c.fields[:0]
		return 0, i+1 == len(text)
	}
	for {
		if i >= len(text) || text[i] != '"' {
			return 0, false
		}
		end, plain := stringEnd(text, i)
		if end < 0 {
			return 0, false
		}
		name := text[i+1 : end-1]
		if !plain {
			name = c.unescaped(text[i:end])
		}
		if !c.same || k >= len(c.fields) || c.fields[k] != name {
			if c.same {
				c.same = false
				c.fields = c.fields[:k]
			}
			c.fields = append(c.fields, strings.Clone(name))
		}
		if i = space(text, end); i >= len(text) || text[i] != ':' {
			return 0, false
		}
		i = space(text, i+1)
		cell, end, ok := c.value(text, i)
		if !ok {
			return 0, false
		}
		if k == MaxCells {
			return 0, false
		}
		c.cells, c.strings = append(c.cells, cell), append(c.strings, text[i] == '"')
		k++
		if i = space(text, end); i >= len(text) {
			return 0, false
		}
		if text[i] == '}' {
			break
		}
		if text[i] != ',' {
			return 0, false
		}
		i = space(text, i+1)
	}
	if k < len(c.fields) {
		c.same, c.fields = false, c.fields[:k]
	}
	if i+1 != len(text) {
		return 0, false
	}
	if !c.same {
		twice = c.twice()
	}
	return twice, true
}

// twice returns the place of the first name that the object has already, or 0.
func (c *Rows) twice() int {
	const few = 32
	if len(c.fields) <= few {
		for k, name := range c.fields {
			if slices.Contains(c.fields[:k], name) {
				return k
			}
		}
		return 0
	}
	seen := make(map[string]bool, len(c.fields))
	for k, name := range c.fields {
		if seen[name] {
			return k
		}
		seen[name] = true
	}
	return 0
}

// space passes over JSON's blanks.
func space(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n') {
		i++
	}
	return i
}

// stringEnd finds where the JSON string that begins at i ends, quotes included. It is
// plain if nothing in it is escaped. End is negative if it is no string.
func stringEnd(text string, i int) (end int, plain bool) {
	plain = true
	for i++; ; {
		for len(text)-i >= 8 {
			w := word(text, i)
			// Bytes below a blank have no bit of the upper three; zeros may mark too much above
			// a match, never below it.
			if m := zeros(w^('"'*ones)) | zeros(w^('\\'*ones)) | zeros(w&(0xe0*ones)); m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		for i < len(text) && text[i] != '"' && text[i] != '\\' && text[i] >= ' ' {
			i++
		}
		if i >= len(text) || text[i] < ' ' {
			return -1, false
		}
		if text[i] == '"' {
			return i + 1, plain
		}
		plain = false
		if i++; i >= len(text) {
			return -1, false
		}
		switch text[i] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			i++
		case 'u':
			for range 4 {
				if i++; i >= len(text) || !hexadecimal(text[i]) {
					return -1, false
				}
			}
			i++
		default:
			return -1, false
		}
	}
}

func hexadecimal(b byte) bool { return b-'0' <= 9 || (b|0x20)-'a' <= 5 }

// unescaped is the text that a JSON string stands for.
func (c *Rows) unescaped(quoted string) string {
	var s string
	_ = json.Unmarshal([]byte(quoted), &s) // stringEnd has found it valid
	return s
}

// value reads the JSON value at i as the text of a cell: numbers, strings and booleans
// as their text, null as an empty cell, arrays and objects as they are.
func (c *Rows) value(text string, i int) (cell string, end int, ok bool) {
	if i >= len(text) {
		return "", 0, false
	}
	switch b := text[i]; {
	case b == '"':
		end, plain := stringEnd(text, i)
		switch {
		case end < 0:
			return "", 0, false
		case plain:
			return text[i+1 : end-1], end, true
		}
		return c.unescaped(text[i:end]), end, true
	case b == '-' || b-'0' <= 9:
		end = numberEnd(text, i)
		return text[i:max(end, i)], end, end > i
	case b == 'n' && strings.HasPrefix(text[i:], "null"):
		return "", i + 4, true
	case b == 't' && strings.HasPrefix(text[i:], "true"):
		return text[i : i+4], i + 4, true
	case b == 'f' && strings.HasPrefix(text[i:], "false"):
		return text[i : i+5], i + 5, true
	case b == '[' || b == '{':
		end = nestedEnd(text, i)
		if end < 0 || !json.Valid(unsafe.Slice(unsafe.StringData(text[i:end]), end-i)) {
			return "", 0, false
		}
		return text[i:end], end, true
	}
	return "", 0, false
}

// numberEnd finds where the JSON number that begins at i ends; not beyond i if it is none.
func numberEnd(text string, i int) int {
	whole := i
	if text[i] == '-' {
		whole++
	}
	end := digits(text, whole)
	if end == whole || text[whole] == '0' && end > whole+1 {
		return i
	}
	if end < len(text) && text[end] == '.' {
		part := end + 1
		if end = digits(text, part); end == part {
			return i
		}
	}
	if end < len(text) && text[end]|0x20 == 'e' {
		part := end + 1
		if part < len(text) && (text[part] == '+' || text[part] == '-') {
			part++
		}
		if end = digits(text, part); end == part {
			return i
		}
	}
	return end
}

// digits passes over digits.
func digits(text string, i int) int {
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	return i
}

// nestedEnd finds where the brackets that begin at i are all closed, if what is in them is
// valid; negative if nowhere.
func nestedEnd(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			end, _ := stringEnd(text, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// feature is how GeoJSON begins.
var feature = regexp.MustCompile(`^\s*\{\s*"type"\s*:\s*"Feature`)

// explain says what is wrong with a line that is not one JSON object.
func explain(text string) error {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	var first json.RawMessage
	if err := dec.Decode(&first); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			msg := "the JSON object does not end on this line: NDJSON has one object on each line"
			if feature.MatchString(text) {
				msg = "the JSON object does not end on this line, and looks like GeoJSON: leave --input out, or say --input geojson"
			}
			return &Error{Msg: msg, Err: err}
		}
		return &Error{Msg: fmt.Sprintf("not valid JSON: %v", err), Err: err}
	}
	return &Error{Msg: "something follows the JSON object: NDJSON has one object on each line"}
}
