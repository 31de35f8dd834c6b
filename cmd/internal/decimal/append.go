// SPDX-License-Identifier: MIT

package decimal

import (
	"math"
	"strconv"
)

// AppendText appends a number of so many bits, 32 or 64, as the text of a cell that names something: the
// fewest digits that give it back, without an exponent from 1e-6 to below 1e21, as JSON has it. So a whole
// number that some program kept as a float64 is the name that it is as an integer: 1000000, not 1e+06.
func AppendText(dst []byte, v float64, bits int) []byte {
	format := byte('f')
	if a := math.Abs(v); a != 0 && (bits == 64 && (a < 1e-6 || a >= 1e21) || bits == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21)) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, v, format, -1, bits)
}
