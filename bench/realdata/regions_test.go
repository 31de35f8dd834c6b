// SPDX-License-Identifier: MIT

package realdata

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"testing"

	"daylight/batch"
	"daylight/batch/exact"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// cut makes regions of outlines; nil where there is none. Outlines that are not clean are mended,
// and counted.
func cut(t *testing.T, outlines []outline) (regions []*region.Region, mended int) {
	t.Helper()
	for i, o := range outlines {
		if o == nil {
			regions = append(regions, nil)
			continue
		}
		r, err := region.New(o, region.Config{})
		if err != nil {
			mended++
			t.Log(err)
			if r, err = region.New(o, region.Config{Mend: true}); err != nil {
				t.Logf("outline %d: %v", i, err)
			}
		}
		regions = append(regions, r)
	}
	return regions, mended
}

// meet calls found with every pair of regions that are not apart.
func meet(a, b []*region.Region, same bool, found func(i, k int, v region.Verdict, c region.Common)) {
	ps, qs := shapesOf(a), shapesOf(b)
	for i := range ps {
		for k := range qs {
			p, q := &ps[i], &qs[k]
			if p.None() || q.None() || same && k <= i || !p.Bounds().Meets(q.Bounds()) {
				continue
			}
			v := p.Compare(q)
			c := p.Intersect(q)
			if (v == region.Overlapping) != (c.Area > 0) {
				panic("verdict and area disagree")
			}
			if v != region.Apart {
				found(i, k, v, c)
			}
		}
	}
}

// shapesOf makes shapes of regions. There may be no regions.
func shapesOf(regions []*region.Region) []region.Shape {
	out := make([]region.Shape, len(regions))
	for i, r := range regions {
		if r != nil {
			out[i], _ = region.NewShape(r, nil, 0)
		}
	}
	return out
}

var layouts = []string{"albano", "dagli", "fu", "jakobs1", "mao", "marques", "shapes1", "shirts", "swim", "trousers"}

// BenchmarkPacking is one exact check of a legal layout for overlaps, of pieces that have been
// cut into convex parts.
func BenchmarkPacking(b *testing.B) {
	needData(b)
	for _, name := range layouts {
		scene := new(exact.Scene)
		corners := 0
		if err := readData("packing/final_best_"+name+".svg.gz", func(r io.Reader) error {
			pieces, err := readLayout(r)
			for _, p := range pieces {
				r, err := region.New(p.at(1), region.Config{})
				if err != nil {
					return err
				}
				corners += len(r.Ring(0))
				s, err := region.NewShape(r, nil, 0)
				if err != nil {
					return err
				}
				if _, err := scene.Add(s, soa.Attrs{}); err != nil {
					return err
				}
			}
			return err
		}); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%s/pieces=%d/corners=%d", name, scene.Len(), corners), func(b *testing.B) {
			for b.Loop() {
				p, err := exact.Find(context.Background(), scene, exact.Config{Engine: batch.Config{Workers: 1, Strict: true}})
				if err != nil || len(p.A) != 0 {
					b.Fatalf("%d overlaps, %v", len(p.A), err)
				}
				b.ReportMetric(float64(p.Stats.Candidates), "candidates")
			}
		})
	}
}

func TestPacking(t *testing.T) {
	needData(t)
	type key struct {
		file string
		k    float64
		a, b int
	}
	truth := map[key]float64{}
	must.Do(t, readData("packing/truth_scaled_overlaps.csv", func(r io.Reader) error {
		return table(r, "file,k,item_a,item_b,area", func(f []string) error {
			k, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				return err
			}
			area, err := strconv.ParseFloat(f[4], 64)
			if err != nil {
				return err
			}
			var a, b int64
			err = whole(f[2:4], &a, &b)
			truth[key{f[0], k, int(a), int(b)}] = area
			return err
		})
	}))
	found := 0
	for _, name := range layouts {
		var pieces []piece
		must.Do(t, readData("packing/final_best_"+name+".svg.gz", func(r io.Reader) (err error) {
			pieces, err = readLayout(r)
			return err
		}))
		for _, k := range []float64{1, .99, .95} {
			var outlines []outline
			for _, p := range pieces {
				outlines = append(outlines, p.at(k))
			}
			regions, mended := cut(t, outlines)
			check(t, name+": outlines that are not clean", mended, 0)
			mean := 0.
			for _, r := range regions {
				mean += r.Area() / float64(len(regions))
			}
			meet(regions, regions, true, func(i, j int, v region.Verdict, c region.Common) {
				want, listed := truth[key{name, k, i, j}]
				// Areas are stated to seven digits.
				if !listed && c.Area > 1.001e-9*mean || listed && math.Abs(c.Area-want) > 1e-6*want {
					t.Errorf("%s at %v: pieces %d and %d have area %v, want %v", name, k, i, j, c.Area, want)
				}
				if k == 1 && c.Area > 1e-15*mean {
					t.Errorf("%s: pieces %d and %d overlap by %v", name, i, j, c.Area)
				}
				if listed {
					found++
				}
			})
		}
	}
	check(t, "overlaps listed and found", found, len(truth))
}

