// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
)

// benchBlock is a block of n pairs of the two classes whose bounding circles all
// but overlap or do, which is what a broad phase hands over; about the given share
// are contacts. Polygons have three to eight vertices.
func benchBlock(a, b kernels.Class, n int, share float64) *Args {
	r := rand.New(rand.NewPCG(7, uint64(a)<<8|uint64(b)))
	var shapes []testShape
	var pairs []kernels.Pair
	make1 := func(c kernels.Class) testShape {
		s := testShape{class: c, c: 1}
		s.turn(r.Float64() * 2 * math.Pi)
		size := func() float32 { return float32(0.25 + 0.5*r.Float64()) }
		switch c {
		case kernels.Circle:
			s.p = size()
		case kernels.Capsule:
			s.p, s.q = size(), 0.5*size()
		case kernels.Box:
			s.p, s.q = size(), size()
		default:
			k, rad := 3+r.IntN(6), float64(size())
			for i := range k {
				t := 2 * math.Pi * float64(i) / float64(k)
				s.pts = append(s.pts, [2]float32{float32(rad * math.Cos(t)), float32(rad * math.Sin(t))})
			}
		}
		return s
	}
	for len(pairs) < n {
		x, y := make1(a), make1(b)
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		t := r.Float64() * 2 * math.Pi
		near := r.Float64() < share
		for {
			d := (x.reach() + y.reach()) * math.Sqrt(r.Float64())
			y.x, y.y = x.x+d*math.Cos(t), x.y+d*math.Sin(t)
			if (reference(x, y) <= 0) == near {
				break
			}
			if a == kernels.Circle && b == kernels.Circle && !near {
				d = x.reach() + y.reach() + 0.1*r.Float64()
				y.x, y.y = x.x+d*math.Cos(t), x.y+d*math.Sin(t)
				break
			}
		}
		shapes = append(shapes, x, y)
		pairs = append(pairs, kernels.Pair{A: uint32(len(shapes) - 2), B: uint32(len(shapes) - 1)})
	}
	return newArgs(build(shapes...), pairs, 0)
}

var classNames = [kernels.NumClasses]string{"circle", "capsule", "box", "polygon"}

// BenchmarkContact measures each contact kernel, Resolve of what it leaves open
// included, on blocks that stay in cache.
func BenchmarkContact(b *testing.B) {
	const n = 1024
	for _, c := range pairings() {
		for _, hit := range []float64{0.1, 0.7} {
			args := benchBlock(c[0], c[1], n, hit)
			for _, tab := range All() {
				kernel := tab.Contacts.Of(c[0], c[1])
				b.Run(fmt.Sprintf("kernel=%s-%s/kernels=%s/n=%d/hit=%g", classNames[c[0]], classNames[c[1]], tab.Name, n, hit), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if got := kernel(args); got.Open > 0 {
							Resolve(args, got.N)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/pair")
				})
			}
		}
	}
}

// fullPolygons is a block of n pairs of regular polygons with the given numbers of
// vertices, each a power of two.
func fullPolygons(n int, sides [2]int, share float64) *Args {
	r := rand.New(rand.NewPCG(9, uint64(sides[0])<<16|uint64(sides[1])))
	var shapes []testShape
	var pairs []kernels.Pair
	for len(pairs) < n {
		var pair [2]testShape
		for i := range pair {
			s, size := testShape{class: kernels.Polygon}, 0.5+r.Float64()
			s.turn(r.Float64() * 2 * math.Pi)
			for j := range sides[i] {
				t := 2 * math.Pi * float64(j) / float64(sides[i])
				s.pts = append(s.pts, [2]float32{float32(size * math.Cos(t)), float32(size * math.Sin(t))})
			}
			pair[i] = s
		}
		t, reach := r.Float64()*2*math.Pi, pair[0].reach()+pair[1].reach()
		d := reach * 0.6 * math.Sqrt(r.Float64())
		if r.Float64() > share {
			d = reach * (1 + 0.1*r.Float64())
		}
		pair[1].x, pair[1].y = d*math.Cos(t), d*math.Sin(t)
		shapes = append(shapes, pair[0], pair[1])
		pairs = append(pairs, kernels.Pair{A: uint32(len(shapes) - 2), B: uint32(len(shapes) - 1)})
	}
	return newArgs(build(shapes...), pairs, 0)
}

// BenchmarkHinted measures polygons with hints from the call before, which cost no look-up
// here, and without.
func BenchmarkHinted(b *testing.B) {
	for _, sides := range []int{4, 8, 16, 32, 64} {
		n := min(1024, 1<<15/sides)
		for _, hit := range []float64{0.1, 0.5, 0.9} {
			args := fullPolygons(n, [2]int{sides, sides}, hit)
			for _, tab := range All() {
				for _, hinted := range []bool{false, true} {
					b.Run(fmt.Sprintf("corners=%d/kernels=%s/n=%d/hit=%g/hints=%v", sides, tab.Name, n, hit, hinted), func(b *testing.B) {
						args.Hints = nil
						if hinted {
							args.Hints = make([]Axis, n)
						}
						for b.Loop() {
							tab.Contacts.Convex(args)
						}
						b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/pair")
					})
				}
			}
		}
	}
}

// BenchmarkWalk measures polygons that fill their lanes, whose numbers of corners are known, and
// unknown: then kernels look at every corner for every edge.
func BenchmarkWalk(b *testing.B) {
	for _, sides := range [][2]int{{4, 4}, {4, 8}, {8, 8}, {16, 16}, {16, 32}, {32, 32}, {4, 64}, {64, 64}, {4, 256}, {128, 128}, {256, 256}, {1024, 1024}} {
		n := max(32, min(1024, 1<<15/sides[1]))
		for _, hit := range []float64{0, 0.5, 1} {
			known := fullPolygons(n, sides, hit)
			for _, tab := range All() {
				for _, args := range []*Args{known, newArgs(unwalked(known.Block), known.Pairs, 0)} {
					b.Run(fmt.Sprintf("corners=%dx%d/kernels=%s/n=%d/hit=%g/known=%v", sides[0], sides[1], tab.Name, n, hit, args == known), func(b *testing.B) {
						for b.Loop() {
							got := tab.Contacts.Convex(args)
							Resolve(args, got.N)
						}
						b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/pair")
					})
				}
			}
		}
	}
}
