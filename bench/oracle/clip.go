// SPDX-License-Identifier: MIT

package oracle

import (
	"fmt"
	"math"
	"math/big"
)

// Face is the edge of a core from vertex I anticlockwise to vertex J, or the vertex I
// where I equals J. Its vertices must be in anticlockwise order.
type Face struct{ I, J int }

// End is one end of where two faces lie across from each other.
type End struct {
	Place float64 // along the normal turned anticlockwise, relative to A's position
	X, Y  float64 // halfway between the surfaces, relative to A's position
	Gap   float64 // along the normal, radii taken off
}

// Clipped is what Clip finds.
type Clipped struct {
	Ends    [2]End  // in the order of their places
	Overlap float64 // from the first place to the second; negative if the faces miss each other
	// Where the faces begin and end, and how much they rise along the normal for their
	// length across it.
	PlacesA, PlacesB [2]float64
	SlopeA, SlopeB   float64
}

// vec is a rational vector.
type vec struct{ x, y *big.Rat }

func rat(x float64) *big.Rat            { return new(big.Rat).SetFloat64(x) }
func sum(a, b *big.Rat) *big.Rat        { return new(big.Rat).Add(a, b) }
func less(a, b *big.Rat) *big.Rat       { return new(big.Rat).Sub(a, b) }
func prod(a, b *big.Rat) *big.Rat       { return new(big.Rat).Mul(a, b) }
func (a vec) dot(b vec) *big.Rat        { return sum(prod(a.x, b.x), prod(a.y, b.y)) }
func (a vec) plus(b vec) vec            { return vec{sum(a.x, b.x), sum(a.y, b.y)} }
func (a vec) minus(b vec) vec           { return vec{less(a.x, b.x), less(a.y, b.y)} }
func (a vec) times(f *big.Rat) vec      { return vec{prod(a.x, f), prod(a.y, f)} }
func (a vec) left() vec                 { return vec{new(big.Rat).Neg(a.y), a.x} }
func (a vec) between(b vec) vec         { return a.plus(b).times(big.NewRat(1, 2)) }
func (a vec) cut(b vec, f *big.Rat) vec { return a.plus(b.minus(a).times(f)) }

// around returns the core's vertices, relative to a position.
func (s Shape) around(x, y float64) []vec {
	from := vec{less(rat(s.X), rat(x)), less(rat(s.Y), rat(y))}
	c, sn := rat(s.C), rat(s.S)
	var vs []vec
	for _, v := range s.Vertices {
		p := vec{rat(v[0]), rat(v[1])}
		vs = append(vs, p.times(c).plus(p.left().times(sn)).plus(from))
	}
	return vs
}

// Faces returns the edges whose outward normal makes the least angle with (nx, ny), to
// within tie of it; and the farthest vertex that way, if such an edge, seen along the
// direction, is no longer than blunt.
func (s Shape) Faces(nx, ny, tie, blunt float64) []Face {
	vs := s.around(s.X, s.Y)
	if len(vs) == 1 {
		return []Face{{0, 0}}
	}
	n := vec{rat(nx), rat(ny)}
	angles := make([]float64, len(vs))
	best, top := math.Inf(1), 0
	for i, v := range vs {
		e := vs[(i+1)%len(vs)].minus(v)
		angles[i] = math.Atan2(math.Abs(ratio(n.dot(e), e.dot(e))), ratio(n.left().dot(e), e.dot(e)))
		best = min(best, angles[i])
		if n.dot(v).Cmp(n.dot(vs[top])) > 0 {
			top = i
		}
	}
	var faces []Face
	short := false
	for i, angle := range angles {
		if angle > best+tie {
			continue
		}
		j := (i + 1) % len(vs)
		faces = append(faces, Face{i, j})
		length, _ := n.left().dot(vs[j].minus(vs[i])).Float64()
		short = short || length/norm(n) <= blunt
	}
	if short {
		faces = append(faces, Face{top, top})
	}
	return faces
}

// ratio is x over the root of squared.
func ratio(x, squared *big.Rat) float64 {
	f := new(big.Float).SetPrec(precision).SetRat(squared)
	f.Sqrt(f)
	r, _ := f.Quo(new(big.Float).SetPrec(precision).SetRat(x), f).Float64()
	return r
}

func norm(n vec) float64 {
	f := new(big.Float).SetPrec(precision).SetRat(n.dot(n))
	r, _ := f.Sqrt(f).Float64()
	return r
}

