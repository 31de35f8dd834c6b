// SPDX-License-Identifier: MIT

package pose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// randomPolygons draws n polygons and their lanes, which lie one after the other. Wild ones
// have any number of lanes, and any numbers in them.
func randomPolygons(r *rand.Rand, n int, wild bool) (p Poses, local kernels.Lanes) {
	p = randomPoses(r, n, wild)
	end := 3
	for i := range n {
		p.Class[i] = kernels.Polygon
		num := 4 << r.IntN(3)
		if wild && r.IntN(8) == 0 {
			num = r.IntN(70)
		}
		p.Off[i], p.Num[i] = uint32(end), uint32(num)
		end += num
	}
	local = zeroLanes(end + 4)
	odd := []float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 0x1p60}
	for _, col := range [][]float32{local.VX, local.VY, local.NX, local.NY} {
		for i := range col {
			col[i] = float32(r.NormFloat64())
			if wild && r.IntN(100) == 0 {
				col[i] = odd[r.IntN(len(odd))]
			}
		}
	}
	return p, local
}

// randomSet draws some of n shapes.
func randomSet(r *rand.Rand, n int) (set PoseSet) {
	one := 1 + r.IntN(3)
	for i := range n {
		if r.IntN(one) == 0 {
			set[i/64] |= 1 << (i % 64)
		}
	}
	return set
}

func (s *PoseSet) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// TestRotate compares with vertices, normals and bounds in float64.
func TestRotate(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 100 {
		for _, tab := range All() {
			n, lo := 1+r.IntN(200), r.IntN(7)
			p, local := randomPolygons(r, lo+n, false)
			world := zeroLanes(len(local.D))
			for _, col := range [][]float32{world.VX, world.VY, world.NX, world.NY, world.D} {
				for i := range col {
					col[i] = -5
				}
			}
			old, set := p.clone(), randomSet(r, n)
			tab.Rotate(p, &local, &world, lo, set)
			turned := make([]bool, len(local.D))
			for i := range p.X {
				if i < lo || !set.has(i-lo) {
					if p.MinX[i] != old.MinX[i] || p.MinY[i] != old.MinY[i] || p.MaxX[i] != old.MaxX[i] || p.MaxY[i] != old.MaxY[i] {
						t.Fatalf("%s, round %d: bounds of polygon %d, which is not in the set, changed", tab.Name, round, i)
					}
					continue
				}
				c, s := float64(p.RC[i]), float64(p.RS[i])
				inf := math.Inf(1)
				minX, minY, maxX, maxY := inf, inf, -inf, -inf
				for k := p.Off[i]; k < p.Off[i]+p.Num[i]; k++ {
					turned[k] = true
					for _, v := range [][4]float32{
						{local.VX[k], local.VY[k], world.VX[k], world.VY[k]},
						{local.NX[k], local.NY[k], world.NX[k], world.NY[k]},
					} {
						x, y := c*float64(v[0])-s*float64(v[1]), s*float64(v[0])+c*float64(v[1])
						if tol := 0x1p-22 * math.Hypot(x, y); math.Abs(x-float64(v[2])) > tol || math.Abs(y-float64(v[3])) > tol {
							t.Fatalf("%s: (%v, %v) turned to (%v, %v)", tab.Name, v[0], v[1], v[2], v[3])
						}
					}
					x, y := float64(world.VX[k]), float64(world.VY[k])
					minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
				}
				m := float64(Margin(p.Reach[i], p.P[i]))
				for _, v := range [][2]float64{
					{float64(p.MinX[i]), minX - m}, {float64(p.MinY[i]), minY - m}, {float64(p.MaxX[i]), maxX + m}, {float64(p.MaxY[i]), maxY + m},
				} {
					if !(math.Abs(v[0]-v[1]) <= 0x1p-24*math.Abs(v[1])) {
						t.Fatalf("%s, round %d: polygon %d has a bound of %v, want %v", tab.Name, round, i, v[0], v[1])
					}
				}
			}
			for k, is := range turned {
				if !is && (world.VX[k] != -5 || world.VY[k] != -5 || world.NX[k] != -5 || world.NY[k] != -5) || world.D[k] != -5 {
					t.Fatalf("%s, round %d: lane %d, which is no polygon's of the set, or its D changed", tab.Name, round, k)
				}
			}
		}
	}
}

