// SPDX-License-Identifier: MIT

package memory

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

var units = []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// Format writes a number of bytes for people, such as 512 MiB or 1.5 GiB.
func Format(n int64) string {
	v, k := float64(n), 0
	for ; math.Abs(v) >= 1024 && k < len(units)-1; k++ {
		v /= 1024
	}
	digits := 0
	if k > 0 && math.Abs(v) < 10 {
		digits = 1
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', digits, 64), ".0") + " " + units[k]
}

// Parse reads a number of bytes with a unit, such as 512MiB, 8GiB or 1.5G. KB, MB and so on
// are powers of 1000; K, M, G and T alone are those of 1024, as in GOMEMLIMIT and most tools.
func Parse(text string) (int64, error) {
	s := strings.ToUpper(strings.TrimSpace(text))
	end := strings.LastIndexAny(s, "0123456789.") + 1
	v, err := strconv.ParseFloat(s[:end], 64)
	unit := strings.TrimSpace(s[end:])
	scale := 1.0
	if unit != "" && unit != "B" {
		k := strings.IndexByte("KMGTPE", unit[0]) + 1
		base := 1024.0
		switch {
		case k == 0:
			err = strconv.ErrSyntax
		case unit[1:] == "B":
			base = 1000
		case unit[1:] != "" && unit[1:] != "IB":
			err = strconv.ErrSyntax
		}
		scale = math.Pow(base, float64(k))
	}
	if err != nil || !(v*scale >= 1 && v*scale < 1<<62) {
		return 0, fmt.Errorf("%q is not an amount of memory: want a number and a unit, such as 512MiB or 8GiB", text)
	}
	return int64(v * scale), nil
}
