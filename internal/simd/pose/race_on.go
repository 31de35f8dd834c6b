// SPDX-License-Identifier: MIT

//go:build race && amd64 && !purego

package pose

import "daylight/internal/simd"

// raceRotate is for what Rotate reads and writes of polygon i, whose lanes exist.
func (p *Poses) raceRotate(local, world *simd.Lanes, i int) {
	off, end := p.Off[i], p.Off[i]+p.Num[i]
	for _, c := range [...][]float32{local.VX, local.VY, local.NX, local.NY} {
		simd.RaceRead(c[off:end])
	}
	for _, c := range [...][]float32{world.VX, world.VY, world.NX, world.NY} {
		simd.RaceWrite(c[off:end])
	}
	simd.RaceRead(p.Off[i : i+1])
	simd.RaceRead(p.Num[i : i+1])
	for _, c := range [...][]float32{p.RC, p.RS, p.P, p.Reach} {
		simd.RaceRead(c[i : i+1])
	}
	for _, c := range [...][]float32{p.MinX, p.MinY, p.MaxX, p.MaxY} {
		simd.RaceWrite(c[i : i+1])
	}
}
