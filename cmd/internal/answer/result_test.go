// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/shapes"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

func set(t *testing.T, text string) *shapes.Set {
	t.Helper()
	l := shapes.NewLoader(shapes.Config{})
	must.Do(t, l.Read(strings.NewReader(text), "in"))
	return must.Get(l.Set())(t)
}

// crowd is n circles of radius 1 in two worlds that take turns, on a line half a
// unit apart.
func crowd(t *testing.T, n int) *shapes.Set {
	var b strings.Builder
	b.WriteString("world,x,y,r\n")
	for i := range n {
		fmt.Fprintf(&b, "%c,%g,0,1\n", "ba"[i%2], float64(i)*0.5)
	}
	return set(t, b.String())
}

func TestOrder(t *testing.T) {
	r := must.Get(Run(context.Background(), crowd(t, 300), nil, Config{}))(t)
	if r.Len() != 2*(149+148) || !full(r.mode) {
		t.Fatalf("%d contacts", r.Len())
	}
	lastW, lastA, lastB := -1, -1, -1
	for i := range r.Len() {
		a, b := r.Pair(i)
		w := int(r.A.World(a))
		if a >= b || w < lastW || (w == lastW && (a < lastA || (a == lastA && b <= lastB))) {
			t.Fatalf("row %d: world %d, %d and %d after world %d, %d and %d", i, w, a, b, lastW, lastA, lastB)
		}
		lastW, lastA, lastB = w, a, b
		if depth, nx, ny := r.Measure(i); depth != 2-float32(b-a)/2 || nx != 1 || ny != 0 {
			t.Fatalf("row %d: %v %v %v", i, depth, nx, ny)
		}
	}
	if world, a, b := r.Row(0); world != "b" || string(a) != "0" || string(b) != "2" {
		t.Errorf("the first row is %s,%s,%s", world, a, b)
	}
	if r.Pairs() != 2*150*149/2 {
		t.Errorf("%v pairs", r.Pairs())
	}
}

// TestVerify tampers with answers in every way and expects to be told.
func TestVerify(t *testing.T) {
	ctx := context.Background()
	for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeOverlaps, batch.ModePairs} {
		c := Config{Mode: mode}
		fresh := func() *Result {
			return must.Get(Run(ctx, crowd(t, 20), nil, c))(t)
		}
		check := func(name string, r *Result, missing, extra, changed int) {
			t.Helper()
			d := must.Get(r.Verify(ctx, c))(t)
			if d.Missing != missing || d.Extra != extra || d.Changed != changed || d.Any() != (missing+extra+changed > 0) {
				t.Errorf("%v, %s: %v", mode, name, d)
			}
		}
		check("untouched", fresh(), 0, 0, 0)

		r := fresh()
		cut := func(i int) {
			k := r.Contacts
			k.A, k.B = append(k.A[:i:i], k.A[i+1:]...), append(k.B[:i:i], k.B[i+1:]...)
			if full(r.mode) {
				k.Depth, k.NX, k.NY = append(k.Depth[:i:i], k.Depth[i+1:]...), append(k.NX[:i:i], k.NX[i+1:]...), append(k.NY[:i:i], k.NY[i+1:]...)
			}
		}
		cut(3)
		if mode == batch.ModePairs && r.Contacts.A[2] == r.Contacts.A[3] {
			cut(0)
			cut(0)
		}
		if d, err := r.Verify(ctx, c); err != nil || d.Missing == 0 || !strings.Contains(d.Error(), "missing pair") {
			t.Errorf("%v: a missing pair: %v, %v", mode, d, err)
		}

		r = fresh()
		r.Contacts.A[5], r.Contacts.B[5] = r.Contacts.A[4], r.Contacts.B[4]
		if d, err := r.Verify(ctx, c); err != nil || d.Extra == 0 {
			t.Errorf("%v: a repeated pair: %v, %v", mode, d, err)
		}
		if mode == batch.ModeContacts {
			r = fresh()
			r.Contacts.Depth[7] += 1e-6
			check("a changed depth", r, 0, 0, 1)
			r = fresh()
			r.Contacts.NY[7] = -r.Contacts.NY[7] // 0 becomes -0
			check("a changed bit", r, 0, 0, 1)
		}
	}
}

