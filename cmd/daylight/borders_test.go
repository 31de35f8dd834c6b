// SPDX-License-Identifier: MIT

package main

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
)

// borderCells is how many cells a mesh has along a side, and borderPairs how many pairs of them
// share a corner.
const (
	borderCells = 14
	borderPairs = 2*borderCells*(borderCells-1) + 2*(borderCells-1)*(borderCells-1)
)

// cells are the rings of a mesh of quadrangles, some of them concave, whose corners neighbours have
// in common.
func cells(r *rand.Rand, x, y, size float64) (rings [][]geom.XY) {
	const jitter = 0.62
	var corners [borderCells + 1][borderCells + 1]geom.XY
	for i := range corners {
		for k := range corners[i] {
			corners[i][k] = geom.XY{X: x + size*(float64(k)+jitter*r.Float64()), Y: y + size*(float64(i)+jitter*r.Float64())}
		}
	}
	for i := range borderCells {
		for k := range borderCells {
			rings = append(rings, []geom.XY{corners[i][k], corners[i][k+1], corners[i+1][k+1], corners[i+1][k]})
		}
	}
	return rings
}

// listed are corners, a blank between x and y.
func listed(ring []geom.XY, between string) string {
	var list []string
	for _, p := range ring {
		list = append(list, fmt.Sprintf("%v %v", p.X, p.Y))
	}
	return strings.Join(list, between)
}

// borders writes rings as tables of all notations, and returns their names.
func borders(t *testing.T, rings [][]geom.XY) (names []string) {
	t.Helper()
	put := func(name, text string) { names = append(names, write(t, name, text)) }
	var wkt, wkb, points, lines, features strings.Builder
	wkt.WriteString("id,wkt\n")
	wkb.WriteString("id,wkt\n")
	points.WriteString("id,points\n")
	for i, ring := range rings {
		closed := append(slices.Clone(ring), ring[0])
		if i%2 > 0 {
			slices.Reverse(closed)
		}
		text := "POLYGON((" + listed(closed, ",") + "))"
		g := must.Get(geom.UnmarshalWKT(text, geom.NoValidate{}))(t)
		fmt.Fprintf(&wkt, "c%d,\"%s\"\n", i, text)
		fmt.Fprintf(&wkb, "c%d,%s\n", i, hex.EncodeToString(g.AsBinary()))
		fmt.Fprintf(&points, "c%d,%s\n", i, listed(closed[1:], ";"))
		fmt.Fprintf(&lines, "{\"id\":\"c%d\",\"wkt\":\"%s\"}\n", i, text)
		json := must.Get(g.MarshalJSON())(t)
		fmt.Fprintf(&features, "%c{\"type\":\"Feature\",\"properties\":{\"id\":\"c%d\"},\"geometry\":%s}", "[,"[min(i, 1)], i, json)
	}
	put("wkt.csv", wkt.String())
	put("wkb.csv", wkb.String())
	put("points.csv", points.String())
	put("lines.ndjson", lines.String())
	put("cells.geojson", `{"type":"FeatureCollection","features":`+features.String()+"]}")
	names = append(names, byColumns(t, "wkt", record(t, wkt.String()))...)
	return names
}

// ids are the columns of rows that name pairs, and an error of a depth that is negative.
func ids(t *testing.T, rows string) (list []string) {
	t.Helper()
	for _, row := range strings.Split(strings.TrimSpace(rows), "\n")[1:] {
		cell := strings.Split(row, ",")
		list = append(list, cell[1]+" "+cell[2])
		if len(cell) > 3 && strings.HasPrefix(cell[3], "-") {
			t.Errorf("a negative depth: %s", row)
		}
	}
	slices.Sort(list)
	return list
}

// TestSharedBorders: every pair of polygons and regions that share borders is found by default, and
// no pair with --strict. That holds in every format and for every way to run.
func TestSharedBorders(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	t.Chdir(t.TempDir())
	for i, at := range [][3]float64{{0, 0, 1}, {-98.3, 38.9, 0.07}, {4.5e5, 5.4e6, 30}, {-3.7e9, 1e9, 7}} {
		rings := cells(r, at[0], at[1], at[2])
		names := borders(t, rings)
		want := ids(t, done(t, "", "collide", "-q", "--exact", names[0]).out)
		if len(want) != borderPairs {
			t.Fatalf("%d pairs share a corner, and %d are meant to", len(want), borderPairs)
		}
		check := func(what, rows string, strict bool) {
			t.Helper()
			got := ids(t, rows)
			if strict && len(got) > 0 || !strict && !slices.Equal(got, want) {
				t.Fatalf("at %v: %s: %d pairs, want %d, strict %v", at, what, len(got), len(want), strict)
			}
		}
		for _, name := range names {
			check(name, done(t, "", "collide", "-q", name).out, false)
			check(name, done(t, "", "collide", "-q", "--strict", name).out, true)
		}
		if i%2 > 0 {
			continue
		}
		name := names[i%len(names)]
		for _, mode := range []string{"overlap", "manifold", "distance"} {
			check(mode, done(t, "", "collide", "-q", "--mode", mode, name).out, false)
		}
		corner := rings[len(rings)/2+borderCells/2][0]
		for _, strict := range []bool{false, true} { // a corner is on the border of four tiles
			rows := "world,id_a,id_b\n"
			for _, tile := range quarters(corner.X, corner.Y) {
				_, one, _ := strings.Cut(done(t, "", "collide", "-q", fmt.Sprintf("--strict=%v", strict), "--tile", tileText(tile), name).out, "\n")
				rows += one
			}
			check("tiles", rows, strict)
		}
		joined := ids(t, done(t, "", "collide", "-q", "--join", name, name).out)
		if len(joined) != 2*len(want)+len(rings) {
			t.Errorf("at %v: %d pairs of two tables, want %d", at, len(joined), 2*len(want)+len(rings))
		}
	}
}

