// SPDX-License-Identifier: MIT

//go:build unix

package sim

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
)

// peer is what Box2D 3 or Rapier makes of a scene.
type peer struct {
	took  []float64    // ms of CPU time of each frame's step
	x, y  []float64    // of each frame: mean position of what moves
	below []int        // of each frame: how many are below -1
	pose  [][4]float64 // in the order in which shapes were added
	depth []float64    // of contacts that overlap, twice between bodies that move, ascending
}

// box2d3 builds the driver in testdata with the source that the variable BOX2D3 names, or skips the
// test.
func box2d3(t testing.TB) (program string) {
	dir := os.Getenv("BOX2D3")
	if dir == "" {
		t.Skip("BOX2D3 names no source of Box2D 3")
	}
	program = filepath.Join(t.TempDir(), "box2d3")
	args := []string{"-O3", "-march=native", "-std=c17", "-D_GNU_SOURCE", "-DNDEBUG", "-DBOX2D_AVX2", "-I", filepath.Join(dir, "include"), "-o", program, filepath.Join("testdata", "box2d3.c")}
	args = append(args, must.Get(filepath.Glob(filepath.Join(dir, "src", "*.c")))(t)...)
	if out, err := exec.Command("cc", append(args, "-lm", "-lpthread")...).CombinedOutput(); err != nil {
		t.Fatalf("building Box2D: %v\n%s", err, out)
	}
	return program
}

// rapier2d builds the driver in testdata by cargo, which fetches Rapier from crates.io.
func rapier2d(t testing.TB) (program string) {
	if _, err := exec.LookPath("cargo"); err != nil {
		t.Skip("there is no cargo")
	}
	target := must.Get(filepath.Abs("../peers/native/build/cargo"))(t)
	c := exec.Command("cargo", "build", "-q", "--locked", "--release", "--bin", "frames", "--target-dir", target)
	c.Dir, c.Env = "../peers/native/rust", append(os.Environ(), "RUSTFLAGS=-C target-cpu=native")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("building Rapier: %v\n%s", err, out)
	}
	return filepath.Join(target, "release", "frames")
}

// beside gives a peer the shapes of a world before its first frame.
func beside(t testing.TB, program string, w *world, frames, subSteps int, hertz, friction float64) *peer {
	t.Helper()
	var in bytes.Buffer
	n := w.shapes.Len()
	fmt.Fprintln(&in, frames, subSteps, hertz, gravity, friction, n)
	ids := livetest.IDs(w.shapes)
	slices.Sort(ids)
	for _, id := range ids {
		s := must.Get(w.shapes.Shape(id))(t)
		spin := must.Get(w.motion.Spin.Get(id))(t)
		fixed := 0
		if s.Attrs.Static {
			fixed = 1
		}
		fmt.Fprintln(&in, fixed, s.Pose.X, s.Pose.Y, s.Pose.C, s.Pose.S, spin, s.Radius, len(s.Vertices))
		for _, v := range s.Vertices {
			fmt.Fprintln(&in, v.X, v.Y)
		}
	}
	c := exec.Command(program)
	c.Stdin, c.Stderr = &in, os.Stderr
	lines := strings.Split(strings.TrimSpace(string(must.Get(c.Output())(t))), "\n")
	p := &peer{}
	for f := range frames {
		var took, x, y float64
		var below int
		must.Get(fmt.Sscan(lines[f], &took, &x, &y, &below))(t)
		p.took, p.x, p.y, p.below = append(p.took, took), append(p.x, x), append(p.y, y), append(p.below, below)
	}
	for _, l := range lines[frames : frames+n] {
		var pose [4]float64
		must.Get(fmt.Sscan(l, &pose[0], &pose[1], &pose[2], &pose[3]))(t)
		p.pose = append(p.pose, pose)
	}
	for _, l := range lines[frames+n:] {
		var d float64
		must.Get(fmt.Sscan(l, &d))(t)
		if d > 0 {
			p.depth = append(p.depth, d)
		}
	}
	slices.Sort(p.depth)
	return p
}

// quantile is of sorted numbers.
func quantile[T float32 | float64](sorted []T, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[int(q*float64(len(sorted)-1))])
}

