// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/batch/query"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

const queryHelp = `Query reads tables of shapes and a table of questions about them, and writes a table of
answers: a row for each shape that answers a question.

KIND says what is asked. The questions are the rows of --ask, a table like those of
shapes (see daylight help formats):
  rays      what does a point that moves from x,y by vx,vy per second for --dt seconds, or
            from x1,y1 to x2,y2 (LINESTRING), meet first; with --all, everything on its way.
            A shape that holds the place where it begins is not met, unless --holding is given
  casts     what does a shape that moves and turns so (vx, vy, omega) run into first
  points    which shapes hold the point x,y; with --near R, or come as near to it as R
  boxes     which shapes meet the box, or shape of any kind; --near as for points
  nearest   which --count shapes are nearest to the point or shape; with --near R, those
            not farther than R. Without --ask, of the FILEs' shapes to each of them
  within    which shapes of the FILEs are as near to each other as --near; with --centres,
            their positions. There is no --ask, and each pair has one row; with --both, one for
            each of its shapes, so that rows of a question are all its neighbours
  inside    which shapes hold all of the point or shape, boundaries included. Without
            --ask, of the FILEs' shapes

The output has the columns world,id_a,id_b: a is the question, b the shape of the FILEs.
They are followed by
  rays, casts     fraction,x,y,nx,ny  how far along, from 0 to 1, where, and the normal
                                      there, which points from the shape to the question
  points, boxes   depth,nx,ny         moving the question by depth along the normal parts
                                      them; minus the distance if they are apart
  nearest         distance,nx,ny,ax,ay,bx,by  and the closest points; less than 0 if
                                      they overlap
Questions without an answer have no row. Rows are in the order of the questions, those of
one by fraction or distance, and else, or where those are equal, in the order of the FILEs.
Touching counts, everywhere. Worlds, bodies and other filters hold between a question
and a shape as between two shapes. Sensors are found too, unless --solid is given; for
within, --solid leaves out pairs with a sensor.

Circles of the FILEs without a radius are points for nearest, within and inside. For other
kinds of question, --radius 0 makes them points. --radius R gives them the radius R. Questions
whose row gives no radius and no size are points, and --radius does not change that. Only for
casts and boxes, --radius is the radius of questions too.

Shapes and questions may be of any kind: concave, with holes, of several polygons, lines of many
points, collections of geometries (--mend takes outlines that cross themselves). Each is cut into
convex parts, and a question and a shape have one row all the same:
  rays, casts     what is met first of the whole; inner cuts are not met. A shape holds where a
                  ray begins if one of its parts does. Where a cast overlaps from the beginning,
                  the normal is that of the shortest push. Exactly at a corner where a cut
                  ends the normal can be that of the cut
  points, boxes   depth and normal are the shortest push that parts the whole of both. Three
                  columns follow where some shapes have several parts, part_contacts, deepest and
                  least, as those of collide; --effort says how far to search for the shortest
  nearest         distance is minus the length of that push if the shapes overlap. The closest
                  points are the points that touch after the push
  within          the distance of the nearest parts; with --centres, of the positions of
                  any members
  inside          decided exactly, from the tables' float64 coordinates, as of convex shapes,
                  too. The job ends at a concave shape or a line with a radius that
                  would hold more than a point; with --skip-bad it is left out. Shapes of members
                  whose polygons overlap each other or whose radii differ are refused; --skip-bad
                  leaves them out

WHICH SHAPE LIES IN WHICH
  query inside                         is all of the question in the shape? Edges count; exact
  query points                         is a point in the shape, how deep, and which way out?
  collide --relation contains --join   contains as OGC defines it, and all other relations
  collide --mode area --join           how large is the share of each shape in the other?

--keep name,height adds columns name_a,name_b,height_a,height_b with what the tables have
there, of the question and of the shape; column id is id_a and id_b already.

--stats FILE writes counts and times as JSON.

--tile X0,Y0,X1,Y1 answers the questions whose box has its lower left corner in the tile; boxes are
a little larger than their shapes. Together, tiles that fill the plane give the rows of one run (see
daylight help collide). A run reads the shapes that may answer its questions: for rays and casts
those that their paths may reach, for other kinds those within --near. nearest without --near reads
all shapes of its worlds. A run reports only the bad rows that it reads. Without --ask it reads the
FILEs twice, but standard input once, keeping all shapes.

--verify answers every question a second time by looking at all shapes, and exits with 1 on
any difference, writing nothing. Pushes have to part all parts of the two; that none is shorter
is not verified.
The output appears under its name only when it is complete; --out NAME.ndjson gets a JSON
object on each line, NAME.geojson features, NAME.parquet and NAME.arrow columns, NAME.gz and
NAME.zst are compressed. Features are where a ray or a cast meets something, the line between
closest points, or else the outlines of question and shape; --geometry-out says otherwise.`

