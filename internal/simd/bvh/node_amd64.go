// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

import "daylight/internal/simd"

// checkNodes panics where the portable code would: a call with an index beyond the level,
// or without room.
func checkNodes(level []Node, list []uint32, out []uint32) {
	for _, i := range list {
		_ = level[i]
	}
	if len(list) > 0 {
		_ = out[len(list)*Fan-1]
	}
}

func childrenByAVX2(level []Node, list []uint32, b *NodeBox, out []uint32) int {
	checkNodes(level, list, out)
	if len(list) == 0 {
		return 0
	}
	raceNodes(level, list, out)
	return childrenAVX2(&level[0].MinX[0], &list[0], len(list), &b.MinX, &out[0])
}

func childrenByAVX512(level []Node, list []uint32, b *NodeBox, out []uint32) int {
	checkNodes(level, list, out)
	if len(list) == 0 {
		return 0
	}
	raceNodes(level, list, out)
	return childrenAVX512(&level[0].MinX[0], &list[0], len(list), &b.MinX, &out[0])
}

// raceNodes tells the race detector what the assembly reads and writes.
func raceNodes(level []Node, list, out []uint32) {
	simd.RaceReadAt(level, list, 0)
	simd.RaceRead(list)
	simd.RaceWrite(out)
}

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
