// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"daylight/cmd/internal/table"
)

// parsePoints reads a list of vertices, either as JSON ([[x,y],...]) or as text with
// blanks inside a point and commas or semicolons between points (x y; x y; ...). A
// last point that repeats the first is dropped.
func parsePoints(cell string, dst []point) ([]point, error) {
	var err error
	if strings.HasPrefix(cell, "[") {
		dst, err = jsonPoints(cell, dst)
	} else {
		dst, err = textPoints(cell, dst)
	}
	if err != nil {
		return dst, err
	}
	if n := len(dst); n > 1 && dst[0] == dst[n-1] {
		dst = dst[:n-1]
	}
	return dst, nil
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
