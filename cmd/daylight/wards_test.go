// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

// wardsTable is a map as a table.
func wardsTable(wards [][][]region.Point) string {
	var b strings.Builder
	b.WriteString("id,wkt\n")
	for k, rings := range wards {
		b.WriteString("w" + fmt.Sprint(k) + ",\"POLYGON(")
		for n, ring := range rings {
			if n > 0 {
				b.WriteString(",")
			}
			var points []string
			for i := range len(ring) + 1 {
				p := ring[i%len(ring)]
				points = append(points, fmt.Sprint(p.X)+" "+fmt.Sprint(p.Y))
			}
			b.WriteString("(" + strings.Join(points, ",") + ")")
		}
		b.WriteString(")\"\n")
	}
	return b.String()
}

// TestWardsTouch: all neighbours of a map only touch: their rows have depth 0 and least 0, and are
// those of --exact.
func TestWardsTouch(t *testing.T) {
	t.Chdir(t.TempDir())
	n, corners := 30, 3000
	if testenv.Full() {
		n, corners = 200, 100_000
	}
	write(t, "wards.csv", wardsTable(must.Get(scene.Wards(n, corners, 3))(t)))
	exact := must.Get(csv.NewReader(strings.NewReader(done(t, "", "collide", "-q", "--exact", "wards.csv").out)).ReadAll())(t)
	rows := must.Get(csv.NewReader(strings.NewReader(done(t, "", "collide", "-q", "--stats", "stats.json", "wards.csv").out)).ReadAll())(t)
	var stats struct {
		Undecided int `json:"decided_in_float64"`
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("stats.json"))(t), &stats))
	if stats.Undecided >= len(rows) {
		t.Errorf("depths of %d pairs of parts, for %d rows", stats.Undecided, len(rows)-1)
	}
	if len(rows) != len(exact) || len(rows) < 2*n {
		t.Fatalf("%d rows, %d exact", len(rows), len(exact))
	}
	for k, row := range rows[1:] {
		if e := exact[k+1]; e[1] != row[1] || e[2] != row[2] || e[3] != "touching" || num(t, row[3]) != 0 || num(t, row[8]) != 0 {
			t.Errorf("%q, exact %q", row, e)
		}
	}
	if out := done(t, "", "collide", "-q", "--strict", "wards.csv").out; strings.Count(out, "\n") != 1 {
		t.Errorf("--strict: %s", out)
	}
}

// split adds points to every other ward, where a third of an edge ends, rounded to float64. Its
// neighbours lack them.
func split(wards [][][]region.Point) {
	for k := 0; k < len(wards); k += 2 {
		for n, ring := range wards[k] {
			var more []region.Point
			for i, p := range ring {
				q := ring[(i+1)%len(ring)]
				more = append(more, p, region.Point{X: p.X + (q.X-p.X)/3, Y: p.Y + (q.Y-p.Y)/3})
			}
			wards[k][n] = more
		}
	}
}

// TestWardsSplit: wards whose neighbours have more points on the border, as in real maps, overlap
// by a rounding. Moved by less than float32 can tell, or by more, they overlap by that. Their push
// is as small, though they lock.
func TestWardsSplit(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, moved := range []float64{0, 1e-12, 1e-8, 1e-6, 1e-5} {
		wards := must.Get(scene.Wards(25, 600, 1))(t)
		split(wards)
		for k, rings := range wards {
			for _, ring := range rings {
				for i := range ring {
					ring[i].X += moved * float64(k%3)
					ring[i].Y += moved * float64(k%2)
				}
			}
		}
		write(t, "wards.csv", wardsTable(wards))
		rows := must.Get(csv.NewReader(strings.NewReader(done(t, "", "collide", "-q", "--verify", "wards.csv").out)).ReadAll())(t)
		overlaps := 0
		for _, row := range rows[1:] {
			depth, least := num(t, row[3]), num(t, row[8])
			if depth > 0 {
				overlaps++
			}
			if most := 2.5*moved + 1e-6; depth > most || least > depth || depth < 0 {
				t.Errorf("moved by %v: %q", moved, row)
			}
		}
		if len(rows) < 35 || overlaps < 25 {
			t.Errorf("moved by %v: %d rows, %d overlap", moved, len(rows), overlaps)
		}
	}
}

