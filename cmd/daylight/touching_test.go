// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
)

// locks are pairs of shapes that lie in each other like pieces of a puzzle, and only touch: no
// decimal coordinate of theirs is a float32.
var locks = map[string]string{
	"plug": `round,"POLYGON((0 0,1 0,1 1,0 1,0 0),(0.31 0.33,0.29 0.71,0.69 0.73,0.71 0.31,0.31 0.33))"
fill,"POLYGON((0.31 0.33,0.71 0.31,0.69 0.73,0.29 0.71,0.31 0.33))"
`,
	"T slot": `slot,"POLYGON((0 0,1 0,1 0.9,0.6 0.9,0.6 0.7,0.8 0.7,0.8 0.3,0.2 0.3,0.2 0.7,0.4 0.7,0.4 0.9,0 0.9,0 0))"
key,"POLYGON((0.2 0.3,0.8 0.3,0.8 0.7,0.6 0.7,0.6 0.9,0.4 0.9,0.4 0.7,0.2 0.7,0.2 0.3))"
`,
	"dovetail": `board,"POLYGON((0 0,1 0,1 0.6,0.7 0.6,0.8 0.1,0.2 0.1,0.3 0.6,0 0.6,0 0))"
tail,"POLYGON((0.2 0.1,0.8 0.1,0.7 0.6,0.3 0.6,0.2 0.1))"
`,
}

// TestLocked: shapes that lock and only touch have depth 0, with any flags, and are not searched.
// Moved into each other by a hair they overlap, and are pushed apart.
func TestLocked(t *testing.T) {
	t.Chdir(t.TempDir())
	column := func(out, name string) (list []float64) {
		rows := must.Get(csv.NewReader(strings.NewReader(out)).ReadAll())(t)
		for k, cell := range rows[0] {
			for _, row := range rows[1:] {
				if cell == name {
					list = append(list, num(t, row[k]))
				}
			}
		}
		return list
	}
	for name, table := range locks {
		write(t, "a.csv", "id,wkt\n"+table)
		for _, flags := range []string{"", "--verify", "--margin 0.125", "--mode manifold", "--mode distance", "--mode swept", "--effort 1"} {
			of := "a.csv"
			if strings.Contains(flags, "swept") { // which needs a column of velocities
				of = write(t, "still.csv", "vx,id,wkt\n0,"+strings.TrimSuffix(strings.ReplaceAll(table, "\n", "\n0,"), "0,"))
			}
			out := done(t, "", append(append([]string{"collide", "-q"}, strings.Fields(flags)...), of)...).out
			for _, c := range []string{"depth", "deepest", "least"} {
				if got := column(out, c); len(got) != 1 || got[0] != 0 {
					t.Errorf("%s %s: %s is %v", name, flags, c, got)
				}
			}
		}
		for _, flags := range []string{"--strict", "--margin -0.01"} {
			if out := done(t, "", append(append([]string{"collide", "-q"}, strings.Fields(flags)...), "a.csv")...).out; strings.Count(out, "\n") != 1 {
				t.Errorf("%s %s: %s", name, flags, out)
			}
		}
		first, second, _ := strings.Cut(table, "\n")
		write(t, "one.csv", "id,wkt\n"+first+"\n")
		write(t, "two.csv", "id,wkt\n"+second)
		for _, kind := range []string{"boxes", "points"} {
			if got := column(done(t, "", "query", kind, "-q", "--verify", "--ask", "one.csv", "two.csv").out, "depth"); len(got) != 1 || got[0] != 0 {
				t.Errorf("%s, query %s: %v", name, kind, got)
			}
		}
		if got := column(done(t, "", "query", "nearest", "-q", "--verify", "--ask", "one.csv", "two.csv").out, "distance"); len(got) != 1 || got[0] != 0 {
			t.Errorf("%s, query nearest: %v", name, got)
		}
		// Moved by less than float32 can tell, or by more, it can be moved back.
		for _, by := range []float64{1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3} {
			write(t, "a.csv", "id,wkt\n"+first+"\n"+mapped(second, func(v, _ float64) float64 { return v + by }))
			out := done(t, "", "collide", "-q", "--verify", "a.csv").out
			least := column(out, "least")
			if got := column(out, "depth"); len(got) != 1 || got[0] < 0 || got[0] > 1.5*by+2e-7 || least[0] > got[0] {
				t.Errorf("%s, moved by %v: %s", name, by, out)
			}
		}
		// The second shape a thousandth larger: it no longer fits, and has to be taken out whole.
		write(t, "a.csv", "id,wkt\n"+first+"\n"+larger(second, 1.001))
		out := done(t, "", "collide", "-q", "--verify", "a.csv").out
		if got := column(out, "depth"); len(got) != 1 || got[0] < 0.1 {
			t.Errorf("%s, larger: %s", name, out)
		}
	}
}

// larger is a row with a polygon of one ring, which grows about its middle.
func larger(row string, by float64) string {
	return mapped(row, func(v, middle float64) float64 { return middle + (v-middle)*by })
}