// asking are the flags of query.
type asking struct {
	job
	q    answer.Question
	dt   float64
	mend bool
}

func newQuery() *cobra.Command {
	o := &asking{}
	c := &cobra.Command{
		Use:   "query KIND [flags] FILE...",
		Short: "Ask tables of shapes: rays, casts, points, boxes, nearest, within, inside",
		Long:  queryHelp,
		Example: examples(
			"daylight query inside --ask tracks.csv zones.csv", "which zones hold each point of a GPS track",
			"daylight query rays --ask shots.csv --dt 0.5 walls.csv", "what is hit first within half a second, and where",
			"daylight query casts --ask robots.csv shelves.csv", "how far robots get that move at vx,vy,omega for a second",
			"daylight query nearest --count 3 --ask homes.csv --radius 0 stops.csv", "the three nearest stops of each home",
			"daylight query within --near 2 --radius 0.2 --centres crowd.csv", "who stands within two metres of whom",
			"daylight query nearest --ask homes.geojson --out near.geojson stops.parquet", "a line from each home to the nearest stop",
			"daylight query inside parcels.csv", "which parcels lie wholly in which others",
		),
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			files, err := o.takeKind(c, args)
			if err == nil {
				err = o.check(c, files)
			}
			if err != nil {
				return err
			}
			return o.job.run(c, &o.q)
		},
	}
	f := c.Flags()
	f.StringArrayVar(&o.join.files, "ask", nil, "table of questions, a `file`; - is standard input")
	f.StringSliceVar(&o.join.columns, "ask-columns", nil, "`names` of the columns of a table of questions without a header row")
	countFlag(f, &o.q.K, 1, "nearest: how many")
	f.Float64Var(&o.q.Near, "near", 0, "how far shapes may be from a question, or for within from each other")
	stepFlag(f, &o.dt, 1)
	f.BoolVar(&o.q.All, "all", false, "rays: everything on the way, not only what is met first")
	f.BoolVar(&o.q.Holding, "holding", false, "rays: shapes that hold the place where the ray begins are met, at once")
	f.BoolVar(&o.q.Centres, "centres", false, "within: measure between positions instead of shapes")
	f.BoolVar(&o.q.Both, "both", false, "within: each pair has two rows, one for each of its shapes")
	f.BoolVar(&o.q.Solid, "solid", false, "sensors, shapes whose column sensor says so, do not answer")
	o.job.flags(f)
	f.IntVar(&o.means.Limit, "limit", 0, fmt.Sprintf("give up beyond this many answers (0: %d)", query.DefaultMaxAnswers))
	mendFlag(f, &o.mend)
	f.SortFlags = false
	o.in.flags(c)
	return c
}

// takeKind takes the kind of questions from the front of the arguments.
func (o *asking) takeKind(c *cobra.Command, args []string) (files []string, err error) {
	var names []string
	for _, k := range answer.Kinds {
		names = append(names, string(k))
	}
	list := output.Either(names)
	if len(args) == 0 {
		return nil, usage(c, "what is asked? Give %s, then FILEs of shapes", list)
	}
	if o.q.Kind = answer.Kind(strings.ToLower(args[0])); !slices.Contains(answer.Kinds, o.q.Kind) {
		return nil, usage(c, "%q is not a kind of question: want %s%s", args[0], list, meant(names, args[0], 2))
	}
	return args[1:], nil
}

