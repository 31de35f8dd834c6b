// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/table"
)

// number reads a decimal number. What strconv takes beyond that (hexadecimal, NaN,
// infinities, underscores) is refused, because in a table it is a mistake.
func number(cell string) (float64, error) {
	if v, ok := decimal.Parse(cell); ok {
		return v, nil
	}
	if _, err := strconv.ParseFloat(cell, 64); errors.Is(err, strconv.ErrRange) && strings.Trim(cell, "0123456789+-.eE") == "" {
		return 0, fmt.Errorf("%s is too large for a float64", table.Quote(cell))
	}
	return 0, notNumber(cell)
}

// notNumber says why a cell is refused, with a hint where the reason is a habit.
func notNumber(cell string) error {
	switch strings.ToLower(strings.TrimLeft(cell, "+-")) {
	case "nan", "inf", "infinity", "null", "none", "na", "n/a":
		return fmt.Errorf("%s is not a finite number", table.Quote(cell))
	}
	if _, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64); err == nil && strings.Contains(cell, ",") {
		return fmt.Errorf("%s is not a number: write the decimal point as a point, or say --decimal-comma", table.Quote(cell))
	}
	if _, err := strconv.ParseInt(cell, 0, 64); err == nil {
		return fmt.Errorf("%s is not a plain decimal number", table.Quote(cell))
	}
	return fmt.Errorf("%s is not a number", table.Quote(cell))
}

// integer is a whole number without the decimals that tools give it where a column of whole numbers or
// of truths has gaps: 1.0, with a decimal comma 1,0.
func integer(cell string, comma bool) string {
	i := strings.IndexByte(cell, '.')
	if i < 0 && comma {
		i = strings.IndexByte(cell, ',')
	}
	if i > 0 && i+1 < len(cell) && strings.Trim(cell[:i], "0123456789+-") == "" && strings.Trim(cell[i+1:], "0") == "" {
		return cell[:i]
	}
	return cell
}

// bits reads a set of 32 bits, in decimal or as 0x and hexadecimal digits.
func bits(cell string, comma bool) (uint32, error) {
	digits, base := integer(cell, comma), 10
	if len(cell) > 2 && cell[0] == '0' && (cell[1] == 'x' || cell[1] == 'X') {
		digits, base = cell[2:], 16
	}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		return 0, fmt.Errorf("%s is not a set of 32 bits: want 0 to 4294967295, or 0x0 to 0xffffffff", table.Quote(cell))
	}
	return uint32(v), nil
}

func signed(cell string, comma bool) (int32, error) {
	v, err := strconv.ParseInt(integer(cell, comma), 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s is not a whole number of 32 bits", table.Quote(cell))
	}
	return int32(v), nil
}

func truth(cell string, comma bool) (bool, error) {
	switch strings.ToLower(integer(cell, comma)) {
	case "1", "true", "t", "yes", "y":
		return true, nil
	case "0", "false", "f", "no", "n":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither true nor false", table.Quote(cell))
}

// cellError blames one cell of a row.
type cellError struct {
	field Field
	err   error
}

func (e *cellError) Error() string { return e.err.Error() }
func (e *cellError) Unwrap() error { return e.err }

func at(f Field, err error) error { return &cellError{field: f, err: err} }

// parsePoints reads a list of vertices, either as JSON ([[x,y],...]) or as text with
// blanks inside a point and commas or semicolons between points (x y; x y; ...). A
// last point that repeats the first is dropped.
func parsePoints(cell string, dst []point) ([]point, error) {
	begin := len(dst)
	var err error
	if !strings.HasPrefix(cell, "[") {
		dst, err = textPoints(cell, dst)
	} else if list, ok := plainBrackets(cell, dst); ok {
		dst = list
	} else {
		dst, err = jsonPoints(cell, dst[:begin]) // finds out what is meant, or wrong
	}
	if n := len(dst); err == nil && n > 1 && dst[0] == dst[n-1] {
		dst = dst[:n-1]
	}
	return dst, err
}

// plainBrackets reads points as JSON has them, [[x,y],...], if they are written in the plain way, which nearly all
// are.
func plainBrackets(cell string, dst []point) (_ []point, ok bool) {
	i, before := 0, len(dst)
	space := func() {
		for i < len(cell) && cell[i] == ' ' {
			i++
		}
	}
	take := func(sign byte) bool {
		space()
		ok := i < len(cell) && cell[i] == sign
		i++
		return ok
	}
	number := func() (v float64, ok bool) {
		space()
		v, i, ok = decimal.Scan(cell, i)
		return v, ok
	}
	for begin := byte('['); take(begin); begin = ',' {
		var p point
		if !take('[') {
			return dst, false
		}
		if p.X, ok = number(); !ok || !take(',') {
			return dst, false
		}
		if p.Y, ok = number(); !ok || !take(']') {
			return dst, false
		}
		dst = append(dst, p)
	}
	closed := len(dst) > before && i <= len(cell) && cell[i-1] == ']'
	space()
	return dst, closed && i == len(cell)
}

func jsonPoints(cell string, dst []point) ([]point, error) {
	var raw [][]json.Number
	if err := json.Unmarshal([]byte(cell), &raw); err != nil {
		var bad *json.SyntaxError
		if errors.As(err, &bad) {
			return dst, fmt.Errorf("want a list of points [[x,y],...]: %v", err)
		}
		return dst, errors.New("want a list of points [[x,y],...], each of two numbers")
	}
	for i, p := range raw {
		if p == nil || slices.Contains(p, "") {
			return dst, fmt.Errorf("point %d is null, or has a coordinate that is: leave such points out", i+1)
		}
		if len(p) != 2 {
			return dst, fmt.Errorf("point %d has %s, not 2", i+1, plural(len(p), "coordinate"))
		}
		q, err := pair(p[0].String(), p[1].String(), i)
		if err != nil {
			return dst, err
		}
		dst = append(dst, q)
	}
	return dst, nil
}

func textPoints(cell string, dst []point) ([]point, error) {
	for i := 0; cell != ""; {
		if p, end, ok := plainPoint(cell); ok {
			cell, dst, i = cell[end:], append(dst, p), i+1
			continue
		}
		part := cell
		if end := strings.IndexAny(cell, ",;"); end < 0 {
			cell = ""
		} else if part, cell = cell[:end], cell[end+1:]; part == "" {
			continue
		}
		c := strings.Fields(part)
		if len(c) != 2 {
			return dst, fmt.Errorf("point %d (%s) has %s, not 2: write x y;x y;x y", i+1, table.Quote(strings.TrimSpace(part)), plural(len(c), "coordinate"))
		}
		p, err := pair(c[0], c[1], i)
		if err != nil {
			return dst, err
		}
		dst = append(dst, p)
		i++
	}
	return dst, nil
}

// plainPoint reads a point if it is written in the plain way, and says where the next begins.
func plainPoint(cell string) (p point, end int, ok bool) {
	if p.X, end, ok = decimal.Scan(cell, 0); !ok || end == len(cell) || cell[end] != ' ' {
		return p, 0, false
	}
	if p.Y, end, ok = decimal.Scan(cell, end+1); !ok || end < len(cell) && cell[end] != ',' && cell[end] != ';' {
		return p, 0, false
	}
	return p, min(end+1, len(cell)), true
}

func pair(x, y string, i int) (p point, err error) {
	if p.X, err = number(x); err == nil {
		p.Y, err = number(y)
	}
	if err != nil {
		err = fmt.Errorf("point %d: %w", i+1, err)
	}
	return p, err
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
