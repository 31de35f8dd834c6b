// SPDX-License-Identifier: MIT

package broadphase

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/guard"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// sweptPairs sweeps a frame that is built. It returns the pairs of boxes in the order in which they
// come. It also returns the pairs that overlap, in the order of indices: others are candidates by
// rounding.
func sweptPairs(f *Frame, b *Boxes) (swept, sorted []kernels.Pair) {
	apart := func(p kernels.Pair) bool {
		i, j := p.A, p.B
		return b.X[i]+float64(b.MaxX[i]) < b.X[j]+float64(b.MinX[j]) || b.X[j]+float64(b.MaxX[j]) < b.X[i]+float64(b.MinX[i]) ||
			b.Y[i]+float64(b.MaxY[i]) < b.Y[j]+float64(b.MinY[j]) || b.Y[j]+float64(b.MaxY[j]) < b.Y[i]+float64(b.MinY[i])
	}
	var w Strip
	for k := range f.Strips() {
		f.Load(k, &w)
		for more := true; more; {
			var found []kernels.Pair
			found, more = w.Next()
			for _, p := range found {
				swept = append(swept, kernels.Pair{A: w.Slots[p.A], B: w.Slots[p.B]})
			}
		}
	}
	sorted = slices.DeleteFunc(slices.Clone(swept), apart)
	slices.SortFunc(sorted, func(p, q kernels.Pair) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) })
	return swept, sorted
}

// TestResume: frames with the plan of the frame before find the same pairs as frames alone. Boxes
// also teleport, leave the extent of the plan, or take no part; with any kernels and number of
// parts in the same order.
func TestResume(t *testing.T) {
	testenv.Sequential(t)
	type subject struct {
		f     Frame
		table *isa.Table
		parts int
	}
	var all []*subject
	for k, table := range isa.All() {
		for parts := 1; parts <= 2; parts++ {
			all = append(all, &subject{table: table, parts: parts + k%2})
		}
	}
	r := rand.New(rand.NewPCG(testenv.Seed(t, 3), 4))
	b, f := even(r, 2*partBoxes)
	f.World = nil
	resumed, made := 0, 0
	for frame := range testenv.Rounds(30, 60, 400) {
		n := len(b.X)
		for i := range n {
			b.X[i] += r.NormFloat64() * 0.02
			b.Y[i] += r.NormFloat64() * 0.02
		}
		switch frame {
		case 4: // a few teleport
			for range 100 {
				i := r.IntN(n)
				b.X[i], b.Y[i] = 70*r.Float64(), 70*r.Float64()
			}
		case 6: // a crowd in one strip
			for i := range 700 {
				b.Y[i] = 20 + r.Float64()
			}
		case 8:
			b.X[0], b.X[1], b.Y[2], b.X[3] = 1e9, -1e9, math.Inf(1), math.NaN()
		case 9:
			b.X[0], b.X[1], b.Y[2], b.X[3] = 1, 2, 3, 4
		case 10: // to one side
			for i := range n {
				b.X[i] += 500
			}
		case 13: // up
			for i := range n {
				b.Y[i] += 500
			}
		case 16:
			f.Skip[77] = !f.Skip[77]
		}
		var alone Frame
		must.Do(t, alone.Build(&b, &f, Settings{Kernels: all[0].table}))
		_, want := sweptPairs(&alone, &b)
		var order []kernels.Pair
		for k, s := range all {
			settings := Settings{Kernels: s.table, Workers: s.parts}
			if s.f.Resume(&b, &f, settings, true) {
				parts := len(s.f.parts)
				for part := range parts {
					s.f.Deal(part, guard.Cut(n, part, parts), guard.Cut(n, part+1, parts), false)
				}
				must.Do(t, s.f.End(nil))
			} else {
				must.Do(t, s.f.Build(&b, &f, settings))
			}
			if s.f.Resumed() {
				resumed++
			} else {
				made++
			}
			swept, got := sweptPairs(&s.f, &b)
			if !slices.Equal(got, want) {
				t.Fatalf("frame %d, %s, %d parts: %d pairs, or others, want %d", frame, s.table.Name, s.parts, len(got), len(want))
			}
			if k == 0 {
				order = swept
			} else if !slices.Equal(swept, order) {
				t.Fatalf("frame %d, %s, %d parts: another order", frame, s.table.Name, s.parts)
			}
		}
	}
	if made < 3*len(all) || resumed < made {
		t.Errorf("%d frames were resumed, %d had a plan of their own: the test is too tame", resumed, made)
	}
}

// TestStray: a plan is given up when boxes have left what it was made for, but not for the sake of
// one.
func TestStray(t *testing.T) {
	b, f := even(rand.New(rand.NewPCG(1, 2)), 4*sampleSize)
	f.World = nil
	var s Frame
	must.Do(t, s.Build(&b, &f, Settings{}))
	if s.stray() {
		t.Error("boxes are where they were")
	}
	b.X[0] = 1e6
	if s.stray() {
		t.Error("one box has left")
	}
	for i := range b.X {
		b.X[i] += 20
	}
	if !s.stray() {
		t.Error("all have moved by a third of the extent")
	}
}
