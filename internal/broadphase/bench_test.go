// SPDX-License-Identifier: MIT

package broadphase_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"daylight/internal/broadphase"
	"daylight/internal/broadphase/conformance"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
)

// ordered returns the boxes in the order of their strips, as an engine keeps them.
func ordered(b *broadphase.Boxes) broadphase.Boxes {
	var f broadphase.Frame
	if err := f.Build(b, nil, broadphase.Settings{}); err != nil {
		panic(err)
	}
	var o broadphase.Boxes
	for _, i := range f.AppendOrder(nil) {
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
		var f broadphase.Frame
		var w broadphase.Strip
		n := len(boxes.X)
		frame := func() {
			w.Work.Tests, w.Work.Pairs = 0, 0
			build(b, &f, boxes)
			for k := range f.Strips() {
				f.Load(k, &w)
				for more := true; more; {
					_, more = w.Next()
				}
			}
		}
		frame() // scratch grows once
		for b.Loop() {
			frame()
		}
		b.ReportMetric(float64(w.Work.Tests)/float64(n), "tests/box")
		b.ReportMetric(float64(w.Work.Pairs), "pairs")
	})
}

// BenchmarkBuild is everything up to where strips can be loaded.
func BenchmarkBuild(b *testing.B) {
	scenes(b, func(b *testing.B, boxes *broadphase.Boxes) {
		var f broadphase.Frame
		build(b, &f, boxes) // scratch grows once
		for b.Loop() {
			build(b, &f, boxes)
		}
	})
}

// BenchmarkLoad loads every strip of a frame that is built already.
func BenchmarkLoad(b *testing.B) {
	scenes(b, func(b *testing.B, boxes *broadphase.Boxes) {
		var f broadphase.Frame
		var w broadphase.Strip
		build(b, &f, boxes)
		for b.Loop() {
			for k := range f.Strips() {
				f.Load(k, &w)
			}
		}
	})
}

func build(b *testing.B, f *broadphase.Frame, boxes *broadphase.Boxes) {
	must.Do(b, f.Build(boxes, nil, broadphase.Settings{Kernels: table}))
}

// table is asked for once, as an engine does.
var table = isa.Best()
