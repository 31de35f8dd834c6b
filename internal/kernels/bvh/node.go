// SPDX-License-Identifier: MIT

package bvh

import (
	"math"

	"daylight/internal/kernels"
)

// Fan is how many children a Node has: a vector of AVX-512, two of AVX2.
const Fan = 16

// Node is a node of a tree of boxes: those of its children, as vectors, in float32 in a
// frame of the tree's. Children need not exist: the box of one that does not is from +Inf
// to -Inf. No coordinate is NaN. Children of node i of a level are numbered 16i to 16i+15.
type Node struct {
	MinX, MinY, MaxX, MaxY [Fan]float32
}

// NodeBox is a box in the frame of a tree.
type NodeBox struct{ MinX, MinY, MaxX, MaxY float32 }

// children is Searching.Children in portable Go, which defines what it means.
func children(level []Node, list []uint32, b *NodeBox, out []uint32) int {
	at := 0
	for _, i := range list {
		n := &level[i]
		for k := range Fan {
			out[at] = i*Fan + uint32(k)
			at += kernels.One(n.MinX[k] <= b.MaxX && n.MaxX[k] >= b.MinX && n.MinY[k] <= b.MaxY && n.MaxY[k] >= b.MinY)
		}
	}
	return at
}

// Beam is a ray in the frame of a tree, in units of length from (X, Y) on, with padding:
// boxes are taken to be larger, by PadX and PadY. Coordinates are finite; no inverse is
// infinite or zero.
type Beam struct {
	X, Y       float32
	InvX, InvY float32 // inverse of the unit direction
	PadX, PadY float32 // negative where the beam goes up, else positive
	// The columns of a Node by which the beam enters a box: 0 or 2, and 1 or 3, as the
	// number of columns before them. The other side of X is InX^2, that of Y InY^2.
	InX, InY uint32
}

// NewBeam aims a beam with padding pad, which is not negative. Its direction takes no branch, since
// the branch would be unpredictable.
func NewBeam(x, y, invX, invY, pad float32) Beam {
	const sign = 1 << 31
	sx, sy, p := math.Float32bits(invX), math.Float32bits(invY), math.Float32bits(pad)
	return Beam{
		X: x, Y: y, InvX: invX, InvY: invY,
		PadX: math.Float32frombits(p | ^sx&sign), PadY: math.Float32frombits(p | ^sy&sign),
		InX: sx >> 31 << 1, InY: 1 + sy>>31<<1,
	}
}

// BeamEasing is by how much, as a share, distances along a beam may be off: they take
// five roundings of 2^-24.
const BeamEasing = 1 + 0x1p-19

func (n *Node) column(k uint32) *[Fan]float32 {
	switch k {
	case 0:
		return &n.MinX
	case 1:
		return &n.MinY
	case 2:
		return &n.MaxX
	}
	return &n.MaxY
}

// slabs is Searching.Slabs: T. Kay and J. Kajiya's slabs (Ray Tracing Complex Scenes, 1986).
// Sides are taken in the order in which the beam meets them, so an empty box is missed.
// This portable code defines what it means.
func slabs(n *Node, b *Beam, limit float32, near *[Fan]float32) (mask uint32) {
	inX, outX := n.column(b.InX), n.column(b.InX^2)
	inY, outY := n.column(b.InY), n.column(b.InY^2)
	for k := range Fan {
		x0 := float32(((inX[k] + b.PadX) - b.X) * b.InvX)
		x1 := float32(((outX[k] - b.PadX) - b.X) * b.InvX)
		y0 := float32(((inY[k] + b.PadY) - b.Y) * b.InvY)
		y1 := float32(((outY[k] - b.PadY) - b.Y) * b.InvY)
		in, out := max(x0, y0), min(x1, y1)
		near[k] = in
		mask |= uint32(kernels.One(in <= float32(out*BeamEasing) && out >= 0 && in <= limit)) << k
	}
	return mask
}

// diagonal is the root of one half, rounded down.
const diagonal = 0.707106

// distances is Searching.Distances in portable Go, which defines what it means.
//
// With dx and dy the gaps along the axes, the length of (dx, dy) is at least each of them and
// at least their sum times the root of one half, which is at most 8 % too little, and no
// square overflows.
func distances(n *Node, b *NodeBox, limit float32, far *[Fan]float32) (mask uint32) {
	for k := range Fan {
		dx := max(max(n.MinX[k]-b.MaxX, b.MinX-n.MaxX[k]), 0)
		dy := max(max(n.MinY[k]-b.MaxY, b.MinY-n.MaxY[k]), 0)
		d := max(max(dx, dy), float32((dx+dy)*diagonal))
		far[k] = d
		mask |= uint32(kernels.One(d <= limit && d <= math.MaxFloat32)) << k
	}
	return mask
}
