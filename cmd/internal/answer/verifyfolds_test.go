// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"math"
	"strings"
	"testing"

	"daylight/cmd/internal/shapes"
	"daylight/internal/must"
)

// TestVerifyOutlines: --verify finds outlines that only touch and have a depth. It finds outlines
// that overlap by less than float32 can tell and have none. It finds a wrong number of parts.
func TestVerifyOutlines(t *testing.T) {
	for _, verdict := range []string{"touching", "overlapping"} {
		x := "2"
		if verdict == "overlapping" {
			x = "1.9999999999"
		}
		table := "id,wkt\na,\"POLYGON((0 0,2 0,2 1,1 1,1 3,0 3,0 0))\"\nb,\"POLYGON((" + x + " 0,4 0,4 3,3 3,3 2," + x + " 2," + x + " 0))\"\n"
		l := shapes.NewLoader(shapes.Config{Concave: true, Corners: true})
		must.Do(t, l.Read(strings.NewReader(table), "in"))
		s := must.Get(l.Set())(t)
		for name, tamper := range map[string]func(f *folded){
			"":      func(*folded) {},
			"depth": func(f *folded) { f.depth = math.SmallestNonzeroFloat32 - f.depth; f.least = f.depth },
			"count": func(f *folded) { f.count++ },
		} {
			r := must.Get(Run(context.Background(), s, nil, Config{}))(t)
			if r.Len() != 1 || (r.folded[0].depth > 0) != (verdict == "overlapping") {
				t.Fatalf("%s: %+v", verdict, r.folded)
			}
			if tamper(&r.folded[0]); r.folded[0].depth < 0 {
				r.folded[0].depth, r.folded[0].least = 0, 0
			}
			if d := must.Get(r.Verify(context.Background(), Config{}))(t); (d.Changed > 0) != (name != "") {
				t.Errorf("%s, %q: %v", verdict, name, d)
			}
		}
	}
}
