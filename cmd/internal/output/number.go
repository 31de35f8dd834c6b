// SPDX-License-Identifier: MIT

package output

import (
	"math"
	"strconv"

	"daylight/cmd/internal/columnar"
)

// appendNumber appends a number in a form for CSV and JSON, with the fewest digits that give the same
// value back.
func appendNumber(dst []byte, c *columnar.Cells, i int) []byte {
	switch t := c.Type(); t {
	case columnar.Float32:
		return appendFloat(dst, c.Number(i), 32)
	case columnar.Float64:
		return appendFloat(dst, c.Number(i), 64)
	}
	return strconv.AppendInt(dst, c.Int(i), 10)
}

func appendFloat(dst []byte, v float64, bits int) []byte {
	if math.Float64bits(v) == 0 {
		return append(dst, '0')
	}
	return strconv.AppendFloat(dst, v, 'g', -1, bits)
}

// FloatText returns the text of a float32 in tables of contacts.
func FloatText(v float32) string { return string(appendFloat(nil, float64(v)+0, 32)) }
