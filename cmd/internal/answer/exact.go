// SPDX-License-Identifier: MIT

package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unsafe"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/batch"
	"daylight/batch/exact"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

// parseRelation finds a relation by its name.
func parseRelation(name string) (region.Relation, error) {
	for r := region.Intersects; r <= region.Crosses; r <<= 1 {
		if r.String() == name {
			return r, nil
		}
	}
	if name == "disjoint" {
		return 0, errors.New("nearly all pairs are disjoint, too many to list; intersects finds all others")
	}
	return 0, errors.New("want intersects, touches, crosses, overlaps, overlaps-partly, contains, within, covers, covered-by or equals")
}

// Exactly says what to find out about pairs, exactly.
type Exactly struct {
	// Relation that pairs are to have; 0 stands for any pair that is not apart.
	Relation region.Relation
	// Area adds what they have in common, and Outline its outline.
	Area, Outline bool
}

// mirrored are the relations that hold the other way round.
var mirrored = map[region.Relation]region.Relation{
	region.Contains: region.Within, region.Within: region.Contains,
	region.Covers: region.CoveredBy, region.CoveredBy: region.Covers,
}

// Decided is the exact answer about one Set that was read with shapes.Config.Exact, or
// about one against another.
type Decided struct {
	Sides
	Stats   exact.Stats
	Collide time.Duration
	what    Exactly
	rows    []decided
	order   []uint32 // the place of each row, by world; nil if the rows are in that order
}

// decided is one row.
type decided struct {
	a, b     int32
	verdict  region.Verdict
	relation region.Relation
	common   region.Common
}

// Decide finds the pairs of a set, or of a set and another read beside it unless that is nil.
func Decide(ctx context.Context, set, other *shapes.Set, c Config, what Exactly) (*Decided, error) {
	engine, err := c.options()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	first, err := exact.NewScene(&set.Given, set.Shapes)
	if err != nil {
		return nil, err
	}
	d := &Decided{what: what}
	d.Sides = Sides{set, cmp.Or(other, set), d}
	bar := c.Bars.Start("colliding", 100, "")
	cfg := exact.Config{
		Relations: what.Relation != 0, Areas: what.Area,
		Engine: batch.Config{
			Strict: c.Strict || what.Area, Workers: engine.Workers, Kernels: engine.Kernels,
			MemoryLimit: engine.MemoryLimit, OnProgress: bar.Set,
		},
	}
	var found *exact.Pairs
	if other == nil {
		found, err = exact.Find(ctx, first, cfg)
	} else if second, bad := exact.NewScene(&other.Given, other.Shapes); bad != nil {
		err = bad
	} else {
		found, err = exact.Join(ctx, first, second, cfg)
	}
	bar.End()
	if err != nil {
		return nil, c.explain(err)
	}
	d.Stats = found.Stats
	if err := memory.For("for all pairs", d.keep(found, c.Memory)); err != nil {
		return nil, err
	}
	d.Collide = time.Since(start)
	return d, nil
}

// pairBytes is the memory of a pair from package exact, with its relations or area.
const pairBytes = 48

// keep takes over the pairs that are asked for and of the tile, in order of world. A relation with
// a direction gets a row for each way in which it holds.
func (d *Decided) keep(p *exact.Pairs, room *memory.Budget) error {
	asked, mirror := d.what.Relation, mirrored[d.what.Relation]
	if d.joined() {
		mirror = 0
	}
	each := func(take func(r decided)) {
		for i := range p.A {
			r := decided{a: p.A[i], b: p.B[i], verdict: p.Verdicts[i]}
			if p.Relations != nil {
				r.relation = p.Relations[i]
			}
			if p.Common != nil {
				r.common = p.Common[i]
			}
			if !d.inTile(int(r.a), int(r.b)) {
				continue
			}
			if asked == 0 || r.relation&asked != 0 {
				take(r)
			}
			if r.relation&mirror != 0 {
				r.a, r.b, r.relation = r.b, r.a, turned(r.relation)
				take(r)
			}
		}
	}
	n := int64(0)
	each(func(decided) { n++ })
	if err := room.Reserve(int64(len(p.A))*pairBytes + n*int64(unsafe.Sizeof(decided{})+4)); err != nil {
		return err
	}
	d.rows = make([]decided, 0, n)
	each(func(r decided) { d.rows = append(d.rows, r) })
	room.Release(int64(len(p.A)) * pairBytes) // nobody needs them any more
	d.order = byWorld(len(d.rows), len(d.A.Worlds()), func(i int) uint32 { return d.A.World(int(d.rows[i].a)) })
	return nil
}

// turned are the relations of B to A.
func turned(r region.Relation) region.Relation {
	out := r
	for from, to := range mirrored {
		if r&from != 0 && r&to == 0 {
			out = out&^from | to
		}
	}
	return out
}

// Len is the number of pairs.
func (d *Decided) Len() int { return len(d.rows) }

// at returns row i.
func (d *Decided) at(i int) *decided {
	if d.order != nil {
		i = int(d.order[i])
	}
	return &d.rows[i]
}

