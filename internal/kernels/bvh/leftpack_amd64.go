// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

import "daylight/internal/kernels"

// leftPack keeps lanes in their order. Assembly reads it by name.
//
//lint:ignore U1000 assembly reads it by name
var leftPack = kernels.PackTable([8]int{0, 1, 2, 3, 4, 5, 6, 7}, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
