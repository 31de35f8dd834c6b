// SPDX-License-Identifier: MIT

package geometry

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/internal/must"
)

func told(g *Geometry) string {
	text := fmt.Sprint(g.Kind, g.Points, g.Rings, g.Parts)
	for i := range g.Members {
		text += " (" + told(&g.Members[i]) + ")"
	}
	return text + fmt.Sprint(" ", g.SRID)
}

// TestAlike: a geometry is the same however it is written.
func TestAlike(t *testing.T) {
	for text, want := range map[string]string{
		"POINT(1 2)": "POINT [{1 2}] [] [] 0", "point z (1 2 3)": "POINT [{1 2}] [] [] 0",
		"LINESTRING(0 0,-1.5e3 1)":                              "LINESTRING [{0 0} {-1500 1}] [] [] 0",
		"POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1))":          "POLYGON [{0 0} {4 0} {4 4} {1 1} {2 1} {2 2}] [3 6] [] 0",
		"POLYGON((1e300 0,4 5e-324,0 4,1e300 0))":               "POLYGON [{1e+300 0} {4 5e-324} {0 4}] [3] [] 0",
		"LINESTRING(0 0,1 1,0 0)":                               "LINESTRING [{0 0} {1 1} {0 0}] [] [] 0",
		"Polygon ZM ((0 0 1 2 , 4 0 1 2,4 4 1 2,0 0 1 2))":      "POLYGON [{0 0} {4 0} {4 4}] [3] [] 0",
		"MULTIPOLYGON(((0 0,4 0,4 4,0 0)),((5 5,6 5,6 6,5 5)))": "MULTIPOLYGON [{0 0} {4 0} {4 4} {5 5} {6 5} {6 6}] [3 6] [1 2] 0",
		"MULTIPOINT((1 2),(3 4))":                               "MULTIPOINT [] [] [] (POINT [{1 2}] [] [] 0) (POINT [{3 4}] [] [] 0) 0",
		"MULTILINESTRING((1 2,3 4,5 6),(7 8,9 9))":              "MULTILINESTRING [] [] [] (LINESTRING [{1 2} {3 4} {5 6}] [] [] 0) (LINESTRING [{7 8} {9 9}] [] [] 0) 0",
		"GEOMETRYCOLLECTION(POINT(1 2),GEOMETRYCOLLECTION(LINESTRING(0 0,1 1),POLYGON((0 0,4 0,4 4,0 0))))": "GEOMETRYCOLLECTION [] [] [] (POINT [{1 2}] [] [] 0) (LINESTRING [{0 0} {1 1}] [] [] 0) (POLYGON [{0 0} {4 0} {4 4}] [3] [] 0) 0",
	} {
		var g Geometry
		if err := g.Read(text); err != nil || told(&g) != want {
			t.Errorf("%s: got %s, %v", text, told(&g), err)
		}
		is := must.Get(geom.UnmarshalWKT(strings.ToUpper(text), geom.NoValidate{}))(t)
		js := must.Get(is.MarshalJSON())(t)
		for _, other := range []string{"srid=4326;" + text, hex.EncodeToString(is.AsBinary()), string(js), " " + string(js)[:1] + `"x":[{}],` + string(js)[1:]} {
			other = strings.TrimSpace(other)
			want := want
			if strings.HasPrefix(other, "srid") {
				want = strings.TrimSuffix(want, "0") + "4326"
			}
			if err := g.Read(other); err != nil || told(&g) != want {
				t.Errorf("%s: got %s, %v", other, told(&g), err)
			}
		}
	}
	var g Geometry
	for _, ewkb := range []string{"0101000020E6100000000000000000F03F0000000000000040", "01010000A0E6100000000000000000F03F00000000000000400000000000000840", "0020000001000010E63FF00000000000004000000000000000"} {
		if err := g.Read(ewkb); err != nil || told(&g) != "POINT [{1 2}] [] [] 4326" {
			t.Errorf("%s: %s, %v", ewkb, told(&g), err)
		}
	}
}

