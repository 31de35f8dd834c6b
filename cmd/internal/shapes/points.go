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
	s := plainScanner{cell: cell, brackets: strings.HasPrefix(cell, "[")}
	if !s.bracket('[') {
		return dst, false
	}
	for {
		p, ok := s.point()
		if !ok {
			return dst, false
		}
		dst = append(dst, p)
		switch s.skip(); {
		case s.at == len(cell):
			return dst, !s.brackets
		case s.take(',') || !s.brackets && s.take(';'):
		default:
			return dst, s.brackets && s.take(']') && s.ends()
		}
	}
}

// plainScanner reads points in brackets, as JSON has them, or without.
type plainScanner struct {
	cell     string
	at       int
	brackets bool
}

func (s *plainScanner) point() (p point, ok bool) {
	if !s.bracket('[') {
		return p, false
	}
	if p.X, ok = s.number(); !ok || !s.bracket(',') {
		return p, false
	}
	if p.Y, ok = s.number(); !ok || !s.bracket(']') {
		return p, false
	}
	return p, true
}

// bracket takes a sign that there is if points are in brackets.
func (s *plainScanner) bracket(sign byte) bool { return !s.brackets || s.take(sign) }

func (s *plainScanner) skip() {
	for s.at < len(s.cell) && s.cell[s.at] == ' ' {
		s.at++
	}
}

func (s *plainScanner) ends() bool {
	s.skip()
	return s.at == len(s.cell)
}

func (s *plainScanner) take(sign byte) bool {
	s.skip()
	if s.at < len(s.cell) && s.cell[s.at] == sign {
		s.at++
		return true
	}
	return false
}

func (s *plainScanner) number() (v float64, ok bool) {
	s.skip()
	if s.brackets {
		v, s.at, ok = decimal.Scan(s.cell, s.at)
		return v, ok
	}
	begin := s.at
	for s.at < len(s.cell) && strings.IndexByte(" ,;]", s.cell[s.at]) < 0 {
		s.at++
	}
	return decimal.Parse(s.cell[begin:s.at])
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
