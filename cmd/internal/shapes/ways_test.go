// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"strings"
	"testing"

	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/internal/must"
)

// triangle is the geometry of the rows below, and the shape that comes of it.
const (
	triangle   = `"POLYGON((0 0,2 0,0 2,0 0))"`
	asTriangle = "polygon r=0 0,0 2,0 0,2"
)

// TestGeometryBeside: cells that make no shape leave a geometry unambiguous, and all rows share one
// note about them.
func TestGeometryBeside(t *testing.T) {
	const json = `{"wkt":"POLYGON((0 0,2 0,0 2,0 0))",`
	var long strings.Builder
	long.WriteString("h,wkt,r\n")
	for range 3000 {
		long.WriteString("7," + triangle + ",\n")
	}
	for _, c := range []struct{ text, note, want string }{
		{"wkt,height\n" + triangle + ",7\n", "not used: height", asTriangle},
		{"wkt,height\n" + triangle + ",\n", "", asTriangle},
		{"wkt,h\n" + triangle + ",tall\n", "not used: h", asTriangle},
		{"wkt,W\n" + triangle + ",7\n", "not used: W", asTriangle},
		{"wkt,width,height,x\n" + triangle + ",7,8,9\n", "not used: width, height", asTriangle},
		{"wkt,x,y,height\n" + triangle + ",1,1,7\n", "not used: height", asTriangle},
		{"wkt,x,y,width,height\n" + triangle + ",1,,7,8\n", "not used: width, height", asTriangle},
		{"wkt,length\n" + triangle + ",7\n", "not used: length", asTriangle},
		{"wkt,length,width,height,note\n" + triangle + ",7,8,9,10\n", "not used: note, length, width, height", asTriangle},
		{"wkt,half_length\n\"LINESTRING(0 0,0 2)\",7\n", "not used: half_length", "capsule r=0 0,0 0,2"},
		{"kind,wkt,half_length\ncapsule,\"LINESTRING(0 0,0 2)\",7\n", "not used: half_length", "capsule r=0 0,0 0,2"},
		{"wkt,min_x,x1\n" + triangle + ",7,8\n", "not used: x1, min_x", asTriangle},
		{"wkt,height,r\n" + triangle + ",7,0.5\n", "not used: height", "polygon r=0.5 0,0 2,0 0,2"},
		{"points,height\n0 0;2 0;0 2,7\n", "not used: height", asTriangle},
		{"points,x,y,height\n0 0;2 0;0 2,5,5,7\n", "not used: height", "polygon r=0 5,5 7,5 5,7"},
		{json + `"height":7}`, "not used: height", asTriangle},
		{json + `"height":7}` + "\n" + json + `"height":8,"storeys":3}`, "not used: storeys, height", asTriangle},
		{"wkt,x,y,width,height\n" + triangle + ",,,,7\n,1,1,2,2\n", "x and y are the centres of boxes; if they are corners, call them left and top (--columns, or --rename x=left,y=top); not used: height (in rows that have a geometry)", asTriangle},
		{long.String(), "not used: h", asTriangle},
	} {
		for _, exact := range []bool{false, true} {
			var notes []string
			s := load(t, c.text, Config{Exact: exact, Workers: 2, Table: table.Options{Block: 1000}, Note: func(msg string) { notes = append(notes, strings.TrimPrefix(msg, "in: ")) }})
			if got := strings.Join(notes, "; "); got != c.note {
				t.Errorf("%.60q: note %q, want %q", c.text, got, c.note)
			}
			if exact {
				continue // shapes are in Given
			}
			if got := describe(t, s, 0); got != c.want {
				t.Errorf("%.60q: got %s, want %s", c.text, got, c.want)
			}
		}
	}
}