// middle is the mean position of what moves.
func middle(w *world) (x, y float64) {
	n := 0.0
	px, py := livetest.Positions(w.shapes)
	for i, s := range livetest.Static(w.shapes) {
		if !s {
			x, y, n = x+px[i], y+py[i], n+1
		}
	}
	return x / n, y / n
}

// TestBesideBox2D compares a pyramid, a drum, a heap and a hopper with what Box2D 3 makes of them,
// at the same number of sub-steps and with springs of the same rate: rest, depth, the angle of the
// drum's filling and of the heap, and the mean flow.
func TestBesideBox2D(t *testing.T) {
	program := box2d3(t)
	depths := func(t *testing.T, w World, p *peer) {
		t.Helper()
		d := overlaps(w)
		t.Logf("overlap at 99 %%: %.4f, Box2D %.4f", quantile(d, .99), quantile(p.depth, .99))
		if q := quantile(d, .99); q > 0.01 {
			t.Errorf("overlap of %v at 99 %%, want 1 %% of a size of 1", q)
		}
	}

	const n = 1000
	t.Run("pyramid", func(t *testing.T) {
		pyramid := start(t, "pyramid", 210, batch.Config{}).(*world)
		p := beside(t, program, pyramid, 600, 4, 40, 0.6)
		_, y0 := middle(pyramid)
		advance(t, pyramid, 600)
		_, y1 := middle(pyramid)
		t.Logf("pyramid sank by %.4f, in Box2D by %.4f", y0-y1, y0-p.y[599])
		if y0-y1 > max(y0-p.y[599], 0.05) {
			t.Error("it sank farther than in Box2D")
		}
		depths(t, pyramid, p)
	})
	t.Run("drum", func(t *testing.T) {
		d := must.Get(newDrumOf(n, 1, batch.Config{}, 8, disc, square, pentagon))(t).(*drum)
		p := beside(t, program, &d.world, 900, 8, 80, 0.8)
		var ours, theirs [2]float64
		for f := range 900 {
			advance(t, d, 1)
			if f >= 300 {
				x, y := middle(&d.world)
				ours, theirs = [2]float64{ours[0] + x, ours[1] + y}, [2]float64{theirs[0] + p.x[f], theirs[1] + p.y[f]}
			}
		}
		angle := func(m [2]float64) float64 { return math.Atan2(m[0], -m[1]) * 180 / math.Pi }
		t.Logf("drum: its filling leans by %.1f degrees, in Box2D by %.1f", angle(ours), angle(theirs))
		if r := angle(ours) / angle(theirs); r < .9 || r > 1.1 {
			t.Error("the angles differ by more than a tenth")
		}
		depths(t, d, p)
	})
	t.Run("heap", func(t *testing.T) {
		heap := start(t, "heap", n, batch.Config{}).(*pour)
		p := beside(t, program, &heap.world, 3000, 8, 80, 0.6)
		ids := livetest.IDs(heap.shapes)
		slices.Sort(ids)
		advance(t, heap, 3000)
		high, wide, out := 0.0, 0.0, 0.0
		for k, id := range ids {
			if a := must.Get(heap.shapes.Attrs(id))(t); !a.Static && p.pose[k][1] < -1 {
				high, wide, out = high+p.pose[k][1]-heap.floor, wide+math.Abs(p.pose[k][0]), out+1
			}
		}
		mine, other := slope(&heap.world, heap.floor)*180/math.Pi, math.Atan2(high, wide)*180/math.Pi
		t.Logf("heap: %d poured, %.1f degrees; in Box2D %.0f, %.1f degrees", below(&heap.world), mine, out, other)
		if r := mine / other; r < .9 || r > 1.1 {
			t.Error("the angles of repose differ by more than a tenth")
		}
		depths(t, heap, p)
	})
	t.Run("hopper", func(t *testing.T) {
		// Flow: the time from a tenth to half of the grains. It varies with the seed, so it is a
		// mean of several.
		flow, flowed := 0.0, 0.0
		for seed := range uint64(4) {
			w := must.Get(New("hopper", n, seed+1, batch.Config{}))(t)
			h := w.(*pour)
			p := beside(t, program, &h.world, 900, 8, 80, 0.3)
			counts := make([]int, 900)
			for f := range counts {
				advance(t, h, 1)
				counts[f] = below(&h.world)
			}
			between := func(counts []int) float64 {
				from, _ := slices.BinarySearch(counts, n/10)
				to, _ := slices.BinarySearch(counts, n/2)
				return float64(to - from)
			}
			flow, flowed = flow+between(counts)/4, flowed+between(p.below)/4
			if seed == 3 {
				depths(t, h, p)
			}
		}
		t.Logf("hopper: two fifths flow out in %.0f frames, in Box2D in %.0f", flow, flowed)
		if r := flow / flowed; r < .9 || r > 1.1 {
			t.Error("the flows differ by more than a tenth")
		}
	})
}

