// SPDX-License-Identifier: MIT

package broadphase_test

import (
	"math/rand/v2"
	"testing"

	"daylight/internal/broadphase"
	"daylight/internal/broadphase/conformance"
	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// costs are the bounds that the package comment states: tests per box and pair.
// Distributions not named have 4.
var costs = map[string]float64{
	"samex": 8, "samey": 8, "crossing": 8, "huge": 12, "runaways": 12, "crumbs": 64,
}

// raised distributions have thin strips, that are made taller where they are many: of 20,000
// boxes and more each strip holds so many rows on average at least, and tests are few.
var raised = map[string]bool{"samex": true, "samey": true, "diagonal": true, "sparse": true}

// quadratic distributions are small here: nearly all boxes overlap.
var quadratic = map[string]bool{"spot": true, "bits": true}

func TestCost(t *testing.T) {
	seed := testenv.Seed(t, 1)
	for k, d := range conformance.Distributions {
		for _, n := range []int{2000, 20_000, 100_000} {
			if quadratic[d.Name] && n > 2000 || n > 20_000 && (testing.Short() || d.Name == "giants" || d.Name == "poles" || d.Name == "denormal") {
				continue
			}
			boxes := d.Make(rand.New(rand.NewPCG(seed, uint64(k))), n)
			var f broadphase.Frame
			var w broadphase.Strip
			counts := -2 // boxes are measured once, counted, and dealt out once
			must.Do(t, f.Build(&boxes, nil, broadphase.Settings{Each: func(parts int, do func(int)) error {
				counts++
				for k := range parts {
					do(k)
				}
				return nil
			}}))
			rows := 0
			for k := range f.Strips() {
				rows += f.Rows(k)
				f.Load(k, &w)
				for more := true; more; {
					_, more = w.Next()
				}
			}
			each := float64(w.Work.Tests) / float64(uint64(n)+w.Work.Pairs)
			t.Logf("%-10s n=%-6d %6.2f tests per box and pair, %9d pairs, %.2f rows per box in %d strips, counted %d times",
				d.Name, n, each, w.Work.Pairs, float64(rows)/float64(n), f.Strips(), counts)
			bound := costs[d.Name]
			if bound == 0 {
				bound = 4
			}
			if raised[d.Name] && n >= 20_000 {
				bound = 2
				if mean := float64(rows) / float64(f.Strips()); mean < 16 {
					t.Errorf("%s, %d boxes: %.1f rows in a strip", d.Name, n, mean)
				}
			}
			if each > bound {
				t.Errorf("%s, %d boxes: %.2f tests per box and pair, bound %g", d.Name, n, each, bound)
			}
			if counts < 1 || counts > 3 || rows > 2*n+f.Strips() || f.Strips() > max(n/8, 4) {
				t.Errorf("%s, %d boxes: counted %d times, %d rows in %d strips", d.Name, n, counts, rows, f.Strips())
			}
		}
	}
}

// TestSurplus counts pairs that overlap once rounded outward and not before: none,
// or one in twenty at most if boxes have run away.
func TestSurplus(t *testing.T) {
	seed := testenv.Seed(t, 1)
	for k, d := range conformance.Distributions {
		switch d.Name {
		case "grid", "denormal", "huge", "bits", "far15":
			continue // edges shared or everything but exact: see Check for those
		}
		const n = 3000
		b := d.Make(rand.New(rand.NewPCG(seed, uint64(k))), n)
		var f broadphase.Frame
		pairs := must.Get(f.AppendPairs(nil, &b, nil, broadphase.Settings{}))(t)
		surplus := 0
		for _, p := range pairs {
			i, j := p.A, p.B
			dx, dy := b.X[j]-b.X[i], b.Y[j]-b.Y[i]
			if float64(b.MinX[j])+dx > float64(b.MaxX[i]) || float64(b.MaxX[j])+dx < float64(b.MinX[i]) ||
				float64(b.MinY[j])+dy > float64(b.MaxY[i]) || float64(b.MaxY[j])+dy < float64(b.MinY[i]) {
				surplus++
			}
		}
		t.Logf("%-10s %d of %d pairs are surplus", d.Name, surplus, len(pairs))
		if surplus > 2+len(pairs)/20 {
			t.Errorf("%s: %d of %d pairs are surplus", d.Name, surplus, len(pairs))
		}
	}
}

func TestNoAllocationOnceWarm(t *testing.T) {
	testenv.OwnMemory(t)
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 1))
	const n = 5000
	filters := conformance.Filters(r, n)
	for _, name := range []string{"uniform", "clustered", "runaways", "poles", "crumbs", "samey"} {
		for _, d := range conformance.Distributions {
			if d.Name != name {
				continue
			}
			for _, some := range []*broadphase.Filters{nil, filters} {
				b := d.Make(r, n)
				var f broadphase.Frame
				var dst []kernels.Pair
				frame := func() {
					var err error
					if dst, err = f.AppendPairs(dst[:0], &b, some, broadphase.Settings{Kernels: table}); err != nil {
						t.Fatal(err)
					}
				}
				frame()
				if a := testing.AllocsPerRun(10, frame); a != 0 {
					t.Errorf("%s, filters %v: %v allocations a frame", name, some != nil, a)
				}
			}
		}
	}
}
