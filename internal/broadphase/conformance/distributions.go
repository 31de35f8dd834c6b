// SPDX-License-Identifier: MIT

package conformance

import (
	"math"
	"math/rand/v2"

	"daylight/internal/broadphase"
)

// Distribution is a way to spread boxes. Make draws n of them.
type Distribution struct {
	Name string
	Make func(r *rand.Rand, n int) broadphase.Boxes
}

// side returns the side of a square in which n boxes of size 1 have a density of 0.4, as in the
// scenes of package bench/scene.
func side(n int) float64 { return math.Sqrt(float64(n) / 0.4) }

// builder collects boxes.
type builder struct {
	b broadphase.Boxes
}

// add adds the box around (x, y) of half sizes w and h.
func (m *builder) add(x, y float64, w, h float32) {
	m.offset(x, y, -w, -h, w, h)
}

func (m *builder) offset(x, y float64, x0, y0, x1, y1 float32) {
	b := &m.b
	b.X, b.Y = append(b.X, x), append(b.Y, y)
	b.MinX, b.MinY = append(b.MinX, x0), append(b.MinY, y0)
	b.MaxX, b.MaxY = append(b.MaxX, x1), append(b.MaxY, y1)
}

// half draws half a size: boxes are 1 wide on average.
func half(r *rand.Rand) float32 { return 0.25 + 0.5*r.Float32() }

// each makes a distribution that draws one box after the other; l is side(n).
func each(name string, f func(r *rand.Rand, m *builder, i, n int, l float64)) Distribution {
	return Distribution{name, func(r *rand.Rand, n int) broadphase.Boxes {
		var m builder
		for i := range n {
			f(r, &m, i, n, side(n))
		}
		return m.b
	}}
}

