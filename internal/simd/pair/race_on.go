// SPDX-License-Identifier: MIT

//go:build race && amd64 && !purego

package pair

import "daylight/internal/simd"

// raceLanes is for what assembly reads of a polygon, whose lanes exist.
func (b *Block) raceLanes(off, num uint32) {
	l := &b.Lanes
	for _, column := range [...][]float32{l.VX, l.VY, l.NX, l.NY} {
		simd.RaceRead(column[off:][:num])
	}
}
