// SPDX-License-Identifier: MIT

package geometry

import (
	"reflect"
	"testing"
)

// TestAppendBinary: what is written is read as the same geometry, of every kind.
func TestAppendBinary(t *testing.T) {
	for _, text := range []string{
		"POINT (1 -0)", "LINESTRING (0 0, 1 1, 0 0)", "LINESTRING (0 0)", "POLYGON ((0 0, 4 0, 0 4, 0 0), (1 1, 2 1, 1 2, 1 1))",
		"MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), ((5 5, 9 5, 5 9, 5 5), (6 6, 7 6, 6 7, 6 6)), ((20 0, 21 0, 20 1, 20 0)))",
		"MULTIPOINT (1 2, 3 4)", "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4))", "POLYGON ((1e300 0, 4 5e-324, 0 4, 1e300 0))",
		"GEOMETRYCOLLECTION (POINT (1 2), POLYGON ((0 0, 1 0, 0 1, 0 0)), GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1)))",
	} {
		var want, got Geometry
		if err := want.Read(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := got.ReadBinary(want.AppendBinary(nil)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		plain(&want)
		plain(&got)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

// plain takes away how much room lists have.
func plain(g *Geometry) {
	g.Points, g.Rings, g.Parts = append(g.Points[:0:0], g.Points...), append(g.Rings[:0:0], g.Rings...), append(g.Parts[:0:0], g.Parts...)
	for i := range g.Members {
		plain(&g.Members[i])
	}
}
