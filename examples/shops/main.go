// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"flag"
	"fmt"
	"image/color"
	"math/rand/v2"
	"os"

	"daylight/batch/query"
	"daylight/examples/internal/must"
	"daylight/soa"
	"daylight/view"
)

var orange = color.NRGBA{R: 224, G: 120, B: 47, A: 255}

const across, side = 6, 10.0 // districts in a row, and how wide one is

// town has districts, with crooked borders that neighbours share.
func town() *soa.Shapes {
	r := rand.New(rand.NewPCG(1, 1))
	var corners [across + 1][across + 1]soa.Point
	for i := range corners {
		for k := range corners[i] {
			corners[i][k] = soa.Point{X: side*float64(k) + 4*r.Float64(), Y: side*float64(i) + 4*r.Float64()}
		}
	}
	districts := soa.New()
	for i := range across {
		for k := range across {
			must.Get(districts.AddOutline([]soa.Point{corners[i][k], corners[i][k+1], corners[i+1][k+1], corners[i+1][k]}, 0, soa.Attrs{Static: true}))
		}
	}
	return districts
}

// scattered are n places in the town.
func scattered(n int, seed uint64) (x, y []float64) {
	r := rand.New(rand.NewPCG(seed, 2))
	for range n {
		x, y = append(x, (across*side+4)*r.Float64()), append(y, (across*side+4)*r.Float64())
	}
	return x, y
}

func main() {
	picture := flag.String("picture", "", "draw districts, shops and some homes to this SVG")
	o := must.Parse(100_000, "homes")
	homesX, homesY := scattered(o.N, 1)
	shopsX, shopsY := scattered(120, 2)
	districts, shops := town(), soa.New()
	must.Get(shops.AddCircles(nil, soa.Poses{X: shopsX, Y: shopsY}, make([]float64, len(shopsX)), nil))

	ask := func(s *soa.Shapes) *query.Asker {
		return must.Get(must.Get(query.New(s, query.Config{})).NewAsker(query.AskerConfig{}))
	}
	in := must.Get(ask(districts).OverlapPoints(o.Context, homesX, homesY, query.Options{}))
	near := must.Get(ask(shops).NearestToPoints(o.Context, homesX, homesY, 1, query.Options{}))

	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(out, "home,district,shop,distance")
	homes := make([]int, districts.Len())
	for i := range homesX {
		district := "" // some live outside
		if row := in.Row(i); len(row) > 0 {
			k := int(row[0].Shape.Index())
			district = fmt.Sprint(k)
			homes[k]++
		}
		shop := near.Row(i)[0]
		fmt.Fprintf(out, "%d,%s,%d,%.3f\n", i, district, shop.Shape.Index(), shop.Distance)
	}
	must.Check(out.Flush())
	if *picture == "" {
		return
	}
	d := view.Drawing{Title: "Homes, and the nearest shops", Width: 800}
	var ways, counts []view.Mark
	for i := range min(o.N, 400) {
		shop := near.Row(i)[0].Shape.Index()
		ways = append(ways, view.Line(soa.Point{X: homesX[i], Y: homesY[i]}, soa.Point{X: shopsX[shop], Y: shopsY[shop]}).In(orange))
	}
	for id := range districts.All() {
		x, y, _ := districts.Position(id)
		counts = append(counts, view.Text(soa.Point{X: x, Y: y}, fmt.Sprint(homes[id.Index()])))
	}
	d.Layer("ways", ways...)
	d.Layer("counts", counts...)
	f := must.Get(os.Create(*picture))
	must.Check(must.Get(view.Draw(districts, nil, d)).WriteSVG(o.Context, f))
	must.Check(f.Close())
}