// TestGeometryDoubt: a geometry beside a whole other shape is refused, and what the error
// proposes is a cure.
func TestGeometryDoubt(t *testing.T) {
	for _, c := range []struct{ text, is, cure string }{
		{"wkt,x,y,width,height\n" + triangle + ",1,1,2,2\n", "a box by x, y, width and height", "height=_"},
		{"wkt,x,y,w,h\n" + triangle + ",1,1,2,2\n", "a box by x, y, width and height", "h=_"},
		{"wkt,x,y,hx,hy\n" + triangle + ",1,1,2,2\n", "a box by x, y, hx and hy", "hx=_,hy=_"},
		{"wkt,hx,height\n" + triangle + ",1,2\n", "a box by x, y, hx and hy", "hx=_"}, // which mean nothing else
		{"wkt,x,y,length\n" + triangle + ",1,1,2\n", "a capsule by x, y and length", "length=_"},
		{"wkt,x,y,half_length,height\n" + triangle + ",1,1,2,3\n", "a capsule by x, y and half_length", "half_length=_"},
		{"wkt,x,y,length,width,height\n" + triangle + ",1,1,2,3,4\n", "a box by x, y, length and width", "length=_,width=_"},
		{"wkt,minx,miny,maxx,maxy\n" + triangle + ",0,0,1,1\n", "a box with corners by min_x, min_y, max_x and max_y", "maxy=_"},
		{"wkt,x1,y1,x2,y2\n" + triangle + ",0,0,1,1\n", "a capsule with two ends by x1, y1, x2 and y2", "y2=_"},
		{"wkt,points\n" + triangle + ",0 0;1 0;0 1\n", "a polygon by points", "points=_"},
		{`{"wkt":"POLYGON((0 0,2 0,0 2,0 0))","X":1,"Y":1,"Width":2,"Height":2}`, "a box by x, y, width and height", "Height=_"},
	} {
		err := NewLoader(Config{}).Read(strings.NewReader(c.text), "in")
		want := fmt.Sprintf("the row writes its shape down in two ways, as a wkt geometry by wkt and as %s: give its kind, empty some cells or leave them out (--rename %s)", c.is, c.cure)
		if err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%q: got %v, want %s", c.text, err, want)
			continue
		}
		names := must.Get(schema.NewNames(strings.Split(c.cure, ",")))(t)
		if got := describe(t, load(t, c.text, Config{Names: names}), 0); got != asTriangle {
			t.Errorf("%q, cured: got %s, want %s", c.text, got, asTriangle)
		}
	}
}

// TestSizesBeside: a size that makes no shape with the columns of a table leaves a complete
// notation unambiguous. It can be kept.
func TestSizesBeside(t *testing.T) {
	for _, c := range []struct{ text, note, want string }{
		{"id,height,x,y,r\na,7,1,2,3\n", "not used: height", "circle r=3 1,2"},
		{"id,x,y,radius,Height\na,1,2,3,7\n", "not used: Height", "circle r=3 1,2"},
		{"x,y,r,height\n1,2,3,\n", "", "circle r=3 1,2"},
		{"x,y,r,width\n1,2,3,wide\n", "not used: width", "circle r=3 1,2"},
		{"kind,x,y,r,w\n,1,2,3,4\n", "not used: w", "circle r=3 1,2"},
		{"min_x,min_y,max_x,max_y,height\n0,0,2,2,7\n", "not used: height", "box r=0 0,0 2,0 2,2 0,2"},
		{"min_x,min_y,max_x,max_y,length,width\n0,0,2,2,7,8\n", "not used: length, width", "box r=0 0,0 2,0 2,2 0,2"},
		{"x1,y1,x2,y2,r,width\n0,0,0,2,1,7\n", "not used: width", "capsule r=1 0,0 0,2"},
		{"x1,y1,x2,y2,length,r\n0,0,0,2,7,1\n", "not used: length", "capsule r=1 0,0 0,2"},
		{"x,y,hx,hy,height\n1,1,1,1,7\n", "not used: height", "box r=0 0,0 2,0 2,2 0,2"},
		{"x,y,half_length,height\n0,0,1,7\n", "not used: height", "capsule r=0 -1,0 1,0"},
		{"x,y,half_length,r,width\n0,0,1,0.5,7\n", "not used: width", "capsule r=0.5 -1,0 1,0"},
	} {
		for _, exact := range []bool{false, true} {
			var notes []string
			s := load(t, c.text, Config{Exact: exact, Note: func(msg string) { notes = append(notes, strings.TrimPrefix(msg, "in: ")) }})
			if got := strings.Join(notes, "; "); got != c.note {
				t.Errorf("%q: note %q, want %q", c.text, got, c.note)
			}
			if got := describe(t, s, 0); !exact && got != c.want {
				t.Errorf("%q: got %s, want %s", c.text, got, c.want)
			}
		}
	}
}

