// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"strings"
	"testing"

	"daylight/kernels"
)

func columns(n int) *Boxes {
	return &Boxes{
		X: make([]float64, n), Y: make([]float64, n),
		MinX: make([]float32, n), MinY: make([]float32, n), MaxX: make([]float32, n), MaxY: make([]float32, n),
	}
}

func TestRefusals(t *testing.T) {
	short := func(change func(*Boxes)) *Boxes {
		b := columns(3)
		change(b)
		return b
	}
	for _, c := range []struct {
		name  string
		boxes *Boxes
		f     *Filters
		grow  float32
		parts int
		want  string
	}{
		{"Y", short(func(b *Boxes) { b.Y = nil }), nil, 0, 1, "Boxes.Y"},
		{"MinX", short(func(b *Boxes) { b.MinX = b.MinX[:2] }), nil, 0, 1, "Boxes.MinX"},
		{"MinY", short(func(b *Boxes) { b.MinY = make([]float32, 4) }), nil, 0, 1, "Boxes.MinY"},
		{"MaxX", short(func(b *Boxes) { b.MaxX = nil }), nil, 0, 1, "Boxes.MaxX"},
		{"MaxY", short(func(b *Boxes) { b.MaxY = nil }), nil, 0, 1, "Boxes.MaxY"},
		{"filter", columns(3), &Filters{Key: make([]uint64, 2)}, 0, 1, "Filters.Key"},
		{"empty filter", columns(3), &Filters{Mask: []uint32{}}, 0, 1, "Filters.Mask"},
		{"negative", columns(3), nil, -1, 1, "grow"},
		{"NaN", columns(3), nil, float32(math.NaN()), 1, "grow"},
		{"infinite", columns(3), nil, float32(math.Inf(1)), 1, "grow"},
		{"parts", columns(3), nil, 0, 0, "parts"},
	} {
		var s Sweep
		e := s.Measure(kernels.Best(), c.boxes, c.f, 0, 3)
		err := s.Plan(c.boxes, c.f, e, c.grow, c.parts)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v does not name %s", c.name, err, c.want)
		}
	}
	if checkCount(MaxBoxes) != nil || checkCount(MaxBoxes+1) == nil {
		t.Error("the number of boxes is not limited to MaxBoxes")
	}
}

func TestUncountedParts(t *testing.T) {
	b := columns(10)
	for _, c := range []struct {
		name   string
		ranges [][2]int
	}{
		{"none", nil},
		{"one of two", [][2]int{{0, 5}}},
		{"a gap", [][2]int{{0, 4}, {5, 10}}},
		{"an overlap", [][2]int{{0, 6}, {5, 10}}},
		{"too few", [][2]int{{0, 5}, {5, 9}}},
	} {
		var s Sweep
		if err := s.Plan(b, nil, s.Measure(kernels.Best(), b, nil, 0, 10), 0, 2); err != nil {
			t.Fatal(err)
		}
		for k, r := range c.ranges {
			s.Count(kernels.Best(), k, r[0], r[1])
		}
		if _, err := s.Arrange(); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

// TestForeignExtent plans with the extent of other boxes: slower perhaps, not wrong.
func TestForeignExtent(t *testing.T) {
	b := columns(100)
	for i := range b.X {
		b.X[i], b.Y[i] = float64(i%10)*2, float64(i/10)*2
		b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -1, -1, 1, 1
	}
	other := columns(2)
	other.X[1], other.Y[1] = 4, 5
	var s Sweep
	for _, e := range []Extent{{}, s.Measure(kernels.Best(), other, nil, 0, 2), s.Measure(kernels.Best(), b, nil, 0, 7)} {
		if err := s.Plan(b, nil, e, 0, 1); err != nil {
			t.Fatal(err)
		}
		for again := true; again; {
			s.Count(kernels.Best(), 0, 0, 100)
			var err error
			if again, err = s.Arrange(); err != nil {
				t.Fatal(err)
			}
		}
		s.Scatter(0, 0, 100)
		n, touching := 0, 0
		var w Work
		out := make([]kernels.Pair, Room)
		for k := range s.Strips() {
			s.Load(kernels.Best(), k, &w)
			for more := true; more; {
				var found int
				found, more = s.Next(kernels.Best(), &w, out)
				n += found
				for _, p := range out[:found] {
					i, j := w.Slots()[p.A], w.Slots()[p.B]
					if math.Abs(b.X[i]-b.X[j]) <= 2 && math.Abs(b.Y[i]-b.Y[j]) <= 2 {
						touching++
					}
				}
			}
		}
		if want := 9*10*2 + 9*9*2; touching != want {
			t.Errorf("found %d of %d pairs among %d", touching, want, n)
		}
	}
}

func TestNextNeedsRoom(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Next went on without room for a group")
		}
	}()
	var s Sweep
	s.Next(kernels.Best(), &Work{}, make([]kernels.Pair, Room-1))
}

// TestZeroValues uses everything before anything was planned.
func TestZeroValues(t *testing.T) {
	var s Sweep
	var w Work
	if s.Strips() != 0 || s.EntryCount() != 0 || s.LeftOut() != 0 || w.Slots() != nil || w.AppendHomes(nil) != nil {
		t.Error("the zero value is not empty")
	}
	if n, more := s.Next(kernels.Best(), &w, make([]kernels.Pair, Room)); n != 0 || more {
		t.Error("the zero value has pairs")
	}
}
