// SPDX-License-Identifier: MIT

package strip

import "testing"

// TestAlignStaysInside aligns lists whose every column lies against an unreadable page,
// at its end and at its beginning.
func TestAlignStaysInside(t *testing.T) {
	for _, a := range alignments(t) {
		if len(a.keys) > 100 {
			continue
		}
		for _, atEnd := range []bool{false, true} {
			for _, tab := range All() {
				n, m := len(a.keys), len(a.old)-2*AlignReach
				tab.Align(guardedCopy(t, a.keys, atEnd), guardedCopy(t, a.old, atEnd),
					guarded[int32](t, n, atEnd), guarded[int32](t, n, atEnd), guarded[byte](t, m, atEnd), a.off)
			}
		}
	}
}