// Clip cuts one of two facing edges by the sides of the other, in rational arithmetic:
// B's face fb is across from A's fa along (nx, ny), which leads from A to B and need
// not be of unit length. The one that is squarer to it is the reference; the sides
// through its ends, along the direction, cut off what of the other lies beyond
// (Sutherland and Hodgman's clipping of a segment by two half planes). If nothing is
// left the ends are those of the two edges that are nearest.
func Clip(a, b Shape, fa, fb Face, nx, ny float64) (Clipped, error) {
	for name, s := range map[string]Shape{"A": a, "B": b} {
		if err := s.Check(); err != nil {
			return Clipped{}, fmt.Errorf("oracle: shape %s: %w", name, err)
		}
	}
	n := vec{rat(nx), rat(ny)}
	t := n.left()
	va, vb := a.around(a.X, a.Y), b.around(a.X, a.Y)
	// Both in the order of places.
	ea, eb := [2]vec{va[fa.I], va[fa.J]}, [2]vec{vb[fb.J], vb[fb.I]}
	width := func(e [2]vec) *big.Rat { return t.dot(e[1].minus(e[0])) }
	rise := func(e [2]vec) *big.Rat { return n.dot(e[1].minus(e[0])) }

	c := Clipped{SlopeA: slope(rise(ea), width(ea)), SlopeB: slope(rise(eb), width(eb))}
	for i := range 2 {
		c.PlacesA[i], c.PlacesB[i] = ratio(t.dot(ea[i]), n.dot(n)), ratio(t.dot(eb[i]), n.dot(n))
	}
	ref, inc, ofB := ea, eb, false
	if width(ea).Sign() == 0 || width(eb).Sign() != 0 && math.Abs(c.SlopeB) < math.Abs(c.SlopeA) {
		ref, inc, ofB = eb, ea, true
	}

	// Clip the incident edge: first what lies below the reference's lower place, then
	// what lies above its upper.
	kept := [2]vec{inc[0], inc[1]}
	missed := false
	for side := range 2 {
		limit := t.dot(ref[side])
		out := func(p vec) bool { return t.dot(p).Cmp(limit)*(1-2*side) < 0 }
		p, q := kept[side], kept[1-side]
		if !out(p) {
			continue
		}
		if out(q) {
			missed = true
			break
		}
		f := new(big.Rat).Quo(less(limit, t.dot(p)), t.dot(q.minus(p)))
		kept[side] = p.cut(q, f)
	}
	var across [2]vec // on the reference
	if missed {
		if t.dot(inc[0]).Cmp(t.dot(ref[1])) > 0 { // beyond the upper end
			kept, across = [2]vec{inc[0], inc[0]}, [2]vec{ref[1], ref[1]}
		} else {
			kept, across = [2]vec{inc[1], inc[1]}, [2]vec{ref[0], ref[0]}
		}
		c.Overlap = -math.Abs(ratio(t.dot(kept[0].minus(across[0])), n.dot(n)))
	} else {
		for i, p := range kept {
			across[i] = ref[0]
			if w := width(ref); w.Sign() != 0 {
				across[i] = ref[0].cut(ref[1], new(big.Rat).Quo(t.dot(p.minus(ref[0])), w))
			}
		}
		c.Overlap = ratio(width(kept), n.dot(n))
	}
	length := new(big.Float).SetPrec(precision).SetRat(n.dot(n))
	length.Sqrt(length)
	unitX, unitY := nx/f64(length), ny/f64(length)
	for i, p := range kept {
		q := across[i] // on A, p on B
		if ofB {
			p, q = q, p
		}
		mid := p.between(q)
		x, _ := mid.x.Float64()
		y, _ := mid.y.Float64()
		shift := (a.Radius - b.Radius) / 2
		c.Ends[i] = End{
			Place: ratio(t.dot(mid), n.dot(n)),
			X:     x + shift*unitX, Y: y + shift*unitY,
			Gap: ratio(n.dot(p.minus(q)), n.dot(n)) - a.Radius - b.Radius,
		}
	}
	return c, nil
}

func f64(f *big.Float) float64 {
	x, _ := f.Float64()
	return x
}

// slope is rise over width, 0 for a vertex and infinite for an edge along the normal.
func slope(rise, width *big.Rat) float64 {
	if width.Sign() == 0 {
		if rise.Sign() == 0 {
			return 0
		}
		return math.Inf(1)
	}
	s, _ := new(big.Rat).Quo(rise, width).Float64()
	return s
}
