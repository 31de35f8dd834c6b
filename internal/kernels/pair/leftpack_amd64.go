// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import "daylight/internal/kernels"

// Assembly reads these tables by name.
var (
	// leftPack keeps lanes in their order.
	//
	//lint:ignore U1000 assembly reads it by name
	leftPack = kernels.PackTable([8]int{0, 1, 2, 3, 4, 5, 6, 7}, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
	// leftPackShuffled takes them from the order in which one shuffle of halves parts the
	// shapes A of pairs from the shapes B.
	//
	//lint:ignore U1000 assembly reads it by name
	leftPackShuffled = kernels.PackTable([8]int{0, 1, 4, 5, 2, 3, 6, 7}, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
)