func TestCity(t *testing.T) {
	needData(t)
	names := []string{"Decks", "Porches", "ParkingLots", "RooftopSolarPanels", "MiscStructures"}
	type key struct {
		a string
		i int
		b string
		k int
	}
	truth := map[key]float64{}
	must.Do(t, readData("city/truth_overlaps.csv", func(r io.Reader) error {
		return table(r, "layer_a,feature_a,layer_b,feature_b,area_m2", func(f []string) error {
			var i, k int64
			if err := whole([]string{f[1], f[3]}, &i, &k); err != nil {
				return err
			}
			area, err := strconv.ParseFloat(f[4], 64)
			truth[key{f[0], int(i), f[2], int(k)}] = area
			return err
		})
	}))
	layers := map[string][]*region.Region{}
	for _, name := range names {
		var l layer
		must.Do(t, readData("city/BASEMAP_"+name+".geojson.gz", func(r io.Reader) (err error) {
			l, err = readLayer(r)
			return err
		}))
		regions, mended := cut(t, l)
		layers[name] = regions
		t.Logf("%s: %d features, %d mended", name, len(regions), mended)
		check(t, name+": outlines that are not clean", mended, map[string]int{"ParkingLots": 9, "RooftopSolarPanels": 1}[name])
	}
	seen, touching, slivers := 0, 0, 0
	for n, a := range names {
		for m, b := range names[n:] {
			meet(layers[a], layers[b], m == 0, func(i, k int, v region.Verdict, c region.Common) {
				want, listed := truth[key{a, i, b, k}]
				switch {
				case listed && math.Abs(c.Area-want) > 1e-6:
					t.Errorf("%s %d and %s %d have area %v, want %v", a, i, b, k, c.Area, want)
				case !listed && c.Area > 1e-6:
					t.Errorf("%s %d and %s %d overlap by %v", a, i, b, k, c.Area)
				case v == region.Touching:
					touching++
				case !listed:
					slivers++
				}
				if listed {
					seen++
				}
			})
		}
	}
	check(t, "overlaps listed and found", seen, len(truth))
	t.Logf("%d pairs touch, %d overlap by less than a square millimetre", touching, slivers)
}

// Cells side by side touch exactly, as polygons too.
func TestChipRegions(t *testing.T) {
	needData(t)
	before, after := designs(t)
	for _, d := range []*design{before, after} {
		var regions []*region.Region
		for _, c := range d.cells {
			x0, y0, x1, y1 := float64(c.x0), float64(c.y0), float64(c.x1), float64(c.y1)
			r := must.Get(region.New([][][]region.Point{{{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}}}, region.Config{}))(t)
			regions = append(regions, r)
		}
		overlaps, touches := 0, 0
		area := 0.
		list := shapesOf(regions)
		order := make([]int, len(regions))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, k int) int { return int(regions[i].Box().MinX - regions[k].Box().MinX) })
		for n, i := range order {
			for _, k := range order[n+1:] {
				if regions[k].Box().MinX > regions[i].Box().MaxX {
					break
				}
				switch list[i].Compare(&list[k]) {
				case region.Overlapping:
					overlaps++
					area += list[i].Intersect(&list[k]).Area
				case region.Touching:
					touches++
				}
			}
		}
		if d == before {
			check(t, "overlaps before", overlaps, 26091)
			check(t, "touching before", touches, 724)
			check(t, "area before", area, 31481860415)
		} else {
			check(t, "overlaps after", overlaps, 0)
			check(t, "touching after", touches, 33971+6203)
		}
	}
}

func TestLanes(t *testing.T) {
	needData(t)
	for _, c := range []struct {
		file        string
		large, tiny int // pairs of lanes with more than 0.01 and 1e-6 square metres in common
	}{{"USA_US101-4_1_T-1", 3, 10}, {"USA_Lanker-1_1_T-1", 84, 84}, {"USA_US101-3_1_T-1", 0, 9}} {
		var lanes []outline
		must.Do(t, readData(fmt.Sprintf("traffic/%s.xml.gz", c.file), func(r io.Reader) (err error) {
			lanes, err = readLanes(r)
			return err
		}))
		regions, mended := cut(t, lanes)
		check(t, c.file+": outlines that are not clean", mended, 0)
		large, tiny := 0, 0
		meet(regions, regions, true, func(i, k int, v region.Verdict, c region.Common) {
			if c.Area > .01 {
				large++
			}
			if c.Area > 1e-6 {
				tiny++
			}
		})
		check(t, c.file+": overlaps", large, c.large)
		check(t, c.file+": overlaps, slivers too", tiny, c.tiny)
	}
}
