// SPDX-License-Identifier: MIT

//go:build !race

package kernels

// Race is whether the race detector is on.
const Race = false

func RaceRead[T any]([]T)  {}
func RaceWrite[T any]([]T) {}

func RaceReadAt[T any](s []T, index []uint32, but uint32) {}

func RaceWriteAt[T any](s []T, index []int32) {}

func RaceCopy[T any]([]T) []T { return nil }

func RaceWriteBetween[T any](s []T, from, to []uint32) {}
