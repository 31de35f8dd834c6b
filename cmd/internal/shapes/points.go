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
	if strings.HasPrefix(cell, "[") {
		return plainBrackets(cell, dst)
	}
	number := func(from int) (v float64, to int, ok bool) {
		from = afterBlanks(cell, from)
		for to = from; to < len(cell) && cell[to] != ' ' && cell[to] != ',' && cell[to] != ';'; to++ {
		}
		v, ok = decimal.Parse(cell[from:to])
		return v, to, ok
	}
	for i := 0; ; i++ {
		var p point
		if p.X, i, ok = number(i); !ok {
			return dst, false
		}
		if p.Y, i, ok = number(i); !ok {
			return dst, false
		}
		dst = append(dst, p)
		if i = afterBlanks(cell, i); i == len(cell) {
			return dst, true
		}
		if cell[i] != ',' && cell[i] != ';' {
			return dst, false
		}
	}
}

// plainBrackets reads points as JSON has them: [[x,y],...].
func plainBrackets(cell string, dst []point) (_ []point, ok bool) {
	i := 0
	take := func(sign byte) bool {
		i = afterBlanks(cell, i)
		ok := i < len(cell) && cell[i] == sign
		i++
		return ok
	}
	number := func() (v float64, ok bool) {
		v, i, ok = decimal.Scan(cell, afterBlanks(cell, i))
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
	return dst, i <= len(cell) && cell[i-1] == ']' && afterBlanks(cell, i) == len(cell)
}

func afterBlanks(text string, i int) int {
	for i < len(text) && text[i] == ' ' {
		i++
	}
	return i
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