// TestExtremes: the extremes of turned lanes are what min and max find, NaN included.
func TestExtremes(t *testing.T) {
	r := kernelstest.Seeded(t)
	for range 2000 {
		p, local := randomPolygons(r, 5, true)
		world := zeroLanes(len(local.D))
		for i, num := range p.Num {
			off := p.Off[i]
			minX, minY, maxX, maxY := RotateLanes(&local, &world, int(off), int(num), p.RC[i], p.RS[i])
			if num == 0 {
				continue
			}
			vx, vy := world.VX[off:off+num], world.VY[off:off+num]
			for k, v := range [][2]float32{{minX, slices.Min(vx)}, {minY, slices.Min(vy)}, {maxX, slices.Max(vx)}, {maxY, slices.Max(vy)}} {
				if got, want := v[0], v[1]+0; math.Float32bits(got) != math.Float32bits(want) && !(got != got && want != want) {
					t.Fatalf("extreme %d of %v, %v: %v, want %v", k, vx, vy, got, want)
				}
			}
		}
	}
}

func checkRotate(t testing.TB, tab *Table, p *Poses, local *kernels.Lanes, lo int, set PoseSet) {
	t.Helper()
	want, got := p.clone(), p.clone()
	w, g := zeroLanes(len(local.D)), zeroLanes(len(local.D))
	rotate(want, local, &w, lo, set)
	tab.Rotate(got, local, &g, lo, set)
	samePoses(t, tab.Name, &got, &want)
	for k, col := range [][]float32{w.VX, w.VY, w.NX, w.NY, w.D} {
		if !slices.EqualFunc(col, [][]float32{g.VX, g.VY, g.NX, g.NY, g.D}[k], func(x, y float32) bool { return kernelstest.BitsOf(x) == kernelstest.BitsOf(y) }) {
			t.Fatalf("%s: column %d of lanes differs", tab.Name, k)
		}
	}
}

func TestRotateVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(80, 200, 200)
	for round := range rounds {
		n := round
		if round == rounds-1 {
			n = PoseBlock
		}
		p, local := randomPolygons(r, n+5, round%3 > 0)
		set := randomSet(r, n)
		switch i := r.IntN(n + 1); {
		case round%10 == 0:
			set = PoseSet{}
		case round%10 == 1 && n > 0: // one alone
			set = PoseSet{}
			set[min(i, n-1)/64] = 1 << (min(i, n-1) % 64)
		}
		for _, tab := range vectorTables() {
			checkRotate(t, tab, &p, &local, round%6, set)
		}
	}
	// More lanes than one call of assembly takes, of one polygon and of several.
	for _, nums := range [][]uint32{{1 << 17}, {8, 1<<16 + 4, 12}, {1 << 15, 1 << 15, 4, 1 << 16, 6, 4}, {4, 8, 1 << 18, 16, 4, 8}} {
		p, _ := randomPolygons(r, len(nums), false)
		end := uint32(0)
		for i, n := range nums {
			p.Off[i], p.Num[i] = end, n
			end += n
		}
		local := zeroLanes(int(end))
		for _, col := range [][]float32{local.VX, local.VY, local.NX, local.NY} {
			for i := range col {
				col[i] = float32(r.NormFloat64())
			}
		}
		for _, tab := range vectorTables() {
			checkRotate(t, tab, &p, &local, 0, PoseSet{1<<len(nums) - 1})
		}
	}
}

// TestRotateRefuses: arguments outside the columns panic, under every table.
func TestRotateRefuses(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All() {
		for name, harm := range map[string]func(p *Poses, local, world *kernels.Lanes){
			"offset":         func(p *Poses, _, _ *kernels.Lanes) { p.Off[3] = 1 << 31 },
			"number":         func(p *Poses, _, _ *kernels.Lanes) { p.Num[9] = ^uint32(0) },
			"no local lanes": func(_ *Poses, l, _ *kernels.Lanes) { l.NY = nil },
			"no world lanes": func(_ *Poses, _, w *kernels.Lanes) { w.VX = nil },
			"short columns":  func(p *Poses, _, _ *kernels.Lanes) { p.MaxY = p.MaxY[:9] }, // there is room behind
		} {
			p, local := randomPolygons(r, 10, false)
			world := zeroLanes(len(local.D))
			harm(&p, &local, &world)
			if !kernelstest.Panics(func() { tab.Rotate(p, &local, &world, 0, PoseSet{1<<10 - 1}) }) {
				t.Errorf("%s accepts bad input: %s", tab.Name, name)
			}
		}
	}
}

