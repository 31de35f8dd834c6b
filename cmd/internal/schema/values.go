// SPDX-License-Identifier: MIT

package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// Number reads a decimal number. It refuses the other notations of strconv
// (hexadecimal, NaN, infinities, underscores), because in a table they are a
// mistake.
func Number(cell string) (float64, error) {
	if v, ok := decimal.Parse(cell); ok {
		return v, nil
	}
	if _, err := strconv.ParseFloat(cell, 64); errors.Is(err, strconv.ErrRange) && strings.Trim(cell, "0123456789+-.eE") == "" {
		return 0, fmt.Errorf("%s is too large for a float64", table.Quote(cell))
	}
	return 0, NotNumber(cell)
}

// NotNumber says why a cell is refused, with a hint where the reason is a habit.
func NotNumber(cell string) error {
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

// integer is a whole number without the decimals that tools give it where a column of whole numbers
// or of truths has gaps: 1.0, with a decimal comma 1,0.
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

// Bits reads a set of 32 bits, in decimal or as 0x and hexadecimal digits.
func Bits(cell string, comma bool) (uint32, error) {
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

// Signed reads a whole number of 32 bits.
func Signed(cell string, comma bool) (int32, error) {
	v, err := strconv.ParseInt(integer(cell, comma), 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s is not a whole number of 32 bits", table.Quote(cell))
	}
	return int32(v), nil
}

// Truth reads a boolean.
func Truth(cell string, comma bool) (bool, error) {
	switch strings.ToLower(integer(cell, comma)) {
	case "1", "true", "t", "yes", "y":
		return true, nil
	case "0", "false", "f", "no", "n":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither true nor false", table.Quote(cell))
}

// CellError is about one cell of a row. Column names the cell's column if it is not that of the
// field.
type CellError struct {
	Field  Field
	Column string
	Err    error
}

func (e *CellError) Error() string { return e.Err.Error() }
func (e *CellError) Unwrap() error { return e.Err }

// At returns err as an error about the cell of a field.
func At(f Field, err error) error { return &CellError{Field: f, Err: err} }

type point = soa.Point

// ParsePoints reads a list of vertices, either as JSON ([[x,y],...]) or as text with
// blanks inside a point and commas or semicolons between points (x y; x y; ...). A
// last point that repeats the first is dropped.
func ParsePoints(cell string, dst []point) ([]point, error) {
	var err error
	if strings.HasPrefix(cell, "[") {
		dst, err = jsonPoints(cell, dst)
	} else {
		dst, err = textPoints(cell, dst)
	}
	return Opened(dst), err
}

// Opened is a list of vertices without the last one, if that repeats the first.
func Opened(list []point) []point {
	if n := len(list); n > 1 && list[0] == list[n-1] {
		return list[:n-1]
	}
	return list
}

var errPoints = errors.New("want a list of points [[x,y],...], each of two numbers")

// jsonPoints reads points as JSON has them.
func jsonPoints(cell string, dst []point) ([]point, error) {
	i := 0
	next := func() byte { // behind blanks
		for ; i < len(cell); i++ {
			if b := cell[i]; b != ' ' && b != '\t' && b != '\r' && b != '\n' {
				return b
			}
		}
		return 0
	}
	take := func(sign byte) bool {
		ok := next() == sign
		if ok {
			i++
		}
		return ok
	}
	more := take('[') && !take(']')
	for n := 1; more; n++ {
		var c [2]float64
		inside := take('[')
		for k := range c {
			next()
			v, end, ok := decimal.Scan(cell, i)
			switch {
			case strings.HasPrefix(cell[i:], "null"):
				return dst, fmt.Errorf("point %d is null, or has a coordinate that is: leave such points out", n)
			case end > i && !ok:
				return dst, fmt.Errorf("point %d: %s is too large for a float64", n, table.Quote(cell[i:end]))
			case !ok || !inside:
				return dst, errPoints
			}
			if c[k], i = v, end; take(',') != (k == 0) {
				return dst, fmt.Errorf("point %d has %s, not 2", n, [2]string{"1 coordinate", "3 coordinates or more"}[k])
			}
		}
		if !take(']') {
			return dst, errPoints
		}
		dst = append(dst, point{X: c[0], Y: c[1]})
		if more = take(','); !more && !take(']') {
			return dst, errPoints
		}
	}
	if next() != 0 || !strings.HasSuffix(strings.TrimRight(cell, " \t\r\n"), "]") {
		return dst, errPoints
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
			return dst, fmt.Errorf("point %d (%s) has %s, not 2: write x y;x y;x y", i+1, table.Quote(strings.TrimSpace(part)), Plural(len(c), "coordinate"))
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
	if p.X, err = Number(x); err == nil {
		p.Y, err = Number(y)
	}
	if err != nil {
		err = fmt.Errorf("point %d: %w", i+1, err)
	}
	return p, err
}

// Plural is a number of things in words.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
