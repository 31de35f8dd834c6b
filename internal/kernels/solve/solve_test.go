// SPDX-License-Identifier: MIT

package solve

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// Table is one instruction set as the tests see it.
type Table struct {
	Name  string
	Lanes int
	Solving
}

func TestRequiredKernels(t *testing.T) { kernelstest.Required(t) }

// randomBlocks are blocks between bodies. No two lanes of a block share a moving body.
func randomBlocks(r *rand.Rand, n int, odd bool) ([]Block, []Body) {
	bodies := make([]Body, 40+r.IntN(40))
	number := func() float32 {
		if odd && r.IntN(30) == 0 {
			return [...]float32{0, float32(math.Copysign(0, -1)), 1e30, -1e30, float32(math.Inf(1)), float32(math.NaN()), 1e-40}[r.IntN(7)]
		}
		return float32(r.NormFloat64())
	}
	for i := range bodies {
		sin, cos := math.Sincos(r.NormFloat64())
		bodies[i] = Body{VX: number(), VY: number(), Spin: number(), DX: number(), DY: number(), C: float32(cos), S: float32(sin)}
	}
	blocks := make([]Block, n)
	for i := range blocks {
		c, order := &blocks[i], r.Perm(len(bodies))
		c.Two = r.IntN(2) == 0
		full := r.IntN(3) == 0 // all bodies move, as in most blocks
		for k := range Lanes {
			if !full && r.IntN(20) == 0 {
				continue // no contact
			}
			c.A[k], c.B[k] = uint32(order[2*k]), uint32(order[2*k+1])
			sin, cos := math.Sincos(r.NormFloat64())
			c.NX[k], c.NY[k] = float32(cos), float32(sin)
			c.InvMassA[k], c.InvMassB[k], c.InvTurnA[k], c.InvTurnB[k] = r.Float32(), r.Float32(), r.Float32(), r.Float32()
			if fixed := r.IntN(5); !full && fixed == 0 {
				c.A[k], c.InvMassA[k], c.InvTurnA[k] = uint32(order[33]), 0, 0
			} else if !full && fixed == 1 {
				c.B[k], c.InvMassB[k], c.InvTurnB[k] = uint32(order[33]), 0, 0
			}
			c.RoundA[k], c.RoundB[k] = r.Float32()*float32(r.IntN(2)), r.Float32()*float32(r.IntN(2))
			c.RollMass[k], c.Roll[k] = r.Float32(), number()
			c.Friction[k], c.Rolling[k], c.Belt[k] = r.Float32(), r.Float32()*float32(r.IntN(2)), number()
			c.Couple[k] = 2*r.Float32() - 1
			for j := range c.Points[:1+kernels.One(c.Two)] {
				p := &c.Points[j]
				p.AlongA[k], p.AcrossA[k], p.AlongB[k], p.AcrossB[k], p.Gap[k] = number(), number(), number(), number(), 0.1*number()
				p.Apart[k] = 0.1 * number()
				p.NormalMass[k], p.TangentMass[k] = r.Float32(), r.Float32()
				p.Normal[k], p.Tangent[k] = max(number(), 0), number()
			}
		}
	}
	return blocks, bodies
}

// TestTables: every table does what portable Go does, bit for bit but for what NaN is made of.
func TestTables(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 300 {
		blocks, bodies := randomBlocks(r, r.IntN(4), round%3 == 0)
		if round == 0 {
			blocks, bodies = randomBlocks(r, 700, false)
		}
		how := Pass{InvTime: 240, Slop: 0.01 * float32(round%2), MaxPush: 3, Soft: Soft{Push: 9, Mass: 0.9, Impulse: 0.1}, Rub: uint32(round % 2), Ahead: float32(round%2) - 1}
		if round%5 == 0 {
			how.Soft, how.MaxPush = Rigid, float32(math.Inf(1))
		}
		want, moved := slices.Clone(blocks), slices.Clone(bodies)
		WarmStart(want, moved)
		for _, table := range vectorTables() {
			got, bent := slices.Clone(blocks), slices.Clone(bodies)
			table.WarmStart(got, bent)
			compare(t, table.Name, round, want, got, moved, bent)
		}
		want, moved = slices.Clone(blocks), slices.Clone(bodies)
		Solve(want, moved, &how)
		for _, table := range vectorTables() {
			got, bent := slices.Clone(blocks), slices.Clone(bodies)
			table.Solve(got, bent, &how)
			compare(t, table.Name, round, want, got, moved, bent)
		}
	}
}

