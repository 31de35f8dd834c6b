// SPDX-License-Identifier: MIT

package pose

import (
	"testing"

	"daylight/internal/kernels/kernelstest"
)

func TestColumnsAllocateNothing(t *testing.T) {
	r := kernelstest.Seeded(t)
	const n = 1003
	p := randomPoses(r, n, true)
	angle := make([]float64, n)
	for _, tab := range All() {
		for name, f := range map[string]func(){
			"SinCos32": func() { tab.SinCos32(p.C, p.RC, p.RS) },
			"SinCos64": func() { tab.SinCos64(angle, p.C, p.S) },
			"Refresh":  func() { tab.Refresh(p, 0, n) },
			"Shift":    func() { tab.Shift(p.X, p.C, 1) },
			"Spin":     func() { tab.Spin(p.C, p.S, p.RC, 1) },
		} {
			if a := testing.AllocsPerRun(10, f); a != 0 {
				t.Errorf("%s %s: %v allocations", tab.Name, name, a)
			}
		}
	}
	for _, tab := range All() {
		poses, local := randomPolygons(r, 100, true)
		world := zeroLanes(len(local.D))
		if n := testing.AllocsPerRun(10, func() { tab.Rotate(poses, &local, &world, 0, PoseSet{0xff0ff0ff}) }); n != 0 {
			t.Errorf("%s rotate: %v allocations", tab.Name, n)
		}
	}
}
