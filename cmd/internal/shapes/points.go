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
	i := 0
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
	closed := i <= len(cell) && cell[i-1] == ']'
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
		end := 0
		for end < len(cell) && cell[end] != ',' && cell[end] != ';' {
			end++
		}
		part := cell[:end]
		if cell = cell[min(end+1, len(cell)):]; part == "" {
			continue
		}
		x, y, _ := strings.Cut(strings.TrimSpace(part), " ")
		var q point
		var okX, okY bool
		q.X, okX = decimal.Parse(x)
		if q.Y, okY = decimal.Parse(strings.TrimSpace(y)); !okX || !okY {
			c := strings.Fields(part)
			if len(c) != 2 {
				return dst, fmt.Errorf("point %d (%s) has %s, not 2: write x y;x y;x y", i+1, table.Quote(strings.TrimSpace(part)), plural(len(c), "coordinate"))
			}
			var err error
			if q, err = pair(c[0], c[1], i); err != nil {
				return dst, err
			}
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
