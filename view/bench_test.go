// SPDX-License-Identifier: MIT

package view

import (
	"testing"

	"daylight/batch"
	"daylight/bench/sim"
)

// BenchmarkEncode is what a frame costs the goroutine that shows it, if anyone watches.
func BenchmarkEncode(b *testing.B) {
	for _, n := range []struct {
		name string
		n    int
	}{{"n=20000", 20000}, {"n=100000", 100000}} {
		for _, scene := range []string{"circles", "boxes", "mixed"} {
			b.Run("scene="+scene+"/"+n.name, func(b *testing.B) {
				w := warm(b, scene, n.n)
				e := encoder{figures: figures{fps: 60}}
				var take taker
				var s snapshot
				var dst []byte
				frame := 0
				b.ReportAllocs()
				for range 2 { // in the second no shape is new
					if err := take.take(&s, w.Shapes(), w.Contacts(), frame); err != nil {
						b.Fatal(err)
					}
					e.update(&s)
					dst = e.encodeFrame(dst, &s)
				}
				for b.Loop() {
					frame++
					s.frame = frame
					e.update(&s)
					dst = e.encodeFrame(dst, &s)
				}
				b.SetBytes(int64(len(dst)))
			})
		}
	}
}

// BenchmarkFrame is what Frame costs the goroutine that steps, a shape: while somebody watches who
// is ready for every frame, and while nobody does.
func BenchmarkFrame(b *testing.B) {
	for _, watched := range []bool{true, false} {
		for _, n := range []struct {
			name string
			n    int
		}{{"n=1000", 1000}, {"n=20000", 20000}, {"n=100000", 100000}} {
			name := "nobody/"
			if watched {
				name = "watched/"
			}
			b.Run(name+n.name, func(b *testing.B) {
				w := warm(b, "boxes", n.n)
				v, err := newView(Config{})
				if err != nil {
					b.Fatal(err)
				}
				if watched {
					v.door.watchers = 1
				}
				b.ReportAllocs()
				for b.Loop() {
					if err := v.Frame(w.Shapes(), w.Contacts()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n.n), "ns/shape")
			})
		}
	}
}

// warm is a scene after its first steps, which put storage in order.
func warm(b *testing.B, scene string, n int) sim.World {
	w, err := sim.New(scene, n, 42, batch.Config{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	for range 10 {
		if err := w.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	return w
}