// Pair gives the shapes of row i, each by its place in the set it is from.
func (d *Decided) Pair(i int) (a, b int) {
	r := d.at(i)
	return int(r.a), int(r.b)
}

// Fields returns the columns of each row.
func (d *Decided) Fields() []output.Field {
	var own []output.Field
	for _, name := range d.what.Columns() {
		t := columnar.Float64
		if name == "verdict" || name == "relations" || name == "wkt" {
			t = columnar.Text
		}
		own = append(own, output.Number(name, t))
	}
	return d.Sides.Fields(own)
}

// Columns names the values of each row.
func (e Exactly) Columns() []string {
	columns := []string{"verdict"}
	if e.Relation != 0 {
		columns = append(columns, "relations")
	}
	if e.Area {
		columns = append(columns, "area", "x", "y", "union_share", "share_a", "share_b")
	}
	if e.Outline {
		columns = append(columns, "wkt")
	}
	return columns
}

// Fill appends rows from to to-1.
func (d *Decided) Fill(cells []columnar.Cells, from, to int) {
	own := d.Sides.Fill(cells, from, to)
	var rooms [2]region.Region
	for i := from; i < to; i++ {
		r, rest := d.at(i), own[1:]
		columnar.AppendText(&own[0], r.verdict.String())
		if d.what.Relation != 0 {
			columnar.AppendText(&rest[0], r.relation.String())
			rest = rest[1:]
		}
		if !d.what.Area {
			continue
		}
		a, b := d.A.Given.At(int(r.a), &rooms[0]), d.B.Given.At(int(r.b), &rooms[1])
		r.share(rest, &a, &b)
		switch {
		case !d.what.Outline:
		case flat(&a) && flat(&b):
			columnar.AppendText(&rest[6], multipolygon(a.AppendIntersection(nil, &b)))
		default:
			rest[6].Null()
		}
	}
}

// share appends the common area of two shapes, its centroid and its shares.
func (r *decided) share(cells []columnar.Cells, a, b *region.Shape) {
	if !a.Solid() || !b.Solid() {
		nulls(cells[:6])
		return
	}
	c, areaA, areaB := r.common, a.Area(), b.Area()
	cells[0].Float(c.Area + 0)
	if c.Area > 0 {
		cells[1].Float(c.Centroid.X + 0)
		cells[2].Float(c.Centroid.Y + 0)
	} else { // the common region has no area, such as a point of a collection
		nulls(cells[1:3])
	}
	for k, v := range [...]float64{c.Area / (areaA - c.Area + areaB), c.Area / areaA, c.Area / areaB} {
		cells[3+k].Float(v + 0)
	}
}

// Widest returns the most bytes that the texts of a row may take. If rows have outlines, it returns
// a large number, so that the writer counts bytes after each row.
func (d *Decided) Widest() int {
	w := d.Sides.Widest() + 100 // verdict and relations
	if d.what.Outline {
		w += 1 << 20
	}
	return w
}

// multipolygon writes convex polygons as Well-Known Text.
func multipolygon(pieces [][]region.Point) string {
	if len(pieces) == 0 {
		return "MULTIPOLYGON EMPTY"
	}
	text := []byte("MULTIPOLYGON (")
	for i, piece := range pieces {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = append(text, "(("...)
		for k := range len(piece) + 1 {
			p := piece[k%len(piece)]
			if k > 0 {
				text = append(text, ", "...)
			}
			text = strconv.AppendFloat(text, p.X+0, 'g', -1, 64)
			text = append(text, ' ')
			text = strconv.AppendFloat(text, p.Y+0, 'g', -1, 64)
		}
		text = append(text, "))"...)
	}
	return string(append(text, ')'))
}

// flat reports whether a shape has an area, and straight edges only.
func flat(s *region.Shape) bool { return s.Solid() && s.Radius() == 0 }

// Outlines returns the requested outlines of the shapes of row i as they were given, except that
// round parts become straight lines.
func (d *Decided) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	r := d.at(i)
	given := func(s *shapes.Set, k int32) geom.Geometry {
		shape := s.Given.At(int(k), nil)
		return outline.Given(&shape)
	}
	if a {
		p = given(d.A, r.a)
	}
	if b {
		q = given(d.B, r.b)
	}
	return p, q
}

// stats adds what was decided.
func (d *Decided) stats(s *Stats) {
	open := d.Stats.Candidates - d.Stats.Sure
	s.Candidates, s.Quarantined, s.Undecided = &d.Stats.Candidates, &d.Stats.Engine.Quarantined, &open
	s.Mode, s.Finds, s.Kernels, s.Workers = "exact", "pairs that touch or overlap, decided exactly", d.Stats.Engine.Kernels, d.Stats.Engine.Workers
	if d.what.Relation != 0 {
		s.Finds = fmt.Sprintf("pairs of which the relation %v holds, exactly", d.what.Relation)
	}
	if d.what.Area {
		s.Mode, s.Finds = modeArea, s.Finds+", with the area in common"
	}
	s.Seconds["collide"] = d.Collide.Seconds()
}
