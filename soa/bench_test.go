// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// benchShapes fills a store with one class, or with all of them.
func benchShapes(b *testing.B, class string, n int) *Shapes {
	b.Helper()
	r := testenv.Rand(b, 1)
	s := withRoom(n)
	pts := regular(8, 1)
	for range n {
		p := At(r.Float64(), r.Float64(), r.Float64())
		var err error
		switch class {
		case "circle":
			_, err = s.AddCircle(p, 1, Attrs{})
		case "box":
			_, err = s.AddBox(p, 1, 2, Attrs{})
		case "polygon":
			_, err = s.AddPolygon(p, pts, 0, Attrs{})
		default:
			addRandom(b, r, s, Attrs{})
		}
		must.Do(b, err)
	}
	refreshAll(s)
	return s
}

const benchN = 100_000

func perShape(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/shape")
}

func BenchmarkGather(b *testing.B) {
	for _, order := range []string{"slots", "random"} {
		b.Run("order="+order, func(b *testing.B) {
			s := benchShapes(b, "box", benchN)
			slots := make([]uint32, benchN)
			for k, i := range testenv.Rand(b, 1).Perm(benchN) {
				slots[k] = uint32(k)
				if order == "random" {
					slots[k] = uint32(i)
				}
			}
			dst := make([]kernels.Record, benchN)
			for b.Loop() {
				s.gather(chosen(), dst, slots)
			}
			perShape(b, benchN)
		})
	}
}

func BenchmarkReorder(b *testing.B) {
	for _, class := range []string{"box", "polygon"} {
		b.Run("class="+class, func(b *testing.B) {
			s := benchShapes(b, class, benchN)
			perm := make([]uint32, benchN)
			for k, i := range testenv.Rand(b, 1).Perm(benchN) {
				perm[k] = uint32(i)
			}
			for b.Loop() {
				must.Do(b, s.reorder(perm))
			}
			perShape(b, benchN)
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	for _, n := range []int{0, 4, 8, 64, 4096} {
		b.Run(fmt.Sprintf("vertices=%d", n), func(b *testing.B) {
			s := New()
			pts := regular(n, 1)
			for b.Loop() {
				var id ID
				var err error
				if n == 0 {
					id, err = s.AddCircle(Pose{C: 1}, 1, Attrs{})
				} else {
					id, err = s.AddPolygon(Pose{C: 1}, pts, 0, Attrs{})
				}
				if err == nil {
					err = s.Remove(id)
				}
				if err != nil { // must, by its Helper, takes four times as long as all this
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkConstruct measures constructors that compute their outline.
func BenchmarkConstruct(b *testing.B) {
	cloud := make([]Point, 1000)
	r := testenv.Rand(b, 1)
	for i := range cloud {
		cloud[i] = Point{X: r.NormFloat64(), Y: r.NormFloat64()}
	}
	for _, c := range []struct {
		name string
		add  func(s *Shapes) error
	}{
		{"shape=triangle", func(s *Shapes) error {
			_, err := s.AddPolygon(At(0, 0, 0), []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}, 0, Attrs{})
			return err
		}},
		{"shape=regular/n=16", func(s *Shapes) error { _, err := s.AddEllipse(At(0, 0, 0), 1, 1, 16, 0, Attrs{}); return err }},
		{"shape=ellipse/n=32", func(s *Shapes) error { _, err := s.AddEllipse(At(0, 0, 0), 2, 1, 32, 0, Attrs{}); return err }},
		{"shape=hull/n=1000", func(s *Shapes) error { _, err := s.AddHull(At(0, 0, 0), cloud, 0, Attrs{}); return err }},
		{"shape=hull64/n=1000", func(s *Shapes) error { _, err := ConvexHull(s.local[:0], cloud); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := New()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%1024 == 0 {
					s.Clear()
				}
				must.Do(b, c.add(s))
			}
		})
	}
}
