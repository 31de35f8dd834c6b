// SPDX-License-Identifier: MIT

package table

import (
	"math/rand/v2"
	"testing"
)

// TestCellEnd: the end of a cell is where a scan sign by sign finds it, for any separator and signs
// around it.
func TestCellEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 8))
	for range 40_000 {
		c := &Rows{cut: []byte{',', ';', '\t', '|'}[r.IntN(4)]}
		text := make([]byte, r.IntN(40))
		near := []byte{c.cut, '\n', '"', c.cut - 1, c.cut + 1, '!', '#', '+', '-', '.', ' ', '\r', 0, 0x7f, 0x80, 0xff, 0x80 | c.cut, 0x80 | '\n'}
		for i := range text {
			switch r.IntN(8) {
			case 0:
				text[i] = near[r.IntN(len(near))]
			case 1:
				text[i] = byte(r.Uint32())
			default:
				text[i] = '0' + byte(r.IntN(10))
			}
		}
		c.text = string(text)
		for from := range len(text) + 1 {
			want := from
			for want < len(text) && text[want] != c.cut && text[want] != '\n' && text[want] != '"' {
				want++
			}
			if got := c.cellEnd(from); got != want {
				t.Fatalf("%q, cells cut by %q, from %d: %d, want %d", text, c.cut, from, got, want)
			}
		}
	}
}
