// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

func slabsByAVX2(n *Node, b *Beam, limit float32, near *[Fan]float32) uint32 {
	return slabsAVX2(&n.MinX[0], &b.X, limit, &near[0])
}

func slabsByAVX512(n *Node, b *Beam, limit float32, near *[Fan]float32) uint32 {
	return slabsAVX512(&n.MinX[0], &b.X, limit, &near[0])
}

func distancesByAVX2(n *Node, b *NodeBox, limit float32, far *[Fan]float32) uint32 {
	return distancesAVX2(&n.MinX[0], &b.MinX, limit, &far[0])
}

func distancesByAVX512(n *Node, b *NodeBox, limit float32, far *[Fan]float32) uint32 {
	return distancesAVX512(&n.MinX[0], &b.MinX, limit, &far[0])
}
