// SPDX-License-Identifier: MIT

//go:build race && amd64 && !purego

package kernels

import (
	"runtime"
	"unsafe"
)

// raceRead and raceWrite tell the race detector what assembly reads and writes.
func raceRead[T any](s []T) {
	runtime.RaceReadRange(unsafe.Pointer(unsafe.SliceData(s)), len(s)*int(unsafe.Sizeof(*new(T))))
}

func raceWrite[T any](s []T) {
	runtime.RaceWriteRange(unsafe.Pointer(unsafe.SliceData(s)), len(s)*int(unsafe.Sizeof(*new(T))))
}

// raceReadAt is raceRead for single entries: those that index names, without the bits
// in but, as far as they exist.
func raceReadAt[T any](s []T, index []uint32, but uint32) {
	for _, i := range index {
		if k := int(i &^ but); k < len(s) {
			raceRead(s[k : k+1])
		}
	}
}

// raceWriteAt is raceWrite for single entries: those that index names, if not negative.
func raceWriteAt[T any](s []T, index []int32) {
	for _, i := range index {
		if i >= 0 {
			raceWrite(s[i : i+1])
		}
	}
}

// raceRotate is for what Rotate reads and writes of polygon i, whose lanes exist.
func (p *Poses) raceRotate(local, world *Lanes, i int) {
	off, end := p.Off[i], p.Off[i]+p.Num[i]
	for _, c := range [...][]float32{local.VX, local.VY, local.NX, local.NY} {
		raceRead(c[off:end])
	}
	for _, c := range [...][]float32{world.VX, world.VY, world.NX, world.NY} {
		raceWrite(c[off:end])
	}
	raceRead(p.Off[i : i+1])
	raceRead(p.Num[i : i+1])
	for _, c := range [...][]float32{p.RC, p.RS, p.P, p.Reach} {
		raceRead(c[i : i+1])
	}
	for _, c := range [...][]float32{p.MinX, p.MinY, p.MaxX, p.MaxY} {
		raceWrite(c[i : i+1])
	}
}
