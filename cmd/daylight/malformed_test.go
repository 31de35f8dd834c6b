// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// malformed lists tables that cannot be read, each with the error it must give after
// the file's name: the line, the column where one is to blame, and what is wrong.
var malformed = []struct {
	name, text, want, flags string
}{
	{"empty file", "",
		`1: there is no header row; a table without one needs --columns`, ""},
	{"only comments", "# nothing\n\n# here\n",
		`1: there is no header row; a table without one needs --columns`, ""},
	{"header row of numbers", "1,2,3\n4,5,6\n",
		`1: the first row holds numbers, not column names: name the columns with --columns, for example --columns x,y,r`, ""},
	{"header of numbers, five columns", "1 0 2 3 0\n",
		`1: the first row holds numbers, not column names: name the columns with --columns, for example --columns id,world,x,y,r`, ""},
	{"no position", "id,r\na,1\n",
		`1: no shape can be made of the columns id, r: there is neither x and y, nor x1, y1, x2 and y2, nor min_x, min_y, max_x and max_y, nor points, nor wkt`, ""},
	{"columns of synonyms", "name,east,north\na,1,1\n",
		`1: no shape can be made of the columns name, east, north: there is neither x and y, nor x1, y1, x2 and y2, nor min_x, min_y, max_x and max_y, nor points, nor wkt; if they mean the same, --rename name=id,east=x,north=y`, ""},
	{"points that coincide", "points\n0 0;1 0;1 1e-8\n",
		`2: a polygon needs three distinct points, and it has 3 vertices, 2 of them distinct; points nearer to each other than 1 part in 4 million of the polygon's size are one`, ""},
	{"columns of other names", "nome,est,nord\na,1,1\n",
		`1: no shape can be made of the columns nome, est, nord: there is neither x and y, nor x1, y1, x2 and y2, nor min_x, min_y, max_x and max_y, nor points, nor wkt; --rename OLD=NEW takes a column of another name, --columns names those of a table without a header row`, ""},
	{"WKT without a header", "Polygon Z ((0 0 1,1 0 1,0 1 1,0 0 1))\nPOINT(1 1)\n",
		`1: the first row holds WKT, not column names: lines of nothing but WKT need --columns wkt and --input tsv`, "--radius 1"},
	{"WKT without quotes", "id,wkt\na,POLYGON((0 0,1 0,0 1,0 0))\n",
		`2: the row has 5 cells, but there are 2 columns (id,wkt): a cell with commas in it needs quotes`, ""},
	{"no y", "id,x,r\na,1,1\n",
		`1: no shape can be made of the columns id, x, r: there is no y`, ""},
	{"half of the ends", "id,x1,y1,x2\na,1,1,1\n",
		`1: no shape can be made of the columns id, x1, y1, x2: there is no y2`, ""},
	{"half of the corners", "id,min_x,max_x,max_y\na,1,1,1\n",
		`1: no shape can be made of the columns id, min_x, max_x, max_y: there is no min_y`, ""},
	{"misspelt column", "id,x,y,radios\na,1,1,1\n",
		`1: no shape can be made of the columns id, x, y, radios: there is no r and no other size; circles of one size need --radius, points --radius 0; "radios" (did you mean radius?)`, ""},
	{"no size", "id,x,y\na,1,1\n",
		`1: no shape can be made of the columns id, x, y: there is no r and no other size; circles of one size need --radius, points --radius 0`, ""},
	{"column twice", "x,y,r,x\n1,1,1,1\n",
		`1: column x is there twice`, ""},
	{"two columns for one field", "x,y,r,radius\n1,1,1,1\n",
		`1: columns r and radius both stand for r: rename one to _ (--rename radius=_)`, ""},
	{"two heights beside a geometry", "h,height,wkt\n1,2,\"POLYGON((0 0,1 0,0 1,0 0))\"\n",
		`1: columns h and height both stand for height: rename one to _ (--rename height=_)`, ""},
	{"too few cells", "id,x,y,r\na,1,2\n",
		`2: the row has 3 cells, but there are 4 columns (id,x,y,r)`, ""},
	{"too many cells", "id,x,y,r\na,1,2,3,4\n",
		`2: the row has 5 cells, but there are 4 columns (id,x,y,r)`, ""},
	{"one cell for one column", "wkt\nPOINT(1 1),5\n",
		`2: the row has 2 cells, but there is 1 column (wkt)`, ""},
	{"not a number", "id,x,y,r\na,1,abc,3\n",
		`2: id "a": column y: "abc" is not a number`, ""},
	{"empty number", "id,x,y,r\na,1,,3\n",
		`2: id "a": column y: the cell is empty; a circle needs x and y`, ""},
	{"empty radius", "id,x,y,r\na,1,1,\n",
		`2: id "a": column r: the cell is empty; a circle needs a radius (--radius gives one to all)`, ""},
	{"NaN", "id,x,y,r\na,NaN,1,3\n",
		`2: id "a": column x: "NaN" is not a finite number`, ""},
	{"infinity", "id,x,y,r\na,1,-inf,3\n",
		`2: id "a": column y: "-inf" is not a finite number`, ""},
	{"overflow", "id,x,y,r\na,1e999,1,3\n",
		`2: id "a": column x: "1e999" is too large for a float64`, ""},
	{"hexadecimal", "id,x,y,r\na,0x10,1,3\n",
		`2: id "a": column x: "0x10" is not a plain decimal number`, ""},
	{"underscore", "id,x,y,r\na,1_000,1,3\n",
		`2: id "a": column x: "1_000" is not a plain decimal number`, ""},
	{"decimal comma", "id;x;y;r\na;1,5;1;3\n",
		`2: id "a": column x: "1,5" is not a number: write the decimal point as a point, or say --decimal-comma`, ""},
	{"two numbers in a cell", "id,x,y,r\na,1 2,1,3\n",
		`2: id "a": column x: "1 2" is not a number`, ""},
	{"long nonsense", "id,x,y,r\na,zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz,1,3\n",
		`2: id "a": column x: "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"... is not a number`, ""},
	{"negative radius", "id,x,y,r\na,1,1,-3\n",
		`2: id "a": column r: "-3" is negative`, ""},
	{"radius out of range", "id,x,y,r\na,1,1,1e30\n",
		`2: id "a": a circle is out of range: radius 1e+30; a shape may reach 2^60 from its position; change the unit of length`, ""},
	{"position out of range", "id,x,y,r\na,1e40,1,1\n",
		`2: id "a": a circle is out of range: position (1e+40, 1); positions may reach 2^100; change the unit of length`, ""},
	{"empty id", "id,x,y,r\n,1,1,1\n",
		`2: column id: the cell is empty`, ""},
	{"id twice", "id,x,y,r\na,1,1,1\nb,2,2,2\na,3,3,3\n",
		`4: id "a" is in world "0" already, from in:2`, ""},
	{"id twice in a world", "id,world,x,y,r\na,u,1,1,1\na,v,2,2,2\na,v,3,3,3\n",
		`4: id "a" is in world "v" already, from in:3`, ""},
	{"id is not UTF-8", "id,x,y,r\na\xff,1,1,1\n",
		`2: column id: "a\xff" is not valid UTF-8`, ""},
	{"empty world", "id,world,x,y,r\na,,1,1,1\n",
		`2: id "a": column world: the cell is empty`, ""},
	{"unknown kind", "kind,x,y,r\nblob,1,1,1\n",
		`2: column kind: "blob" is not a kind of shape: want circle, capsule, segment, box or polygon`, ""},
	{"bare quote", "id,x,y,r\na\"b,1,1,1\n",
		`2: a " stands inside a cell that does not begin with one: quote the whole cell and double the quotes in it`, ""},
	{"open quote", "id,x,y,r\n\"a,1,1,1\nb,1,1,1\n",
		`2: a cell's quotes do not match: a " is not closed, or text follows the closing "`, ""},
	{"text after quote", "id,x,y,r\n\"a\"b,1,1,1\n",
		`2: a cell's quotes do not match: a " is not closed, or text follows the closing "`, ""},
	{"box without height", "kind,x,y,hx\nbox,1,1,1\n",
		`1: no shape can be made of the columns kind, x, y, hx: there is no hy to go with hx`, ""},
	{"box with empty height", "x,y,width,height\n1,1,1,\n",
		`2: column height: the cell is empty; a box needs x, y, width and height`, ""},
	{"negative half extent", "x,y,hx,hy\n1,1,-1,1\n",
		`2: column hx: "-1" is negative`, ""},
	{"flat box", "x,y,hx,hy\n1,1,0,1\n",
		`2: a box needs an area: half extents (0, 1); what is thin is a segment or a capsule`, ""},
	{"flat box by corners", "min_x,min_y,max_x,max_y\n0,0,0,1\n",
		`2: a box needs an area: half extents (0, 0.5); what is thin is a segment or a capsule`, ""},
	{"corners the wrong way round", "min_x,min_y,max_x,max_y\n0,0,1,1\n5,0,3,1\n",
		`3: column max_x: 3 is less than min_x, which is 5`, ""},
	{"corners upside down", "min_x,min_y,max_x,max_y\n0,2,1,1\n",
		`2: column max_y: 1 is less than min_y, which is 2`, ""},
	{"empty corner", "min_x,min_y,max_x,max_y\n0,0,1,\n",
		`2: column max_y: the cell is empty; a box with corners needs min_x, min_y, max_x and max_y`, ""},
	{"a height, and no radius", "id,x,y,height\na,0,0,1.7\n",
		`1: no shape can be made of the columns id, x, y, height: there is no width to go with height, and no r: circles of one size need --radius, points --radius 0`, ""},
	{"two ways at once", "x,y,hx,hy,x1,y1,x2,y2\n0,0,1,1,0,0,1,1\n",
		`2: the row writes its shape down in two ways, as a capsule with two ends by x1, y1, x2 and y2 and as a box by x, y, hx and hy: give its kind or empty some cells`, ""},
	{"angle is not a number", "x,y,hx,hy,angle\n0,0,1,1,north\n",
		`2: column angle: "north" is not a number`, ""},
	{"negative length", "x,y,length,r\n0,0,-1,1\n",
		`2: column length: "-1" is negative`, ""},
	{"negative capsule radius", "x1,y1,x2,y2,r\n0,0,1,1,-1\n",
		`2: column r: "-1" is negative`, ""},
	{"empty end", "x1,y1,x2,y2,r\n0,0,,1,1\n",
		`2: column x2: the cell is empty; a capsule with two ends needs x1, y1, x2 and y2`, ""},
	{"capsule without length", "kind,x,y,r\ncapsule,1,1,1\n",
		`2: a capsule needs x1, y1, x2 and y2, or half_length, or length, and none of them is there`, ""},
	{"points that go back", "points\n0 0;4 0;4 4;2 1;4 4;0 4\n",
		`2: goes back along itself at point 3 (4, 4) and point 5; --mend takes such outlines by the even-odd rule`, ""},
	{"points that cross", "points\n0 0;4 4;4 0;0 4\n",
		`2: outlines cross at (2, 2), on the edges that begin at point 1 and point 3; --mend takes such outlines by the even-odd rule`, ""},
	{"two points", "points\n0 0;4 4\n",
		`2: a polygon needs three distinct points, and it has 2 vertices, 2 of them distinct`, ""},
	{"points on a line", "points\n0 0;1 1;2 2;3 3\n",
		`2: a polygon needs an area: 4 vertices on one line; what is thin is a segment or a capsule`, ""},
	{"points far from the position", "x,y,points\n0,0,7e6 0;7000000.1 0;7e6 0.1\n",
		`2: a polygon is out of range: corners about point (7.00000005e+06, 0.05), each within 0.05 of that; they lie too far from the position for float32: give a position near them, or leave x, y and angle out if the points are where they say`, ""},
	{"points with three coordinates", "points\n0 0 0;1 1 1;2 2 2\n",
		`2: column points: point 1 ("0 0 0") has 3 coordinates, not 2: write x y;x y;x y`, ""},
	{"point that is not a number", "points\n0 0;1 y;2 2\n",
		`2: column points: point 2: "y" is not a number`, ""},
	{"points as broken JSON", "points\n\"[[0,0],[1,0],[1,1]\"\n",
		`2: column points: want a list of points [[x,y],...]: unexpected end of JSON input`, ""},
	{"polygon pose without y", "id,x,y,points\na,1,,0 0;1 0;0 1\n",
		`2: id "a": a polygon with a pose needs x and y, and there is no y (without x, y and angle its points are in world coordinates)`, ""},
	{"wkt that goes back", "id,wkt\na,\"POLYGON((0 0,4 0,4 4,2 1,3 2.5,0 4,0 0))\"\n",
		`2: id "a": goes back along itself at point 4 (2, 1) and point 4; --mend takes such outlines by the even-odd rule`, ""},
	{"wkt with a hole", "wkt\n\"POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1))\"\n",
		`2: outlines run along each other at point 3 of hole 1 (2, 2) and point 3; --mend takes such outlines by the even-odd rule`, ""},
	{"wkt of two parts", "wkt\n\"MULTIPOLYGON(((0 0,4 0,4 4,0 0)),((1 .5,6 .5,6 6,1 .5)))\"\n",
		`2: outlines cross at (4, 0.5), on the edges that begin at point 2 and point 1 of polygon 2; --mend takes polygons that overlap for all that they cover together`, ""},
	{"wkt ring not closed", "wkt\n\"POLYGON((0 0,4 0,4 4))\"\n",
		`2: column wkt: the polygon's ring is not closed: its last point must repeat the first`, ""},
	{"wkt without end", "wkt\n\"POLYGON((0 0,4 0,4 4,0 0)\"\n",
		`2: column wkt: not valid WKT at its end: 1 bracket not closed; is the text cut short?`, ""},
	{"wkt curve", "wkt\n\"CURVE(0 0,1 1)\"\n",
		`2: column wkt: "CURVE" is not a geometry that can be a shape: want POINT, LINESTRING, POLYGON, one of these with MULTI in front, or GEOMETRYCOLLECTION`, ""},
	{"wkt collection of points without a radius", "wkt\n\"GEOMETRYCOLLECTION(LINESTRING(0 0,1 1),POINT(1 1))\"\n",
		`2: each point of a GEOMETRYCOLLECTION needs a radius, and there is no r (--radius gives one to all)`, ""},
	{"wkt collection that crosses itself", "id,wkt\na,\"GEOMETRYCOLLECTION(LINESTRING(0 0,1 1),POLYGON((0 0,4 4,4 0,0 4,0 0)))\"\n",
		`2: id "a": outlines cross at (2, 2), on the edges that begin at point 1 and point 3; --mend takes such outlines by the even-odd rule`, ""},
	{"wkt line that spins", "wkt,omega\n\"LINESTRING(0 0,1 1,2 0)\",1\n",
		`2: column omega: a LINESTRING cannot turn: each of its parts would about a place of its own`, "--mode swept"},
	{"wkt with half an SRID", "wkt\n\"SRID=4326 POINT(1 1)\"\n",
		`2: column wkt: after SRID= a whole number and a semicolon must stand: "SRID=4326 POINT(1 1)"`, ""},
	{"wkt ring of two points", "wkt\n\"POLYGON((0 0,1 1,0 0))\"\n",
		`2: a polygon needs three distinct points, and it has 2 vertices, 2 of them distinct`, ""},
	{"wkt hole of two points", "wkt\n\"POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,1 1))\"\n",
		`2: fewer than three different points at point 1 of hole 1 (1, 1); --mend leaves out rings without an area`, ""},
	{"wkb cut short", "wkb\n0101000000000000000000F03F00000000000000\n",
		`2: column wkb: the geometry's binary ends too early`, ""},
	{"GeoJSON in a cell", "id\tgeometry\na\t\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[1]}\"\n",
		`2: id "a": column geometry: a position has two coordinates, and this one has 1`, "--input tsv"},
	{"empty wkt polygon", "wkt\nPOLYGON EMPTY\n",
		`2: column wkt: the POLYGON is empty`, ""},
	{"wkt line of one point", "wkt\nLINESTRING(0 0)\n",
		`2: column wkt: a line needs two points; one alone is a POINT`, ""},
	{"wkt, and another named", "id,wkt\n1,\"LINESTRING(0 0,1 1)\"\n",
		`1: no shape can be made of the columns id, wkt: there is neither x and y, nor x1, y1, x2 and y2, nor min_x, min_y, max_x and max_y, nor points, nor wkt; there is no column "geo", which --geometry names`, "--geometry geo"},
	{"wkt line of one point, exactly", "wkt\nLINESTRING(0 0)\n",
		`2: column wkt: a line needs two points; one alone is a POINT`, "--exact"},
	{"wkt collection of two radii, exactly", "wkt\n\"GEOMETRYCOLLECTION(LINESTRING(0 0,1 1),POINT(1 1))\"\n",
		`2: column wkt: the points of a GEOMETRYCOLLECTION would have the radius 0.2 and what else is in it 0, but it has one: give the points a row of their own, or a radius in a column r`, "--exact --radius 0.2"},
	{"wkt collection whose polygons overlap, exactly", "wkt\n\"GEOMETRYCOLLECTION(POLYGON((0 0,2 0,2 2,0 2,0 0)),POLYGON((1 1,3 1,3 3,1 3,1 1)))\"\n",
		`2: outlines cross at (1, 2), on the edges that begin at point 4 of polygon 2 and point 3; --mend takes polygons that overlap for all that they cover together`, "--exact"},
	{"wkt point without a radius", "wkt\nPOINT(1 1)\n",
		`2: a circle needs a radius, and there is no r (--radius gives one to all)`, ""},
	{"wkt number out of range", "wkt,r\nPOINT(1e999 1),1\n",
		`2: column wkt: not valid WKT at character 7 ("1e999 1)"): the number is too large for a float64`, ""},
	{"wkt NaN", "wkt,r\nPOINT(NaN 1),1\n",
		`2: column wkt: not valid WKT at character 7 ("NaN 1)"): want a number`, ""},
	{"wkt of another kind", "kind,wkt\ncircle,\"POLYGON((0 0,4 0,4 4,0 0))\"\n",
		`2: column wkt: a POLYGON is no circle`, ""},
	{"mask of 33 bits", "x,y,r,mask\n0,0,1,4294967296\n",
		`2: column mask: "4294967296" is not a set of 32 bits: want 0 to 4294967295, or 0x0 to 0xffffffff`, ""},
	{"category not a number", "x,y,r,category\n0,0,1,people\n",
		`2: column category: "people" is not a set of 32 bits: want 0 to 4294967295, or 0x0 to 0xffffffff`, ""},
	{"group with a fraction", "x,y,r,group\n0,0,1,1.5\n",
		`2: column group: "1.5" is not a whole number of 32 bits`, ""},
	{"static maybe", "x,y,r,static\n0,0,1,maybe\n",
		`2: column static: "maybe" is neither true nor false`, ""},
	{"velocity is not a number", "x,y,r,vx,vy\n0,0,1,1,fast\n",
		`2: column vy: "fast" is not a number`, "--mode swept"},
	{"velocity is not a number, and nothing moves", "x,y,r,vx,vy\n0,0,1,1,fast\n",
		`2: column vy: "fast" is not a number`, ""},
	{"velocity NaN", "x,y,r,vx,vy\n0,0,1,NaN,1\n",
		`2: column vx: "NaN" is not a finite number`, "--mode manifold"},
	{"velocity beyond float64", "x,y,r,vx\n0,0,1,1e999\n",
		`2: column vx: "1e999" is too large for a float64`, "--mode overlap"},
	{"velocity with a decimal comma", "x;y;r;vx\n0;0;1;1,5\n",
		`2: column vx: "1,5" is not a number: write the decimal point as a point, or say --decimal-comma`, "--mode distance --margin 1"},
	{"velocity out of range", "x,y,r,vx\n0,0,1,1e30\n0,0,1,-2e30\n",
		`3: column vx: at "-2e30" the shape moves too far in a step of 1 seconds: a shape may move by 2^100`, "--mode swept"},
	{"velocity out of range for so long", "x,y,r,vy\n0,0,1,1e30\n",
		`2: column vy: at "1e30" the shape moves too far in a step of 2.5 seconds: a shape may move by 2^100`, "--mode swept --dt 2.5"},
	{"turning is not a number", "x,y,hx,hy,omega\n0,0,1,1,left\n",
		`2: column omega: "left" is not a number`, "--mode swept"},
	{"turning too fast", "x,y,hx,hy,spin\n0,0,1,1,1024\n0,0,1,1,1025\n",
		`3: column spin: at "1025" the shape turns too far in a step of 1 seconds: a shape may turn by 1024 radians`, "--mode swept"},
	{"two columns for one velocity", "x,y,r,vx,velocity-x\n0,0,1,1,1\n",
		`1: columns vx and velocity-x both stand for vx: rename one to _ (--rename velocity-x=_)`, "--mode swept"},
	{"NDJSON string for a velocity", `{"x":1,"y":1,"r":1,"vx":"up"}` + "\n",
		`1: column vx: "up" is not a number`, "--mode swept"},
	{"NDJSON array for a velocity", `{"x":1,"y":1,"r":1,"vx":[1,2]}` + "\n",
		`1: column vx: "[1,2]" is not a number`, ""},
	{"id twice, the shape moving", "id,x,y,r,vx\na,0,0,1,1\na,0,0,1,1\n",
		`3: id "a" is in world "0" already, from in:2`, "--mode swept"},
	{"GeoJSON over several lines as NDJSON", "{ \"type\": \"FeatureCollection\",\n\"features\": [] }\n",
		`1: the JSON object does not end on this line, and looks like GeoJSON: leave --input out, or say --input geojson`, "--input ndjson"},
	{"NDJSON without end", `{"x":1,"y":1,"r":1` + "\n",
		`1: the JSON object does not end on this line: NDJSON has one object on each line`, ""},
	{"NDJSON syntax", `{"x":1,"y":1,"r":01}` + "\n",
		`1: not valid JSON: invalid character '1' after object key:value pair`, ""},
	{"NDJSON trailing comma", `{"x":1,"y":1,"r":1,}` + "\n",
		`1: not valid JSON: invalid character '}' looking for beginning of object key string`, ""},
	{"NDJSON array", `[{"x":1,"y":1,"r":1}]` + "\n",
		`1: this is a JSON array; NDJSON has one object on each line (jq -c '.[]' makes it so)`, ""},
	{"NDJSON number line", "{\"x\":1,\"y\":1,\"r\":1}\n17\n",
		`2: the line is not a JSON object: it begins with "1"`, ""},
	{"NDJSON two objects", `{"x":1,"y":1,"r":1} {"x":1}` + "\n",
		`1: something follows the JSON object: NDJSON has one object on each line`, ""},
	{"NDJSON field twice", `{"x":1,"x":1,"r":1}` + "\n",
		`1: column x: the object has this field twice`, ""},
	{"NDJSON two names for a field", `{"x":1,"y":1,"r":1,"radius":2}` + "\n",
		`1: two fields both stand for r`, ""},
	{"NDJSON missing field", `{"x":1,"r":1}` + "\n",
		`1: a circle needs x and y, and there is no y`, ""},
	{"NDJSON string for a number", `{"x":1,"y":"up","r":1}` + "\n",
		`1: column y: "up" is not a number`, ""},
	{"NDJSON null", `{"x":1,"y":null,"r":1}` + "\n",
		`1: column y: the cell is empty; a circle needs x and y`, ""},
	{"NDJSON array for a number", `{"x":[1],"y":1,"r":1}` + "\n",
		`1: column x: "[1]" is not a number`, ""},
	{"NDJSON crossed", `{"id":"L","points":[[0,0],[4,4],[4,0],[0,4]]}` + "\n",
		`1: id "L": outlines cross at (2, 2), on the edges that begin at point 1 and point 3; --mend takes such outlines by the even-odd rule`, ""},
	{"NDJSON point of one coordinate", `{"points":[[0,0],[4],[4,4]]}` + "\n",
		`1: column points: point 2 has 1 coordinate, not 2`, ""},
	{"NDJSON point of words", `{"points":[[0,0],["a","b"],[4,4]]}` + "\n",
		`1: column points: want a list of points [[x,y],...], each of two numbers`, ""},
	{"GeoJSON among NDJSON", `{"type":"FeatureCollection","features":[]}` + "\n",
		`1: this is a collection of GeoJSON among lines of NDJSON: read it on its own`, "--input ndjson"},
	{"GeoJSON of several points", `{"type":"FeatureCollection","features":[` + "\n" + `{"type":"Feature","properties":{},"geometry":{"type":"MultiPoint","coordinates":[]}}]}` + "\n",
		`2: feature 1: column geometry: the MULTIPOINT is empty`, ""},
	{"GeoJSON cut short", `{"type":"FeatureCollection","features":[` + "\n" + `{"type":"Feature","properties":{"r":1},"geometry":{"type":"Point","coordinates":[1,2]}}` + "\n",
		`3: the GeoJSON ends too early: its list of features is not closed`, ""},
	{"columns for NDJSON", `{"x":1}` + "\n",
		`1: this is NDJSON, whose objects name their own fields: drop --columns`, "--columns x,y,r"},
	{"damaged gzip header", "\x1f\x8b\x07\x00abc",
		`1: damaged gzip header: the data ends too early`, ""},
	{"zip archive", "PK\x03\x04abcdef",
		`1: this is a zip archive (or a spreadsheet): unpack or export it as CSV first`, ""},
	{"UTF-16", "\xff\xfex\x00,\x00y\x00\n\x00",
		`1: this is UTF-16 text: convert it to UTF-8 first`, ""},
	{"old Mac", "x,y,r\r1,2,3\r4,5,6\r",
		`1: this is text whose lines end in carriage returns alone: convert it first (tr '\r' '\n')`, ""},
	{"binary", "x,y,r\n1,2,\x00\n",
		`1: this is binary data, not text`, ""},
	{"PNG", "\x89PNG\x0d\n\x1a\n",
		`1: this is a PNG picture`, ""},
	{"XML", "<?xml version=\"1.0\"?><commonRoad/>",
		`1: this is XML: convert it to CSV or NDJSON first`, ""},
	{"headerless with the wrong number of columns", "# id frame x y z\n1 0 1.0 2.0 1.7\n1 1 1.0 2.0\n",
		`3: the row has 4 cells, but there are 5 columns (id,world,x,y,_)`, "--columns id,world,x,y,_ --radius 0.2"},
	{"headerless with ids", "ann,0,0,1\nbob,1,0,1\n",
		`1: the first row looks like a shape, not like the names of columns: name them with --columns, for example --columns id,x,y,r; no shape can be made of the columns ann, 0, 0, 1`, ""},
	{"headerless WKT with ids", "ann,\"POLYGON((0 0,1 0,0 1,0 0))\"\n",
		`1: the first row holds WKT, not column names: name the columns with --columns, of which one is wkt, such as --columns id,wkt`, ""},
	{"table of contacts", "world,id_a,id_b,depth,nx,ny\n",
		`1: no shape can be made of the columns world, id_a, id_b, depth, nx, ny: there is neither x and y, nor x1, y1, x2 and y2, nor min_x, min_y, max_x and max_y, nor points, nor wkt; this looks like a table of contacts, as Daylight writes it, not of shapes`, ""},
	{"NDJSON null among points", `{"id":"p","points":[[0,0],null,[1,1]]}` + "\n",
		`1: id "p": column points: point 2 is null, or has a coordinate that is: leave such points out`, ""},
	{"NDJSON null coordinate", `{"id":"p","points":[[0,0],[1,null],[1,1]]}` + "\n",
		`1: id "p": column points: point 2 is null, or has a coordinate that is: leave such points out`, ""},
	{"headerless that has a header", "id,x,y,r\na,1,1,1\n",
		`1: column x: "x" is not a number (if this row is a header, add --header or drop --columns)`, "--columns id,x,y,r"},
}

