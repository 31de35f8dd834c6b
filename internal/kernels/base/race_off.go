// SPDX-License-Identifier: MIT

//go:build !race && amd64 && !purego

package base

func RaceRead[T any]([]T)  {}
func RaceWrite[T any]([]T) {}

func RaceReadAt[T any](s []T, index []uint32, but uint32) {}

func RaceWriteAt[T any](s []T, index []int32) {}