// Distributions lists the ways in which boxes have been seen to lie, and a few in
// which one hopes they never will. Graceful ones come first: on those a broadphase
// should need time about proportional to boxes and pairs.
var Distributions = []Distribution{
	each("uniform", uniform),
	each("clustered", func(r *rand.Rand, m *builder, i, n int, l float64) {
		c := rand.New(rand.NewPCG(uint64(i%16), 7))
		cx, cy := c.Float64()*l, c.Float64()*l
		m.add(cx+(r.Float64()-r.Float64())*l/16, cy+(r.Float64()-r.Float64())*l/16, half(r), half(r))
	}),
	each("heavy", func(r *rand.Rand, m *builder, i, n int, l float64) {
		k := float32(1 / math.Sqrt(r.Float64()+1e-4))
		m.add(r.Float64()*l, r.Float64()*l, k*half(r), k*half(r))
	}),
	each("floor", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if i == 0 {
			m.add(l/2, 0, float32(l), 1)
			return
		}
		uniform(r, m, i, n, l)
	}),
	each("giant", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if i == n/2 {
			m.add(l/3, l/2, 1e9, 1e9)
			return
		}
		uniform(r, m, i, n, l)
	}),
	each("samex", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(3, r.Float64()*float64(n), half(r), half(r))
	}),
	each("samey", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(r.Float64()*float64(n), -3, half(r), half(r))
	}),
	each("diagonal", func(r *rand.Rand, m *builder, i, n int, l float64) {
		v := r.Float64() * float64(n)
		m.add(v, v, half(r), half(r))
	}),
	each("grid", func(r *rand.Rand, m *builder, i, n int, l float64) {
		k := int(math.Ceil(math.Sqrt(float64(n))))
		m.add(float64(i%k), float64(i/k), 0.5, 0.5)
	}),
	each("far7", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(1e7+r.Float64()*l, -1e7+r.Float64()*l, half(r), half(r))
	}),
	each("far15", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(-1e15+r.Float64()*l, 1e15+r.Float64()*l, half(r), half(r))
	}),
	each("sparse", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(r.Float64()*l*1000, r.Float64()*l*1000, half(r), half(r))
	}),
	each("outlier", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if i == n/3 {
			m.add(1e15, -1e13, 1, 1)
			return
		}
		uniform(r, m, i, n, l)
	}),
	each("runaways", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if i%64 == 5 {
			f := math.Exp2(r.Float64() * 200)
			m.add((r.Float64()-0.5)*f, (r.Float64()-0.5)*f, half(r), half(r))
			return
		}
		uniform(r, m, i, n, l)
	}),
	each("twins", func(r *rand.Rand, m *builder, i, n int, l float64) {
		o := float64(i&1) * 1e12
		m.add(o+r.Float64()*l, -o+r.Float64()*l, half(r), half(r))
	}),
	each("points", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(r.Float64()*l, r.Float64()*l, 0, 0)
	}),
	each("walls", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(r.Float64()*l, r.Float64()*l, 0.01, float32(l/20))
	}),
	each("planks", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(r.Float64()*l, r.Float64()*l, float32(l/20), 0.01)
	}),
	each("unanchored", func(r *rand.Rand, m *builder, i, n int, l float64) {
		x, y := (r.Float32()-0.5)*float32(l), (r.Float32()-0.5)*float32(l)
		m.offset(0, 0, x, y, x+2*half(r), y+2*half(r))
	}),
	each("awry", func(r *rand.Rand, m *builder, i, n int, l float64) {
		x, y := float32(r.NormFloat64()*l), float32(r.NormFloat64()*l) // anchors elsewhere
		m.offset(r.Float64()*l-float64(x), r.Float64()*l-float64(y), x, y, x+2*half(r), y+2*half(r))
	}),
	each("askew", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if i == 0 {
			m.add(-1.0/3, -1.0/7, 0.25, 0.25) // puts everyone's origin where nothing is exact
			return
		}
		// Points that coincide exactly, although their anchors lie far apart.
		off := func() float64 { return math.Ldexp(float64(r.IntN(8)-17), 32+r.IntN(6)) }
		x, y := off(), off()
		m.offset(float64(r.IntN(16))/4-x, float64(r.IntN(16))/4-y, float32(x), float32(y), float32(x), float32(y))
	}),
	each("speck", func(r *rand.Rand, m *builder, i, n int, l float64) {
		x, y := 0.01+0.05*r.Float32(), 0.01+0.05*r.Float32() // far below the precision of the anchor
		m.offset(1e15, -1e15, x, y, x+0.002, y+0.002)
	}),
	each("bad", func(r *rand.Rand, m *builder, i, n int, l float64) {
		x, y, w, h := r.Float64()*l, r.Float64()*l, half(r), half(r)
		nan, inf := float32(math.NaN()), float32(math.Inf(1))
		switch i % 16 {
		case 1:
			m.offset(math.NaN(), y, -w, -h, w, h)
		case 3:
			m.offset(x, math.Inf(1), -w, -h, w, h)
		case 5:
			m.offset(x, y, nan, -h, w, h)
		case 7:
			m.offset(x, y, -w, -h, w, nan)
		case 9:
			m.offset(x, y, -w, -h, inf, h)
		case 11:
			m.offset(x, y, w, -h, -w, h)
		case 13:
			m.offset(-1e302, y, -w, -h, w, h)
		default:
			m.add(x, y, w, h)
		}
	}),
	each("crossing", func(r *rand.Rand, m *builder, i, n int, l float64) {
		const long = 4
		if i&1 == 0 {
			m.add(r.Float64()*l, r.Float64()*l, 0.05, long)
		} else {
			m.add(r.Float64()*l, r.Float64()*l, long, 0.05)
		}
	}),
	each("spot", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(5, 6, half(r), half(r))
	}),
	each("poles", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if r.IntN(5) < 2 {
			m.add(r.Float64()*l, l/2, 0.1, float32(l/2))
			return
		}
		m.add(r.Float64()*l, r.Float64()*l, 0.001, 0.001)
	}),
	each("crumbs", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if i%4 != 0 {
			m.add(l/2+r.Float64(), l/2+r.Float64(), half(r)*float32(1/l), half(r)*float32(1/l))
			return
		}
		uniform(r, m, i, n, l)
	}),
	each("giants", func(r *rand.Rand, m *builder, i, n int, l float64) {
		if i%8 == 0 {
			m.add(r.Float64()*l, r.Float64()*l, float32(r.Float64()*l/4), float32(r.Float64()*l/4))
			return
		}
		uniform(r, m, i, n, l)
	}),
	each("denormal", func(r *rand.Rand, m *builder, i, n int, l float64) {
		m.add(r.Float64()*l*1e-320, r.Float64()*l*1e-40, half(r)*1e-44, half(r)*1e-40)
	}),
	each("huge", func(r *rand.Rand, m *builder, i, n int, l float64) {
		f := math.Exp2(r.Float64() * 1000)
		m.add((r.Float64()-0.5)*f, (r.Float64()-0.5)*1e300, half(r)*1e38, 3e38)
	}),
	each("bits", func(r *rand.Rand, m *builder, i, n int, l float64) {
		f := func() float32 { return math.Float32frombits(r.Uint32()) }
		x0, x1, y0, y1 := f(), f(), f(), f()
		m.offset(math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64()), min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
	}),
}

func uniform(r *rand.Rand, m *builder, i, n int, l float64) {
	m.add(r.Float64()*l, r.Float64()*l, half(r), half(r))
}

// Filters draws every column of filters for n boxes, with few enough values of each
// for all rules to matter.
func Filters(r *rand.Rand, n int) *broadphase.Filters {
	f := &broadphase.Filters{}
	for range n {
		f.World = append(f.World, uint32(r.IntN(3))<<20)
		f.Category = append(f.Category, 1<<r.IntN(4))
		f.Mask = append(f.Mask, r.Uint32()|r.Uint32())
		f.Group = append(f.Group, int32(r.IntN(7)-3)*int32(r.IntN(2)))
		f.Body = append(f.Body, uint32(r.IntN(8)))
		f.Static = append(f.Static, r.IntN(3) == 0)
		f.Skip = append(f.Skip, r.IntN(10) == 0)
		f.Side = append(f.Side, r.IntN(2) == 0)
		f.Key = append(f.Key, r.Uint64N(uint64(n)))
	}
	return f
}