func TestMalformed(t *testing.T) {
	t.Chdir(t.TempDir())
	if len(malformed) < 60 {
		t.Fatalf("only %d malformed tables", len(malformed))
	}
	for _, m := range malformed {
		t.Run(m.name, func(t *testing.T) {
			write(t, "in", m.text)
			args := append([]string{"collide"}, strings.Fields(m.flags)...)
			r := call(t, "", append(args, "in")...)
			if r.code != exitBad || r.out != "" {
				t.Errorf("exit %d, output %q", r.code, r.out)
			}
			if want := "daylight: in:" + m.want + "\n"; r.stderr != want && !strings.HasSuffix(r.stderr, "\n"+want) {
				t.Errorf("got  %swant %s", r.stderr, want)
			}
		})
	}
}

// TestMalformedFromStdin has the same errors, with another name for the file.
func TestMalformedFromStdin(t *testing.T) {
	for _, m := range malformed {
		args := append([]string{"collide", "-q"}, strings.Fields(m.flags)...)
		r := call(t, m.text, append(args, "-")...)
		want := strings.ReplaceAll("daylight: in:"+m.want+"\n", " in:", " stdin:")
		if r.code != exitBad || r.stderr != want {
			t.Errorf("%s: exit %d\ngot  %swant %s", m.name, r.code, r.stderr, want)
		}
	}
}

