// SPDX-License-Identifier: MIT

package region_test

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"daylight/internal/must"
	"daylight/region"
)

var countiesFile = flag.String("counties", "", "write the map of BenchmarkCounties to this file as WKT, a line a county, for other libraries")

// TestWriteCounties writes the map for the drivers of other libraries.
func TestWriteCounties(t *testing.T) {
	if *countiesFile == "" {
		t.Skip("-counties names no file")
	}
	f := must.Get(os.Create(*countiesFile))(t)
	w := bufio.NewWriter(f)
	for _, ring := range counties(57, 5) {
		fmt.Fprint(w, "POLYGON((")
		for _, p := range ring {
			fmt.Fprintf(w, "%v %v,", p.X, p.Y)
		}
		fmt.Fprintf(w, "%v %v))\n", ring[0].X, ring[0].Y)
	}
	must.Do(t, w.Flush())
	must.Do(t, f.Close())
}

// A map of counties: side x side cells whose borders are winding lines of parts points each
// that neighbours have in common, as in a layer of administrative boundaries.
func counties(side, parts int) [][]region.Point {
	r := rand.New(rand.NewPCG(21, 22))
	corner := make([][]region.Point, side+1)
	for i := range corner {
		for k := range side + 1 {
			corner[i] = append(corner[i], region.Point{X: float64(i) + .3*r.Float64(), Y: float64(k) + .3*r.Float64()})
		}
	}
	line := func(a, b region.Point) []region.Point {
		out := []region.Point{a}
		for n := 1; n < parts; n++ {
			t := float64(n) / float64(parts)
			bend := .12 * (r.Float64() - .5)
			out = append(out, region.Point{X: a.X + t*(b.X-a.X) - bend*(b.Y-a.Y), Y: a.Y + t*(b.Y-a.Y) + bend*(b.X-a.X)})
		}
		return append(out, b)
	}
	across := make([][][]region.Point, side+1) // from corner i, k to i+1, k
	up := make([][][]region.Point, side+1)     // from corner i, k to i, k+1
	for i := range across {
		across[i], up[i] = make([][]region.Point, side+1), make([][]region.Point, side+1)
		for k := range side + 1 {
			if i < side {
				across[i][k] = line(corner[i][k], corner[i+1][k])
			}
			if k < side {
				up[i][k] = line(corner[i][k], corner[i][k+1])
			}
		}
	}
	back := func(l []region.Point) (out []region.Point) {
		for i := range l {
			out = append(out, l[len(l)-1-i])
		}
		return out
	}
	var all [][]region.Point
	for i := range side {
		for k := range side {
			var ring []region.Point
			for _, l := range [][]region.Point{across[i][k], up[i+1][k], back(across[i][k+1]), back(up[i][k])} {
				ring = append(ring, l[:len(l)-1]...)
			}
			all = append(all, ring)
		}
	}
	return all
}

func cutAll(t testing.TB, all [][]region.Point) []*region.Region {
	var regions []*region.Region
	for _, ring := range all {
		r := must.Get(region.New([][][]region.Point{{ring}}, region.Config{}))(t)
		regions = append(regions, r)
	}
	return regions
}

// boxPairs lists the pairs whose boxes meet; the map's order makes a window enough.
func boxPairs(regions []*region.Region, side int) (pairs [][2]int) {
	for i := range regions {
		for k := i + 1; k < min(len(regions), i+2*side+3); k++ {
			if regions[i].Box().Meets(regions[k].Box()) {
				pairs = append(pairs, [2]int{i, k})
			}
		}
	}
	return pairs
}

// Neighbours touch along their whole border and never overlap.
func TestCountiesTouch(t *testing.T) {
	const side = 20
	regions := cutAll(t, counties(side, 7))
	touching := 0
	for _, p := range boxPairs(regions, side) {
		switch v := region.Compare(regions[p[0]], regions[p[1]]); v {
		case region.Overlapping:
			t.Fatalf("%v overlap", p)
		case region.Touching:
			touching++
		}
		if c := region.Intersect(regions[p[0]], regions[p[1]]); c.Area != 0 {
			t.Fatalf("%v have area %v in common", p, c.Area)
		}
	}
	// Four neighbours at edges and four at corners.
	if want := 2*side*(side-1) + 2*(side-1)*(side-1); touching != want {
		t.Errorf("%d pairs touch, want %d", touching, want)
	}
}

// The whole layer: 3,249 counties with 65,000 corners.
func BenchmarkCounties(b *testing.B) {
	const side = 57
	all := counties(side, 5)
	b.Run("cut", func(b *testing.B) {
		for b.Loop() {
			cutAll(b, all)
		}
	})
	regions := cutAll(b, all)
	pairs := boxPairs(regions, side)
	b.Run("verdict", func(b *testing.B) {
		for b.Loop() {
			for _, p := range pairs {
				region.Compare(regions[p[0]], regions[p[1]])
			}
		}
		b.ReportMetric(float64(len(pairs)), "pairs")
	})
	b.Run("area", func(b *testing.B) {
		for b.Loop() {
			for _, p := range pairs {
				region.Intersect(regions[p[0]], regions[p[1]])
			}
		}
	})
	b.Run("relate", func(b *testing.B) {
		for b.Loop() {
			for _, p := range pairs {
				region.Relate(regions[p[0]], regions[p[1]])
			}
		}
	})
	// Every county a little larger, so that neighbours overlap.
	for i, ring := range all {
		c := regions[i].Box()
		for k, p := range ring {
			x, y := (c.MinX+c.MaxX)/2, (c.MinY+c.MaxY)/2
			ring[k] = region.Point{X: x + 1.05*(p.X-x), Y: y + 1.05*(p.Y-y)}
		}
	}
	regions = cutAll(b, all)
	b.Run("area, overlapping", func(b *testing.B) {
		for b.Loop() {
			for _, p := range pairs {
				region.Intersect(regions[p[0]], regions[p[1]])
			}
		}
	})
}