// mapped is a row with a polygon of one ring whose coordinates are mapped by to, which is also
// given the middle.
func mapped(row string, to func(v, middle float64) float64) string {
	head, text, _ := strings.Cut(row, "((")
	text, tail, _ := strings.Cut(text, "))")
	var x, y []float64
	for _, p := range strings.Split(text, ",") {
		a, b, _ := strings.Cut(p, " ")
		u, _ := strconv.ParseFloat(a, 64)
		v, _ := strconv.ParseFloat(b, 64)
		x, y = append(x, u), append(y, v)
	}
	middle := func(v []float64) (low, high float64) {
		low, high = math.Inf(1), math.Inf(-1)
		for _, c := range v {
			low, high = min(low, c), max(high, c)
		}
		return low, high
	}
	x0, x1 := middle(x)
	y0, y1 := middle(y)
	var points []string
	for i := range x {
		points = append(points, fmt.Sprintf("%v %v", to(x[i], (x0+x1)/2), to(y[i], (y0+y1)/2)))
	}
	return head + "((" + strings.Join(points, ",") + "))" + tail
}

// TestStrictDepths: --strict leaves out pairs that only touch. It changes no depth of other pairs,
// and no other column of pairs of convex shapes.
func TestStrictDepths(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(7, 38))
	var boxes, triangles, ells strings.Builder
	boxes.WriteString("id,min_x,min_y,max_x,max_y\n")
	triangles.WriteString("id,wkt\n")
	ells.WriteString("id,wkt\n")
	for k := range 1500 {
		x, y := float64(r.IntN(200))/10, float64(r.IntN(200))/10 // sums are rounded, so that many overlap by that
		size := func() float64 { return float64(1+r.IntN(20)) / 10 }
		w, h, s := size(), size(), size()
		fmt.Fprintf(&boxes, "%d,%v,%v,%v,%v\n", k, x, y, x+w, y+h)
		fmt.Fprintf(&triangles, "%d,\"POLYGON((%v %v,%v %v,%v %v,%[2]v %[3]v))\"\n", k, x, y, x+w, y+h, x-s, y+w)
		fmt.Fprintf(&ells, "%d,\"POLYGON((%v %v,%v %[3]v,%[4]v %[5]v,%[6]v %[5]v,%[6]v %[7]v,%[2]v %[7]v,%[2]v %[3]v))\"\n", k, x, y, x+s, y+s/3, x+s/3, y+s)
	}
	for name, table := range map[string]string{"boxes": boxes.String(), "triangles": triangles.String(), "ells": ells.String()} {
		write(t, "in.csv", table)
		for _, mode := range []string{"contact", "distance"} {
			rows := func(flags ...string) map[string]string {
				found := map[string]string{}
				out := done(t, "", append([]string{"collide", "-q", "--mode", mode, "in.csv"}, flags...)...).out
				all := must.Get(csv.NewReader(strings.NewReader(out)).ReadAll())(t)
				for _, row := range all[1:] {
					if k := slices.Index(all[0], "part_contacts"); k >= 0 { // some parts only touch, and may lead at depth 0
						row = slices.Concat(row[:4], row[k+1:])
					}
					found[row[1]+" "+row[2]] = strings.Join(row[3:], ",")
				}
				return found
			}
			closed, open := rows(), rows("--strict")
			if len(open) < 1000 || len(open) == len(closed) {
				t.Fatal(name, len(open), len(closed))
			}
			wrong := 0
			for pair, row := range open {
				if closed[pair] != row {
					if wrong++; wrong < 4 {
						t.Errorf("%s, %s: %s: %s with --strict, %s without", name, mode, pair, row, closed[pair])
					}
				}
			}
		}
	}
}

// hairs are pairs that overlap by less than float32 can tell. The stored corners of the first pair
// do not overlap. In the second pair float32 finds an overlap between two other parts than float64.
var hairs = []string{
	`a,"POLYGON((119.28322606738885 1.8672486949922371,120.14297077854721 -0.43962840525947205,120.6797221914458 0.6054613920347338,121.7706035470366 0.6219401588393849,121.0597413065868 2.52933406617478,119.28322606738885 1.8672486949922371))"
b,"POLYGON((122.45663382017872 -1.2188243223502884,121.77060354354437 0.6219401682097809,120.67972218795357 0.6054614014051298,120.14297077505498 -0.4396283958890761,120.68011858098077 -1.880909693532831,122.45663382017872 -1.2188243223502884))"
`,
	`a,"POLYGON((268.7194289812607 -1.5367837782225648,269.7595553977511 -0.3376148587622073,269.65125984144197 0.9181228557599794,268.49253004047205 1.3042951541202625,267.7537255186525 2.2638971326261026,266.9380795827459 2.793181865842931,265.559621015195 1.2039474759036213,268.7194289812607 -1.5367837782225648))"
b,"POLYGON((268.18056132783596 4.225647639317154,266.9380795827459 2.793181865842931,267.7537255186525 2.2638971326261026,268.49253004047205 1.3042951541202625,269.65125984144197 0.9181228557599793,269.7595553977511 -0.33761485876220737,271.3403692939017 1.4849163851909677,268.18056132783596 4.225647639317154))"
`,
}

// TestHairs: shapes that overlap by a hair have a depth above 0, as --exact has it.
func TestHairs(t *testing.T) {
	t.Chdir(t.TempDir())
	for k, table := range hairs {
		write(t, "a.csv", "id,wkt\n"+table)
		if out := done(t, "", "collide", "-q", "--exact", "a.csv").out; !strings.Contains(out, "overlapping") {
			t.Errorf("%d: %s", k, out)
		}
		for _, flags := range []string{"", "--strict", "--mode manifold"} {
			out := done(t, "", append(append([]string{"collide", "-q", "--verify"}, strings.Fields(flags)...), "a.csv")...).out
			rows := must.Get(csv.NewReader(strings.NewReader(out)).ReadAll())(t)
			if len(rows) != 2 || num(t, rows[1][3]) <= 0 {
				t.Errorf("%d %s: %s", k, flags, out)
			}
		}
	}
}
