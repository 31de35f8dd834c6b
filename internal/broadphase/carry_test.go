// SPDX-License-Identifier: MIT

package broadphase

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// even draws n boxes of about one size, spread over a square, which seldom overflow a strip.
func even(r *rand.Rand, n int) (b Boxes, f Filters) {
	for range n {
		w, h := 0.5+r.Float32()/4, 0.5+r.Float32()/4
		b.X, b.Y = append(b.X, r.Float64()*70), append(b.Y, r.Float64()*70)
		b.MinX, b.MinY = append(b.MinX, -w), append(b.MinY, -h)
		b.MaxX, b.MaxY = append(b.MaxX, w), append(b.MaxY, h)
		f.World, f.Skip = append(f.World, uint32(r.IntN(2))), append(f.Skip, r.IntN(30) == 0)
	}
	return b, f
}

// sameStrips compares what frames hold, and all that is told of them.
func sameStrips(t *testing.T, what string, got, want *Frame, b *Boxes) {
	t.Helper()
	if got.Strips() != want.Strips() || got.dealt != want.dealt {
		t.Fatalf("%s: %d strips of %d entries, want %d of %d", what, got.Strips(), got.dealt, want.Strips(), want.dealt)
	}
	for k := range want.Strips() {
		if g, w := got.entriesOf(nil, k), want.entriesOf(nil, k); !slices.Equal(g, w) || got.Rows(k) != len(w) || got.AllStatic(k) != want.AllStatic(k) {
			t.Fatalf("%s: strip %d holds %x, want %x", what, k, g, w)
		}
	}
	if n := len(b.X); got.Scattered(n) != want.Scattered(n) || !slices.Equal(got.AppendOrder(nil), want.AppendOrder(nil)) {
		t.Fatalf("%s: another order", what)
	}
	for i := 0; i < len(b.X); i += 397 {
		g, w := got.AppendNear(nil, b, i, 1), want.AppendNear(nil, b, i, 1)
		slices.Sort(g)
		slices.Sort(w)
		if !slices.Equal(g, w) {
			t.Fatalf("%s: near box %d are %d, want %d", what, i, g, w)
		}
	}
}

// TestCarried: frames that are laid out by the one before hold what a frame alone holds, in one
// part or in several, whether strips have room or not; and both happen.
func TestCarried(t *testing.T) {
	testenv.Sequential(t)
	frames := testenv.Rounds(16, 24, 24)
	for _, table := range isa.All() {
		for parts := 1; parts <= 3; parts++ {
			r := rand.New(rand.NewPCG(7, uint64(parts)))
			b, f := even(r, 8000)
			var s Frame
			carried, counted := 0, 0
			for frame := range frames {
				for i := range b.X {
					b.X[i] += r.NormFloat64() * 0.02
					b.Y[i] += r.NormFloat64() * 0.02
				}
				filters := &f
				switch frame % 20 {
				case 5: // a crowd in one strip
					for i := range 1500 {
						b.Y[i] = 20 + r.Float64()
					}
				case 6:
					for i := range 1500 {
						b.Y[i] = r.Float64() * 70
					}
				case 9: // others come
					more, of := even(r, 300)
					b.X, b.Y = append(b.X, more.X...), append(b.Y, more.Y...)
					b.MinX, b.MinY = append(b.MinX, more.MinX...), append(b.MinY, more.MinY...)
					b.MaxX, b.MaxY = append(b.MaxX, more.MaxX...), append(b.MaxY, more.MaxY...)
					f.World, f.Skip = append(f.World, of.World...), append(f.Skip, of.Skip...)
				case 12: // far away, and back
					b.X[0], b.X[1] = 1e9, -1e9
				case 14:
					b.X[0], b.X[1] = 3, 4
				case 15: // another grid
					for i := range b.X {
						b.MinY[i] *= 0.75
					}
				case 16, 17, 18:
					filters = nil
				}
				must.Do(t, s.accept(&b, filters, Settings{Kernels: table}))
				if frame%8 == 3 { // ended in a phase, whichever
					left := r.IntN(4)
					ended := errors.New("ended")
					if err := s.build(parts, func(n int, do func(int)) error {
						if left--; left < 0 {
							return ended
						}
						return oneByOne(n, do)
					}); err != nil && (!errors.Is(err, ended) || s.Strips() != 0) {
						t.Fatalf("%v, and %d strips", err, s.Strips())
					}
					must.Do(t, s.accept(&b, filters, Settings{Kernels: table}))
				}
				must.Do(t, s.build(parts, nil))
				if err := s.check(); err != nil {
					t.Fatalf("%s, %d parts, frame %d: %v", table.Name, parts, frame, err)
				}
				if len(s.entries) > s.dealt {
					carried++
				} else {
					counted++
				}
				var alone Frame
				must.Do(t, alone.Build(&b, filters, Settings{}))
				sameStrips(t, table.Name, &s, &alone, &b)
			}
			if carried < frames/4 || counted < 3 {
				t.Errorf("%s, %d parts: %d frames carried, %d counted: the test is too tame", table.Name, parts, carried, counted)
			}
		}
	}
}
