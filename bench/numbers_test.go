// SPDX-License-Identifier: MIT

package bench

import "testing"

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1.00", 9.996: "10.0", 12.345: "12.3", 99.94: "99.9", 99.96: "100", 1234.5: "1,235", 0.5: "0.500", 0.01234: "0.0123", 1e-9: "0", 1234567: "1,234,567"} {
		if got := Digits(x); got != want {
			t.Errorf("Digits(%v) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0 %", 0.034: "3.4 %", 0.5: "50 %", 1.2: "120 %"} {
		if got := Percent(x); got != want {
			t.Errorf("Percent(%v) = %s", x, got)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %s", n, got)
		}
	}
}
