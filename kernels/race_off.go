// SPDX-License-Identifier: MIT

//go:build !race && amd64 && !purego

package kernels

func raceRead[T any]([]T)  {}
func raceWrite[T any]([]T) {}

func raceReadAt[T any](s []T, index []uint32, but uint32) {}

func raceWriteAt[T any](s []T, index []int32) {}

func (p *Poses) raceRotate(local, world *Lanes, i int) {}