// compare compares blocks and bodies with what portable Go makes of them.
func compare(t *testing.T, name string, round int, want, got []Block, moved, bent []Body) {
	t.Helper()
	for i := range moved {
		for f, v := range floats(&moved[i]) {
			if w := floats(&bent[i])[f]; !same(v, w) {
				t.Fatalf("%s, round %d: field %d of body %d is %v, want %v", name, round, f, i, w, v)
			}
		}
	}
	for i := range want {
		for k := range Lanes {
			w, g := &want[i], &got[i]
			if !same(w.Roll[k], g.Roll[k]) {
				t.Fatalf("%s, round %d: roll of block %d, lane %d is %v, want %v", name, round, i, k, g.Roll[k], w.Roll[k])
			}
			for j := range w.Points {
				p, q := &w.Points[j], &g.Points[j]
				if !same(p.Normal[k], q.Normal[k]) || !same(p.Tangent[k], q.Tangent[k]) || !same(p.Apart[k], q.Apart[k]) {
					t.Fatalf("%s, round %d: point %d of block %d, lane %d has %v, %v, want %v, %v", name, round, j, i, k,
						q.Normal[k], q.Tangent[k], p.Normal[k], p.Tangent[k])
				}
			}
		}
	}
}

// TestEmptyLanes: portable code does not read the bodies of lanes without contacts, which other
// goroutines may write to.
func TestEmptyLanes(*testing.T) {
	var c Block
	for k := range Lanes {
		c.A[k], c.B[k] = 5, 6 // which do not exist
	}
	WarmStart([]Block{c}, nil)
	Solve([]Block{c}, nil, &Pass{})
}

func floats(b *Body) [7]float32 { return [7]float32{b.VX, b.VY, b.Spin, b.DX, b.DY, b.C, b.S} }

func same(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

func BenchmarkSolve(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	blocks, bodies := randomBlocks(r, 256, false)
	for i := range blocks {
		blocks[i].Two = true
	}
	how := Pass{InvTime: 240, MaxPush: 3, Soft: Rigid, Rub: 1}
	for _, table := range append([]*Table{{"go", 1, Go}}, vectorTables()...) {
		b.Run(table.Name, func(b *testing.B) {
			for b.Loop() {
				table.Solve(blocks, bodies, &how)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(256*Lanes), "ns/contact")
		})
	}
}

// TestFill: every table fills blocks as portable Go does.
func TestFill(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 300 {
		number := func() float32 {
			if round%3 == 0 && r.IntN(30) == 0 {
				return [...]float32{0, float32(math.Copysign(0, -1)), 1e30, -1e30, float32(math.Inf(1)), float32(math.NaN()), 1e-40}[r.IntN(7)]
			}
			return float32(r.NormFloat64())
		}
		some := func() float32 { return r.Float32() * float32(r.IntN(2)) }
		shapes := make([]Shape, 40)
		for i := range shapes {
			shapes[i] = Shape{
				X: float64(number()), Y: float64(number()), FromX: number(), FromY: number(), InvMass: some(), InvTurn: some(), Round: some(), Turns: some(),
				Body: r.Uint32N(40), Friction: float32(r.IntN(3)) / 3, Bounce: some(), Rolling: some(), Velocity: number(),
			}
		}
		blocks, _ := randomBlocks(r, 1, round%3 == 0)
		c, rows := blocks[0], &Rows{}
		for k := range Lanes {
			c.A[k], c.B[k] = r.Uint32N(40), r.Uint32N(40)
			rows.OverX[k], rows.OverY[k] = number(), number()
			rows.Last[k] = Last{Feature: [2]uint32{r.Uint32N(4), r.Uint32N(4)}, Normal: [2]float32{number(), number()}, Tangent: [2]float32{number(), number()}, Roll: number()}
			for j := range rows.Points {
				rows.Points[j][k] = Point{X: number(), Y: number(), Depth: number(), Feature: r.Uint32N(4)}
			}
		}
		want := c
		Fill(&want, rows, shapes)
		w := columns(&want)
		for _, table := range vectorTables() {
			got := c
			table.Fill(&got, rows, shapes)
			for i, g := range columns(&got) {
				if !same(g, w[i]) {
					t.Fatalf("%s, round %d: word %d, of column %d, is %v, want %v", table.Name, round, i, i/Lanes, g, w[i])
				}
			}
		}
	}
}

// columns are the words of a block.
func columns(c *Block) (words []float32) {
	v := reflect.ValueOf(c).Elem()
	add := func(v reflect.Value) {
		for i := range v.Len() {
			if x := v.Index(i); x.CanFloat() {
				words = append(words, float32(x.Float()))
			} else {
				words = append(words, math.Float32frombits(uint32(x.Uint())))
			}
		}
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() == reflect.TypeFor[[Lanes]float32]() || f.Type() == reflect.TypeFor[[Lanes]uint32]() {
			add(f)
		}
	}
	for j := range c.Points {
		p := reflect.ValueOf(&c.Points[j]).Elem()
		for i := range p.NumField() {
			add(p.Field(i))
		}
	}
	return words
}
