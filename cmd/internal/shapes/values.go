// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
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
