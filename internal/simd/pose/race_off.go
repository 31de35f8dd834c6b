// SPDX-License-Identifier: MIT

//go:build !race && amd64 && !purego

package pose

import "daylight/internal/simd"

func (p *Poses) raceRotate(local, world *simd.Lanes, i int) {}
