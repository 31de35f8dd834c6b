// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
)

// TestAppendNear: each box that overlaps a box is found, once, and not much else, among boxes of
// all sizes, in worlds, in strips that share buckets, on a row, and far away.
func TestAppendNear(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 3))
	for _, c := range []struct {
		name       string
		n          int
		wide, tall float64
		sizes      float64 // exponent of the tail
		worlds     int
		far        int // of a thousand boxes, how many have run away
	}{
		{"square", 3000, 60, 60, 0, 0, 0},
		{"row", 2000, 3000, 2, 0, 0, 0},
		{"column", 2000, 2, 3000, 0, 0, 0},
		{"sparse", 800, 1e5, 1e5, 0, 0, 0},
		{"heavy tail", 3000, 200, 200, 0.7, 0, 0},
		{"worlds", 4000, 20, 20, 0, 300, 0},
		{"outliers", 2000, 50, 50, 0.3, 3, 4},
		{"few", 3, 2, 2, 0, 0, 0},
		{"none", 0, 1, 1, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			draw := func(n int) (b Boxes, world []uint32) {
				for range n {
					x, y := c.wide*r.Float64(), c.tall*r.Float64()
					if r.IntN(1000) < c.far {
						x, y = x*0x1p40, -y*0x1p50
					}
					size := math.Pow(r.Float64()+1e-4, -c.sizes)
					b.X, b.Y = append(b.X, x), append(b.Y, y)
					b.MinX, b.MinY = append(b.MinX, float32(-r.Float64()*size)), append(b.MinY, float32(-r.Float64()*size))
					b.MaxX, b.MaxY = append(b.MaxX, float32(r.Float64()*size)), append(b.MaxY, float32(r.Float64()*size))
					world = append(world, uint32(r.IntN(max(c.worlds, 1))*7))
				}
				return b, world
			}
			boxes, world := draw(c.n)
			for i := range boxes.X {
				if r.IntN(50) == 0 {
					boxes.MinX[i] = boxes.MaxX[i] + 1 // takes no part
				}
			}
			filters := &Filters{}
			if c.worlds > 0 {
				filters.World = world
			}
			const grow = 0.01
			var f Frame
			if got := f.AppendNear(nil, &Boxes{X: []float64{0}, Y: []float64{0}, MinX: []float32{0}, MinY: []float32{0}, MaxX: []float32{1}, MaxY: []float32{1}}, 0, 0); len(got) != 0 {
				t.Fatalf("%v is near before Build", got)
			}
			must.Do(t, f.Build(&boxes, filters, Settings{Grow: grow}))
			strips := make([][]uint32, len(boxes.X)) // of each box
			for k := range f.Strips() {
				for _, e := range f.entriesOf(nil, k) {
					strips[e&^visitor] = append(strips[e&^visitor], uint32(k))
				}
			}
			held, told := 0, 0
			for i, want := range strips {
				got := f.AppendStrips(nil, &boxes, i, world[i])
				held, told = held+len(want), told+len(got)
				for _, k := range want {
					if !slices.Contains(got, k) {
						t.Fatalf("box %d is in the strips %v, and said to be in %v", i, want, got)
					}
				}
				if len(want) == 0 && boxes.MinX[i] > boxes.MaxX[i] && len(got) > 0 {
					t.Fatalf("box %d takes no part, and is said to be in the strips %v", i, got)
				}
			}
			if c.far == 0 && told > held+held/8+16 {
				t.Errorf("boxes are said to be in %d strips, and are in %d", told, held)
			}
			asked, worlds := draw(200)
			asked.MaxX = append(asked.MaxX[:199:199], float32(math.NaN()))
			asked.MinX[198], asked.MaxX[198], asked.MinY[198], asked.MaxY[198] = -1e9, 1e9, -1e9, 1e9
			found := 0
			for i := range asked.X {
				got := f.AppendNear(nil, &asked, i, worlds[i])
				if i == 199 && len(got) > 0 {
					t.Fatalf("%v is near a box that is none", got)
				}
				slices.Sort(got)
				if len(slices.Compact(slices.Clone(got))) != len(got) {
					t.Fatalf("box %d: some are found twice: %v", i, got)
				}
				near := 0
				for k := range boxes.X {
					apart := math.Max(
						math.Max(asked.X[i]-boxes.X[k]+float64(asked.MinX[i])-float64(boxes.MaxX[k]), boxes.X[k]-asked.X[i]+float64(boxes.MinX[k])-float64(asked.MaxX[i])),
						math.Max(asked.Y[i]-boxes.Y[k]+float64(asked.MinY[i])-float64(boxes.MaxY[k]), boxes.Y[k]-asked.Y[i]+float64(boxes.MinY[k])-float64(asked.MaxY[i])))
					_, has := slices.BinarySearch(got, uint32(k))
					switch {
					case boxes.MinX[k] > boxes.MaxX[k]:
						if has {
							t.Fatalf("%d takes no part", k)
						}
					case apart <= 2*grow && (c.worlds == 0 || world[k] == worlds[i]):
						if !has {
							t.Fatalf("box %d: %d overlaps it and is not found", i, k)
						}
						near++
					}
				}
				found += near
				if c.far == 0 && c.worlds == 0 && len(got) > near+5 {
					t.Errorf("box %d: %d are found, %d are near", i, len(got), near)
				}
			}
			if c.n > 100 && found == 0 {
				t.Error("nothing was near anything")
			}
		})
	}
}
