// SPDX-License-Identifier: MIT

package main

import "github.com/spf13/cobra"

const formatsHelp = `A table of shapes has one row for each shape. It is a local file, or
standard input (FILE is -), in one of these formats:

  csv        cells separated by commas; quotes as in RFC 4180
  semicolon  the same with semicolons (numbers still have decimal points)
  tsv        the same with tabs
  blank      cells separated by any blanks and tabs; no quotes, no empty cells
  ndjson     one JSON object on each line
  geojson    features or geometries, alone or in collections, in any layout; documents may
             follow each other. Each feature is a row and one shape. So is each geometry of a
             GeometryCollection outside a feature. The geometry is the column geometry. The
             id is the property id, or else that of the feature. --keep copies properties.
             --rename gives them a meaning: --rename layer=world, --rename r=r. Other
             properties mean nothing
  parquet    Parquet and GeoParquet, whose geometry is WKB or lists of points
  arrow      Arrow IPC, file or stream, whose geometry may be of GeoArrow, also a box

plain, gzipped or packed by Zstandard, in UTF-8. --input names the format. Without it a
file named .tsv is tsv, and the first bytes of other files tell their format. Blank lines
and lines that begin with # are skipped. Blanks around a cell do not count.

The first row names the columns, in any order and letter case. A table without such
a row needs --columns, with _ for a column to leave out. --rename OLD=NEW takes a
column of another name for one of these. Columns of other names are left out with a
note.

COLUMNS OF EVERY KIND
  id         the shape's name in the output, any text, once in each world
             (default: the row's number, from 0 over all files)
  world      shapes in different worlds never meet; any text, also called frame. No
             text stands for all worlds: what is in each needs a row in each
  kind       circle, capsule, segment, box or polygon; needed only where the filled
             cells leave a doubt. Cells that a kind has no use for are not looked at
  category   32 bits, decimal or 0x...: what the shape is (default 1)
  mask       32 bits: the categories it meets (default all). Two shapes meet if each
             one's mask has a bit of the other's category
  group      a whole number: shapes of one group meet if it is positive, never if it
             is negative, whatever their masks say (0: no group)
  static     true or false, 1 or 0: two static shapes never meet
  sensor     true or false: a sensor has contacts like any other shape, but nothing is meant
             to be pushed by them; query --solid does not find it
  body       any text: parts of one body never meet (empty: no body); collide --fold body
             gives each two bodies one row
  vx, vy     velocity along x and y, in units of length per second, for collide --mode
             swept, which has shapes move by vx and vy times --dt (empty: 0). All
             other modes and commands ask no more than that they are numbers
  omega      rate of turning about the shape's position (also called spin), per second,
             counter-clockwise, as angle is. A column w is a width: --rename w=omega
             if it is not. The position of a polygon without x and y is the middle of
             its bounding box, that of any other shape without them its centre

KINDS AND THEIR COLUMNS
  circle     x, y, r (or radius; --radius is the default)
  capsule    x1, y1, x2, y2 and r; or x, y, angle, half_length (or length) and r: a
             segment along the angle, grown by r (default 0)
  segment    a capsule without r
  box        x, y, hx, hy: centre and half extents; or x, y, width, height; or x, y,
             length, width, the length lying along the angle; with angle (default 0)
             and r, by which the box is grown (default 0). Or min_x, min_y, max_x,
             max_y: corners. Whole numbers up to 8388608 are kept exactly. Or a corner and
             the size: left, top, width, height (or bb_left ...), or min_x, min_y, width,
             height. The other corner is at left + width, top + height. Such boxes do not turn
  polygon    one row for each corner: id (or cell_id), vertex_x, vertex_y. The rows of one
             polygon follow each other, and agree in all columns that are read or kept.
             Or points: the corners in order, as x y;x y;... or [[x,y],...], and r. With
             x, y and angle the points are relative to that place and turned by the
             angle; without, they are where they say
  wkt        (or geometry, geom, wkb, the_geom): POINT is a circle, POLYGON or MULTIPOLYGON
             a polygon. LINESTRING is one shape: a capsule, or several, one for each segment.
             Z and M are left out. Text with SRID=...; in front (EWKT), WKB and EWKB in
             hexadecimal digits, and geometries of GeoJSON are read as well. --geometry
             names the column if there are several.
             A row without a geometry, or with one that is EMPTY, is left out with a note

Columns lon (or lng, long, longitude) and lat (or latitude) are x and y in a table that has no other
column to say where shapes are. A note says that radii, distances and depths are in degrees then; it
is there for all tables in a system of longitudes and latitudes if lengths are asked for.

Beside a geometry or points, columns such as height, width or length of which no other shape
can be made whole (without x and y, say) are left out with a note; --keep carries them along.
So are a height, width or length of a table beside another shape, such as x, y and r, if the table
has no column to go with it. In NDJSON, where each row has columns of its own, and beside a length,
--rename height=_ leaves one out. A width beside a line, or a
place whose radius is no column, stays in doubt: it may be meant for how thick the shape is.

Angles are counter-clockwise, in radians, with --degrees in degrees. Numbers are
decimal, finite 64-bit numbers with a decimal point, or with a
comma if --decimal-comma says so. Positions may be as far from the origin as they like:
sizes and corners are kept as 32-bit numbers relative to the shape's own centre.
A number of Parquet or Arrow that names something (id, world, body) or is carried along has
the fewest digits that give it back, and no exponent from 1e-6 to below 1e21: a world 1000000 is
that, whether the column is of whole numbers or not. Category, mask, group, static and sensor may
be written 1.0, as tools do where a column of whole numbers or truths has gaps.

All shapes are taken to be in one system of coordinates, as their numbers are. GeoParquet,
GeoArrow, the member crs of GeoJSON and SRID=...; of EWKT and EWKB name one. GeoJSON that
names none is in longitudes and latitudes (OGC:CRS84), unless coordinates beyond 180 and 90
show that it is not. Two that differ are an error, unless --assume-crs EPSG:3067 says which
one all tables are in. A table that names none goes with any.

Corners may go either way round; repeated and collinear ones are dropped, and so is what is EMPTY
in a geometry. LINEARRING is a closed line, not what it encloses, as in GEOS. Collide, draw and
query take concave outlines, holes, multipolygons, lines of many points, MULTIPOINT,
MULTILINESTRING and GEOMETRYCOLLECTION as they come. Only collide --exact, --relation and
--mode area, and the questions of query take POINT without a radius.

COLUMNS THAT COLLIDE WRITES
  world, id_a, id_b
             of every mode; the names that the input has. If all ids of a side are whole
             numbers of one type, so is its column: of the same type as in Parquet and Arrow,
             a number in JSON, and 64 bits wide if the input is JSON or text. An id with zeros
             or a plus in front, or in quotes in JSON, is a text, and one text makes all texts
  depth, nx, ny
             of all modes but pairs and overlap: moving b by depth along the unit
             vector (nx, ny) parts the pair, and less does not. Negative depths are
             distances. Of mode swept they are those at the time in the column time
  points     manifold: how many points the contact has, 1 or 2
  x1, y1, x2, y2
             manifold: where they are in the world, halfway between both surfaces (of
             shapes with a radius, the second point between the edges of their cores,
             each moved along the normal by the radius)
  depth1, depth2
             manifold: how deep the shapes overlap there, along the normal. Of shapes of
             several parts they and the points are those of the deepest two parts, along
             the normal of these (--parts shows it), which can be another than nx, ny
  feature1, feature2
             manifold: a number below 2^32 that names what meets there, the same from
             one table to the next while the same corner and edge do. Its low 16 bits
             are for a, its high ones for b: twice the number of an edge, or of a
             corner and one more
  time       swept: when the pair first touches, from 0 (at the start) to 1 (at the end)
  distance   distance: how far apart the shapes are, negative if they overlap
  ax, ay, bx, by
             distance: the points of a and b that are nearest to each other, in the
             world; of shapes that overlap, those that touch once b is moved by depth
  part_contacts, deepest, least
             of all modes but pairs and overlap, where shapes are concave, have holes or
             several polygons: how many of their convex parts touch, the depth of the
             deepest two (whose points and time those of the row are), and what no push
             that parts the whole shapes is shorter than: the depth, unless the search for
             the shortest was given up, and at least deepest (see --effort)
  part_a, part_b
             --parts: the numbers of the parts, from 0
  verdict    --exact, --relation and --mode area: touching, or overlapping if no movement,
             however small, parts the pair. They write no depths
  relations  --relation: all relations of a to b, with blanks between
  area, x, y area: what a and b have in common, and its centroid
  union_share, share_a, share_b
             area: the area over that of the union of a and b, of a, and of b
  wkt        area with --outline: the common region, MULTIPOLYGON
A point that is not there is empty cells in CSV and null in NDJSON.

A bad row stops the run. The error tells its file, line and column, and all kinds of fault in
the 131,072 rows behind it. With --skip-bad, bad rows are left out and counted by kind.
--bad-rows FILE also lists them with their ids. A damaged file still stops the run.`

func newFormats() *cobra.Command {
	// A command that cannot be run is a topic of help; its examples are part of the text.
	return &cobra.Command{
		Use:   "formats",
		Short: "How shapes are written down in tables",
		Long: formatsHelp + "\n\nExamples:\n" + examples(
			"printf 'id,x,y,r\\na,0,0,1\\nb,1.5,0,1\\n' | daylight collide -", "two circles",
			"printf 'wkt,r\\n\"POLYGON((0 0,2 0,0 2,0 0))\",\\nPOINT(1.2 1),0.5\\n' | daylight collide -", "a triangle and a circle as WKT",
			`echo '{"kind":"box","x":0,"y":0,"width":2,"height":1,"angle":30}' | daylight draw --degrees --out box.svg -`, "a box as NDJSON",
			"printf 'x,y,r,vx\\n0,0,0.1,300\\n9,0,0.5,\\n' | daylight collide --mode swept --dt 0.04 -", "a bullet in the input of mode swept",
		),
	}
}
