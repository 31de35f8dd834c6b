// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import "daylight/internal/kernels"

// leftPackForUnpack leaves lanes in the order that two unpacks of halves turn into
// ascending pairs. Assembly reads it by name.
//
//lint:ignore U1000 assembly reads it by name
var leftPackForUnpack = kernels.PackTable([8]int{0, 1, 2, 3, 4, 5, 6, 7}, [8]int{0, 1, 4, 5, 2, 3, 6, 7})

// leftPackInOrder packs lanes as they are.
//
//lint:ignore U1000 assembly reads it by name
var leftPackInOrder = kernels.PackTable([8]int{0, 1, 2, 3, 4, 5, 6, 7}, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
