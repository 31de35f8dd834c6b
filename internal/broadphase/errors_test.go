// SPDX-License-Identifier: MIT

package broadphase

import (
	"errors"
	"math"
	"strings"
	"testing"

	"daylight"
	"daylight/internal/kernels/isa"
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
		want  string
	}{
		{"Y", short(func(b *Boxes) { b.Y = nil }), nil, 0, "Boxes.Y"},
		{"MinX", short(func(b *Boxes) { b.MinX = b.MinX[:2] }), nil, 0, "Boxes.MinX"},
		{"MinY", short(func(b *Boxes) { b.MinY = make([]float32, 4) }), nil, 0, "Boxes.MinY"},
		{"MaxX", short(func(b *Boxes) { b.MaxX = nil }), nil, 0, "Boxes.MaxX"},
		{"MaxY", short(func(b *Boxes) { b.MaxY = nil }), nil, 0, "Boxes.MaxY"},
		{"filter", columns(3), &Filters{Key: make([]uint64, 2)}, 0, "column Key"},
		{"empty filter", columns(3), &Filters{Mask: []uint32{}}, 0, "column Mask"},
		{"negative", columns(3), nil, -1, "Grow"},
		{"NaN", columns(3), nil, float32(math.NaN()), "Grow"},
		{"infinite", columns(3), nil, float32(math.Inf(1)), "Grow"},
	} {
		var s Frame
		_, append := s.AppendPairs(nil, c.boxes, c.f, Settings{Grow: c.grow})
		_, brute := BruteForce(nil, c.boxes, c.f, c.grow)
		for _, err := range []error{s.Build(c.boxes, c.f, Settings{Grow: c.grow}), append, brute} {
			if !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), ": "+c.want) || !strings.Contains(err.Error(), "; ") {
				t.Errorf("%s: error %v does not name %s", c.name, err, c.want)
			}
		}
		if s.Strips() != 0 {
			t.Errorf("%s: %d strips of what was refused", c.name, s.Strips())
		}
	}
	if err := checkCount(maxBoxes + 1); checkCount(maxBoxes) != nil || !errors.Is(err, daylight.ErrArgument) {
		t.Error("the number of boxes is not limited")
	}
}

// TestNoKernelsMeansChoose: without kernels a frame takes the kernels that the environment names,
// and fails as choosing does.
func TestNoKernelsMeansChoose(t *testing.T) {
	for _, table := range isa.All() {
		t.Setenv("DAYLIGHT_KERNELS", table.Name)
		var s Frame
		if err := s.Build(columns(3), nil, Settings{}); err != nil || s.table != table {
			t.Errorf("%s: error %v", table.Name, err)
		}
	}
	t.Setenv("DAYLIGHT_KERNELS", "abacus")
	var s Frame
	if err := s.Build(columns(3), nil, Settings{}); !errors.Is(err, isa.ErrUnknown) {
		t.Errorf("error %v", err)
	}
	if _, err := BruteForce(nil, columns(3), nil, 0); !errors.Is(err, isa.ErrUnknown) {
		t.Errorf("brute force: error %v", err)
	}
}

// TestEachEnds: an error of Each ends Build wherever it comes, leaves no strips, and does
// no harm to the next.
func TestEachEnds(t *testing.T) {
	b := columns(200) // more than lie in a single strip
	for i := range b.X {
		b.X[i], b.Y[i] = float64(i%20)*2, float64(i/20)*2
		b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -1, -1, 1, 1
	}
	enough := errors.New("enough")
	var s Frame
	for last := range 3 {
		calls := 0
		err := s.Build(b, nil, Settings{Each: func(parts int, do func(int)) error {
			if calls++; calls > last {
				return enough
			}
			return oneByOne(parts, do)
		}})
		if err != enough || s.Strips() != 0 {
			t.Errorf("after %d phases: error %v, %d strips", last, err, s.Strips())
		}
		pairs, err := s.AppendPairs(nil, b, nil, Settings{})
		if want := 19*10 + 20*9 + 19*9*2; err != nil || len(pairs) != want {
			t.Errorf("afterwards: %d pairs, want %d: %v", len(pairs), want, err)
		}
	}
}

// TestZeroValues uses everything before anything was built.
func TestZeroValues(t *testing.T) {
	var s Frame
	var w Strip
	if s.Strips() != 0 || s.AppendOrder(nil) != nil || s.Scattered(0) {
		t.Error("the zero value is not empty")
	}
	if pairs, more := w.Next(); len(pairs) != 0 || more {
		t.Error("the zero value has pairs")
	}
	if err := s.Build(&Boxes{}, nil, Settings{}); err != nil {
		t.Error(err)
	}
}
