// SPDX-License-Identifier: MIT

//go:build !race && amd64 && !purego

package pose

import "daylight/internal/simd/base"

func (p *Poses) raceRotate(local, world *base.Lanes, i int) {}