// processTime is the CPU time of this process, in ms.
func processTime(t testing.TB) float64 {
	var use syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return float64(use.Utime.Nano()+use.Stime.Nano()) / 1e6
}

// BenchmarkBeside is a frame of a simulation, and the same by Box2D 3 and by Rapier, in CPU time on
// one core. A hundred thousand grains have fallen for 300 frames, and tumble after 700. A heap has
// been poured.
func BenchmarkBeside(b *testing.B) {
	programs := []struct{ name, program string }{{"box2d", box2d3(b)}, {"rapier", rapier2d(b)}}
	one := batch.Config{Workers: 1}
	drum := func(f form) func(n int) (World, *world) {
		return func(n int) (World, *world) {
			d := must.Get(newDrumOf(n, 1, one, 4, f))(b).(*drum)
			return d, &d.world
		}
	}
	poured := func(scene func(n int, seed uint64, opts batch.Config) (World, error)) func(n int) (World, *world) {
		return func(n int) (World, *world) {
			p := must.Get(scene(n, 1, one))(b).(*pour)
			return p, &p.world
		}
	}
	pyramid := func(n int) (World, *world) {
		w := must.Get(newPyramid(n, 1, one))(b).(*world)
		return w, w
	}
	for _, f := range []struct {
		name              string
		start             func(n int) (World, *world)
		n, warm, subSteps int
		friction          float64
	}{
		{"hexagons", drum(hexagon), 10_000, 300, 4, 0.8},
		{"hexagons", drum(hexagon), 100_000, 300, 4, 0.8},
		{"hexagons", drum(hexagon), 100_000, 700, 4, 0.8},
		{"discs", drum(disc), 10_000, 300, 4, 0.8},
		{"discs", drum(disc), 100_000, 300, 4, 0.8},
		{"discs", drum(disc), 100_000, 700, 4, 0.8},
		{"pyramid", pyramid, 5050, 60, 4, 0.6},
		{"hopper", poured(newHopper), 1200, 200, 8, 0.3},
		{"heap", poured(newHeap), 1200, 2400, 8, 0.6},
	} {
		b.Run(fmt.Sprintf("%s/n=%d/frame=%d", f.name, f.n, f.warm), func(b *testing.B) {
			const measured = 30
			w, inner := f.start(f.n)
			var others []*peer
			for _, p := range programs {
				others = append(others, beside(b, p.program, inner, f.warm+measured, f.subSteps, 0, f.friction))
			}
			advance(b, w, f.warm)
			var took []float64
			for range measured {
				begin := processTime(b)
				advance(b, w, 1)
				took = append(took, processTime(b)-begin)
			}
			for b.Loop() {
			}
			slices.Sort(took)
			tell := func(who string, took []float64, depth func(q float64) float64) {
				for _, q := range []float64{0, .5} {
					b.ReportMetric(quantile(took, q), fmt.Sprintf("%s-%.0f%%-cpu-ms", who, q*100))
				}
				for _, q := range []float64{.5, .99} {
					b.ReportMetric(depth(q), fmt.Sprintf("%s-overlap-%.0f%%", who, q*100))
				}
			}
			tell("daylight", took, func(q float64) float64 { return quantile(overlaps(w), q) })
			for k, p := range programs {
				theirs := slices.Sorted(slices.Values(others[k].took[f.warm:]))
				tell(p.name, theirs, func(q float64) float64 { return quantile(others[k].depth, q) })
				b.ReportMetric(quantile(took, .5)/quantile(theirs, .5), "times-"+p.name)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