// check checks the flags.
func (o *asking) check(c *cobra.Command, files []string) (err error) {
	q := &o.q
	if slices.Contains(o.join.files, "") {
		return usage(c, "--ask \"\": want %s", filled["ask"])
	}
	if err := o.checkKind(c, q.Kind); err != nil {
		return err
	}
	if _, err := o.means.Check(); err != nil {
		return usage(c, "%v", err)
	}
	o.join.flag = "--ask-columns"
	if err := o.tables(c, files, "ask", "ask-columns"); err != nil {
		return err
	}
	q.Means, q.SkipBad = o.means, o.read.SkipBad
	q.Workers = q.Processors()
	if q.Kernels, err = answer.Variant(q.Kernels); err != nil {
		return err
	}
	o.read.Concave, o.read.Mend, o.read.Given, o.read.Corners = true, o.mend, q.Kind == answer.Inside, q.Pushes()
	o.read.Workers = q.Workers
	columns := q.Columns()
	o.in.lengths = q.Near > 0 || slices.Contains(columns, "depth") || slices.Contains(columns, "distance")
	if q.Moving() {
		o.read.Time = o.dt
	}
	o.join.ask(q.Kind)
	if q.Kind == answer.Nearest || q.Kind == answer.Within || q.Kind == answer.Inside { // these also take points
		o.read.HasRadius = true
	}
	if err := o.writes(c, columns); err != nil {
		return err
	}
	o.read.Outlines = output.Outlined(o.drawn)
	t := o.read.Tile
	if t != nil {
		t.Near, t.Takes = max(0, q.Near), shapes.Answers
	}
	if q.Kind == answer.Nearest && !c.Flags().Changed("near") {
		q.Near = -1
		if o.uncut = errors.New("without --near each tile needs all shapes"); t != nil {
			t.Near = math.Inf(1)
		}
	}
	return nil
}

// checkKind finds flags that do not go with a kind of question, and numbers that are too small or
// too large.
func (o *asking) checkKind(c *cobra.Command, kind answer.Kind) error {
	set := c.Flags().Changed
	is := func(kinds ...answer.Kind) bool { return slices.Contains(kinds, kind) }
	for _, f := range []struct {
		name  string
		kinds []answer.Kind
	}{
		{"all", []answer.Kind{answer.Rays}}, {"holding", []answer.Kind{answer.Rays}}, {"centres", []answer.Kind{answer.Within}}, {"both", []answer.Kind{answer.Within}}, {"count", []answer.Kind{answer.Nearest}},
		{"near", []answer.Kind{answer.Points, answer.Boxes, answer.Nearest, answer.Within}}, {"dt", []answer.Kind{answer.Rays, answer.Casts}},
	} {
		if set(f.name) && !is(f.kinds...) {
			return usage(c, "--%s says nothing with query %s", f.name, kind)
		}
	}
	switch asks := len(o.join.files) > 0; {
	case asks && is(answer.Within):
		return usage(c, "query within asks shapes about each other: --ask does not go with it (query points --near R does)")
	case !asks && !is(answer.Within, answer.Nearest, answer.Inside):
		return usage(c, "query %s: give the table of questions by --ask", kind)
	case set("ask-columns") && !asks:
		return usage(c, "--ask-columns says nothing without --ask")
	case is(answer.Within) && !set("near"):
		return usage(c, "query within: say by --near how near")
	case !(o.q.Near >= 0 && o.q.Near <= query.MaxDistance):
		return usage(c, "--near %v: want 0 to %g", o.q.Near, float64(query.MaxDistance))
	case o.q.K < 1 || o.q.K > query.MaxNeighbours:
		return usage(c, "--count %d: want 1 to %d", o.q.K, query.MaxNeighbours)
	case !(o.dt > 0 && o.dt <= math.MaxFloat32):
		return usage(c, "--dt %v: want a finite number above 0", o.dt)
	}
	return nil
}