// TestCornersDecide: boxes by corners that abut touch and do not overlap, wherever their middles
// lie, with the depth that they have.
func TestCornersDecide(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, at := range []struct{ x, side float64 }{{0, 0.1}, {1e7, 0.3}, {1e15, 0.125}, {-1e15, 0.375}, {3e9 + 0.7, 1.1}} {
		var b strings.Builder
		b.WriteString("id,min_x,min_y,max_x,max_y\n")
		for i := range 9 {
			edge := func(k int) (float64, float64) { return at.x + float64(k)*at.side, float64(k) * at.side }
			x0, _ := edge(i % 3)
			x1, _ := edge(i%3 + 1)
			_, y0 := edge(i / 3)
			_, y1 := edge(i/3 + 1)
			fmt.Fprintf(&b, "b%d,%v,%v,%v,%v\n", i, x0, y0, x1, y1)
		}
		csv := write(t, "boxes.csv", b.String())
		for _, name := range append(byColumns(t, "boxes", corners(t, b.String())), csv) {
			loose, strict := done(t, "", "collide", "-q", name).out, done(t, "", "collide", "-q", "--strict", name).out
			if n, m := len(ids(t, loose)), len(ids(t, strict)); n != 20 || m != 0 {
				t.Errorf("%s at %v: %d pairs touch, want 20; %d overlap:\n%s", name, at, n, m, strict)
			}
			for _, row := range strings.Split(strings.TrimSpace(loose), "\n")[1:] {
				var depth float64
				if fmt.Sscan(strings.Split(row, ",")[3], &depth); depth > 1e-6*at.side {
					t.Errorf("%s at %v: %s", name, at, row)
				}
			}
		}
	}
}

// corners is a record of boxes by corners.
func corners(t *testing.T, text string) arrow.RecordBatch {
	t.Helper()
	was := numeric
	defer func() { numeric = was }()
	numeric = append(slices.Clone(numeric), "min_x", "min_y", "max_x", "max_y")
	return record(t, text)
}

// TestTouchingAtTheEdge: shapes far from the origin that just touch, on the edge of a tile or
// within a rounding of it, are a pair of one tile.
func TestTouchingAtTheEdge(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(36, 3))
	for k, place := range [][2]float64{{1e9, 1}, {-1e9, 1e-4}, {4.5e5, 1}, {1e13, 1}} {
		at, scale := place[0], place[1]
		for _, kind := range []string{"r", "width,height,angle"} {
			var b strings.Builder
			fmt.Fprintf(&b, "id,x,y,%s\n", kind)
			x, y := at, at/3
			var edges []float64
			for i := range 12 {
				if kind == "r" {
					size := scale * (0.1 + r.Float64())
					x += size
					fmt.Fprintf(&b, "c%d,%v,%v,%v\n", i, x, y, size)
					x += size
				} else { // a square that stands on a corner, which touches the next
					side := scale * (0.1 + r.Float64())
					x += side / math.Sqrt2
					fmt.Fprintf(&b, "c%d,%v,%v,%v,%v,%v\n", i, x, y, side, side, math.Pi/4)
					x += side / math.Sqrt2
				}
				edges = append(edges, x)
			}
			write(t, "in.csv", b.String())
			d := doing{t, r, "collide", []string{"in.csv"}, output.CSV, "", k}
			want := d.rows(d.answer())
			if len(want) < 3 {
				t.Errorf("%s at %v: %q", kind, at, want)
			}
			for _, edge := range edges {
				for _, edge := range []float64{math.Nextafter(edge, -math.MaxFloat64), edge, math.Nextafter(edge, math.MaxFloat64)} {
					if got := d.inTiles(quarters(edge, y)); !slices.Equal(got, want) {
						t.Errorf("%s at %v, cut at %v: %s", kind, at, edge, first(strings.Join(got, ""), strings.Join(want, "")))
					}
				}
			}
		}
	}
}
