// SPDX-License-Identifier: MIT

package scene_test

import (
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"daylight/bench/scene"
	"daylight/internal/must"
)

func TestParse(t *testing.T) {
	for k, name := range scene.Names() {
		kind, err := scene.Parse(name)
		if err != nil || kind != scene.Kind(k) || kind.String() != name {
			t.Errorf("Parse(%q) = %v, %v", name, kind, err)
		}
	}
	if got := len(scene.Kinds()); got != scene.NumKinds {
		t.Errorf("%d kinds, want %d", got, scene.NumKinds)
	}
	for _, name := range []string{"", "Boxes", "spheres"} {
		_, err := scene.Parse(name)
		if !errors.Is(err, scene.ErrUnknown) {
			t.Errorf("Parse(%q): error %v", name, err)
			continue
		}
		for _, known := range scene.Names() {
			if !strings.Contains(err.Error(), known) {
				t.Errorf("Parse(%q): %q does not list %s", name, err, known)
			}
		}
	}
	if got := scene.Kind(9).String(); got != "Kind(9)" {
		t.Errorf("unknown kind prints as %q", got)
	}
}

func TestNewRefuses(t *testing.T) {
	nan := float32(math.NaN())
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		name string
		kind scene.Kind
		n    int
		rho  float32
		want error
	}{
		{"kind", scene.NumKinds, 10, 0.4, scene.ErrUnknown},
		{"none", scene.Boxes, 0, 0.4, scene.ErrCount},
		{"negative", scene.Boxes, -3, 0.4, scene.ErrCount},
		{"too many", scene.Boxes, scene.MaxShapes + 1, 0.4, scene.ErrCount},
		{"rho zero", scene.Boxes, 10, 0, scene.ErrDensity},
		{"rho negative", scene.Boxes, 10, -1, scene.ErrDensity},
		{"rho NaN", scene.Boxes, 10, nan, scene.ErrDensity},
		{"rho infinite", scene.Boxes, 10, inf, scene.ErrDensity},
		{"rho tiny", scene.Boxes, 1000, 1e-45, scene.ErrDensity},
	} {
		s, err := scene.NewDensity(c.kind, c.n, 1, c.rho)
		if s != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

// The stream is fixed by its first outputs, which any other SplitMix64 gives for the
// seed 42, through the draws of the first shape.
func TestFirstShape(t *testing.T) {
	s := must.Get(scene.New(scene.Polys, 10_000, scene.DefaultSeed))(t)
	var state uint64 = 42
	var u [9]float32
	for k := range u {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
		z = (z ^ (z >> 27)) * 0x94D049BB133111EB
		u[k] = float32(math.Ldexp(float64((z^(z>>31))>>40), -24))
	}
	if s.L != float32(math.Sqrt(float64(float32(10_000)/float32(0.4)))) {
		t.Errorf("side of the world %v", s.L)
	}
	if s.X[0] != u[0]*s.L || s.Y[0] != u[1]*s.L {
		t.Errorf("first centre %v, %v", s.X[0], s.Y[0])
	}
	if s.Sides[0] != uint8(3+int(u[7]*6)) || s.Form[0] != scene.Polygon {
		t.Errorf("first polygon has %d sides", s.Sides[0])
	}
	if math.Abs(float64(s.Theta[0])-2*math.Pi*float64(u[2])) > 1e-6 {
		t.Errorf("first angle %v", s.Theta[0])
	}
}

// Golden hashes of every column after FirstFrame steps: a scene has the same bits on
// every platform.
func TestGolden(t *testing.T) {
	want := map[scene.Kind]uint64{
		scene.Circles: 0x11860e90f80a26f5,
		scene.Boxes:   0x25a3a02bf2689f55,
		scene.Polys:   0x851e592400661b33,
		scene.Mixed:   0x1b3555cc62719949,
		scene.Heavy:   0x2ac2058d965fd759,
		scene.Cluster: 0xc1050eaacebee289,
	}
	for _, kind := range scene.Kinds() {
		s := must.Get(scene.New(kind, 1000, scene.DefaultSeed))(t)
		s.Advance(scene.FirstFrame)
		if got := hash(s); got != want[kind] {
			t.Errorf("%v: hash %#x, want %#x", kind, got, want[kind])
		}
	}
}

func hash(s *scene.Scene) uint64 {
	h := fnv.New64a()
	for _, column := range [][]float32{s.X, s.Y, s.Theta, s.VX, s.VY, s.Omega, s.S1, s.S2} {
		for _, v := range column {
			b := math.Float32bits(v)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	for i := range s.Form {
		h.Write([]byte{byte(s.Form[i]), s.Sides[i]})
	}
	return h.Sum64()
}

// A centre that leaves comes back, and the ends of the world are as the definition
// says: 0 belongs to it, L does not.
func TestBounce(t *testing.T) {
	s := must.Get(scene.New(scene.Boxes, 4, 7))(t)
	s.X[0], s.VX[0] = 0.01, -3
	s.Y[0], s.VY[0] = s.L-0.01, 3
	s.X[1], s.VX[1] = 0.5, -0.6
	s.Step()
	if s.X[0] != 0 || s.VX[0] != 3 {
		t.Errorf("left: x %v, vx %v", s.X[0], s.VX[0])
	}
	if s.Y[0] != math.Nextafter32(s.L, 0) || s.VY[0] != -3 {
		t.Errorf("top: y %v of %v, vy %v", s.Y[0], s.L, s.VY[0])
	}
	if s.X[1] != 0.49 || s.VX[1] != -0.6 {
		t.Errorf("free: x %v, vx %v", s.X[1], s.VX[1])
	}
}

func TestStaysInWorld(t *testing.T) {
	for _, kind := range scene.Kinds() {
		s := must.Get(scene.New(kind, 200, 3))(t)
		for step := range 500 {
			for i := range s.X {
				if !(s.X[i] >= 0 && s.X[i] < s.L && s.Y[i] >= 0 && s.Y[i] < s.L) {
					t.Fatalf("%v: shape %d at %v, %v after %d steps, world %v", kind, i, s.X[i], s.Y[i], step, s.L)
				}
			}
			s.Step()
		}
	}
}

// Ranges together make a step, in any order.
func TestMove(t *testing.T) {
	one := must.Get(scene.New(scene.Mixed, 100, 5))(t)
	two := must.Get(scene.New(scene.Mixed, 100, 5))(t)
	one.Advance(30)
	for range 30 {
		two.Move(61, 100)
		two.Move(0, 60)
		two.Move(60, 61)
	}
	if hash(one) != hash(two) {
		t.Error("moving by ranges differs from a step")
	}
}

func TestCorners(t *testing.T) {
	s := must.Get(scene.New(scene.Mixed, 3000, 11))(t)
	var seen [scene.MaxSides + 1]int
	var corners [][2]float64
	for i := range s.X {
		corners = s.AppendCorners(corners[:0], i)
		if len(corners) != int(s.Sides[i]) {
			t.Fatalf("shape %d: %d corners, %d sides", i, len(corners), s.Sides[i])
		}
		hx, hy := float64(s.S1[i]), float64(s.S2[i])
		switch s.Form[i] {
		case scene.Box:
			want := [][2]float64{{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}}
			if !slices.Equal(corners, want) {
				t.Fatalf("box %d: corners %v", i, corners)
			}
		case scene.Polygon:
			seen[len(corners)]++
			for k, p := range corners {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(len(corners)))
				if math.Abs(p[0]-hx*cos) > 1e-15 || math.Abs(p[1]-hx*sin) > 1e-15 {
					t.Fatalf("polygon %d of %d sides: corner %d at %v", i, len(corners), k, p)
				}
			}
		}
	}
	for n := 3; n <= scene.MaxSides; n++ {
		if seen[n] < 100 {
			t.Errorf("%d polygons of %d sides among 1000", seen[n], n)
		}
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	s := must.Get(scene.New(scene.Boxes, 100, 1))(t)
	if n := testing.AllocsPerRun(10, s.Step); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func BenchmarkStep(b *testing.B) {
	s := must.Get(scene.New(scene.Boxes, 100_000, scene.DefaultSeed))(b)
	for b.Loop() {
		s.Step()
	}
}
