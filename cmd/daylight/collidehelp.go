// SPDX-License-Identifier: MIT

package main

const collideHelp = `Collide reads tables of shapes and writes a table of the pairs that touch.

FILES
Several FILEs are read as one table, in their order; - is standard input, a directory
stands for all files in it and in those below it, but for names that begin with a dot or
an underscore, and 'parts/*.csv' in quotes for what has such a name. Directories of a name
world=0 below it, or from the pattern on, are a column world of their files. A FILE
is CSV, TSV, separated by blanks, NDJSON, GeoJSON, Parquet or Arrow, plain, gzipped or
packed by Zstandard: which is told from its content. Lines that begin with # are comments.
daylight help formats says how each kind of shape is written down. --columns names the
columns of a table without a header row. --rename reads columns that have other names.

ANSWER
The output has the columns world,id_a,id_b,depth,nx,ny. Moving shape b by depth along
(nx, ny) parts the pair; the depth is the least that does. id_a is always the shape
that comes first in the input, and the rows are in the order of the input: by world,
as worlds first appear, then by the row of a, then by the row of b. The order does not
depend on workers, kernels or timing. Numbers have the fewest digits that give the
same value back, of 32 bits, or of 64 where they are places in the world. Shapes
without an id column are named by the number of their row, counted from 0 over all
FILEs; without a world column all are in world 0.

Touching counts as contact, and shapes include their boundary; --strict leaves out
pairs that only touch. --margin M reports pairs up to M apart as well, their depth being
minus the distance: so --margin 2 finds all neighbours within two units, in the fastest
way there is. A negative margin leaves out pairs that overlap by less than that.
Sizes and corners are kept in float32. Where float32 cannot tell whether two shapes touch,
their corners in float64 decide, without error. This holds for polygons of any kind, and for
boxes that are given by their corners and have no radius. So on a map whose parcels share
borders, every two neighbours have a row, and with --strict no pair that only touches has one.
Pairs that touch have depth 0; others have the depth that float32 finds. With other shapes, or
a margin other than 0, a pair that float32 cannot decide may have a row or not. --exact
decides other shapes too.

CONCAVE SHAPES AND BODIES
Polygons may be of any kind: concave, with holes (WKT POLYGON, GeoJSON), of several parts
(MULTIPOLYGON). They are cut into convex parts, and still have one row for each two shapes:
depth, nx, ny are then the shortest push of the whole of b out of the whole of a. Where
such shapes are in the tables three columns follow: part_contacts (how many of their parts
touch), deepest (the depth of the deepest two parts; contact points and times are theirs)
and least (no push is shorter). The push always parts the two, and is the shortest unless
least is below depth: then the search for it was given up, and depth is too long by the
difference at most. Hundreds of corners are no matter, but some pairs are given up where
hundreds of parts of both lie in each other. --effort N, counted in corners that are looked
at and not in time, searches further; a note and "bounded" of --stats count such rows.
Where such shapes only touch, depth is 0 and nx, ny the normal of two of their parts, which
at a corner that bends inward can be that of a cut.
--parts gives each two parts a row instead, with their
numbers part_a, part_b. Outlines that cross or touch themselves, go back along
themselves or have no area are errors. With --mend the even-odd rule says what they enclose, and
polygons of which that leaves nothing are left out, with a note that counts them.
Rows of one world with the same body never meet each other. --fold body takes them for one thing
that is called by the first of them (--keep body adds the body's name): each two bodies, or a
body and a shape of none, have one row in every mode, with the same three columns. The push
parts the whole bodies, also from rows of them that filters let meet nothing.

MODES
Modes say what is found out about each pair, from least to most:
  pairs     pairs whose bounding boxes (slightly enlarged) overlap: world,id_a,id_b
  overlap   pairs that touch: world,id_a,id_b
  contact   depth and normal as well: the columns above
  manifold  also where they touch, in one or two points: points (how many), and of each
            x, y (in the world), depth (along the normal) and feature (a number that
            names the corners and edges that meet, the same while they do)
  distance  also the distance (minus the depth) and the closest points, ax,ay of a and
            bx,by of b, in the world; of shapes that overlap, the points that touch once
            b is moved by the depth. --margin says how far to look: with 0 pairs that
            touch are all there is. It takes longer than contact, for circles with
            a margin four times as long: ask for it only to have the points
  swept     shapes move during a step, at the velocities of columns vx, vy and omega,
            for --dt seconds: pairs that touch at some time of it, however fast, with
            the first time as a share of the step, from 0 to 1. Depth and normal are
            those at that time; pairs that touch at the start have time 0
daylight help formats lists the columns that each mode writes and reads.

EXACT ANSWERS
--exact decides on the numbers as they are written, in float64, and is never wrong. The column
verdict is overlapping if no movement, however small, parts the pair (the interiors of two
areas meet), or else touching. Pairs that are apart have no row. Turned shapes have their
corners where float64 arithmetic puts them. Lines without a radius overlap where they cross at
a point, and overlap an area that they enter; where they run along each other, or end on each
other, they touch, and so does a point on a line. A collection is all that its members are; if
it has several polygons these may touch, but not overlap without --mend. It is
about shapes at rest: when moving ones first touch is a number that float64 mostly does not
have, so --mode swept finds it within a bound.
--relation R gives the pairs for which R holds, with a column of all relations of a to b:
intersects, touches (but interiors do not meet), overlaps (interiors meet),
overlaps-partly (and neither covers the other), contains, within, covers, covered-by,
equals, crosses. They are the relations of OGC Simple Features, whose overlaps is
overlaps-partly here. For contains, within, covers and covered-by, a is the shape that
contains, or is within, and so on, even if b comes first in the input. The boundary of lines
is where an odd number of them end. A point there touches the lines; any other point of a line
is within it. So a point inside a line, or two lines that are equal, have the verdict touching
and the relation overlaps; --strict leaves out pairs with the verdict touching. Two lines cross if
their interiors meet only at points. A line crosses an area that it enters and leaves. disjoint
is refused, since nearly all pairs are disjoint.
--mode area, exact too, gives pairs that overlap with area, its centroid x,y, the
area over that of the union, and over those of a and b: union_share,share_a,share_b.
Circles count as they are, not as polygons. Capsules and rounded corners are refused: their rows
are bad. The columns are empty where a shape has no area, and x,y where the two have none in
common: a point or line of a collection lies in the other. --outline adds the common region as a
column wkt, which is empty where a shape has a radius.

TWO TABLES
--join FILE finds the pairs of a shape of the FILEs (a) and a shape of the joined file
(b), and no pairs within either; it may be given several times. An id may be in both,
rows are counted from 0 in both, and a world, a body or a group is the same in both:
walls that stand in every frame need a row in each.
Flags about input hold for both, except --columns and --header: joined tables have a
header row, or --join-columns names their columns. daylight help query compares four ways to
ask which shape lies in which.

BRUTE FORCE
--verify decides every pair of shapes a second time, without the index, and exits with
1 on any difference, writing nothing. Of mode pairs it asks that they are the pairs
whose bounding boxes overlap, and that no touching pair is missing; of all others, that
every value is the same to the last bit. Pushes of concave shapes are tried on all their
parts: each has to part them, and along 32 directions none that is 3 % shorter may. Where
the search was given up, and least is below depth, only the first is asked. That there is no
shorter push at all is not verified. Exact verdicts, relations and areas of polygons of up to
300 corners for two are held against rational arithmetic. Other areas are not verified. Its time
grows with the square of the number of shapes in a world.

OUTPUT
The output appears under its name only when it is complete. --out NAME.ndjson and
NAME.jsonl get one JSON object on each line, NAME.parquet, NAME.arrow and NAME.geojson
what they say, other names CSV, unless --format says otherwise; NAME.gz and NAME.zst are
packed. --geometry-out says what geometry rows have in GeoJSON, and in a column geometry of
Parquet and Arrow: points, those of mode manifold, the lines between closest points of mode
distance, and the centres of mode area; the outlines of shape a or b; or both. It is points
where there are any, else both, in GeoJSON and if the tables name a system of coordinates,
which is passed on; arcs become 64 straight lines for a full turn.
--keep name,height adds columns name_a,name_b,height_a,height_b with what the tables have
there. Not to be had are column id, which id_a and id_b hold, and, of rows that have columns of
these names, part with --parts and share with --mode area; --keep PART and --keep SHARE are.

PARTS OF A JOB
--bbox X0,Y0,X1,Y1 takes the shapes whose boxes touch this box, edges included, as if there were no
others. The box of a shape holds all its parts, is grown by the margin, and in mode swept covers the
whole motion. It is larger than the shape by 1/30,000 of its size, to allow for rounding.
--tile X0,Y0,X1,Y1 does one tile of a job: a part of the plane, whose edges may be -inf and inf. It
reads the shapes whose boxes touch the tile, and writes the pairs whose reference point lies in it:
the larger min x and the larger min y of the two boxes. A tile holds its left and lower edges, but
not the others. Together, tiles that fill the plane give exactly the rows of one run, in another
order. So a loop over tiles does a job that is larger than memory. Start a killed tile again. Row
groups of Parquet that cannot touch the tile are not read, but row numbers count their rows. A run
finds bad rows and duplicate ids only among the rows that it reads. --mode pairs and --fold body do
not go with --tile. daylight tiles prints tiles of about equal work.

EXIT CODES
0 done, 1 --verify found a difference, 2 bad usage or input, 75 a disk is
full (try again later), 130 interrupted, 141 the program that read the output has gone.`