// TestVerifyBoxes tampers with candidates that do not touch.
func TestVerifyBoxes(t *testing.T) {
	ctx := context.Background()
	const table = "id,world,x,y,r,static\n" +
		"a,u,0,0,1,1\n" +
		"b,u,1.5,1.5,1,0\n" + // the boxes of a and b overlap, the circles do not
		"c,u,1.6,-1.6,1,1\n" + // so do those of a and c, but both are static
		"d,u,9,9,1,0\n" +
		"e,v,1.5,-1.5,1,0\n"
	for _, c := range []struct {
		name           string
		margin         float64
		pairs          []int // slots of A and B in turn
		missing, extra int
		first          string
	}{
		{"as found", 0, []int{0, 1}, 0, 0, ""},
		{"missing", 0, nil, 1, 0, "missing pair a, b of world u"},
		{"far apart", 0, []int{0, 1, 0, 3}, 0, 1, "extra pair a, d of world u"},
		{"filtered", 0, []int{0, 1, 0, 2}, 0, 1, "extra pair a, c of world u"},
		{"of two worlds", 0, []int{0, 1, 0, 4}, 0, 1, "extra pair a, e of world u"},
		{"of another world, alone", 0, []int{0, 1, 3, 4}, 0, 1, "extra pair d, e of world u"},
		{"with a margin", 2, []int{0, 1, 1, 2}, 0, 0, ""},
		{"missing in the margin", 2, []int{0, 1}, 1, 0, "missing pair b, c of world u"},
	} {
		cfg := Config{Mode: batch.ModePairs, Margin: c.margin}
		r := must.Get(Run(ctx, set(t, table), nil, cfg))(t)
		ids := livetest.IDs(r.A.Shapes)
		r.Contacts.A, r.Contacts.B = nil, nil
		for i := 0; i < len(c.pairs); i += 2 {
			r.Contacts.A = append(r.Contacts.A, ids[c.pairs[i]])
			r.Contacts.B = append(r.Contacts.B, ids[c.pairs[i+1]])
		}
		d := must.Get(r.Verify(ctx, cfg))(t)
		if d.Missing != c.missing || d.Extra != c.extra || d.First != c.first {
			t.Errorf("%s: %v", c.name, d)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := must.Get(Run(ctx, crowd(t, 3000), nil, Config{}))(t)
	cancel()
	if _, err := Run(ctx, r.A, nil, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
	if _, err := r.Verify(ctx, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify: %v", err)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []Config{
		{Means: Means{Workers: -1}}, {Means: Means{Workers: 1 << 20}}, {Means: Means{Limit: -1}}, {Margin: 1e300}, {Means: Means{Kernels: "abacus"}}, {Mode: 9},
	} {
		if err := c.Check(); err == nil || strings.Contains(err.Error(), "batch:") {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := (&Config{Means: Means{Kernels: "go", Workers: 3}, Margin: -1}).Check(); err != nil {
		t.Error(err)
	}
}

// moving is circles in pairs that touch, one of each pair moving on.
const moving = "id,x,y,r,vx,vy\n" +
	"a,0,0,1,4,0\nb,1,0,1,0,0\nc,5,0,1,0,0\nd,5,1.5,1,0,-1\n"

// boxes is boxes that lie on each other.
const boxes = "id,x,y,hx,hy\na,0,0,1,1\nb,1,1.5,1,1\nc,2,0,1,1\nd,0,3,0.5,0.5\n"

// TestVerifyValues tampers with every value that a mode has beyond depth and normal, in
// answers about one set and about two.
func TestVerifyValues(t *testing.T) {
	ctx := context.Background()
	load := func(text string) (set, other *shapes.Set) {
		l := shapes.NewLoader(shapes.Config{Time: 1})
		must.Do(t, l.Read(strings.NewReader(text), "in"))
		m := l.Beside(nil)
		must.Do(t, m.Read(strings.NewReader(text), "other"))
		set = must.Get(l.Set())(t)
		other = must.Get(m.Set())(t)
		return set, other
	}
	for _, c := range []struct {
		mode    batch.Mode
		text    string
		columns int
		tamper  []func(c *batch.Contacts)
	}{
		{batch.ModeManifolds, boxes, 12, []func(c *batch.Contacts){
			func(c *batch.Contacts) { c.Points[1][1].Feature ^= 1 },
			func(c *batch.Contacts) { c.Points[0][1].X++ },
			func(c *batch.Contacts) { c.Points[1][0].Y += 1e-6 },
			func(c *batch.Contacts) { c.Points[1][0].Depth *= -1 },
			func(c *batch.Contacts) { c.Points[0][0].Feature ^= 1 },
			func(c *batch.Contacts) { c.Depth[0]++ },
		}},
		{batch.ModeSwept, moving, 4, []func(c *batch.Contacts){
			func(c *batch.Contacts) { c.Time[1] += 1e-6 },
			func(c *batch.Contacts) { c.NX[1]++ },
		}},
		{batch.ModeDistance, boxes, 8, []func(c *batch.Contacts){
			func(c *batch.Contacts) { c.Points[0][0].X++ },
			func(c *batch.Contacts) { c.Points[0][1].Y++ },
			func(c *batch.Contacts) { c.Points[1][0].X++ },
			func(c *batch.Contacts) { c.Points[1][1].Y++ },
			func(c *batch.Contacts) { c.NY[1]++ },
		}},
	} {
		for _, join := range []bool{false, true} {
			for k := -1; k < len(c.tamper); k++ {
				set, other := load(c.text)
				cfg := Config{Mode: c.mode}
				r, err := Run(ctx, set, nil, cfg)
				if join {
					r, err = Run(ctx, set, other, cfg)
				}
				if err != nil || !full(r.mode) || r.Len() < 2 {
					t.Fatalf("%v: %v, %d contacts", c.mode, err, r.Len())
				}
				var fields []columnar.Field
				for _, f := range r.Fields() {
					fields = append(fields, f.Field)
				}
				cells := columnar.NewCells(fields, 1)
				r.Fill(cells, 0, 1)
				if n := len(r.Columns()); n != c.columns || len(cells) != n+3 || slices.ContainsFunc(cells, func(c columnar.Cells) bool { return c.Len() != 1 }) {
					t.Errorf("%v: columns %v, cells %v", c.mode, r.Columns(), cells)
				}
				want := 0
				if k >= 0 {
					c.tamper[k](r.Contacts)
					want = 1
				}
				if d, err := r.Verify(ctx, cfg); err != nil || d.Changed != want || d.Missing+d.Extra != 0 {
					t.Errorf("%v, join %v, tampered in way %d: %v, %v", c.mode, join, k, d, err)
				}
			}
		}
	}
}

// TestVerifyJudgesPoints: points that kernels and brute force agree upon are judged too.
func TestVerifyJudgesPoints(t *testing.T) {
	ctx := context.Background()
	l := shapes.NewLoader(shapes.Config{})
	must.Do(t, l.Read(strings.NewReader(boxes), "in"))
	set := must.Get(l.Set())(t)
	for k, tamper := range []func(c *batch.Contacts){
		func(c *batch.Contacts) {},
		func(c *batch.Contacts) { c.Points[0][1].X += 1e-4 },
		func(c *batch.Contacts) { c.Points[1][0].Y += 0.3 },
		func(c *batch.Contacts) { c.Points[0][0].Depth += 1e-4 },
		func(c *batch.Contacts) { c.Points[0][0].Feature, c.Points[1][0].Feature = 0, 0 },
	} {
		r := must.Get(Run(ctx, set, nil, Config{Mode: batch.ModeManifolds}))(t)
		tamper(r.Contacts)
		d := &Difference{}
		must.Do(t, r.verifyPoints(ctx, d))
		if d.Misplaced != min(k, 1) || d.Any() != (k > 0) {
			t.Errorf("tampered in way %d: %v", k, d)
		}
	}
}

// TestVerifyJoin tampers with the pairs of a join, whose shapes have the same names on
// both sides.
func TestVerifyJoin(t *testing.T) {
	ctx := context.Background()
	const table1 = "id,world,x,y,r\na,u,0,0,1\nb,u,1.5,1.5,1\nc,v,0,0,1\n"
	const table2 = "id,world,x,y,r\na,u,1,0,1\nb,v,0,1,1\nc,u,9,9,1\n"
	join := func(mode batch.Mode) (*Result, Config) {
		l := shapes.NewLoader(shapes.Config{})
		must.Do(t, l.Read(strings.NewReader(table1), "in"))
		m := l.Beside(nil)
		must.Do(t, m.Read(strings.NewReader(table2), "other"))
		set, _ := l.Set()
		other, _ := m.Set()
		c := Config{Mode: mode}
		r := must.Get(Run(ctx, set, other, c))(t)
		return r, c
	}
	for _, mode := range []batch.Mode{batch.ModePairs, batch.ModeOverlaps, batch.ModeContacts} {
		r, c := join(mode)
		if d, err := r.Verify(ctx, c); err != nil || d.Any() || r.Len() != 3 {
			t.Errorf("%v: %d pairs, %v, %v", mode, r.Len(), d, err)
		}
		if r.Pairs() != 2*2+1*1 {
			t.Errorf("%v pairs", r.Pairs())
		}
		if world, a, b := r.Row(2); world != "v" || string(a) != "c" || string(b) != "b" {
			t.Errorf("%v: the last row is %s,%s,%s", mode, world, a, b)
		}
		k := r.Contacts
		ids := livetest.IDs(r.B.Shapes)
		beyond := 1
		if mode == batch.ModePairs {
			beyond = 0 // which is looked at if nothing is missing
			b := k.B[2]
			for _, to := range []soa.ID{ids[0], ids[2]} { // of another world, also far apart
				k.A, k.B = append(k.A[:2], k.A[2], k.A[2]), append(k.B[:2], min(b, to), max(b, to))
				if d, err := r.Verify(ctx, c); err != nil || d.Missing != 0 || d.Extra != 1 {
					t.Errorf("a pair too many: %+v, %v", d, err)
				}
				k.A, k.B = k.A[:3], append(k.B[:2], b)
			}
		}
		k.B[2] = ids[2] // c and c, of two worlds
		if d, err := r.Verify(ctx, c); err != nil || d.Missing != 1 || d.Extra != beyond || !strings.HasSuffix(d.First, "pair c, b of world v") {
			t.Errorf("%v: another pair: %+v, %v", mode, d, err)
		}
		k.A, k.B = k.A[:2], k.B[:2]
		if d, err := r.Verify(ctx, c); err != nil || d.Missing != 1 || d.Extra != 0 || d.First != "missing pair c, b of world v" {
			t.Errorf("%v: a missing pair: %+v, %v", mode, d, err)
		}
		k.B[1] = ids[2] // b and c, far apart
		if d, err := r.Verify(ctx, c); err != nil || d.Missing != 2 || d.Extra != beyond {
			t.Errorf("%v: a pair far apart: %+v, %v", mode, d, err)
		}
	}
}

// TestVerifyExact tampers with verdicts, relations and areas: the oracle finds it, for any pairs
// decided a second time.
func TestVerifyExact(t *testing.T) {
	const table = "id,wkt\n" +
		"L,\"POLYGON((0 0,4 0,4 1,1 1,1 4,0 4,0 0))\"\n" +
		"box,\"POLYGON((0.5 0.25,3 .25,3 3,0.5 3,0.5 .25))\"\n" +
		"in,\"POLYGON((.25 .25,.75 .25,.25 .75,.25 .25))\"\n" +
		"by,\"POLYGON((4 0,5 0,5 5,4 0))\"\n"
	l := shapes.NewLoader(shapes.Config{Exact: true})
	must.Do(t, l.Read(strings.NewReader(table), "in"))
	s := must.Get(l.Set())(t)
	for _, what := range []Exactly{{}, {Relation: region.Intersects}, {Area: true}} {
		d := must.Get(Decide(context.Background(), s, nil, Config{}, what))(t)
		if diff, err := d.Verify(context.Background(), Config{}); err != nil || diff.Any() {
			t.Fatalf("%+v: %v, %v", what, diff, err)
		}
		for i := range d.rows {
			r := d.rows[i]
			a, b := s.Given.At(int(r.a), nil), s.Given.At(int(r.b), nil)
			if !r.confirms(a, b, what) {
				t.Errorf("%+v: row %d is not what the oracle says", what, i)
			}
			wrong := []func(r *decided){func(r *decided) { r.verdict = region.Overlapping + region.Touching - r.verdict }}
			if what.Relation != 0 && r.verdict == region.Overlapping {
				wrong = append(wrong, func(r *decided) { r.relation ^= region.Covers })
			}
			if what.Area {
				wrong = append(wrong, func(r *decided) { r.common.Area *= 1 + 1e-9 }, func(r *decided) { r.common.Centroid.Y += 1e-3 })
			}
			for k, f := range wrong {
				r := d.rows[i]
				if f(&r); r.confirms(a, b, what) {
					t.Errorf("%+v: row %d, changed in way %d, passes", what, i, k)
				}
			}
		}
		if want := 4; what.Area && len(d.rows) != 3 || !what.Area && len(d.rows) != want {
			t.Errorf("%+v: %d rows", what, len(d.rows))
		}
	}
}