// TestSkipBad leaves every kind of bad row out of a table whose other rows are good.
func TestSkipBad(t *testing.T) {
	const table = "id,kind,x,y,r,hx,hy,points\n" +
		"a,circle,0,0,1,,,\n" +
		"b,circle,zero,0,1,,,\n" +
		"c,box,0,0,,1,-1,\n" +
		"d,polygon,,,,,,0 0;4 4;4 0;0 4\n" +
		"e,circle,0,0\n" +
		"a,circle,9,9,1,,,\n" +
		"f,circle,1,0,1,,,\n"
	r := done(t, table, "collide", "--skip-bad", "-")
	if want := "world,id_a,id_b,depth,nx,ny\n0,a,f,1,1,0\n"; r.out != want {
		t.Errorf("got %q, want %q", r.out, want)
	}
	if want := `daylight: left out 5 bad of 7 rows; the first: stdin:3: id "b": column x: "zero" is not a number` + "\n"; !strings.HasPrefix(r.stderr, want) {
		t.Errorf("got %q, want %q", r.stderr, want)
	}
	bad := call(t, "x,y,r\n1,1,-1\n", "collide", "--skip-bad", "-")
	if want := `daylight: every row is bad (1 of 1); the first: stdin:2: column r: "-1" is negative` + "\n"; bad.code != exitBad || bad.stderr != want {
		t.Errorf("exit %d: got %q, want %q", bad.code, bad.stderr, want)
	}
	// What damages the file as such is not skipped.
	bad = call(t, "id,x,y,r\na,1,1,1\n\"b,1,1,1\nc,1,1,1\n", "collide", "--skip-bad", "-q", "-")
	if bad.code != exitBad || !strings.Contains(bad.stderr, "stdin:3: a cell's quotes do not match") {
		t.Errorf("exit %d: %q", bad.code, bad.stderr)
	}
}

