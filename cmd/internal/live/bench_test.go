// SPDX-License-Identifier: MIT

package live

import (
	"testing"

	"daylight/batch"
	"daylight/bench/sim"
)

// BenchmarkEncode is what a frame of 100,000 shapes costs beside its step, if anyone
// watches.
func BenchmarkEncode(b *testing.B) {
	for _, scene := range []string{"circles", "boxes", "mixed"} {
		b.Run("scene="+scene+"/n=100000", func(b *testing.B) {
			w, err := sim.New(scene, 100000, 42, batch.Config{Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			e := newEncoder(w)
			for range 10 { // the first step puts storage in order
				if err := w.Step(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			var dst []byte
			frame := 0
			b.ReportAllocs()
			for b.Loop() {
				frame++
				e.update(w, frame)
				dst = e.encodeFrame(dst, w, frame, false)
			}
			b.SetBytes(int64(len(dst)))
		})
	}
}
