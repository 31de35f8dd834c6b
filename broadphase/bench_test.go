// SPDX-License-Identifier: MIT

package broadphase_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"daylight/broadphase"
	"daylight/broadphase/conformance"
	"daylight/kernels"
)

// ordered returns the boxes in the order of their strips, as an engine keeps them.
func ordered(b *broadphase.Boxes) broadphase.Boxes {
	var s broadphase.Sweep
	var w broadphase.Work
	if _, err := s.AppendPairs(nil, kernels.Best(), b, nil, 0); err != nil {
		panic(err)
	}
	var perm []uint32
	for k := range s.Strips() {
		s.Load(kernels.Best(), k, &w)
		perm = w.AppendHomes(perm)
	}
	var o broadphase.Boxes
	for _, i := range perm {
		o.X, o.Y = append(o.X, b.X[i]), append(o.Y, b.Y[i])
		o.MinX, o.MinY = append(o.MinX, b.MinX[i]), append(o.MinY, b.MinY[i])
		o.MaxX, o.MaxY = append(o.MaxX, b.MaxX[i]), append(o.MaxY, b.MaxY[i])
	}
	return o
}

// scenes are what benchmarks run on: boxes as the AABBs of rotated boxes would be.
func scenes(b *testing.B, f func(b *testing.B, boxes *broadphase.Boxes)) {
	for _, name := range []string{"uniform", "clustered", "heavy", "crossing", "points"} {
		for _, d := range conformance.Distributions {
			if d.Name != name {
				continue
			}
			for _, n := range []int{10_000, 100_000, 1_000_000} {
				b.Run(fmt.Sprintf("scene=%s/n=%d", name, n), func(b *testing.B) {
					drawn := d.Make(rand.New(rand.NewPCG(42, 0)), n)
					if name != "points" {
						for i := range drawn.MinX {
							drawn.MinX[i] *= 1.27
							drawn.MaxX[i] *= 1.27
							drawn.MinY[i] *= 1.27
							drawn.MaxY[i] *= 1.27
						}
					}
					boxes := ordered(&drawn)
					b.ReportAllocs()
					f(b, &boxes)
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/box")
				})
			}
		}
	}
}

// BenchmarkFrame is all of a frame, pairs dropped as they come.
func BenchmarkFrame(b *testing.B) {
	scenes(b, func(b *testing.B, boxes *broadphase.Boxes) {
		var s broadphase.Sweep
		var w broadphase.Work
		out := make([]kernels.Pair, 2048)
		table := kernels.Best()
		n := boxes.Len()
		frame := func() {
			w.Counts = broadphase.Counts{}
			sorted(b, &s, boxes)
			for k := range s.Strips() {
				s.Load(kernels.Best(), k, &w)
				for more := true; more; {
					_, more = s.Next(table, &w, out)
				}
			}
		}
		frame() // scratch grows once
		for b.Loop() {
			frame()
		}
		b.ReportMetric(float64(w.Counts.Tests)/float64(n), "tests/box")
		b.ReportMetric(float64(w.Counts.Pairs), "pairs")
	})
}

// BenchmarkMeasure is the first phase alone.
func BenchmarkMeasure(b *testing.B) {
	scenes(b, func(b *testing.B, boxes *broadphase.Boxes) {
		var s broadphase.Sweep
		for b.Loop() {
			s.Measure(kernels.Best(), boxes, nil, 0, boxes.Len())
		}
	})
}

// BenchmarkSort is everything up to where strips can be loaded.
func BenchmarkSort(b *testing.B) {
	scenes(b, func(b *testing.B, boxes *broadphase.Boxes) {
		var s broadphase.Sweep
		sorted(b, &s, boxes) // scratch grows once
		for b.Loop() {
			sorted(b, &s, boxes)
		}
	})
}

// BenchmarkLoad loads every strip of a frame that is sorted already.
func BenchmarkLoad(b *testing.B) {
	scenes(b, func(b *testing.B, boxes *broadphase.Boxes) {
		var s broadphase.Sweep
		var w broadphase.Work
		sorted(b, &s, boxes)
		for b.Loop() {
			for k := range s.Strips() {
				s.Load(kernels.Best(), k, &w)
			}
		}
	})
}

func sorted(b *testing.B, s *broadphase.Sweep, boxes *broadphase.Boxes) {
	n := boxes.Len()
	if err := s.Plan(boxes, nil, s.Measure(kernels.Best(), boxes, nil, 0, n), 0, 1); err != nil {
		b.Fatal(err)
	}
	for again := true; again; {
		s.Count(kernels.Best(), 0, 0, n)
		var err error
		if again, err = s.Arrange(); err != nil {
			b.Fatal(err)
		}
	}
	s.Scatter(0, 0, n)
}