// grow scales a ward about the middle of its box.
func grow(rings [][]region.Point, by float64) {
	low, high := rings[0][0], rings[0][0]
	for _, p := range rings[0] {
		low, high = region.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, region.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	x, y := (low.X+high.X)/2, (low.Y+high.Y)/2
	for _, ring := range rings {
		for i, p := range ring {
			ring[i] = region.Point{X: x + by*(p.X-x), Y: y + by*(p.Y-y)}
		}
	}
}

// TestWardsByAHair: wards grow or shrink by less than float32 can tell. Their depth is above 0
// exactly if --exact finds an overlap.
func TestWardsByAHair(t *testing.T) {
	t.Chdir(t.TempDir())
	overlaps := 0
	for _, by := range []float64{1 + 1e-7, 1 + 1e-9, 1 + 1e-11, 1 - 1e-9} {
		wards := must.Get(scene.Wards(25, 600, 1))(t)
		for _, rings := range wards {
			grow(rings, by)
		}
		write(t, "wards.csv", wardsTable(wards))
		verdicts := map[string]string{}
		for line := range strings.Lines(done(t, "", "collide", "-q", "--exact", "wards.csv").out) {
			cells := strings.Split(strings.TrimSpace(line), ",")
			verdicts[cells[1]+" "+cells[2]] = cells[3]
		}
		for _, flags := range []string{"--verify", "--margin=.01"} {
			rows := must.Get(csv.NewReader(strings.NewReader(done(t, "", "collide", "-q", flags, "wards.csv").out)).ReadAll())(t)
			for _, row := range rows[1:] {
				overlap := verdicts[row[1]+" "+row[2]] == "overlapping"
				if overlap != (num(t, row[3]) > 0) {
					t.Errorf("%v, %s: %q, exact %s", by, flags, row, verdicts[row[1]+" "+row[2]])
				}
				if overlap {
					overlaps++
				}
			}
		}
	}
	if overlaps < 50 {
		t.Errorf("%d overlap", overlaps)
	}
}

// deepest is how far two parts of a and of b, which is moved by (x, y), overlap at most.
func deepest(a, b *region.Region, x, y float64) (most float64) {
	for i := range a.Parts() {
		for k := range b.Parts() {
			var moved []region.Point
			for _, p := range b.Part(k) {
				moved = append(moved, region.Point{X: p.X + x, Y: p.Y + y})
			}
			most = max(most, min(within(a.Part(i), moved), within(moved, a.Part(i))))
		}
	}
	return most
}

// within is how far q reaches over that edge of p that it reaches over least.
func within(p, q []region.Point) float64 {
	least := math.Inf(1)
	for i, c := range p {
		d := p[(i+1)%len(p)]
		far := math.Inf(-1)
		for _, v := range q {
			far = max(far, ((d.X-c.X)*(v.Y-c.Y)-(d.Y-c.Y)*(v.X-c.X))/math.Hypot(d.X-c.X, d.Y-c.Y))
		}
		least = min(least, far)
	}
	return least
}

// TestWardsGrown: wards that are a hundredth larger overlap. Each push parts them but for a
// rounding, and no push along 360 directions that is shorter by 3 % does, unless the row says that
// its depth is a bound alone.
func TestWardsGrown(t *testing.T) {
	t.Chdir(t.TempDir())
	wards := must.Get(scene.Wards(12, 360, 5))(t)
	var regions []*region.Region
	var shapes []region.Shape
	for _, rings := range wards {
		grow(rings, 1.01)
		r := must.Get(region.New([][][]region.Point{rings}, region.Config{}))(t)
		regions, shapes = append(regions, r), append(shapes, must.Get(region.NewShape(r, nil, 0))(t))
	}
	write(t, "wards.csv", wardsTable(wards))
	rows := must.Get(csv.NewReader(strings.NewReader(done(t, "", "collide", "-q", "--verify", "wards.csv").out)).ReadAll())(t)
	overlap := func(a, b int, x, y float64) bool {
		var moved [][]region.Point
		for _, ring := range wards[b] {
			var to []region.Point
			for _, p := range ring {
				to = append(to, region.Point{X: p.X + x, Y: p.Y + y})
			}
			moved = append(moved, to)
		}
		s := must.Get(region.NewShape(must.Get(region.New([][][]region.Point{moved}, region.Config{}))(t), nil, 0))(t)
		return shapes[a].Compare(&s) == region.Overlapping
	}
	var directions []region.Point
	for k := range 360 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 360)
		directions = append(directions, region.Point{X: cos, Y: sin})
	}
	deep := 0
	for _, row := range rows[1:] {
		a, b := int(num(t, row[1][1:])), int(num(t, row[2][1:]))
		depth, nx, ny, least := num(t, row[3]), num(t, row[4]), num(t, row[5]), num(t, row[8])
		if depth == 0 {
			continue
		}
		deep++
		// The shapes may still lock where the push ends, since both borders grew alike.
		if left := deepest(regions[a], regions[b], depth*nx, depth*ny); left > 1e-6 {
			t.Errorf("%q: the push leaves an overlap of %v", row, left)
		}
		for k, d := range directions {
			if far := .97 * least; !overlap(a, b, far*d.X, far*d.Y) {
				t.Errorf("%q: %v along %d degrees is enough", row, far, k)
				break
			}
		}
	}
	if deep < 12 {
		t.Errorf("%d overlap", deep)
	}
}
