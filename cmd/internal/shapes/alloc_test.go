// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"strings"
	"testing"
)

// TestAllocations: reading allocates for each block, not for each row.
func TestAllocations(t *testing.T) {
	text := func(rows int) string {
		var b strings.Builder
		b.WriteString("id,world,x,y,angle,hx,hy\n")
		for i := range rows {
			fmt.Fprintf(&b, "%d,0,%d.25,1.5172538750,0.5,1,%d.5\n", i, i, i%7)
		}
		return b.String()
	}
	count := func(rows int) float64 {
		in := text(rows)
		return testing.AllocsPerRun(3, func() {
			if err := NewLoader(Config{Workers: 1}).Read(strings.NewReader(in), "in"); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := count(1000), count(21000)
	if perRow := (many - few) / 20000; perRow > 0.05 {
		t.Errorf("%.2f allocations a row", perRow)
	}
}