// TestEmptyMembers: what is empty in a geometry is left out, however it is written; a ring may have
// too few points for an area, and a LINEARRING is a closed line.
func TestEmptyMembers(t *testing.T) {
	const one, both = "POLYGON [{0 0} {4 0} {4 4}] [3] [] 0", "MULTIPOLYGON [{0 0} {4 0} {4 4}] [3] [1] 0"
	for text, want := range map[string]string{
		"POLYGON((0 0,4 0,4 4,0 0),EMPTY)":                                               one,
		`{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]],[]]}`:                one,
		"MULTIPOLYGON(EMPTY,((0 0,4 0,4 4,0 0)),EMPTY)":                                  both,
		"MULTIPOLYGON(((0 0,4 0,4 4,0 0),EMPTY),(EMPTY))":                                both,
		`{"type":"MultiPolygon","coordinates":[[],[[[0,0],[4,0],[4,4],[0,0]],[]],[[]]]}`: both,
		hex.EncodeToString(emptied()):                                                    both,
		"GEOMETRYCOLLECTION(POLYGON(EMPTY),POINT EMPTY,POINT(1 2),MULTIPOLYGON(EMPTY))":  "GEOMETRYCOLLECTION [] [] [] (POINT [{1 2}] [] [] 0) 0",
		"MULTILINESTRING(EMPTY,(1 2,3 4))":                                               "MULTILINESTRING [] [] [] (LINESTRING [{1 2} {3 4}] [] [] 0) 0",
		"POLYGON((0 0,4 0,4 4,0 0),(1 1,1 1),(2 2),(1 1,2 2,1 1))":                       "POLYGON [{0 0} {4 0} {4 4} {1 1} {2 2} {1 1} {2 2}] [3 4 5 7] [] 0",
		"linearring z (0 0 1,1 0 1,1 1 1,-0 0e5 1)":                                      "LINESTRING [{0 0} {1 0} {1 1} {-0 0}] [] [] 0",
		"GEOMETRYCOLLECTION(LinearRing(0 0,1 0,1 1,0 0),POINT(1 2))":                     "GEOMETRYCOLLECTION [] [] [] (LINESTRING [{0 0} {1 0} {1 1} {0 0}] [] [] 0) (POINT [{1 2}] [] [] 0) 0",
	} {
		var g Geometry
		if err := g.Read(text); err != nil || told(&g) != want {
			t.Errorf("%s: got %s, %v", text, told(&g), err)
		}
	}
}

