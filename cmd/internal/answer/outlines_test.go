// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/cmd/internal/shapes"
	"daylight/internal/must"
)

// quad returns a box along the axes as WKT.
func quad(x0, y0, x1, y1 float64) string {
	return fmt.Sprintf("\"POLYGON((%[1]v %[2]v,%[3]v %[2]v,%[3]v %[4]v,%[1]v %[4]v,%[1]v %[2]v))\"\n", x0, y0, x1, y1)
}

const (
	frame = "\"POLYGON((0 0,1 0,1 1,0 1,0 0),(0.31 0.33,0.29 0.71,0.69 0.73,0.71 0.31,0.31 0.33))\""
	plug  = "\"POLYGON((0.31 0.33,0.71 0.31,0.69 0.73,0.29 0.71,0.31 0.33))\""
)

// bodies reads a table and finds the rows about its bodies.
func bodies(t *testing.T, table string) (*Result, Config) {
	t.Helper()
	l := shapes.NewLoader(shapes.Config{Concave: true, Corners: true})
	must.Do(t, l.Read(strings.NewReader(table), "in"))
	c := Config{Bodies: true}
	return must.Get(Run(context.Background(), must.Get(l.Set())(t), nil, c))(t), c
}

// TestBodyVerdicts: two bodies have one row, even if their shapes have filters or no corners. Its
// depth is 0 if the parts that may meet only touch, and above 0 if they overlap. Verify agrees.
func TestBodyVerdicts(t *testing.T) {
	p1, p2, q1, q2 := quad(0, 0, 2, 2), quad(0, 2, 2, 4), quad(2, 0, 4, 2), quad(2, 2, 4, 4)
	for _, test := range []struct {
		name, table string
		depth       float32
		count       uint32
	}{
		{"categories", "id,body,category,mask,wkt\np1,1,2,2," + p1 + "p2,1,1,1," + p2 + "q1,2,4,4," + q1 + "q2,2,1,1," + q2, 0, 1},
		{"a pair that is kept apart overlaps", "id,body,category,mask,wkt\np1,1,2,2," + quad(0, 0, 3, 1) + "p2,1,1,1," + p2 + "q1,2,4,4," + q1 + "q2,2,1,1," + q2, 0, 1},
		{"a pair that may meet overlaps", "id,body,category,mask,wkt\np1,1,2,2," + p1 + "p2,1,1,1," + quad(0, 2, 2.5, 4) + "q1,2,4,4," + q1 + "q2,2,1,1," + q2, 0.5, 1},
		{"static", "id,body,static,wkt\np1,1,1," + p1 + "p2,1,0," + p2 + "q1,2,1," + q1 + "q2,2,0," + q2, 0, 3},
		{"groups", "id,body,group,wkt\np1,1,-1," + p1 + "p2,1,0," + p2 + "q1,2,-1," + q1 + "q2,2,0," + q2, 0, 3},
		{"all alike", "id,body,category,mask,wkt\np1,1,1,3," + p1 + "p2,1,1,3," + p2 + "q1,2,2,1," + q1 + "q2,2,2,1," + q2, 0, 4},
		{"the second body first", "id,body,wkt\na,1," + quad(0, 0, 1, 1) + "b,2," + quad(1, 5, 2, 6) + "c,2," + quad(9, 9, 10, 10) + "d,1," + quad(0, 5, 1, 6), 0, 1},
		{"lock, and only touch", "id,body,wkt\nframe,1," + frame + "\nplug,2," + plug + "\n", 0, 4},
		{"parts without corners", "id,body,wkt,radius\nframe,1," + frame + ",0\nplug,2," + plug + ",0\nfar,2,POINT(5 5),0.1\n", 0, 4},
	} {
		r, c := bodies(t, test.table)
		if r.Len() != 1 || r.folded[0].depth != test.depth || r.folded[0].least != test.depth || r.folded[0].count != test.count {
			t.Errorf("%s: %+v", test.name, r.folded)
		}
		if d := must.Get(r.Verify(context.Background(), c))(t); d.Any() {
			t.Errorf("%s: %v", test.name, d)
		}
		f := &r.folded[0]
		if f.depth = math.SmallestNonzeroFloat32 - min(f.depth, math.SmallestNonzeroFloat32); f.depth == 0 || test.depth == 0 {
			f.least = f.depth
			if d := must.Get(r.Verify(context.Background(), c))(t); d.Changed != 1 {
				t.Errorf("%s, another verdict: %v", test.name, d)
			}
		}
	}
}

// TestKnownIsBounded: the number of kept verdicts stays bounded while the answer grows.
func TestKnownIsBounded(t *testing.T) {
	var table strings.Builder
	table.WriteString("id,wkt\n")
	const n = 80
	for k := range n * n {
		x, y := 2*(k%n), 2*(k/n)
		fmt.Fprintf(&table, "%d,\"POLYGON((%d %d,%d %d,%d %d,%d %d,%d %d,%d %d,%d %d))\"\n", k, x, y, x+2, y, x+2, y+1, x+1, y+1, x+1, y+2, x, y+2, x, y)
	}
	r, _ := bodies(t, table.String())
	if r.Len() <= mostKnown || len(r.outlines.known) > mostKnown {
		t.Errorf("%d verdicts for %d rows", len(r.outlines.known), r.Len())
	}
}

// TestVerifyOmitted: --verify finds a missing row even if the verdict that Run kept names a wrong
// first pair of parts.
func TestVerifyOmitted(t *testing.T) {
	r, c := bodies(t, "id,body,wkt\np1,1,"+quad(0, 0, 2, 2)+"p2,1,"+quad(0, 2, 2, 4)+"q1,2,"+quad(2, 0, 4, 2)+"q2,2,"+quad(2, 2, 4, 4))
	for pair, seen := range r.outlines.known {
		seen.first[0]--
		r.outlines.known[pair] = seen
	}
	r.Contacts, r.folded = new(batch.Contacts), []folded{}
	if d := must.Get(r.Verify(context.Background(), c))(t); d.Missing != 1 {
		t.Errorf("%v", d)
	}
}
