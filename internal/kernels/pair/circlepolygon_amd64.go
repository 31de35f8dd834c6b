// SPDX-License-Identifier: MIT

//go:build !purego

package pair

import (
	"unsafe"

	"daylight/internal/kernels/base"
)

func circlePolygonByAVX2(a *Args) Count        { return circlesPolygonsBy(a, true) }
func circlePolygonOverlapByAVX2(a *Args) Count { return circlesPolygonsBy(a, false) }

// spellCircles is how many pairs one call of assembly decides. The longest, with a
// polygon of 1024 lanes each, took 0.15 ms.
const spellCircles = 512

// circlesPolygonsBy runs assembly over the pairs, in spells, and portable code on
// those that it leaves: odd numbers of lanes and indices beyond the columns.
func circlesPolygonsBy(a *Args, normals bool) (c Count) {
	out := columns(a, normals)
	b, l := a.Block, &a.Block.Lanes
	_, shapes, lanes := announce(a, &out)
	rec, class := (*float64)(unsafe.Pointer(unsafe.SliceData(b.Rec))), (*uint8)(unsafe.SliceData(b.Class))
	off, num := unsafe.SliceData(b.Off), unsafe.SliceData(b.Num)
	vx, vy := unsafe.SliceData(l.VX), unsafe.SliceData(l.VY)
	nx, ny, d := unsafe.SliceData(l.NX), unsafe.SliceData(l.NY), unsafe.SliceData(l.D)
	outA, outB := unsafe.SliceData(out.A), unsafe.SliceData(out.B)
	sep, outX, outY := unsafe.SliceData(out.Sep), unsafe.SliceData(out.NX), unsafe.SliceData(out.NY)
	for k := 0; k < len(a.Pairs); {
		end := min(len(a.Pairs), k+spellCircles)
		var opened, odd int
		k, c.N, opened, odd = circlePolygonAVX2(base.Words(a.Pairs), k, end, rec, class, off, num, shapes, vx, vy, nx, ny, d, lanes, a.Limit, outA, outB, sep, outX, outY, c.N)
		c.Open += opened
		if odd != 0 {
			one := single(a, k, c.N, normals)
			did := circlesPolygons(&one, normals)
			c.N, c.Open = c.N+did.N, c.Open+did.Open
			k++
		}
	}
	return c
}