// TestSizesDoubt: where columns can make a shape of a size, a row that lacks a part of it is not
// taken for something else; nor is a row that has names of its own.
func TestSizesDoubt(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x,y,r,width,height\n1,2,3,4,\n", "column height: the cell is empty; a box needs x, y, width and height"},
		{"x,y,r,width,length\n1,2,3,4,\n", "a box needs x, y, width and height, and there is no height; if that is no size of the shape leave it out (--rename width=_)"},
		{"x,y,length,height\n1,2,3,4\n", "the row writes its shape down in two ways, as a capsule by x, y and length and as a box by x, y, width and height: give its kind, empty some cells or leave them out (--rename height=_)"},
		{"x1,y1,x2,y2,width\n0,0,1,0,2\n", "the row writes its shape down in two ways, as a capsule with two ends by x1, y1, x2 and y2 and as a box by x, y, width and height: give its kind, empty some cells or leave them out (--rename width=_)"},
		{"x,y,half_length,width\n0,0,1,7\n", "the row writes its shape down in two ways, as a capsule by x, y and half_length and as a box by x, y, width and height: give its kind, empty some cells or leave them out (--rename width=_)"},
		{"x,y,r,hx\n1,2,3,4\n", "a box needs x, y, hx and hy, and there is no hy; if that is no size of the shape leave it out (--rename hx=_)"},
		{"x,y,r,min_x\n1,2,3,4\n", "no shape can be made of the columns x, y, r, min_x: there is no min_y and no max_x and no max_y; if they are no place of the shape leave them out (--rename min_x=_)"},
		{"kind,x,y,r,height\nbox,1,2,3,4\n", "a box needs x, y, width and height, and there is no width; if that is no size of the shape leave it out (--rename height=_)"},
		{"kind,x1,y1,x2,y2\nbox,0,0,1,1\n", "a box needs hx and hy, or width and height, or min_x, min_y, max_x and max_y, and none of them is there; x1, y1, x2 and y2 are the ends of segments; if they are corners of boxes, call them min_x, min_y, max_x and max_y (--columns, or --rename x1=min_x,y1=min_y,x2=max_x,y2=max_y)"},
		{"cell_id,cx,y\n1,0,0\n", "no shape can be made of the columns cell_id, cx, y: there is no r and no other size; circles of one size need --radius, points --radius 0; if each row is a corner of a polygon, --rename cx=vertex_x,y=vertex_y; if they mean the same, --rename cell_id=id"},
		{strings.Repeat("k", 99) + ",x\n1,0\n", "no shape can be made of the columns " + strings.Repeat("k", 40) + "..., x: there is no y; --rename OLD=NEW takes a column of another name, --columns names those of a table without a header row"},
		{"1,2,3,4\n", "the first row holds numbers, not column names: name the columns with --columns, for example --columns id,x,y,r, or for boxes min_x,min_y,max_x,max_y"},
		{`{"x":1,"y":2,"r":3,"height":4}`, "a box needs x, y, width and height, and there is no width; if that is no size of the shape leave it out (--rename height=_)"},
	} {
		err := NewLoader(Config{}).Read(strings.NewReader(c.text), "in")
		if err == nil || !strings.HasSuffix(err.Error(), ": "+c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}