// TestRotateOutsideVariants: columns with anything in them, lanes that are not as long as
// each other, sets beyond the shapes. It is refused by all tables or by none.
func TestRotateOutsideVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	refused := 0
	const rounds = 2000
	for range rounds {
		n := 1 + r.IntN(80)
		p, local := randomPolygons(r, n, true)
		for range r.IntN(3) {
			i := r.IntN(n)
			*[]*uint32{&p.Off[i], &p.Num[i]}[r.IntN(2)] = []uint32{r.Uint32(), ^r.Uint32N(5), 4 * r.Uint32N(10)}[r.IntN(3)]
		}
		short := zeroLanes(len(local.D))
		for _, l := range []*kernels.Lanes{&local, &short} {
			for _, col := range []*[]float32{&l.VX, &l.VY, &l.NX, &l.NY} {
				if r.IntN(30) == 0 {
					k := r.IntN(len(*col) + 1)
					*col = (*col)[:k:k]
				}
			}
		}
		set, lo := randomSet(r, n), r.IntN(8)/7
		run := func(tab *Table) (_ Poses, _ kernels.Lanes, refuses bool) {
			p := p.clone()
			world := kernels.Lanes{VX: slices.Clone(short.VX), VY: slices.Clone(short.VY), NX: slices.Clone(short.NX), NY: slices.Clone(short.NY)}
			defer func() { refuses = recover() != nil }()
			tab.Rotate(p, &local, &world, lo, set)
			return p, world, false
		}
		want, w, refuses := run(&portable)
		if refuses {
			refused++
		}
		for _, tab := range vectorTables() {
			got, g, is := run(tab)
			if is != refuses {
				t.Fatalf("%s refuses: %v, portable code: %v", tab.Name, is, refuses)
			}
			samePoses(t, tab.Name, &got, &want)
			for k, col := range [][]float32{w.VX, w.VY, w.NX, w.NY} {
				if !slices.EqualFunc(col, [][]float32{g.VX, g.VY, g.NX, g.NY}[k], func(x, y float32) bool { return kernelstest.BitsOf(x) == kernelstest.BitsOf(y) }) {
					t.Fatalf("%s: column %d of lanes differs", tab.Name, k)
				}
			}
		}
	}
	if refused < rounds/10 || refused > rounds*9/10 {
		t.Errorf("%d of %d are refused", refused, rounds)
	}
}

func FuzzRotate(f *testing.F) {
	f.Add(uint64(1), uint16(40), uint16(3), uint64(5))
	f.Fuzz(func(t *testing.T, seed uint64, n, lo uint16, word uint64) {
		p, local := randomPolygons(rand.New(rand.NewPCG(seed, 1)), 64+int(n%1000), true)
		at := int(lo) % (len(p.X) - 63)
		for _, tab := range vectorTables() {
			checkRotate(t, tab, &p, &local, at, PoseSet{word})
		}
	})
}

// BenchmarkRotate measures polygons of n lanes, a block of them in cache.
func BenchmarkRotate(b *testing.B) {
	for _, n := range []int{4, 8, 16} {
		p, _ := randomPolygons(rand.New(rand.NewPCG(1, 1)), PoseBlock, false)
		local, world := zeroLanes(n*PoseBlock), zeroLanes(n*PoseBlock)
		var set PoseSet
		for i := range p.X {
			p.Off[i], p.Num[i] = uint32(n*i), uint32(n)
			set[i/64] |= 1 << (i % 64)
		}
		for i := range local.VX {
			local.VX[i], local.VY[i] = float32(i%n), float32(-i%n)
		}
		for _, tab := range All() {
			b.Run(fmt.Sprintf("kernel=rotate/kernels=%s/n=%d", tab.Name, n), func(b *testing.B) {
				for b.Loop() {
					tab.Rotate(p, &local, &world, 0, set)
				}
				perShape(b, len(p.X))
			})
		}
	}
}

func zeroLanes(n int) kernels.Lanes {
	f := func() []float32 { return make([]float32, n) }
	return kernels.Lanes{VX: f(), VY: f(), NX: f(), NY: f(), D: f()}
}
