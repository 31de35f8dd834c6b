// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/table"
)

// parsePoints reads a list of vertices, either as JSON ([[x,y],...]) or as text with
// blanks inside a point and commas or semicolons between points (x y; x y; ...). A
// last point that repeats the first is dropped.
func parsePoints(cell string, dst []point) ([]point, error) {
	var err error
	begin := len(dst)
	dst, ok := plainPoints(cell, dst)
	switch {
	case ok:
	case strings.HasPrefix(cell, "["):
		dst, err = jsonPoints(cell, dst[:begin])
	default:
		dst, err = textPoints(cell, dst[:begin])
	}
	if err != nil {
		return dst, err
	}
	if n := len(dst); n > 1 && dst[0] == dst[n-1] {
		dst = dst[:n-1]
	}
	return dst, nil
}

// plainPoints reads what is written in the plain way, which nearly everything is. Where it
// is not ok, the others find out what is meant, or wrong.
func plainPoints(cell string, dst []point) (_ []point, ok bool) {
	i, brackets := 0, strings.HasPrefix(cell, "[")
	blanks := func() {
		for i < len(cell) && cell[i] == ' ' {
			i++
		}
	}
	take := func(sign byte) bool {
		blanks()
		if i < len(cell) && cell[i] == sign {
			i++
			return true
		}
		return false
	}
	number := func() (v float64, ok bool) {
		blanks()
		if brackets {
			v, i, ok = decimal.Scan(cell, i)
			return v, ok
		}
		begin := i
		for i < len(cell) && cell[i] != ' ' && cell[i] != ',' && cell[i] != ';' && cell[i] != ']' {
			i++
		}
		return decimal.Parse(cell[begin:i])
	}
	if brackets && !take('[') {
		return dst, false
	}
	for {
		var p point
		if brackets && !take('[') {
			return dst, false
		}
		if p.X, ok = number(); !ok {
			return dst, false
		}
		if brackets && !take(',') {
			return dst, false
		}
		if p.Y, ok = number(); !ok {
			return dst, false
		}
		if brackets && !take(']') {
			return dst, false
		}
		dst = append(dst, p)
		blanks()
		if i == len(cell) {
			return dst, !brackets
		}
		sign := cell[i]
		i++
		switch {
		case brackets && sign == ']':
			blanks()
			return dst, i == len(cell)
		case sign == ',' || (sign == ';' && !brackets):
		default:
			return dst, false
		}
	}
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
	i := 0
	for part := range strings.FieldsFuncSeq(cell, func(r rune) bool { return r == ',' || r == ';' }) {
		c := strings.Fields(part)
		if len(c) != 2 {
			return dst, fmt.Errorf("point %d (%s) has %s, not 2: write x y;x y;x y", i+1, table.Quote(strings.TrimSpace(part)), plural(len(c), "coordinate"))
		}
		q, err := pair(c[0], c[1], i)
		if err != nil {
			return dst, err
		}
		dst = append(dst, q)
		i++
	}
	return dst, nil
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
