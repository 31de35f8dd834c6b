// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unsafe"

	"daylight/batch"
	"daylight/batch/exact"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

// ParseRelation finds a relation by its name.
func ParseRelation(name string) (region.Relation, error) {
	for r := region.Intersects; r <= region.Crosses; r <<= 1 {
		if r.String() == name {
			return r, nil
		}
	}
	if name == "disjoint" {
		return 0, errors.New("that is all pairs but those of intersects, far too many to list")
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
	areas   [2][]float64 // of the shapes that rows are about, if asked for
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
	engine, err := c.options(nil, nil)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	first, err := scene(set)
	if err != nil {
		return nil, err
	}
	d := &Decided{what: what}
	d.Sides = SidesOf(set, cmp.Or(other, set), d)
	bar := c.Bars.Start("colliding", 100, false)
	cfg := exact.Config{
		Relations: what.Relation != 0, Areas: what.Area,
		Engine: batch.Config{
			Strict: c.Strict || what.Area, Workers: c.Processors(), Kernels: engine.Kernels,
			MaxCandidates: engine.MaxCandidates, MemoryLimit: engine.MemoryLimit, OnProgress: bar.Set,
		},
	}
	var found *exact.Pairs
	if other == nil {
		found, err = exact.Find(ctx, first, cfg)
	} else if second, bad := scene(other); bad != nil {
		err = bad
	} else {
		found, err = exact.Join(ctx, first, second, cfg)
	}
	bar.End()
	if err != nil {
		return nil, c.explain(err)
	}
	d.Stats = found.Stats
	if err := d.keep(found, c.Memory); err != nil {
		return nil, fmt.Errorf("for all pairs: %w (--memory says how much to use)", err)
	}
	d.Collide = time.Since(start)
	return d, nil
}

// scene makes a scene of a set's shapes, with their filters.
func scene(s *shapes.Set) (*exact.Scene, error) {
	scene := new(exact.Scene)
	k := 0
	for id := range s.Shapes.All() {
		a, err := s.Shapes.Attrs(id)
		if err != nil {
			return nil, err
		}
		if _, err := scene.Add(s.Given[k], a); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Place(k), err)
		}
		k++
	}
	return scene, nil
}

// keep takes over the pairs that are asked for, in order of world. Of a relation that has a
// direction, a row is made for each way in which it holds.
func (d *Decided) keep(p *exact.Pairs, room *memory.Budget) error {
	each := func(take func(world uint32, r decided)) {
		for i := range p.A {
			r := decided{a: p.A[i], b: p.B[i], verdict: p.Verdicts[i]}
			if p.Relations != nil {
				r.relation = p.Relations[i]
			}
			if p.Common != nil {
				r.common = p.Common[i]
			}
			w := d.A.World(int(r.a))
			if d.what.Relation == 0 || r.relation&d.what.Relation != 0 {
				take(w, r)
			}
			if m := mirrored[d.what.Relation]; m != 0 && !d.joined() && r.relation&m != 0 {
				r.a, r.b = r.b, r.a
				r.relation = turned(r.relation)
				take(w, r)
			}
		}
	}
	at := make([]int, len(d.A.Worlds())+1)
	each(func(world uint32, _ decided) { at[world+1]++ })
	for w := 1; w < len(at); w++ {
		at[w] += at[w-1]
	}
	n := int64(at[len(at)-1])
	if err := room.Reserve(int64(len(p.A))*pairBytes + n*int64(unsafe.Sizeof(decided{}))); err != nil {
		return err
	}
	d.rows = make([]decided, n)
	each(func(world uint32, r decided) {
		d.rows[at[world]] = r
		at[world]++
	})
	room.Release(int64(len(p.A)) * pairBytes) // nobody needs them any more
	if d.what.Area {
		d.measure()
	}
	return nil
}

// pairBytes is what a pair takes that package exact has found, with what it has in common with another.
const pairBytes = 48

// measure finds the areas of the shapes that rows are about, each once.
func (d *Decided) measure() {
	var done [2][]bool
	for i, s := range [2]*shapes.Set{d.A, d.B} {
		d.areas[i], done[i] = make([]float64, s.Len()), make([]bool, s.Len())
	}
	if !d.joined() {
		d.areas[1], done[1] = d.areas[0], done[0]
	}
	for _, r := range d.rows {
		if !done[0][r.a] {
			d.areas[0][r.a], done[0][r.a] = d.A.Given[r.a].Area(), true
		}
		if !done[1][r.b] {
			d.areas[1][r.b], done[1][r.b] = d.B.Given[r.b].Area(), true
		}
	}
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

// Pair gives the shapes of row i, each by its place in the set it is from.
func (d *Decided) Pair(i int) (a, b int) { return int(d.rows[i].a), int(d.rows[i].b) }

// Keep leaves of the rows, in their order, those for which keep is true.
func (d *Decided) Keep(keep func(i int) bool) {
	n := 0
	for i := range d.rows {
		if keep(i) {
			d.rows[n] = d.rows[i]
			n++
		}
	}
	d.rows = d.rows[:n]
}

// Columns names the values of each row.
func (d *Decided) Columns() []string { return d.what.Columns() }

// Kinds says what the values of each row are.
func (d *Decided) Kinds() []output.Kind {
	var list []output.Kind
	for _, name := range d.Columns() {
		kind := output.DoubleKind
		if name == "verdict" || name == "relations" || name == "wkt" {
			kind = output.TextKind
		}
		list = append(list, kind)
	}
	return list
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

// Values appends the values of row i to dst.
func (d *Decided) Values(dst []output.Value, i int) []output.Value {
	r := &d.rows[i]
	dst = append(dst, output.Text(r.verdict.String()))
	if d.what.Relation != 0 {
		dst = append(dst, output.Text(r.relation.String()))
	}
	a, b := &d.A.Given[r.a], &d.B.Given[r.b]
	if d.what.Area {
		if !a.Solid() || !b.Solid() {
			dst = append(dst, output.Missing, output.Missing, output.Missing, output.Missing, output.Missing, output.Missing)
		} else {
			c := r.common
			areaA, areaB := d.areas[0][r.a], d.areas[1][r.b]
			x, y := output.Missing, output.Missing // of what has no area, such as a point of a collection
			if c.Area > 0 {
				x, y = output.Double(c.Centroid.X), output.Double(c.Centroid.Y)
			}
			dst = append(dst, output.Double(c.Area), x, y,
				output.Double(c.Area/(areaA-c.Area+areaB)), output.Double(c.Area/areaA), output.Double(c.Area/areaB))
		}
	}
	if d.what.Outline {
		if !flat(a) || !flat(b) {
			return append(dst, output.Missing)
		}
		dst = append(dst, output.Text(multipolygon(a.AppendIntersection(nil, b))))
	}
	return dst
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
