// SPDX-License-Identifier: MIT

package geometry

import (
	"errors"
	"strings"
	"testing"

	"github.com/peterstace/simplefeatures/geom"
)

// TestExplainText: what is wrong with Well-Known Text is told with its place.
func TestExplainText(t *testing.T) {
	for text, want := range map[string]string{
		"POLYGON((0 0,4 0,4 4,0 0)":              "at its end: 1 bracket not closed; is the text cut short?",
		"POLYGON((0 0,4 0,4 4,0":                 "at its end: 2 brackets not closed; is the text cut short?",
		"POLYGON((0 0,4 0,4 x,0 0))":             `at character 20 ("x,0 0))"): want a number`,
		"SRID=7;POLYGON((0 0,4 0,4 x,0 0))":      `at character 27 ("x,0 0))"): want a number`,
		"POLYGON(0 0,4 0,4 4,0 0)":               `at character 9 ("0 0,4 0,4 4,0 0)"): want an opening bracket: POLYGON((0 0, 4 0, 4 4, 0 0))`,
		"POINT 1 2":                              `at character 7 ("1 2"): want an opening bracket: POINT(0 0)`,
		"LINESTRING(0 0;1 1)":                    `at character 15 (";1 1)"): want a comma or a closing bracket: LINESTRING(0 0, 4 0)`,
		"LINESTRING(0,0 4,0)":                    `at character 13 (",0 4,0)"): the point has 1 number, not 2: a blank stands between x and y, and a comma between points`,
		"POINT(1 2 3)":                           `at character 11 ("3)"): the point has more than 2 numbers: a comma stands between points, and Z, M or ZM after the geometry's name if points have three or four`,
		"POINT Z (1 2)":                          `at character 13 (")"): the point has 2 numbers, not 3: a blank stands between x and y, and a comma between points`,
		"POINT(1 2) and more":                    `at character 12 ("and more"): nothing more should stand here`,
		"POINT(1e999 1)":                         `at character 7 ("1e999 1)"): the number is too large for a float64`,
		"POINT(NaN 1)":                           `at character 7 ("NaN 1)"): want a number`,
		"LINESTRING(0 0,)":                       `at character 16 (")"): want a point: numbers with a blank between them`,
		"GEOMETRYCOLLECTION(POINT(1 2),PINT(3))": `at character 31 ("PINT(3))"): want the name of a geometry, such as POINT or POLYGON`,
		"MULTIPOINT(1 1,(2))":                    `at character 18 ("))"): the point has 1 number, not 2: a blank stands between x and y, and a comma between points`,
		"POINT(1_0 2)":                           `at character 7 ("1_0 2)"): want a number`,
		"POINT(1 0x1p4)":                         `at character 9 ("0x1p4)"): want a number`,
		"POINT(1 0x_1p4)":                        `at character 9 ("0x_1p4)"): want a number`,
		"POINT(0x10 1)":                          `at character 7 ("0x10 1)"): want a number`,
		"POINT(inf 1)":                           `at character 7 ("inf 1)"): want a number`,
		"POINT(1 -Infinity)":                     `at character 9 ("-Infinity)"): want a number`,
		"POINT(1e 1)":                            `at character 7 ("1e 1)"): want a number`,
		"POINT(1.5.5)":                           `at character 7 ("1.5.5)"): want a number`,
		"LINESTRING(1-2,3 4)":                    `at character 12 ("1-2,3 4)"): want a number`,
		"POINT(0 0,1 1)":                         `at character 6 ("(0 0,1 1)"): a POINT has one point`,
		"MULTIPOINT((0 0,1 1))":                  `at character 12 ("(0 0,1 1))"): a POINT has one point`,
		"MULTILINESTRING((0 0,1_0 1))":           `at character 22 ("1_0 1))"): want a number`,
	} {
		var g Geometry
		if err := g.ReadText(text); err == nil || err.Error() != "not valid WKT "+want {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// TestDeep: collections may lie in each other, but not without end, which would take a stack
// without end; in text as in binary.
func TestDeep(t *testing.T) {
	const open = "GEOMETRYCOLLECTION("
	text := func(n int) string { return strings.Repeat(open, n) + "POINT(1 2)" + strings.Repeat(")", n) }
	binary := func(n int) string {
		return strings.Repeat("010700000001000000", n) + "0101000000000000000000F03F0000000000000040"
	}
	for _, ok := range []string{text(nested), binary(nested), text(nested - 1),
		"GEOMETRYCOLLECTION(" + strings.Repeat(text(nested-1)+",", 40) + "POINT(3 4))",
		strings.Repeat(open, nested) + "MULTIPOLYGON(((0 0,1 0,1 1,0 0)))" + strings.Repeat(")", nested),
		strings.Repeat(open, nested) + "MULTIPOINT(1 2)" + strings.Repeat(")", nested),
		strings.Repeat("010700000001000000", nested) + "010400000001000000" + "0101000000000000000000F03F0000000000000040",
		strings.Repeat("010700000001000000", nested) + "010500000001000000" + "010200000002000000" + strings.Repeat("000000000000F03F0000000000000040", 2)} {
		var g Geometry
		if err := g.Read(ok); err != nil || len(g.Members) == 0 {
			t.Errorf("%.60s: %v", ok, err)
		}
	}
	many := 200_000
	for _, deep := range []string{text(nested + 1), binary(nested + 1), text(many), "SRID=7;" + text(many), strings.ToLower(text(many)),
		strings.Repeat(open, many), strings.Repeat("GEOMETRYCOLLECTION Z (", many), strings.Repeat("GEOMETRYCOLLECTION(POINT(1 2),", many)} {
		var g Geometry
		if err := g.Read(deep); !errors.Is(err, errDeep) {
			t.Errorf("%.60s: %.200v", deep, err)
		}
	}
	for _, other := range []string{"POLYGON", "MULTIPOINT", "MULTIPOLYGON", "LINESTRING", "POINT"} {
		var g Geometry
		if err := g.Read(other + strings.Repeat("(", many)); err == nil || len(err.Error()) > 300 {
			t.Errorf("%s: %.300v", other, err)
		}
	}
}

// TestExplainsWhatIsWrong: texts get one character more, less or another. Errors explain the texts
// that the library refuses for their grammar, and no others.
func TestExplainsWhatIsWrong(t *testing.T) {
	refused := 0
	for _, text := range []string{
		"POINT(1 2)", "POINT Z(1 2 3)", "POINT EMPTY", "LINESTRING(0 0,1 1)", "POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1))", "POLYGON ZM((0 0 1 2,4 0 1 2,4 4 1 2,0 0 1 2))",
		"MULTIPOLYGON(((0 0,4 0,4 4,0 0)),EMPTY)", "MULTIPOINT(1 1,(2 2),EMPTY)", "MULTILINESTRING((0 0,1 1),(2 2,3 3))", "GEOMETRYCOLLECTION(POINT(1 2),GEOMETRYCOLLECTION(LINESTRING(0 0,1 1)))",
	} {
		check := func(text string) {
			_, err := geom.UnmarshalWKT(text, geom.NoValidate{})
			var g Geometry
			why := g.ReadText(text)
			if err != nil {
				refused++
			}
			if (err != nil) != (why != nil && (strings.HasPrefix(why.Error(), "not valid WKT") || strings.Contains(why.Error(), "is not a geometry"))) {
				t.Errorf("%s\nthe library: %v\nexplained: %v", text, err, why)
			}
		}
		check(text)
		for i := range text {
			check(text[:i])
			check(text[:i] + text[i+1:])
			for _, sign := range "(), ;x1" {
				check(text[:i] + string(sign) + text[i:])
				check(text[:i] + string(sign) + text[i+1:])
			}
		}
		check(strings.ReplaceAll(text, ",", " , "))
	}
	if refused < 1000 {
		t.Errorf("only %d texts were wrong", refused)
	}
}