func TestDamagedGzip(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,x,y,r\n")
	for i := range 5000 {
		fmt.Fprintf(&text, "%d,%d,%d,1\n", i, i*7919%10007*3, i*104729%10007*3)
	}
	pack := func(b []byte) []byte {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(b)
		w.Close()
		return z.Bytes()
	}
	whole := pack([]byte(text.String()))
	if r := call(t, string(whole), "collide", "-q", "-"); r.code != exitDone {
		t.Fatalf("the undamaged file: exit %d: %s", r.code, r.stderr)
	}
	cut := regexp.MustCompile(`^daylight: stdin:\d+: cannot read on: damaged gzip data: the data ends too early\n$`)
	for _, n := range []int{len(whole) / 2, len(whole) - 9, len(whole) - 1} {
		for _, flags := range [][]string{{"collide", "-q", "-"}, {"collide", "-q", "--skip-bad", "-"}} {
			if r := call(t, string(whole[:n]), flags...); r.code != exitBad || r.out != "" || !cut.MatchString(r.stderr) {
				t.Errorf("cut to %d bytes: exit %d: %s", n, r.code, r.stderr)
			}
		}
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	if r := call(t, string(flipped), "collide", "-q", "-"); r.code != exitBad || !strings.Contains(r.stderr, "damaged gzip data: gzip: invalid checksum") {
		t.Errorf("bad checksum: exit %d: %s", r.code, r.stderr)
	}
	if r := call(t, string(pack(whole)), "collide", "-q", "-"); r.code != exitBad || r.stderr != "daylight: stdin:1: this is gzip inside gzip: unpack it once first\n" {
		t.Errorf("packed twice: exit %d: %s", r.code, r.stderr)
	}
}