// emptied is a multipolygon in binary: an empty polygon, and a triangle with an empty hole.
func emptied() []byte {
	b := binary.LittleEndian.AppendUint32([]byte{1}, 6)
	for _, v := range []uint32{2, 3, 0, 3, 2, 4} {
		if v == 3 {
			b = append(b, 1)
		}
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	for _, v := range []float64{0, 0, 4, 0, 4, 4, 0, 0} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return append(b, 0, 0, 0, 0)
}

// TestRefused: what cannot be read says why.
func TestRefused(t *testing.T) {
	point := "0101000000000000000000F03F0000000000000040"
	for text, want := range map[string]string{
		"POLYGON(EMPTY)":                   "the POLYGON is empty",
		"POLYGON(EMPTY,(0 0,1 0,0 1,0 0))": "the polygon's outline is empty, but it has a hole",
		"POLYGON((0 0,1 1,2 0))":           "the polygon's ring is not closed: its last point must repeat the first",
		"POINT EMPTY":                      "the POINT is empty",
		"GEOMETRYCOLLECTION EMPTY":         "the GEOMETRYCOLLECTION is empty",
		"LINEARRING(0 0,1 0,1 1)":          `not valid WKT at character 11 ("(0 0,1 0,1 1)"): a LINEARRING is closed: its last point must repeat the first`,
		"CURVE(0 0,1 1)":                   `"CURVE" is not a geometry that can be a shape: want POINT, LINESTRING, POLYGON, one of these with MULTI in front, or GEOMETRYCOLLECTION`,
		"SRID=x;POINT(1 1)":                `after SRID= a whole number and a semicolon must stand: "SRID=x;POINT(1 1)"`,
		point[:40]:                         "the geometry's binary ends too early",
		point[:41]:                         `"0101000000000000000000F03F00000000000000"... is not binary in hexadecimal digits: the number of digits is odd`,
		"0g":                               `"0G" is not a geometry that can be a shape: want POINT, LINESTRING, POLYGON, one of these with MULTI in front, or GEOMETRYCOLLECTION`,
		"01zz":                             `"01zz" is not binary in hexadecimal digits: it holds 'z'`,
		point + "00":                       "1 bytes follow the geometry",
		"0101000000000000000000F87F000000000000F87F":                    "the POINT is empty",
		"0101000000000000000000F07F0000000000000000":                    "point 1 (+Inf, 0) is not finite",
		"0103000000FFFFFFFF":                                            "the geometry's binary ends too early",
		"010200000000000000":                                            "the LINESTRING is empty",
		"010700000000000000":                                            "the GEOMETRYCOLLECTION is empty",
		"01040000000100000001020000000000000000":                        "a MULTIPOINT holds a LINESTRING",
		"0107000000FFFFFFFF":                                            "the geometry's binary ends too early",
		"01FF00000000000000":                                            `type 255 is not a geometry that can be a shape: want POINT, LINESTRING, POLYGON, one of these with MULTI in front, or GEOMETRYCOLLECTION`,
		`{"type":"MultiPoint","coordinates":[]}`:                        "the MULTIPOINT is empty",
		`{"type":"Point","coordinates":[]}`:                             "the POINT is empty",
		`{"type":"Point","coordinates":[1]}`:                            "a position has two coordinates, and this one has 1",
		`{"type":"Point","coordinates":[[1,2]]}`:                        "the coordinates are not nested as the geometry's type wants them",
		`{"type":"Point","coordinates":[1,null]}`:                       "the coordinates are not nested as the geometry's type wants them",
		`{"type":"Point","coordinates":[1e999,0]}`:                      `"1e999" is too large for a float64`,
		`{"type":"MultiPoint","coordinates":[[1]]}`:                     "a position has two coordinates, and this one has 1",
		`{"type":"GeometryCollection","geometries":[{"type":"Curve"}]}`: `"Curve" is not a geometry that can be a shape: want POINT, LINESTRING, POLYGON, one of these with MULTI in front, or GEOMETRYCOLLECTION`,
		`{"type":"Point"}`:                                              "the coordinates are not nested as the geometry's type wants them",
		`{"coordinates":[]}`:                                            "the geometry has no type",
		`{"type"`:                                                       "not a geometry of GeoJSON: unexpected end of JSON input",
	} {
		var g Geometry
		if err := g.Read(text); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestClosingPoint: a ring whose last point is the text of its first, or another text of the same
// numbers, or nearly that, reads as the library reads it.
func TestClosingPoint(t *testing.T) {
	for _, first := range []string{"0 0", "1.5 -2", " 7e3  0.25", "12 3"} {
		for _, last := range []string{first, first + " ", " " + first, first + "0", first + ".0", first + " 1", "2 5", first + "x", first + "(", "1" + first, strings.TrimSpace(first) + "\t"} {
			for _, form := range []string{"POLYGON((%s,10 0,10 10,%s))", "POLYGON( (%s, 10 0, 10 10,0 20, %s ),(%[2]s,2 1,1 2,%[2]s))", "LINESTRING(%s,%s)", "LINESTRING(%s,%s,3 3)", "MULTIPOLYGON(((%s,1 0,1 1,%s)),((5 5,6 5,6 6,5 5)))", "POLYGON((%s,10 0,10 10,%s", "POLYGON((%s,10 0,10 10,%s)"} {
				text := fmt.Sprintf(form, first, last)
				var quick, slow Geometry
				err, want := quick.ReadText(text), slow.byLibrary(text)
				if (err == nil) != (want == nil) || err == nil && told(&quick) != told(&slow) {
					t.Errorf("%q: %v %s\nwant %v %s", text, err, told(&quick), want, told(&slow))
				}
			}
		}
	}
}

// byLibrary is ReadText by the library, whose binary is then read.
func (g *Geometry) byLibrary(text string) error {
	is, err := geom.UnmarshalWKT(strings.ToUpper(text), geom.NoValidate{})
	if err != nil {
		return err
	}
	return g.ReadBinary(is.AsBinary())
}

// FuzzText: what the library understands is read as the library reads it.
func FuzzText(f *testing.F) {
	for _, s := range []string{
		"POINT(1 2)", "point z (1 2 3)", "POLYGON((0 0,1 0,0 1,0 0),(0 0,1 0,0 1,0 0))", "MULTIPOLYGON(((0 0,1 0,0 1,0 0)))",
		"MULTIPOLYGON(EMPTY,((0 0,1 0,0 1,0 0)))", "LINESTRING(0 0,1 1)", "POLYGON(EMPTY)", "POINT EMPTY", "LINESTRING M (0 0 1,1 1 1)", "(((", "",
		"POINT(.5 5.)", "POINT(-0 1e-3)", "POINT(+1 007)", "POINT(1e 2)", "POINTZ(1 2 3)", "POINT(1_0 0x1)", "SRID=1;POINT(1 2)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var ours, slow Geometry
		if slow.byLibrary(text) != nil || ours.ReadText(text) != nil { // as of numbers that only Go has
			return
		}
		if told(&ours) != told(&slow) {
			t.Fatalf("%q: %s, the library has %s", text, told(&ours), told(&slow))
		}
	})
}

// FuzzRead: no panic, and what is read is sound.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"POINT(1 2)", "0101000000000000000000F03F0000000000000040", `{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0]]]}`,
		"0106000000010000000103000000010000000400000000000000000000000000000000000000000000000000F03F00000000000000000000000000000000000000000000F03F00000000000000000000000000000000"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var g Geometry
		if err := g.Read(text); err != nil {
			if err.Error() == "" {
				t.Fatal("no reason")
			}
			return
		}
		if g.Kind > MultiPolygon {
			if len(g.Members) == 0 || len(g.Points) > 0 {
				t.Fatalf("%q became %s", text, told(&g))
			}
			return
		}
		if len(g.Points) == 0 || (g.Kind == Point && len(g.Points) != 1) || (g.Kind >= Polygon && (len(g.Rings) == 0 || g.Rings[len(g.Rings)-1] != len(g.Points))) ||
			(g.Kind == MultiPolygon && g.Parts[len(g.Parts)-1] != len(g.Rings)) {
			t.Fatalf("%q became %s", text, told(&g))
		}
		for _, p := range g.Points {
			if math.IsNaN(p.X+p.Y) || math.IsInf(p.X, 0) || math.IsInf(p.Y, 0) {
				t.Fatalf("%q became %s", text, told(&g))
			}
		}
	})
}
