// SPDX-License-Identifier: MIT

package exact

import "math"

// An expansion is a sum of float64 numbers in the order of growing magnitude that do not
// overlap: its last component is as large as all the others together at least, so that
// its sign is the sum's. No component is zero; an empty expansion is zero.

// twoSum returns a + b rounded, and what rounding took away (D. E. Knuth). Where it is
// inlined, a or b may be a product, which conversions keep from being fused with the sum.
func twoSum(a, b float64) (sum, err float64) {
	a, b = float64(a), float64(b)
	sum = a + b
	v := sum - a
	return sum, (a - (sum - v)) + (b - v)
}

// twoDiff returns a - b rounded, and what rounding took away.
func twoDiff(a, b float64) (diff, err float64) {
	a, b = float64(a), float64(b)
	diff = a - b
	v := a - diff
	return diff, (a - (diff + v)) + (v - b)
}

// twoProduct returns a * b rounded, and what rounding took away.
func twoProduct(a, b float64) (product, err float64) {
	product = float64(a * b)
	return product, math.FMA(a, b, -product)
}

// difference appends a - b to h.
func difference(h []float64, a, b float64) []float64 {
	d, tail := twoDiff(a, b)
	if tail != 0 {
		h = append(h, tail)
	}
	if d != 0 {
		h = append(h, d)
	}
	return h
}

// sum appends e + f to h, which shares no memory with them. This is Shewchuk's
// Fast-Expansion-Sum with zeros left out.
func sum(h, e, f []float64) []float64 {
	i, k := 0, 0
	next := func() float64 {
		if k == len(f) || i < len(e) && math.Abs(e[i]) < math.Abs(f[k]) {
			i++
			return e[i-1]
		}
		k++
		return f[k-1]
	}
	n := len(e) + len(f)
	if n == 0 {
		return h
	}
	q, tail := next(), 0.0
	for range n - 1 {
		if q, tail = twoSum(q, next()); tail != 0 {
			h = append(h, tail)
		}
	}
	if q != 0 {
		h = append(h, q)
	}
	return h
}

// scale appends e times b to h, which shares no memory with e (Shewchuk's
// Scale-Expansion with zeros left out).
func scale(h, e []float64, b float64) []float64 {
	if len(e) == 0 || b == 0 {
		return h
	}
	q, tail := twoProduct(e[0], b)
	if tail != 0 {
		h = append(h, tail)
	}
	for _, c := range e[1:] {
		high, low := twoProduct(c, b)
		var s float64
		if s, tail = twoSum(q, low); tail != 0 {
			h = append(h, tail)
		}
		if q, tail = twoSum(high, s); tail != 0 {
			h = append(h, tail)
		}
	}
	if q != 0 {
		h = append(h, q)
	}
	return h
}

// product appends e times f to h, which shares no memory with them. One of the two has at most two
// components, and the other at most eight.
func product(h, e, f []float64) []float64 {
	if len(e) < len(f) {
		e, f = f, e
	}
	if len(f) < 2 {
		if len(f) == 0 {
			return h
		}
		return scale(h, e, f[0])
	}
	var p, q [16]float64
	return sum(h, scale(p[:0], e, f[0]), scale(q[:0], e, f[1]))
}

// largeProduct is product for expansions of up to 16 components.
func largeProduct(h, e, f []float64) []float64 {
	if len(e) < len(f) {
		e, f = f, e
	}
	var roomA, roomB [512]float64
	var roomC [32]float64
	all, other := roomA[:0], roomB[:0]
	for _, b := range f {
		other = sum(other[:0], all, scale(roomC[:0], e, b))
		all, other = other, all
	}
	return append(h, all...)
}

// negate turns the sign of every component.
func negate(e []float64) []float64 {
	for i, c := range e {
		e[i] = -c
	}
	return e
}

// sign is that of the whole sum.
func sign(e []float64) int {
	if len(e) == 0 {
		return 0
	}
	if e[len(e)-1] > 0 {
		return 1
	}
	return -1
}

// fits reports whether every number is zero or of a size between 2^low and 2^high. A
// number of size 2^low or more is a multiple of 2^(low-52), and so are sums of such numbers.
func fits(low, high float64, numbers ...float64) bool {
	for _, x := range numbers {
		if a := math.Abs(x); a != 0 && !(a >= low && a <= high) {
			return false
		}
	}
	return true
}
